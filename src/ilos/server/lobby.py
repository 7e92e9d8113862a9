"""The list of open tables, sent live to whoever looks at it."""

import msgspec

from ilos.protocol import messages
from ilos.protocol.server import LobbyChanged
from ilos.protocol.tables import TableInfo
from ilos.server.hub import Connection
from ilos.store import Store


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
        tables = [msgspec.json.decode(row.summary, type=TableInfo) for row in rows]
        return messages.encode(LobbyChanged(tables=tables))
