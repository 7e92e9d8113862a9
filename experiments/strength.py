"""Do the bots keep what docs/results.md promises of them? (2026-11-15)

    python experiments/strength.py [--jobs 2] [--out build/strength] [--quick]

Plays every pairing of the ladder and prints each share of wins with its interval beside its bar.
Can be stopped and goes on where it was; a whole run takes some hours of one core. `--quick` plays
a tenth of the games. Exit code 1 if a bar is missed.
"""

import argparse
import json
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ilos.simulation.arena import Arena
from ilos.simulation.schedule import Plan

SEED = 11
MOST_ROUNDS = 40


@dataclass(frozen=True)
class Claim:
    """A pairing, and the share that its first bot must win."""

    name: str
    plan: Plan
    least: float
    most: float = 1.0

    def is_kept(self, share: float, low: float, even: float) -> bool:
        """The estimate meets the bar; where a bot is to be better, its interval is above even."""
        return self.least <= share <= self.most and (self.least < even or low > even)


def duel(a: str, b: str, least: float, **options: Any) -> Claim:
    """Two players."""
    most = options.pop("most", 1.0)
    share = options.get("share", 1.0)
    name = f"{a} v {b}" + (f" at {share:g} of both budgets" if share != 1.0 else "")
    return Claim(
        name, Plan((a, b), games=options.pop("games", 400), seed=SEED, **options), least, most
    )


CLAIMS = (
    duel("greedy", "random", 0.98),
    duel("gentle", "random", 0.95),
    duel("gentle", "greedy", 0.20, most=0.45),
    Claim(
        "greedy v two gentle, as a newcomer in First voyage",
        Plan(("greedy", "gentle"), players=3, games=600, seed=SEED, format="gauntlet"),
        0.40,
    ),
    duel("skilled", "greedy", 0.75),
    Claim(
        "skilled v three greedy",
        Plan(("skilled", "greedy"), players=4, games=400, seed=SEED, format="gauntlet"),
        0.50,
    ),
    duel("expert", "skilled", 0.60, share=0.1),
    duel("expert", "skilled", 0.60, games=40),
    duel("skilled?simulations=400", "skilled?simulations=100", 0.45),
    duel("skilled?simulations=100", "skilled?simulations=25", 0.45),
    duel("master", "expert", 0.55, share=0.1),
    duel("master", "expert", 0.55, games=40),
)


def play(claim: Claim, folder: Path, jobs: int, quick: bool) -> tuple[bool, str, list[Any]]:
    """The verdict on one claim, as a row, and its games."""
    plan = replace(claim.plan, games=max(20, claim.plan.games // 10)) if quick else claim.plan
    plain = "".join(c if c.isalnum() else "-" for c in claim.name)
    arena = Arena(plan, folder / plain)
    m = arena.run(jobs).meetings[0].to_json()
    kept = claim.is_kept(m["share"], m["low"], m["even"])
    bar = f"≥ {claim.least:.0%}" if claim.most == 1.0 else f"{claim.least:.0%}–{claim.most:.0%}"
    share = f"{m['share']:.1%} ({m['low']:.1%}–{m['high']:.1%})"
    row = f"| {claim.name} | {m['games']} | {share} | {bar} | {'yes' if kept else 'NO'} |"
    return kept, row, list(arena.results.values())


def main() -> int:
    """Play, print, judge."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("build/strength"))
    parser.add_argument("--quick", action="store_true")
    args = parser.parse_args()
    good = True
    sensible: list[Any] = []
    print("| pairing | games | first wins (95 %) | bar | kept |\n| --- | --- | --- | --- | --- |")
    for claim in CLAIMS:
        kept, row, games = play(claim, args.out, args.jobs, args.quick)
        print(row, flush=True)
        good &= kept
        sensible += [game for game in games if "random" not in game["seats"]]
    ended = [g["reason"] == "pioneers" and g["rounds"] <= MOST_ROUNDS for g in sensible]
    share = sum(ended) / len(ended)
    print(
        f"\n{share:.2%} of {len(ended)} games ended by a tenth pioneer within {MOST_ROUNDS} rounds"
    )
    lengths = sorted(game["rounds"] for game in sensible if game["forfeit"] is None)
    print(json.dumps({"median_rounds": lengths[len(lengths) // 2], "longest": lengths[-1]}))
    return 0 if good and share >= 0.99 else 1


if __name__ == "__main__":
    sys.exit(main())
