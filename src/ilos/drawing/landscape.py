"""A printed tile as a landscape: coasts, sites, hideout, woods, palms, waves and berths for ships.

Computed once per printed tile, in printed orientation; `Placed` turns and moves it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from ilos.drawing.coast import (
    COUNT,
    LEVELS,
    LOW,
    STEP,
    WIDTH,
    Field,
    Loop,
    fields_of,
    grid_point,
    loops_at,
)
from ilos.drawing.dice import dice, seed_of
from ilos.drawing.hexes import Point, centre_of, distance, least_inset, turned
from ilos.drawing.skeleton import Spot, capes_of, lands_of, spots_of
from ilos.rules.tiles import Tile

BERTHS: Final = 6  # for each part; more ships than that share a berth and a number


@dataclass(frozen=True, slots=True)
class Mark:
    """A small thing painted on the landscape; `shade` from 0 to 1 tells which kind."""

    point: Point
    shade: float


@dataclass(frozen=True, slots=True)
class Landscape:
    """All that the pictures show of a printed tile."""

    coasts: dict[str, list[Loop]]  # by the levels of `coast.LEVELS`
    outlines: list[list[Loop]]  # for each part its coast
    sites: list[Spot]
    hideout: Point | None
    berths: list[list[Point]]  # for each part, the best first
    tufts: list[Mark]
    palms: list[Mark]
    waves: list[Mark]


@dataclass(frozen=True, slots=True)
class Placed:
    """A tile set down on the chart, turned; one that lies in no cell has no neighbours."""

    tile: Tile
    centre: Point
    rotation: int = 0
    cell: tuple[int, int] | None = None

    @property
    def landscape(self) -> Landscape:
        return landscape_of(self.tile)

    def at(self, point: Point) -> Point:
        """Where a point of the printed tile lies on the chart."""
        x, y = turned(point, self.rotation)
        return x + self.centre[0], y + self.centre[1]


def laid(tile: Tile, cell: tuple[int, int], rotation: int) -> Placed:
    """A tile of the archipelago."""
    return Placed(tile, centre_of(cell), rotation, cell)


@lru_cache(maxsize=256)
def landscape_of(tile: Tile) -> Landscape:
    """The landscape of a printed tile, always the same for the same tile."""
    seed = seed_of(tile.id)
    roll = dice(seed)
    lands = lands_of(tile, roll)
    spots = spots_of(tile, lands, roll)
    fields = fields_of(tile, lands, spots, capes_of(lands, spots, roll), seed)
    loops = {level: [loops_at(field, level) for field in fields] for level in LEVELS}
    lowest = [min(heights) for heights in zip(*(field.heights for field in fields), strict=True)]
    sites = [spot for spot in spots if spot.part >= 0]
    hideout = next((spot.point for spot in spots if spot.part < 0), None)
    scatter = _Scatter(lowest, [spot.point for spot in sites], hideout, roll)
    return Landscape(
        {level: [loop for part in parts for loop in part] for level, parts in loops.items()},
        loops["coast"],
        sites,
        hideout,
        [_berths(index, fields, hideout) or [lands[index].heart] for index in range(len(fields))],
        scatter.marks(60, 700, rim=4, gap=6.4, heights=(-60, -10.5), clear=18.6),
        scatter.marks(4, 500, rim=14, gap=34, heights=(-7.5, -3.4), clear=21),
        scatter.marks(4, 300, rim=12, gap=24, heights=(25, 99), clear=0),
    )


def _berths(index: int, fields: list[Field], hideout: Point | None) -> list[Point]:
    """Places just offshore, clear of other parts and of the hideout, spread along the coast."""
    found = []
    for number, height in enumerate(fields[index].heights):
        if not 9.5 <= height <= 15:
            continue
        point = grid_point(number)
        rim = least_inset(*point)
        if rim < 15:
            continue
        others = [field.heights[number] for field in fields if field is not fields[index]]
        clear = min(others, default=99.0)
        if hideout:
            clear = min(clear, distance(hideout, point) - 17)
        if clear >= 9.5:
            worth = min(clear, 22) + min(rim, 26) * 0.5 + point[1] * 0.02 - abs(height - 12)
            found.append((-worth, point))
    berths: list[Point] = []
    for gap in (29, 25, 20):
        for _, point in sorted(found):
            if len(berths) < BERTHS and all(distance(point, other) >= gap for other in berths):
                berths.append(point)
    return berths


@dataclass(frozen=True, slots=True)
class _Scatter:
    """Throws marks at a tile and keeps those that fall where they belong."""

    lowest: list[float]
    sites: list[Point]
    hideout: Point | None
    roll: Callable[[], float]

    def marks(
        self,
        most: int,
        throws: int,
        *,
        rim: float,  # at least this far from the sides of the tile
        gap: float,  # and from each other
        heights: tuple[float, float],
        clear: float,  # and this far from sites
    ) -> list[Mark]:
        kept: list[Mark] = []
        for _ in range(throws):
            point = (self.roll() * 2 - 1) * 92, (self.roll() * 2 - 1) * 100
            if len(kept) == most:
                break
            if (
                least_inset(*point) >= rim
                and heights[0] <= self._height(point) <= heights[1]
                and all(distance(site, point) > clear for site in self.sites)
                and all(distance(mark.point, point) > gap for mark in kept)
                and not (self.hideout and distance(self.hideout, point) < 26)
            ):
                kept.append(Mark(point, self.roll()))
        return kept

    def _height(self, point: Point) -> float:
        """Between the four grid points round about."""
        x, y = (point[0] - LOW) / STEP, (point[1] - LOW) / STEP
        column, row = min(int(x), COUNT - 1), min(int(y), COUNT - 1)
        u, w = x - column, y - row
        at = row * WIDTH + column
        h = self.lowest
        top = h[at] * (1 - u) + h[at + 1] * u
        return top * (1 - w) + (h[at + WIDTH] * (1 - u) + h[at + WIDTH + 1] * u) * w
