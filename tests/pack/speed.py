"""Prints how many simulations a second the tree search makes, for `npm run bench`."""

import time

from bot_games import deal

from ilos import bots
from ilos.bots import Budget
from ilos.engine.search.tree import Search
from ilos.rules.chance import SeededChance
from ilos.views import view
from ilos.views.imagine import masked_with_stocks, remember

SIMULATIONS = 6_000


def main() -> None:
    """Search from the first turn of a game for two."""
    game = deal(2, seed=2)
    greedy = bots.create("greedy")
    while game.round == 0:
        seen = view(game, game.pending.seat)
        game.play(greedy.choose(seen, seen.legal_moves, Budget(), SeededChance(1)))
    seen = view(game, game.pending.seat)
    memory = remember(seen)
    search = Search(masked_with_stocks(seen, memory), memory.unknown(), 1, 4 * SIMULATIONS)
    search.run(SIMULATIONS // 10)
    started = time.perf_counter()
    search.run(SIMULATIONS)
    print(round(SIMULATIONS / (time.perf_counter() - started)))


main()
