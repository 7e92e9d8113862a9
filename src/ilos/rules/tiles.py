"""Tiles, tile sets and what makes them well formed (RULES 2 and RECORD "Tile set files").

A `Tile` is the printed design; where it lies and how it is turned belongs to a game.
Reading and writing files is left to `records.tile_sets`.
"""

import reprlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations, pairwise
from typing import Any, Final

import msgspec

from ilos.engine import constants as c
from ilos.engine.json.fragments import JsonFragments
from ilos.engine.position import Printed
from ilos.rules.moves import Berth, PartAt, Shape, SiteAt, shore
from ilos.rules.names import CARDS, RESOURCES, SITE_KINDS, Resource, SiteKind

NEIGHBOURS: Final = c.NEIGHBOURS  # (q, r) of the cell beyond each side
TILES: Final = c.TILES


class Part(Shape, frozen=True):
    """Land of one tile that hangs together: the sides it reaches and the sites printed on it."""

    sides: tuple[int, ...]  # printed sides 0 to 5, clockwise from east; none for an islet
    sites: tuple[SiteKind, ...]  # a site is named by its index here, whatever the rotation


class Tile(Shape, frozen=True):
    """The printed design of a tile.

    >>> tile = Tile("T01", True, (Part((0, 1), ("ebony", "gold")), Part((3,), ("ruins",))))
    >>> tile.land_sides, tile.part_at(3), tile.part_at(4)
    ((0, 1, 3), 1, None)
    """

    id: str
    hideout: bool
    parts: tuple[Part, ...]

    @property
    def land_sides(self) -> tuple[int, ...]:
        """The printed sides that are land, ascending; every other side is sea."""
        return tuple(sorted(side for part in self.parts for side in part.sides))

    @property
    def sites(self) -> tuple[SiteKind, ...]:
        """The sites of all parts, part by part."""
        return tuple(site for part in self.parts for site in part.sites)

    def part_at(self, side: int) -> int | None:
        """The index of the part that owns a printed side, or None where the side is sea."""
        for index, part in enumerate(self.parts):
            if side in part.sides:
                return index
        return None


@dataclass(frozen=True, repr=False)
class TileSet:
    """Twenty tiles and the market chart that belongs to them (RULES 9).

    The engine's numbers for tiles, parts and sites are named here, once for all games with a set.
    """

    name: str
    tiles: tuple[Tile, ...]
    # A dictionary cannot be hashed; equality still compares it.
    market: Mapping[Resource, tuple[int, ...]] = field(hash=False)

    def __repr__(self) -> str:
        return f"<TileSet {self.name!r}: {len(self.tiles)} tiles>"

    def __getstate__(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__dataclass_fields__}

    def tile(self, tile_id: str) -> Tile:
        """The tile with this id; KeyError if the set has none."""
        for tile in self.tiles:
            if tile.id == tile_id:
                return tile
        raise KeyError(tile_id)

    @cached_property
    def printed(self) -> dict[tuple[int, bool, int], Printed]:
        """The engine's form of the set, by seats, edition and rounds: one for all games alike."""
        return {}

    @cached_property
    def json_fragments(self) -> JsonFragments:
        """The words for all this, as JSON."""
        written = msgspec.json.encode
        sites = [b""] * (TILES * c.SITES)
        for number, site in self.sites.items():
            sites[number] = written(site)[1:-1]
        return JsonFragments(
            tiles=[written(tile.id) for tile in self.tiles],
            parts=[written(self.parts[number]) for number in sorted(self.parts)],
            hideouts=[written(berth) for berth in self.hideouts],
            sites=sites,
            cards=[written(card) for card in CARDS],
            resources=[written(resource) for resource in RESOURCES],
        )

    @cached_property
    def tile_numbers(self) -> dict[str, int]:
        """The engine's number of each tile: its place in the set."""
        return {tile.id: number for number, tile in enumerate(self.tiles)}

    @cached_property
    def parts(self) -> dict[int, PartAt]:
        """Every part by the engine's number."""
        return {
            number * c.PARTS + part: PartAt(tile.id, part)
            for number, tile in enumerate(self.tiles)
            for part in range(c.PARTS)
        }

    @cached_property
    def shores(self) -> dict[int, Berth]:
        """The berth at every part."""
        return {number: shore(part) for number, part in self.parts.items()}

    @cached_property
    def hideouts(self) -> tuple[Berth, ...]:
        """The berth on every tile's hideout, if it has one."""
        return tuple(Berth(tile.id, hideout=True) for tile in self.tiles)

    @cached_property
    def sites(self) -> dict[int, SiteAt]:
        """Every site by the engine's number."""
        return {
            number: SiteAt(tile.id, part, site)
            for t, tile in enumerate(self.tiles)
            for number, (part, site) in enumerate(
                ((p, s) for p, part in enumerate(tile.parts) for s in range(len(part.sites))),
                start=t * c.SITES,
            )
        }

    @cached_property
    def site_kinds(self) -> dict[int, SiteKind]:
        """What is printed at every site."""
        return {
            number: self.tiles[number // c.SITES].parts[at.part].sites[at.site]
            for number, at in self.sites.items()
        }


def problems(tile_set: TileSet) -> list[str]:
    """Every fault of a tile set, each naming the tile; an empty list means that it can be played.

    Values of any type are judged, so a set read from a file can be built first and asked after.
    The constraints of RULES 9 bind the default set only and are not asked here.
    """
    tiles = tile_set.tiles
    if not isinstance(tiles, Sequence) or not all(isinstance(tile, Tile) for tile in tiles):
        return [f"the tiles are {_shown(tiles)}, not a sequence of Tile"]
    if not isinstance(tile_set.market, Mapping):
        return [f"the market is {_shown(tile_set.market)}, not a row of prices by resource"]
    return [
        *_faults_of_set(tile_set),
        *(fault for index, tile in enumerate(tile_set.tiles) for fault in _faults_of(index, tile)),
        *_faults_of_market(tile_set.market),
    ]


def _faults_of_set(tile_set: TileSet) -> Iterator[str]:
    if not _is_text(tile_set.name):
        yield f"the name of the set is {_shown(tile_set.name)}, not a text"
    if len(tile_set.tiles) != TILES:
        yield f"the set has {len(tile_set.tiles)} tiles, not exactly {TILES}"
    ids = Counter(tile.id for tile in tile_set.tiles if isinstance(tile.id, str))
    for tile_id, count in ids.items():
        if count > 1:
            yield f"tile {_label(tile_id)}: the id is used {count} times"


def _faults_of(index: int, tile: Tile) -> Iterator[str]:
    if _is_text(tile.id) and tile.id:
        name = f"tile {_label(tile.id)}"
    else:
        name = f"tile number {index + 1}"
        yield f"{name}: the id is {_shown(tile.id)}, not a text of at least one character"
    if not isinstance(tile.hideout, bool):
        yield f"{name}: hideout is {_shown(tile.hideout)}, not true or false"
    if not 1 <= len(tile.parts) <= c.PARTS:
        yield f"{name}: it has {len(tile.parts)} parts, not 1 to {c.PARTS}"
    yield from (f"{name}: {fault}" for fault in _faults_of_sites(tile))
    yield from (f"{name}: {fault}" for fault in _faults_of_sides(tile))


def _faults_of_sites(tile: Tile) -> Iterator[str]:
    for index, part in enumerate(tile.parts):
        for site in part.sites:
            if site not in SITE_KINDS:
                yield f"part {index} has an unknown site {_shown(site)}"
    count = sum(len(part.sites) for part in tile.parts)
    if count > c.SITES:
        yield f"it has {count} sites, more than {c.SITES}"


def _faults_of_sides(tile: Tile) -> Iterator[str]:
    owners: dict[int, int] = {}
    for index, part in enumerate(tile.parts):
        for side in part.sides:
            if type(side) is not int or not 0 <= side < c.SIDES:
                yield f"part {index} has side {_shown(side)}, not a whole number from 0 to 5"
            elif side in owners:
                yield f"side {side} is owned twice, by part {owners[side]} and part {index}"
            else:
                owners[side] = index
    round_the_tile = [owners[side] for side in sorted(owners)]
    for first, second in combinations(sorted(set(round_the_tile)), 2):
        if _interleave([owner for owner in round_the_tile if owner in (first, second)]):
            yield f"parts {first} and {second} cross: their sides interleave round the tile"


def _interleave(owners: list[int]) -> bool:
    """True if two parts change places more than twice going once round the tile."""
    changes = sum(owner != owners[index - 1] for index, owner in enumerate(owners))
    return changes > 2


def _faults_of_market(market: Mapping[Resource, tuple[int, ...]]) -> Iterator[str]:
    for resource in RESOURCES:
        row = market.get(resource)
        if row is None:
            yield f"the market has no row for {resource}"
        elif not _is_price_row(row):
            yield (
                f"the market row for {resource} is {_shown(list(row))}, "
                f"not {c.PRICES} strictly ascending positive whole numbers"
            )


def _is_price_row(row: tuple[int, ...]) -> bool:
    return (
        len(row) == c.PRICES
        and all(type(price) is int for price in row)  # a boolean is no number here
        and row[0] > 0
        and all(low < high for low, high in pairwise(row))
    )


def _is_text(value: object) -> bool:
    """True for a text that UTF-8 can carry; JSON can smuggle in half a surrogate pair."""
    if not isinstance(value, str):
        return False
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


def _shown(value: object) -> str:
    """A value on one short line; what a file holds may be long or deeply nested."""
    return reprlib.repr(value)


def _label(tile_id: str) -> str:
    """A usual id as it is; one with spaces, control characters or great length made safe."""
    return tile_id if tile_id.isprintable() and len(tile_id) <= 30 else _shown(tile_id)
