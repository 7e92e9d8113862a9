"""How the weights of the heuristics were found: by letting variants play each other (2026-11-15)

    python experiments/weights.py --minutes 30 --seed 2 --out build/weights.json

Changes a few weights at random and keeps the change if it wins on fresh deals with 2 and with 4
players. Thousands of games a second on one core; the result goes by hand into
`engine/search/evaluation.py`, after a search with it has been shown to be no weaker.
"""

import argparse
import json
import random
import time
from pathlib import Path

from ilos.engine import api
from ilos.engine.position import Printed
from ilos.engine.search.evaluation import WEIGHTS
from ilos.engine.search.heuristics import Evaluation, Weights, duel
from ilos.records.tile_sets import default_tile_set
from ilos.rules.setup import Options
from ilos.simulation.games import bot_setup

Numbers = dict[str, float]


def printed(players: int) -> Printed:
    """The default game for so many."""
    return bot_setup(["greedy"] * players, Options(), default_tile_set()).printed


def strength(one: Numbers, rest: Numbers, games: int, seed: int, table: Printed) -> float:
    """How often one variant wins against a table of the other; 0.5 is even for any table."""
    first, second = Evaluation(Weights(**one)), Evaluation(Weights(**rest))
    won = 0.0
    for deal in range(games // table.players):
        for seat in range(table.players):
            p = api.new_position(table, seed + deal)
            api.roll_chance(p)
            duel(p, first, second, 1 << seat)
            winners = api.winners(p)
            won += (seat in winners) / len(winners)
    return won / (games // table.players) / 2


def changed(weights: Numbers, luck: random.Random) -> Numbers:
    """A variant that differs in one to four weights."""
    variant = dict(weights)
    for name in luck.sample(list(variant), luck.randint(1, 4)):
        factor = luck.choice((1.35, 1 / 1.35)) ** luck.random()
        variant[name] = max(0.0, variant[name] * factor + luck.gauss(0, 0.03))
    variant["keep_more"] = min(variant["keep_more"], 1.0)
    return variant


def main() -> None:
    """Climb."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("build/weights.json"))
    args = parser.parse_args()
    luck = random.Random(args.seed)  # noqa: S311  no secret
    two, four = printed(2), printed(4)
    best, deals = dict(WEIGHTS), args.seed * 1_000_000
    end = time.monotonic() + 60 * args.minutes
    while time.monotonic() < end:
        variant = changed(best, luck)
        deals += 10_000
        for games in (1_000, 3_000):
            deals += 10_000
            shares = [strength(variant, best, games, deals, table) for table in (two, four)]
            if shares[0] < 0.503 or sum(shares) / 2 < 0.51:
                break
        else:
            best = variant
            args.out.write_text(json.dumps(best, indent=1))
            print("kept:", [round(share, 3) for share in shares], flush=True)


if __name__ == "__main__":
    main()
