"""The bare chart: paper with rhumb lines, a compass rose and a drawn frame."""

import math
from typing import Final

from ilos.drawing.hexes import Point, number
from ilos.drawing.symbols import INK

PAPER: Final = "#F0E2BF"


def chart_svg(width: float, height: float, rose: Point) -> str:
    """Paper of this size, with a compass rose whose winds run over the whole chart."""
    w, h = number(width), number(height)
    return (
        '<defs><radialGradient id="paper" cx=".5" cy=".45" r=".75"><stop offset=".35" '
        f'stop-color="#F6EACB"/><stop offset=".8" stop-color="{PAPER}"/><stop offset="1" '
        'stop-color="#E0CB98"/></radialGradient><clipPath id="sheet">'
        f'<path d="M0 0H{w}V{h}H0Z"/></clipPath></defs>'
        f'<path d="M0 0H{w}V{h}H0Z" fill="url(#paper)"/>'
        f'<g clip-path="url(#sheet)">{_winds(rose, width + height)}</g>{_frame(width, height)}'
        f"{_rose(rose)}"
    )


def _winds(rose: Point, reach: float) -> str:
    """Sixteen rhumb lines from the rose."""
    lines = []
    for wind in range(32):
        angle = wind * math.pi / 16
        x, y = rose[0] + math.cos(angle) * reach, rose[1] + math.sin(angle) * reach
        lines.append(f"M{number(rose[0])} {number(rose[1])}L{number(x)} {number(y)}")
    return f'<path d="{"".join(lines)}" stroke="#B99B62" stroke-width=".8" opacity=".34"/>'


def _frame(width: float, height: float) -> str:
    def box(inset: float, line: float) -> str:
        size = f'width="{number(width - 2 * inset)}" height="{number(height - 2 * inset)}"'
        return f'<rect x="{inset}" y="{inset}" {size} stroke-width="{line}"/>'

    return f'<g fill="none" stroke="{INK}" opacity=".55">{box(9, 2.2)}{box(14, 0.8)}</g>'


def _rose(centre: Point) -> str:
    """Eight points, light on one flank and dark on the other, with a tip to the north."""

    def star(count: int, turn: float, long: float, short: float, light: str, dark: str) -> str:
        flanks = []
        for point in range(count):
            angle = turn + point * 2 * math.pi / count
            tip = f"{number(math.cos(angle) * long)} {number(math.sin(angle) * long)}"
            for way, fill in ((-1, light), (1, dark)):
                side = angle + way * math.pi / count
                base = f"{number(math.cos(side) * short)} {number(math.sin(side) * short)}"
                flanks.append(f'<path d="M0 0L{tip}L{base}Z" fill="{fill}"/>')
        return "".join(flanks)

    return (
        f'<g transform="translate({number(centre[0])} {number(centre[1])})" stroke="{INK}" '
        'stroke-width=".9" stroke-linejoin="round"><circle r="40" fill="#F6EACB" '
        'fill-opacity=".7"/><circle r="35.5" fill="none" stroke-width=".7" '
        'stroke-dasharray="1.2 2.3"/>'
        + star(8, math.pi / 8, 26, 6, "#FFFAEC", "#C9AE72")
        + star(4, math.pi / 4, 34, 8, "#FFFAEC", "#14607A")
        + star(4, 0, 46, 9, "#FFFAEC", "#C8402F")
        + f'<circle r="3.4" fill="#FFFAEC"/><path d="M0-62 4.4-50 0-53-4.4-50Z" fill="{INK}"/></g>'
    )
