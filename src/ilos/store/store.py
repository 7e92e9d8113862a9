"""The store: async methods for the server, the same on SQLite and PostgreSQL."""

import secrets
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

from sqlalchemy import Connection

from ilos.store import housekeeping, log, outages, people, queries
from ilos.store.clock import Clock
from ilos.store.database import Database, check_durability, open_database
from ilos.store.errors import Conflict, StoreUnavailable
from ilos.store.listener import Listener, OnMessage, OnVersion
from ilos.store.log_entries import StoredEntry
from ilos.store.migrate import migrate
from ilos.store.rows import (
    Append,
    ChairRow,
    ChatRow,
    Grant,
    NewEntry,
    NewTable,
    Stored,
    TableRow,
    TableSummary,
    TurnSummary,
)

T = TypeVar("T")

_NUL = "\0"  # not allowed in PostgreSQL's texts, so no id contains it


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
        fresh = secrets.token_hex(32)
        self.pepper = await self._write_with_retry(lambda c: people.key(c, "pepper", fresh))

    async def close(self) -> None:
        """Close the database."""
        await self.database.close()

    async def now(self) -> int:
        """Return milliseconds by the database's clock."""
        if not self.database.is_shared:
            return self.clock.now()
        return await self.database.read(lambda c: log.database_time(c, 0))

    def listener(self, on_version: OnVersion, on_message: OnMessage) -> Listener | None:
        """Return the listener for other processes; None if there can be none."""
        return self.database.listener(on_version, on_message, self.now, self.changed_since)

    async def announce(self, table: str, message: str) -> None:
        """Notify other processes of something that is not in the log; it may get lost."""
        if self.database.is_shared:
            await self.database.write(lambda c: log.announce(c, table, message))

    async def changed_since(self, moment: int) -> list[tuple[str, int]]:
        """Return tables changed since a moment by the database's clock, and their versions."""
        return await self.database.read(lambda c: queries.changed_since(c, moment))

    @property
    def has_one_process(self) -> bool:
        """Whether no other process can share this database."""
        return not self.database.is_shared

    async def sign_of_life(self, longest: int) -> bool:
        """Write that a server runs; whether none did for longer than so many milliseconds."""
        now = await self.now()
        return await self._write_with_retry(lambda c: outages.sign_of_life(c, now, longest))

    async def lost_time(self, since: int) -> int:
        """Milliseconds since a moment in which no move could be taken."""
        return await self.database.read(lambda c: outages.lost_time(c, since))

    # The log

    async def create(
        self,
        table: NewTable,
        summary: TableSummary,
        new: Sequence[NewEntry],
        grants: Sequence[Grant] = (),
    ) -> int:
        """Create a table; return the time of its first entries."""
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

    async def load(self, table: str, after: int = 0) -> list[StoredEntry]:
        """Return the log after a version."""
        return await self.database.read(lambda c: log.load(c, table, after))

    async def find_command(self, table: str, command_id: str) -> StoredEntry | None:
        """Return the entry of a command, if it was done before."""
        return await self.database.read(lambda c: log.find_command(c, table, command_id))

    # Finding tables

    async def row(self, table: str) -> TableRow | None:
        """Return a table's row."""
        if _NUL in table:
            return None
        return await self.database.read(lambda c: queries.table_row(c, table))

    async def row_of_code(self, code: str) -> TableRow | None:
        """Return the table of an invitation code."""
        if _NUL in code:
            return None
        return await self.database.read(lambda c: queries.table_of_code(c, code))

    async def rows(self, ids: Sequence[str]) -> list[TableRow]:
        """Return those of the tables that exist."""
        possible = [table for table in ids if _NUL not in table]
        return await self.database.read(lambda c: queries.table_rows(c, possible))

    async def listed(
        self, before: queries.Before | None = None, limit: int = queries.PAGE
    ) -> list[TableRow]:
        """Return a page of the listed tables, newest first."""
        return await self.database.read(lambda c: queries.listed(c, before, limit))

    async def counts(self) -> dict[str, int]:
        """Return how many tables there are of each status."""
        return await self.database.read(queries.counts)

    async def open_tables(self, creator: str) -> tuple[int, int]:
        """Return how many open or running tables there are: a creator's of today, and in all."""
        since = self.clock.now() - housekeeping.DAY
        return await self.database.read(lambda c: queries.open_tables(c, creator, since))

    async def overdue(self, patience: int) -> list[str]:
        """Return running tables whose clock ran out or whose bot is late."""
        now = await self.now()
        return await self.database.read(lambda c: queries.overdue(c, now, patience))

    async def chairs_of(self, table: str, hashes: Sequence[str]) -> dict[str, int | None]:
        """Return the chair of each valid token hash; None for the host's."""
        return await self.database.read(lambda c: queries.chairs_of_tokens(c, table, hashes))

    async def seat_tokens(
        self, table: str, hashes: Sequence[str]
    ) -> tuple[TableRow | None, dict[str, int | None]]:
        """Return a table's row and the chair of each valid token hash, in one transaction."""
        if _NUL in table:
            table = ""
        return await self.database.read(
            lambda c: (queries.table_row(c, table), queries.chairs_of_tokens(c, table, hashes))
        )

    async def change_token(self, table: str, chair: int, hash_token: str) -> None:
        """Make this the only valid token of a chair."""
        await self.database.write(lambda c: log.change_token(c, table, chair, hash_token))

    async def grants_of(self, table: str) -> list[Grant]:
        """Return every valid token of a table."""
        return await self.database.read(lambda c: queries.grants_of(c, table))

    # People

    async def say(self, table: str, command: str, line: ChatRow) -> tuple[ChatRow, bool]:
        """Store a line of chat; return it and whether it is new."""
        return await self.database.write(lambda c: people.say(c, table, command, line))

    async def chat(self, table: str, after: int = 0, limit: int = 100) -> list[ChatRow]:
        """Return the last lines of chat."""
        return await self.database.read(lambda c: people.lines_of_chat(c, table, after, limit))

    async def chair(self, table: str, chair: int) -> ChairRow:
        """Return the mutes and notifications of a chair."""
        return await self.database.read(lambda c: people.chair_row(c, table, chair))

    async def keep_chair(self, table: str, chair: int, row: ChairRow) -> None:
        """Store the mutes and notifications of a chair."""
        await self._write_with_retry(lambda c: people.keep_chair(c, table, chair, row))

    async def people_at(self, table: str) -> list[ChairRow]:
        """Return the mutes and notifications of every chair of a table."""
        return await self.database.read(lambda c: people.chairs_of(c, table))

    async def confirm(self, table: str, proof: str) -> bool:
        """Confirm the address that a code with this hash was sent to; return whether there is."""
        if _NUL in table:
            return False
        return await self.database.write(lambda c: people.confirm(c, table, proof))

    async def notify_once(self, table: str, chair: int, version: int, interval: int) -> bool:
        """Claim a notification; return whether none was sent for this version or lately."""
        now = await self.now()
        return await self._write_with_retry(
            lambda c: people.notify_once(c, table, chair, version, now, interval)
        )

    async def banned(self, kind: str) -> set[str]:
        """Return all addresses or tokens that are banned now, as hashes."""
        now = self.clock.now()
        return await self.database.read(lambda c: people.banned(c, kind, now))

    async def keep_record(self, record: str, creator: str, body: str) -> None:
        """Store an imported record."""
        now = self.clock.now()
        await self.database.write(lambda c: people.keep_record(c, record, creator, body, now))

    async def records_stored(self, creator: str) -> tuple[Stored, Stored]:
        """Return what imported records a creator has, and what there are in all."""
        return await self.database.read(lambda c: people.records_stored(c, creator))

    async def record(self, record: str) -> str | None:
        """Return an imported record."""
        if _NUL in record:
            return None
        return await self.database.read(lambda c: people.record_body(c, record))

    async def claim(self, table: str, version: int, owner: str, milliseconds: int) -> bool:
        """Claim the search for a bot's move at this version, of which other processes may think."""
        if not self.database.is_shared:
            return True
        now = await self.now()
        until = now + milliseconds
        return await self._write_with_retry(
            lambda c: people.claim(c, table, version, owner, now, until)
        )

    async def expire(self, ran: int = 0) -> housekeeping.Sweep:
        """Mark and delete what is past its time; `ran`: milliseconds since this process asked."""
        now = await self.now()
        return await self._write_with_retry(lambda c: housekeeping.expire(c, now, ran))

    async def unmark(self, table: str) -> None:
        """Keep a table that was marked for deletion: someone who belongs to it came."""
        await self.database.write(lambda c: housekeeping.unmark(c, table))

    async def _write_with_retry(self, work: Callable[[Connection], T]) -> T:
        """Run work that reads before it writes; retry when another process was faster."""
        for _ in range(5):
            try:
                return await self.database.write(work)
            except Conflict:
                continue
        raise StoreUnavailable("several processes write the same data; try again")

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
