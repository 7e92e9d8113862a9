"""Bots value time: no game against them goes on for ever, whatever the others do (RULES 5)."""

import pytest
from bot_games import choose, deal, play_out

from ilos import bots
from ilos.bots.greedy import GreedyBot
from ilos.engine.constants import D_MARKET, D_SITE, PH_ACTION
from ilos.engine.position import IS_COMPILED, Position
from ilos.rules.moves import Mulligan
from ilos.rules.names import CARDS
from ilos.views import view

MOST_ROUNDS = 25
SIMULATIONS = 12 if IS_COMPILED else 3
GAMES = 30 if IS_COMPILED else 2


class NeverEnds(GreedyBot):
    """Plays sensibly, but never places its tenth pioneer."""

    def _options(self, p: Position) -> list[tuple[int, float]]:
        options = super()._options(p)
        if p.phase != PH_ACTION or p.pioneers[p.seat] > 1:
            return options
        return [(d, score) for d, score in options if not D_SITE <= d < D_MARKET]


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("name", ["greedy", "gentle", "skilled"])
def test_a_bot_ends_the_game_that_nobody_else_ends(name: str, players: int) -> None:
    """With nine pioneers each, bots used to pass and take each other's cards until round 100."""
    for seed in range(GAMES):
        rivals = [NeverEnds() for _ in range(players - 1)]
        game = play_out([bots.create(name), *rivals], seed, SIMULATIONS)
        result = game.result()
        assert result is not None
        assert (result.reason, game.round <= MOST_ROUNDS) == ("pioneers", True), f"seed {seed}"


def opening(name: str, seed: int) -> tuple[dict[str, int], dict[str, int]]:
    """Cards of each kind that a bot is dealt, and those it gives up in the mulligan."""
    game = deal(2, seed)
    seen = view(game, game.pending.seat)
    move = choose(bots.create(name), seen, seed)
    assert isinstance(move, Mulligan)
    dealt: dict[str, int] = {}
    given: dict[str, int] = {}
    for number, card in enumerate(CARDS):
        dealt[card] = game.position.hand[game.position.seat * 6 + number]
        given[card] = move.discarded.count(card)
    return dealt, given


@pytest.mark.parametrize("name", ["greedy", "skilled"] if IS_COMPILED else ["greedy"])
def test_a_mulligan_gives_up_what_the_first_turns_have_no_use_for(name: str) -> None:
    """RULES 3.4: as `expert` does, most Market and Gold mine cards, and hardly a ship."""
    hands = [opening(name, seed) for seed in range(40)]
    dealt, given = ({k: sum(hand[i][k] for hand in hands) for k in hands[0][i]} for i in (0, 1))
    assert given["gold_mine"] >= 0.75 * dealt["gold_mine"]
    assert given["market"] >= 0.75 * dealt["market"]
    assert given["ship"] <= 0.2 * dealt["ship"]
