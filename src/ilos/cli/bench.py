"""`ilos bench`: how fast the engine is, in uniformly random play on one core."""

from __future__ import annotations

import argparse
import json
import time
from typing import Any

from ilos.cli.parser import Parser
from ilos.engine import api
from ilos.engine.fields import STATE_BYTES
from ilos.engine.position import IS_COMPILED
from ilos.engine.search.playouts import copy_repeatedly, random_games
from ilos.records.tile_sets import default_tile_set
from ilos.rules.names import COLOURS
from ilos.rules.setup import Options, Player, Setup

EXAMPLES = """\
  ilos bench
  ilos bench --json
"""
SECONDS = 1.0  # for each number of players


def add_arguments(parser: Parser) -> None:
    """What `ilos bench` takes."""
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: argparse.Namespace) -> int:
    """Measure and print."""
    measured = measure()
    if args.json:
        print(json.dumps(measured))
        return 0
    from rich.console import Console
    from rich.table import Table

    table = Table(title="Uniformly random play, one core, default tile set")
    columns = ("games_per_s", "moves_per_s", "decisions_per_s", "decisions_per_game")
    for column in ("players", *columns):
        table.add_column(column.replace("_", " "), justify="right")
    for players, row in measured["players"].items():
        table.add_row(players, *(f"{row[column]:,.0f}" for column in columns))
    console = Console()
    console.print(table)
    how = "compiled" if measured["compiled"] else "uncompiled"
    size, copy = measured["state_bytes"], measured["copy_us"]
    console.print(f"The engine runs {how}; a state is {size} bytes and copied in {copy:.3f} µs.")
    return 0


def measure() -> dict[str, Any]:
    """The figures, by CPU time."""
    return {
        "compiled": IS_COMPILED,
        "players": {str(players): _random_play(players) for players in range(2, 6)},
        "state_bytes": STATE_BYTES,
        "copy_us": round(_copy_seconds() * 1e6, 4),
    }


def _setup(players: int) -> Setup:
    seats = tuple(Player(colour, colour, "bot", "random") for colour in COLOURS[:players])
    return Setup(seats, Options(), default_tile_set())


def _random_play(players: int) -> dict[str, float]:
    position = api.new_position(_setup(players).printed, seed=players)
    games = moves = decisions = 0
    start = time.process_time()
    spent = 0.0
    batch = 1
    while spent < SECONDS:
        count = random_games(position, batch)
        games, moves = games + count.games, moves + count.moves
        decisions += count.decisions
        spent = time.process_time() - start
        batch = max(1, int(games / spent / 10))
    return {
        "games_per_s": round(games / spent, 1),
        "moves_per_s": round(moves / spent),
        "decisions_per_s": round(decisions / spent),
        "decisions_per_game": round(decisions / games, 2),
    }


def _copy_seconds() -> float:
    position = api.new_position(_setup(5).printed)
    times = 200_000 if IS_COMPILED else 2_000
    start = time.process_time()
    copy_repeatedly(position, times)
    return (time.process_time() - start) / times
