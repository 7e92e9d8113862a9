"""What is deleted and when, and what operators do: deleting and moving.

Open tables nobody started are past their time after 30 minutes without a change, running games
after 90 days, finished and broken-off ones after a year, imported records after 30 days. What is
past its time is marked first, and deleted only when the server has run for days after that; so a
clock that is wrong for a while deletes nothing (docs/hosting/privacy.md).
"""

from functools import partial
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import (
    ColumnElement,
    Connection,
    Table,
    delete,
    insert,
    not_,
    or_,
    select,
    tuple_,
    update,
)

from ilos.store.database import open_database
from ilos.store.errors import BadDatabase
from ilos.store.migrate import migrate
from ilos.store.schema import keys, leases, metadata, notice_counts, records, tables

MINUTE = 60_000
DAY = 24 * 60 * MINUTE

KEPT = {"open": 30 * MINUTE, "playing": 90 * DAY, "finished": 365 * DAY, "stopped": 365 * DAY}
KEPT_RECORDS = 30 * DAY
GRACE = {  # running time between the mark and the deletion
    "open": DAY,
    "playing": 14 * DAY,
    "finished": 7 * DAY,
    "stopped": 7 * DAY,
    "record": 7 * DAY,
}
JUMP = 2 * DAY  # between two sweeps: more is no clock to delete by
_SWEEP = "sweep"


class Sweep(msgspec.Struct, frozen=True):
    """What one look for old tables and records came to."""

    deleted: int
    marked: list[str]  # running games that will be deleted if nobody comes
    is_quiet: bool  # nothing was marked or deleted: the clock has yet to prove itself


class _SweepTime(msgspec.Struct, frozen=True):
    at: int  # by the database's clock
    running: int  # milliseconds that servers have run in all
    quiet_until: int  # of that time


def expire(connection: Connection, now: int, ran: int) -> Sweep:
    """Mark what is past its time and delete what was marked long ago.

    `ran` is for how long the process that asks has run since it last asked, in milliseconds.
    """
    sweep, is_quiet = _time_of_sweep(connection, now, ran)
    _unmark(connection, now)
    marked: list[str] = []
    if not is_quiet:
        marked = _mark(connection, now, sweep.running)
    deleted = 0 if is_quiet else _delete_marked(connection, sweep.running)
    connection.execute(delete(leases).where(leases.c.until < now - DAY))
    connection.execute(delete(notice_counts).where(notice_counts.c.began < now - DAY))
    _keep_sweep(connection, sweep)
    return Sweep(deleted=deleted, marked=marked, is_quiet=is_quiet)


def unmark(connection: Connection, table: str) -> None:
    """Keep a table whose player came back: its days of grace begin again at the next sweep."""
    connection.execute(update(tables).where(tables.c.id == table).values(marked=None))


def _time_of_sweep(connection: Connection, now: int, ran: int) -> tuple[_SweepTime, bool]:
    """How long servers have run in all, and whether the clock is to be trusted for this sweep.

    Several processes together count no more than the time that passed.
    """
    row = select(keys.c.value).where(keys.c.name == _SWEEP).with_for_update()
    found = connection.execute(row).scalar_one_or_none()
    if found is None:
        return _SweepTime(at=now, running=0, quiet_until=DAY), True
    last = msgspec.json.decode(found, type=_SweepTime)
    passed = now - last.at
    running = last.running + min(max(passed, 0), ran)
    quiet_until = last.quiet_until
    if not -JUMP < passed < JUMP:  # the server was away for days, or the clock is wrong
        quiet_until = running + DAY
    return _SweepTime(at=now, running=running, quiet_until=quiet_until), running < quiet_until


def _keep_sweep(connection: Connection, sweep: _SweepTime) -> None:
    value = msgspec.json.encode(sweep).decode()
    mine = keys.c.name == _SWEEP
    if not connection.execute(update(keys).where(mine).values(value=value)).rowcount:
        connection.execute(insert(keys), {"name": _SWEEP, "value": value})


def _old_tables(status: str, now: int) -> ColumnElement[bool]:
    return (tables.c.status == status) & (tables.c.changed < now - KEPT[status])


def _mark(connection: Connection, now: int, running: int) -> list[str]:
    """Mark what is past its time; the running games among it."""
    old = or_(*(_old_tables(status, now) for status in KEPT)) & tables.c.marked.is_(None)
    games = select(tables.c.id).where(old, tables.c.status == "playing")
    found = list(connection.scalars(games))
    connection.execute(update(tables).where(old).values(marked=running))
    old_records = (records.c.created < now - KEPT_RECORDS) & records.c.marked.is_(None)
    connection.execute(update(records).where(old_records).values(marked=running))
    return found


def _unmark(connection: Connection, now: int) -> None:
    """What changed since, or was marked by a clock that was ahead, is kept."""
    old = or_(*(_old_tables(status, now) for status in KEPT))
    connection.execute(
        update(tables).where(tables.c.marked.is_not(None), not_(old)).values(marked=None)
    )
    new = records.c.created >= now - KEPT_RECORDS
    connection.execute(
        update(records).where(records.c.marked.is_not(None), new).values(marked=None)
    )


def _delete_marked(connection: Connection, running: int) -> int:
    deleted = 0
    for status in KEPT:
        due = (tables.c.status == status) & (tables.c.marked <= running - GRACE[status])
        deleted += connection.execute(delete(tables).where(due)).rowcount
    old = records.c.marked <= running - GRACE["record"]
    return deleted + connection.execute(delete(records).where(old)).rowcount


def delete_table(connection: Connection, table: str) -> bool:
    """Delete a table with everything that belongs to it; return whether it existed."""
    return connection.execute(delete(tables).where(tables.c.id == table)).rowcount == 1


async def move_everything(source: str, target: str, batch: int = 1000) -> dict[str, int]:
    """Copy every row to a new, empty database of either kind; return rows per table."""
    check_there(source)
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


def check_there(url: str) -> None:
    """Check that a SQLite file exists, as opening it would create it."""
    path = url.removeprefix("sqlite:///")
    if path != url and not Path(path).exists():
        raise BadDatabase(f"there is no database {path}")


def _filled(connection: Connection) -> list[str]:
    """Return the tables that have rows."""
    return [
        table.name
        for table in metadata.sorted_tables
        if connection.execute(select(table).limit(1)).first() is not None
    ]


def _page(
    connection: Connection, table: Table, after: tuple[object, ...] | None, size: int
) -> list[dict[str, Any]]:
    """Return the rows after a primary key, in its order."""
    columns = tuple_(*table.primary_key)
    chosen = select(table).order_by(*table.primary_key).limit(size)
    if after is not None:
        chosen = chosen.where(columns > after)
    return [dict(row) for row in connection.execute(chosen).mappings()]


def _put(connection: Connection, table: Table, rows: list[dict[str, Any]]) -> None:
    connection.execute(insert(table), rows)
