"""Pieces on the chart: pioneers and buildings on sites, ships at berths, pirates, raided coasts."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from ilos.drawing.features import SITE_SCALE, text_svg
from ilos.drawing.hexes import Point, hexagon, number
from ilos.drawing.landscape import Placed
from ilos.drawing.symbols import HALO, INK, PAINTS, PLATE_OF, PLATES, use
from ilos.drawing.terrain import outline
from ilos.rules.game import ShipAt
from ilos.rules.names import Colour
from ilos.views.view_data import Island, Pioneer

DANGER: Final = "#A5231A"


def raided_coasts_svg(islands: Iterable[Island], tiles: Mapping[str, Placed]) -> str:
    """Red dashes along the coast of every island that pirates attack."""
    lines: dict[str, str] = defaultdict(str)
    for island in islands:
        for part in island.parts if island.raiders else ():
            lines[part.tile] += outline(tiles[part.tile], part.part)
    clips, dashes = [], []
    for number_of, (tile_id, path) in enumerate(lines.items()):
        hexagon_path = hexagon(tiles[tile_id].centre)
        clips.append(f'<clipPath id="raid-{number_of}"><path d="{hexagon_path}"/></clipPath>')
        dashes.append(
            f'<g clip-path="url(#raid-{number_of})"><path d="{path}" stroke="{HALO}" '
            f'stroke-width="5.4"/><path d="{path}" stroke="{DANGER}" stroke-width="3" '
            'stroke-dasharray="8 6"/></g>'
        )
    return (
        f'<defs>{"".join(clips)}</defs><g fill="none" stroke-linecap="round">{"".join(dashes)}</g>'
        if lines
        else ""
    )


def pioneers_svg(
    pioneers: Iterable[Pioneer], tiles: Mapping[str, Placed], colours: Sequence[Colour]
) -> str:
    """A ring in the plate's shape and a pioneer beside it; buildings stand on their site."""
    drawn = []
    for pioneer in pioneers:
        tile, colour = tiles[pioneer.tile], colours[pioneer.seat]
        spot = next(
            site
            for site in tile.landscape.sites
            if (site.part, site.site) == (pioneer.part, pioneer.site)
        )
        point = tile.at(spot.point)
        if pioneer.building:
            drawing, beside = _building(pioneer, point, colour), (point[0] + 17, point[1] + 5)
        else:
            drawing, beside = _ring(str(spot.kind), point, colour), (point[0] + 13, point[1] - 11)
        drawn.append((point[1], drawing + use(f"pawn-{colour}", beside, 0.8)))
    return "".join(drawing for _, drawing in sorted(drawn))


def _ring(kind: str, point: Point, colour: Colour) -> str:
    shape = PLATES[PLATE_OF[kind]]
    place = f"translate({number(point[0])} {number(point[1])}) scale({SITE_SCALE * 1.1:.3f})"
    return (
        f'<g transform="{place}" fill="none" stroke-linejoin="round">'
        f'{shape} stroke="{HALO}" stroke-width="5"/>{shape} stroke="{INK}" stroke-width="3.8"/>'
        f'{shape} stroke="{PAINTS[colour].fill}" stroke-width="2.5"/></g>'
    )


def _building(pioneer: Pioneer, point: Point, colour: Colour) -> str:
    if pioneer.building == "fort":
        return use(f"fort-{colour}", point, 1.15)
    x, y = point
    copied = (x - 14, y + 12)
    return (
        use(f"post-{colour}", point, 1.15)
        + f'<circle cx="{number(copied[0])}" cy="{number(copied[1])}" r="9" fill="{HALO}" '
        f'stroke="{INK}" stroke-width="1.1"/>' + use(f"r-{pioneer.resource}", copied, 0.6)
    )


def ships_svg(
    ships: Iterable[ShipAt], tiles: Mapping[str, Placed], colours: Sequence[Colour]
) -> str:
    """Ships at their berths and pirates in their hideouts."""
    drawn: list[tuple[float, str]] = []
    shores: dict[tuple[str, int], list[Colour]] = defaultdict(list)
    for ship in ships:
        if ship.part is None:
            drawn.append(_pirate(tiles[ship.tile], colours[ship.seat]))
        else:
            shores[ship.tile, ship.part].append(colours[ship.seat])
    for (tile_id, part), docked in shores.items():
        drawn += _docked(tiles[tile_id], part, docked)
    return "".join(drawing for _, drawing in sorted(drawn))


def _pirate(tile: Placed, colour: Colour) -> tuple[float, str]:
    x, y = tile.at(tile.landscape.hideout or (0.0, 0.0))
    flag = use("sabres", (x + 17, y - 13), 0.86)
    return y, use(f"ship-{colour}", (x, y + 3)) + flag


def _docked(tile: Placed, part: int, docked: list[Colour]) -> list[tuple[float, str]]:
    """One berth a ship; if there are too few, one a colour, with the number of ships."""
    berths = tile.landscape.berths[part]
    groups = [(colour, 1) for colour in docked]
    if len(docked) > len(berths):
        groups = list(Counter(docked).items())
    drawn = []
    for index, (colour, count) in enumerate(groups):
        x, y = tile.at(berths[index % len(berths)])
        lap = index // len(berths)
        x, y = x + 11 * lap, y + 9 * lap
        drawing = use(f"ship-{colour}", (x, y))
        if count > 1:
            drawing += (
                f'<circle cx="{number(x + 13)}" cy="{number(y - 12)}" r="8.4" fill="{HALO}" '
                f'stroke="{INK}" stroke-width="1.2"/>'
                + text_svg((x + 13, y - 7.6), count, 12.5, f'fill="{INK}" font-weight="800"')
            )
        drawn.append((y, drawing))
    return drawn
