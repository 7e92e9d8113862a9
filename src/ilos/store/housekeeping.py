"""What is thrown away and when, and what operators do: deleting and moving.

Open tables nobody started go after 30 minutes without a change, games broken off or finished after
a year, running games nobody touched for 90 days, imported records after 30 days: see
docs/hosting/privacy.md.
"""

from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Table, delete, insert, select, tuple_

from ilos.store.database import open_database
from ilos.store.errors import BadDatabase
from ilos.store.migrate import migrate
from ilos.store.schema import leases, metadata, records, tables

MINUTE = 60_000
DAY = 24 * 60 * MINUTE

KEPT = {"open": 30 * MINUTE, "playing": 90 * DAY, "finished": 365 * DAY, "stopped": 365 * DAY}
KEPT_RECORDS = 30 * DAY


def expire(connection: Connection, now: int) -> int:
    """Deletes what is past its time; how many tables and records went."""
    gone = 0
    for status, kept in KEPT.items():
        old = (tables.c.status == status) & (tables.c.changed < now - kept)
        gone += connection.execute(delete(tables).where(old)).rowcount
    connection.execute(delete(leases).where(leases.c.until < now - DAY))
    gone += connection.execute(
        delete(records).where(records.c.created < now - KEPT_RECORDS)
    ).rowcount
    return gone


def delete_table(connection: Connection, table: str) -> bool:
    """Deletes a table with everything that belongs to it."""
    return connection.execute(delete(tables).where(tables.c.id == table)).rowcount == 1


async def move_everything(source: str, target: str, batch: int = 1000) -> dict[str, int]:
    """Copies every row from one database to a new, empty one of either kind; rows per table."""
    _check_there(source)
    old = open_database(source)
    try:
        new = open_database(target)
    except BaseException:
        await old.close()
        raise
    copied: dict[str, int] = {}
    try:
        await old.write(migrate)
        await new.write(migrate)
        full = await new.read(_filled)
        if full:
            raise BadDatabase(
                f"the target is not empty (there are rows in {', '.join(full)}): make a new one"
            )
        for table in metadata.sorted_tables:
            copied[table.name] = 0
            last: tuple[object, ...] | None = None
            while rows := await old.read(partial(_page, table=table, after=last, size=batch)):
                await new.write(partial(_put, table=table, rows=rows))
                copied[table.name] += len(rows)
                last = tuple(rows[-1][column.name] for column in table.primary_key)
    finally:
        await old.close()
        await new.close()
    return copied


def _check_there(url: str) -> None:
    """Opening a SQLite file that is not there would make one."""
    path = url.removeprefix("sqlite:///")
    if path != url and not Path(path).exists():
        raise BadDatabase(f"there is no database {path}")


def _filled(connection: Connection) -> list[str]:
    """The tables that have rows."""
    return [
        table.name
        for table in metadata.sorted_tables
        if connection.execute(select(table).limit(1)).first() is not None
    ]


def _page(
    connection: Connection, table: Table, after: tuple[object, ...] | None, size: int
) -> list[dict[str, Any]]:
    """The rows after a primary key, in its order."""
    columns = tuple_(*table.primary_key)
    chosen = select(table).order_by(*table.primary_key).limit(size)
    if after is not None:
        chosen = chosen.where(columns > after)
    return [dict(row) for row in connection.execute(chosen).mappings()]


def _put(connection: Connection, table: Table, rows: list[dict[str, Any]]) -> None:
    connection.execute(insert(table), rows)
