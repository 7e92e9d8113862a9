"""The same moment through several pairs of eyes: what is public is worked out once.

Gives exactly what `view` gives each viewer, as tests/views/test_together.py checks.
"""

from collections.abc import Iterable
from typing import Any

from ilos.engine.position import Position
from ilos.rules.choices import Choices
from ilos.rules.game import Game
from ilos.views.view import View, own_position, private_json, public_position

Shown = tuple[dict[str, Any], Choices | None]


def look_together(game: Game, viewers: Iterable[int | None]) -> dict[int | None, Shown]:
    """For each viewer the JSON of the view, and the choices if that seat is to decide."""
    position = public_position(game)
    public = {**_seen(game, None, position).to_json(), "events": len(game.events)}
    found: dict[int | None, Shown] = {}
    for viewer in viewers:
        if viewer is None:
            found[None] = public, None
            continue
        choices = None
        if viewer == public["to_move"]:
            choices = _seen(game, viewer, own_position(game, viewer, position)).choices()
        found[viewer] = {**public, **private_json(game, viewer, public["seats"])}, choices
    return found


def _seen(game: Game, viewer: int | None, position: Position) -> View:
    """A view without its events, which nobody asks for here."""
    return View(viewer, game.setup, position, [], game.fleet)
