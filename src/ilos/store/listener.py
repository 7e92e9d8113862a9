"""Hears from PostgreSQL that a table has a new version; a lost word is made good by looking.

Words are what is not in the log: somebody came, a line of chat is there; they may get lost.
News carry only (table, version), the events are read from the log. So a notification that is lost,
doubled or late harms nobody: every half second, and after each reconnection, the listener asks
which tables changed since it last could.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any

import asyncpg  # type: ignore[import-untyped]

from ilos.store.log import CHANNEL

logger = logging.getLogger(__name__)

News = Callable[[str, int], None]
Words = Callable[[str, str], None]
Now = Callable[[], Awaitable[int]]
Changed = Callable[[int], Awaitable[list[tuple[str, int]]]]

# Milliseconds between an entry's time and its commit, at most: a change that was not yet to be seen
# at one look is found by the next.
OVERLAP = 10_000


class Listener:
    """One LISTEN connection that comes back by itself, and a poll beside it."""

    def __init__(
        self,
        url: str,
        news: News,
        words: Words,
        now: Now,
        changed: Changed,
        period: float = 0.5,
    ) -> None:
        self._url = url
        self._news = news
        self._words = words
        self._now = now
        self._changed = changed
        self._looked: int | None = None  # when, by the database's clock
        self._period = period
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin listening."""
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
            except Exception as error:  # noqa: BLE001  a driver cut in mid-word raises all sorts
                logger.warning("listener lost: %s", type(error).__name__)
            await asyncio.sleep(self._period)

    async def _listen(self) -> None:
        connection = await asyncpg.connect(self._url, timeout=5)
        try:
            await connection.add_listener(CHANNEL, self._heard)
            while not connection.is_closed():
                await self._look()
                await asyncio.sleep(self._period)
                await connection.execute("SELECT 1", timeout=2)
        finally:
            await connection.close(timeout=2)

    async def _look(self) -> None:
        now = await self._now()
        # However long the database was away, what changed meanwhile is not missed.
        for table, head in await self._changed((self._looked or now) - OVERLAP):
            self._news(table, head)
        self._looked = now

    def _heard(self, _connection: Any, _pid: int, _channel: str, payload: object) -> None:
        table, _, rest = str(payload).partition(" ")
        if rest.isdecimal():
            self._news(table, int(rest))
        else:
            self._words(table, rest)
