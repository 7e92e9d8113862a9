"""RULES 2: tiles, sides, islands and the exploration rule."""

from typing import Any

import pytest
from tables import (
    a_game,
    are_one_island,
    board,
    build,
    cells,
    play,
    refused,
    sail,
    ships_at,
    work,
)

NEIGHBOURS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
LAND = "012345"


@pytest.mark.parametrize("side", range(6))
def test_side_k_of_a_cell_faces_neighbour_k(side: int) -> None:
    """RULES 2: clockwise from east (+1,0), (0,+1), (−1,+1), (−1,0), (0,−1), (+1,−1)."""
    game = a_game(tiles={"A": f"{side}", "B": "0"}, area="B", hand="ship*2")
    assert cells(game, "B") == {(NEIGHBOURS[side], (side + 3) % 6)}


@pytest.mark.parametrize("rotation", range(6))
@pytest.mark.parametrize("printed", range(6))
def test_a_turned_tile_shows_its_printed_side_s_at_side_s_plus_t(
    printed: int, rotation: int
) -> None:
    """RULES 2: a tile turned by rotation t shows its printed side s at side (s+t) mod 6."""
    game = a_game(tiles={"A": LAND, "B": f"{printed}"}, area="B", hand="ship*2")
    found = {cell for cell, turn in cells(game, "B") if turn == rotation}
    assert found == {NEIGHBOURS[((printed + rotation) + 3) % 6]}


def test_land_must_meet_land() -> None:
    """RULES 2: touching sides must agree."""
    game = a_game(tiles={"A": "0", "B": "3"}, area="B", hand="ship*2")
    assert refused(game, sail("reserve", "B0", explore="B@1,0/1")) == "2"
    play(game, sail("reserve", "B0", explore="B@1,0/0"))


def test_sea_against_sea_alone_is_not_enough() -> None:
    """RULES 2: at least one touching pair must be land–land."""
    game = a_game(tiles={"A": "0", "B": "3"}, area="B", hand="ship*2")
    assert refused(game, sail("reserve", "B0", explore="B@-1,0/1")) == "2"


def test_every_touching_pair_must_agree() -> None:
    """RULES 2: a tile between two others must suit both."""
    between = sail("reserve", "C0", explore="C@0,1")
    table: dict[str, Any] = {"laid": "A B@1,0", "area": "C", "hand": "ship*2"}
    sea_at_b = a_game(tiles={"A": "01", "B": "3", "C": "45"}, **table)
    assert refused(sea_at_b, between) == "2"
    land_at_b = a_game(tiles={"A": "01", "B": "23", "C": "45"}, **table)
    play(land_at_b, between)


def test_a_tile_goes_on_an_empty_cell() -> None:
    """RULES 2: a new tile goes on an empty cell."""
    game = a_game(tiles={"A": "03", "B": "03"}, area="B", hand="ship*2")
    assert refused(game, sail("reserve", "B0", explore="B@0,0")) == "2"


@pytest.mark.parametrize("cell", ["2,0", "-2,0", "9,9", "500,-500", "32,0", "-33,0"])
def test_a_tile_goes_next_to_a_tile_in_play(cell: str) -> None:
    """RULES 2: next to at least one tile in play."""
    game = a_game(tiles={"A": LAND, "B": LAND}, area="B", hand="ship*2")
    assert refused(game, sail("reserve", "B0", explore=f"B@{cell}")) == "2"


def test_a_seventh_rotation_does_not_exist() -> None:
    """RULES 2: rotations are 0 to 5, even when a tile looks the same however turned."""
    game = a_game(tiles={"A": LAND, "B": LAND}, area="B", hand="ship*2")
    assert refused(game, sail("reserve", "B0", explore="B@1,0/6")) == "2"
    assert len(cells(game, "B")) == 36


def test_parts_of_one_tile_are_separate_islands() -> None:
    """RULES 2: the land of a tile forms separate island parts."""
    game = a_game(tiles={"A": "0 | 3 | -"})
    assert game.position.islands == 3
    assert not are_one_island(game, "A0", "A1")
    assert not are_one_island(game, "A1", "A2")


def test_where_land_meets_land_the_parts_are_one_island() -> None:
    """RULES 2: the two parts belong to one island."""
    game = a_game(tiles={"A": "0 | 3", "B": "03"}, laid="A B@1,0")
    assert are_one_island(game, "A0", "B0")
    assert not are_one_island(game, "A1", "B0")


def test_islands_join_through_the_part_that_owns_the_side() -> None:
    """RULES 2: a turned tile joins by the side it shows, not by the one printed there."""
    game = a_game(tiles={"A": "0", "B": "1 | 3"}, laid="A B@1,0/2")
    assert are_one_island(game, "A0", "B0"), "printed side 1, turned by 2, lies at side 3"
    assert not are_one_island(game, "A0", "B1")


def test_islands_merge_as_tiles_arrive() -> None:
    """RULES 2: islands merge; all ships on their shores then lie at the one island."""
    tiles = {"A": "0 ebony | 1 spice", "B": "23", "C": "45"}
    game = a_game(tiles=tiles, laid="A B@1,0", area="C", ships="0:A0 0:A1 1:A1", hand="ship*2")
    assert not are_one_island(game, "A0", "A1")
    play(game, sail("reserve", "C0", explore="C@0,1"))
    assert are_one_island(game, "A0", "A1")
    assert (ships_at(game, "C0", 0), ships_at(game, "C0", 1)) == (3, 1)


def test_merged_islands_share_forts_and_plantations() -> None:
    """RULES 2, 4.3: what stands on an island stands on whatever it grows into."""
    tiles = {"A": "!0 construction | 1 spice", "B": "23 construction construction", "C": "45"}
    game = a_game(
        tiles=tiles,
        laid="A B@1,0",
        area="C",
        ships="0:A0 0:A0 1:A!",
        pioneers="0:A0.0=fort 1:A1.0",
        hand="ship*2 building*2 ship*2",
    )
    assert refused(game, build("spice", "B0.0", "ship*2")) == "4.3"
    play(game, sail("reserve", "C0", explore="C@0,1"), build("spice", "B0.0", "ship*2"))
    assert board(game, 0)["spice"] == 1


def test_it_does_not_matter_which_of_two_merged_islands_is_older() -> None:
    """RULES 2, 4.3: crops of the younger can be copied, a fort on the older protects all."""
    tiles = {"A": "0 | 1 construction construction", "B": "!3 | 2 spice ebony", "C": "45"}
    game = a_game(
        tiles=tiles,
        laid="A B@1,0",
        area="C",
        ships="0:A1 0:A1 1:B!",
        pioneers="1:B1.0 0:A1.0=fort",
        hand="building plantation ship*8",
    )
    play(game, sail("reserve", "C0", explore="C@0,1"))
    play(game, build("spice", "A1.1", "ship*2"), work("plantation", "B1.1", "ship*2"))


def test_a_part_without_sides_is_an_island_for_ever() -> None:
    """RULES 2: a part owns the land sides that it reaches, possibly none."""
    game = a_game(tiles={"A": "- ebony", "B": "-"}, ships="0:A0", area="B", hand="ship*2")
    assert cells(game, "B") == set()
    assert refused(game, sail("reserve", "B0", explore="B@1,0")) == "2"


def test_a_ring_of_land_joins_nothing_twice() -> None:
    """RULES 2: an island is a connected set of parts, however many ways they connect."""
    ring = dict.fromkeys("ABCDEFG", LAND)
    ring["C"] = "012345 ebony"
    laid = "A " + " ".join(f"{n}@{q},{r}" for n, (q, r) in zip("BCDEFG", NEIGHBOURS, strict=True))
    game = a_game(tiles=ring, laid=laid, ships="0:F0", hand="plantation ship*2")
    assert game.position.islands == 1
    play(game, work("plantation", "C0.0", "ship*2"))


def test_the_archipelago_may_have_holes() -> None:
    """RULES 2: a hole is an empty cell next to tiles like any other."""
    ring = dict.fromkeys("ABCDEF", LAND) | {"Z": LAND, "Y": "01234"}
    places = ("0,0", "1,0", "1,1", "0,2", "-1,2", "-1,1")
    laid = " ".join(f"{n}@{where}" for n, where in zip("ABCDEF", places, strict=True))
    game = a_game(tiles=ring, laid=laid, area="Z Y", hand="ship*4")
    assert ((0, 1), 0) in cells(game, "Z")
    assert refused(game, sail("reserve", "Y0", explore="Y@0,1")) == "2", "one side would be sea"
    play(game, sail("reserve", "Z0", explore="Z@0,1"))
