"""The archipelago drawn with characters, for terminals of 80 columns and more.

Hexagons become bricks: each row of the chart is shifted by half a brick, so every brick touches six
others, just as cells do. A land side is a row of `#`, a sea side a row of `~` or a `:`.
"""

import textwrap
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from ilos.drawing.island_names import island_name
from ilos.drawing.words import printable
from ilos.rules.setup import Setup
from ilos.rules.tiles import TileSet
from ilos.views.view_data import Pioneer, ViewData

COLOUR_LETTERS: Final = {"red": "r", "green": "g", "black": "k", "yellow": "y", "blue": "b"}
NARROWEST: Final = 12  # columns of a brick
WIDEST: Final = 22
KEY: Final = (
    "Sites: E=ebony, S=spice, P=pigment, G=gold, C=construction, R=ruins, F=fort, T=trading post; "
    "a small letter after a site is the colour of its pioneer. Ships: > and their colours. "
    "(x) is a free hideout, (r) one held by red. Land sides are #, sea sides ~ or :."
)


def position_text(view: ViewData, setup: Setup, width: int = 100) -> str:
    """The archipelago, at most `width` columns wide, with a key; `words` tells the rest."""
    tile_set = setup.tile_set
    colours = [COLOUR_LETTERS[player.colour] for player in setup.players]
    bricks = _bricks(view, tile_set, colours, width)
    drawn = _strips(_drawn(bricks), width) if bricks else ["The chart is empty."]
    who = ", ".join(
        f"{letter} {player.name}" for letter, player in zip(colours, setup.players, strict=True)
    )
    key = textwrap.wrap(printable(f"Colours: {who}. {KEY}"), width)
    return "\n".join([*drawn, "", *key]) + "\n"


@dataclass(frozen=True, slots=True)
class _Brick:
    """One tile on the chart of characters."""

    left: int  # column of its left edge
    row: int
    size: int  # columns from edge to edge
    land: frozenset[int]  # sides as it lies
    lines: list[str]


def _bricks(view: ViewData, tile_set: TileSet, colours: Sequence[str], width: int) -> list[_Brick]:
    """The tiles in play, as wide as the chart allows."""
    laid = view.archipelago
    halves = [2 * entry.cell[0] + entry.cell[1] for entry in laid] or [0]
    span = max(halves) - min(halves) + 2
    size = max(NARROWEST, min(WIDEST, (width - 1) * 2 // span)) // 2 * 2
    notes = _notes(view, tile_set, colours)
    bricks = []
    for entry, half in zip(laid, halves, strict=False):
        tile, turn = tile_set.tile(entry.tile), entry.rotation
        bricks.append(
            _Brick(
                (half - min(halves)) * size // 2,
                entry.cell[1],
                size,
                frozenset((side + turn) % 6 for side in tile.land_sides),
                [line for note in notes[tile.id] for line in _wrapped(note, size - 1)],
            )
        )
    return bricks


def _wrapped(note: str, room: int) -> list[str]:
    return textwrap.wrap(printable(note), room, break_on_hyphens=False, subsequent_indent=" ")


def _notes(view: ViewData, tile_set: TileSet, colours: Sequence[str]) -> dict[str, list[str]]:
    """For each tile what is written on it: its id, then a line for each part."""
    notes = {entry.tile: [entry.tile] for entry in view.archipelago}
    pirates = {ship.tile: colours[ship.seat] for ship in view.ships if ship.hideout}
    for tile_id, lines in notes.items():
        if tile_set.tile(tile_id).hideout:
            lines[0] += f" ({pirates.get(tile_id, 'x')})"
    names = {
        (part.tile, part.part): island_name(island.name)[:3]
        for island in view.islands
        for part in island.parts
    }
    sites = _site_letters(view.pioneers, tile_set, colours)
    ships: dict[tuple[str, int], str] = defaultdict(str)
    for ship in view.ships:
        if ship.part is not None:
            ships[ship.tile, ship.part] += colours[ship.seat]
    for tile_id, lines in notes.items():
        for index, part in enumerate(tile_set.tile(tile_id).parts):
            here = tile_id, index
            letters = "".join(sites(tile_id, index, site) for site in range(len(part.sites)))
            fleet = f" >{ships[here]}" if here in ships else ""
            lines.append(f"{names[here]} {letters}{fleet}")
    return notes


def _site_letters(
    pioneers: Iterable[Pioneer], tile_set: TileSet, colours: Sequence[str]
) -> Callable[[str, int, int], str]:
    """How a site is written: E if free, Er once red works it, Fr for a fort of red."""
    taken = {(p.tile, p.part, p.site): p for p in pioneers}

    def letters(tile_id: str, part: int, site: int) -> str:
        kind = tile_set.tile(tile_id).parts[part].sites[site]
        pioneer = taken.get((tile_id, part, site))
        if pioneer is None:
            return kind[0].upper()
        return (pioneer.building or kind)[0].upper() + colours[pioneer.seat]

    return letters


def _drawn(bricks: list[_Brick]) -> list[str]:
    """The bricks on one canvas; neighbours share their edges."""
    size, height = bricks[0].size, max(3, *(len(brick.lines) for brick in bricks)) + 1
    first, last = min(b.row for b in bricks), max(b.row for b in bricks)
    columns = max(brick.left for brick in bricks) + size + 1
    canvas = [[" "] * columns for _ in range((last - first + 1) * height + 1)]

    def put(line: int, column: int, text: str) -> None:
        canvas[line][column : column + len(text)] = text

    for brick in bricks:
        top, half = (brick.row - first) * height, size // 2
        for line, column, side in (
            (top, brick.left, 4),
            (top, brick.left + half, 5),
            (top + height, brick.left, 2),
            (top + height, brick.left + half, 1),
        ):
            put(line, column, "+" + ("#" if side in brick.land else "~") * (half - 1) + "+")
        for line in range(1, height):
            put(top + line, brick.left, "#" if 3 in brick.land else ":")
            put(top + line, brick.left + size, "#" if 0 in brick.land else ":")
        for line, text in enumerate(brick.lines, 1):
            put(top + line, brick.left + 1, text)
    return ["".join(line).rstrip() for line in canvas]


def _strips(lines: list[str], width: int) -> list[str]:
    """A chart that is too wide is cut from west to east."""
    columns = max(map(len, lines))
    strips = [lines]
    if columns > width:
        cuts = range(0, columns, width)
        strips = [[line[cut : cut + width].rstrip() for line in lines] for cut in cuts]
    out = strips[0]
    for strip in strips[1:]:
        out = [*out, "", "(further east)", *strip]
    return out
