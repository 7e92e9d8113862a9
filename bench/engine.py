"""How fast the engine, the records and the command line are here, beside what we promise.

    python bench/engine.py [--json]

Figures are by the CPU time of one core, so a busy machine shows less than a quiet one but not
much less. Exit code 1 if a promise is not kept.
"""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass

from ilos.cli.bench import measure
from ilos.engine import api
from ilos.engine.position import Position
from ilos.engine.search.playouts import random_playout
from ilos.records.record import parse_record, read_record, record_to_line, write_record
from ilos.records.tile_sets import default_tile_set
from ilos.rules.chance import SeededChance
from ilos.rules.setup import Options, Setup
from ilos.simulation.games import bot_setup, play_game


@dataclass(frozen=True)
class Promise:
    """A figure, and the bound it must keep."""

    name: str
    value: float
    bound: float
    at_least: bool = True

    @property
    def is_kept(self) -> bool:
        return self.value >= self.bound if self.at_least else self.value <= self.bound


def setup(players: int) -> Setup:
    """Random bots on the default tile set."""
    return bot_setup(["random"] * players, Options(), default_tile_set())


def with_tiles(players: int, tiles: int, seed: int) -> Position | None:
    """A position of random play with so many tiles laid, or None if the game ends before."""
    p = api.new_position(setup(players).printed, seed)
    luck = SeededChance(seed)
    while not api.is_over(p):
        api.roll_chance(p)
        if p.laid_count >= tiles:
            return p
        options = api.legal_decisions(p)
        if options:
            api.take_decision(p, options[luck.below(len(options))])
    return None


def decision_cost(players: int, tiles: int) -> float:
    """Seconds a decision from such positions on to the end of the game."""
    found = [with_tiles(players, tiles, seed) for seed in range(60)]
    positions = [p for p in found if p is not None]
    decisions = 0
    start = time.process_time()
    while time.process_time() - start < 1.0:
        for p in positions:
            decisions += random_playout(p.copy()).decisions
    return (time.process_time() - start) / decisions


def verify_speed() -> float:
    """Events of records checked in a second, parsing included."""
    lines = [record_to_line(write_record(play_game(setup(4), seed))) for seed in range(20)]
    events = 0
    start = time.process_time()
    while time.process_time() - start < 2.0:
        for line in lines:
            events += len(read_record(parse_record(line)).events)
    return events / (time.process_time() - start)


def best(measured: Callable[[], float], times: int = 5) -> float:
    """The least of several measurements."""
    return min(measured() for _ in range(times))


def help_ms() -> float:
    """How long `ilos --help` takes."""
    start = time.perf_counter()
    subprocess.run([sys.executable, "-m", "ilos.cli", "--help"], check=True, capture_output=True)
    return (time.perf_counter() - start) * 1e3


def uncompiled_speed() -> float:
    """The least decisions a second of any number of players, on the plain Python files."""
    environment = {**os.environ, "ILOS_PURE": "1"}
    run = subprocess.run(
        [sys.executable, "-m", "ilos.cli", "bench", "--json"],
        check=True,
        capture_output=True,
        env=environment,
    )
    return min(row["decisions_per_s"] for row in json.loads(run.stdout)["players"].values())


def promises() -> list[Promise]:
    """Measure everything."""
    speed = measure()
    slowest = min(row["decisions_per_s"] for row in speed["players"].values())
    ratio = decision_cost(5, 20) / decision_cost(2, 8)
    return [
        Promise("decisions/s, random play, slowest number of players", slowest, 2.5e6),
        Promise("games/s, 2 players", speed["players"]["2"]["games_per_s"], 6_000),
        Promise("bytes a state", speed["state_bytes"], 2_048, at_least=False),
        Promise("µs to copy a state", speed["copy_us"], 1.0, at_least=False),
        Promise("decision with 5 players and 20 tiles : 2 and 8", ratio, 2.5, at_least=False),
        Promise("decisions/s uncompiled", uncompiled_speed(), 30_000),
        Promise("events/s verified", verify_speed(), 25_000),
        Promise("ms for ilos --help", best(help_ms), 150, at_least=False),
    ]


def main() -> int:
    """Print a table or JSON; 1 if a promise is broken."""
    found = promises()
    if "--json" in sys.argv:
        print(json.dumps({p.name: {"value": p.value, "bound": p.bound} for p in found}))
    else:
        for p in found:
            sign = "≥" if p.at_least else "≤"
            kept = "kept" if p.is_kept else "BROKEN"
            print(f"{p.name:<55} {p.value:>14,.2f}  {sign} {p.bound:>12,.0f}  {kept}")
    return 0 if all(p.is_kept for p in found) else 1


if __name__ == "__main__":
    sys.exit(main())
