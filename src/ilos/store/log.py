"""The log in the database: appending at an expected version, and loading."""

from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import (
    BigInteger,
    Connection,
    bindparam,
    cast,
    delete,
    func,
    insert,
    select,
    text,
    update,
)
from sqlalchemy.sql import ColumnElement

from ilos.store.errors import Conflict
from ilos.store.log_entries import FORMAT, StoredEntry, decode_entry, encode_entry
from ilos.store.rows import (
    TURN_COLUMNS,
    WHOLE_COLUMNS,
    Append,
    Grant,
    NewEntry,
    NewTable,
    TableSummary,
)
from ilos.store.schema import log_entries, tables, tokens

CHANNEL = "ilos_tables"  # of LISTEN and NOTIFY; a constant, never built from input


def create(
    connection: Connection,
    table: NewTable,
    summary: TableSummary,
    new: Sequence[NewEntry],
    grants: Sequence[Grant],
    clock: int,
) -> int:
    """Create a table with its first entries; return its time of creation."""
    now = database_time(connection, clock)
    row = {
        **msgspec.structs.asdict(table),
        **msgspec.structs.asdict(summary),
        "created": now,
        "changed": now,
        "head": len(new),
    }
    connection.execute(insert(tables), row)
    _insert(connection, table.id, 0, now, new)
    _change_tokens(connection, table.id, (), grants, now)
    return now


def append(connection: Connection, append: Append) -> int:
    """Append after the version expected or raise Conflict; return the time of the entries.

    The same on both databases; each has a faster way for a move, in a module that can be removed.
    """
    table, expected = append.table, append.expected
    now = _advance(connection, append)
    if now is None:
        raise Conflict(f"table {table} is no longer at version {expected}")
    _insert(connection, table, expected, now, append.new)
    _change_tokens(connection, table, append.revoked, append.grants, now)
    announce(connection, [(table, str(expected + len(append.new)))])
    return now


def change_token(connection: Connection, table: str, chair: int, hash_token: str) -> None:
    """Replace a chair's tokens by another one."""
    _change_tokens(connection, table, [chair], [Grant(hash_token, chair)], 0)


def load(connection: Connection, table: str, after: int = 0) -> list[StoredEntry]:
    """The entries with a version above `after`, in order."""
    chosen = _STORED.where(log_entries.c.table_id == table, log_entries.c.version > after)
    rows = connection.execute(chosen.order_by(log_entries.c.version))
    return [_stored(row) for row in rows]


def find_command(connection: Connection, table: str, command_id: str) -> StoredEntry | None:
    """The entry that a command became, if it was done."""
    here = (log_entries.c.table_id == table) & (log_entries.c.command_id == command_id)
    row = connection.execute(_STORED.where(here)).first()
    return None if row is None else _stored(row)


def _stored(row: Any) -> StoredEntry:
    version, at, command_id, format_, body = row
    return StoredEntry(version, at, command_id, decode_entry(format_, body))


def announce(connection: Connection, messages: Sequence[tuple[str, str]]) -> None:
    """Notify the other processes of messages about tables."""
    if connection.dialect.name == "postgresql":
        texts = [f"{table} {message}" for table, message in messages]
        connection.execute(_NOTIFY, {"channel": CHANNEL, "texts": texts})


def database_time(connection: Connection, clock: int) -> int:
    """Return the database's time in milliseconds; SQLite's is this process's monotonic clock."""
    if connection.dialect.name == "sqlite":
        return clock
    return int(connection.execute(_POSTGRES_NOW).scalar_one())


def _advance(connection: Connection, append: Append) -> int | None:
    """Update the row of a table; return the time, or None if the version was another."""
    summary, dialect = append.summary, connection.dialect.name
    statement = _ADVANCE[dialect, isinstance(summary, TableSummary)]
    to = append.expected + len(append.new)
    values = {"of": append.table, "expected": append.expected, "to": to}
    clock = {"clock": append.clock} if dialect == "sqlite" else {}
    values |= {**msgspec.structs.asdict(summary), **clock}
    now: int | None = connection.execute(statement, values).scalar_one_or_none()
    return now


def _insert(
    connection: Connection, table: str, after: int, now: int, new: Sequence[NewEntry]
) -> None:
    rows = [
        {
            "table_id": table,
            "version": version,
            "at": now,
            "format": FORMAT,
            "command_id": item.command_id,
            "body": encode_entry(item.entry),
        }
        for version, item in enumerate(new, after + 1)
    ]
    connection.execute(insert(log_entries), rows)


def _change_tokens(
    connection: Connection, table: str, revoked: Sequence[int], grants: Sequence[Grant], now: int
) -> None:
    for chair in revoked:
        mine = (tokens.c.table_id == table) & (tokens.c.chair == chair)
        connection.execute(delete(tokens).where(mine))
    for grant in grants:
        row = {"hash": grant.hash, "table_id": table, "chair": grant.chair, "created": now}
        connection.execute(insert(tokens), row)


def advance_turn(time: ColumnElement[int]) -> Any:
    """Return the statement that decides races: it updates a row only at the expected version."""
    return (
        update(tables)
        .where(tables.c.id == bindparam("of"), tables.c.head == bindparam("expected"))
        .values(head=bindparam("to"), changed=time)
        .values({name: bindparam(name) for name in TURN_COLUMNS})
    )


def _update(time: ColumnElement[int]) -> Any:
    """Return the same for changes that are more than a move."""
    return advance_turn(time).values({name: bindparam(name) for name in WHOLE_COLUMNS})


_STORED = select(
    *(log_entries.c.version, log_entries.c.at, log_entries.c.command_id),
    *(log_entries.c.format, log_entries.c.body),
)
_NOTIFY = text("SELECT pg_notify(:channel, one) FROM unnest(CAST(:texts AS text[])) AS one")
_POSTGRES_CLOCK = cast(func.extract("epoch", func.clock_timestamp()) * 1000, BigInteger)
_POSTGRES_NOW = select(_POSTGRES_CLOCK)
CLOCK = bindparam("clock", type_=BigInteger)
_ADVANCE = {
    (dialect, whole): (_update if whole else advance_turn)(time).returning(tables.c.changed)
    for dialect, time in (
        ("sqlite", func.max(tables.c.changed, CLOCK)),
        ("postgresql", func.greatest(tables.c.changed, _POSTGRES_CLOCK)),
    )
    for whole in (False, True)
}
