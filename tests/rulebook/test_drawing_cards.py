"""RULES 4.7: drawing cards, the reshuffle, and taking cards from other hands."""

from typing import Any

import pytest
from tables import DECK, a_game, cards, discards, hand, play

from ilos.rules.events import Taken
from ilos.rules.game import Game
from ilos.rules.moves import EndTurn

TILES = {"A": "!03 construction construction", "B": "!03"}


def evening(**more: Any) -> Game:
    """Seat 0 is about to end its turn."""
    return a_game(tiles=TILES, laid="A B@1,0", **more)


def test_3_cards_are_drawn() -> None:
    """RULES 4.7: draw 3 cards."""
    game = evening(luck="market ruins ship", hand="ship*2")
    assert play(game, EndTurn()).drawn == ("market", "ruins", "ship")
    assert hand(game, 0) == {"ship": 3, "market": 1, "ruins": 1}


@pytest.mark.parametrize("ships", range(6))
def test_one_more_for_each_own_ship_in_play(ships: int) -> None:
    """RULES 4.7: +1 per own ship in play; those of others do not count."""
    game = evening(ships=" ".join(["0:A0"] * ships + ["1:A0"]))
    assert len(play(game, EndTurn()).drawn) == 3 + ships


def test_one_more_for_each_own_fort() -> None:
    """RULES 4.7: +1 per own fort."""
    game = evening(pioneers="0:A0.0=fort 1:A0.1=fort")
    assert len(play(game, EndTurn()).drawn) == 4


def test_there_is_no_hand_limit() -> None:
    """RULES 4.7."""
    game = evening(hand="ship*30 plantation*20")
    play(game, EndTurn())
    assert hand(game, 0).total() == 53


# ---- reshuffle ---------------------------------------------------------------------------


def test_an_empty_pile_is_made_again_from_the_discards() -> None:
    """RULES 4.7: shuffle the discard pile into a new one."""
    game = evening(pile="", discard="market*5 ruins*2")
    event = play(game, EndTurn())
    assert set(event.drawn) <= {"market", "ruins"}
    assert (game.position.pile_size, discards(game)) == (4, {})


def test_the_pile_is_made_again_in_the_middle_of_drawing() -> None:
    """RULES 4.7: when a card is to be drawn from an empty draw pile."""
    game = evening(pile="ship", discard="market*5")
    assert play(game, EndTurn()).drawn == ("ship", "market", "market")
    assert (game.position.pile_size, discards(game)) == (3, {})


def test_the_pile_is_not_made_again_before_a_card_is_needed() -> None:
    """RULES 4.7 [D]: and not earlier."""
    game = evening(pile="ship*3", discard="market*5")
    play(game, EndTurn())
    assert (game.position.pile_size, discards(game)) == (0, {"market": 5})
    play(game, EndTurn())
    assert (game.position.pile_size, discards(game)) == (2, {})


def test_cards_still_in_the_pile_come_before_the_discards() -> None:
    """RULES 4.7: a discard cannot come up while the pile lasts."""
    game = evening(pile="ruins*2", discard="ship*9")
    assert play(game, EndTurn()).drawn == ("ruins", "ruins", "ship")


# ---- taking cards ------------------------------------------------------------------------


def poor(hands: dict[int, str], **more: Any) -> Game:
    """No cards but those in hands, three players."""
    return evening(seats=3, pile="", hands=hands, **more)


def taken_from(game: Game) -> list[int]:
    return [entry.seat for entry in play(game, EndTurn()).taken]


def test_missing_cards_are_taken_from_the_fullest_other_hand() -> None:
    """RULES 4.7 [D]: from the hand of the other player with the most cards."""
    game = poor({0: "ship*9", 1: "market*4", 2: "ruins*5"})
    assert taken_from(game) == [2, 2, 2]
    assert [hand(game, seat).total() for seat in range(3)] == [12, 4, 2]
    assert hand(game, 0)["ruins"] == 3


def test_only_the_missing_cards_are_taken() -> None:
    """RULES 4.7: take the missing cards."""
    game = poor({1: "market*4", 2: "ruins*2"})
    game.position.set("discard", [1, 0, 0, 0, 0, 0])
    game.position.set("discard_size", 1)
    event = play(game, EndTurn())
    assert event.drawn == ("ship",)
    assert event.taken == (Taken(1, "market"),) * 2


@pytest.mark.parametrize("seat, first", [(0, 1), (1, 2), (2, 0)])
def test_ties_go_to_the_first_clockwise(seat: int, first: int) -> None:
    """RULES 4.7 [D]: the first clockwise from you."""
    game = poor(dict.fromkeys(range(3), "ship*4"), to_act=seat)
    assert taken_from(game) == [first] * 3


def test_the_hand_is_chosen_once() -> None:
    """RULES 4.7 [D]: though it is no longer the fullest after the first card."""
    game = poor({1: "ship*4", 2: "market*5"})
    assert taken_from(game) == [2, 2, 2]


def test_when_that_hand_runs_out_the_then_fullest_follows() -> None:
    """RULES 4.7 [D]: go on with the then fullest."""
    game = poor({1: "ship", 2: "market*2"}, ships="0:A0 0:A0")
    assert taken_from(game) == [2, 2, 1]


def test_with_more_players_the_fullest_left_is_asked_next() -> None:
    """RULES 4.7 [D]: not simply the next clockwise."""
    hands = {1: "ship", 2: "market*4", 3: "ruins*3"}
    game = evening(seats=4, pile="", hands=hands, ships=" ".join(["0:A0"] * 3))
    assert taken_from(game) == [2, 2, 2, 2, 3, 3]


def test_when_nobody_has_cards_one_goes_without() -> None:
    """RULES 4.7 [D]: if nobody has cards, you go without."""
    game = poor({0: "ship*4"})
    event = play(game, EndTurn())
    assert (event.drawn, event.taken) == ((), ())
    assert game.pending.seat == 1


def test_one_takes_what_there_is() -> None:
    """RULES 4.7 [D]: fewer than are missing."""
    game = poor({1: "ship", 2: "market"})
    assert taken_from(game) == [1, 2]
    assert hand(game, 0) == {"ship": 1, "market": 1}


def test_nobody_takes_from_the_own_hand() -> None:
    """RULES 4.7: of the other player."""
    game = poor({0: "ship*20", 1: "market"})
    assert taken_from(game) == [1]


def test_which_card_is_taken_is_chance() -> None:
    """RULES 4.7: at random from the hand."""
    game = poor({1: "ship*2 market*2"}, luck="market ship market")
    assert [entry.card for entry in play(game, EndTurn()).taken] == [
        "market",
        "ship",
        "market",
    ]


def test_no_card_is_taken_while_there_are_discards() -> None:
    """RULES 4.7: if that is empty too."""
    game = evening(pile="", discard="ship*3", hands={1: "market*9"})
    event = play(game, EndTurn())
    assert (len(event.drawn), event.taken) == (3, ())


def test_all_90_cards_may_lie_in_one_hand() -> None:
    """RULES 4.7: no hand limit; the fullest hand is then that one."""
    game = evening(pile="", hands={1: DECK})
    assert len(play(game, EndTurn()).taken) == 3
    assert hand(game, 1).total() == len(cards(DECK)) - 3
