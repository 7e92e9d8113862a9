"""Our own figures for `compare.py`, by the same clock.

python ours.py decisions|simulations|games SECONDS PLAYERS
"""

import json
import random
import sys
import time

from ilos import new_game
from ilos.engine import api
from ilos.engine.search.playouts import random_games
from ilos.engine.search.tree import Search
from ilos.rules.chance import SeededChance
from ilos.rules.moves import Mulligan
from ilos.views import view
from ilos.views.imagine import masked_with_stocks, remember

NAMES = ["a", "b", "c", "d", "e"]


def decisions(seconds: float, players: int) -> float:
    """Decisions a second in uniformly random play."""
    game = new_game(NAMES[:players], seed=1)
    p = api.new_position(game.setup.printed, 1)
    count = 0
    start = time.process_time()
    while time.process_time() - start < seconds:
        count += random_games(p, 200).decisions
    return count / (time.process_time() - start)


def simulations(seconds: float, players: int) -> float:
    """Simulations a second from the first turn of a game, tree and playout included."""
    game = new_game(NAMES[:players], seed=1)
    while game.round == 0:
        keep = Mulligan(())
        game.play(keep if keep in game.legal_moves else game.legal_moves[0])
    seen = view(game, game.pending.seat)
    memory = remember(seen)
    masked, unknown = masked_with_stocks(seen, memory), memory.unknown()
    count = 0
    start = time.process_time()
    while time.process_time() - start < seconds:
        search = Search(masked, unknown, SeededChance(count).below(1 << 62))
        search.random = 1  # uniformly random playouts, as the peer does them
        search.run(2_000)
        count += 2_000
    return count / (time.process_time() - start)


def games(seconds: float, players: int) -> float:
    """Random games a second from Python objects, as many write them."""
    luck = random.Random(1)
    count = 0
    start = time.process_time()
    while time.process_time() - start < seconds:
        game = new_game(NAMES[:players], seed=count)
        while not game.is_over:
            game.play(luck.choice(game.legal_moves))
        count += 1
    return count / (time.process_time() - start)


if __name__ == "__main__":
    measured = {"decisions": decisions, "simulations": simulations, "games": games}[sys.argv[1]]
    print(json.dumps({"per_second": measured(float(sys.argv[2]), int(sys.argv[3]))}))
