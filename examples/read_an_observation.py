"""What one seat may know, read field by field from its observation.

python examples/read_an_observation.py
"""

import numpy as np

from ilos.environments import SeatEnv
from ilos.environments.coding import field_slice
from ilos.rules.names import CARDS, RESOURCES

env = SeatEnv(["greedy", "greedy"], seat=0, render_mode="ansi")
seen, _ = env.reset(seed=3)
luck = np.random.default_rng(3)
for _step in range(40):
    seen, _reward, over, _truncated, _info = env.step(
        luck.choice(np.flatnonzero(env.action_masks()))
    )
    if over:
        break

print(env.render())
hand = seen[field_slice("table", "hand")]
print("my hand:", {card: int(n) for card, n in zip(CARDS, hand, strict=True) if n})
for seat in range(3):
    board = seen[field_slice("seats", "production", seat)]
    stock = seen[field_slice("seats", "stock", seat)]
    made = {r: int(n) for r, n in zip(RESOURCES, board, strict=True) if n}
    print(f"seat {seat} after me makes {made}, stock {'screened' if stock[0] < 0 else stock}")
print("legal decisions:", np.flatnonzero(env.action_masks()).tolist())
