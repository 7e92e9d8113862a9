"""Which addresses are banned, read from the database once a second at most.

A flood of handshakes would otherwise fill the queue of the database, in which moves wait as well.
"""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

from ilos.server.tables.tokens import keyed_hash

if TYPE_CHECKING:
    from ilos.store.store import Store

SECONDS = 1.0  # after which a ban applies, or no longer applies, in every process


class Bans:
    """The banned addresses as they were a second ago at most."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._hashes: set[str] = set()
        self._read_at = float("-inf")
        self._changes = 0  # known to this process
        self._reading = asyncio.Lock()

    async def has(self, address: str) -> bool:
        """Return whether an address is banned."""
        if self._is_old():
            async with self._reading:
                if self._is_old():  # or another has read them meanwhile
                    await self.read()
        return bool(self._hashes) and keyed_hash(self._store.pepper, address) in self._hashes

    async def read(self) -> set[str]:
        """Return the hashes of the banned addresses as they are now."""
        changes = self._changes
        self._hashes = await self._store.banned("address")
        if changes == self._changes:
            self._read_at = time.monotonic()
        return self._hashes

    def forget(self) -> None:
        """Read them again for the next one who asks: they were changed."""
        self._changes += 1
        self._read_at = float("-inf")

    def _is_old(self) -> bool:
        return time.monotonic() - self._read_at > SECONDS
