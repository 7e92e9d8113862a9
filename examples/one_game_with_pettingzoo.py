"""Play a game through PettingZoo: every agent prefers to deploy pioneers, else plays at random.

python examples/one_game_with_pettingzoo.py
"""

import numpy as np

from ilos.engine.constants import D_BUILD, D_SITE
from ilos.environments import env

game = env(players=3, render_mode="ansi")
game.reset(seed=5)
luck = np.random.default_rng(5)
earned = dict.fromkeys(game.possible_agents, 0.0)
for agent in game.agent_iter():
    seen, reward, over, cut, info = game.last()
    earned[agent] += reward
    if over or cut:
        game.step(None)
        continue
    legal = np.flatnonzero(seen["action_mask"])
    pioneers = legal[(legal >= D_SITE) & (legal < D_BUILD)]
    game.step(luck.choice(pioneers if len(pioneers) else legal))

print(game.unwrapped.render())
print("rewards:", earned)
