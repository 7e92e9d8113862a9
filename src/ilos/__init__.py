"""Ilôs: the board game of islands, pioneers and pirates, for people, bots and researchers.

>>> import ilos
>>> game = ilos.new_game(["Ana", "Bo"], seed=7)
>>> while not game.is_over:
...     event = game.play(game.legal_moves[0])
>>> game.result().reason
'max_rounds'
"""

from __future__ import annotations

import importlib
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ilos import bots
    from ilos.api import Game, Record, load, load_all, new_game, play_game, save
    from ilos.records.record import BadRecord
    from ilos.records.tile_sets import BadTileSet, read_tile_set
    from ilos.rules import events, moves
    from ilos.rules.errors import IllegalMove, NotAMove, TooLate
    from ilos.rules.notation import move_text, parse_move
    from ilos.rules.setup import Options, Player
    from ilos.rules.tiles import TileSet
    from ilos.views import View, view

__version__ = "0.2.0"
__all__ = [
    "BadRecord",
    "BadTileSet",
    "Game",
    "IllegalMove",
    "NotAMove",
    "Options",
    "Player",
    "Record",
    "TileSet",
    "TooLate",
    "View",
    "__version__",
    "bots",
    "events",
    "load",
    "load_all",
    "move_text",
    "moves",
    "new_game",
    "parse_move",
    "play_game",
    "read_tile_set",
    "save",
    "view",
]

# Where each name is, imported when it is asked for: `ilos --help` should not wait for the engine.
_MODULES = {
    "BadRecord": "ilos.records.record",
    "BadTileSet": "ilos.records.tile_sets",
    "Game": "ilos.api",
    "IllegalMove": "ilos.rules.errors",
    "NotAMove": "ilos.rules.errors",
    "Options": "ilos.rules.setup",
    "Player": "ilos.rules.setup",
    "Record": "ilos.api",
    "TileSet": "ilos.rules.tiles",
    "TooLate": "ilos.rules.errors",
    "View": "ilos.views",
    "load": "ilos.api",
    "load_all": "ilos.api",
    "move_text": "ilos.rules.notation",
    "new_game": "ilos.api",
    "parse_move": "ilos.rules.notation",
    "play_game": "ilos.api",
    "read_tile_set": "ilos.records.tile_sets",
    "save": "ilos.api",
    "view": "ilos.views",
}
_PACKAGES = {"bots": "ilos.bots", "events": "ilos.rules.events", "moves": "ilos.rules.moves"}


def __getattr__(name: str) -> Any:
    if name in _PACKAGES:
        return importlib.import_module(_PACKAGES[name])
    if name in _MODULES:
        return getattr(importlib.import_module(_MODULES[name]), name)
    raise AttributeError(f"module 'ilos' has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__


def register_environments() -> None:
    """Tell Gymnasium our ids; it imports `ilos.environments` when one is made."""
    import gymnasium

    if "Ilos-v1" not in gymnasium.registry:
        gymnasium.register(
            "Ilos-v1",
            "ilos.environments:SeatEnv",
            vector_entry_point="ilos.environments:SeatVectorEnv",
        )


# Gymnasium looks for no plugins, and importing it here would make every command wait for it.
if sys.modules.get("gymnasium"):
    register_environments()
