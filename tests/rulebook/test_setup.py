"""RULES 3: setup, mulligan and first islands."""

from typing import Any

import pytest
from tables import (
    a_new_game,
    cards,
    cells,
    discards,
    first_island,
    hand,
    part,
    play,
    refused,
    sail,
    ships_at,
)

from ilos.rules.errors import TooLate
from ilos.rules.game import Game
from ilos.rules.moves import EndTurn, Mulligan, first_dock

DEAL = "A B C ship*5 plantation*5 "
LANDS = {"A": "0 ebony | 3", "B": "03", "C": "03", "D": "03"}
ISLETS = "- ebony"


def before_first_islands(tiles: dict[str, str] | None = None, **more: Any) -> Game:
    game = a_new_game(2, tiles or LANDS, DEAL + "D", **more)
    play(game, Mulligan(()), Mulligan(()))
    return game


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_4_tiles_a_player_are_kept_and_3_of_them_turned_up(seats: int) -> None:
    """RULES 3.2: 4 per player as the tile stack; turn 3 from the stack face up."""
    p = a_new_game(seats).position
    assert [tile >= 0 for tile in p.area] == [True] * 3
    assert p.stack == 4 * seats - 3
    assert p.unseen_count == 17, "the stack and the box are unseen alike"


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_5_cards_are_dealt_to_each_player(seats: int) -> None:
    """RULES 3.3."""
    game = a_new_game(seats)
    assert [hand(game, seat).total() for seat in range(seats)] == [5] * seats
    assert game.position.pile_size == 90 - 5 * seats
    assert [event.type for event in game.events] == ["setup"] + ["deal"] * seats


def test_seat_0_starts() -> None:
    """RULES 3.1: seat 0 starts; order is by seat."""
    game = a_new_game(3)
    seen = []
    for _ in range(3):
        seen.append(game.pending.seat)
        play(game, Mulligan(()))
    for _ in range(3):
        seen.append(game.pending.seat)
        game.play(next(iter(game.legal_moves)))
    for _ in range(4):
        seen.append(game.pending.seat)
        play(game, EndTurn())
    assert seen == [0, 1, 2, 0, 1, 2, 0, 1, 2, 0]


# ---- mulligan ----------------------------------------------------------------------------


def test_any_number_of_cards_may_be_swapped() -> None:
    """RULES 3.4: discard any number of the 5 and draw that many."""
    game = a_new_game(2, LANDS, DEAL + "market*2")
    event = play(game, Mulligan(cards("ship*2")))
    assert event.drawn == ("market", "market")
    assert hand(game, 0) == {"ship": 3, "market": 2}
    assert discards(game) == {"ship": 2}


@pytest.mark.parametrize("count", range(6))
def test_the_new_hand_has_5_cards_again(count: int) -> None:
    """RULES 3.4: none to all five."""
    game = a_new_game(2, LANDS, DEAL)
    play(game, Mulligan(cards(f"ship*{count}")))
    assert hand(game, 0).total() == 5


def test_the_mulligan_is_once_a_player() -> None:
    """RULES 3.4: each player may once discard."""
    game = a_new_game(2, LANDS, DEAL)
    play(game, Mulligan(cards("ship")))
    with pytest.raises(TooLate):
        game.play(Mulligan(cards("ship")), seat=0)
    play(game, Mulligan(()))
    assert refused(game, Mulligan(())) == "3"


@pytest.mark.parametrize("given", ["ship*6", "market", "ship*5 plantation"])
def test_only_cards_of_the_hand_can_be_swapped(given: str) -> None:
    """RULES 3.4: any number of the 5."""
    game = a_new_game(2, LANDS, DEAL)
    assert refused(game, Mulligan(cards(given))) == "3.4"


def test_discards_of_the_mulligan_do_not_come_back_at_once() -> None:
    """RULES 3.4, 4.7: new cards come from the draw pile, and the discards lie face up."""
    game = a_new_game(2, LANDS, "A B C ruins*5 ship*5 ")
    play(game, Mulligan(cards("ruins*5")))
    assert discards(game) == {"ruins": 5}
    assert game.position.pile[4] == 1, "one of six ruins is left in the pile"


def test_the_mulligan_comes_before_the_first_islands() -> None:
    """RULES 3.4, 3.5: in this order."""
    game = a_new_game(2, LANDS, DEAL)
    assert refused(game, first_island("A")) == "3"
    assert refused(game, EndTurn()) == "3"


# ---- first islands -----------------------------------------------------------------------


def test_the_first_tile_lies_at_0_0_unturned() -> None:
    """RULES 3.5 [D]: the first at cell (0,0), rotation 0."""
    game = before_first_islands()
    assert cells(game, "A") == cells(game, "B") == {((0, 0), 0)}
    assert refused(game, first_island("A@0,0/1")) == "2"
    assert refused(game, first_island("A@1,0")) == "2"


def test_a_ship_of_the_reserve_docks_at_a_part_of_that_tile() -> None:
    """RULES 3.5: put one ship from the reserve on the shore of a part of that tile."""
    game = before_first_islands()
    play(game, first_island("A", at=1))
    assert game.position.reserve[0] == 4
    assert (ships_at(game, "A0", 0), ships_at(game, "A1", 0)) == (0, 1)


def test_the_first_ship_cannot_dock_at_a_part_that_is_not_there() -> None:
    """RULES 3.5: of a part of that tile."""
    game = before_first_islands()
    assert refused(game, first_island("A", at=2)) == "3.5"
    assert refused(game, first_island("B", at=1)) == "3.5"


def test_first_islands_cost_no_card() -> None:
    """RULES 3.5: nothing is paid."""
    game = before_first_islands()
    play(game, first_island("A"))
    assert hand(game, 0).total() == 5


def test_the_exploration_area_is_refilled_at_once() -> None:
    """RULES 3.5: from the stack."""
    game = before_first_islands()
    event = play(game, first_island("B"))
    assert event.revealed == "D"
    assert [game.setup.tile_id(tile) for tile in game.position.area] == ["A", "D", "C"]


def test_a_tile_must_come_from_the_exploration_area() -> None:
    """RULES 3.5: take a tile of the exploration area."""
    game = before_first_islands()
    assert refused(game, first_island("D")) == "3.5"
    assert refused(game, first_island("nowhere")) == "3.5"


def test_later_first_islands_follow_the_exploration_rule() -> None:
    """RULES 3.5, 2."""
    game = before_first_islands()
    play(game, first_island("B"))
    assert refused(game, first_island("C@0,1")) == "2"
    assert refused(game, first_island("C@1,0/1")) == "2"
    assert cells(game, "C") == {(cell, turn) for cell in [(1, 0), (-1, 0)] for turn in (0, 3)}
    play(game, first_island("C@1,0"))


def test_after_the_first_islands_seat_0_takes_the_first_turn() -> None:
    """RULES 3.5, 4."""
    game = before_first_islands()
    play(game, first_island("B"), first_island("C@1,0"))
    assert (game.pending.seat, game.round) == (0, 1)
    play(game, sail("reserve", "B0"))


def test_when_no_tile_can_be_placed_the_ship_docks_at_any_shore() -> None:
    """RULES 3.5 [D]: if none of the face-up tiles can be placed."""
    game = before_first_islands(dict.fromkeys("ABCD", ISLETS), filler=ISLETS)
    play(game, first_island("A"))
    assert list(game.legal_moves) == [first_dock(part("A0"))]
    event = play(game, first_dock(part("A0")))
    assert (event.tile, event.revealed) == (None, None)
    assert game.position.stack == 8 - 3 - 1, "no tile was taken, so none is turned up"
    assert list(game.position.reserve)[:2] == [4, 4]


def test_the_fallback_offers_one_shore_an_island() -> None:
    """RULES 3.5 [D]: any shore in play."""
    tiles = {"A": "- ebony | - | -", "B": ISLETS, "C": ISLETS, "D": ISLETS}
    game = before_first_islands(tiles, filler=ISLETS)
    play(game, first_island("A"))
    assert set(game.legal_moves) == {first_dock(part(name)) for name in ("A0", "A1", "A2")}
    assert refused(game, first_dock(part("A3"))) == "3.5"
    assert refused(game, first_dock(part("B0"))) == "3.5"


def test_nobody_may_dock_instead_while_a_tile_can_be_placed() -> None:
    """RULES 3.5 [D]: the fallback is for when none can."""
    game = before_first_islands()
    play(game, first_island("B"))
    assert refused(game, first_dock(part("B0"))) == "3.5"


def test_the_very_first_ship_never_docks_without_a_tile() -> None:
    """RULES 3.5: the first tile can always be placed."""
    game = before_first_islands(dict.fromkeys("ABCD", ISLETS), filler=ISLETS)
    assert refused(game, first_dock(part("A0"))) == "3.5"


def test_one_fitting_tile_among_three_is_enough() -> None:
    """RULES 3.5: then it must be that one."""
    game = before_first_islands({"A": "0", "B": ISLETS, "C": "0", "D": ISLETS}, filler=ISLETS)
    play(game, first_island("A"))
    assert {move.tile for move in game.legal_moves} == {"C"}  # type: ignore[union-attr]
