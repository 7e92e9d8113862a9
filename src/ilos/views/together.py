"""The same moment through several pairs of eyes: what is public is worked out once.

Gives exactly what `view` gives each viewer, as tests/views/test_together.py checks.
"""

from collections.abc import Iterable
from typing import Any

from ilos.rules.choices import Choices
from ilos.rules.game import Game
from ilos.views.view import View, masked_position

Shown = tuple[dict[str, Any], Choices | None]


def look_together(game: Game, viewers: Iterable[int | None]) -> dict[int | None, Shown]:
    """For each viewer the JSON of the view, and the choices if that seat is to decide."""
    public = {**_seen(game, None).to_json(), "events": len(game.events)}
    return {viewer: _through(game, viewer, public) for viewer in viewers}


def _through(game: Game, viewer: int | None, public: dict[str, Any]) -> Shown:
    if viewer is None:
        return public, None
    seen = _seen(game, viewer)
    own = seen.private_json()
    seats = [*public["seats"]]
    seats[viewer] = own["seat"]
    shown = {**public, "viewer": viewer, "hand": own["hand"], "seats": seats}
    return shown, seen.choices()


def _seen(game: Game, viewer: int | None) -> View:
    """A view without its events, which nobody asks for here."""
    return View(viewer, game.setup, masked_position(game, viewer), [], game.fleet)
