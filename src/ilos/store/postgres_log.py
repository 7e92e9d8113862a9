"""Appending to the log on PostgreSQL: one statement for all appends that wait, one commit.

What it buys, with 100 tables of four: docs/hosting/scale.md. Delete this module and its two uses in
`postgres.py`, and appends go through `log.append` as on any other database.

The statement checks each version, updates the rows and appends the entries; it is a transaction by
itself, durable when it returns. Appends that come while it is under way go together in the next
one. If one of them cannot be done, each is done by itself. Then other processes are notified.
"""

import asyncio
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import asyncpg
from sqlalchemy import Column

from ilos.store.errors import Conflict, StoreUnavailable, first_line
from ilos.store.log_entries import FORMAT, encode_entry
from ilos.store.outcomes import resolve
from ilos.store.postgres_notify import VersionNotifier
from ilos.store.rows import TURN_COLUMNS, WHOLE_COLUMNS, Append, TableSummary
from ilos.store.schema import tables

_MAX_BATCH = 150  # tables in one statement
_TIMEOUT = 5.0  # seconds for a statement

_SUMMARY = (*TURN_COLUMNS, *WHOLE_COLUMNS)
_TYPES = {str: "text", int: "bigint", bool: "boolean"}


def array_type(column: Column[Any]) -> str:
    """Return the type of an array with a value of this column for each table."""
    return f"{_TYPES[column.type.python_type]}[]"


_ARRAYS = ", ".join(
    f"${number}::{array_type(tables.c[name])}" for number, name in enumerate(_SUMMARY, 10)
)
_TURN = ", ".join(f"{name} = a.{name}" for name in TURN_COLUMNS)
_WHOLE = ", ".join(
    f"{name} = CASE WHEN a.whole THEN a.{name} ELSE t.{name} END" for name in WHOLE_COLUMNS
)

# Rows are changed in the order of their ids, so that two processes never wait for each other.
_APPEND = f"""
WITH asked AS MATERIALIZED (
    SELECT a.*
    FROM unnest($1::text[], $2::int[], $3::int[], $4::bool[], {_ARRAYS})
         AS a(id, expected, head, whole, {", ".join(_SUMMARY)})
    JOIN tables t ON t.id = a.id AND t.head = a.expected
    ORDER BY t.id FOR UPDATE OF t
), moved AS (
    UPDATE tables t
    SET head = a.head,
        changed = greatest(t.changed, (extract(epoch FROM clock_timestamp()) * 1000)::bigint),
        {_TURN}, {_WHOLE}
    FROM asked a WHERE t.id = a.id
    RETURNING t.id, t.head, t.changed
), added AS (
    INSERT INTO log_entries (table_id, version, at, format, command_id, body)
    SELECT e.table_id, e.version, m.changed, $9::int, e.command_id, e.body
    FROM unnest($5::text[], $6::int[], $7::text[], $8::text[])
         AS e(table_id, version, command_id, body)
    JOIN moved m ON m.id = e.table_id
)
SELECT id, changed FROM moved
"""  # noqa: S608  only names of our own columns are put in

Waiting = tuple[Append, "asyncio.Future[int]"]


class PostgresLog:
    """Appends of one process, grouped into commits."""

    def __init__(self, url: str, channel: str, server_settings: dict[str, str]) -> None:
        self._url = url
        self._versions = VersionNotifier(url, channel, server_settings)
        self._server_settings = server_settings
        self._connection: Any = None
        self._statement: Any = None
        self._waiting: list[Waiting] = []
        self._task: asyncio.Task[None] | None = None
        self.notifies = True  # whether other processes may hold the same tables

    def append(self, append: Append) -> "asyncio.Future[int]":
        """Append with all others that wait; the time of the entries, or Conflict."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[int] = loop.create_future()
        self._waiting.append((append, future))
        if self._task is None:
            self._task = loop.create_task(self._commit_waiting())
        return future

    async def close(self) -> None:
        """Commit what waits and close the connection."""
        while self._task is not None:
            await asyncio.wait([self._task])
        await self._versions.close()
        if self._connection is not None:
            await self._connection.close(timeout=2)

    async def _commit_waiting(self) -> None:
        try:
            while self._waiting:
                batch = self._next_batch()
                try:
                    await self._commit(batch)
                except BaseException as error:
                    for _, future in batch:
                        resolve(future, StoreUnavailable(f"{type(error).__name__}"))
                    raise
        finally:
            self._task = None

    def _next_batch(self) -> list[Waiting]:
        """Return appends to different tables; a second one to a table waits for its turn."""
        batch: list[Waiting] = []
        later: list[Waiting] = []
        seen: set[str] = set()
        for item in self._waiting:
            is_free = item[0].table not in seen and len(batch) < _MAX_BATCH
            (batch if is_free else later).append(item)
            seen.add(item[0].table)
        self._waiting = later
        return batch

    async def _commit(self, batch: Sequence[Waiting]) -> None:
        try:
            found = await self._run([append for append, _ in batch])
        except asyncpg.IntegrityConstraintViolationError as error:
            await self._commit_each(batch, Conflict(first_line(error)))
        except asyncpg.DeadlockDetectedError as error:
            await self._commit_each(batch, StoreUnavailable(first_line(error)))
        except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError, TimeoutError) as error:
            self._drop()
            for _, future in batch:
                resolve(future, StoreUnavailable(first_line(error)))
        else:
            for append, future in batch:
                now = found.get(append.table)
                if now is not None and self.notifies:
                    self._versions.add(append.table, append.expected + len(append.new))
                late = Conflict(f"table {append.table} is no longer at version {append.expected}")
                resolve(future, late if now is None else now)

    async def _commit_each(self, batch: Sequence[Waiting], error: Exception) -> None:
        """One of them cannot be done: the others are not to suffer for it."""
        if len(batch) == 1:
            resolve(batch[0][1], error)
            return
        for item in batch:
            await self._commit([item])

    async def _run(self, batch: Sequence[Append]) -> dict[str, int]:
        if self._connection is None or self._connection.is_closed():
            self._connection = await asyncpg.connect(
                self._url, timeout=5, server_settings=self._server_settings
            )
            self._statement = await self._connection.prepare(_APPEND, timeout=_TIMEOUT)
        rows = await self._statement.fetch(*_arguments(batch), timeout=_TIMEOUT)
        return {row[0]: row[1] for row in rows}

    def _drop(self) -> None:
        """Use another connection next time: what happened to this one is not known."""
        if self._connection is not None:
            self._connection.terminate()
            self._connection = None


def _arguments(batch: Sequence[Append]) -> tuple[Any, ...]:
    """Return the parameters of the statement: one array for each column."""
    rows, summaries = [], []
    for one in batch:
        whole = isinstance(one.summary, TableSummary)
        rows.append((one.table, one.expected, one.expected + len(one.new), whole))
        summaries.append([getattr(one.summary, name, None) for name in _SUMMARY])
    entries = [
        (one.table, version, item.command_id, encode_entry(item.entry))
        for one in batch
        for version, item in enumerate(one.new, one.expected + 1)
    ]
    return (*_columns(rows), *_columns(entries), FORMAT, *_columns(summaries))


def _columns(rows: Iterable[Iterable[Any]]) -> Iterator[tuple[Any, ...]]:
    return zip(*rows, strict=True)
