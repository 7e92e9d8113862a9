"""Step a thousand games at once, and see which seat wins when all play at random.

python examples/many_games.py
"""

import numpy as np

from ilos.environments import VectorEnv

PLAYERS = 4

games = VectorEnv(1_024, PLAYERS, seed=1)
won = np.zeros(PLAYERS)
ended = 0
rounds = 0
for _ in range(1_500):
    # A policy of your own reads games.observations and games.masks, and games.seats for who acts.
    games.step(games.sample())
    over = games.dones
    won += (games.rewards[over] > 0).sum(axis=0)
    rounds += int(games.rounds[over].sum())
    ended += int(over.sum())

print(f"{ended} games of {PLAYERS} players, {rounds / ended:.1f} rounds a game")
for seat, share in enumerate(won / ended):
    print(f"seat {seat} wins {share:.1%}")
