"""The coasts of a printed tile: a height field and the lines of equal height in it.

Below 0 is land, above 0 is sea. Near a land side the field passes into |u| - 24, where u runs along
the side, so that the coasts of two neighbours meet exactly whatever their rotations.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from ilos.drawing.dice import noise
from ilos.drawing.hexes import APOTHEM, DIRECTIONS, Point, distance, least_inset
from ilos.drawing.skeleton import Cape, Land, Spot
from ilos.rules.tiles import Tile

Loop = list[Point]

LOW: Final = -108
STEP: Final = 4
COUNT: Final = 54
WIDTH: Final = COUNT + 1

CROSSING: Final = 24.0  # a coast crosses a land side this far from its middle
EDGE: Final = 20.0  # within this distance of a land side the crossing profile takes over
CHANNEL: Final = 7.0  # half the width of the water kept between two parts
FAR: Final = 34.0

# How a coast looks further in: height, and how strongly that height wavers.
LEVELS: Final = {
    "ink": (1.15, 0.75),  # the uneven skin under the sand is the pen line
    "coast": (0.0, 0.0),
    "dry": (-2.4, 1.1),
    "grass": (-6.3, 1.7),
    "wood": (-10.2, 2.6),
    "deep": (-15.5, 4.0),
}


@dataclass(slots=True)
class Field:
    """The land of one part over the grid, row by row."""

    heights: list[float]
    wavering: list[float]  # how the levels above and below the coast waver, calm at land sides


def grid_point(index: int) -> Point:
    """Where a point of the grid lies."""
    return float(LOW + index % WIDTH * STEP), float(LOW + index // WIDTH * STEP)


def fields_of(
    tile: Tile, lands: list[Land], spots: list[Spot], capes: list[Cape], seed: int
) -> list[Field]:
    """The field of each part; the same on every machine for the same seed."""
    bumps = [_bumps(index, lands[index], spots, capes) for index in range(len(tile.parts))]
    hideout = next((spot.point for spot in spots if spot.part < 0), None)
    owner = {side: index for index, part in enumerate(tile.parts) for side in part.sides}
    waver = noise(seed ^ 77)
    fields = [Field([], []) for _ in tile.parts]
    rough = _roughness(seed)
    for x, y in map(grid_point, range(WIDTH * WIDTH)):
        if least_inset(x, y) < -7:
            for field in fields:
                field.heights.append(FAR)
                field.wavering.append(0.0)
            continue
        raw = [rough(index, x, y, bump(x, y)) for index, bump in enumerate(bumps)]
        floor = 23 - math.hypot(x - hideout[0], y - hideout[1]) if hideout else -FAR
        for index, field in enumerate(fields):
            own = raw[index]
            others = raw[:index] + raw[index + 1 :]
            channel = CHANNEL - (min(others) - own) / 2 if others else floor
            height, calm = _at_the_rim(x, y, max(own, floor, channel), index, owner)
            field.heights.append(height)
            near = calm and -25 < height < 6  # further out no level is looked for
            field.wavering.append(calm * waver(x * 0.075, y * 0.075) if near else 0.0)
    return fields


def _roughness(seed: int) -> Callable[[int, float, float, float], float]:
    """Adds two octaves of noise to the height of a part, where its coast may run."""
    coarse, fine = noise(seed), noise(seed ^ 0x9E37)

    def rough(part: int, x: float, y: float, height: float) -> float:
        if not -25 < height < 25:
            return height
        height += 4.2 * coarse(x * 0.05 + part * 7, y * 0.05)
        return height + 1.7 * fine(x * 0.12, y * 0.12 + part * 5)

    return rough


def _bumps(
    index: int, land: Land, spots: list[Spot], capes: list[Cape]
) -> Callable[[float, float], float]:
    """Land as a smooth union of arms, sites and capes."""
    arms = [(_segments(arm), *_box(arm)) for arm in land.arms]
    discs = [(spot.x, spot.y, 21.0, 12.0) for spot in spots if spot.part == index]
    discs += [(*cape.point, cape.radius, 16.0) for cape in capes if cape.part == index]
    if not arms and not discs:
        discs = [(*land.heart, 17.0, 12.0)]

    def height(x: float, y: float) -> float:
        value = 60.0
        for segments, left, top, right, bottom in arms:
            if left < x < right and top < y < bottom:
                value = _union(value, math.sqrt(min(_squares(segments, x, y))) - 19, 12)
        for px, py, radius, blend in discs:
            value = _union(value, math.hypot(x - px, y - py) - radius, blend)
        return value

    return height


def _segments(arm: list[Point]) -> list[tuple[float, float, float, float, float]]:
    return [
        (ax, ay, bx - ax, by - ay, (bx - ax) ** 2 + (by - ay) ** 2 or 1.0)
        for (ax, ay), (bx, by) in pairwise(arm)
    ]


def _box(arm: list[Point]) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of where an arm matters; beyond it the sea is deep anyway."""
    xs, ys = [x for x, _ in arm], [y for _, y in arm]
    return min(xs) - 60, min(ys) - 60, max(xs) + 60, max(ys) + 60


def _squares(
    segments: list[tuple[float, float, float, float, float]], x: float, y: float
) -> list[float]:
    """The squared distances to the segments of an arm."""
    found = []
    for ax, ay, dx, dy, square in segments:
        px, py = x - ax, y - ay
        t = (px * dx + py * dy) / square
        t = 0.0 if t < 0 else 1.0 if t > 1 else t
        px -= t * dx
        py -= t * dy
        found.append(px * px + py * py)
    return found


def _union(a: float, b: float, blend: float) -> float:
    """The smaller height, rounded where the two are nearly equal."""
    h = blend - abs(a - b)
    return min(a, b) - (h * h / blend * 0.25 if h > 0 else 0.0)


def _at_the_rim(
    x: float, y: float, height: float, index: int, owner: dict[int, int]
) -> tuple[float, float]:
    """The height near the sides: the crossing profile on own land sides, water on all others."""
    total, weight, calm = height, 1.0, 1.0
    for side, (dx, dy) in enumerate(DIRECTIONS):
        e = APOTHEM - (x * dx + y * dy)
        if e > 45:
            continue
        if owner.get(side) != index:
            total = max(total, (9.5 - e) * weight)
            continue
        u = abs(y * dx - x * dy)
        if u > 62:
            continue
        profile = u - CROSSING
        if e <= 0.05:  # land runs 4 units past the side, so that no hairline shows
            return (max(profile, 20.0) if e <= -6 else profile), 0.0
        if e < EDGE:
            w = ((EDGE - e) / (e + 0.6)) ** 2 * 1.4
            total += profile * w
            weight += w
            t = e / EDGE
            calm = min(calm, t * t * (3 - 2 * t))
    return total / weight, calm


def loops_at(field: Field, level: str) -> list[Loop]:
    """The closed lines at a level of LEVELS."""
    level_height, strength = LEVELS[level]
    values = [
        height - level_height - strength * waver or 1e-6
        for height, waver in zip(field.heights, field.wavering, strict=True)
    ]
    return [_thinned(loop) for loop in _loops(values)]


# Marching squares: for each of the 16 ways that four corners can be land, the edges that a line
# enters and leaves by, with land always on the same hand. Edges: top, right, bottom, left.
_CASES: Final = (
    (), ((0, 3),), ((1, 0),), ((1, 3),), ((2, 1),), ((0, 3), (2, 1)), ((2, 0),), ((2, 3),),
    ((3, 2),), ((0, 2),), ((3, 2), (1, 0)), ((1, 2),), ((3, 1),), ((0, 1),), ((3, 0),), (),
)  # fmt: skip


def _loops(values: list[float]) -> list[Loop]:
    after: dict[int, int] = {}  # edge → edge; an edge is twice its corner, plus one if it goes down
    land = bytes(value < 0 for value in values)
    for row in range(COUNT):
        at = row * WIDTH
        if land.find(1, at, at + 2 * WIDTH) < 0:
            continue
        for corner in range(at, at + COUNT):
            case = (
                land[corner]
                | land[corner + 1] << 1
                | land[corner + WIDTH + 1] << 2
                | land[corner + WIDTH] << 3
            )
            if 0 < case < 15:
                top = corner * 2
                edges = (top, top + 3, top + 2 * WIDTH, top + 1)
                for start, end in _CASES[case]:
                    after[edges[start]] = edges[end]
    loops = []
    while after:
        edge = next(iter(after))
        loop = []
        while edge in after:
            loop.append(_crossing(values, edge))
            edge = after.pop(edge)
        if len(loop) > 6:
            loops.append(loop)
    return loops


def _crossing(values: list[float], edge: int) -> Point:
    """Where the line crosses an edge of the grid."""
    corner, down = divmod(edge, 2)
    a, b = values[corner], values[corner + (WIDTH if down else 1)]
    t = a / (a - b)
    x, y = corner % WIDTH, corner // WIDTH
    return (
        (LOW + x * STEP, LOW + (y + t) * STEP) if down else (LOW + (x + t) * STEP, LOW + y * STEP)
    )


def _thinned(loop: Loop) -> Loop:
    kept = loop[:1]
    for point in loop[1:]:
        if distance(point, kept[-1]) > STEP * 0.7:
            kept.append(point)
    return kept
