"""Bots get exactly what a person in their seat gets (RULES 6): they cannot see hidden cards."""

from collections.abc import Callable
from dataclasses import replace
from itertools import islice

import pytest
from bot_games import another_world, choose, positions

from ilos import bots
from ilos.bots import LEVELS, Bot, Budget
from ilos.engine.constants import CARD_KINDS
from ilos.rules.chance import SeededChance
from ilos.rules.game import Game
from ilos.rules.legal_moves import LegalMoves
from ilos.rules.moves import Move
from ilos.views import View, view

SIMULATIONS = 200
A_CHUNK = 100  # positions; ten chunks make the thousand

# `expert` and `master` are `skilled` with more simulations, see below: the same bot at 200.
WAYS_TO_PLAY = ("random", "greedy", "gentle", "skilled")


def differing_choices(make: Callable[[Game], Bot], chunk: int, size: int) -> int:
    """In how many positions does a bot choose differently when only hidden cards differ?"""
    found = 0
    worlds_differ = 0
    for number in range(size // 10):
        seed = chunk * 1000 + number
        game_positions = positions(players=2 + seed % 4, seed=seed)
        for k, game in enumerate(islice(game_positions, number % 7, 70, 7)):
            if k == 10:
                break
            twin = another_world(game, seed=k)
            worlds_differ += twin.position.hand != game.position.hand
            seat = game.pending.seat
            first = choose(make(game), view(game, seat), k, SIMULATIONS)
            second = choose(make(twin), view(twin, seat), k, SIMULATIONS)
            found += first != second
    assert worlds_differ > size // 2
    return found


@pytest.mark.parametrize("chunk", range(10))
@pytest.mark.parametrize("name", WAYS_TO_PLAY)
def test_the_same_view_and_seed_give_the_same_choice_in_another_hidden_world(
    name: str, chunk
) -> None:
    """RULES 6: nothing that a bot receives may allow it to learn more than its seat knows."""
    assert differing_choices(lambda _: bots.create(name), chunk, A_CHUNK) == 0


class PeekingBot:
    """A cheat: it was handed the true game, and ends its turn when others hold many ships."""

    def __init__(self, game: Game) -> None:
        self._game = game

    def choose(self, seen: View, moves: LegalMoves, budget: Budget, rng: SeededChance) -> Move:
        del budget, rng
        hand = self._game.position.hand
        ships = sum(hand[seat * CARD_KINDS] for seat in range(5) if seat != seen.viewer)
        return list(moves)[ships % len(moves)]


def test_a_cheating_bot_is_caught() -> None:
    """RULES 6: the test above would notice a bot that looks at other hands."""
    assert differing_choices(PeekingBot, chunk=0, size=30) > 0


def test_expert_and_master_are_skilled_with_more_time() -> None:
    """What is shown for `skilled` at 200 simulations is so shown for them."""
    skilled = LEVELS["skilled"]
    for name in ("expert", "master"):
        level = LEVELS[name]
        assert replace(level, simulations=skilled.simulations, pace=skilled.pace) == skilled
