"""Ilôs: the board game of islands, pioneers and pirates, for people, bots and researchers.

>>> from ilos import new_game
>>> game = new_game(["Ana", "Bo"], seed=7)
>>> while not game.is_over:
...     event = game.play(next(iter(game.legal_moves)))
>>> game.result().reason
'max_rounds'
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ilos.rules.game import Game
    from ilos.rules.names import Edition
    from ilos.rules.setup import Player, Stocks
    from ilos.rules.tiles import TileSet

__version__ = "0.1.0"
__all__ = ["__version__", "new_game"]


def new_game(
    players: Sequence[str | Player],
    *,
    seed: int,
    edition: Edition = "en",
    max_rounds: int = 100,
    stocks: Stocks = "screened",
    tile_set: TileSet | None = None,
) -> Game:
    """A game, dealt and ready for the first mulligan; the same seed gives the same game.

    Imports come late: `ilos --help` should not wait for the engine.
    """
    from ilos.records.tile_sets import default_tile_set
    from ilos.rules.chance import SeededChance
    from ilos.rules.game import Game
    from ilos.rules.names import COLOURS
    from ilos.rules.setup import Options, Player, Setup

    seated = tuple(
        Player(player, colour) if isinstance(player, str) else player
        for player, colour in zip(players, COLOURS, strict=False)
    )
    if len(seated) < len(players):
        raise ValueError(f"{len(players)} players, but Ilôs is for 2 to 5")
    options = Options(edition=edition, max_rounds=max_rounds, stocks=stocks)
    setup = Setup(seated, options, tile_set or default_tile_set())
    return Game(setup, SeededChance(seed))
