"""All tables of this process: in memory, or folded from the log; made, repeated, forgotten."""

import asyncio
import contextlib
import logging
from collections import OrderedDict
from collections.abc import Callable
from typing import Any
from weakref import WeakValueDictionary

import msgspec

from ilos.protocol.http import CreateTable, PlayOn, SeatKey
from ilos.protocol.tables import TableSettings
from ilos.records.fair import commitment, new_secret
from ilos.server import seating
from ilos.server.deeds import Decision
from ilos.server.delay import Behind
from ilos.server.refusal import Refusal
from ilos.server.seating import KnownBot
from ilos.server.state import TableState
from ilos.server.table import Table, preview, standing_of
from ilos.server.tokens import hashed, keyed, new_code, new_id, new_token
from ilos.server.words import Words
from ilos.store import Conflict, Store, StoreUnavailable
from ilos.store.entries import Chair, Created, RematchMade, Stored
from ilos.store.rows import Grant, NewEntry, NewTable, TableRow

logger = logging.getLogger(__name__)


class Made(msgspec.Struct, frozen=True):
    """A new table and the tokens that open it; the only moment they are known."""

    table: Table
    host: str
    keys: list[SeatKey]


class Tables:
    """The tables in memory, least recently used first."""

    def __init__(
        self,
        store: Store,
        words: Words,
        memory: int,
        is_bot: KnownBot,
        changed: Callable[[Table], None],
        gone: Callable[[str], None],
    ) -> None:
        self._store = store
        self._words = words
        self._memory = memory
        self._is_bot = is_bot
        self._changed = changed
        self._gone = gone
        self._tables: OrderedDict[str, Table] = OrderedDict()
        # Forgotten ones that a bot, a call or a timer still holds: there is never a second one.
        self._held: WeakValueDictionary[str, Table] = WeakValueDictionary()
        self._loading: dict[str, asyncio.Task[Table]] = {}

    def in_memory(self) -> list[Table]:
        """Those loaded now."""
        return list(self._tables.values())

    async def get(self, table_id: str) -> Table:
        """The table; raises Refusal `unknown_table`."""
        table = self._tables.get(table_id) or self._held.get(table_id)
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
        state = _blank(row)
        for stored in log:
            state.apply(stored)
        table = self._keep(state, row, log)
        if state.status == "playing":
            await table.give_back_lost_time()
        return table

    def _keep(self, state: TableState, row: TableRow, log: list[Stored]) -> Table:
        behind = None
        if state.settings.spectator_delay and state.status in ("open", "playing"):
            behind = Behind(_blank(row), state.settings.spectator_delay)
            behind.take(log, state.status)
        table = Table(state, self._store, self._words, self._changed, row.creator, behind)
        self._tables[state.id] = self._held[state.id] = table
        self._forget_some()
        self._changed(table)
        return table

    def _forget_some(self) -> None:
        """Tables nobody listens to leave memory; the log has everything."""
        for table_id in list(self._tables):
            if len(self._tables) <= self._memory:
                return
            if not self._tables[table_id].connections:
                del self._tables[table_id]

    def forget(self, table_id: str) -> None:
        """A table is gone."""
        self._gone(table_id)
        table = self._tables.pop(table_id, None)
        self._held.pop(table_id, None)
        for connection in list(table.connections) if table is not None else []:
            connection.close(4004)

    def cut(self, table_id: str, chair: int | None) -> None:
        """Somebody's token is void: their sockets go (null: the host's)."""
        table = self._held.get(table_id)
        if table is None:
            return
        table.void_chair(chair)

    def heard(self, table_id: str, head: int) -> None:
        """Another process says that a table is at version `head`."""
        table = self._held.get(table_id)
        if table is not None and table.state.version < head:
            task = asyncio.create_task(table.catch_up())
            task.add_done_callback(_log_failure)

    def loaded(self, table_id: str) -> Table | None:
        """The table if it is in memory."""
        return self._held.get(table_id)

    # Making tables

    async def create(self, wish: CreateTable, creator: str) -> Made:
        """A new table as somebody wishes it."""
        settings, chairs = seating.plan_table(wish, self._is_bot)
        return await self._make(settings, chairs, creator, start=wish.start)

    async def play_on(
        self, record: dict[str, Any], source: str, wish: PlayOn, creator: str
    ) -> Made:
        """A game that goes on from an event of another, against bots."""
        if not self._is_bot(wish.bot):
            raise Refusal("unknown_bot", f"there is no bot {wish.bot!r}")
        chairs, branch = seating.plan_branch(record, source, wish)
        rules = branch["record"]["rules"]
        settings = TableSettings(
            edition=rules["edition"],
            stocks=rules.get("stocks", "screened"),
            max_rounds=rules["max_rounds"],
        )
        return await self._make(settings, chairs, creator, start=True, branch=branch)

    async def _make(
        self,
        settings: TableSettings,
        chairs: list[Chair],
        creator: str,
        start: bool,
        branch: dict[str, Any] | None = None,
        grants: list[Grant] | None = None,
        name: str | None = None,
    ) -> Made:
        secret = new_secret()
        state = TableState(name or new_id(), secret, new_code())
        created = Created(
            settings=msgspec.to_builtins(settings),
            chairs=chairs,
            commitment=commitment(secret),
            branch=branch,
        )
        ahead = preview(state, Decision([created]), self._store.clock.now())
        decision = Decision([created])
        if start and all(chair.kind != "open" for chair in chairs):
            started = seating.start(ahead, None, self._is_bot)
            decision = Decision([created, *started.entries], started.game)
        host, keys = new_token(), []
        if grants is None:
            people = [index for index, chair in enumerate(chairs) if chair.kind == "human"]
            keys = [SeatKey(seat=index, token=new_token()) for index in people]
            grants = [Grant(hashed(key.token), key.seat) for key in keys]
            grants.append(Grant(hashed(host), None))
        new = NewTable(
            id=state.id,
            code=state.code,
            secret=secret.hex(),
            creator=creator,
            visibility=settings.visibility,
        )
        standing = standing_of(preview(state, decision, self._store.clock.now()))
        entries = [NewEntry(entry) for entry in decision.entries]
        try:
            await self._store.create(new, standing, entries, grants)
        except StoreUnavailable as error:
            raise Refusal("try_again", "the store is not available") from error
        return Made(await self.get(state.id), host, keys)

    async def rematch(self, table: Table, deed_id: str) -> str:
        """The next table of the same people; made once, found after that."""
        state = table.state
        if state.rematch is not None:
            return state.rematch
        if state.status not in ("finished", "stopped"):
            raise Refusal("not_finished", "the game is still running", state.version)
        new = keyed(self._store.pepper, f"rematch of {state.id}")[: len(new_id())]
        people = sum(chair.kind == "human" for chair in state.chairs)
        chairs = [msgspec.structs.replace(chair) for chair in state.chairs]
        grants = await self._store.grants_of(state.id)
        with contextlib.suppress(Conflict):  # asked for twice at the same moment: one table
            await self._make(
                state.settings, chairs, table.creator, start=people <= 1, grants=grants, name=new
            )

        def decide(now: TableState) -> Decision:
            if now.rematch is not None:
                raise Refusal("not_allowed", "there is a rematch already", now.version)
            return Decision([RematchMade(table=new)])

        try:
            await table.perform(decide, deed_id)
        except Refusal:
            if table.state.rematch != new:
                raise
        return new


def _blank(row: TableRow) -> TableState:
    return TableState(row.id, bytes.fromhex(row.secret), row.code, created=row.created)


def _log_failure(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and task.exception() is not None:
        logger.warning("catching up failed: %s", type(task.exception()).__name__)
