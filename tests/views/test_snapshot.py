"""A view that travelled is the view that was sent (H-10)."""

import msgspec
import pytest

from ilos import new_game
from ilos.rules.chance import SeededChance
from ilos.views import view
from ilos.views.snapshot import ViewSnapshot, restore, take_snapshot


@pytest.mark.parametrize("players", [2, 5])
def test_a_view_survives_the_way_to_another_process(players: int) -> None:
    """JSON there and back; the same view, the same legal moves."""
    game = new_game(["A", "B", "C", "D", "E"][:players], seed=4, max_rounds=6)
    luck = SeededChance(4)
    while not game.is_over:
        seen = view(game, game.pending.seat)
        text = msgspec.json.encode(take_snapshot(seen))
        arrived = restore(msgspec.json.decode(text, type=ViewSnapshot))
        assert arrived.data == seen.data
        assert arrived.events == seen.events
        moves = list(seen.legal_moves)
        assert list(arrived.legal_moves) == moves
        game.play(moves[luck.below(len(moves))])
