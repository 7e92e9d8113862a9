"""Ilôs beside its peers, like with like, in one run and one table.

    python bench/peers/compare.py PEERS_PYTHON [--seconds S] [--json] [--only NAME]

Each peer is measured on one core between two measurements of ours, so what slows the machine slows
both; ours plays with as many players as the peer. The last rows are the servers, in moves for each
second of the server's CPU time (`server.py`). Every comparison runs to its end: one that fails is
named in the table. Exit code 1 if one failed or a promise is not kept: 150 times Catanatron's
decisions, 25 times the simulations of OpenSpiel's own Python tree search, random games from Python
objects at least as fast as python-chess's (with five players, our slowest), and a server that takes
no more CPU time a move than boardgame.io's.
"""

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import server

HERE = Path(__file__).parent
DECISIONS = {  # players
    "catanatron 2p": 2,
    "catanatron 4p": 4,
    "open_spiel hearts": 4,
    "open_spiel backgammon": 2,
    "open_spiel havannah": 2,
    "rlcard uno": 2,
    "rlcard gin-rummy": 2,
    "pettingzoo tictactoe": 2,
    "pgx backgammon": 2,
}
SEARCH_PEER = "open_spiel mcts havannah"
OBJECT_PEER = "python-chess"
SERVERS = {f"boardgame.io, {load}": rate for load, rate in server.LOADS.items()}
PROMISED = {
    "catanatron 2p": 150.0,
    SEARCH_PEER: 25.0,
    OBJECT_PEER: 1.0,
    **dict.fromkeys(SERVERS, 1.0),
}

Compare = Callable[[], tuple[float, float]]  # (ours, theirs) a second


def pinned(words: list[str]) -> dict[str, float]:
    """Run a measurement on one core; what it printed."""
    core = ["taskset", "-c", "0"] if shutil.which("taskset") else []
    environment = {**os.environ, "JAX_PLATFORMS": "cpu", "OMP_NUM_THREADS": "1"}
    run = subprocess.run([*core, *words], capture_output=True, text=True, env=environment)
    if run.returncode != 0:
        raise RuntimeError(f"{' '.join(words)} failed:\n{run.stderr[-2000:]}")
    found: dict[str, float] = json.loads(run.stdout.splitlines()[-1])
    return found


def ours(what: str, seconds: float, players: int) -> float:
    """Our own figure, by the same clock."""
    words = [sys.executable, str(HERE / "ours.py"), what, str(seconds), str(players)]
    return pinned(words)["per_second"]


def beside(python: str, seconds: float, peer: str, what: str, players: int) -> tuple[float, float]:
    """(ours, theirs) a CPU second; ours is the mean of before and after."""
    before = ours(what, seconds, players)
    theirs = pinned([python, str(HERE / "measure.py"), peer, str(seconds)])[what]
    return statistics.mean((before, ours(what, seconds, players))), theirs


def servers_beside(rate: int | None) -> tuple[float, float]:
    """(ours, theirs): moves for each second of the server's CPU time."""
    mine, theirs = server.beside(rate)
    return 1000 / mine, 1000 / theirs


def comparisons(python: str, seconds: float) -> dict[str, Compare]:
    """Every comparison by the peer's name."""
    games = partial(beside, python, seconds)
    found: dict[str, Compare] = {
        peer: partial(games, peer, "decisions", players) for peer, players in DECISIONS.items()
    }
    found[SEARCH_PEER] = partial(games, SEARCH_PEER, "simulations", 2)
    found[OBJECT_PEER] = partial(games, OBJECT_PEER, "games", 5)
    return found | {name: partial(servers_beside, rate) for name, rate in SERVERS.items()}


def measured(peer: str, compare: Compare) -> tuple[float, float] | None:
    """What a comparison found; None if it failed, which is told at once."""
    try:
        return compare()
    except (RuntimeError, OSError, ValueError, KeyError) as error:
        print(f"{peer}: {error}", file=sys.stderr)
        return None


def main() -> int:
    """Measure, print, judge."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("python")
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--only", choices=(*DECISIONS, SEARCH_PEER, OBJECT_PEER, *SERVERS))
    args = parser.parse_args()
    chosen = comparisons(args.python, args.seconds)
    rows = {
        peer: measured(peer, compare)
        for peer, compare in chosen.items()
        if args.only in (None, peer)
    }
    if args.json:
        print(json.dumps(rows))
    else:
        print(f"{'peer':<34}{'ours/s':>14}{'theirs/s':>14}{'ratio':>10}")
        for peer, row in rows.items():
            told = (
                f"{row[0]:>14,.0f}{row[1]:>14,.0f}{row[0] / row[1]:>10,.1f}" if row else "  FAILED"
            )
            print(f"{peer:<34}{told}")
    failed = [peer for peer, row in rows.items() if row is None]
    broken = [peer for peer, row in rows.items() if row and row[0] / row[1] < PROMISED.get(peer, 0)]
    print(f"failed: {', '.join(failed) or 'none'}; promises broken: {', '.join(broken) or 'none'}")
    return 1 if failed or broken else 0


if __name__ == "__main__":
    sys.exit(main())
