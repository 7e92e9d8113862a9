"""RULES 2 and RECORD "Tile set files": what makes a tile and a tile set well formed."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, cast

import pytest

from ilos.rules.names import RESOURCES, SITE_KINDS, Resource, SiteKind
from ilos.rules.tiles import Part, Tile, TileSet, problems

PRICES = {
    "ebony": (1, 2, 3, 4, 5),
    "spice": (1, 2, 3, 4, 5),
    "pigment": (1, 2, 3, 4, 5),
    "gold": (3, 4, 5, 6, 7),
}


def part(sides: Sequence[Any] = (), sites: Sequence[Any] = ()) -> Part:
    return Part(tuple(sides), cast("tuple[SiteKind, ...]", tuple(sites)))


def tile(*parts: Part, tile_id: Any = "A", hideout: Any = False) -> Tile:
    return Tile(tile_id, hideout, parts)


def a_set(*first: Tile, count: int = 20) -> TileSet:
    """A well-formed set that begins with the given tiles."""
    rest = [tile(part([0, 3], ["spice"]), tile_id=f"R{n}") for n in range(count - len(first))]
    return TileSet("test", (*first, *rest), cast("dict[Resource, tuple[int, ...]]", dict(PRICES)))


def faults_of(*parts: Part) -> list[str]:
    return problems(a_set(tile(*parts)))


def with_row(resource: str, row: tuple[Any, ...]) -> TileSet:
    tile_set = a_set()
    return replace(tile_set, market={**tile_set.market, cast("Resource", resource): row})


def test_a_part_owns_the_land_sides_it_reaches() -> None:
    """RULES 2: each side is land of one part, or sea."""
    it = tile(part([4, 0]), part([2]))
    assert it.land_sides == (0, 2, 4)
    assert [it.part_at(side) for side in range(6)] == [0, None, 1, None, 0, None]


def test_the_sites_of_a_tile_are_those_of_its_parts() -> None:
    """RULES 2: a part owns the sites printed on it."""
    assert tile(part([0], ["gold"]), part([], ["ruins", "ebony"])).sites == (
        "gold",
        "ruins",
        "ebony",
    )


def test_a_tile_is_found_by_its_id_and_no_other_is() -> None:
    """RECORD: a tile is named by its id."""
    tile_set = a_set()
    assert tile_set.tile("R3") is tile_set.tiles[3]
    with pytest.raises(KeyError):
        tile_set.tile("R99")


def test_equal_tile_sets_have_equal_hashes() -> None:
    """Records embed sets, so readers keep them by content."""
    assert a_set() == a_set()
    assert hash(a_set()) == hash(a_set())


@pytest.mark.parametrize(
    "parts",
    [
        [part(range(6), SITE_KINDS)],
        [part(), part(), part()],
        [part([], ["gold"] * 8)],
        [part([0, 3]), part([1, 2]), part([4, 5])],
        [part([0, 1]), part([2, 5])],
        [part([5, 0, 1]), part([2, 3, 4])],
        [part([0]), part([2]), part([4])],
    ],
    ids=["all land", "bare islets", "eight sites", "bridge", "nested", "halves", "capes"],
)
def test_odd_tiles_are_well_formed(parts: list[Part]) -> None:
    """RECORD: any well-formed set plays; RULES 9 binds the default set only."""
    assert faults_of(*parts) == []


def test_a_side_owned_twice_is_a_fault() -> None:
    """RECORD: a side belongs to one part at most."""
    assert faults_of(part([0, 1]), part([1])) == [
        "tile A: side 1 is owned twice, by part 0 and part 1"
    ]


def test_a_side_named_twice_by_one_part_is_a_fault() -> None:
    """RECORD: a side owned twice is refused, also by the same part."""
    assert faults_of(part([2, 2])) == ["tile A: side 2 is owned twice, by part 0 and part 0"]


@pytest.mark.parametrize("side", [-1, 6, True, 1.0, "1", None, [1]])
def test_a_side_outside_0_to_5_is_a_fault(side: Any) -> None:
    """RECORD: sides are whole numbers from 0 to 5; a boolean is none."""
    (fault,) = faults_of(part([0]), part([side]))
    assert fault.startswith("tile A: part 1 has side ")
    assert "not a whole number from 0 to 5" in fault


@pytest.mark.parametrize("site", ["silver", "Gold", "", "ship", 3, None, ["gold"]])
def test_an_unknown_site_is_a_fault(site: Any) -> None:
    """RECORD: a site is one of six names."""
    (fault,) = faults_of(part([0], ["gold", site]))
    assert fault == f"tile A: part 0 has an unknown site {site!r}"


def test_more_than_8_sites_on_a_tile_is_a_fault() -> None:
    """RECORD: the sites of all parts count together."""
    assert faults_of(part([0], ["gold"] * 5), part([3], ["ruins"] * 4)) == [
        "tile A: it has 9 sites, more than 8"
    ]


def test_a_duplicate_id_is_a_fault() -> None:
    """RECORD: ids differ."""
    assert problems(a_set(tile(part([0])), tile(part([1])), tile(part([2])))) == [
        "tile A: the id is used 3 times"
    ]


@pytest.mark.parametrize("tile_id", ["", None, 7, True, ["A"], "\ud800"])
def test_an_id_that_is_no_text_is_a_fault(tile_id: Any) -> None:
    """RECORD: a tile is named by its id, so it must be a text and not an empty one."""
    (fault,) = problems(a_set(tile(part([0]), tile_id=tile_id)))
    assert fault.startswith("tile number 1: the id is ")


@pytest.mark.parametrize("name", [None, 3, "\udfff"])
def test_a_name_that_is_no_text_is_a_fault(name: Any) -> None:
    """RECORD: a set has a name."""
    (fault,) = problems(replace(a_set(), name=name))
    assert fault.startswith("the name of the set is ")


@pytest.mark.parametrize("count", [0, 19, 21])
def test_a_set_has_exactly_20_tiles(count: int) -> None:
    """RECORD: not exactly 20 tiles is refused."""
    assert problems(a_set(count=count)) == [f"the set has {count} tiles, not exactly 20"]


@pytest.mark.parametrize("count", [0, 4])
def test_a_tile_has_one_to_three_parts(count: int) -> None:
    """RULES 2: the land of a tile forms 1 to 3 parts."""
    parts = [part([side]) for side in range(count)]
    assert faults_of(*parts) == [f"tile A: it has {count} parts, not 1 to 3"]


@pytest.mark.parametrize("hideout", [0, 1, None, "true"])
def test_a_hideout_is_there_or_not(hideout: Any) -> None:
    """RULES 2: a tile may have one hideout, so it is true or false and no number."""
    (fault,) = problems(a_set(tile(part([0]), hideout=hideout)))
    assert fault == f"tile A: hideout is {hideout!r}, not true or false"


@pytest.mark.parametrize(
    "parts",
    [
        [part([0, 3]), part([1, 4])],
        [part([0, 2]), part([1, 5])],
        [part([0, 2, 4]), part([1, 3, 5])],
        [part([3]), part([0, 4]), part([2, 5])],
    ],
)
def test_parts_never_cross(parts: list[Part]) -> None:
    """RULES 2: going round the tile, the sides of two parts do not interleave."""
    (fault,) = faults_of(*parts)
    assert "cross: their sides interleave round the tile" in fault


@pytest.mark.parametrize(
    "row",
    [
        (),
        (1, 2, 3, 4),
        (1, 2, 3, 4, 5, 6),
        (1, 2, 2, 3, 4),
        (5, 4, 3, 2, 1),
        (0, 1, 2, 3, 4),
        (-2, -1, 1, 2, 3),
        (1, 2, 3, 4, 5.0),
        (True, 2, 3, 4, 5),
        ("1", "2", "3", "4", "5"),
        (1, 2, 3, 4, None),
    ],
)
def test_a_price_row_is_five_ascending_positive_whole_numbers(row: tuple[Any, ...]) -> None:
    """RECORD: five strictly ascending positive whole numbers for each resource."""
    (fault,) = problems(with_row("gold", row))
    assert fault.startswith("the market row for gold is ")


@pytest.mark.parametrize("resource", RESOURCES)
def test_every_resource_has_a_price_row(resource: Resource) -> None:
    """RECORD: the market has four rows."""
    tile_set = a_set()
    rows = {name: row for name, row in tile_set.market.items() if name != resource}
    assert problems(replace(tile_set, market=rows)) == [f"the market has no row for {resource}"]


def test_large_prices_are_well_formed() -> None:
    """RECORD: prices have no upper limit."""
    assert problems(with_row("spice", (1, 10, 10**6, 10**9, 10**12))) == []


def test_every_fault_is_named_and_not_only_the_first() -> None:
    """RECORD: a reader names the tile and the fault."""
    bad = a_set(
        tile(part([0, 3]), part([1, 4]), tile_id="X"),
        tile(part([9], ["tin"]), tile_id="Y"),
        count=19,
    )
    assert problems(bad) == [
        "the set has 19 tiles, not exactly 20",
        "tile X: parts 0 and 1 cross: their sides interleave round the tile",
        "tile Y: part 0 has an unknown site 'tin'",
        "tile Y: part 0 has side 9, not a whole number from 0 to 5",
    ]


def test_a_fault_stays_on_one_short_line() -> None:
    """Messages go to one line of a terminal, whatever the file holds."""
    monster = tile(part([0], ["x" * 10_000]), tile_id="line\nbreak" * 1000)
    for fault in problems(a_set(monster)):
        assert "\n" not in fault
        assert len(fault) < 200
