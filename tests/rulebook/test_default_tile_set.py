"""RULES 9: the constraints that bind the default tile set and chart, one test each."""

from collections import Counter
from itertools import combinations

from ilos.records.tile_sets import default_tile_set
from ilos.rules.tiles import Tile, problems

NEIGHBOURS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
Shape = tuple[bool, ...]  # of a turned tile: which of the six sides are land

TILES = default_tile_set().tiles


def likeness(tile: Tile, mirrored: bool = False) -> tuple[object, ...]:
    """The same for two tiles that are alike under rotation, and only for those."""
    way = -1 if mirrored else 1
    turned = [
        sorted(
            (sorted((way * side + turn) % 6 for side in part.sides), sorted(part.sites))
            for part in tile.parts
        )
        for turn in range(6)
    ]
    return (tile.hideout, repr(min(turned)))


def shapes(tile: Tile) -> set[Shape]:
    """The land and sea that a tile shows, in each of its rotations."""
    land = [side in tile.land_sides for side in range(6)]
    return {tuple(land[(side - turn) % 6] for side in range(6)) for turn in range(6)}


def open_cells(laid: dict[tuple[int, int], Shape]) -> dict[tuple[int, int], dict[int, bool]]:
    """The empty cells that some land faces, with the sides that are laid down already."""
    cells: dict[tuple[int, int], dict[int, bool]] = {}
    for (q, r), land in laid.items():
        for side, (dq, dr) in enumerate(NEIGHBOURS):
            if (q + dq, r + dr) not in laid:
                cells.setdefault((q + dq, r + dr), {})[(side + 3) % 6] = land[side]
    return {cell: sides for cell, sides in cells.items() if any(sides.values())}


def fits(shape: Shape, sides: dict[int, bool]) -> bool:
    return all(shape[side] == land for side, land in sides.items())


def test_the_default_set_is_well_formed() -> None:
    """RULES 9: the default set passes the checks of every set."""
    assert problems(default_tile_set()) == []


def test_the_twenty_tiles_are_numbered() -> None:
    """RULES 9: 20 tiles, known from the box."""
    assert [tile.id for tile in TILES] == [f"T{number:02}" for number in range(1, 21)]


def test_the_chart_rises_from_1_to_5_and_gold_from_3_to_7() -> None:
    """RULES 9: ebony, spice, pigment 1 2 3 4 5; gold 3 4 5 6 7."""
    assert default_tile_set().market == {
        "ebony": (1, 2, 3, 4, 5),
        "spice": (1, 2, 3, 4, 5),
        "pigment": (1, 2, 3, 4, 5),
        "gold": (3, 4, 5, 6, 7),
    }


def test_there_are_68_sites_in_the_numbers_of_the_rules() -> None:
    """RULES 9: 14 ebony, 14 spice, 14 pigment, 10 gold, 10 construction, 6 ruins."""
    assert Counter(site for tile in TILES for site in tile.sites) == {
        "ebony": 14,
        "spice": 14,
        "pigment": 14,
        "gold": 10,
        "construction": 10,
        "ruins": 6,
    }


def test_every_tile_has_3_or_4_sites() -> None:
    """RULES 9: 3 or 4 on every tile."""
    assert {len(tile.sites) for tile in TILES} == {3, 4}


def test_no_tile_has_more_than_one_gold_site() -> None:
    """RULES 9: no tile with more than one gold site."""
    assert max(tile.sites.count("gold") for tile in TILES) == 1


def test_no_tile_has_more_than_two_sites_of_one_kind() -> None:
    """RULES 9: nor more than two of one kind."""
    assert max(max(Counter(tile.sites).values()) for tile in TILES) == 2


def test_there_are_8_hideouts() -> None:
    """RULES 9: 8 tiles with a hideout."""
    assert sum(tile.hideout for tile in TILES) == 8


def test_every_hideout_lies_between_two_parts_or_more() -> None:
    """RULES 9: none of them with fewer than 2 parts."""
    assert all(len(tile.parts) >= 2 for tile in TILES if tile.hideout)


def test_every_hideout_has_gold_ruins_or_a_building_ground_to_raid() -> None:
    """Ours: a hideout lies beside something worth a raid."""
    rich = {"gold", "ruins", "construction"}
    assert all(rich & set(tile.sites) for tile in TILES if tile.hideout)


def test_every_tile_has_1_to_3_parts() -> None:
    """RULES 9: each tile 1 to 3 parts; ours has all three."""
    assert {len(tile.parts) for tile in TILES} == {1, 2, 3}


def test_every_tile_has_2_to_4_land_sides() -> None:
    """RULES 9: each tile 2 to 4 land sides; ours has all three."""
    assert {len(tile.land_sides) for tile in TILES} == {2, 3, 4}


def test_there_are_60_land_sides() -> None:
    """RULES 9: 60 over the whole set."""
    assert sum(len(tile.land_sides) for tile in TILES) == 60


def test_every_part_has_a_site_or_a_land_side() -> None:
    """RULES 9: every part has a site or a land side."""
    assert all(part.sites or part.sides for tile in TILES for part in tile.parts)


def test_every_part_without_a_land_side_has_a_site() -> None:
    """RULES 9: an islet is worth a landing."""
    assert all(part.sites for tile in TILES for part in tile.parts if not part.sides)


def test_no_two_tiles_are_alike_under_rotation() -> None:
    """RULES 9: no two tiles alike under rotation."""
    assert len({likeness(tile) for tile in TILES}) == 20


def test_no_two_tiles_are_alike_in_a_mirror() -> None:
    """Ours: nor is one the other's mirror image."""
    for first, second in combinations(TILES, 2):
        assert likeness(first) != likeness(second, mirrored=True), (first.id, second.id)


def test_the_land_sides_of_a_tile_never_lie_in_one_row() -> None:
    """Ours, for RULES 9: tiles like that can close a small archipelago to all comers."""
    for tile in TILES:
        rows = sum((side + 1) % 6 not in tile.land_sides for side in tile.land_sides)
        assert rows >= 2, tile.id


def test_every_tile_fits_every_archipelago_of_two_tiles() -> None:
    """RULES 9: no first-island choice is without a legal placement (all of them, not a sample)."""
    every_shape = {tile.id: shapes(tile) for tile in TILES}
    tried = 0
    for first in sorted(set().union(*every_shape.values())):
        for cell, sides in open_cells({(0, 0): first}).items():
            for second in sorted(set().union(*every_shape.values())):
                if not fits(second, sides):
                    continue
                cells = open_cells({(0, 0): first, cell: second}).values()
                for tile_id, turned in every_shape.items():
                    assert any(fits(shape, sides) for shape in turned for sides in cells), tile_id
                tried += 1
    assert tried > 1000
