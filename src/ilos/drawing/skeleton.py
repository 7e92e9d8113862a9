"""Where things lie on a printed tile: hearts and arms of its parts, sites, hideout, capes.

Every part has a heart and one curved arm to each of its land sides; sites and hideout then push
each other apart until each has room. All in printed orientation, before any rotation.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Final

from ilos.drawing.hexes import APOTHEM, DIRECTIONS, Point, distance, inset, least_inset
from ilos.rules.names import SiteKind
from ilos.rules.tiles import Part, Tile

Dice = Callable[[], float]

STEPS: Final = 140  # of pushing apart; more changes nothing that one could see
ROOM: Final = {"same part": 41.5, "other part": 55.0, "hideout": 45.0}


@dataclass(slots=True)
class Land:
    """The skeleton of one part."""

    heart: Point
    arms: list[list[Point]] = field(default_factory=list)  # each from a land side to the heart

    def spine(self) -> list[Point]:
        """Every point of the arms, or the heart of an islet."""
        return [point for arm in self.arms for point in arm] or [self.heart]


@dataclass(slots=True)
class Spot:
    """A site or the hideout."""

    x: float
    y: float
    part: int = -1  # -1: the hideout
    site: int = -1
    kind: SiteKind | None = None

    @property
    def point(self) -> Point:
        return self.x, self.y


@dataclass(frozen=True, slots=True)
class Cape:
    """A lobe of land beside the skeleton."""

    part: int
    point: Point
    radius: float


def lands_of(tile: Tile, roll: Dice) -> list[Land]:
    """A skeleton for each part; parts that reach no side take the emptiest spots."""
    means = [_mean_direction(part) for part in tile.parts]
    lands: list[Land | None] = []
    for index, part in enumerate(tile.parts):
        heart = _heart(index, part, means)
        lands.append(
            Land(heart, [_arm(side, heart) for side in part.sides]) if part.sides else None
        )
    for index, land in enumerate(lands):
        if land is None:
            lands[index] = Land(_emptiest([other for other in lands if other], roll))
    return [land for land in lands if land]


def _mean_direction(part: Part) -> Point:
    count = len(part.sides) or 1
    x = sum(DIRECTIONS[side][0] for side in part.sides) / count
    y = sum(DIRECTIONS[side][1] for side in part.sides) / count
    return x, y


def _heart(index: int, part: Part, means: list[Point]) -> Point:
    """Towards the middle of the part's sides; the more so the fewer they are."""
    x, y = means[index]
    length = math.hypot(x, y)
    if len(means) == 1:
        pull = 0.3 if len(part.sides) == 1 else 0.16
    elif length < 0.2:  # a bridge through the middle leans away from the other parts
        away_x, away_y = (-sum(mean[axis] for mean in means) for axis in (0, 1))
        away = math.hypot(away_x, away_y)
        return (away_x / away * 12, away_y / away * 12) if away > 0.01 else (0.0, 0.0)
    else:
        pull = 0.56 if length > 0.8 else 0.5 if length > 0.6 else 0.62
    return x * APOTHEM * pull, y * APOTHEM * pull


def _arm(side: int, heart: Point) -> list[Point]:
    """A curve that starts square to the side, a little outside of it, and ends in the heart."""
    dx, dy = DIRECTIONS[side]
    start, bend = APOTHEM + 4, APOTHEM * 0.62
    points = []
    for step in range(7):
        t = step / 6
        a, b, c = (1 - t) ** 2 * start, 2 * t * (1 - t) * bend, t * t
        points.append((dx * (a + b) + heart[0] * c, dy * (a + b) + heart[1] * c))
    return points


def _emptiest(others: list[Land], roll: Dice) -> Point:
    def emptiness(point: Point) -> float:
        room = (least_inset(*point) + 4) * 1.25
        for other in others:
            room = min(room, *(distance(point, p) for p in [*other.spine(), other.heart]))
        return room + roll() * 0.5

    return max(_rings(12, (0.0, 0.28, 0.46)), key=emptiness)


def _rings(count: int, reaches: tuple[float, ...]) -> Iterator[Point]:
    for step in range(count):
        angle = step * 2 * math.pi / count
        for reach in reaches:
            yield math.cos(angle) * APOTHEM * reach, math.sin(angle) * APOTHEM * reach


def spots_of(tile: Tile, lands: list[Land], roll: Dice) -> list[Spot]:
    """The sites, and last the hideout if there is one, each with room of its own."""
    spots = []
    for index, part in enumerate(tile.parts):
        for site, kind in enumerate(part.sites):
            angle = roll() * 2 * math.pi + site * 2 * math.pi / len(part.sites)
            reach = 14 if len(part.sites) > 1 else 2
            x, y = lands[index].heart
            spots.append(
                Spot(x + math.cos(angle) * reach, y + math.sin(angle) * reach, index, site, kind)
            )
    if tile.hideout:
        spots.append(Spot(*_open_water(lands, spots)))
    for step in range(STEPS):
        gain = 0.5 * (1 - step / (STEPS * 1.23))
        for spot in spots:
            fx, fy = _push(tile, lands, spots, spot)
            spot.x += fx * gain
            spot.y += fy * gain
    return spots


def _open_water(lands: list[Land], sites: list[Spot]) -> Point:
    def room(point: Point) -> float:
        shores = [
            distance(point, p) - (0 if land.arms else 8) for land in lands for p in land.spine()
        ]
        plates = [distance(point, site.point) - 2 for site in sites]
        return min(least_inset(*point) + 12, *shores, *plates)

    return max(_rings(24, (0.0, 0.25, 0.45, 0.6)), key=room)


def _push(tile: Tile, lands: list[Land], spots: list[Spot], spot: Spot) -> Point:
    """The sum of what pushes a spot: other spots, other parts, the rim, and home again."""
    x, y = spot.x, spot.y
    fx = fy = 0.0
    hideout = spot.part < 0
    gaps = [(other.x, other.y, _room(spot, other)) for other in spots if other is not spot]
    for index, land in enumerate(lands):
        if index != spot.part:
            gaps += [(px, py, 42.0 if hideout else 47.0) for arm in land.arms for px, py in arm]
    for px, py, least in gaps:
        dx, dy = x - px, y - py
        near = math.hypot(dx, dy) or 0.01
        if near < least:
            fx += dx / near * (least - near)
            fy += dy / near * (least - near)
    if not hideout:
        (px, py), near = _nearest(lands[spot.part], x, y)
        if near > 4:
            pull = min(near - 4, 14) * 0.11
            fx += (px - x) / near * pull
            fy += (py - y) / near * pull
    own = () if hideout else tile.parts[spot.part].sides
    for side in range(6):
        lack = (27 if hideout else 23 if side in own else 31) - inset(x, y, side)
        if lack > 0:
            fx -= DIRECTIONS[side][0] * lack
            fy -= DIRECTIONS[side][1] * lack
    return fx, fy


def _room(spot: Spot, other: Spot) -> float:
    if spot.part < 0 or other.part < 0:
        return ROOM["hideout"]
    return ROOM["same part"] if spot.part == other.part else ROOM["other part"]


def _nearest(land: Land, x: float, y: float) -> tuple[Point, float]:
    """The nearest point of a skeleton, leaving out the ends of its arms."""
    points = [land.heart, *(point for arm in land.arms for point in arm[2:])]
    return min(((p, distance(p, (x, y))) for p in points), key=lambda found: found[1])


def capes_of(lands: list[Land], spots: list[Spot], roll: Dice) -> list[Cape]:
    """A few lobes of land for each part, only over open water."""
    capes: list[Cape] = []
    for index, land in enumerate(lands):
        spine = [point for arm in land.arms for point in arm[2:6]]
        spine += [spot.point for spot in spots if spot.part == index]
        made = 0
        for _ in range(26 if spine else 0):
            x, y = spine[int(roll() * len(spine))]
            angle, reach, radius = roll() * 2 * math.pi, 12 + roll() * 9, 12 + roll() * 7
            cape = Cape(index, (x + math.cos(angle) * reach, y + math.sin(angle) * reach), radius)
            if made < 3 and _has_room(cape, capes, lands, spots):
                capes.append(cape)
                made += 1
    return capes


def _has_room(cape: Cape, capes: list[Cape], lands: list[Land], spots: list[Spot]) -> bool:
    here, radius = cape.point, cape.radius
    return (
        least_inset(*here) > radius + 15
        and all(distance(other.point, here) > 30 for other in capes)
        and all(
            distance(point, here) > radius + 48
            for index, land in enumerate(lands)
            if index != cape.part
            for point in land.spine()
        )
        and all(
            distance(spot.point, here) > radius + (34 if spot.part < 0 else 44)
            for spot in spots
            if spot.part != cape.part
        )
    )
