"""Looking together gives everybody exactly their own view (RULES 6)."""

import msgspec
import pytest

from ilos import new_game
from ilos.rules.chance import SeededChance
from ilos.views import view
from ilos.views.together import look_together


@pytest.mark.parametrize("players", [2, 3, 5])
@pytest.mark.parametrize("stocks", ["screened", "open"])
def test_what_each_sees_is_their_own_view(players: int, stocks: str) -> None:
    """At every moment of a whole game, for all seats and a spectator."""
    game = new_game(["A", "B", "C", "D", "E"][:players], seed=9, max_rounds=8, stocks=stocks)  # type: ignore[arg-type]
    luck = SeededChance(9)
    viewers = [None, *range(players)]
    while True:
        together = look_together(game, viewers)
        for viewer in viewers:
            seen = view(game, viewer)
            shown, choices = together[viewer]
            assert msgspec.json.decode(shown) == seen.to_json()
            assert choices == seen.choices()
        if game.is_over:
            return
        moves = list(game.legal_moves())
        game.play(moves[luck.below(len(moves))])
