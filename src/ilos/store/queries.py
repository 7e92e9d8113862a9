"""Queries for tables by id, code, creator, list and deadline; and for their tokens."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, and_, func, or_, select, tuple_

from ilos.store.rows import Grant, TableRow
from ilos.store.schema import tables, tokens

PAGE = 100  # every list is cut to pages
Before = tuple[int, str]  # time of creation and id of the last one seen

_COLUMNS = [tables.c[name] for name in TableRow.__struct_fields__]


def row(connection: Connection, table: str) -> TableRow | None:
    """Return the row of a table."""
    return _one(connection, tables.c.id == table)


def row_of_code(connection: Connection, code: str) -> TableRow | None:
    """Return the table of an invitation code."""
    return _one(connection, tables.c.code == code)


def rows(connection: Connection, ids: Sequence[str]) -> list[TableRow]:
    """Return the rows of those tables that exist."""
    return _rows(connection, select(*_COLUMNS).where(tables.c.id.in_(ids[:PAGE])))


def listed(
    connection: Connection, before: Before | None = None, limit: int = PAGE
) -> list[TableRow]:
    """Return public tables that are open or running, newest first."""
    chosen = select(*_COLUMNS).where(
        tables.c.visibility == "listed",
        tables.c.status.in_(("open", "playing")),
        tables.c.marked.is_(None),
    )
    if before is not None:  # two can be created in the same millisecond, so the id counts too
        chosen = chosen.where(tuple_(tables.c.created, tables.c.id) < before)
    order = (tables.c.created.desc(), tables.c.id.desc())
    return _rows(connection, chosen.order_by(*order).limit(min(limit, PAGE)))


def everything(connection: Connection, after: str = "", limit: int = PAGE) -> list[TableRow]:
    """Return all tables in the order of their ids, for administration."""
    chosen = select(*_COLUMNS).where(tables.c.id > after)
    return _rows(connection, chosen.order_by(tables.c.id).limit(limit))


def counts(connection: Connection) -> dict[str, int]:
    """Return how many tables there are of each status."""
    grouped = select(tables.c.status, func.count()).group_by(tables.c.status)
    return {str(status): int(number) for status, number in connection.execute(grouped)}


def open_tables(connection: Connection, creator: str, since: int) -> tuple[int, int]:
    """Return how many open or running tables there are: of a creator since then, and in all."""
    total = select(func.count()).where(tables.c.status.in_(("open", "playing")))
    mine = total.where(tables.c.creator == creator, tables.c.changed >= since)
    return connection.execute(mine).scalar_one(), connection.execute(total).scalar_one()


def changed_since(connection: Connection, moment: int) -> list[tuple[str, int]]:
    """Return tables changed since a moment, and their versions, for lost notifications."""
    chosen = select(tables.c.id, tables.c.head).where(tables.c.changed >= moment)
    return [(table, head) for table, head in connection.execute(chosen)]


def overdue(connection: Connection, now: int, patience: int, limit: int = PAGE) -> list[str]:
    """Return running tables whose clock ran out, or that have waited too long for a bot."""
    late = and_(tables.c.deadline.is_not(None), tables.c.deadline <= now)
    stuck = and_(tables.c.waiting == "bot", tables.c.changed <= now - patience)
    chosen = select(tables.c.id).where(tables.c.status == "playing", or_(late, stuck)).limit(limit)
    return [table for (table,) in connection.execute(chosen)]


def chairs_of(connection: Connection, table: str, hashes: Sequence[str]) -> dict[str, int | None]:
    """Return the chair (None: host) of each hash that is valid for this table."""
    chosen = select(tokens.c.hash, tokens.c.chair).where(
        tokens.c.table_id == table, tokens.c.hash.in_(hashes)
    )
    return {found.hash: found.chair for found in connection.execute(chosen)}


def seat_tokens(
    connection: Connection, table: str, hashes: Sequence[str]
) -> tuple[TableRow | None, dict[str, int | None]]:
    """Return a table's row and the chair of each valid token hash."""
    return row(connection, table), chairs_of(connection, table, hashes)


def grants_of(connection: Connection, table: str) -> list[Grant]:
    """Return every valid token of a table, for its rematch."""
    chosen = select(tokens.c.hash, tokens.c.chair).where(tokens.c.table_id == table)
    return [Grant(found.hash, found.chair) for found in connection.execute(chosen)]


def _one(connection: Connection, condition: ColumnElement[bool]) -> TableRow | None:
    found = _rows(connection, select(*_COLUMNS).where(condition))
    return found[0] if found else None


def _rows(connection: Connection, chosen: Select[Any]) -> list[TableRow]:
    return [TableRow(**row) for row in connection.execute(chosen).mappings()]
