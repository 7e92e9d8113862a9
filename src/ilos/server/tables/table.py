"""One table in memory: its state, its listeners and who is present.

It changes in one place only, `move_path.perform`, one change at a time.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Callable, Iterator
from typing import TYPE_CHECKING

import msgspec

from ilos.protocol import messages
from ilos.protocol.server import Heartbeat, PresenceChanged
from ilos.protocol.tables import Presence
from ilos.server.tables.access import Access
from ilos.server.tables.connection import Connection
from ilos.server.tables.peer_bus import PeerBus, PresenceReport, TokensRevoked
from ilos.server.tables.spectator_delay import SpectatorDelay
from ilos.server.tables.state import TableState

if TYPE_CHECKING:
    from ilos.store.table_store import TableStore

PEER_TIMEOUT = 30.0  # seconds after which the presence reported by a silent process expires


class Table:
    """A table in memory, with its listeners."""

    def __init__(
        self,
        state: TableState,
        store: TableStore,
        peers: PeerBus,
        changed: Callable[[Table], None],
        creator: str = "",
        delayed: SpectatorDelay | None = None,
    ) -> None:
        self.state = state
        self.creator = creator  # keyed hash of the address charged for its bots
        self.delayed = delayed  # the older state shown to spectators, if they are delayed
        self.peers = peers
        # By process, with the time of the report.
        self._remote_presence: dict[str, tuple[Presence, float]] = {}
        self.connections: set[Connection] = set()
        self.store = store
        self._changed = changed  # called after every change: bots, clocks, lobby
        self.writer = asyncio.Lock()
        self._waiting: set[asyncio.Future[None]] = set()
        self.is_closing = False

    @contextlib.contextmanager
    def corked(self) -> Iterator[None]:
        """Hold back messages, so that those of one moment leave with one write to each listener."""
        corked = list(self.connections)
        for connection in corked:
            connection.cork()
        try:
            yield
        finally:
            for connection in corked:
                connection.uncork()

    def notify(self) -> None:
        """Tell long polls, bots, clocks and the lobby that the table has changed."""
        self._wake_waiting()
        self._changed(self)

    def is_delayed(self, access: Access) -> bool:
        """Return whether this role sees the table only as it was some moves ago."""
        return self.delayed is not None and not access.chairs

    def state_for(self, access: Access) -> TableState:
        """Return the state this role may know of, now or delayed."""
        return self.delayed.state if self.delayed is not None and not access.chairs else self.state

    async def wait_for_change(self, access: Access, version: int, seconds: float) -> None:
        """Return when this role may know of more than `version`, or after so many seconds."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while not self.is_closing and self.state_for(access).version <= version:
                    await self._next_change()

    def end_waiting(self) -> None:
        """Answer long polls now, as the server stops."""
        self.is_closing = True
        self._wake_waiting()

    def _wake_waiting(self) -> None:
        for future in self._waiting:
            if not future.done():
                future.set_result(None)

    async def _next_change(self) -> None:
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.add(future)
        try:
            await future
        finally:
            self._waiting.discard(future)

    # Listeners

    @contextlib.asynccontextmanager
    async def locked(self) -> AsyncIterator[TableState]:
        """Hold the writer's lock, so that no entry falls between a snapshot and later updates."""
        async with self.writer:
            yield self.state

    def viewing_seat(self, connection: Connection) -> int | None:
        """Return the seat whose view a connection gets; seats are numbered at the start."""
        return None if connection.view_chair is None else self.state.seat_of(connection.view_chair)

    def presence(self) -> Presence:
        """Return who is connected, through this process or another."""
        here = self.local_presence()
        fresh = time.monotonic() - PEER_TIMEOUT
        others = [seen for seen, since in self._remote_presence.values() if since > fresh]
        online = set(here.online).union(*(other.online for other in others))
        watching = here.watching + sum(other.watching for other in others)
        return Presence(online=sorted(online), watching=watching)

    def local_presence(self) -> Presence:
        """Return who is connected to this process."""
        online: set[int] = set()
        watching = 0
        for connection in self.connections:
            if connection.access.chairs:
                online.update(connection.access.seats(self.state))
            elif not connection.access.host:
                watching += 1
        return Presence(online=sorted(online), watching=watching)

    def add_connection(self, connection: Connection) -> None:
        """Add a listener and inform the others; the welcome informs the newcomer."""
        before = self.presence()
        self.connections.add(connection)
        self._announce_presence(before, newcomer=connection)

    def remove_connection(self, connection: Connection) -> None:
        """Remove a listener and inform the others."""
        before = self.presence()
        self.connections.discard(connection)
        self._announce_presence(before)

    def _announce_presence(self, before: Presence, newcomer: Connection | None = None) -> None:
        now = self.presence()
        if now != before:
            self.send_to_all(PresenceChanged(presence=now), lambda c: c is not newcomer)
        self.peers.send(self.state.id, PresenceReport(self.local_presence()))

    def update_remote_presence(self, process: str, seen: Presence) -> None:
        """Take in who is connected through another process."""
        before = self.presence()
        self._remote_presence[process] = (seen, time.monotonic())
        if self.presence() != before:
            self.send_to_all(PresenceChanged(presence=self.presence()))

    def send_to_all(
        self, message: msgspec.Struct, to: Callable[[Connection], bool] = lambda _: True
    ) -> None:
        """Send a message that is no change of the table to the chosen listeners."""
        encoded = messages.encode(message)
        for connection in list(self.connections):
            if to(connection):
                connection.push(encoded)

    def send_heartbeats(self) -> None:
        """Send every listener a heartbeat with the table's version (F-10)."""
        for connection in list(self.connections):
            connection.push(self.heartbeat(connection.access))

    def heartbeat(self, access: Access) -> bytes:
        """Return a heartbeat: the version this role may know of, and the server's time."""
        version = self.state_for(access).version
        return messages.encode(Heartbeat(version=version, now=self.store.clock.now()))

    def revoke_chair(self, chair: int | None) -> None:
        """Close the connections of a chair whose token was revoked, in all processes (A-01)."""
        self.close_chair_connections(chair)
        self.peers.send(self.state.id, TokensRevoked(chair))

    def close_chair_connections(self, chair: int | None) -> None:
        """Close the connections of a chair in this process (None: the host's)."""
        for connection in list(self.connections):
            access = connection.access
            if access.host if chair is None else chair in access.chairs:
                connection.close(4009)
