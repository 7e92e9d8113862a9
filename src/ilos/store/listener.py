"""LISTEN on PostgreSQL for new versions of tables and messages of other processes.

A new version is notified as (table, version); the entries are read from the log. So a notification
that is lost, doubled or late does no harm: every half second, and after each reconnection, the
listener queries which tables changed; less often where many do. Messages are about what is not in
the log and may get lost.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from typing import Any

import asyncpg

from ilos.store.log import CHANNEL

logger = logging.getLogger(__name__)

OnVersion = Callable[[str, int], None]
OnMessage = Callable[[str, str], None]
Now = Callable[[], Awaitable[int]]
OnProcesses = Callable[[int | None], None]
Changed = Callable[[int], Awaitable[list[tuple[str, int]]]]

LISTENER = "ilos listener"  # by which processes on one database know of each other
_PROCESSES = (
    "SELECT count(*) FROM pg_stat_activity"
    " WHERE datname = current_database() AND application_name = $1"
)

# Milliseconds between an entry's time and its commit, at most: a change that was not yet visible in
# one query is found by the next.
OVERLAP = 10_000

ROWS_PER_SECOND = 2_000  # that queries about changes may read; with more, they come less often
MOST_SECONDS = 10.0  # between two such queries


class Listener:
    """One LISTEN connection that reconnects by itself, and a poll beside it."""

    def __init__(
        self,
        url: str,
        on_version: OnVersion,
        on_message: OnMessage,
        now: Now,
        changed: Changed,
        period: float = 0.5,
        on_processes: OnProcesses = lambda _: None,
    ) -> None:
        self._url = url
        self._on_processes = on_processes
        self._on_version = on_version
        self._on_message = on_message
        self._now = now
        self._changed = changed
        self._last_query: int | None = None  # time by the database's clock
        self._period = period
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start listening."""
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Stop listening."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            try:
                await self._listen()
            except Exception as error:  # noqa: BLE001  a driver whose connection is cut raises many kinds
                logger.warning("listener lost: %s", type(error).__name__)
            await asyncio.sleep(self._period)

    async def _listen(self) -> None:
        named = {"application_name": LISTENER}
        next_query = time.monotonic()  # at once
        connection = await asyncpg.connect(self._url, timeout=5, server_settings=named)
        try:
            await connection.add_listener(CHANNEL, self._on_notification)
            while not connection.is_closed():
                now = time.monotonic()
                if now >= next_query:
                    rows = await self._query_changes()
                    next_query = now + min(MOST_SECONDS, rows / ROWS_PER_SECOND)
                await asyncio.sleep(self._period)
                self._on_processes(await connection.fetchval(_PROCESSES, LISTENER, timeout=2))
        finally:
            self._on_processes(None)
            await connection.close(timeout=2)

    async def _query_changes(self) -> int:
        now = await self._now()
        # However long the database was unreachable, changes meanwhile are not missed.
        changes = await self._changed((self._last_query or now) - OVERLAP)
        for table, head in changes:
            self._on_version(table, head)
        self._last_query = now
        return len(changes)

    def _on_notification(self, _connection: Any, _pid: int, _channel: str, payload: object) -> None:
        text = str(payload)
        table, _, rest = text.partition(" ")
        if rest.startswith("{"):
            self._on_message(table, rest)
            return
        for one in text.split(","):  # of all tables in one commit
            table, _, version = one.partition(" ")
            if version.isdecimal():
                self._on_version(table, int(version))
