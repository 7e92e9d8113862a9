"""The registry of tables: in memory or rebuilt from the log; creation, rematch, eviction."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Any
from weakref import WeakValueDictionary

import msgspec

from ilos.protocol.http import CreateTable, PlayOn, SeatKey
from ilos.protocol.tables import TableSettings
from ilos.server.ops.background import SERVER
from ilos.server.refusal import Refusal
from ilos.server.tables import seating
from ilos.server.tables.commands import CommandResult
from ilos.server.tables.fold import blank, fold
from ilos.server.tables.lost_time import give_back_lost_time
from ilos.server.tables.move_path import catch_up, perform
from ilos.server.tables.peer_bus import PeerBus
from ilos.server.tables.seating import KnownBot
from ilos.server.tables.spectator_delay import SpectatorDelay
from ilos.server.tables.state import TableState
from ilos.server.tables.summary import preview, summarize
from ilos.server.tables.table import Table
from ilos.server.tables.tasks import start_task
from ilos.server.tables.tokens import hash_token, keyed_hash, new_code, new_token
from ilos.store import Conflict, StoreUnavailable
from ilos.store.log_entries import Chair, Created, RematchMade, Started, StoredEntry
from ilos.store.rows import Grant, NewEntry, NewTable, TableRow, TableSummary

if TYPE_CHECKING:
    from ilos.store.table_store import TableStore

logger = logging.getLogger(__name__)

RunAside = Callable[..., Awaitable[Any]]  # runs what takes long where it delays nobody

MAX_CREATING = 2  # tables written at a time: a flood of them leaves turns to moves
MAX_IN_LOOP = 200  # events replayed in the event loop; a longer game is loaded in a thread


class CreatedTable(msgspec.Struct, frozen=True):
    """A new table and its tokens in plain text, which only this answer holds."""

    table: Table
    host: str
    keys: list[SeatKey]


class TableRegistry:
    """The tables in memory, least recently used first."""

    def __init__(
        self,
        store: TableStore,
        peers: PeerBus,
        memory: int,
        is_bot: KnownBot,
        changed: Callable[[Table], None],
        gone: Callable[[str], None],
        new_id: Callable[[], str],
        run_aside: RunAside,
    ) -> None:
        self._store = store
        self._peers = peers
        self._memory = memory
        self._is_bot = is_bot
        self._changed = changed
        self._gone = gone
        self._new_id = new_id
        self._run_aside = run_aside
        self._creating = asyncio.Semaphore(MAX_CREATING)
        self._tables: OrderedDict[str, Table] = OrderedDict()
        # Evicted tables that a bot, a request or a timer still references: never load a second one.
        self._referenced: WeakValueDictionary[str, Table] = WeakValueDictionary()
        self._loading: dict[str, asyncio.Task[Table]] = {}

    def in_memory(self) -> list[Table]:
        """Return the tables loaded now."""
        return list(self._tables.values())

    async def get(self, table_id: str) -> Table:
        """Return the table; raise Refusal `unknown_table`."""
        table = self._tables.get(table_id) or self._referenced.get(table_id)
        if table is not None:
            self._tables[table_id] = table
            self._tables.move_to_end(table_id)
            return table
        task = self._loading.get(table_id)
        if task is None:
            task = self._loading[table_id] = asyncio.create_task(self._load(table_id))
            task.add_done_callback(lambda _: self._loading.pop(table_id, None))
        return await asyncio.shield(task)

    async def _load(self, table_id: str) -> Table:
        try:
            row = await self._store.row(table_id)
            log = await self._store.load(table_id) if row is not None else []
        except StoreUnavailable as error:
            raise Refusal("try_again", "the store is not available") from error
        if row is None or not log:
            raise Refusal("unknown_table", "there is no such table, or it is private")
        long = len(log) + sum(len(s.entry.events) for s in log if isinstance(s.entry, Started))
        if long > MAX_IN_LOOP:  # a replay that would delay everybody else
            state = await self._run_aside(SERVER, fold, row, log)
        else:
            state = fold(row, log)
        table = self._add(state, row, log)
        if state.status == "playing":
            await give_back_lost_time(table)
        return table

    def _add(self, state: TableState, row: TableRow, log: list[StoredEntry]) -> Table:
        delayed = None
        if state.settings.spectator_delay and state.status in ("open", "playing"):
            delayed = SpectatorDelay(blank(row), state.settings.spectator_delay)
            delayed.take(log, state.status)
        table = Table(state, self._store, self._peers, self._changed, row.creator, delayed)
        self._tables[state.id] = self._referenced[state.id] = table
        self._evict()
        self._changed(table)
        return table

    def _evict(self) -> None:
        """Evict tables without listeners from memory; the log has everything."""
        for table_id in list(self._tables):
            if len(self._tables) <= self._memory:
                return
            if not self._tables[table_id].connections:
                del self._tables[table_id]

    def forget(self, table_id: str) -> None:
        """Drop a table that was deleted."""
        self._gone(table_id)
        table = self._tables.pop(table_id, None)
        self._referenced.pop(table_id, None)
        for connection in list(table.connections) if table is not None else []:
            connection.close(4004)

    def close_token_connections(self, table_id: str, chair: int | None) -> None:
        """Close the connections of a token that was revoked (chair None: the host's)."""
        table = self._referenced.get(table_id)
        if table is None:
            return
        table.revoke_chair(chair)

    def on_remote_change(self, table_id: str, head: int) -> None:
        """Catch up with another process, which says that a table is at version `head`."""
        table = self._referenced.get(table_id)
        if table is not None and table.state.version < head:
            start_task(self._catch_up(table, head))

    async def _catch_up(self, table: Table, head: int) -> None:
        try:
            await catch_up(table, head)
        except Refusal as refusal:  # the next change, or the next reader, tries again
            logger.warning("catching up failed: %s", refusal.code)

    def find_loaded(self, table_id: str) -> Table | None:
        """Return the table if it is in memory."""
        return self._referenced.get(table_id)

    # Creating tables

    async def create(self, request: CreateTable, creator: str) -> CreatedTable:
        """Create a table as requested."""
        settings, chairs = seating.plan_table(request, self._is_bot)
        return await self._create(settings, chairs, creator, start=request.start)

    async def play_on(
        self, record: dict[str, Any], source: str, request: PlayOn, creator: str
    ) -> CreatedTable:
        """Create a game that goes on from an event of another, against bots."""
        if not self._is_bot(request.bot):
            raise Refusal("unknown_bot", f"there is no bot {request.bot!r}")
        chairs, branch = seating.plan_branch(record, source, request)
        rules = branch["record"]["rules"]
        settings = TableSettings(
            edition=rules["edition"],
            stocks=rules.get("stocks", "screened"),
            max_rounds=rules["max_rounds"],
        )
        return await self._create(settings, chairs, creator, start=True, branch=branch)

    async def _create(
        self,
        settings: TableSettings,
        chairs: list[Chair],
        creator: str,
        start: bool,
        branch: dict[str, Any] | None = None,
        grants: list[Grant] | None = None,
        name: str | None = None,
    ) -> CreatedTable:
        state = TableState(name or self._new_id(), b"", await self._free_code())
        created = Created(
            settings=msgspec.to_builtins(settings),
            chairs=chairs,
            branch=branch,
        )
        starts = start and all(chair.kind != "open" for chair in chairs)
        if branch is None:
            result, summary = self._plan(state, created, starts)
        else:  # the replay of another game's events would delay everybody else
            result, summary = await self._run_aside(creator, self._plan, state, created, starts)
        host, keys = new_token(), []
        if grants is None:
            people = [index for index, chair in enumerate(chairs) if chair.kind == "human"]
            keys = [SeatKey(seat=index, token=new_token()) for index in people]
            grants = [Grant(hash_token(key.token), key.seat) for key in keys]
            grants.append(Grant(hash_token(host), None))
        new = NewTable(
            id=state.id,
            code=state.code,
            secret="",  # made when the game starts
            creator=creator,
            visibility=settings.visibility,
        )
        entries = [NewEntry(entry) for entry in result.entries]
        async with self._creating:
            try:
                await self._store.create(new, summary, entries, grants)
            except StoreUnavailable as error:
                raise Refusal("try_again", "the store is not available") from error
            return CreatedTable(await self.get(state.id), host, keys)

    async def _free_code(self) -> str:
        """Return a code that no other table has; codes are short, so that two may be alike."""
        try:
            while await self._store.row_of_code(code := new_code()) is not None:
                pass
        except StoreUnavailable as error:
            raise Refusal("try_again", "the store is not available") from error
        return code

    def _plan(
        self, state: TableState, created: Created, starts: bool
    ) -> tuple[CommandResult, TableSummary]:
        """Return the first entries of a table and its summary after them."""
        now = self._store.clock.now()
        result = CommandResult([created])
        if starts:
            started = seating.start(preview(state, result, now), None, self._is_bot)
            result = CommandResult([created, *started.entries], started.game)
            if created.branch is not None and isinstance(started.entries[-1], Started):
                # Its events are stored once, with the start of the game.
                record = {**created.branch["record"], "events": []}
                created = msgspec.structs.replace(
                    created, branch={**created.branch, "record": record}
                )
                result = CommandResult([created, *started.entries], started.game)
        return result, summarize(preview(state, result, now))

    async def rematch(self, table: Table, command_id: str, mine: Sequence[int]) -> str:
        """Return the next table of the same people; created once, found after that.

        Who sits in the chairs `mine` asks for it, or accepts it; the others are asked.
        """
        state = table.state
        if state.rematch is not None:
            await self._accept(state.rematch, mine)
            return state.rematch
        if state.status not in ("finished", "stopped"):
            raise Refusal("not_finished", "the game is still running", state.version)
        place, dash, name = state.id.rpartition("-")  # a page's ids say that they are a page's
        new = place + dash + keyed_hash(self._store.pepper, f"rematch of {state.id}")[: len(name)]
        people = sum(chair.kind == "human" for chair in state.chairs)
        chairs = [
            msgspec.structs.replace(
                chair,
                nonce="",
                nonce_hash="",
                asked=chair.kind == "human" and people > 1 and index not in mine,
            )
            for index, chair in enumerate(state.chairs)
        ]
        grants = await self._store.grants_of(state.id)
        with contextlib.suppress(Conflict):  # requested twice at the same moment: one table
            await self._create(
                state.settings, chairs, table.creator, start=people <= 1, grants=grants, name=new
            )

        def decide(now: TableState) -> CommandResult:
            if now.rematch is not None:
                raise Refusal("not_allowed", "there is a rematch already", now.version)
            seat = state.seat_of(mine[0]) if mine else None
            return CommandResult([RematchMade(table=new, seat=seat)])

        try:
            await perform(table, decide, command_id)
        except Refusal:
            if table.state.rematch != new:
                raise
        await self._accept(new, mine)  # another one may have asked at the same moment
        return new

    async def _accept(self, rematch: str, mine: Sequence[int]) -> None:
        table = await self.get(rematch)
        try:
            await perform(table, lambda state: seating.accept(state, mine))
        except Refusal:
            if seating.asked(table.state, mine):
                raise
