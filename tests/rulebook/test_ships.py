"""RULES 4.2: deploying and moving ships."""

from typing import Any

import pytest
from tables import (
    a_game,
    cells,
    discards,
    hand,
    kinds_of_moves,
    place,
    play,
    refused,
    sail,
    ships_at,
    work,
)

from ilos.rules.events import Explored
from ilos.rules.game import Game
from ilos.rules.moves import Ship

TILES = {"A": "!0 ebony | 3 spice", "B": "!3 gold | 0", "C": "03 ebony", "D": "03 ebony"}


def at_sea(**more: Any) -> Game:
    """Tiles A and B side by side: islands A0+B0, A1 and B1, two hideouts; C and D face up."""
    described: dict[str, Any] = {"laid": "A B@1,0", "area": "C D", "hand": "ship*8", **more}
    return a_game(tiles=TILES, **described)


def test_a_ship_card_costs_1_card() -> None:
    """RULES 4.1, Ship: 1 card."""
    game = at_sea()
    assert refused(game, sail("reserve", "A0", paid="")) == "4.1"
    assert refused(game, sail("reserve", "A0", paid="ship*2")) == "4.1"
    play(game, sail("reserve", "A0"))
    assert hand(game, 0) == {"ship": 6}
    assert discards(game) == {"ship": 2}


def test_a_ship_of_the_reserve_docks_at_any_island() -> None:
    """RULES 4.2: dock it at any part of an island in play."""
    for shore in ("A0", "A1", "B0", "B1"):
        game = at_sea()
        play(game, sail("reserve", shore))
        assert ships_at(game, shore, 0) == 1
        assert game.position.reserve[0] == 4


def test_any_number_of_ships_may_share_a_shore() -> None:
    """RULES 4.2: any number of ships, of anyone."""
    game = at_sea(ships="0:A0 0:A0 0:A0 1:A0 1:A0", hand="ship*4")
    play(game, sail("reserve", "A0"), sail("reserve", "A0"))
    assert (ships_at(game, "A0", 0), ships_at(game, "A0", 1)) == (5, 2)


def test_there_is_no_sixth_ship() -> None:
    """RULES 1, 4.2: a ship from the reserve needs one there."""
    game = at_sea(ships="0:A0 0:A0 0:A0 0:A1 0:A1")
    assert refused(game, sail("reserve", "A0")) == "4.2"
    play(game, sail("A0", "A1"))


def test_a_ship_moves_from_shore_to_shore() -> None:
    """RULES 4.2: one of your ships in play, from a shore."""
    game = at_sea(ships="0:A0 0:A0")
    play(game, sail("A0", "A1"))
    assert (ships_at(game, "A0", 0), ships_at(game, "A1", 0)) == (1, 1)
    assert game.position.reserve[0] == 3


def test_a_ship_is_named_by_any_part_of_its_island() -> None:
    """RULES 2: a shore belongs to the island, whichever part the ship was seen to dock at."""
    game = at_sea(ships="0:A0")
    play(game, sail("B0", "A1"))
    assert (ships_at(game, "A0", 0), ships_at(game, "A1", 0)) == (0, 1)


def test_docking_where_it_lies_is_not_a_move() -> None:
    """RULES 4.2 [D]: docking at the island it already lies at is not a move."""
    game = at_sea(ships="0:A0")
    assert refused(game, sail("A0", "A0")) == "4.2"
    assert refused(game, sail("A0", "B0")) == "4.2", "another part of the same island"


def test_exploring_from_the_same_island_is_a_move() -> None:
    """RULES 4.2 [D]: unless a tile is explored."""
    game = at_sea(ships="0:B1")
    play(game, sail("B1", "C0", explore="C@2,0"))
    assert ships_at(game, "B1", 0) == 1


def test_only_own_ships_move() -> None:
    """RULES 4.2: one of your ships."""
    game = at_sea(ships="1:A0 1:B!")
    assert refused(game, sail("A0", "A1")) == "4.2"
    assert refused(game, sail("B!", "A1")) == "4.2"


def test_a_ship_must_be_there_to_leave() -> None:
    """RULES 4.2."""
    game = at_sea(ships="0:A0")
    for nowhere in ("A1", "A!", "C0", "A7", "C!", "Z!"):
        assert refused(game, sail(nowhere, "B1")) == "4.2"


def test_a_ship_docks_only_at_what_is_in_play() -> None:
    """RULES 4.2: an island in play."""
    game = at_sea()
    for nowhere in ("C0", "A2", "Z0", "C!"):
        assert refused(game, sail("reserve", nowhere)) == "4.2"


# ---- hideouts ----------------------------------------------------------------------------


def test_a_ship_occupies_a_free_hideout() -> None:
    """RULES 4.2: occupy a free hideout of a tile already in play."""
    game = at_sea()
    play(game, sail("reserve", "A!"))
    assert list(game.position.pirate)[:2] == [0, -1]
    assert game.position.pirates[0] == 1


def test_a_hideout_holds_one_ship() -> None:
    """RULES 4.2: not even two of one player."""
    for owner in (0, 1):
        game = at_sea(ships=f"{owner}:A!")
        assert refused(game, sail("reserve", "A!")) == "4.2"


def test_a_tile_without_a_hideout_has_no_room_for_pirates() -> None:
    """RULES 4.2: a hideout of a tile."""
    game = at_sea(laid="A B@1,0 C@2,0", area="D")
    assert refused(game, sail("reserve", "C!")) == "4.2"


def test_a_pirate_may_sail_to_a_shore_or_another_hideout() -> None:
    """RULES 4.2: from a shore or a hideout."""
    game = at_sea(ships="0:A!")
    play(game, sail("A!", "B!"))
    assert list(game.position.pirate)[:2] == [-1, 0]
    play(game, sail("B!", "A0"))
    assert (game.position.pirates[0], ships_at(game, "A0", 0)) == (0, 1)


def test_a_pirate_cannot_stay_at_its_own_hideout() -> None:
    """RULES 4.2: a moved ship must end somewhere else."""
    game = at_sea(ships="0:A!")
    assert refused(game, sail("A!", "A!")) == "4.2"


def test_a_hideout_left_is_free_again() -> None:
    """RULES 4.2: free while no ship is there."""
    game = at_sea(ships="0:A!")
    play(game, sail("A!", "A1"), sail("reserve", "A!"))


def test_no_tile_is_placed_with_a_hideout() -> None:
    """RULES 4.2: no tile is placed with this."""
    tiles = {**TILES, "C": "!03 ebony"}
    game = a_game(tiles=tiles, laid="A B@1,0", area="C", hand="ship*2")
    assert refused(game, sail("reserve", "C!", explore="C@2,0")) == "4.2"
    assert refused(game, sail("reserve", "C!")) == "4.2", "a tile already in play"


# ---- exploring ---------------------------------------------------------------------------


def test_exploring_lays_a_face_up_tile_and_docks_there() -> None:
    """RULES 4.2: take a face-up tile, place it, and dock at a part of that very tile."""
    game = at_sea(luck="F00")
    event = play(game, sail("reserve", "C0", explore="C@2,0"))
    assert event.explored == Explored("C", (2, 0), 0, "F00")
    assert ships_at(game, "C0", 0) == 1


def test_who_explores_docks_at_that_very_tile() -> None:
    """RULES 4.2: at a part of that very tile, even if an old part is of the same island."""
    game = at_sea()
    assert refused(game, sail("reserve", "B1", explore="C@2,0")) == "4.2"
    assert refused(game, sail("reserve", "C1", explore="C@2,0")) == "4.2"
    assert refused(game, sail("reserve", "A!", explore="C@2,0")) == "4.2"


def test_parts_that_the_new_tile_joins_are_one_destination() -> None:
    """RULES 2, 4.2: C's two parts belong to one island once laid, and either names it."""
    tiles = {"A": "01", "B": "32", "C": "4 | 5 | -"}
    game = a_game(tiles=tiles, laid="A B@1,0", area="C", hand="ship*2")
    explored = {
        move.to for move in game.legal_moves if isinstance(move, Ship) and move.explored is not None
    }
    assert explored == {place("C0"), place("C2")}
    for shore in ("C0", "C1"):
        assert sail("reserve", shore, explore="C@0,1") in game.legal_moves


def test_only_face_up_tiles_can_be_explored() -> None:
    """RULES 4.2: take a face-up tile."""
    game = at_sea()
    for tile in ("F00", "A", "Z"):
        assert refused(game, sail("reserve", f"{tile}0", explore=f"{tile}@2,0")) == "4.2"


def test_the_area_is_refilled_at_once() -> None:
    """RULES 4.2: refill the area at once."""
    game = at_sea(area="C D F15", luck="F05")
    play(game, sail("reserve", "D0", explore="D@2,0"))
    assert [game.setup.tile_id(tile) for tile in game.position.area] == ["C", "F05", "F15"]


def test_the_last_tile_of_the_stack_is_turned_up() -> None:
    """RULES 4.2: refilled while the stack lasts."""
    game = at_sea(fields={"stack": 1}, luck="F07")
    play(game, sail("reserve", "C0", explore="C@2,0"))
    assert game.setup.tile_id(game.position.area[0]) == "F07"
    assert game.position.stack == 0


def test_the_area_shrinks_when_the_stack_is_empty() -> None:
    """RULES 4.2: while the stack lasts; then the area shrinks until it is empty."""
    game = at_sea(fields={"stack": 0})
    event = play(game, sail("reserve", "C0", explore="C@2,0"))
    assert event.explored.revealed is None
    assert list(game.position.area).count(-1) == 2
    play(game, sail("reserve", "D0", explore="D@3,0"))
    assert list(game.position.area) == [-1, -1, -1]
    assert cells(game, "C") == set()


def test_the_island_may_be_used_at_once() -> None:
    """RULES 4.2: in the same turn."""
    game = at_sea(hand="ship*5 plantation", luck="F00")
    play(game, sail("reserve", "C0", explore="C@2,0"), work("plantation", "C0.0", "ship*2"))
    assert "plantation" not in kinds_of_moves(game)


def test_a_ship_that_joins_islands_by_its_own_tile_leaves_the_merged_island() -> None:
    """RULES 2, 4.2: the ship is moved to the new tile, and lies at the merged island once."""
    game = a_game(
        tiles={"A": "0 | 1", "B": "23", "C": "45"},
        laid="A B@1,0",
        area="C",
        ships="0:A1 0:A0",
        hand="ship*2",
    )
    play(game, sail("A1", "C0", explore="C@0,1"))
    assert ships_at(game, "A0", 0) == 2
    assert game.position.reserve[0] == 3


def test_without_any_destination_no_ship_card_can_be_played() -> None:
    """RULES 4.1, 4.2: one island, no hideout, no tile: a ship in play cannot go anywhere."""
    game = a_game(tiles={"A": "03"}, ships=" ".join(["0:A0"] * 5), hand="ship*2")
    assert kinds_of_moves(game) == {"end_turn"}
    assert refused(game, sail("A0", "A0")) == "4.2"


def test_a_lone_pirate_can_always_come_ashore() -> None:
    """RULES 4.2: every island always keeps a shore (RULES 2)."""
    game = a_game(tiles={"A": "!03"}, ships="0:A!", hand="ship*2")
    play(game, sail("A!", "A0"))


def test_a_ship_stays_in_play_for_good() -> None:
    """RULES 4.2: nothing brings a ship back to the reserve."""
    game = at_sea(ships="0:A0")
    play(game, sail("A0", "A!"), sail("A!", "A1"))
    assert game.position.reserve[0] == 4


@pytest.mark.parametrize("at", ["A0", "A1", "B1"])
def test_each_island_is_one_destination(at: str) -> None:
    """RULES 4.2: of the parts of one island, one is offered; every other is accepted too."""
    game = at_sea(ships=f"0:{at}", area="", fields={"stack": 0})
    docks = [
        move for move in game.legal_moves if isinstance(move, Ship) and move.origin != "reserve"
    ]
    assert len(docks) == 2 + 2, "two other islands and two hideouts"
