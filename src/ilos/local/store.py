"""The store of a page: the same promises as `ilos.store.store`, kept by the browser.

A table's row is one value, what belongs to its people another, and each entry of its log one more.
An append writes them in one transaction, and fails if another tab wrote that version first.
"""

import asyncio
from collections.abc import Callable, Sequence

import msgspec

from ilos.local.backend import Backend, BrowserError, Write
from ilos.store import Conflict, StoreUnavailable
from ilos.store.clock import Clock
from ilos.store.log_entries import FORMAT, StoredEntry, decode_entry, encode_entry
from ilos.store.rows import (
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


class People(msgspec.Struct):
    """Who may sit at a table, and what they said."""

    grants: list[Grant] = []
    chairs: dict[int, ChairRow] = {}
    chat: list[tuple[str, ChatRow]] = []  # with the id of the command


class KeptEntry(msgspec.Struct, frozen=True):
    """An entry of a log."""

    version: int
    at: int
    format: int = msgspec.field(name="form")
    command_id: str | None
    body: str


class PageStore:
    """Tables and their logs in the browser."""

    def __init__(
        self, backend: Backend, announce: Callable[[str, int], None] = lambda _table, _head: None
    ) -> None:
        self._backend = backend
        self._announce = announce  # tells other tabs of a table's new version
        self.clock = Clock()
        self.has_one_process = True  # other tabs are told by `announce`, and need no claims
        self.pepper = "page"  # keys the hashes of addresses, and here there is only one
        self._people_lock = asyncio.Lock()

    async def close(self) -> None:
        """Nothing is held open."""

    async def now(self) -> int:
        """Return the time."""
        return self.clock.now()

    async def lost_time(self, since: int) -> int:  # noqa: ARG002
        """Return none: a page's clock stops for no outage."""
        return 0

    async def claim(self, table: str, version: int, owner: str, milliseconds: int) -> bool:  # noqa: ARG002
        """Return that this tab may search: each tab plays its own bots."""
        return True

    async def announce(self, messages: Sequence[tuple[str, str]]) -> None:
        """Do nothing: other tabs are told of versions alone."""

    async def unmark(self, table: str) -> None:
        """Do nothing: a page deletes no table by itself."""

    # The log

    async def create(
        self,
        table: NewTable,
        summary: TableSummary,
        new: Sequence[NewEntry],
        grants: Sequence[Grant] = (),
    ) -> int:
        """Create a table; return the time of its first entries."""
        now = self.clock.now()
        row = TableRow(
            **msgspec.structs.asdict(table),
            **msgspec.structs.asdict(summary),
            created=now,
            changed=now,
            head=len(new),
            marked=None,
        )
        writes = [
            Write("tables", table.id, _text(row), new=True),
            Write("people", table.id, _text(People(list(grants))), new=True),
            *_entries(row, 0, new),
        ]
        if not await self._write(writes):
            raise Conflict(f"there is a table {table.id} already")
        return now

    async def append(
        self,
        table: str,
        expected: int,
        new: Sequence[NewEntry],
        summary: TurnSummary | TableSummary,
        grants: Sequence[Grant] = (),
        revoked: Sequence[int] = (),
    ) -> int:
        """Append after `expected`, durably, or raise Conflict; return the time of the entries."""
        row = await self.row(table)
        if row is None or row.head != expected:
            raise Conflict(f"table {table} is no longer at version {expected}")
        row = msgspec.structs.replace(
            row,
            changed=max(self.clock.now(), row.changed),
            head=expected + len(new),
            **msgspec.structs.asdict(summary),
        )
        writes = [Write("tables", table, _text(row)), *_entries(row, expected, new)]
        async with self._people_lock:
            if grants or revoked:
                people = await self._people(table)
                people.grants = [g for g in people.grants if g.chair not in revoked] + list(grants)
                writes.append(Write("people", table, _text(people)))
            if not await self._write(writes):
                raise Conflict(f"another tab was faster at table {table}")
        self._announce(table, row.head)
        return row.changed

    async def load(self, table: str, after: int = 0) -> list[StoredEntry]:
        """Return the log after a version."""
        texts = await self._read_all("entries", f"{table}/", _key(table, after))
        found = [msgspec.json.decode(text, type=KeptEntry) for text in texts]
        return [
            StoredEntry(one.version, one.at, one.command_id, decode_entry(one.format, one.body))
            for one in found
        ]

    async def find_command(self, table: str, command_id: str) -> StoredEntry | None:
        """Return the entry of a command, if it was done before."""
        for entry in await self.load(table):
            if entry.command_id == command_id:
                return entry
        return None

    # Finding tables

    async def row(self, table: str) -> TableRow | None:
        """Return a table's row."""
        text = await self._get("tables", table)
        return None if text is None else msgspec.json.decode(text, type=TableRow)

    async def row_of_code(self, code: str) -> TableRow | None:
        """Return the table of an invitation code."""
        return next((row for row in await self._all_rows() if row.code == code), None)

    async def rows(self, ids: Sequence[str]) -> list[TableRow]:
        """Return those of the tables that exist."""
        found = [await self.row(table) for table in ids]
        return [row for row in found if row is not None]

    async def listed(self, before: object = None, limit: int = 0) -> list[TableRow]:  # noqa: ARG002
        """Return no tables: a page lists none to others."""
        return []

    async def counts(self) -> dict[str, int]:
        """Return how many tables there are of each status."""
        statuses = [row.status for row in await self._all_rows()]
        return {status: statuses.count(status) for status in set(statuses)}

    async def open_tables(self, creator: str) -> tuple[int, int]:  # noqa: ARG002
        """Return none: the owner of the browser has no quota."""
        return 0, 0

    async def chairs_of(self, table: str, hashes: Sequence[str]) -> dict[str, int | None]:
        """Return the chair of each valid token hash; None for the host's."""
        grants = await self.grants_of(table)
        return {grant.hash: grant.chair for grant in grants if grant.hash in hashes}

    async def seat_tokens(
        self, table: str, hashes: Sequence[str]
    ) -> tuple[TableRow | None, dict[str, int | None]]:
        """Return a table's row and the chair of each valid token hash."""
        return await self.row(table), await self.chairs_of(table, hashes)

    async def change_token(self, table: str, chair: int, hash_token: str) -> None:
        """Make this the only valid token of a chair."""

        def change(people: People) -> None:
            others = [grant for grant in people.grants if grant.chair != chair]
            people.grants = [*others, Grant(hash_token, chair)]

        await self._change(table, change)

    async def grants_of(self, table: str) -> list[Grant]:
        """Return every valid token of a table."""
        return (await self._people(table)).grants

    # People

    async def say(self, table: str, command: str, line: ChatRow) -> tuple[ChatRow, bool]:
        """Store a line of chat; return it and whether it is new."""
        said: list[tuple[ChatRow, bool]] = []

        def change(people: People) -> None:
            known = [row for known, row in people.chat if known == command]
            new = msgspec.structs.replace(line, number=len(people.chat) + 1)
            said[:] = [(known[0], False) if known else (new, True)]
            if not known:
                people.chat.append((command, new))

        await self._change(table, change)
        return said[0]

    async def chat(self, table: str, after: int = 0, limit: int = 100) -> list[ChatRow]:
        """Return the last lines of chat."""
        people = await self._people(table)
        return [row for _, row in people.chat if row.number > after][-limit:]

    async def chair(self, table: str, chair: int) -> ChairRow:
        """Return the mutes of a chair."""
        return (await self._people(table)).chairs.get(chair, ChairRow())

    async def keep_chair(self, table: str, chair: int, row: ChairRow) -> None:
        """Store the mutes of a chair."""
        await self._change(table, lambda people: people.chairs.update({chair: row}))

    async def keep_record(self, record: str, creator: str, body: str) -> None:  # noqa: ARG002
        """Store an imported record."""
        await self._write([Write("records", record, body)])

    async def records_stored(self, creator: str) -> tuple[Stored, Stored]:  # noqa: ARG002
        """Return none: the owner of the browser has no quota."""
        return Stored(0, 0), Stored(0, 0)

    async def record(self, record: str) -> str | None:
        """Return an imported record."""
        return await self._get("records", record)

    # The browser

    async def _people(self, table: str) -> People:
        text = await self._get("people", table)
        return People() if text is None else msgspec.json.decode(text, type=People)

    async def _all_rows(self) -> list[TableRow]:
        texts = await self._read_all("tables", "", "")
        return [msgspec.json.decode(text, type=TableRow) for text in texts]

    async def _change(self, table: str, change: Callable[[People], None]) -> None:
        """Change what belongs to the people of a table."""
        async with self._people_lock:
            people = await self._people(table)
            change(people)
            await self._write([Write("people", table, _text(people))])

    async def _get(self, place: str, key: str) -> str | None:
        try:
            return await self._backend.get(place, key)
        except BrowserError as error:
            raise StoreUnavailable(str(error)) from error

    async def _read_all(self, place: str, prefix: str, after: str) -> list[str]:
        try:
            return list(await self._backend.all(place, prefix, after))
        except BrowserError as error:
            raise StoreUnavailable(str(error)) from error

    async def _write(self, writes: list[Write]) -> bool:
        try:
            return await self._backend.write(msgspec.json.encode(writes).decode())
        except BrowserError as error:
            raise StoreUnavailable(str(error)) from error


def _text(value: msgspec.Struct) -> str:
    return msgspec.json.encode(value).decode()


def _key(table: str, version: int) -> str:
    return f"{table}/{version:08}"


def _entries(row: TableRow, after: int, new: Sequence[NewEntry]) -> list[Write]:
    """New entries of a log; a version that is there already makes the whole write fail."""
    kept = [
        KeptEntry(version, row.changed, FORMAT, item.command_id, encode_entry(item.entry))
        for version, item in enumerate(new, after + 1)
    ]
    return [Write("entries", _key(row.id, one.version), _text(one), new=True) for one in kept]
