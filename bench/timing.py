"""Whether the time of an answer tells something it should not (H-04, A-03), or is long (A-21).

`python bench/timing.py` asks two servers in this process, in turn, ten thousand times each: once
in two worlds that one player cannot tell apart, and once for tables that exist and that do not. A
difference is one that people could use: medians more than half a millisecond (or, for unknown
tables, 5 %) apart, and a rank test that is sure of it at 1 %. Then every call is timed with the
largest game. Ends with 1 if a time tells something or is too long.
"""

import argparse
import asyncio
import gc
import math
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

import msgspec
from leaks.apps import MemorySocket, World, connected, open_world, token_of, two_tables
from leaks.test_two_worlds import Viewer, quiet_move
from leaks.worlds import pairs
from security.test_size import a_large_table, paths

from ilos.protocol.client import Undo
from ilos.rules.moves import Move, to_builtins

Ask = Callable[[], Awaitable[None]]
MOST_MILLISECONDS = 0.5
MOST_SHARE = 0.05
MOST_OF_A_CALL = 200.0  # milliseconds


async def in_turn(one: Ask, other: Ask, count: int) -> tuple[list[float], list[float]]:
    """Milliseconds of each, asked by turns so that a busy moment meets both."""
    times: tuple[list[float], list[float]] = ([], [])
    gc.disable()
    for number in range(count + 20):
        for which in (0, 1) if number % 2 else (1, 0):
            started = time.perf_counter()
            await (one, other)[which]()
            if number >= 20:  # the first ones warm up
                times[which].append((time.perf_counter() - started) * 1000)
        if number % 500 == 0:
            gc.collect()
    gc.enable()
    return times


def chance(one: Sequence[float], other: Sequence[float]) -> float:
    """How likely such ranks are if both are alike (Mann and Whitney, normal approximation)."""
    both = sorted((value, which) for which, values in enumerate((one, other)) for value in values)
    ranks = sum(rank for rank, (_, which) in enumerate(both, 1) if which == 0)
    first, second = len(one), len(other)
    expected = first * (first + second + 1) / 2
    spread = math.sqrt(first * second * (first + second + 1) / 12)
    return math.erfc(abs(ranks - expected) / spread / math.sqrt(2))


def report(name: str, one: Sequence[float], other: Sequence[float], most: float) -> bool:
    """Tells both medians; whether they are alike."""
    here, there = statistics.median(one), statistics.median(other)
    likely = chance(one, other)
    alike = abs(here - there) <= most or likely > 0.01
    print(
        f"{name:<40} {here:8.3f} ms  {there:8.3f} ms  difference {abs(here - there):.4f} ms, "
        f"p = {likely:.3f}: {'alike' if alike else 'TELLS SOMETHING'}"
    )
    return alike


async def a_moment(worlds: tuple[World, World]) -> tuple[str, Viewer, Move]:
    """A table where one player is to move, has a move that reveals nothing, and cannot tell."""
    for number, pair in enumerate(pairs(3, "screened", 400, seed=5)):
        if pair.differ and pair.viewer is not None and len(pair.events) > 30:
            name = f"x{number}"
            tables = await two_tables(worlds, pair, name)
            viewer = Viewer(pair, name, (tables[0].state, tables[1].state))
            move, mover = quiet_move(viewer)
            if move is not None and mover == viewer.seat:
                return name, viewer, move
    raise SystemExit("there is no such moment")


async def two_worlds(folder: Path, count: int) -> bool:
    """A player's own move, and its undo, over a socket: the answers take as long in both worlds."""
    worlds = await open_world(folder, "here"), await open_world(folder, "there")
    name, viewer, move = await a_moment(worlds)
    numbers = iter(range(10**9))

    def asking(world: World, line: MemorySocket) -> Ask:
        async def ask() -> None:
            version = (await world.app.tables.get(name)).state.version
            number = next(numbers)
            command = {"type": "submit_move", "id": f"m{number}", "version": version}
            await line.say(msgspec.json.encode({**command, "move": to_builtins(move)}))
            await line.say(Undo(id=f"u{number}", version=version + 1))
            line.heard.clear()

        return ask

    async with (
        connected(worlds[0], name, viewer.tokens) as here,
        connected(worlds[1], name, viewer.tokens) as there,
    ):
        times = await in_turn(asking(worlds[0], here), asking(worlds[1], there), count)
    for world in worlds:
        await world.close()
    return report("own move and undo, two worlds", *times, MOST_MILLISECONDS)


async def unknown_tables(folder: Path, count: int) -> bool:
    """A private table and none, with a wrong token and without one."""
    world = await open_world(folder, "doors")
    seats = [{"kind": "mine", "name": "Ana"}, {"kind": "mine", "name": "Bo"}]
    _, _, answer = await world.ask("POST", "/tables", None, {"seats": seats})
    table = msgspec.json.decode(answer)["table"]["id"]
    alike = True
    for token in (None, "a-token-of-another-table"):

        def asking(name: str, shown: str | None = token) -> Ask:
            async def ask() -> None:
                await world.ask("GET", f"/tables/{name}/state", shown)

            return ask

        times = await in_turn(asking(table), asking("0123456789abcdef"), count)
        most = MOST_SHARE * statistics.median(times[0])
        alike &= report(
            f"private table and none, {'a wrong' if token else 'no'} token", *times, most
        )
    await world.close()
    return alike


async def largest_game(folder: Path) -> bool:
    """Every call about a table, asked of a game of five and a hundred rounds (A-21)."""
    world = await open_world(folder, "large")
    await a_large_table(world)
    good = True
    for path in paths():
        times = []
        for _ in range(20):
            started = time.perf_counter()
            await world.ask("GET", path, token_of("large", 0))
            times.append((time.perf_counter() - started) * 1000)
        slowest = statistics.median(times)
        good &= slowest <= MOST_OF_A_CALL
        print(f"{path:<40} {slowest:8.1f} ms{'' if slowest <= MOST_OF_A_CALL else ': TOO SLOW'}")
    await world.close()
    return good


async def main(count: int) -> bool:
    with tempfile.TemporaryDirectory(prefix="ilos-timing-") as folder:
        good = await two_worlds(Path(folder), count)
        good &= await unknown_tables(Path(folder), max(1000, count // 10))
        good &= await largest_game(Path(folder))
    return good


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=10_000, help="how often each is asked")
    sys.exit(0 if asyncio.run(main(parser.parse_args().count)) else 1)
