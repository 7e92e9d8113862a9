"""Sea and land of all tiles at once, in layers, so that water and woods flow across the seams."""

import math
from collections.abc import Iterable
from typing import Final

from ilos.drawing.coast import Loop
from ilos.drawing.dice import dice, seed_of
from ilos.drawing.hexes import CORNERS, hexagon, number
from ilos.drawing.landscape import Placed
from ilos.drawing.symbols import use
from ilos.rules.tiles import NEIGHBOURS

SEA: Final = "#2A93A5"
FOAM: Final = "#F6FCF1"
INK: Final = "#4A2F1B"
# Depth bands: strokes along every coast, the widest first.
BANDS: Final = (
    (58, "#3BA4B0", 1.0),
    (43.4, "#1A6F82", 0.38),
    (42, "#47B0B6", 1.0),
    (26.2, "#2C8C98", 0.38),
    (25, "#69C4BF", 1.0),
    (14, "#86D2C6", 1.0),
)
LAND: Final = (  # levels of `coast.LEVELS` from the water up
    ("ink", f'fill="{INK}"'),
    ("coast", 'fill="#E9CB8C"'),
    ("dry", 'fill="#F8E6B4"'),
    ("grass", 'fill="#A9C45C" stroke="#5E8034" stroke-width=".7" stroke-opacity=".75"'),
    ("wood", 'fill="#74AA45"'),
    ("deep", 'fill="#579540"'),
)
SEAM: Final = 'fill="none" stroke="#0F5A6E" stroke-opacity=".26" stroke-width="1.1"'
RIM: Final = f'fill="none" stroke="{INK}" stroke-width="1.8" stroke-linecap="round" opacity=".8"'


def terrain_svg(tiles: list[Placed], name: str = "chart") -> str:
    """The tiles as painted on the chart, without sites and pieces.

    `name` keeps the parts of several terrains in one picture apart.
    """
    hexagons = "".join(hexagon(tile.centre) for tile in tiles)
    clip = "".join(hexagon(tile.centre, 1.002) for tile in tiles)
    coast = _all(tiles, "coast")
    below = [
        *(_washes(tile) for tile in tiles),
        *(_stroke(name, width, colour, opacity) for width, colour, opacity in BANDS),
        f'<path d="{hexagons}" {SEAM}/>',
        *(_waves(tile) for tile in tiles),
        f'<use href="#{name}" transform="translate(1.6 3.6)" fill="#0E5566" opacity=".3"/>',
        _stroke(name, 6.4, FOAM, 0.92),
    ]
    above = [
        f'<use href="#{name}" {paint}/>'
        if level == "coast"
        else f'<path d="{_all(tiles, level)}" {paint}/>'
        for level, paint in LAND
    ]
    return (
        f'<defs><clipPath id="{name}-clip"><path d="{clip}"/></clipPath>'
        f'<path id="{name}" d="{coast}"/></defs>{_paper_rim(tiles)}'
        f'<g clip-path="url(#{name}-clip)" stroke-linejoin="round">'
        f'<path d="{hexagons}" fill="{SEA}" stroke="{SEA}" stroke-width="1.2"/>'
        + "".join([*below, *above, _woods(tiles), *(_palms(tile) for tile in tiles)])
        + f'</g><path d="{_uncharted_rim(tiles)}" {RIM}/>'
    )


def outline(tile: Placed, part: int) -> str:
    """The coast of one part as SVG path data."""
    return smooth(tile.landscape.outlines[part], tile)


def smooth(loops: Iterable[Loop], tile: Placed) -> str:
    """Closed curves through the middles between the points of each loop.

    Points are rounded to even tenths: then each middle is a whole number of tenths, and the short
    form of the curve, which mirrors the control point over and over, gathers no error.
    """
    return "".join(_curve([_rounded(tile.at(point)) for point in loop]) for loop in loops)


def _rounded(point: tuple[float, float]) -> tuple[int, int]:
    return round(point[0] * 5), round(point[1] * 5)


def _curve(points: list[tuple[int, int]]) -> str:
    """Fifths in, tenths out: the middle of two points is their sum."""
    following = [*points[1:], points[0]]
    middles = [(a[0] + b[0], a[1] + b[1]) for a, b in zip(points, following, strict=True)]
    x, y = middles[-1]
    start = points[0][0] * 2 - x, points[0][1] * 2 - y
    path = f"M{_tenths(x)}{_tenths(y)}q{_tenths(start[0])}{_tenths(start[1])}"
    steps = []
    for mx, my in middles:
        steps.append(_tenths(mx - x) + _tenths(my - y))
        x, y = mx, my
    return f"{path}{steps[0]}t{''.join(steps[1:])}Z"


def _tenths(value: int) -> str:
    """A number of tenths, with the space or sign that parts it from the number before."""
    whole, rest = divmod(abs(value), 10)
    digits = f"{whole or ''}.{rest}" if rest else str(whole)
    return f"{'-' if value < 0 else ' '}{digits}"


def _all(tiles: list[Placed], level: str) -> str:
    return "".join(smooth(tile.landscape.coasts[level], tile) for tile in tiles)


def _stroke(name: str, width: float, colour: str, opacity: float) -> str:
    thin = f' stroke-opacity="{opacity}"' if opacity < 1 else ""
    return f'<use href="#{name}" fill="none" stroke="{colour}" stroke-width="{width}"{thin}/>'


def _paper_rim(tiles: list[Placed]) -> str:
    def under(scale: float, drop: float, paint: str) -> str:
        path = "".join(hexagon((t.centre[0], t.centre[1] + drop), scale) for t in tiles)
        return f'<path d="{path}" {paint}/>'

    return (
        under(1.035, 5, 'fill="#5A3E1E" opacity=".13"')
        + under(1.02, 2.5, 'fill="#5A3E1E" opacity=".2"')
        + under(1.022, 0, 'fill="#FFF9E8"')
    )


def _washes(tile: Placed) -> str:
    """Broad brush marks on the water, the same for the same tile."""
    roll = dice(seed_of(tile.tile.id) ^ 5)
    marks = []
    for index in range(3):
        angle, reach = roll() * 2 * math.pi, roll() * 52
        x = tile.centre[0] + math.cos(angle) * reach
        y = tile.centre[1] + math.sin(angle) * reach
        place = f"translate({number(x)} {number(y)}) rotate({roll() * 40 - 20:.0f})"
        size = f'rx="{number(30 + roll() * 26)}" ry="{number(12 + roll() * 12)}"'
        fill = "#3BA4B1" if index % 2 else "#22849A"
        marks.append(f'<ellipse {size} transform="{place}" fill="{fill}" opacity=".32"/>')
    return "".join(marks)


def _waves(tile: Placed) -> str:
    marks = []
    for wave in tile.landscape.waves:
        x, y = tile.at(wave.point)
        marks.append(f"M{number(x - 9)} {number(y)}q4.5-4.6 9 0q4.5-4.6 9 0")
    return (
        f'<path d="{"".join(marks)}" fill="none" stroke="#D4F1EA" stroke-opacity=".5" '
        'stroke-width="1.5" stroke-linecap="round"/>'
        if marks
        else ""
    )


def _woods(tiles: list[Placed]) -> str:
    """Trees from back to front."""
    trees = [(tile.at(mark.point), mark.shade) for tile in tiles for mark in tile.landscape.tufts]
    trees.sort(key=lambda tree: (tree[0][1], tree[0][0]))
    return "".join(use(f"tuft-{min(int(shade * 3), 2)}", point) for point, shade in trees)


def _palms(tile: Placed) -> str:
    palms = []
    for palm in tile.landscape.palms:
        x, y = tile.at(palm.point)
        palms.append(use("palm", (x, y - 3), 0.85, " scale(-1 1)" if palm.shade > 0.5 else ""))
    return "".join(palms)


def _uncharted_rim(tiles: list[Placed]) -> str:
    """An ink line where a tile meets the bare chart."""
    cells = {tile.cell for tile in tiles}
    line = []
    for tile in tiles:
        x, y = tile.centre
        for side, (dq, dr) in enumerate(NEIGHBOURS):
            if tile.cell is None or (tile.cell[0] + dq, tile.cell[1] + dr) not in cells:
                (ax, ay), (bx, by) = CORNERS[side], CORNERS[(side + 1) % 6]
                line.append(f"M{number(x + ax)} {number(y + ay)}L{number(x + bx)} {number(y + by)}")
    return "".join(line)
