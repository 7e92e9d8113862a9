"""The plane of the pictures: hexagons of circumradius 100, a corner up, y downwards (RULES 2).

Side k of a cell faces angle 60·k, clockwise from east, as the rules number them.
"""

import math
from typing import Final

Point = tuple[float, float]

RADIUS: Final = 100.0
APOTHEM: Final = RADIUS * math.sqrt(3) / 2
DIRECTIONS: Final[tuple[Point, ...]] = tuple(
    (math.cos(k * math.pi / 3), math.sin(k * math.pi / 3)) for k in range(6)
)
CORNERS: Final[tuple[Point, ...]] = tuple(  # corner k and k + 1 bound side k
    (
        RADIUS * math.cos(math.radians(60 * k - 30)),
        RADIUS * math.sin(math.radians(60 * k - 30)),
    )
    for k in range(6)
)


def centre_of(cell: tuple[int, int]) -> Point:
    """The middle of a cell."""
    q, r = cell
    return 2 * APOTHEM * (q + r / 2), 1.5 * RADIUS * r


def turned(point: Point, rotation: int) -> Point:
    """A point of the printed tile after the tile has been turned."""
    cos, sin = DIRECTIONS[rotation % 6]
    x, y = point
    return x * cos - y * sin, x * sin + y * cos


def distance(a: Point, b: Point) -> float:
    """The distance of two points."""
    return math.hypot(a[0] - b[0], a[1] - b[1])


def inset(x: float, y: float, side: int) -> float:
    """The distance to a side of the hexagon round the origin; negative outside."""
    dx, dy = DIRECTIONS[side]
    return APOTHEM - (x * dx + y * dy)


def least_inset(x: float, y: float) -> float:
    """The distance to the nearest side of the hexagon round the origin; negative outside."""
    # Three pairs of opposite sides: each pair costs one product.
    a, b, c = abs(x), abs(0.5 * x + 0.8660254 * y), abs(0.8660254 * y - 0.5 * x)
    return APOTHEM - max(a, b, c)


def hexagon(centre: Point, scale: float = 1.0) -> str:
    """A hexagon as SVG path data."""
    corners = (
        f"{number(centre[0] + x * scale)} {number(centre[1] + y * scale)}" for x, y in CORNERS
    )
    return "M" + "L".join(corners) + "Z"


def number(value: float) -> str:
    """A coordinate with one decimal, as short as it can be written."""
    text = f"{value:.1f}"
    text = text.removesuffix(".0")
    return "0" if text == "-0" else text
