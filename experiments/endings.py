"""Does every game against our bots end in good time, and what does that cost? (2026-11-16)

    python experiments/endings.py lengths [--games 10000] [--share 0.1] [--levels master]
    python experiments/endings.py strength --before ../old/src [--games 400] [--share 1] [--jobs 2]

`lengths` seats one of our bots with rivals that never place their tenth pioneer, and our bots with
each other, 2 to 4 players; exit code 1 if a game lasts longer than 25 rounds. `strength` plays each
level against itself in an older version of the package (a folder `src` with its engine compiled,
which must know the views of this one), at equal simulations; exit code 1 below 48 %. `--share` is
of each level's own simulations, `--levels` leaves only tables with these. Both can be stopped, and
the same command goes on where it was.
"""

import argparse
import os
import pickle
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from itertools import count
from pathlib import Path
from typing import IO

from ilos.bots import Budget, create
from ilos.bots.greedy import GreedyBot
from ilos.engine.constants import D_MARKET, D_SITE, PH_ACTION
from ilos.engine.position import Position
from ilos.rules.chance import SeededChance
from ilos.rules.legal_moves import LegalMoves
from ilos.rules.moves import Move
from ilos.simulation.arena import Arena
from ilos.simulation.schedule import Plan
from ilos.views import View

SEED = 16
MOST_ROUNDS = 25
LEAST_SHARE = 0.48
NEVER = "endings:NeverEnds"
OURS = ("greedy", "gentle", "skilled", "expert", "master")
LEVELS = ("gentle", "skilled", "expert")
_NUMBERS = count()
BEFORE = "ILOS_BEFORE"  # names the older version's folder to the processes that play


class NeverEnds(GreedyBot):
    """Plays like `greedy`, but never places its tenth pioneer."""

    def _options(self, p: Position) -> list[tuple[int, float]]:
        options = super()._options(p)
        if p.phase != PH_ACTION or p.pioneers[p.seat] > 1:
            return options
        return [(d, score) for d, score in options if not D_SITE <= d < D_MARKET]


class Before:
    """A bot of an older version, in a process of its own that gets views and answers moves."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._number = next(_NUMBERS)
        self.simulations = create(name).simulations  # type: ignore[attr-defined]

    def choose(
        self,
        view: View,
        legal_moves: LegalMoves,  # noqa: ARG002  the older version lists its own
        budget: Budget,
        rng: SeededChance,
    ) -> Move:
        asked, answers = _older(os.environ[BEFORE], self._name)
        pickle.dump((self._number, view, budget.simulations, rng), asked)
        asked.flush()
        move, after = pickle.load(answers)  # noqa: S301  from our own process
        rng.__dict__.update(after.__dict__)
        return move  # type: ignore[no-any-return]


@cache
def _older(source: str, name: str) -> tuple[IO[bytes], IO[bytes]]:
    child = subprocess.Popen(  # noqa: S603  our own interpreter
        [sys.executable, "-c", _ANSWER, name],
        env={**os.environ, "PYTHONPATH": source},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert child.stdin
    assert child.stdout
    return child.stdin, child.stdout


_ANSWER = """
import pickle, sys
from ilos.bots import Budget, create
bots = {}
while True:
    try:
        number, view, simulations, rng = pickle.load(sys.stdin.buffer)
    except EOFError:
        break
    bots.pop(number - 10, None)
    bot = bots.setdefault(number, None) or create(sys.argv[1])
    bots[number] = bot
    move = bot.choose(view, view.legal_moves, Budget(simulations), rng)
    pickle.dump((move, rng), sys.stdout.buffer)
    sys.stdout.buffer.flush()
"""


def lengths(games: int, share: float, jobs: int, folder: Path, bots: Sequence[str]) -> bool:
    """Play each table's part of the games, and print how long they lasted."""
    tables = [(bot, NEVER, players) for bot in bots for players in (2, 3, 4)]
    tables += [(a, b, 2) for a in OURS for b in OURS if a < b and (a in bots or b in bots)]
    print("| bot | rivals | games | median | longest | longer than 25 |\n" + "| --- " * 6 + "|")
    good = True
    for one, other, players in tables:
        plan = Plan((one, other), players, games // len(tables), SEED, "gauntlet", share=share)
        arena = Arena(plan, folder / f"{one}-{other.partition(':')[2] or other}-{players}-{share}")
        arena.run(jobs)
        played = list(arena.results.values())
        rounds = sorted(game["rounds"] for game in played)
        late = sum(g["reason"] != "pioneers" or g["rounds"] > MOST_ROUNDS for g in played)
        rivals = f"{players - 1} {'that never end' if other == NEVER else other}"
        middle = rounds[len(rounds) // 2]
        row = (one, rivals, len(rounds), middle, rounds[-1], late)
        print("| " + " | ".join(map(str, row)) + " |", flush=True)
        good &= late == 0
    return good


def strength(games: int, share: float, jobs: int, folder: Path, levels: Sequence[str]) -> bool:
    """Play each level against its older self, on the same deals in both seats."""
    print("| level | share of its simulations | games | wins (95 %) |\n" + "| --- " * 4 + "|")
    good = True
    for level in levels:
        plan = Plan((level, f"endings:Before?name={level}"), 2, games, SEED, share=share)
        arena = Arena(plan, folder / f"{level}-before-{share}")
        m = arena.run(jobs).meetings[0].to_json()
        for game in arena.results.values():
            if game["forfeit"]:
                raise SystemExit(f"the versions cannot play each other: {game['forfeit']['why']}")
        won = f"{m['share']:.1%} ({m['low']:.1%}–{m['high']:.1%})"
        print(f"| {level} | {share:g} | {m['games']} | {won} |", flush=True)
        good &= m["share"] >= LEAST_SHARE
    return good


def main() -> int:
    """Play, print, judge."""
    parser = argparse.ArgumentParser()
    parser.add_argument("what", choices=("lengths", "strength"))
    parser.add_argument("--games", type=int, help="in all, or for each level")
    parser.add_argument("--share", type=float, default=1.0)
    parser.add_argument("--levels", nargs="+")
    parser.add_argument("--before", type=Path, help="the folder src of an older version")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("build/endings"))
    args = parser.parse_args()
    if args.what == "lengths":
        good = lengths(args.games or 10_000, args.share, args.jobs, args.out, args.levels or OURS)
    elif args.before is None:
        parser.error("strength needs --before, the folder src of an older version")
    else:
        os.environ[BEFORE] = str(args.before.resolve())
        good = strength(args.games or 400, args.share, args.jobs, args.out, args.levels or LEVELS)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
