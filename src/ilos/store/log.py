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
from sqlalchemy.dialects import sqlite
from sqlalchemy.sql import ColumnElement

from ilos.store.errors import Conflict
from ilos.store.log_entries import FORMAT, StoredEntry, decode_entry, encode_entry
from ilos.store.rows import Append, Grant, NewEntry, NewTable, TableSummary, TurnSummary
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
        "id": table.id,
        "code": table.code,
        "secret": table.secret,
        "creator": table.creator,
        "visibility": table.visibility,
        "created": now,
        "changed": now,
        "head": len(new),
        **msgspec.structs.asdict(summary),
    }
    connection.execute(insert(tables), row)
    _insert(connection, table.id, 0, now, new)
    _change_tokens(connection, table.id, (), grants, now)
    return now


def append(connection: Connection, append: Append) -> int:
    """Append after the version expected or raise Conflict; return the time of the entries."""
    write = _write_sqlite if connection.dialect.name == "sqlite" else _write_postgres
    table, expected = append.table, append.expected
    now = write(connection, table, expected, append.new, append.summary, append.clock)
    if now is None:
        raise Conflict(f"table {table} is no longer at version {expected}")
    if append.revoked or append.grants:
        _change_tokens(connection, table, append.revoked, append.grants, now)
    return now


def change_token(connection: Connection, table: str, chair: int, hash_token: str) -> None:
    """Replace a chair's tokens by another one."""
    _change_tokens(connection, table, [chair], [Grant(hash_token, chair)], 0)


def load(connection: Connection, table: str, after: int) -> list[StoredEntry]:
    """The entries with a version above `after`, in order."""
    chosen = (
        select(
            log_entries.c.version,
            log_entries.c.at,
            log_entries.c.format,
            log_entries.c.command_id,
            log_entries.c.body,
        )
        .where(log_entries.c.table_id == table, log_entries.c.version > after)
        .order_by(log_entries.c.version)
    )
    rows = connection.execute(chosen)
    return [
        StoredEntry(v, at, command_id, decode_entry(format_, body))
        for v, at, format_, command_id, body in rows
    ]


def find_command(connection: Connection, table: str, command_id: str) -> StoredEntry | None:
    """The entry that a command became, if it was done."""
    chosen = select(
        log_entries.c.version,
        log_entries.c.at,
        log_entries.c.format,
        log_entries.c.command_id,
        log_entries.c.body,
    ).where(log_entries.c.table_id == table, log_entries.c.command_id == command_id)
    row = connection.execute(chosen).first()
    return (
        None if row is None else StoredEntry(row[0], row[1], row[3], decode_entry(row[2], row[4]))
    )


def announce(connection: Connection, table: str, message: str) -> None:
    """Notify the other processes of something that is not in the log."""
    if connection.dialect.name == "postgresql":
        connection.execute(_NOTIFY, {"channel": CHANNEL, "news": f"{table} {message}"})


def database_time(connection: Connection, clock: int) -> int:
    """Return the database's time in milliseconds; SQLite's is this process's monotonic clock."""
    if connection.dialect.name == "sqlite":
        return clock
    return int(connection.execute(_POSTGRES_NOW).scalar_one())


def _write_sqlite(
    connection: Connection,
    table: str,
    expected: int,
    new: Sequence[NewEntry],
    summary: TurnSummary | TableSummary,
    clock: int,
) -> int | None:
    """Write the row and the entries; return their time, or None at another version.

    The fast path of a move: compiled statements go to the driver directly.
    """
    driver: Any = connection.connection.driver_connection
    head, now = expected + len(new), clock
    turn = (now, head, summary.waiting, summary.round, summary.to_move, table, expected, now)
    if isinstance(summary, TableSummary) or not driver.execute(_QUICK_MOVE, turn).rowcount:
        found = _advance(connection, table, expected, new, summary, clock=clock)
        if found is None:
            return None
        now = found
    for version, item in enumerate(new, expected + 1):
        entry = (table, version, now, FORMAT, item.command_id, encode_entry(item.entry))
        driver.execute(_QUICK_INSERT, entry)
    return now


def _write_postgres(
    connection: Connection,
    table: str,
    expected: int,
    new: Sequence[NewEntry],
    summary: TurnSummary | TableSummary,
    _clock: int,
) -> int | None:
    """Do the same; the other processes are notified in the same transaction."""
    now = _advance(connection, table, expected, new, summary)
    if now is not None:
        _insert(connection, table, expected, now, new)
        announce(connection, table, str(expected + len(new)))
    return now


def _advance(
    connection: Connection,
    table: str,
    expected: int,
    new: Sequence[NewEntry],
    summary: TurnSummary | TableSummary,
    **clock: int,
) -> int | None:
    """Update the row of a table; return the time, or None if the version was another."""
    statement = _ADVANCE[connection.dialect.name, isinstance(summary, TableSummary)]
    versions = {"of": table, "expected": expected, "to": expected + len(new)}
    values = {**versions, **msgspec.structs.asdict(summary), **clock}
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
    connection.execute(_INSERT, rows)


def _change_tokens(
    connection: Connection, table: str, revoked: Sequence[int], grants: Sequence[Grant], now: int
) -> None:
    for chair in revoked:
        mine = (tokens.c.table_id == table) & (tokens.c.chair == chair)
        connection.execute(delete(tokens).where(mine))
    for grant in grants:
        row = {"hash": grant.hash, "table_id": table, "chair": grant.chair, "created": now}
        connection.execute(insert(tokens), row)


def _move(time: ColumnElement[int]) -> Any:
    """Return the statement that decides races: it updates a row only at the expected version."""
    return (
        update(tables)
        .where(tables.c.id == bindparam("of"), tables.c.head == bindparam("expected"))
        .values(head=bindparam("to"), changed=time, waiting=bindparam("waiting"))
        .values(round=bindparam("round"), to_move=bindparam("to_move"))
    )


def _update(time: ColumnElement[int]) -> Any:
    """Return the same for changes that are more than a move."""
    more = ("status", "deadline", "summary")
    return _move(time).values({name: bindparam(name) for name in more})


def _for_sqlite(statement: Any, *names: str) -> str:
    """Compile a statement for the driver, with parameters in the order of these names."""
    compiled = statement.compile(dialect=sqlite.dialect(paramstyle="qmark"), column_keys=names)
    if compiled.positiontup != list(names):
        raise ValueError(f"the parameters are in this order: {compiled.positiontup}")
    return str(compiled)


_INSERT = insert(log_entries)
_NOTIFY = text("SELECT pg_notify(:channel, :news)")
_POSTGRES_CLOCK = cast(func.extract("epoch", func.clock_timestamp()) * 1000, BigInteger)
_POSTGRES_NOW = select(_POSTGRES_CLOCK)
_CLOCK = bindparam("clock", type_=BigInteger)
_ADVANCE = {
    (dialect, whole): (_update if whole else _move)(time).returning(tables.c.changed)
    for dialect, time in (
        ("sqlite", func.max(tables.c.changed, _CLOCK)),
        ("postgresql", func.greatest(tables.c.changed, _POSTGRES_CLOCK)),
    )
    for whole in (False, True)
}
# In SQLite RETURNING takes longer than the update; so unless the clock was set back, the time is
# ours. SQLite rewrites every index of a column that is set: here none.
_QUICK_MOVE = _for_sqlite(
    _move(_CLOCK).where(tables.c.changed <= _CLOCK),
    *("clock", "to", "waiting", "round", "to_move", "of", "expected", "clock"),
)
_QUICK_INSERT = _for_sqlite(_INSERT, "table_id", "version", "at", "format", "command_id", "body")
