"""What is agreed before a game (RULES 3.1, 5, 6, 7), and names for the engine's numbers."""

from dataclasses import dataclass
from functools import cached_property
from reprlib import repr as shown  # a value on one short line, whatever a file may hold
from typing import Any, Literal

from msgspec import field

from ilos.engine.constants import GRID, PARTS, SITES
from ilos.engine.position import Printed
from ilos.rules.errors import wrong_type
from ilos.rules.moves import Berth, Cell, PartAt, Place, Shape, SiteAt
from ilos.rules.names import (
    COLOURS,
    EDITIONS,
    RESOURCES,
    SITE_KINDS,
    Colour,
    Edition,
    SiteKind,
)
from ilos.rules.tiles import TileSet, problems

Stocks = Literal["screened", "open"]
RULES_VERSION = 1
MAX_ROUNDS = 500
_HALF = GRID // 2
_HIGHEST_PRICE = 10**12  # simulated games count a dearer token as this; real scores are exact


class Player(Shape, frozen=True, omit_defaults=True):
    """Who sits in a seat."""

    name: str
    colour: Colour  # of all pieces of the seat; no two seats have the same
    # A record always says the kind; only plain defaults are left out.
    kind: Literal["human", "bot"] = field(default_factory=lambda: "human")
    bot: str | None = None  # which bot


class Options(Shape, frozen=True, kw_only=True):
    """Edition and options of a game."""

    version: int = RULES_VERSION
    edition: Edition = "en"  # RULES 7
    max_rounds: int = 100  # RULES 5, the safety valve
    stocks: Stocks = "screened"  # RULES 6

    def __post_init__(self) -> None:
        if self.edition not in EDITIONS:
            raise ValueError(f"edition {shown(self.edition)} is not one of {', '.join(EDITIONS)}")
        if type(self.max_rounds) is not int or not 1 <= self.max_rounds <= MAX_ROUNDS:
            raise ValueError(f"max_rounds is {shown(self.max_rounds)}, not 1 to {MAX_ROUNDS}")
        if self.stocks not in ("screened", "open"):
            raise ValueError(f"stocks {shown(self.stocks)} is not one of screened, open")
        if type(self.version) is not int or self.version != RULES_VERSION:
            raise ValueError(f"version {shown(self.version)} of the rules is unknown")


@dataclass(frozen=True)
class Setup:
    """Players in seat order, options and tile set; seat 0 starts."""

    players: tuple[Player, ...]
    options: Options
    tile_set: TileSet

    def __post_init__(self) -> None:
        if not 2 <= len(self.players) <= 5:
            raise ValueError(f"Ilôs is for 2 to 5 players, not {len(self.players)}")
        if not isinstance(self.tile_set, TileSet):
            raise wrong_type("tile_set", self.tile_set, "a TileSet, as read_tile_set gives it")
        for player in self.players:
            if not isinstance(player, Player) or not isinstance(player.name, str):
                raise wrong_type("a player", player, "a name or a Player with one")
        colours = [player.colour for player in self.players]
        for colour in colours:
            if colour not in COLOURS:
                raise ValueError(f"colour {shown(colour)} is not one of {', '.join(COLOURS)}")
        if len(set(colours)) < len(colours):
            raise ValueError("two players have the same colour")

    def __getstate__(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__dataclass_fields__}

    @cached_property
    def printed(self) -> Printed:
        """The engine's form of all this."""
        pirates_draw = self.options.edition != "en"  # RULES 7
        alike = (len(self.players), pirates_draw, self.options.max_rounds)
        made = self.tile_set.printed
        if alike not in made:
            made[alike] = _printed(self.tile_set, *alike)
        return made[alike]

    @property
    def tile_numbers(self) -> dict[str, int]:
        """The engine's number of each tile: its place in the tile set."""
        return self.tile_set.tile_numbers

    def tile_id(self, tile: int) -> str:
        """Return the id of a tile by its number."""
        return self.tile_set.tiles[tile].id

    def part_number(self, part: Place) -> int | None:
        """None if there is no such part."""
        tile = self.tile_numbers.get(part.tile)
        if tile is None or part.part is None or part.part >= len(self.tile_set.tiles[tile].parts):
            return None
        return tile * PARTS + part.part

    def part_at(self, part: int) -> PartAt:
        """Return a part by its number."""
        return self.tile_set.parts[part]

    def shore_at(self, part: int) -> Berth:
        """Return the berth at a part by its number."""
        return self.tile_set.shores[part]

    def hideout_at(self, tile: int) -> Berth:
        """Return the berth on a hideout by the number of its tile."""
        return self.tile_set.hideouts[tile]

    def site_number(self, site: SiteAt) -> int | None:
        """None if there is no such site."""
        tile = self.tile_numbers.get(site.tile)
        if tile is None or site.part >= len(self.tile_set.tiles[tile].parts):
            return None
        parts = self.tile_set.tiles[tile].parts
        if site.site >= len(parts[site.part].sites):
            return None
        return tile * SITES + sum(len(p.sites) for p in parts[: site.part]) + site.site

    @property
    def sites(self) -> dict[int, SiteAt]:
        """Every site by the engine's number."""
        return self.tile_set.sites

    def site_kind(self, site: int) -> SiteKind:
        """Return what is printed at a site by its number."""
        return self.tile_set.site_kinds[site]


def _printed(tile_set: TileSet, players: int, pirates_draw: bool, max_rounds: int) -> Printed:
    faults = problems(tile_set)
    if faults:
        raise ValueError(faults[0])
    tiles = [
        (
            tile.hideout,
            [(part.sides, [SITE_KINDS.index(s) for s in part.sites]) for part in tile.parts],
        )
        for tile in tile_set.tiles
    ]
    rows = [[min(x, _HIGHEST_PRICE) for x in tile_set.market[r]] for r in RESOURCES]
    return Printed(players, pirates_draw, max_rounds, tiles, rows)


def cell_number(cell: Cell) -> int:
    """The engine's number of a cell; -1 if no archipelago reaches it."""
    q, r = cell
    if not (-_HALF < q < _HALF and -_HALF < r < _HALF):
        return -1
    return (q + _HALF) * GRID + r + _HALF


def cell_at(number: int) -> Cell:
    """The cell with this number."""
    return (number // GRID - _HALF, number % GRID - _HALF)
