"""One table and its one writer: commit, then acknowledge, then broadcast.

All that changes a table goes through `perform`, one at a time. If another process was faster the
database says so; then what is new is read from the log and the deed is looked at again.
"""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Literal

import msgspec

from ilos.protocol import messages
from ilos.protocol.server import Heartbeat, PresenceChanged
from ilos.protocol.tables import Presence
from ilos.server import sights
from ilos.server.access import Access
from ilos.server.deeds import Decision
from ilos.server.delay import Behind, without_clocks, without_news
from ilos.server.faults import passing
from ilos.server.hub import Connection
from ilos.server.refusal import Refusal
from ilos.server.state import TableState
from ilos.server.words import Here, Void, Words
from ilos.store import Conflict, Store, StoreUnavailable
from ilos.store import entries as log
from ilos.store.entries import Stored
from ilos.store.rows import NewEntry, Standing, Turn

Decide = Callable[[TableState], Decision]
Acknowledge = Callable[[int], None]

_TRIES = 5
FORGOTTEN = 30.0  # seconds after which a process that says nothing has nobody here


def _to_nobody(_version: int) -> None:
    """Nobody waits for an answer."""


class Table:
    """A table in memory, with those who listen to it."""

    def __init__(
        self,
        state: TableState,
        store: Store,
        words: Words,
        changed: Callable[["Table"], None],
        creator: str = "",
        behind: Behind | None = None,
    ) -> None:
        self.state = state
        self.creator = creator  # for whom its bots think; a keyed hash
        self.behind = behind  # what is shown to spectators who are some moves behind
        self.words = words
        self._elsewhere: dict[str, tuple[Presence, float]] = {}  # by process, and since when
        self.connections: set[Connection] = set()
        self._store = store
        self._changed = changed  # told after every change: bots, clocks, lobby
        self._writer = asyncio.Lock()
        self._waiting: set[asyncio.Future[None]] = set()

    async def perform(
        self,
        decide: Decide,
        deed_id: str | None = None,
        chairs: Sequence[int] | None = None,
        acknowledge: Acknowledge = _to_nobody,
    ) -> int:
        """Do what `decide` comes to; the version of its first entry. Raises Refusal.

        `chairs` are those of the person asking: a deed id that another person used is refused.
        """
        async with self._writer:
            for _ in range(_TRIES):
                passing("before_validate")
                try:
                    decision = decide(self.state)
                except Refusal:
                    done = await self._done_already(deed_id, chairs)
                    if done is None:
                        raise
                    acknowledge(done)
                    return done
                passing("after_validate")
                try:
                    return await self._commit(decision, deed_id, acknowledge)
                except Conflict:
                    await self._read_news()
                    done = await self._done_already(deed_id, chairs)
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
        decision: Decision,
        deed_id: str | None,
        acknowledge: Acknowledge,
    ) -> int:
        first = self.state.version + 1
        new = [
            NewEntry(entry, deed_id if index == 0 else None)
            for index, entry in enumerate(decision.entries)
        ]
        standing = standing_after(self.state, decision, self._store.clock.now())
        passing("before_commit")
        at = await self._store.append(
            self.state.id,
            first - 1,
            new,
            standing,
            grants=decision.grants,
            revoked=decision.revoked,
        )
        passing("after_commit")
        stored = [Stored(first + n, at, item.deed_id, item.entry) for n, item in enumerate(new)]
        for item in stored:
            self.state.apply(item, decision.game if item is stored[-1] else None)
        self._answer_and_broadcast(first, stored, acknowledge)
        return first

    def _answer_and_broadcast(
        self, first: int, stored: list[Stored], acknowledge: Acknowledge
    ) -> None:
        """What is said leaves together, with one write to each line."""
        there = list(self.connections)
        for connection in there:
            connection.hold()
        try:
            acknowledge(first)
            passing("after_ack")
            self._broadcast(stored)
        finally:
            for connection in there:
                connection.let_go()

    async def _done_already(self, deed_id: str | None, chairs: Sequence[int] | None) -> int | None:
        """The version a deed had that was done before (F-05)."""
        if deed_id is None:
            return None
        found = await self._store.deed(self.state.id, deed_id)
        if found is None:
            return None
        if found.version > self.state.version:
            await self._read_news()
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

        def decide(now: TableState) -> Decision:
            if now.clock is None or now.clock.since != since or now.status != "playing":
                raise Refusal("stale", "the table has moved on", now.version)
            return Decision([log.TimeGiven(milliseconds=lost)])

        with contextlib.suppress(Refusal):  # another process gave it
            await self.perform(decide)
        return True

    async def catch_up(self) -> None:
        """Take in what other processes appended."""
        async with self._writer:
            await self._read_news()

    async def _read_news(self) -> None:
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

    def _broadcast(self, new: list[Stored]) -> None:
        """Tell everybody who listens; each sees what `ilos.views` lets through."""
        made: dict[tuple[int | None, bool], bytes] = {}
        now = self._store.clock.now()
        if self.behind is not None:
            self._tell_those_behind(self.behind, new, now)
        there = [
            (one, self.seat_looked_through(one), one.access.sees_code)
            for one in self.connections
            if not self.is_behind(one.access)
        ]
        seen = sights.sights(self.state, {seat for _, seat, _ in there}) if there else {}
        news = sights.News(self.state, new, self.presence, now)
        for connection, seat, code in there:
            if (seat, code) not in made:
                made[seat, code] = messages.encode(news.told(seat, code, seen[seat]))
                passing("mid_broadcast")
            connection.push(made[seat, code])
        for future in self._waiting:
            if not future.done():
                future.set_result(None)
        self._changed(self)

    def _tell_those_behind(self, behind: Behind, new: list[Stored], now: int) -> None:
        """Spectators who are behind are told only of what is old enough (H-12)."""
        shown = behind.take(new, self.state.status)
        listeners = [one for one in self.connections if self.is_behind(one.access)]
        if not shown or not listeners:
            return
        sight = sights.sight(behind.state, None)
        news = sights.News(behind.state, shown, self.presence, now)
        for code in {one.access.sees_code for one in listeners}:
            text = messages.encode(without_clocks(news.told(None, code, sight)))
            for connection in listeners:
                if connection.access.sees_code == code:
                    connection.push(text)

    def is_behind(self, access: Access) -> bool:
        """Whether somebody sees this table only as it was some moves ago."""
        return self.behind is not None and not access.chairs

    def shown_to(self, access: Access) -> TableState:
        """The table as somebody may know it; seats are still to be looked through."""
        return self.behind.state if self.behind is not None and not access.chairs else self.state

    async def wait_for_news(self, access: Access, version: int, seconds: float) -> None:
        """Returns when somebody may know of more than `version`, or after so many seconds."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while self.shown_to(access).version <= version:
                    await self._something_new()

    async def _something_new(self) -> None:
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.add(future)
        try:
            await future
        finally:
            self._waiting.discard(future)

    # Listening

    @contextlib.asynccontextmanager
    async def quiet(self) -> AsyncIterator[TableState]:
        """While this is held nothing changes, so what is pushed fits to what follows."""
        async with self._writer:
            yield self.state

    def seat_looked_through(self, connection: Connection) -> int | None:
        """Seats are numbered anew when a game starts; chairs are not."""
        return None if connection.look is None else self.state.seat_of(connection.look)

    def presence(self) -> Presence:
        """Who is here, through this process or another."""
        here = self.presence_here()
        fresh = time.monotonic() - FORGOTTEN
        others = [seen for seen, since in self._elsewhere.values() if since > fresh]
        online = set(here.online).union(*(other.online for other in others))
        watching = here.watching + sum(other.watching for other in others)
        return Presence(online=sorted(online), watching=watching)

    def presence_here(self) -> Presence:
        """Who is connected to this process."""
        online: set[int] = set()
        watching = 0
        for connection in self.connections:
            if connection.access.chairs:
                online.update(connection.access.seats(self.state))
            elif not connection.access.host:
                watching += 1
        return Presence(online=sorted(online), watching=watching)

    def join(self, connection: Connection) -> None:
        """Somebody listens; the others are told, a welcome tells it the newcomer."""
        before = self.presence()
        self.connections.add(connection)
        self._tell_presence(before, newcomer=connection)

    def part(self, connection: Connection) -> None:
        """Somebody stops listening."""
        before = self.presence()
        self.connections.discard(connection)
        self._tell_presence(before)

    def _tell_presence(self, before: Presence, newcomer: Connection | None = None) -> None:
        now = self.presence()
        if now != before:
            self.tell(PresenceChanged(presence=now), lambda c: c is not newcomer)
        self.words.tell(self.state.id, Here(self.presence_here()))

    def heard_presence(self, process: str, seen: Presence) -> None:
        """Who is here through another process."""
        before = self.presence()
        self._elsewhere[process] = (seen, time.monotonic())
        if self.presence() != before:
            self.tell(PresenceChanged(presence=self.presence()))

    def tell(
        self, message: msgspec.Struct, to: Callable[[Connection], bool] = lambda _: True
    ) -> None:
        """Push a message that is no change of the table."""
        encoded = messages.encode(message)
        for connection in list(self.connections):
            if to(connection):
                connection.push(encoded)

    def beat(self) -> None:
        """Say that the line is alive, and at which version the table is (F-10)."""
        for connection in list(self.connections):
            connection.push(self.heartbeat(connection.access))

    def heartbeat(self, access: Access) -> bytes:
        """The version that somebody may know of, and the time here."""
        version = self.shown_to(access).version
        return messages.encode(Heartbeat(version=version, now=self._store.clock.now()))

    def void_chair(self, chair: int | None) -> None:
        """Cut the sockets of a token that is void now, here and elsewhere (A-01)."""
        self.close_chair(chair)
        self.words.tell(self.state.id, Void(chair))

    def close_chair(self, chair: int | None) -> None:
        """Cut the sockets of a chair in this process (null: the host's)."""
        for connection in list(self.connections):
            access = connection.access
            if access.host if chair is None else chair in access.chairs:
                connection.close(4009)


def standing_after(state: TableState, decision: Decision, now: int) -> Turn | Standing:
    """What is kept of a table beside its log once the decision is in it; often only the turn."""
    game = decision.game
    moves = all(isinstance(entry, (log.Played, log.Undone)) for entry in decision.entries)
    if game is None or game.is_over or not moves:
        return standing_of(preview(state, decision, now))
    seat = game.pending.seat
    waiting = _waiting(state, seat)
    if state.clock is not None and not state.clock.is_kept(seat if waiting == "human" else None):
        return standing_of(preview(state, decision, now))
    if state.settings.spectator_delay:
        return Turn(waiting=waiting)
    return Turn(waiting=waiting, round=game.round, to_move=seat)


def standing_of(state: TableState) -> Standing:
    """All that is kept of a table, for lists and for the look-out for overdue ones."""
    info = sights.table_info(state, Presence(online=[], watching=0), show_code=False)
    if state.settings.spectator_delay and state.status == "playing":
        info = without_news(info)
    # The row itself knows the times, the version and the turn.
    head = msgspec.structs.replace(info, created=0, changed=0, version=0, round=None, to_move=None)
    return Standing(
        waiting=_waiting(state, state.to_move),
        round=info.round,
        to_move=info.to_move,
        status=state.status,
        deadline=state.clock.deadline() if state.clock is not None else None,
        summary=msgspec.json.encode(head).decode(),
    )


def _waiting(state: TableState, seat: int | None) -> Literal["bot", "human"] | None:
    """For whom a table waits when a seat is to move."""
    if seat is None:
        return None
    return "human" if state.bot_of(seat) is None else "bot"


def preview(state: TableState, decision: Decision, now: int) -> TableState:
    """A copy of the state with the decision applied; the state itself stays as it is."""
    ahead = state.copy()
    counter = state.chance.counter if state.chance is not None else 0
    try:
        for index, entry in enumerate(decision.entries, 1):
            last = index == len(decision.entries)
            stored = Stored(state.version + index, now, None, entry)
            ahead.apply(stored, decision.game if last else None)
    finally:
        if state.chance is not None:
            state.chance.counter = counter
    return ahead
