"""Notifying other processes on PostgreSQL of new versions, after they are committed.

PostgreSQL holds one lock for the whole server from NOTIFY to the end of the transaction. In the
transaction of the moves that includes the sync to the disk, and moves of all processes would be
committed one after the other; by itself a notification syncs nothing (bench/notify.py measures
both). One that is lost on the way does no harm: the listener's query finds the change.
"""

import asyncio
import logging
from typing import Any

import asyncpg

logger = logging.getLogger(__name__)

_MOST = 150  # tables in one notification, which has at most 8,000 bytes
_PAUSE = 0.005  # seconds between two notifications of a process
_TIMEOUT = 5.0  # seconds


class VersionNotifier:
    """Notifications of one process; versions that come meanwhile go together in the next one."""

    def __init__(self, url: str, channel: str, server_settings: dict[str, str]) -> None:
        self._url = url
        self._channel = channel
        self._server_settings = server_settings
        self._connection: Any = None
        self._heads: dict[str, int] = {}  # tables and their last versions
        self._task: asyncio.Task[None] | None = None

    def add(self, table: str, version: int) -> None:
        """Notify others of a version that is committed."""
        self._heads[table] = version
        if self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._send())

    async def close(self) -> None:
        """Send what waits and close the connection."""
        if self._task is not None:
            await asyncio.wait([self._task])
        if self._connection is not None:
            await self._connection.close(timeout=2)

    async def _send(self) -> None:
        try:
            while self._heads:
                tables = list(self._heads)[:_MOST]
                text = ",".join(f"{table} {self._heads.pop(table)}" for table in tables)
                try:
                    await self._notify(text)
                except Exception as error:  # noqa: BLE001  as in the listener: many kinds
                    logger.info("a notification was lost: %s", type(error).__name__)
                    self._drop()
                await asyncio.sleep(_PAUSE)
        finally:
            self._task = None

    async def _notify(self, text: str) -> None:
        if self._connection is None or self._connection.is_closed():
            self._connection = await asyncpg.connect(
                self._url, timeout=_TIMEOUT, server_settings=self._server_settings
            )
        await self._connection.execute(
            "SELECT pg_notify($1, $2)", self._channel, text, timeout=_TIMEOUT
        )

    def _drop(self) -> None:
        if self._connection is not None:
            self._connection.terminate()
            self._connection = None
