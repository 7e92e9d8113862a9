"""What a server carries on one machine, beside what we promise (issue 4, point 12).

    python bench/server.py [--full] [--only load|memory|restart]

By default 100 tables of four for 15 seconds; `--full` is 500 tables for a minute, as promised. Both
load with `ilos load`, which has the server write every move to the disk before it is acknowledged.
Exit code 1 if a promise is not kept.
"""

import argparse
import asyncio
import gc
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import msgspec
from engine import Promise

from ilos.client import AsyncClient, random_move
from ilos.protocol.http import CreateTable
from ilos.rules.choices import Choices
from ilos.server.app import App
from ilos.server.settings import Settings
from ilos.server.tables import move_path, presenter
from ilos.server.tables.registry import CreatedTable
from ilos.server.tables.state import TableState
from ilos.server.tables.summary import summarize
from ilos.server.tables.table import Table
from ilos.server.tables.tokens import hash_token
from ilos.store.log_entries import LogEntry
from ilos.store.rows import Grant, NewEntry, NewTable
from ilos.store.store import Store, open_store

LIVE_GAMES = 10_000
DIFFERENT = 50  # games really played; the others are the same games at other tables
MOVES = 40
TOGETHER = 500  # tables laid out at once, in few commits


# ---- load --------------------------------------------------------------------------------


def load(tables: int, seconds: int, rate: int | None) -> dict[str, float]:
    """One run of `ilos load` with tables of four."""
    words = [sys.executable, "-m", "ilos.cli", "load", "--json", "--seats", "4"]
    words += ["--tables", str(tables), "--seconds", str(seconds)]
    words += ["--rate", str(rate)] if rate else []
    run = subprocess.run(words, check=True, capture_output=True, text=True)
    found: dict[str, float] = json.loads(run.stdout)
    print(f"  {rate or 'as many as go'}: {run.stdout.strip()}", flush=True)
    return found


def load_promises(tables: int, seconds: int) -> list[Promise]:
    """At a pace people keep, and as much as goes."""
    print(
        f"load average {os.getloadavg()[0]:.1f}; {tables} tables of 4 for {seconds} s", flush=True
    )
    steady = load(tables, seconds, 100)
    load(tables, seconds, 300)
    most = load(tables, seconds, None)
    return [
        Promise("ms to every seat at 100 moves/s, 99th of 100", steady["p99_ms"], 50, False),
        Promise("moves/s", most["moves_per_second"], 300),
        Promise("moves lost", steady["lost"] + most["lost"], 0, False),
        Promise("KiB a socket", steady["kib_per_socket"], 64, False),
    ]


# ---- memory ------------------------------------------------------------------------------


def memory_held() -> int:
    """Bytes of memory this process holds."""
    gc.collect()
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


async def new_table(app: App, people: int) -> CreatedTable:
    """A table of people who have sat down."""
    seats = [{"kind": "mine", "name": f"Person {number}"} for number in range(people)]
    body = {"seats": seats, "start": True, "settings": {"max_rounds": 500}}
    return await app.tables.create(msgspec.convert(body, CreateTable), "bench")


async def play(table: Table, moves: int, rng: random.Random) -> None:
    """Some moves, as `ilos load` makes them."""
    for number in range(moves):
        seat = table.state.to_move
        if seat is None:
            return
        player_view = presenter.player_view(table.state, seat)
        assert player_view is not None
        choices: Choices = msgspec.json.decode(player_view.choices, type=Choices)
        move = random_move(choices, rng)
        await move_path.perform(
            table, lambda state, s=seat, m=move: move_path.play(state, s, m), f"m{number}"
        )


async def table_kb(folder: Path) -> float:
    """Kilobytes a table of four takes after a hundred moves, by what the process holds."""
    url = f"sqlite:///{folder}/memory.sqlite"
    app = App(Settings(database=url, table_memory=10_000), await open_store(url))
    rng, counted = random.Random(1), 150
    for _ in range(30):  # what is needed once
        await play((await new_table(app, 4)).table, 100, rng)
    before = memory_held()
    for _ in range(counted):
        await play((await new_table(app, 4)).table, 100, rng)
    held = (memory_held() - before) / counted / 1000
    await app.close()
    return held


# ---- restart -----------------------------------------------------------------------------


async def played_games(folder: Path) -> list[tuple[TableState, list[LogEntry]]]:
    """Games in the middle, really played."""
    url = f"sqlite:///{folder}/played.sqlite"
    app = App(Settings(database=url, table_memory=10_000), await open_store(url))
    rng = random.Random(2)
    found = []
    for _ in range(DIFFERENT):
        table = (await new_table(app, 4)).table
        await play(table, MOVES, rng)
        log = await app.store.load(table.state.id)
        found.append((table.state, [stored.entry for stored in log]))
    await app.close()
    return found


async def lay_out(store: Store, number: int, state: TableState, log: list[LogEntry]) -> None:
    """A game that was played, at another table; the seat to move there has a token."""
    assert state.to_move is not None
    new = NewTable(
        id=f"game{number}",
        code=f"code{number}",
        secret=state.secret.hex(),
        creator="bench",
        visibility="private",
    )
    grants = [Grant(hash_token(f"token{number}"), state.order[state.to_move])]
    entries = [NewEntry(entry, f"m{index}") for index, entry in enumerate(log)]
    await store.create(new, summarize(state), entries, grants)


async def fill(url: str, folder: Path) -> None:
    """Ten thousand live games, through the store."""
    store = await open_store(url)
    games = await played_games(folder)
    for start in range(0, LIVE_GAMES, TOGETHER):
        numbers = range(start, start + TOGETHER)
        await asyncio.gather(*(lay_out(store, n, *games[n % DIFFERENT]) for n in numbers))
    await store.close()


async def first_move(address: str) -> None:
    """A move at the last table, by the seat to move there."""
    last = LIVE_GAMES - 1
    client = AsyncClient(address)
    async with client, client.connect(f"game{last}", f"token{last}") as connection:
        assert await connection.wait_for_turn()
        assert connection.session.choices is not None
        await connection.play(random_move(connection.session.choices, random.Random(3)))


def restart_seconds(folder: Path) -> float:
    """From the start of the process to the first move it accepts."""
    url = f"sqlite:///{folder}/ilos.sqlite"
    asyncio.run(fill(url, folder))
    size = (folder / "ilos.sqlite").stat().st_size / 2**20
    print(f"restart: {LIVE_GAMES} live games of {MOVES} moves, {size:.0f} MiB", flush=True)
    words = [sys.executable, "-m", "ilos.cli", "serve", "--port", "0", "--no-browser"]
    words += ["--without-client", "--database", url]
    started = time.perf_counter()
    server = subprocess.Popen(
        words, stdout=subprocess.PIPE, text=True, env={**os.environ, "ILOS_LOG_LEVEL": "warning"}
    )
    try:
        assert server.stdout is not None
        said = server.stdout.readline()
        if not said:
            sys.exit(f"the server did not start: `{' '.join(words)}` ended with {server.wait()}")
        asyncio.run(first_move(said.strip().rsplit(" ", 1)[-1]))
        return time.perf_counter() - started
    finally:
        server.terminate()
        server.wait()


# ---- all of it ---------------------------------------------------------------------------


def measured(only: str | None, full: bool) -> list[Promise]:
    """Everything, or the one thing that was asked for."""
    found = []
    with tempfile.TemporaryDirectory(prefix="ilos-bench-") as name:
        if only in (None, "memory"):
            kb = asyncio.run(table_kb(Path(name)))
            found.append(Promise("kB a live table of four after 100 moves", kb, 50, False))
        if only in (None, "restart"):
            seconds = restart_seconds(Path(name))
            found.append(Promise("s from a start to the first move accepted", seconds, 5, False))
    if only in (None, "load"):
        found += load_promises(*((500, 60) if full else (100, 15)))
    return found


def main() -> int:
    """Measure, print, judge."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--full", action="store_true")
    parser.add_argument("--only", choices=("load", "memory", "restart"))
    args = parser.parse_args()
    found = measured(args.only, args.full)
    for p in found:
        sign, kept = "≥" if p.at_least else "≤", "kept" if p.is_kept else "BROKEN"
        print(f"{p.name:<50} {p.value:>10,.1f}  {sign} {p.bound:>6,.0f}  {kept}")
    return 0 if all(p.is_kept for p in found) else 1


if __name__ == "__main__":
    sys.exit(main())
