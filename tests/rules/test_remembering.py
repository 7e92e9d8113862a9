"""What is remembered of a position is what would be made of it anew."""

from random import Random

import pytest

from ilos import new_game
from ilos.engine.position import Position
from ilos.rules import choices, remembering
from ilos.views.view import BOARD

REMEMBERED = [*BOARD.values(), choices._islands, choices._free_hideouts, choices._tiles]


@pytest.mark.parametrize("players", [2, 5])
def test_what_is_remembered_depends_on_the_named_fields_alone(players: int) -> None:
    """A position with no more than these fields gives the same."""
    game = new_game(["Ana", "Bo", "Cy", "Di", "Eve"][:players], seed=players)
    luck = Random(players)
    for _ in range(150):
        if game.is_over:
            break
        game.play(luck.choice(list(game.legal_moves())))
        for made in REMEMBERED:
            bare = Position(game.setup.tables)
            bare.take_fields(made.fields, game.position)
            assert made(game.setup, game.position) == made.make(game.setup, bare)


def test_it_forgets_when_it_knows_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    """Memory is bounded, however many tables there are."""
    monkeypatch.setattr(remembering, "MOST", 3)
    made = remembering.of_fields("round")(lambda _, p: [p.round])
    game = new_game(["Ana", "Bo"], seed=1)
    for number in range(10):
        game.position.set("round", number)
        assert made(game.setup, game.position) == [number]
        assert len(made._made) <= 3
