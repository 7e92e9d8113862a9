"""The lobby: the list of open tables, sent live to its listeners."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from ilos.protocol import messages
from ilos.protocol.known import decode_known
from ilos.protocol.server import LobbyChanged
from ilos.protocol.tables import TableInfo
from ilos.server.tables.connection import Connection
from ilos.store.rows import TableRow

if TYPE_CHECKING:
    from ilos.store.table_store import TableStore


class Lobby:
    """Listeners to the list, and whether it has changed since they got it."""

    def __init__(self, store: TableStore) -> None:
        self._store = store
        self._last = b""
        self.connections: set[Connection] = set()
        self.stale = True

    async def add(self, connection: Connection) -> None:
        """Add a listener and send it the list."""
        self.connections.add(connection)
        connection.push(await self._list())

    def remove(self, connection: Connection) -> None:
        """Remove a listener."""
        self.connections.discard(connection)

    async def send_changes(self) -> None:
        """Send the list if it has changed; called once a second, however much changes."""
        if not self.stale or not self.connections:
            return
        self.stale = False
        text = await self._list()
        if text != self._last:
            self._last = text
            for connection in list(self.connections):
                connection.push(text)

    async def _list(self) -> bytes:
        rows = await self._store.listed(limit=50)
        return messages.encode(LobbyChanged(tables=[table_info_of(row) for row in rows]))


def table_info_of(row: TableRow) -> TableInfo:
    """Return a table for lists, from the summary stored beside its log."""
    info = decode_known(row.summary, TableInfo)
    if info.settings.spectator_delay and info.status == "playing":
        # The time of a move would reveal one too (H-12).
        return msgspec.structs.replace(info, created=row.created, changed=row.created)
    info = msgspec.structs.replace(info, created=row.created, changed=row.changed)
    if info.version == row.head:
        return info  # written by an older version, which kept everything in the summary
    return msgspec.structs.replace(info, version=row.head, round=row.round, to_move=row.to_move)
