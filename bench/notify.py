"""What LISTEN and NOTIFY carry: commits and notifications, with several processes that listen.

Each writer commits what one server process commits: the versions of some tables, synced to the
disk. It notifies the listeners of them not at all, in that transaction, or after it.
Run from the folder `tests`: python ../bench/notify.py
"""

import argparse
import asyncio
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import asyncpg

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
from databases import Postgres

CHANNEL = "bench"
CHANGE = "UPDATE heads SET head = head + 1 WHERE id = ANY($1) RETURNING id || ' ' || head"
NOTIFY = "SELECT pg_notify($1, $2)"
PAUSE = 0.005  # seconds between two notifications of a process, as in store/postgres_notify.py


class Writer:
    """One process that commits as fast as it can."""

    def __init__(self, url: str, number: int, tables: int, when: str) -> None:
        self._url = url
        self._when = when
        self._ids = [f"table-{number:04}-{one:04}" for one in range(tables)]
        self._changed: list[str] = []
        self.times: list[float] = []

    async def run(self, until: float) -> None:
        """Commit, and notify as asked."""
        jobs = [self._commit(until)]
        if self._when == "after":
            jobs.append(self._notify(until))
        await asyncio.gather(*jobs)

    async def _commit(self, until: float) -> None:
        connection = await asyncpg.connect(self._url)
        statement = await connection.prepare(CHANGE)
        while (began := time.perf_counter()) < until:
            if self._when == "inside":
                async with connection.transaction():
                    self._changed = [row[0] for row in await statement.fetch(self._ids)]
                    await connection.execute(NOTIFY, CHANNEL, self._text())
            else:
                self._changed = [row[0] for row in await statement.fetch(self._ids)]
            self.times.append(time.perf_counter() - began)
        await connection.close()

    async def _notify(self, until: float) -> None:
        connection = await asyncpg.connect(self._url)
        while time.perf_counter() < until:
            if self._changed:
                await connection.execute(NOTIFY, CHANNEL, self._text())
            await asyncio.sleep(PAUSE)
        await connection.close()

    def _text(self) -> str:
        changed, self._changed = self._changed, []
        return f"{time.time()} {','.join(changed)}"


async def measure(url: str, processes: int, when: str, options: argparse.Namespace) -> str:
    """A line of the table."""
    delays: list[float] = []

    def heard(*notification: Any) -> None:
        delays.append(time.time() - float(notification[3].partition(" ")[0]))

    ears = [await asyncpg.connect(url) for _ in range(processes)]
    for ear in ears:
        await ear.add_listener(CHANNEL, heard)
    writers = [Writer(url, number, options.tables, when) for number in range(processes)]
    until = time.perf_counter() + options.seconds
    await asyncio.gather(*(writer.run(until) for writer in writers))
    await asyncio.sleep(0.5)
    for ear in ears:
        await ear.close()
    times = sorted(one for writer in writers for one in writer.times)
    commits, delays = len(times) / options.seconds, sorted(delays)
    delay = f"{delays[len(delays) * 99 // 100] * 1000:.1f}" if delays else ""
    return (
        f"| {processes} | {when} | {commits:,.0f} | {commits * options.tables:,.0f}"
        f" | {times[len(times) * 99 // 100] * 1000:.1f}"
        f" | {len(delays) / options.seconds:,.0f} | {delay} |"
    )


async def measure_all(url: str, options: argparse.Namespace) -> None:
    """With and without listeners, for more and more processes."""
    connection = await asyncpg.connect(url)
    await connection.execute("CREATE TABLE heads (id text PRIMARY KEY, head int)")
    await connection.execute(
        "INSERT INTO heads SELECT 'table-' || lpad(w::text, 4, '0') || '-' || lpad(t::text, 4, '0')"
        ", 0 FROM generate_series(0, 15) w, generate_series(0, 149) t"
    )
    await connection.close()
    print("| processes | notify | commits/s | moves/s | commit p99 ms | heard/s | delay p99 ms |")
    print("|" + " --- |" * 7)
    for processes in options.processes:
        for when in ("never", "inside", "after"):
            print(await measure(url, processes, when, options), flush=True)


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--processes", type=int, nargs="+", default=[2, 4, 8, 16])
    parser.add_argument("--tables", type=int, default=10, help="moves in a commit (10)")
    parser.add_argument("--seconds", type=float, default=5.0, help="for each line (5)")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="ilos-notify-") as folder:
        postgres = Postgres(Path(folder) / "data")
        try:
            asyncio.run(measure_all(postgres.new_database("bench"), options))
        finally:
            postgres.stop()


if __name__ == "__main__":
    main()
