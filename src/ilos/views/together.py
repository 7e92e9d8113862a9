"""The same moment through several pairs of eyes: what is public is worked out once.

Gives exactly what `view` gives each viewer, as tests/views/test_together.py checks.
"""

from collections.abc import Iterable

import msgspec

from ilos.engine.position import Position
from ilos.rules.game import Game
from ilos.views.view import View, own_position, public_position

Shown = tuple[msgspec.Raw, msgspec.Raw]


def look_together(game: Game, viewers: Iterable[int | None]) -> dict[int | None, Shown]:
    """For each viewer the JSON of the view, and of the choices: null unless that seat decides."""
    public = public_position(game)
    everybody = _seen(game, None, public)
    common = everybody.common_text(len(game.events))
    found: dict[int | None, Shown] = {}
    for viewer in viewers:
        seen = everybody
        if viewer is not None:
            seen = _seen(game, viewer, own_position(game, viewer, public))
        text = common + seen.own_text()
        found[viewer] = msgspec.Raw(text), msgspec.Raw(seen.choices_text())
    return found


def _seen(game: Game, viewer: int | None, position: Position) -> View:
    """A view without its events, which nobody asks for here."""
    return View(viewer, game.setup, position, [], game.fleet)
