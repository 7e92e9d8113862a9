"""What is printed on the tiles above land and sea: hideouts, sites and ids."""

import re
from collections.abc import Container
from typing import Final
from xml.sax.saxutils import escape

from ilos.drawing.hexes import Point, number
from ilos.drawing.landscape import Placed
from ilos.drawing.symbols import use

SITE_SCALE: Final = 1.12
FONT: Final = "font-family=\"'Alegreya Sans','Trebuchet MS','Segoe UI',sans-serif\""
# Characters that no XML may hold, not even escaped.
_FORBIDDEN: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def features_svg(tile: Placed, hidden: Container[tuple[int, int]] = ()) -> str:
    """Hideout and sites of a tile; `hidden` are sites (part, site) that a building covers."""
    landscape = tile.landscape
    marks = [
        use(f"s-{spot.kind}", tile.at(spot.point), SITE_SCALE)
        for spot in landscape.sites
        if (spot.part, spot.site) not in hidden
    ]
    if landscape.hideout:
        marks.insert(0, use("rocks", tile.at(landscape.hideout), 1.12))
    return "".join(marks)


def sabres_svg(tile: Placed) -> str:
    """The mark of a free hideout."""
    if not tile.landscape.hideout:
        return ""
    x, y = tile.at(tile.landscape.hideout)
    return use("sabres", (x, y + 8))


def text_svg(point: Point, text: object, size: float, more: str = "") -> str:
    """A number or an id, centred."""
    x, y = number(point[0]), number(point[1])
    return (
        f'<text x="{x}" y="{y}" font-size="{size:g}" text-anchor="middle" {more}>'
        f"{safe(text)}</text>"
    )


def safe(text: object) -> str:
    """A text that can stand in any XML."""
    return escape(_FORBIDDEN.sub("\ufffd", str(text)), {'"': "&quot;"})
