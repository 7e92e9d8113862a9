"""A tile set on one sheet: every tile with its id, sites and hideout."""

from typing import Final

from ilos.drawing.features import FONT, features_svg, sabres_svg, safe, text_svg
from ilos.drawing.landscape import Placed
from ilos.drawing.symbols import INK, definitions
from ilos.drawing.terrain import terrain_svg
from ilos.rules.tiles import TileSet

COLUMNS: Final = 5
PAPER: Final = "#F0E2BF"
ACROSS: Final = 214.0
DOWN: Final = 248.0
MARGIN: Final = 24.0


def tile_sheet_svg(tile_set: TileSet) -> str:
    """The tiles of a set in rows of five, in the order of the set."""
    tiles = [
        Placed(
            tile,
            (
                MARGIN + ACROSS * (index % COLUMNS + 0.5),
                MARGIN + DOWN * (index // COLUMNS) + 104,
            ),
        )
        for index, tile in enumerate(tile_set.tiles)
    ]
    width = 2 * MARGIN + ACROSS * COLUMNS
    height = 2 * MARGIN + DOWN * -(-len(tiles) // COLUMNS) - 6
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
        f'width="{width:g}" height="{height:g}" {FONT} role="img"><title>{safe(tile_set.name)}'
        f'</title><defs>{definitions()}</defs><path d="M0 0H{width:g}V{height:g}H0Z" '
        f'fill="{PAPER}"/>{terrain_svg(tiles)}'
        + "".join(features_svg(tile) + sabres_svg(tile) for tile in tiles)
        + "".join(
            text_svg(
                (tile.centre[0] + 62, tile.centre[1] + 100),
                tile.tile.id,
                17,
                f'fill="{INK}" font-weight="700"',
            )
            for tile in tiles
        )
        + "</svg>\n"
    )
