"""Our server beside boardgame.io's, in one run: CPU time of the server for each move.

    python bench/peers/server.py [--seconds S] [--rounds N]

Both play tables of two over real WebSockets on this machine, in turns, ours before and after each
of theirs. Ours plays Ilôs, judges every move, sends each seat its view with the legal moves, and
commits to the disk before it answers; theirs plays the toy game of boardgame.io/game.cjs and keeps
it in memory, which is its default. Exit code 1 if ours takes more CPU time a move.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
TABLES = 25
LOADS: dict[str, int | None] = {"100 moves a second": 100, "as many as go": None}


def ran(words: list[str], **more: str) -> dict[str, float]:
    """What a load tool found."""
    environment = {**os.environ, **more}
    run = subprocess.run(words, capture_output=True, text=True, env=environment)
    if run.returncode != 0:
        raise RuntimeError(f"{' '.join(words)} failed:\n{run.stderr[-2000:]}")
    found: dict[str, float] = json.loads(run.stdout.splitlines()[-1])
    return found


def ours(seconds: int, rate: int | None) -> dict[str, float]:
    """Our server, durable."""
    words = [sys.executable, "-m", "ilos.cli", "load", "--json", "--seats", "2"]
    words += ["--tables", str(TABLES), "--seconds", str(seconds)]
    return ran(words + (["--rate", str(rate)] if rate else []))


def theirs(seconds: int, rate: int | None) -> dict[str, float]:
    """Their server, in memory."""
    words = ["node", str(HERE / "boardgame.io" / "load.cjs"), str(TABLES), str(seconds)]
    return ran(words + ([str(rate)] if rate else []), NODE_ENV="production")


def beside(rate: int | None, seconds: int = 8, rounds: int = 3) -> tuple[float, float]:
    """(ours, theirs): CPU milliseconds of the server a move."""
    mine, other = [ours(seconds, rate)], []
    for _ in range(rounds):
        other.append(theirs(seconds, rate))
        mine.append(ours(seconds, rate))
    us, them = (
        statistics.median(run["server_cpu_ms_per_move"] for run in runs) for runs in (mine, other)
    )
    return us, them


def main() -> int:
    """Measure by turns, print, judge."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=int, default=8)
    parser.add_argument("--rounds", type=int, default=3)
    args = parser.parse_args()
    kept = True
    print(f"load average {os.getloadavg()[0]:.1f}; {TABLES} tables of 2, {args.rounds} rounds")
    print(f"{'CPU ms of the server a move':<30}{'ours':>8}{'theirs':>8}{'ratio':>8}")
    for name, rate in LOADS.items():
        us, them = beside(rate, args.seconds, args.rounds)
        kept = kept and us <= them
        print(f"{name:<30}{us:>8.2f}{them:>8.2f}{us / them:>8.2f}", flush=True)
    print("promise kept" if kept else "a promise is BROKEN", file=sys.stderr)
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
