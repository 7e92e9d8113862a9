"""A position as a chart: the archipelago with all pieces, and a legend of prices and seats.

The input is the data of a view, so a picture shows only what that viewer may know.
"""

from typing import Final

from ilos.drawing import legend
from ilos.drawing.chart import chart_svg
from ilos.drawing.features import FONT, features_svg, sabres_svg, safe, text_svg
from ilos.drawing.hexes import APOTHEM, RADIUS, Point, distance, number
from ilos.drawing.landscape import Placed, laid
from ilos.drawing.pieces import pioneers_svg, raided_coasts_svg, ships_svg
from ilos.drawing.symbols import definitions
from ilos.drawing.terrain import terrain_svg
from ilos.rules.setup import Setup
from ilos.views.view_data import ViewData

MARGIN: Final = 58.0
SMALLEST: Final = (560.0, 520.0)  # of the sea, so that a single tile does not look lost


def position_svg(view: ViewData, setup: Setup) -> str:
    """The position in a picture that stands alone."""
    tile_set = setup.tile_set
    tiles = [
        laid(tile_set.tile(entry.tile), entry.cell, entry.rotation) for entry in view.archipelago
    ]
    leaves = legend.panels(view, setup, tile_set)
    left, top, sea_width, sea_height = _sea(tiles)
    legend_height = sum(panel.height + legend.GAP for panel in leaves) + 36
    width = sea_width + legend.WIDTH + 26
    height = max(sea_height, legend_height)
    shift = (-left, -top + (height - sea_height) / 2)
    rose = _emptiest_corner(tiles, shift, sea_width, height)
    place = f"translate({number(shift[0])} {number(shift[1])})"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {number(width)} {number(height)}" '
        f'width="{number(width)}" height="{number(height)}" {FONT} role="img">'
        f"<title>{_title(view, setup)}</title><defs>{definitions()}</defs>"
        f"{chart_svg(width, height, rose)}"
        f'<g transform="{place}">{_archipelago(view, setup, tiles)}</g>'
        f"{_legend(leaves, sea_width, height, legend_height)}</svg>\n"
    )


def _archipelago(view: ViewData, setup: Setup, tiles: list[Placed]) -> str:
    if not tiles:
        return ""
    by_id = {tile.tile.id: tile for tile in tiles}
    colours = [player.colour for player in setup.players]
    built = {
        (pioneer.tile, pioneer.part, pioneer.site) for pioneer in view.pioneers if pioneer.building
    }
    pirates = {ship.tile for ship in view.ships if ship.hideout}
    layers = [terrain_svg(tiles), raided_coasts_svg(view.islands, by_id)]
    for tile in tiles:
        name = tile.tile.id
        hidden = {(part, site) for tile_id, part, site in built if tile_id == name}
        layers.append(features_svg(tile, hidden))
        if name not in pirates:
            layers.append(sabres_svg(tile))
        layers.append(_label(tile))
    layers.append(ships_svg(view.ships, by_id, colours))
    layers.append(pioneers_svg(view.pioneers, by_id, colours))
    return "".join(layers)


def _label(tile: Placed) -> str:
    """The id, small, in the sea of the southern corner."""
    x, y = tile.centre
    ink = 'fill="#083F4E" fill-opacity=".8" font-weight="700"'
    return text_svg((x, y + 88), tile.tile.id, 9.5, ink)


def _sea(tiles: list[Placed]) -> tuple[float, float, float, float]:
    """Left, top, width and height of the part of the chart that the tiles need."""
    xs = [tile.centre[0] for tile in tiles] or [0.0]
    ys = [tile.centre[1] for tile in tiles] or [0.0]
    width = max(xs) - min(xs) + 2 * (APOTHEM + MARGIN)
    height = max(ys) - min(ys) + 2 * (RADIUS + MARGIN)
    more_x, more_y = max(0.0, SMALLEST[0] - width), max(0.0, SMALLEST[1] - height)
    left = min(xs) - APOTHEM - MARGIN - more_x / 2
    top = min(ys) - RADIUS - MARGIN - more_y / 2
    return left, top, width + more_x, height + more_y


def _emptiest_corner(tiles: list[Placed], shift: Point, width: float, height: float) -> Point:
    """Where the compass rose stands: the corner of the sea furthest from any tile."""
    corners = [(x, y) for y in (height - 86, 90.0) for x in (82.0, width - 70)]
    centres = [(tile.centre[0] + shift[0], tile.centre[1] + shift[1]) for tile in tiles]
    return max(corners, key=lambda corner: min((distance(corner, c) for c in centres), default=0.0))


def _legend(leaves: list[legend.Panel], x: float, height: float, needed: float) -> str:
    y = 24 + max(0.0, (height - needed) / 2)
    drawn = []
    for panel in leaves:
        drawn.append(panel.svg(x, y))
        y += panel.height + legend.GAP
    return "".join(drawn)


def _title(view: ViewData, setup: Setup) -> str:
    names = ", ".join(player.name for player in setup.players)
    return safe(f"Ilôs, round {view.round}: {names}")
