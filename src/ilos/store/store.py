"""The store: async methods for the server, the same on SQLite and PostgreSQL.

Most of them run a function of `queries`, `people`, `log`, `outages` or `housekeeping` in a
transaction: `store.row(table)` is `queries.row(connection, table)`.
"""

import secrets
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from sqlalchemy import Connection

from ilos.store import housekeeping, log, outages, people, queries
from ilos.store.clock import Clock
from ilos.store.database import Database, check_durability, open_database
from ilos.store.errors import Conflict, StoreUnavailable
from ilos.store.listener import Listener, OnMessage, OnVersion
from ilos.store.migrate import migrate
from ilos.store.rows import Append, Grant, NewEntry, NewTable, TableSummary, TurnSummary

P = ParamSpec("P")
T = TypeVar("T")
Method = Callable[Concatenate["Store", P], Coroutine[Any, Any, T]]


def _findable(value: Any) -> Any:
    """Return an argument without NUL, which PostgreSQL's texts cannot have: no id is like that."""
    if isinstance(value, list):
        return [_findable(item) for item in value]
    return "" if isinstance(value, str) and "\0" in value else value


def reads(query: Callable[Concatenate[Connection, P], T]) -> Method[P, T]:
    """Return the method of a store that runs a query."""

    @wraps(query)
    async def method(store: "Store", /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await store.database.read(lambda c: query(c, *map(_findable, args), **kwargs))

    return method


def writes(work: Callable[Concatenate[Connection, P], T]) -> Method[P, T]:
    """Return the method of a store that runs work; repeated when another process was faster."""

    @wraps(work)
    async def method(store: "Store", /, *args: P.args, **kwargs: P.kwargs) -> T:
        for _ in range(5):
            try:
                return await store.database.write(
                    lambda c: work(c, *map(_findable, args), **kwargs)
                )
            except Conflict:
                continue
        raise StoreUnavailable("several processes write the same data; try again")

    return method


class Store:
    """Tables, their logs, and the data about people."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.clock = Clock()
        self.pepper = ""  # key of the hashes of addresses; created on first start

    async def prepare(self) -> None:
        """Migrate the database and check that it is durable."""
        await self.database.write(migrate)
        await self.database.read(check_durability)
        await self.database.write(check_durability)
        self.pepper = await self._key("pepper", secrets.token_hex(32))

    async def close(self) -> None:
        """Close the database."""
        await self.database.close()

    async def now(self) -> int:
        """Return milliseconds by the database's clock."""
        if not self.database.is_shared:
            return self.clock.now()
        return await self.database.read(lambda c: log.database_time(c, 0))

    # Other processes

    @property
    def has_one_process(self) -> bool:
        """Whether no other process can share this database."""
        return not self.database.is_shared

    def listener(self, on_version: OnVersion, on_message: OnMessage) -> Listener | None:
        """Return the listener for other processes; None if there can be none."""
        return self.database.listener(on_version, on_message, self.now, self.changed_since)

    async def announce(self, messages: Sequence[tuple[str, str]]) -> None:
        """Notify other processes, by tables, of what is not in the log; it may get lost."""
        if self.database.is_shared:
            await self.database.write(lambda c: log.announce(c, messages))

    async def claim(self, table: str, version: int, owner: str, milliseconds: int) -> bool:
        """Claim the search for a bot's move at this version, of which other processes may think."""
        if not self.database.is_shared:
            return True
        now = await self.now()
        return await self._claim(table, version, owner, now, now + milliseconds)

    async def sign_of_life(self, interval: int, any_gap: bool) -> bool:
        """Write that a server runs; return whether none did before, which is an outage."""
        return await self._sign_of_life(await self.now(), interval, any_gap)

    changed_since = reads(queries.changed_since)
    lost_time = reads(outages.lost_time)
    _claim = writes(people.claim)
    _sign_of_life = writes(outages.sign_of_life)

    # The log

    async def create(
        self,
        table: NewTable,
        summary: TableSummary,
        new: Sequence[NewEntry],
        grants: Sequence[Grant] = (),
    ) -> int:
        """Create a table, or raise Conflict; return the time of its first entries."""
        clock = self.clock.now()
        return await self.database.write(
            lambda c: log.create(c, table, summary, new, grants, clock)
        )

    def append(
        self,
        table: str,
        expected: int,
        new: Sequence[NewEntry],
        summary: TurnSummary | TableSummary,
        grants: Sequence[Grant] = (),
        revoked: Sequence[int] = (),
    ) -> Awaitable[int]:
        """Append after `expected`, durably, or raise Conflict; return the time of the entries."""
        return self.database.append(
            Append(
                table=table,
                expected=expected,
                new=new,
                summary=summary,
                clock=self.clock.now(),
                grants=grants,
                revoked=revoked,
            )
        )

    load = reads(log.load)
    find_command = reads(log.find_command)

    # Finding tables

    async def open_tables(self, creator: str) -> tuple[int, int]:
        """Return how many open or running tables there are: a creator's of today, and in all."""
        return await self._open_tables(creator, self.clock.now() - housekeeping.DAY)

    async def overdue(self, patience: int) -> list[str]:
        """Return running tables whose clock ran out or whose bot is late."""
        return await self._overdue(await self.now(), patience)

    row = reads(queries.row)
    row_of_code = reads(queries.row_of_code)
    rows = reads(queries.rows)
    listed = reads(queries.listed)
    counts = reads(queries.counts)
    _open_tables = reads(queries.open_tables)
    _overdue = reads(queries.overdue)

    # Tokens

    seat_tokens = reads(queries.seat_tokens)
    chairs_of = reads(queries.chairs_of)
    grants_of = reads(queries.grants_of)
    change_token = writes(log.change_token)

    # People

    async def notify_once(self, table: str, chair: int, version: int, interval: int) -> bool:
        """Claim a notification; return whether none was sent for this version or lately."""
        return await self._notify_once(table, chair, version, await self.now(), interval)

    async def count_notice(self, limits: Mapping[str, int]) -> bool:
        """Count a notice for every key, unless one of them is used up for the day."""
        return await self._count_notice(limits, await self.now())

    async def banned(self, kind: str) -> set[str]:
        """Return all addresses or tokens that are banned now, as hashes."""
        return await self._banned(kind, self.clock.now())

    say = writes(people.say)
    chat = reads(people.chat)
    chair = reads(people.chair)
    keep_chair = writes(people.keep_chair)
    people_at = reads(people.people_at)
    confirm = writes(people.confirm)
    _notify_once = writes(people.notify_once)
    _count_notice = writes(people.count_notice)
    _banned = reads(people.banned)
    _key = writes(people.key)

    # Records, and what is past its time

    async def keep_record(self, record: str, creator: str, body: str) -> None:
        """Store an imported record."""
        await self._keep_record(record, creator, body, self.clock.now())

    async def expire(self, ran: int = 0) -> housekeeping.Sweep:
        """Mark and delete what is past its time; `ran`: milliseconds since this process asked."""
        return await self._expire(await self.now(), ran)

    record = reads(people.record)
    records_stored = reads(people.records_stored)
    unmark = writes(housekeeping.unmark)
    _keep_record = writes(people.keep_record)
    _expire = writes(housekeeping.expire)

    async def run(self, work: Callable[[Connection], T]) -> T:
        """Run any other work in one transaction, for admin commands."""
        return await self.database.write_alone(work)


async def open_store(url: str) -> Store:
    """Open the store at this address, ready for use."""
    store = Store(open_database(url))
    health = store.database.health
    health.is_opening = True
    try:
        await store.prepare()
        health.is_opening = False
    except BaseException:
        await store.close()
        raise
    return store
