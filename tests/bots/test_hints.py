"""Suggestions for people: legal moves, the best first, each with a reason from a closed list."""

import typing

from bot_games import another_world, positions

from ilos.bots import Budget
from ilos.bots.hints import REASONS, suggest
from ilos.protocol.server import HintReason
from ilos.rules.chance import SeededChance
from ilos.rules.game import Game
from ilos.views import view


def hints(game: Game, count: int = 3):
    seen = view(game, game.pending.seat)
    return suggest(seen, seen.legal_moves, Budget(simulations=40), SeededChance(1), count)


def test_every_suggestion_is_a_different_legal_move_with_a_known_reason() -> None:
    """RULES 4: whatever is suggested can be played."""
    seen_reasons = set()
    for seed in range(4):
        for game in positions(2, seed):
            found = hints(game)
            moves = [suggestion.move for suggestion in found]
            assert 1 <= len(found) <= 3
            assert all(move in game.legal_moves for move in moves)
            assert len(set(moves)) == len(moves)
            seen_reasons |= {suggestion.reason for suggestion in found}
    assert seen_reasons <= set(REASONS)
    assert len(seen_reasons) >= 8


def test_the_reasons_are_those_that_the_protocol_sends() -> None:
    """One list for bots, server and client."""
    assert typing.get_args(HintReason) == REASONS


def test_a_suggestion_uses_only_what_the_asker_may_know() -> None:
    """RULES 6: another hidden world, the same suggestions."""
    for number, game in enumerate(positions(3, seed=4)):
        assert hints(another_world(game, seed=number)) == hints(game)


def test_a_count_below_one_still_gives_the_best_move() -> None:
    """Bad input: someone who asks gets an answer."""
    assert len(hints(next(positions(2, seed=1)), count=0)) == 1
