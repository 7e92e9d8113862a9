"""A game as its users see it: turns, errors, undo, copies, seeds."""

import pickle
from random import Random
from typing import Any

import pytest
from strategies import a_default_setup, plays
from tables import (
    a_game,
    a_new_game,
    a_setup,
    build,
    cards,
    first_island,
    play,
    refused,
    sail,
    state,
    work,
)

from ilos import new_game
from ilos.rules.chance import SeededChance
from ilos.rules.errors import IllegalMove, MoveError, NotAMove, TooLate
from ilos.rules.events import DealEvent, EndTurnEvent, SetupEvent
from ilos.rules.game import Game, Pending
from ilos.rules.moves import EndTurn, Market, Mulligan
from ilos.rules.setup import Options, Player

TILES = {"A": "!03 ebony spice construction", "B": "03 ebony", "C": "03"}


def harbour(**more: Any) -> Game:
    described: dict[str, Any] = {
        "area": "B",
        "ships": "0:A0 0:A0",
        "hand": "ship*8 plantation building",
        **more,
    }
    return a_game(tiles=TILES, **described)


# ---- whose turn --------------------------------------------------------------------------


def test_another_seat_comes_too_late() -> None:
    """A move that comes too late has an error of its own."""
    game = harbour()
    before = state(game)
    for seat in (1, 2, -1):
        with pytest.raises(TooLate):
            game.play(EndTurn(), seat=seat)
    assert state(game) == before
    game.play(EndTurn(), seat=0)


def test_the_three_errors_are_different() -> None:
    """Text that is no move, a move not legal, a move too late."""
    kinds = {NotAMove, IllegalMove, TooLate}
    assert all(issubclass(kind, MoveError) for kind in kinds)
    assert not any(issubclass(a, b) for a in kinds for b in kinds - {a})


def test_an_illegal_move_says_which_rule_forbids_it() -> None:
    """Saying which rule forbids it; also after a journey between processes."""
    with pytest.raises(IllegalMove) as caught:
        harbour().play(Market("gold"))
    error = pickle.loads(pickle.dumps(caught.value))
    assert error.rule == "4.4"
    assert "(rule 4.4)" in str(error)


def test_a_replay_waits_for_outcomes() -> None:
    """A game without chance is played by replay alone."""
    game = Game(a_setup(2))
    assert game.pending == Pending("chance")
    assert len(game.legal_moves) == 0
    assert not game.legal_moves
    assert game.choices() is None
    with pytest.raises(ValueError, match="luck"):
        game.play(EndTurn())
    with pytest.raises(TooLate):
        game.replay(EndTurnEvent(0, {}, (), ()))


@pytest.mark.parametrize("move", [EndTurn(), Market("gold"), sail("reserve", "A0")])
def test_actions_are_for_turns(move: object) -> None:
    """RULES 3, 4: nothing of a turn before the first islands are laid."""
    game = a_new_game(2)
    assert refused(game, move) == "3"  # type: ignore[arg-type]


def test_setup_moves_are_for_setup() -> None:
    """RULES 3, 4: no mulligan and no first island during turns."""
    assert refused(harbour(), Mulligan(())) == "4.1"
    assert refused(harbour(), first_island("B@1,0")) == "4.1"


# ---- whole or not at all -----------------------------------------------------------------


def test_a_move_that_fails_at_its_payment_changes_nothing() -> None:
    """Whole or not at all; the tile is not laid, the ship does not sail."""
    game = harbour()
    assert refused(game, sail("A0", "B0", paid="ruins", explore="B@1,0")) == "4.1"
    assert refused(game, work("plantation", "A0.0", "ship ruins")) == "4.1"
    assert game.position.laid_count == 1


# ---- undo --------------------------------------------------------------------------------


def test_undo_returns_the_very_same_state() -> None:
    """Step by step, back to where the turn began."""
    game = harbour(fields={"stack": 0})
    states = [(state(game), game.fleet)]
    for move in (
        sail("A0", "A!"),
        work("plantation", "A0.0", "ship*2"),
        sail("reserve", "B0", explore="B@1,0"),
    ):
        play(game, move)
        states.append((state(game), game.fleet))
    while len(states) > 1:
        assert (state(game), game.fleet) == states.pop()
        assert game.can_undo
        game.undo()
    assert (state(game), game.fleet) == states[0]
    assert game.events == []
    assert not game.can_undo


def test_what_was_revealed_cannot_be_taken_back() -> None:
    """Undo up to the last revealed secret."""
    game = harbour()
    play(game, work("plantation", "A0.0", "ship*2"), sail("reserve", "B0", explore="B@1,0"))
    assert not game.can_undo
    with pytest.raises(IllegalMove):
        game.undo()
    play(game, sail("A0", "A!"))
    assert game.undo().type == "ship"
    assert not game.can_undo


def test_the_end_of_a_turn_cannot_be_taken_back() -> None:
    """Undo stops where the turn passed, even if nothing was drawn."""
    game = harbour(pile="", hand="", hands={})
    event = play(game, EndTurn())
    assert (event.drawn, event.taken) == ((), ())
    assert not game.can_undo


def test_a_kept_hand_cannot_be_taken_back() -> None:
    """RULES 3.4: another seat decides next."""
    game = a_new_game(2)
    play(game, Mulligan(()))
    assert not game.can_undo


def test_another_move_may_follow_an_undo() -> None:
    """And is played as if the first had never been."""
    game, other = harbour(), harbour()
    play(game, work("plantation", "A0.0", "ship*2"))
    game.undo()
    for table in (game, other):
        play(table, build("fort", "A0.2", "ship*2"))
    assert state(game) == state(other)
    assert game.events == other.events


# ---- copies and seeds --------------------------------------------------------------------


def test_a_copy_is_independent() -> None:
    """Neither sees what happens to the other."""
    game = harbour()
    twin = game.copy()
    play(twin, sail("A0", "A!"))
    assert game.events == []
    assert len(game.fleet) == 2
    assert state(game) != state(twin)
    game.play(EndTurn())
    assert twin.pending.seat == 0


def test_the_same_seed_gives_the_same_game() -> None:
    """And another seed another game."""
    games = [new_game(["Ana", "Bo", "Cy"], seed=seed) for seed in (7, 7, 8)]
    assert games[0].events == games[1].events
    assert games[0].events != games[2].events


def test_a_seed_means_the_same_for_ever() -> None:
    """On every platform and Python version."""
    game = new_game(["Ana", "Bo"], seed=2017)
    assert game.events == [
        SetupEvent(("T16", "T11", "T15")),
        DealEvent(0, cards("plantation building*2 ruins building")),
        DealEvent(1, cards("ship plantation ruins ship gold_mine")),
    ]


@pytest.mark.parametrize("seed", [0, -1, 2**64, 10**30])
def test_any_whole_number_is_a_seed(seed: int) -> None:
    """Also 0, a negative and a very large one."""
    assert len(new_game(["Ana", "Bo"], seed=seed).events) == 3


def test_chance_is_fair() -> None:
    """Outcomes come in proportion to their weights."""
    chance = SeededChance(1)
    found = [0] * 4
    for _ in range(40_000):
        found[chance.draw([1, 0, 3, 4])] += 1
    assert found[1] == 0
    for index, share in ((0, 1 / 8), (2, 3 / 8), (3, 4 / 8)):
        assert abs(found[index] / 40_000 - share) < 0.01


def test_nothing_can_be_drawn_from_nothing() -> None:
    """All weights 0."""
    with pytest.raises(ValueError, match="0"):
        SeededChance(1).draw([0, 0])


@pytest.mark.parametrize("names", [[], ["Ana"], list("ABCDEF")])
def test_a_game_is_for_2_to_5(names: list[str]) -> None:
    """RULES, head."""
    with pytest.raises(ValueError, match="2 to 5"):
        new_game(names, seed=1)


def test_options_are_checked() -> None:
    """RULES 5–7: only what the rules foresee."""
    with pytest.raises(ValueError, match="stocks"):
        Options(stocks="hidden")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="version"):
        Options(version=2)


def test_players_may_choose_their_colours() -> None:
    """RULES 1: colours differ."""
    game = new_game([Player("Ana", "blue"), Player("Bo", "red")], seed=1)
    assert [player.colour for player in game.setup.players] == ["blue", "red"]


# ---- legal moves -------------------------------------------------------------------------


def test_legal_moves_can_be_iterated_counted_and_asked() -> None:
    """Iterable, countable, `in`."""
    moves = harbour().legal_moves
    listed = list(moves)
    assert len(moves) == len(listed) == len(set(listed))
    assert all(move in moves for move in listed)
    assert bool(moves)
    for nothing in (None, 7, object()):
        assert nothing not in moves
    with pytest.raises(NotAMove):  # text is read as `play` reads it
        moves.__contains__("end_turn")


def test_every_listed_move_can_be_played_as_listed() -> None:
    """The suggested payment is a legal one."""
    for turn, game in enumerate(plays(a_default_setup(Random(5), 4), 5)):
        if turn % 11 == 0:
            for move in list(game.legal_moves)[::7]:
                game.copy(SeededChance(turn)).play(move)


def test_any_other_payment_is_in_the_list_too() -> None:
    """RULES 4.1: any card pays for 1, so `in` accepts every payment."""
    game = harbour(hand="ship*2 market ruins plantation")
    for paid in ("ship*2", "market ruins", "ruins ship"):
        assert work("plantation", "A0.0", paid) in game.legal_moves
    assert work("plantation", "A0.0", "ship*3") not in game.legal_moves


def test_mulligans_are_listed_by_what_is_kept() -> None:
    """RULES 3.4: any number of the 5, each choice once."""
    game = a_new_game(2, {}, "F00 F01 F02 ship*3 market*2 ruins*5")
    assert len(game.legal_moves) == 4 * 3
    assert Mulligan(cards("market ship")) in game.legal_moves
