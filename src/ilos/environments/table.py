"""What all environments share: a table with nobody's name on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ilos.records.tile_sets import default_tile_set
from ilos.rules.names import COLOURS
from ilos.rules.setup import Options, Player, Setup

if TYPE_CHECKING:
    from ilos.rules.names import Edition
    from ilos.rules.setup import Stocks
    from ilos.rules.tiles import TileSet


def bare_setup(
    players: int,
    edition: Edition = "en",
    stocks: Stocks = "screened",
    max_rounds: int = 100,
    tile_set: TileSet | None = None,
) -> Setup:
    """A table of so many players, called by their colours."""
    if not 2 <= players <= len(COLOURS):
        raise ValueError(f"{players} players, but Ilôs is for 2 to {len(COLOURS)}")
    seats = tuple(Player(colour, colour, "bot") for colour in COLOURS[:players])
    options = Options(edition=edition, max_rounds=max_rounds, stocks=stocks)
    return Setup(seats, options, tile_set or default_tile_set())
