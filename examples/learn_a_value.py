"""Learn what the end of a turn is worth, and beat `greedy` with it. Minutes on two cores.

    python learn_a_value.py
    ilos arena --bots learn_a_value:Learned,skilled --games 100      (in this folder, afterwards)

For two players. Games of `greedy` against itself are stopped at many decisions. Each of the best
four options there is tried: the turn is played to its end, what the table looks like then is noted,
and the game is played out. A small network learns from that what the end of a turn is worth. The
bot `Learned` tries the same options on a table that it imagines, and takes the one with the best
end of turn. Learning needs `pip install 'ilos[training]'`, playing only NumPy.
"""

import argparse
import random
import time
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from importlib.util import find_spec
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from ilos.bots.decoding import decode, is_move_complete
from ilos.engine import api
from ilos.engine.constants import (
    CARD_KINDS,
    D_END_TURN,
    PARTS,
    PH_FIRST,
    PH_MULLIGAN,
    PH_PAY,
    RESOURCES,
    SEATS,
    SITES,
)
from ilos.engine.position import Position
from ilos.engine.search.heuristics import Evaluation, duel, scored_options
from ilos.environments.table import bare_setup
from ilos.rules import names
from ilos.rules.setup import Setup
from ilos.rules.tiles import TileSet
from ilos.simulation.arena import Arena
from ilos.simulation.schedule import Plan
from ilos.views import imagine

OPTIONS = 4  # that are tried, best first by the engine's heuristics
SURE = 0.05  # so much better an option must look before `greedy` is contradicted
WEIGHTS = Path(__file__).resolve().with_suffix(".npz")
LEFT_TO_GREEDY = (PH_PAY, PH_MULLIGAN, PH_FIRST)

Weights = dict[str, np.ndarray]


# What the network sees: about a hundred numbers, all known to the player.


@cache
def sites_of(tile_set: TileSet) -> dict[int, list[tuple[int, int, int]]]:
    """By tile: (site, part, kind) of everything printed on it."""
    found: dict[int, list[tuple[int, int, int]]] = {}
    for number, place in tile_set.sites.items():
        kind = names.SITE_KINDS.index(tile_set.site_kinds[number])
        tile = number // SITES
        found.setdefault(tile, []).append((number, tile * PARTS + place.part, kind))
    return found


def features(setup: Setup, p: Position, me: int) -> list[float]:
    """The table as one of two players sees it, at the end of a turn."""
    fewest = min(p.pioneers[:2])  # the game ends when someone has none left
    prices = [
        setup.tile_set.market[good][step]
        for good, step in zip(names.RESOURCES, p.step, strict=True)
    ]
    seen = [me, p.round / 10, p.ending, p.markers / 8, p.buildings / 10, fewest / 10]
    seen += [step / 4 for step in p.step]
    free, near = open_sites(setup.tile_set, p)
    seen += [count / 4 for count in free]
    hopes = []
    for seat in (me, 1 - me):
        goods = slice(seat * RESOURCES, (seat + 1) * RESOURCES)
        stock, production = p.stock[goods], p.production[goods]
        wealth = sum(count * price for count, price in zip(stock, prices, strict=True))
        income = sum(count * price for count, price in zip(production, prices, strict=True))
        hope = wealth + income * (fewest + 0.5)
        hopes.append(hope)
        seen += [wealth / 30, income / 10, (hope - wealth) / 50, p.pioneers[seat] / 10]
        seen += [p.hand_size[seat] / 8, api.cards_to_draw(p, seat) / 6, p.reserve[seat] / 5]
        seen += [count / 3 for count in production] + [count / 6 for count in stock]
        seen += [count / 4 for ships in near[seat] for count in ships]
    hand = p.hand[me * CARD_KINDS : (me + 1) * CARD_KINDS]
    seen += [count / 3 for count in hand] + [min(count, 1) for count in hand]
    return [*seen, (hopes[0] - hopes[1]) / 40]


def open_sites(tile_set: TileSet, p: Position) -> tuple[list[int], list[list[list[int]]]]:
    """Free sites by kind: in play; and by seat, on islands with one ship of it, and with two."""
    kinds = len(names.SITE_KINDS)
    free = [0] * kinds
    near = [[[0] * kinds, [0] * kinds] for _ in range(2)]
    ships, island, pioneer, printed = p.ships, p.island, p.pioneer, sites_of(tile_set)
    for tile in p.laid[: p.laid_count]:
        for site, part, kind in printed.get(tile, ()):
            if pioneer[site] >= 0:
                continue
            free[kind] += 1
            for seat in range(2):
                for count in range(min(2, ships[island[part] * SEATS + seat])):
                    near[seat][count][kind] += 1
    return free, near


# The bot.


def judge(weights: Weights, rows: list[list[float]]) -> np.ndarray:
    """What each end of a turn is worth, from -1 (lost) to 3 (won by far)."""
    x = np.array(rows, np.float32)
    hidden = np.maximum(x @ weights["0.weight"].T + weights["0.bias"], 0)
    hidden = np.maximum(hidden @ weights["2.weight"].T + weights["2.bias"], 0)
    values: np.ndarray = (hidden @ weights["4.weight"].T + weights["4.bias"])[:, 0]
    return values


def best_options(p: Position, evaluation: Evaluation) -> list[int]:
    """What the heuristics like best, best first."""
    options = sorted(scored_options(p, evaluation), key=lambda option: -option[1])
    return [decision for decision, _ in options[:OPTIONS]]


def to_end_of_turn(p: Position, decision: int, evaluation: Evaluation) -> None:
    """Take a decision, then those of `greedy` until it would end the turn."""
    seat = p.seat
    while decision != D_END_TURN:
        api.take_decision(p, decision)
        api.roll_chance(p)
        if api.is_over(p) or p.seat != seat:
            return
        decision = best_options(p, evaluation)[0]


class Learned:
    """Takes the option whose end of turn looks best to the network; pays as `greedy` does."""

    def __init__(self, weights: str = str(WEIGHTS)) -> None:
        with np.load(weights) as file:
            self._weights = {name: file[name] for name in file.files}
        self._evaluation = Evaluation()

    def choose(self, view: Any, legal_moves: Any, budget: Any, rng: Any) -> Any:  # noqa: ARG002
        if len(view.setup.players) != 2:
            raise ValueError("it has learned from games of two players")
        start = imagine(view, rng)
        p, decisions = start.copy(), []
        while True:
            phase, decision = p.phase, self._decide(view.setup, p)
            decisions.append(decision)
            api.take_decision(p, decision)
            if is_move_complete(p, phase, decision):
                return decode(view.setup, start, decisions)

    def _decide(self, setup: Setup, p: Position) -> int:
        options = best_options(p, self._evaluation)
        if len(options) == 1 or p.phase in LEFT_TO_GREEDY:
            return options[0]
        values = judge(self._weights, [row for row, _ in ends(setup, p, options, self._evaluation)])
        best = int(values.argmax())
        return options[best if values[best] > values[0] + SURE else 0]


def ends(
    setup: Setup, p: Position, options: list[int], evaluation: Evaluation
) -> list[tuple[list[float], Position]]:
    """By option: what the end of the turn looks like, and the position."""
    found = []
    for option in options:
        end = p.copy()
        to_end_of_turn(end, option, evaluation)
        found.append((features(setup, end, p.seat), end))
    return found


# Learning.


def outcome(p: Position, me: int, evaluation: Evaluation) -> float:
    """Play on as `greedy` against itself: 0 to 1 for winning, and -1 to 1 for the margin."""
    if not api.is_over(p) and p.seat == me and D_END_TURN in api.legal_decisions(p):
        api.take_decision(p, D_END_TURN)
        api.roll_chance(p)
    if not api.is_over(p):
        duel(p, evaluation, evaluation, 1)
    winners = api.winners(p)
    margin = api.seat_worth(p, me) - api.seat_worth(p, 1 - me)
    return (me in winners) / len(winners) + margin / (abs(margin) + 15)


def gather(games: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Rows and outcomes of the options at half of the decisions of so many games.

    All options of a decision meet the same luck. Some decisions are not `greedy`'s, so that
    the games differ.
    """
    luck, evaluation, setup = random.Random(seed), Evaluation(), bare_setup(2)
    rows: list[list[list[float]]] = []
    outcomes: list[list[float]] = []
    for game in range(games):
        p = api.new_position(setup.printed, seed * 1_000_000 + game)
        api.roll_chance(p)
        while not api.is_over(p):
            options = best_options(p, evaluation)
            decision = options[0]
            if len(options) > 1 and p.phase not in LEFT_TO_GREEDY:
                if luck.random() < 0.5:
                    tried = ends(setup, p, options, evaluation)
                    absent = OPTIONS - len(tried)
                    width = len(tried[0][0])
                    rows.append([*(row for row, _ in tried), *[[0.0] * width] * absent])
                    ended = [outcome(end, p.seat, evaluation) for _, end in tried]
                    outcomes.append([*ended, *[np.nan] * absent])
                if luck.random() < 0.15:
                    decision = luck.choice(options)
            api.take_decision(p, decision)
            api.roll_chance(p)
    return np.array(rows, np.float16), np.array(outcomes, np.float32)


def learn(rows: np.ndarray, outcomes: np.ndarray, epochs: int, seed: int) -> Weights:
    """Fit the network: above all to how the options of one decision differ."""
    import torch
    from torch import nn

    torch.manual_seed(seed)
    torch.set_num_threads(1)
    x, y = torch.as_tensor(rows), torch.as_tensor(outcomes)
    there = ~y.isnan()
    y = y.nan_to_num()
    width = x.shape[2]
    net = nn.Sequential(
        nn.Linear(width, 64), nn.ReLU(), nn.Linear(64, 32), nn.ReLU(), nn.Linear(32, 1)
    )
    learner = torch.optim.AdamW(net.parameters(), 2e-3, weight_decay=0.02)
    batches = len(x) // 256
    slower = torch.optim.lr_scheduler.LinearLR(learner, 1.0, 0.01, epochs * batches)
    for epoch in range(epochs):
        total = 0.0
        for batch in torch.randperm(len(x))[: batches * 256].reshape(batches, 256):
            error = (net(x[batch].float())[:, :, 0] - 2 * y[batch]) * there[batch]
            mean = error.sum(1, keepdim=True) / there[batch].sum(1, keepdim=True)
            differences = ((error - mean) * there[batch]).square().sum() / there[batch].sum()
            loss = differences + 0.3 * mean.square().mean()
            learner.zero_grad()
            loss.backward()
            learner.step()
            slower.step()
            total += loss.item()
        print(f"epoch {epoch + 1} of {epochs}: loss {total / batches:.4f}", flush=True)
    return {name: value.numpy() for name, value in net.state_dict().items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=16_000, help="games to learn from")
    parser.add_argument("--epochs", type=int, default=6)
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--matches", type=int, default=400, help="games against `greedy`")
    args = parser.parse_args()
    if find_spec("torch") is None:  # before the games, which take minutes
        parser.error("torch is not installed: pip install 'ilos[training]'")
    start, parts = time.monotonic(), 8 * args.jobs
    with ProcessPoolExecutor(args.jobs, get_context("spawn")) as pool:
        sizes = [args.games // parts] * parts
        seeds = range(args.seed * 1000, args.seed * 1000 + parts)
        rows, outcomes = map(np.concatenate, zip(*pool.map(gather, sizes, seeds), strict=True))
    print(
        f"{len(rows)} decisions of {args.games} games in {time.monotonic() - start:.0f} s",
        flush=True,
    )
    np.savez(WEIGHTS, allow_pickle=False, **learn(rows, outcomes, args.epochs, args.seed))
    bots = (f"learn_a_value:Learned?weights={WEIGHTS}", "greedy")
    plan = Plan(bots, games=args.matches, seed=args.seed)
    with TemporaryDirectory() as folder:
        meeting = Arena(plan, Path(folder)).run(args.jobs).meetings[0].to_json()
    share, low, high = (f"{meeting[name]:.1%}" for name in ("share", "low", "high"))
    print(f"Learned won {share} of {args.matches} games against greedy (95 %: {low} to {high})")
    print(f"{time.monotonic() - start:.0f} s in all; the weights are in {WEIGHTS}")


if __name__ == "__main__":
    main()
