"""The same moment through several pairs of eyes: what is public is worked out once.

Gives exactly what `view` gives each viewer, as tests/views/test_together.py checks.
"""

from collections.abc import Iterable

import msgspec

from ilos.engine import face
from ilos.engine.choices_text import choices_text
from ilos.engine.view_text import own_text
from ilos.rules.game import Game
from ilos.views.view import own_position, public_position, shared_text

Shown = tuple[msgspec.Raw, msgspec.Raw]

_NULL = msgspec.Raw(b"null")


def look_together(game: Game, viewers: Iterable[int | None]) -> dict[int | None, Shown]:
    """For each viewer the JSON of the view, and of the choices: null unless that seat decides."""
    setup, texts = game.setup, game.setup.tile_set.texts
    public = public_position(game)
    shared = shared_text(setup, public, game.fleet, len(game.events))
    to_act = face.to_act(public)
    found: dict[int | None, Shown] = {}
    for viewer in viewers:
        if viewer is None:
            found[None] = msgspec.Raw(shared + own_text(texts, public, -1)), _NULL
            continue
        mine = own_position(game, viewer, public)
        choices = _NULL
        if viewer == to_act:
            choices = msgspec.Raw(choices_text(texts, mine))
        found[viewer] = msgspec.Raw(shared + own_text(texts, mine, viewer)), choices
    return found
