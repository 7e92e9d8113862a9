"""The legend beside a chart: prices, exploration area and seats, in icons and numbers only."""

from typing import Final

from ilos.drawing.features import features_svg, sabres_svg, safe, text_svg
from ilos.drawing.hexes import number
from ilos.drawing.landscape import Placed
from ilos.drawing.symbols import INK, use
from ilos.drawing.terrain import terrain_svg
from ilos.rules.names import RESOURCES
from ilos.rules.setup import Player, Setup
from ilos.rules.tiles import TileSet
from ilos.views.view_data import ViewData

WIDTH: Final = 270.0
GAP: Final = 12.0
FAINT: Final = "#6A4D33"
DEEP: Final = "#14607A"
CORAL: Final = "#C8402F"
LEAF: Final = "#FFFAEC"


class Panel:
    """A leaf of paper with drawings on it; y grows as things are added."""

    def __init__(self, height: float, title: str = "", outlined: bool = False) -> None:
        self.height = height
        edge = f'stroke="{DEEP}" stroke-width="3.4"' if outlined else f'stroke="{INK}"'
        size = f'width="{number(WIDTH)}" height="{number(height)}" rx="12"'
        self._parts = [
            f'<rect y="3" {size} fill="#5A3E1E" opacity=".16"/>',
            f'<rect {size} fill="{LEAF}" {edge} stroke-opacity="{1 if outlined else 0.62}"/>',
        ]
        if title:
            self._parts.insert(0, f"<title>{safe(title)}</title>")

    def icon(self, name: str, x: float, y: float, scale: float = 1.0) -> None:
        """Set a symbol down."""
        self._parts.append(use(name, (x, y), scale))

    def write(self, text: object, x: float, y: float, size: float = 17, more: str = "") -> None:
        """Write a number; one that is long gets smaller."""
        fill = more or f'fill="{INK}" font-weight="700"'
        size = min(size, size * 5 / max(len(str(text)), 1))
        self._parts.append(text_svg((x, y + size * 0.34), text, size, fill))

    def add(self, drawing: str) -> None:
        """Add any drawing."""
        self._parts.append(drawing)

    def svg(self, x: float, y: float) -> str:
        """The panel set down on the chart."""
        place = f"translate({number(x)} {number(y)})"
        return f'<g transform="{place}">{"".join(self._parts)}</g>'


def panels(view: ViewData, setup: Setup, tile_set: TileSet) -> list[Panel]:
    """All panels from top to bottom."""
    seats = [_seat(view, player, seat) for seat, player in enumerate(setup.players)]
    return [_market(view, tile_set), _exploration(view, tile_set), *seats]


def _market(view: ViewData, tile_set: TileSet) -> Panel:
    """Prices that are covered are dots, the price that holds is dark; below, the markers left."""
    panel = Panel(172)
    for row, resource in enumerate(RESOURCES):
        y = 25.0 + row * 34
        panel.icon(f"r-{resource}", 27, y, 1.1)
        for step, price in enumerate(tile_set.market[resource]):
            _price(panel, 71.0 + step * 42, y, price, step - view.prices[resource])
    for marker in range(view.markers):
        panel.add(f'<circle cx="{71 + marker * 15}" cy="156" r="4.6" fill="{DEEP}"/>')
    return panel


def _price(panel: Panel, x: float, y: float, price: int, ahead: int) -> None:
    if ahead < 0:
        panel.add(
            f'<circle cx="{number(x)}" cy="{number(y)}" r="5.4" fill="#CDB27C" stroke="{INK}" '
            'stroke-opacity=".5"/>'
        )
        return
    fill = "#F4E7C4" if ahead else DEEP
    panel.add(
        f'<rect x="{number(x - 18)}" y="{number(y - 14)}" width="36" height="28" rx="8" '
        f'fill="{fill}"/>'
    )
    ink = f'fill="{FAINT}"' if ahead else 'fill="#fff" font-weight="800"'
    panel.write(price, x, y, 17, ink)


def _exploration(view: ViewData, tile_set: TileSet) -> Panel:
    """The tiles that lie face up, and how many are to come."""
    ids = view.exploration
    panel = Panel(116 if ids else 40)
    for index, tile_id in enumerate(ids):
        tile = Placed(tile_set.tile(tile_id), (0.0, 0.0))
        place = f"translate({number(44 + index * 78)} 47) scale(.4)"
        panel.add(
            f'<g transform="{place}">{terrain_svg([tile], f"up-{index}")}{features_svg(tile)}'
            f"{sabres_svg(tile)}</g>"
        )
        panel.write(tile_id, 44 + index * 78, 102, 13, f'fill="{FAINT}" font-weight="700"')
    y = 64.0 if ids else 20.0
    panel.icon("stack", 250, y - 10 if ids else y)
    panel.write(view.stack, 250 if ids else 228, y + 14 if ids else y, 16)
    return panel


def _seat(view: ViewData, player: Player, seat: int) -> Panel:
    """Shield; reserve of ships and pioneers; hand; production; stock where it may be seen."""
    shown, result = view.seats[seat], view.result
    stock = shown.stock
    panel = Panel(112 if stock else 82, player.name, outlined=view.to_move == seat)
    panel.icon(f"shield-{player.colour}", 30, 28, 1.45)
    panel.icon("ship", 70, 25)
    panel.write(shown.ships, 90, 25)
    panel.icon("pawn", 117, 25)
    panel.write(shown.pioneers, 135, 25)
    panel.icon("card", 164, 25)
    panel.write(shown.hand, 186, 25)
    if result:
        panel.write(result.scores[seat].value, 238, 25, 22, f'fill="{CORAL}" font-weight="800"')
        if seat in result.winners:
            panel.icon("crown", 30, 9, 0.9)
    else:
        panel.write(f"+{shown.draw}", 218, 25, 15, f'fill="{FAINT}"')
    for index, resource in enumerate(RESOURCES):
        x, made = 74.0 + index * 50, shown.production[resource]
        panel.icon(f"r-{resource}", x - 9, 60, 0.86)
        panel.write(f"+{made}", x + 14, 60, 16, "" if made else f'fill="{FAINT}" opacity=".6"')
        if stock:
            panel.write(stock[resource], x - 9, 91, 19)
    if not stock:
        panel.icon("screen", 30, 61, 0.9)
    return panel
