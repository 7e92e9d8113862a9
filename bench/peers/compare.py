"""Ilôs beside its peers, measured in one run on one core.

    python bench/peers/compare.py PEERS_PYTHON [--seconds S] [--json]

Each peer is measured between two measurements of ours, so what slows the machine slows both.
Exit code 1 if a promise is not kept: 150 times Catanatron's decisions, 25 times the simulations
of OpenSpiel's own Python tree search, and random games from Python objects, with five players, at
least as fast as python-chess's. `--only NAME` measures one peer.
"""

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
PEERS = (
    "catanatron 2p",
    "catanatron 4p",
    "open_spiel hearts",
    "open_spiel backgammon",
    "open_spiel havannah",
    "rlcard uno",
    "rlcard gin-rummy",
    "pettingzoo tictactoe",
    "pgx backgammon",
)
SEARCH_PEER = "open_spiel mcts havannah"
OBJECT_PEER = "python-chess"
WHAT = {SEARCH_PEER: "simulations", OBJECT_PEER: "games"}  # else decisions
PROMISED = {"catanatron 2p": 150.0, SEARCH_PEER: 25.0, OBJECT_PEER: 1.0}  # times theirs


def pinned(words: list[str]) -> dict[str, float]:
    """Run a measurement on one core; what it printed."""
    core = ["taskset", "-c", "0"] if shutil.which("taskset") else []
    environment = {**os.environ, "JAX_PLATFORMS": "cpu", "OMP_NUM_THREADS": "1"}
    run = subprocess.run([*core, *words], capture_output=True, text=True, env=environment)
    if run.returncode != 0:
        raise SystemExit(f"{' '.join(words)} failed:\n{run.stderr[-2000:]}")
    found: dict[str, float] = json.loads(run.stdout.splitlines()[-1])
    return found


def ours(what: str, seconds: float) -> float:
    """Our own figure, by the same clock."""
    words = [sys.executable, str(HERE / "ours.py"), what, str(seconds)]
    return pinned(words)["per_second"]


def beside(peers_python: str, peer: str, what: str, seconds: float) -> tuple[float, float]:
    """(ours, theirs) a CPU second; ours is the mean of before and after."""
    before = ours(what, seconds)
    theirs = pinned([peers_python, str(HERE / "measure.py"), peer, str(seconds)])[what]
    return statistics.mean((before, ours(what, seconds))), theirs


def main() -> int:
    """Measure, print, judge."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("python")
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--only", choices=(*PEERS, SEARCH_PEER, OBJECT_PEER))
    args = parser.parse_args()
    rows = []
    for peer in [args.only] if args.only else (*PEERS, SEARCH_PEER, OBJECT_PEER):
        what = WHAT.get(peer, "decisions")
        rows.append((peer, *beside(args.python, peer, what, args.seconds)))
    if args.json:
        print(json.dumps([dict(zip(("peer", "ours", "theirs"), row, strict=True)) for row in rows]))
    else:
        print(f"{'peer':<28}{'ours/s':>14}{'theirs/s':>14}{'ratio':>10}")
        for peer, mine, theirs in rows:
            print(f"{peer:<28}{mine:>14,.0f}{theirs:>14,.0f}{mine / theirs:>10,.1f}")
    kept = all(mine / theirs >= PROMISED.get(peer, 0.0) for peer, mine, theirs in rows)
    print("promises kept" if kept else "a promise is BROKEN", file=sys.stderr)
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
