"""Train an agent for one seat with MaskablePPO, for a few minutes on the CPU.

    python examples/train_maskable_ppo.py
    python examples/train_maskable_ppo.py --steps 400000 --pieces 10 --out docs/images

The agent plays a random opponent and learns from its lead; every so often it is measured, also
against a bot it has never learned from. Needs `pip install 'ilos[training]'`.
"""

import argparse
import csv
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from stable_baselines3.common.vec_env import DummyVecEnv

from ilos.environments import SeatEnv, VectorEnv
from ilos.simulation.plots import lines, standalone

RIVALS = ("random", "greedy")


class Varying(BaseFeaturesExtractor):
    """The numbers of an observation that ever change, each divided by the most it can be."""

    def __init__(self, space: Any, varying: list[int]) -> None:
        super().__init__(space, len(varying))
        most = np.maximum(np.abs(space.low), space.high)[varying]
        self.register_buffer("most", torch.as_tensor(most, dtype=torch.float32))
        self.register_buffer("varying", torch.as_tensor(varying))

    def forward(self, observations: torch.Tensor) -> torch.Tensor:
        return observations[:, self.varying] / self.most


def varying_places(games: int = 512, steps: int = 600) -> list[int]:
    """Where observations of 2-player games differ at all, seen in some random play."""
    env = VectorEnv(games, players=2)
    first = env.observations[0].copy()
    varies = np.zeros(len(first), bool)
    for _ in range(steps):
        env.step(env.sample())
        varies |= (env.observations != first).any(axis=0)
    return np.flatnonzero(varies).tolist()


def win_rate(model: MaskablePPO, rival: str, games: int) -> float:
    """The share of games won against a bot; a tie counts half. The same deals every time."""
    env = SeatEnv([rival])
    won = 0.0
    for game in range(games):
        seen, info = env.reset(seed=game)
        over = False
        while not over:
            action, _ = model.predict(seen, action_masks=env.action_masks(), deterministic=False)
            seen, _, over, _, info = env.step(int(action))
        won += (info["seat"] in info["winners"]) / len(info["winners"])
    return won / games


def train(steps: int, pieces: int, games: int, seed: int) -> Iterator[tuple[int, list[float]]]:
    """Learn piece by piece; steps so far and win rates against the rivals, after each."""
    torch.set_num_threads(1)
    envs = DummyVecEnv([lambda: SeatEnv(["random"], reward="lead") for _ in range(8)])
    model = MaskablePPO(
        "MlpPolicy",
        envs,
        n_steps=512,
        batch_size=512,
        n_epochs=6,
        gamma=0.99,
        ent_coef=0.005,
        learning_rate=1e-3,
        policy_kwargs={
            "features_extractor_class": Varying,
            "features_extractor_kwargs": {"varying": varying_places()},
            "net_arch": [64, 64],
        },
        seed=seed,
    )
    start = time.monotonic()
    for piece in range(pieces + 1):
        if piece:
            model.learn(steps // pieces, reset_num_timesteps=False)
        rates = [win_rate(model, rival, games) for rival in RIVALS]
        said = ", ".join(
            f"{rate:.0%} against {name}" for name, rate in zip(RIVALS, rates, strict=True)
        )
        print(f"{model.num_timesteps:>8} steps, {time.monotonic() - start:4.0f} s: {said}")
        sys.stdout.flush()
        yield model.num_timesteps, rates


def write(curve: list[tuple[int, list[float]]], games: int, folder: Path) -> None:
    """The learning curve as a table and as a picture."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "learning-curve.csv").open("w", newline="") as file:
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(["steps", *RIVALS])
        rows.writerows([steps, *rates] for steps, rates in curve)
    curves = {
        f"against {rival}": [(steps / 1000, 100 * rates[k]) for steps, rates in curve]
        for k, rival in enumerate(RIVALS)
    }
    title = f"Games won, in %, by an agent that learns ({games} games a point)"
    plot = lines(title, f"{title}; thousand decisions learned from", curves, headroom=1.25)
    (folder / "learning-curve.svg").write_text(standalone(plot), encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--steps", type=int, default=100_000, help="decisions to learn from")
    parser.add_argument("--pieces", type=int, default=5, help="how often to measure")
    parser.add_argument("--games", type=int, default=60, help="games for each measurement")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("build/examples"))
    args = parser.parse_args()
    curve = []
    for point in train(args.steps, args.pieces, args.games, args.seed):
        curve.append(point)
        write(curve, args.games, args.out)
    first, last = curve[0][1][0], curve[-1][1][0]
    print(f"learning curve in {args.out}: {first:.0%} to {last:.0%} against {RIVALS[0]}")


if __name__ == "__main__":
    main()
