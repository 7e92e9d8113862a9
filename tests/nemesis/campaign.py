"""The nemesis at full size: kills, pauses, partitions, skewed clocks, and pairs of worlds.

    cd tests; python -m nemesis FOLDER [--parts PART ...] [--scale 1.0]

Each part is a row of units. A unit has its own database and its own seed (its number), ends with
the checker of `nemesis.linear`, and is written to FOLDER/results.jsonl when it passed; a run that
was ended goes on where it stopped. A unit that fails is written with its error and done again by
the next run.
`--show` prints the figures so far.
"""

import argparse
import asyncio
import contextlib
import json
import os
import secrets
import signal
import tempfile
import time
import traceback
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import httpx
from databases import Postgres
from leaks.apps import open_world
from leaks.walks import long_pairs, walk
from leaks.worlds import Stocks
from sqlalchemy.engine import make_url
from websockets.exceptions import WebSocketException

from ilos.server.tables.fault_points import FAULT_POINTS, FaultPoint
from nemesis.linear import ObservedPlayer, check_tables
from nemesis.players import a_table_of
from nemesis.processes import ServerProcess
from nemesis.proxy import Proxy

LOST = (OSError, WebSocketException, TimeoutError, httpx.HTTPError)
FAULTS_A_UNIT = 25
PAIRS_A_UNIT = 500
MOVES_BETWEEN = 30  # acknowledged from one fault to the next, at most
START = 300.0  # seconds a process has to start, on a machine that is busy with other things
PATIENCE = 30.0  # seconds to wait for them
TABLES = 2  # at which people play during a unit
SKEW = 3600.0  # seconds between the clocks of two processes, at most, either way
CLOCK = {"kind": "minutes", "minutes": 60}

Figures = dict[str, int]
Unit = Callable[["Place", int, int], Awaitable[Figures]]


@dataclass
class Place:
    """Where units find a database."""

    folder: Path
    postgres: Postgres

    def sqlite(self) -> str:
        return f"sqlite:///{self.folder}/{secrets.token_hex(6)}.sqlite"

    def postgresql(self) -> str:
        return self.postgres.new_database(f"nemesis_{secrets.token_hex(6)}")


@dataclass
class Servers:
    """Server processes on one database, any of which serves anybody."""

    databases: list[str]  # the address of the database, for each process
    skews: list[float]
    rng: Random
    processes: list[ServerProcess] = field(default_factory=list)

    async def start(self) -> None:
        for number in range(len(self.databases)):
            self.processes.append(await self._new(number, {}))

    async def _new(self, number: int, armed: dict[FaultPoint, int]) -> ServerProcess:
        process = ServerProcess(
            self.databases[number], armed, None, {}, self.skews[number], bots=False
        )
        await process.start(START)
        return process

    async def kill(self, number: int) -> None:
        """Killed with SIGKILL at any moment; started again, half of the time to die at a point."""
        process = self.processes[number]
        if process.is_alive:
            process.kill()
        await process.gone()
        await process.stop()
        armed: dict[FaultPoint, int] = {}
        if self.rng.random() < 0.5:
            armed = {self.rng.choice(FAULT_POINTS): self.rng.randint(1, 12)}
        self.processes[number] = await self._new(number, armed)

    async def pause(self, number: int, seconds: float) -> None:
        """Stopped for a while; one that died at its point is started again instead."""
        if not self.processes[number].is_alive:
            await self.kill(number)
            return
        pid = self.processes[number].pid
        os.kill(pid, signal.SIGSTOP)
        await asyncio.sleep(seconds)
        os.kill(pid, signal.SIGCONT)

    async def heal(self) -> None:
        """Every process alive, with no point armed."""
        for number, process in enumerate(self.processes):
            await process.stop()
            self.processes[number] = await self._new(number, {})

    def any_address(self) -> str:
        return self.rng.choice(self.processes).address

    async def stop(self) -> None:
        for process in self.processes:
            await process.stop()


# ---- people --------------------------------------------------------------------------------


async def new_players(servers: Servers, seed: int) -> list[ObservedPlayer]:
    """Two people at each table, each of whom has the table open on two devices."""
    found = []
    for number in range(TABLES):
        made = await a_table_of(servers.any_address(), 2, clock=CLOCK)
        for key in made.keys:
            for device in ("a", "b"):
                name = f"t{number}s{key.seat}{device}"
                found.append(ObservedPlayer(made.table.id, key.token, name, seed))
    return found


async def play_on(player: ObservedPlayer, servers: Servers, rng: Random) -> None:
    """Plays for ever, at any process; comes back after every cut."""
    while True:
        with contextlib.suppress(*LOST):
            async with asyncio.timeout(10), player.at(servers.any_address()):
                await player.heard_something()
                while True:
                    await one_step(player, rng)
        player.cut_off()
        await asyncio.sleep(rng.uniform(0.0, 0.05))


async def one_step(player: ObservedPlayer, rng: Random) -> None:
    """Makes a move if it can, else listens."""
    if player.pending is None and not player.is_to_move():
        await player.next()
        return
    await asyncio.sleep(rng.uniform(0.0, 0.02))
    sent = await player.move()
    if sent.version is not None:
        await player.until(sent.version)
    elif sent.outcome == "refused":
        await player.next()  # what came in between
    else:
        await asyncio.sleep(0.05)


async def some_moves(players: Sequence[ObservedPlayer], servers: Servers, count: int) -> None:
    """Returns when so many more commands are acknowledged, or a process died at its point."""
    until = time.monotonic() + PATIENCE
    before = sum(len(player.seen.answered) for player in players)
    while sum(len(player.seen.answered) for player in players) < before + count:
        if time.monotonic() > until or not all(one.is_alive for one in servers.processes):
            return
        await asyncio.sleep(0.005)


@asynccontextmanager
async def playing(players: Sequence[ObservedPlayer], servers: Servers) -> AsyncIterator[None]:
    """They play while the block runs."""
    rng = servers.rng
    tasks = [
        asyncio.create_task(play_on(player, servers, Random(rng.random()))) for player in players
    ]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        ended = await asyncio.gather(*tasks, return_exceptions=True)
        for player in players:
            player.cut_off()
    for error in ended:
        if not isinstance(error, asyncio.CancelledError):
            raise AssertionError("a player found something wrong") from error


async def settle(players: Sequence[ObservedPlayer], servers: Servers) -> None:
    """Open commands are sent again until they are answered; all see what anyone has seen."""
    for player in players:
        while player.pending is not None:
            with contextlib.suppress(*LOST):
                async with player.at(servers.any_address()):
                    await player.heard_something()
                    await player.move()
    for player in players:
        seen = max(one.session.version for one in players if one.table == player.table)
        while player.session.version < seen:
            with contextlib.suppress(*LOST):
                async with player.at(servers.any_address()):
                    await player.until(seen)


# ---- units ---------------------------------------------------------------------------------

Fault = Callable[[Servers, Random], Awaitable[None]]


async def run_unit(
    databases: list[str], check_at: str, seed: int, count: int, fault: Fault, skew: float = 0.0
) -> Figures:
    """So many faults while people play, then the checker."""
    rng = Random(f"nemesis {seed}")
    skews = [rng.uniform(-skew, skew) for _ in databases]
    servers = Servers(databases, skews, rng)
    try:
        await servers.start()
        players = await new_players(servers, seed)
        for _ in range(count):
            async with playing(players, servers):
                await some_moves(players, servers, rng.randint(1, MOVES_BETWEEN))
                await fault(servers, rng)
        await servers.heal()
        await settle(players, servers)
    finally:
        await servers.stop()
    checked = await check_tables(check_at, players)
    sent = sum(len(player.history) for player in players)
    return {"faults": count, "sent": sent, **asdict(checked)}


async def kill_any(servers: Servers, rng: Random) -> None:
    await servers.kill(rng.randrange(len(servers.processes)))


async def pause_any(servers: Servers, rng: Random) -> None:
    await servers.pause(rng.randrange(len(servers.processes)), rng.uniform(0.05, 1.5))


async def kills_on_sqlite(place: Place, seed: int, count: int) -> Figures:
    database = place.sqlite()
    return await run_unit([database], database, seed, count, kill_any)


async def kills_on_postgresql(place: Place, seed: int, count: int) -> Figures:
    database = place.postgresql()
    return await run_unit([database] * 2, database, seed, count, kill_any)


async def pauses(place: Place, seed: int, count: int) -> Figures:
    database = place.postgresql()
    return await run_unit([database] * 2, database, seed, count, pause_any)


async def skewed_clocks(place: Place, seed: int, count: int) -> Figures:
    """Kills and pauses, with up to two hours between the clocks of the processes."""
    database = place.postgresql()

    async def fault(servers: Servers, rng: Random) -> None:
        await (kill_any if rng.random() < 0.5 else pause_any)(servers, rng)

    return await run_unit([database] * 2, database, seed, count, fault, SKEW)


async def partitions(place: Place, seed: int, count: int) -> Figures:
    """Each process reaches the database through a proxy, which is cut or swallows everything."""
    database = place.postgresql()
    proxies = [
        Proxy(partial(asyncio.open_unix_connection, place.postgres.socket_path)) for _ in range(2)
    ]
    for proxy in proxies:
        await proxy.start()

    async def fault(_: Servers, rng: Random) -> None:
        proxy = rng.choice(proxies)
        if rng.random() < 0.5:
            proxy.cut()
            return
        proxy.swallow()
        await asyncio.sleep(rng.uniform(0.05, 1.5))
        if rng.random() < 0.5:
            proxy.cut()  # what was swallowed never arrives
        proxy.restore()

    through = [
        make_url(database)
        .set(host="127.0.0.1", port=proxy.port, query={})
        .render_as_string(hide_password=False)
        for proxy in proxies
    ]
    try:
        return await run_unit(through, database, seed, count, fault)
    finally:
        for proxy in proxies:
            await proxy.stop()


async def pairs_of_worlds(place: Place, seed: int, count: int) -> Figures:
    """Every byte of every path, for each number of seats and kind of stocks in turn."""
    stocks: Stocks = "screened" if seed // 4 % 2 == 0 else "open"
    found = walks = 0
    with tempfile.TemporaryDirectory(dir=place.folder) as folder:
        worlds = (
            await open_world(Path(folder), "one", workers=1),
            await open_world(Path(folder), "two", workers=1),
        )
        try:
            for pair in long_pairs(2 + seed % 4, stocks, seed):
                found += await walk(worlds, pair, f"u{seed}x{walks}")
                walks += 1
                if found >= count:
                    break
        finally:
            for world in worlds:
                await world.close()
    return {"pairs": found, "walks": walks}


@dataclass(frozen=True)
class Part:
    """A row of units."""

    unit: Unit
    total: int  # faults or pairs at full size
    each: int  # in a unit


PARTS = {
    "kills-sqlite": Part(kills_on_sqlite, 1000, FAULTS_A_UNIT),
    "kills-postgresql": Part(kills_on_postgresql, 1000, FAULTS_A_UNIT),
    "pauses": Part(pauses, 250, FAULTS_A_UNIT),
    "partitions": Part(partitions, 250, FAULTS_A_UNIT),
    "skewed-clocks": Part(skewed_clocks, 250, FAULTS_A_UNIT),
    "worlds": Part(pairs_of_worlds, 100_000, PAIRS_A_UNIT),
}


# ---- the run -------------------------------------------------------------------------------


def read_results(path: Path) -> list[dict[str, Any]]:
    """The units that are done."""
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return [json.loads(line) for line in lines]


Share = tuple[int, int]  # of a process among several: 0 of 2 does the even units, 1 of 2 the odd


async def run_part(
    name: str, place: Place, path: Path, scale: float, share: Share = (0, 1)
) -> bool:
    """The units of a part that are not done yet; whether all passed."""
    part = PARTS[name]
    units = max(1, round(part.total * scale / part.each))
    done = {one["unit"] for one in read_results(path) if one["part"] == name and "error" not in one}
    passed = True
    for number in range(share[0], units, share[1]):
        if number in done:
            continue
        began = time.monotonic()
        result: dict[str, Any] = {"part": name, "unit": number}
        try:
            result |= await part.unit(place, number, part.each)
        except Exception:  # noqa: BLE001  written down, whatever it is
            result["error"] = traceback.format_exc()
        result["seconds"] = round(time.monotonic() - began, 1)
        with path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(result) + "\n")
        print(f"{name} {number + 1}/{units}: {result}", flush=True)
        passed = passed and "error" not in result
    return passed


def show(path: Path) -> None:
    """The figures of all parts so far."""
    for name in PARTS:
        rows = [one for one in read_results(path) if one["part"] == name]
        keys = ("faults", "sent", "acknowledged", "views", "pairs", "walks")
        sums = {key: sum(one.get(key, 0) for one in rows) for key in keys}
        told = ", ".join(f"{value:,} {key}" for key, value in sums.items() if value)
        failed = sum("error" in one for one in rows)
        print(f"{name}: {told or 'nothing yet'}; {failed} units failed")


async def run_parts(
    place: Place, parts: Sequence[str], path: Path, scale: float, share: Share
) -> bool:
    """These parts, one after the other; whether all passed."""
    return all([await run_part(part, place, path, scale, share) for part in parts])


def run(folder: Path, parts: Sequence[str], scale: float, share: Share) -> bool:
    """The same, with a PostgreSQL of its own and the results in the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory(prefix="ilos-nemesis-") as files,
        tempfile.TemporaryDirectory(prefix="ilos-postgres-") as data,
    ):
        place = Place(Path(files), Postgres(Path(data)))
        try:
            return asyncio.run(run_parts(place, parts, folder / "results.jsonl", scale, share))
        finally:
            place.postgres.stop()


def main() -> int:
    """Run it, or show what was found so far."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=list(PARTS))
    parser.add_argument("--scale", type=float, default=1.0, help="share of the full size (1)")
    parser.add_argument(
        "--share", type=int, nargs=2, default=(0, 1), metavar=("K", "N"), help="process K of N"
    )
    parser.add_argument("--show", action="store_true")
    args = parser.parse_args()
    passed = args.show or run(args.folder, args.parts, args.scale, tuple(args.share))
    show(args.folder / "results.jsonl")
    return 0 if passed else 1
