"""How fast the environments are here, beside what we promise.

    python bench/environments.py [--json]

Decisions a second by the CPU time of one core, observations and masks included; PettingZoo's own
`performance_benchmark` is given that clock too. Exit code 1 if the promise is not kept.
"""

import contextlib
import io
import json
import re
import sys
import time
from unittest import mock

import numpy as np
from pettingzoo.test import performance_benchmark

from ilos.environments import SeatEnv, VectorEnv, env

PROMISED = 500_000  # decisions a second of the vector environment, 1,024 games of 2 players
GAMES = 1_024
SECONDS = 2.0


def vector(players: int) -> float:
    """Decisions a second; the best of five stretches, since caches are shared with others."""
    games = VectorEnv(GAMES, players, seed=1)
    for _ in range(150):  # past the setup, so that games are in every stage
        games.step(games.sample())
    best = 0.0
    for _ in range(5):
        start, count, spent = time.process_time(), 0, 0.0
        while spent < SECONDS / 5:
            for _ in range(10):
                games.step(games.sample())
            count += 10 * GAMES
            spent = time.process_time() - start
        best = max(best, count / spent)
    return best


def gymnasium(bot: str) -> float:
    """Decisions a second of the learner; the bot's moves are included."""
    game, luck = SeatEnv([bot]), np.random.default_rng(1)
    game.reset(seed=1)
    start, count = time.process_time(), 0
    while time.process_time() - start < SECONDS:
        _, _, over, _, _ = game.step(luck.choice(np.flatnonzero(game.action_masks())))
        count += 1
        if over:
            game.reset()
    return count / (time.process_time() - start)


def pettingzoo() -> float:
    """Turns a second, as PettingZoo measures them."""
    said = io.StringIO()
    with contextlib.redirect_stdout(said), mock.patch("time.time", time.process_time):
        performance_benchmark(env())
    found = re.search(r"([\d.]+) turns per second", said.getvalue())
    assert found is not None
    return float(found[1])


def main() -> int:
    figures = {f"vector, {n} players": vector(n) for n in range(2, 6)}
    figures |= {f"gymnasium, against {bot}": gymnasium(bot) for bot in ("random", "greedy")}
    figures["pettingzoo, performance_benchmark"] = pettingzoo()
    kept = figures["vector, 2 players"] >= PROMISED
    if "--json" in sys.argv:
        print(json.dumps({name: round(value) for name, value in figures.items()}))
    else:
        for name, value in figures.items():
            print(f"{name:<36} {value:>12,.0f} decisions/s")
        print(f"promised: {PROMISED:,} for the vector environment, {'kept' if kept else 'BROKEN'}")
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
