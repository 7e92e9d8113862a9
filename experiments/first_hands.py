"""What does each level give up of its first hand? (2026-11-18)

    python experiments/first_hands.py [--hands 2000] [--levels skilled expert] [--share 1]

Deals first hands to the first of two seats, the same ones to each level, and prints for each kind
of card the share of hands with such a card that keep none of it, and the share of all cards of the
kind that are given up. `--share` is of each level's own simulations.
"""

import argparse
from collections import Counter
from collections.abc import Sequence

import ilos
from ilos.bots import Budget, create
from ilos.bots.levels import LEVELS
from ilos.rules.chance import SeededChance
from ilos.rules.moves import Mulligan

SEED = 18_000_000
KINDS = ("ship", "plantation", "gold_mine", "building", "ruins", "market")


def measure(level: str, hands: int, share: float) -> dict[str, tuple[float, float]]:
    """By kind of card: hands that keep none of it, and cards given up, as shares."""
    simulations = max(1, round(LEVELS[level].simulations * share))
    having: Counter[str] = Counter()
    emptied: Counter[str] = Counter()
    dealt: Counter[str] = Counter()
    given: Counter[str] = Counter()
    for seed in range(SEED, SEED + hands):
        view = ilos.new_game(["one", "other"], seed=seed).view(0)
        assert view.data.hand is not None
        hand = Counter({str(kind): count for kind, count in view.data.hand.items() if count})
        move = create(level).choose(view, view.legal_moves, Budget(simulations), SeededChance(seed))
        assert isinstance(move, Mulligan)
        left = hand - Counter(map(str, move.discarded))
        having.update(hand.keys())
        emptied.update(hand.keys() - left.keys())
        dealt += hand
        given += hand - left
    return {kind: (emptied[kind] / having[kind], given[kind] / dealt[kind]) for kind in KINDS}


def report(levels: Sequence[str], hands: int, share: float) -> None:
    """Measure one level after the other and print one table."""
    print(f"| level, {hands} hands | " + " | ".join(KINDS) + " |\n" + "| --- " * 7 + "|")
    for level in levels:
        shares = measure(level, hands, share)
        row = (f"{none:.0%} / {cards:.0%}" for none, cards in (shares[kind] for kind in KINDS))
        print(f"| {level} | " + " | ".join(row) + " |", flush=True)


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--hands", type=int, default=2000)
    parser.add_argument("--levels", nargs="+", default=("skilled", "expert"), choices=LEVELS)
    parser.add_argument("--share", type=float, default=1.0)
    args = parser.parse_args()
    report(args.levels, args.hands, args.share)


if __name__ == "__main__":
    main()
