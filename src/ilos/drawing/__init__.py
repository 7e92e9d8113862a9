"""Pictures of tiles and positions, as SVG and as characters.

A picture of a position is made from a view as JSON, so it shows only what that viewer may know.
"""

from ilos.drawing.position import position_svg
from ilos.drawing.sheet import tile_sheet_svg
from ilos.drawing.text import position_text
from ilos.drawing.words import islands_in_words, position_in_words, tile_in_words

__all__ = [
    "islands_in_words",
    "position_in_words",
    "position_svg",
    "position_text",
    "tile_in_words",
    "tile_sheet_svg",
]
