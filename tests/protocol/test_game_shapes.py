"""What the rules and views write is what the protocol says: held against whole random games."""

import msgspec
import pytest

from ilos import new_game
from ilos.engine.json.choices_json import write_choices
from ilos.records.record import SetupData, setup_data
from ilos.rules.chance import SeededChance
from ilos.rules.events import Event
from ilos.rules.moves import Move, to_builtins
from ilos.views import mask_event, view
from ilos.views.view_data import ViewData

EVENTS = msgspec.json.Decoder(list[Event])
MOVE = msgspec.json.Decoder(Move)


def check_form(text: bytes, form: type) -> None:
    """Nothing more and nothing less than the type says, or it would not come back the same."""
    assert to_builtins(msgspec.json.decode(text, type=form)) == msgspec.json.decode(text)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("stocks", ["screened", "open"])
def test_views_choices_events_and_moves_have_the_declared_shape(players: int, stocks: str) -> None:
    """A key more or less, or another type, fails."""
    game = new_game(["A", "B", "C", "D", "E"][:players], seed=players, max_rounds=12, stocks=stocks)  # type: ignore[arg-type]
    luck = SeededChance(players)
    check_form(msgspec.json.encode(setup_data(game.setup)), SetupData)
    while not game.is_over:
        written = write_choices(game.setup.tile_set.json_fragments, game.position)
        assert to_builtins(game.choices()) == msgspec.json.decode(written)
        moves = list(game.legal_moves)
        move = moves[luck.below(len(moves))]
        MOVE.decode(msgspec.json.encode(move))
        game.play(move)
        for viewer in (None, len(game.events) % players):
            check_form(view(game, viewer).text, ViewData)
    for viewer in (None, 0, players - 1):
        masked = [mask_event(event, viewer) for event in game.events]
        EVENTS.decode(msgspec.json.encode(masked))
