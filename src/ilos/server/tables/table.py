"""One table and its single writer: commit, then acknowledge, then broadcast.

Every change of a table goes through `perform`, one at a time. If another process was faster, the
database reports a conflict; then the new entries are loaded and the command is decided again.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Callable, Sequence
from typing import TYPE_CHECKING, Literal

import msgspec

from ilos.protocol import messages
from ilos.protocol.server import Heartbeat, PresenceChanged
from ilos.protocol.tables import Presence
from ilos.server.refusal import Refusal
from ilos.server.tables import presenter
from ilos.server.tables.access import Access
from ilos.server.tables.commands import CommandResult
from ilos.server.tables.connection import Connection
from ilos.server.tables.fault_points import fault_point
from ilos.server.tables.peer_bus import PeerBus, PresenceReport, TokensRevoked
from ilos.server.tables.spectator_delay import SpectatorDelay, without_clocks, without_progress
from ilos.server.tables.state import TableState
from ilos.store import Conflict, StoreUnavailable
from ilos.store import log_entries as log
from ilos.store.log_entries import StoredEntry
from ilos.store.rows import NewEntry, TableSummary, TurnSummary

if TYPE_CHECKING:
    from ilos.store.store import Store

Decide = Callable[[TableState], CommandResult]
Acknowledge = Callable[[int], None]

_TRIES = 5
PEER_TIMEOUT = 30.0  # seconds after which the presence reported by a silent process expires


def _no_acknowledgement(_version: int) -> None:
    """The caller needs no acknowledgement."""


class Table:
    """A table in memory, with its listeners."""

    def __init__(
        self,
        state: TableState,
        store: Store,
        peers: PeerBus,
        changed: Callable[[Table], None],
        creator: str = "",
        delayed: SpectatorDelay | None = None,
    ) -> None:
        self.state = state
        self.creator = creator  # keyed hash of the address charged for its bots
        self.delayed = delayed  # the older state shown to spectators, if they are delayed
        self.peers = peers
        self._remote_presence: dict[
            str, tuple[Presence, float]
        ] = {}  # by process, with the time of the report
        self.connections: set[Connection] = set()
        self._store = store
        self._changed = changed  # called after every change: bots, clocks, lobby
        self._writer = asyncio.Lock()
        self._waiting: set[asyncio.Future[None]] = set()
        self.is_closing = False

    async def perform(
        self,
        decide: Decide,
        command_id: str | None = None,
        chairs: Sequence[int] | None = None,
        acknowledge: Acknowledge = _no_acknowledgement,
    ) -> int:
        """Commit what `decide` returns; return the version of its first entry. Raise Refusal.

        `chairs` are those of the person asking: a command id that another person used is refused.
        """
        async with self._writer:
            for _ in range(_TRIES):
                fault_point("before_validate")
                try:
                    result = decide(self.state)
                except Refusal:
                    done = await self._find_done(command_id, chairs)
                    if done is None:
                        raise
                    acknowledge(done)
                    return done
                fault_point("after_validate")
                try:
                    return await self._commit(result, command_id, acknowledge)
                except Conflict:
                    await self._load_new_entries()
                    done = await self._find_done(command_id, chairs)
                    if done is not None:
                        acknowledge(done)
                        return done
                except StoreUnavailable as error:
                    raise Refusal(
                        "try_again", "the store is not available; send it again with the same id"
                    ) from error
        raise Refusal("try_again", "this table is too busy; send it again")

    async def _commit(
        self,
        result: CommandResult,
        command_id: str | None,
        acknowledge: Acknowledge,
    ) -> int:
        first = self.state.version + 1
        new = [
            NewEntry(entry, command_id if index == 0 else None)
            for index, entry in enumerate(result.entries)
        ]
        summary = summary_after(self.state, result, self._store.clock.now())
        fault_point("before_commit")
        at = await self._store.append(
            self.state.id,
            first - 1,
            new,
            summary,
            grants=result.grants,
            revoked=result.revoked,
        )
        fault_point("after_commit")
        stored = [
            StoredEntry(first + n, at, item.command_id, item.entry) for n, item in enumerate(new)
        ]
        for item in stored:
            self.state.apply(item, result.game if item is stored[-1] else None)
        self._answer_and_broadcast(first, stored, acknowledge)
        return first

    def _answer_and_broadcast(
        self, first: int, stored: list[StoredEntry], acknowledge: Acknowledge
    ) -> None:
        """Send acknowledgement and updates, with one write to each connection."""
        there = list(self.connections)
        for connection in there:
            connection.cork()
        try:
            acknowledge(first)
            fault_point("after_ack")
            self._broadcast(stored)
        finally:
            for connection in there:
                connection.uncork()

    async def _find_done(self, command_id: str | None, chairs: Sequence[int] | None) -> int | None:
        """Return the version of a command that was done before, if it was (F-05)."""
        if command_id is None:
            return None
        found = await self._store.find_command(self.state.id, command_id)
        if found is None:
            return None
        if found.version > self.state.version:
            await self._load_new_entries()
        seat = getattr(found.entry, "seat", None)
        if chairs is not None and seat is not None and self.state.order[seat] not in chairs:
            raise Refusal("id_taken", "another seat used this id", self.state.version)
        return found.version

    async def give_back_lost_time(self) -> bool:
        """Give the running clock the time of outages since it began to run; whether there was."""
        clock = self.state.clock
        if clock is None or clock.deadline() is None:
            return False
        since = clock.since
        lost = await self._store.lost_time(since)
        if not lost:
            return False

        def decide(now: TableState) -> CommandResult:
            if now.clock is None or now.clock.since != since or now.status != "playing":
                raise Refusal("stale", "the table has moved on", now.version)
            return CommandResult([log.TimeGiven(milliseconds=lost)])

        with contextlib.suppress(Refusal):  # another process gave it
            await self.perform(decide)
        return True

    async def catch_up(self, head: int | None = None) -> None:
        """Apply what other processes appended, if the table is not at version `head` by then.

        The database tells this process of its own moves too, often before their commit returns.
        """
        async with self._writer:
            if head is None or self.state.version < head:
                await self._load_new_entries()

    async def _load_new_entries(self) -> None:
        try:
            new = await self._store.load(self.state.id, self.state.version)
        except StoreUnavailable as error:
            raise Refusal("try_again", "the store is not available") from error
        for item in new:
            self.state.apply(item)
        if new:
            self._broadcast(new)
        elif await self._store.row(self.state.id) is None:
            raise Refusal("unknown_table", "this table was deleted, or its time was up")

    def _broadcast(self, new: list[StoredEntry]) -> None:
        """Send new entries to all listeners; each sees what `ilos.views` lets through."""
        made: dict[tuple[int | None, bool], bytes] = {}
        now = self._store.clock.now()
        if self.delayed is not None:
            self._broadcast_delayed(self.delayed, new, now)
        there = [
            (one, self.viewing_seat(one), one.access.sees_code)
            for one in self.connections
            if not self.is_delayed(one.access)
        ]
        seen = presenter.player_views(self.state, {seat for _, seat, _ in there}) if there else {}
        news = presenter.UpdateBuilder(self.state, new, self.presence, now)
        for connection, seat, code in there:
            if (seat, code) not in made:
                made[seat, code] = messages.encode(news.build(seat, code, seen[seat]))
                fault_point("mid_broadcast")
            connection.push(made[seat, code])
        self._wake_waiting()
        self._changed(self)

    def _broadcast_delayed(self, delayed: SpectatorDelay, new: list[StoredEntry], now: int) -> None:
        """Send delayed spectators the entries that are old enough (H-12)."""
        shown = delayed.take(new, self.state.status)
        listeners = [one for one in self.connections if self.is_delayed(one.access)]
        if not shown or not listeners:
            return
        player_view = presenter.player_view(delayed.state, None)
        news = presenter.UpdateBuilder(delayed.state, shown, self.presence, now)
        for code in {one.access.sees_code for one in listeners}:
            text = messages.encode(without_clocks(news.build(None, code, player_view)))
            for connection in listeners:
                if connection.access.sees_code == code:
                    connection.push(text)

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
        async with self._writer:
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
        return messages.encode(Heartbeat(version=version, now=self._store.clock.now()))

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


def summary_after(state: TableState, result: CommandResult, now: int) -> TurnSummary | TableSummary:
    """Return the summary of a table after a command; after most moves only the turn changes."""
    game = result.game
    moves = all(isinstance(entry, (log.Played, log.Undone)) for entry in result.entries)
    if game is None or game.is_over or not moves:
        return summarize(preview(state, result, now))
    seat = game.pending.seat
    waiting = _waiting(state, seat)
    if state.clock is not None and not state.clock.keeps_deadline(
        seat if waiting == "human" else None
    ):
        return summarize(preview(state, result, now))
    if state.settings.spectator_delay:
        return TurnSummary(waiting=waiting)
    return TurnSummary(waiting=waiting, round=game.round, to_move=seat)


def summarize(state: TableState) -> TableSummary:
    """Return the summary of a table, for lists and for the search for overdue tables."""
    info = presenter.table_info(state, Presence(online=[], watching=0), show_code=False)
    if state.settings.spectator_delay and state.status == "playing":
        info = without_progress(info)
    # The row has its own columns for the times, the version and the turn.
    head = msgspec.structs.replace(info, created=0, changed=0, version=0, round=None, to_move=None)
    return TableSummary(
        waiting=_waiting(state, state.to_move),
        round=info.round,
        to_move=info.to_move,
        status=state.status,
        deadline=state.clock.deadline() if state.clock is not None else None,
        summary=msgspec.json.encode(head).decode(),
    )


def _waiting(state: TableState, seat: int | None) -> Literal["bot", "human"] | None:
    """Return whom a table waits for when a seat is to move."""
    if seat is None:
        return None
    return "human" if state.bot_of(seat) is None else "bot"


def preview(state: TableState, result: CommandResult, now: int) -> TableState:
    """Return a copy of the state with a command's result applied."""
    ahead = state.copy()
    if len(result.entries) > 1 and ahead.game is not None:
        ahead.game = ahead.game.copy()  # `apply` plays moves on it
    for index, entry in enumerate(result.entries, 1):
        last = index == len(result.entries)
        stored = StoredEntry(state.version + index, now, None, entry)
        ahead.apply(stored, result.game if last else None)
    return ahead
