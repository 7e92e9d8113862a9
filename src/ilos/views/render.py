"""The same moment through several pairs of eyes: what is public is worked out once.

Gives exactly what `view` gives each viewer, as tests/views/test_render.py checks.
"""

from collections.abc import Iterable

import msgspec

from ilos.engine import api
from ilos.engine.json.choices_json import write_choices
from ilos.engine.json.view_json import write_own
from ilos.rules.game import Game
from ilos.views.view import own_position, public_position, shared_json

Shown = tuple[msgspec.Raw, msgspec.Raw]

_NULL = msgspec.Raw(b"null")


def render_views(game: Game, viewers: Iterable[int | None]) -> dict[int | None, Shown]:
    """For each viewer the JSON of the view, and of the choices: null unless that seat decides."""
    setup, fragments = game.setup, game.setup.tile_set.json_fragments
    public = public_position(game)
    shared = shared_json(setup, public, game.fleet, len(game.events))
    to_act = api.to_act(public)
    found: dict[int | None, Shown] = {}
    for viewer in viewers:
        if viewer is None:
            found[None] = msgspec.Raw(shared + write_own(fragments, public, -1)), _NULL
            continue
        mine = own_position(game, viewer, public)
        choices = _NULL
        if viewer == to_act:
            choices = msgspec.Raw(write_choices(fragments, mine))
        found[viewer] = msgspec.Raw(shared + write_own(fragments, mine, viewer)), choices
    return found
