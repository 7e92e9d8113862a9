"""Signs of life: a process says in the database that moves can be taken; gaps are outages (F-12).

They come once a second while a clock runs, so that an outage of a few seconds is given back too.
"""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

from ilos.server.tables.lost_time import give_back_lost_time
from ilos.store import StoreUnavailable

if TYPE_CHECKING:
    from ilos.server.tables.registry import TableRegistry
    from ilos.store.store import Store

SECONDS = 1.0  # between two signs while a clock runs
IDLE_SECONDS = 5.0  # between two signs else


class SignsOfLife:
    """Writes them, and gives running clocks the time of outages back."""

    def __init__(self, store: Store, tables: TableRegistry) -> None:
        self._store = store
        self._tables = tables
        self._written = float("-inf")
        self._interval = SECONDS
        # At the start of the only process, and after a failure, any gap is an outage.
        self._is_unsure = store.has_one_process
        self._writing = asyncio.Lock()

    async def write_if_due(self) -> None:
        """Write a sign if it is time for one; called every second."""
        self._interval = SECONDS if self._has_clock() else IDLE_SECONDS
        if self._is_unsure or time.monotonic() - self._written >= self._interval - SECONDS / 2:
            await self._write()

    async def write_if_late(self) -> None:
        """Write a sign if one is missing: before a move stops a clock, or a bot takes a seat."""
        if self._is_unsure or time.monotonic() - self._written > 2 * self._interval:
            await self._write()

    async def _write(self) -> None:
        async with self._writing:
            try:
                interval = int(self._interval * 1000)
                is_outage = await self._store.sign_of_life(interval, self._is_unsure)
            except StoreUnavailable:
                self._is_unsure = True
                raise
            self._is_unsure = False
            self._written = time.monotonic()
            if is_outage:
                for table in self._tables.in_memory():
                    if table.state.status == "playing":
                        await give_back_lost_time(table)

    def _has_clock(self) -> bool:
        tables = self._tables.in_memory()
        clocks = (table.state.clock for table in tables if table.state.status == "playing")
        return any(clock is not None and clock.deadline() is not None for clock in clocks)
