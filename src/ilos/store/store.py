"""The store as the server uses it: a few async calls, the same over SQLite and PostgreSQL."""

import secrets
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

from sqlalchemy import Connection

from ilos.store import housekeeping, lists, log, outages, people
from ilos.store.database import (
    Clock,
    PostgresDatabase,
    SqliteDatabase,
    check_durability,
    open_database,
)
from ilos.store.entries import Stored
from ilos.store.errors import Conflict, StoreUnavailable
from ilos.store.listener import Listener, News, Words
from ilos.store.migrate import migrate
from ilos.store.rows import ChairRow, ChatRow, Grant, NewEntry, NewTable, Standing, TableRow, Turn

T = TypeVar("T")

_NUL = "\0"  # PostgreSQL keeps no text that holds it, so nothing has such a name


class Store:
    """Tables, their logs, and the little that is kept about people."""

    def __init__(self, database: SqliteDatabase | PostgresDatabase) -> None:
        self.database = database
        self.clock = Clock()
        self.pepper = ""  # keys the hashes of addresses; made on first start

    async def prepare(self) -> None:
        """Brings the database up to date and checks that it keeps its promises."""
        await self.database.write(migrate)
        await self.database.read(check_durability)
        await self.database.write(check_durability)
        fresh = secrets.token_hex(32)
        self.pepper = await self._write_again(lambda c: people.key(c, "pepper", fresh))

    async def close(self) -> None:
        """Let go of the database."""
        await self.database.close()

    async def now(self) -> int:
        """Milliseconds by the database's clock."""
        if self.database.dialect == "sqlite":
            return self.clock.now()
        return await self.database.read(lambda c: log.database_time(c, 0))

    def listener(self, news: News, words: Words) -> Listener | None:
        """What hears of other processes' appends; SQLite has no other process."""
        if not isinstance(self.database, PostgresDatabase):
            return None
        return Listener(self.database.url, news, words, self.now, self.changed_since)

    async def announce(self, table: str, word: str) -> None:
        """Tells other processes something that is not in the log; it may get lost."""
        if self.database.dialect == "postgresql":
            await self.database.write(lambda c: log.announce(c, table, word))

    async def changed_since(self, moment: int) -> list[tuple[str, int]]:
        """Tables changed since a moment by the database's clock, and their heads."""
        return await self.database.read(lambda c: lists.changed_since(c, moment))

    @property
    def has_one_process(self) -> bool:
        """Whether no other process can share this database."""
        return not isinstance(self.database, PostgresDatabase)

    async def sign_of_life(self, longest: int) -> bool:
        """Write that a server runs; whether none did for longer than so many milliseconds."""
        now = await self.now()
        return await self._write_again(lambda c: outages.sign_of_life(c, now, longest))

    async def lost_time(self, since: int) -> int:
        """Milliseconds since a moment in which no move could be taken."""
        return await self.database.read(lambda c: outages.lost_time(c, since))

    # The log

    async def create(
        self,
        table: NewTable,
        standing: Standing,
        new: Sequence[NewEntry],
        grants: Sequence[Grant] = (),
    ) -> int:
        """Makes a table; the time of its first entries."""
        clock = self.clock.now()
        return await self.database.write(
            lambda c: log.create(c, table, standing, new, grants, clock)
        )

    def append(
        self,
        table: str,
        expected: int,
        new: Sequence[NewEntry],
        standing: Turn | Standing,
        grants: Sequence[Grant] = (),
        revoked: Sequence[int] = (),
    ) -> Awaitable[int]:
        """Appends after `expected`, durably, or raises Conflict; the time of the entries."""
        clock = self.clock.now()
        return self.database.write(
            lambda c: log.append(c, table, expected, new, standing, clock, grants, revoked),
            brief=True,
        )

    async def load(self, table: str, after: int = 0) -> list[Stored]:
        """The log after a version."""
        return await self.database.read(lambda c: log.load(c, table, after))

    async def deed(self, table: str, deed_id: str) -> Stored | None:
        """The entry that a deed became, if it was done before."""
        return await self.database.read(lambda c: log.deed(c, table, deed_id))

    # Finding tables

    async def row(self, table: str) -> TableRow | None:
        """A table's row."""
        if _NUL in table:
            return None
        return await self.database.read(lambda c: lists.table_row(c, table))

    async def row_of_code(self, code: str) -> TableRow | None:
        """The table of an invitation code."""
        if _NUL in code:
            return None
        return await self.database.read(lambda c: lists.table_of_code(c, code))

    async def rows(self, ids: Sequence[str]) -> list[TableRow]:
        """Those of the tables that exist."""
        possible = [table for table in ids if _NUL not in table]
        return await self.database.read(lambda c: lists.table_rows(c, possible))

    async def listed(
        self, before: lists.Before | None = None, limit: int = lists.PAGE
    ) -> list[TableRow]:
        """A page of the listed tables, newest first."""
        return await self.database.read(lambda c: lists.listed(c, before, limit))

    async def counts(self) -> dict[str, int]:
        """How many tables of each status."""
        return await self.database.read(lists.counts)

    async def open_tables_of(self, creator: str) -> int:
        """How many tables of somebody are open or running and were in use today."""
        since = self.clock.now() - housekeeping.DAY
        return await self.database.read(lambda c: lists.open_tables_of(c, creator, since))

    async def overdue(self, patience: int) -> list[str]:
        """Running tables that somebody should look at."""
        now = await self.now()
        return await self.database.read(lambda c: lists.overdue(c, now, patience))

    async def chairs_of(self, table: str, hashes: Sequence[str]) -> dict[str, int | None]:
        """The chair of each valid token hash; null for the host's."""
        return await self.database.read(lambda c: lists.chairs_of_tokens(c, table, hashes))

    async def door(
        self, table: str, hashes: Sequence[str]
    ) -> tuple[TableRow | None, dict[str, int | None]]:
        """A table's row and the chair of each valid token hash, in one look."""
        if _NUL in table:
            table = ""
        return await self.database.read(
            lambda c: (lists.table_row(c, table), lists.chairs_of_tokens(c, table, hashes))
        )

    async def change_token(self, table: str, chair: int, hashed: str) -> None:
        """From now on only this token opens the chair."""
        await self.database.write(lambda c: log.change_token(c, table, chair, hashed))

    async def grants_of(self, table: str) -> list[Grant]:
        """Every valid token of a table."""
        return await self.database.read(lambda c: lists.grants_of(c, table))

    # People

    async def say(self, table: str, deed: str, line: ChatRow) -> tuple[ChatRow, bool]:
        """Keeps a line of chat; whether it was not there yet."""
        return await self.database.write(lambda c: people.say(c, table, deed, line))

    async def chat(self, table: str, after: int = 0, limit: int = 100) -> list[ChatRow]:
        """The last lines of chat."""
        return await self.database.read(lambda c: people.chat_lines(c, table, after, limit))

    async def chair(self, table: str, chair: int) -> ChairRow:
        """What the person in a chair asked for."""
        return await self.database.read(lambda c: people.chair_row(c, table, chair))

    async def keep_chair(self, table: str, chair: int, row: ChairRow) -> None:
        """Keeps what the person in a chair asks for."""
        await self._write_again(lambda c: people.keep_chair(c, table, chair, row))

    async def notify_once(self, table: str, chair: int, version: int) -> bool:
        """Whether nobody has told this chair of this version yet."""
        return await self._write_again(lambda c: people.notify_once(c, table, chair, version))

    async def is_banned(self, kind: str, hashed: str) -> bool:
        """Whether an address or token is shut out."""
        now = self.clock.now()
        return await self.database.read(lambda c: people.is_banned(c, kind, hashed, now))

    async def banned(self, kind: str) -> set[str]:
        """All addresses or tokens that are shut out now, as hashes."""
        now = self.clock.now()
        return await self.database.read(lambda c: people.banned(c, kind, now))

    async def keep_record(self, record: str, creator: str, body: str) -> None:
        """Keeps an imported record."""
        now = self.clock.now()
        await self.database.write(lambda c: people.keep_record(c, record, creator, body, now))

    async def record(self, record: str) -> str | None:
        """An imported record."""
        if _NUL in record:
            return None
        return await self.database.read(lambda c: people.record_body(c, record))

    async def claim(self, table: str, version: int, owner: str, milliseconds: int) -> bool:
        """Takes the right to think for a bot at this version."""
        now = await self.now()
        until = now + milliseconds
        return await self._write_again(lambda c: people.claim(c, table, version, owner, now, until))

    async def expire(self, ran: int = 0) -> housekeeping.Sweep:
        """Mark and delete what is past its time; `ran`: milliseconds since this process asked."""
        now = await self.now()
        return await self._write_again(lambda c: housekeeping.expire(c, now, ran))

    async def unmark(self, table: str) -> None:
        """Keep a table that was marked for deletion: somebody who belongs to it came."""
        await self.database.write(lambda c: housekeeping.unmark(c, table))

    async def _write_again(self, work: Callable[[Connection], T]) -> T:
        """Work that looks before it writes: when another process was faster, it looks again."""
        for _ in range(5):
            try:
                return await self.database.write(work)
            except Conflict:
                continue
        raise StoreUnavailable("several processes write the same; try again")

    async def run(self, work: Callable[[Connection], T]) -> T:
        """Any other work in one transaction, for the keeper's tools."""
        return await self.database.alone(work)


async def open_store(url: str) -> Store:
    """The store at this address, ready for use."""
    store = Store(open_database(url))
    try:
        await store.prepare()
    except BaseException:
        await store.close()
        raise
    return store
