"""The list of open tables, sent live to whoever looks at it."""

import msgspec

from ilos.protocol import messages
from ilos.protocol.server import LobbyChanged
from ilos.protocol.tables import TableInfo
from ilos.server.hub import Connection
from ilos.store import Store
from ilos.store.rows import TableRow


class Lobby:
    """Those who look at the list, and whether it has changed since they were told."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._last = b""
        self.connections: set[Connection] = set()
        self.stale = True

    async def join(self, connection: Connection) -> None:
        """Somebody looks at the list."""
        self.connections.add(connection)
        connection.push(await self._list())

    def part(self, connection: Connection) -> None:
        """Somebody looks away."""
        self.connections.discard(connection)

    async def tell(self) -> None:
        """Send the list if it has changed; called once a second, however much happens."""
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
        return messages.encode(LobbyChanged(tables=[summary(row) for row in rows]))


def summary(row: TableRow) -> TableInfo:
    """A table in a list, as the store keeps it beside the log."""
    info = msgspec.json.decode(row.summary, type=TableInfo)
    if info.settings.spectator_delay and info.status == "playing":
        # When somebody moved is news too (H-12).
        return msgspec.structs.replace(info, created=row.created, changed=row.created)
    info = msgspec.structs.replace(info, created=row.created, changed=row.changed)
    if info.version == row.head:
        return info  # written by a program from before: it kept all in the summary
    return msgspec.structs.replace(info, version=row.head, round=row.round, to_move=row.to_move)
