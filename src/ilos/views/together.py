"""The same moment through several pairs of eyes: what is public is worked out once.

Gives exactly what `view` gives each viewer, as tests/views/test_together.py checks; the board is
ready-made JSON, which for most moves is still that of the move before.
"""

from collections.abc import Iterable
from typing import Any

import msgspec

from ilos.engine.position import Position
from ilos.rules.choices import Choices
from ilos.rules.game import Game
from ilos.rules.remembering import Remembering
from ilos.rules.setup import Setup
from ilos.views.view import BOARD, View, own_position, public_position

Shown = tuple[msgspec.Raw, Choices | None]

_encode = msgspec.json.Encoder().encode


def _ready_made(part: Remembering[Any]) -> Remembering[msgspec.Raw]:
    def text(setup: Setup, p: Position) -> msgspec.Raw:
        return msgspec.Raw(_encode(part.make(setup, p)))

    return Remembering(text, part.fields)


_READY_MADE = {name: _ready_made(part) for name, part in BOARD.items()}


def look_together(game: Game, viewers: Iterable[int | None]) -> dict[int | None, Shown]:
    """For each viewer the JSON of the view, and the choices if that seat is to decide."""
    public = public_position(game)
    everybody = _seen(game, None, public)
    board = {name: part(game.setup, public) for name, part in _READY_MADE.items()}
    common = _encode({**board, **everybody.common_json(), "events": len(game.events)})
    found: dict[int | None, Shown] = {}
    for viewer in viewers:
        seen = everybody
        if viewer is not None:
            seen = _seen(game, viewer, own_position(game, viewer, public))
        own = _encode(seen.own_json())
        found[viewer] = msgspec.Raw(b"%b,%b" % (common[:-1], own[1:])), seen.choices()
    return found


def _seen(game: Game, viewer: int | None, position: Position) -> View:
    """A view without its events, which nobody asks for here."""
    return View(viewer, game.setup, position, [], game.fleet)
