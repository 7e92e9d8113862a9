"""The log: appending at an expected version, and reading; the promise never to lose a move."""

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

from ilos.store.entries import FORM, Stored, read_entry, write_entry
from ilos.store.errors import Conflict
from ilos.store.rows import Grant, NewEntry, NewTable, Standing, Turn
from ilos.store.schema import entries, tables, tokens

CHANNEL = "ilos_tables"  # of LISTEN and NOTIFY; a constant, never built from input


def create(
    connection: Connection,
    table: NewTable,
    standing: Standing,
    new: Sequence[NewEntry],
    grants: Sequence[Grant],
    clock: int,
) -> int:
    """Makes a table with its first entries; its time of creation."""
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
        **msgspec.structs.asdict(standing),
    }
    connection.execute(insert(tables), row)
    _insert(connection, table.id, 0, now, new)
    _change_tokens(connection, table.id, (), grants, now)
    return now


def append(
    connection: Connection,
    table: str,
    expected: int,
    new: Sequence[NewEntry],
    standing: Turn | Standing,
    clock: int,
    grants: Sequence[Grant] = (),
    revoked: Sequence[int] = (),
) -> int:
    """Appends after version `expected` or raises Conflict; the time of the entries."""
    write = _write_sqlite if connection.dialect.name == "sqlite" else _write_postgres
    now = write(connection, table, expected, new, standing, clock)
    if now is None:
        raise Conflict(f"table {table} is no longer at version {expected}")
    if revoked or grants:
        _change_tokens(connection, table, revoked, grants, now)
    return now


def change_token(connection: Connection, table: str, chair: int, hashed: str) -> None:
    """Voids a chair's tokens and makes another one valid."""
    _change_tokens(connection, table, [chair], [Grant(hashed, chair)], 0)


def load(connection: Connection, table: str, after: int) -> list[Stored]:
    """The entries with a version above `after`, in order."""
    chosen = (
        select(entries.c.version, entries.c.at, entries.c.form, entries.c.deed_id, entries.c.body)
        .where(entries.c.table_id == table, entries.c.version > after)
        .order_by(entries.c.version)
    )
    rows = connection.execute(chosen)
    return [Stored(v, at, deed, read_entry(form, body)) for v, at, form, deed, body in rows]


def deed(connection: Connection, table: str, deed_id: str) -> Stored | None:
    """The entry that a deed became, if it was done."""
    chosen = select(
        entries.c.version, entries.c.at, entries.c.form, entries.c.deed_id, entries.c.body
    ).where(entries.c.table_id == table, entries.c.deed_id == deed_id)
    row = connection.execute(chosen).first()
    return None if row is None else Stored(row[0], row[1], row[3], read_entry(row[2], row[4]))


def announce(connection: Connection, table: str, word: str) -> None:
    """Tells the other processes something that is not in the log."""
    if connection.dialect.name == "postgresql":
        connection.execute(_NOTIFY, {"channel": CHANNEL, "news": f"{table} {word}"})


def database_time(connection: Connection, clock: int) -> int:
    """Milliseconds by the database: for SQLite that is this process, whose clock never jumps."""
    if connection.dialect.name == "sqlite":
        return clock
    return int(connection.execute(_POSTGRES_NOW).scalar_one())


def _write_sqlite(
    connection: Connection,
    table: str,
    expected: int,
    new: Sequence[NewEntry],
    standing: Turn | Standing,
    clock: int,
) -> int | None:
    """The row and the entries; the time of them, or None if the table was at another version.

    The path of a move: every call on it counts, so what is compiled goes to the driver directly.
    """
    driver: Any = connection.connection.driver_connection
    head, now = expected + len(new), clock
    turn = (now, head, standing.waiting, standing.round, standing.to_move, table, expected, now)
    if isinstance(standing, Standing) or not driver.execute(_QUICK_MOVE, turn).rowcount:
        found = _advance(connection, table, expected, new, standing, clock=clock)
        if found is None:
            return None
        now = found
    for version, item in enumerate(new, expected + 1):
        entry = (table, version, now, FORM, item.deed_id, write_entry(item.entry))
        driver.execute(_QUICK_INSERT, entry)
    return now


def _write_postgres(
    connection: Connection,
    table: str,
    expected: int,
    new: Sequence[NewEntry],
    standing: Turn | Standing,
    _clock: int,
) -> int | None:
    """The same; the other processes are told in the same transaction."""
    now = _advance(connection, table, expected, new, standing)
    if now is not None:
        _insert(connection, table, expected, now, new)
        announce(connection, table, str(expected + len(new)))
    return now


def _advance(
    connection: Connection,
    table: str,
    expected: int,
    new: Sequence[NewEntry],
    standing: Turn | Standing,
    **clock: int,
) -> int | None:
    """The row of a table after an append; the time of it, or None if the version was another."""
    statement = _ADVANCE[connection.dialect.name, isinstance(standing, Standing)]
    versions = {"of": table, "expected": expected, "to": expected + len(new)}
    values = {**versions, **msgspec.structs.asdict(standing), **clock}
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
            "form": FORM,
            "deed_id": item.deed_id,
            "body": write_entry(item.entry),
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
    """The one statement that decides a race: it changes a row only at the expected version."""
    return (
        update(tables)
        .where(tables.c.id == bindparam("of"), tables.c.head == bindparam("expected"))
        .values(head=bindparam("to"), changed=time, waiting=bindparam("waiting"))
        .values(round=bindparam("round"), to_move=bindparam("to_move"))
    )


def _update(time: ColumnElement[int]) -> Any:
    """The same, when more than a move changes a table."""
    more = ("status", "deadline", "summary")
    return _move(time).values({name: bindparam(name) for name in more})


def _for_sqlite(statement: Any, *names: str) -> str:
    """A statement compiled once, to be given to the driver with the values of these names."""
    compiled = statement.compile(dialect=sqlite.dialect(paramstyle="qmark"), column_keys=names)
    if compiled.positiontup != list(names):
        raise ValueError(f"the values come in this order: {compiled.positiontup}")
    return str(compiled)


_INSERT = insert(entries)
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
# SQLite takes longer to give a row back than to change it; so where the clock has not been set
# back, the time is ours. It writes every index anew that holds a column which is set: here none.
_QUICK_MOVE = _for_sqlite(
    _move(_CLOCK).where(tables.c.changed <= _CLOCK),
    *("clock", "to", "waiting", "round", "to_move", "of", "expected", "clock"),
)
_QUICK_INSERT = _for_sqlite(_INSERT, "table_id", "version", "at", "form", "deed_id", "body")
