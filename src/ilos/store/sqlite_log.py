"""Appending a move on SQLite: compiled statements go to the driver directly.

What it buys: SQLAlchemy takes several times as long as SQLite for these two statements
(`bench/server.py --only load`). Delete this module and use `log.append` in `sqlite.py`, and moves
are appended as on any other database.
"""

from typing import Any

import msgspec
from sqlalchemy import Connection, insert
from sqlalchemy.dialects import sqlite

from ilos.store import log
from ilos.store.log import CLOCK, advance_turn
from ilos.store.log_entries import FORMAT, encode_entry
from ilos.store.rows import TURN_COLUMNS, Append, TableSummary
from ilos.store.schema import log_entries, tables


def append(connection: Connection, append: Append) -> int:
    """Append a move, or anything else as `log.append` does."""
    summary, now = append.summary, append.clock
    if isinstance(summary, TableSummary) or append.grants or append.revoked:
        return log.append(connection, append)
    driver: Any = connection.connection.driver_connection
    table, expected = append.table, append.expected
    head = expected + len(append.new)
    turn = (now, head, *msgspec.structs.astuple(summary), table, expected, now)
    if not driver.execute(_MOVE, turn).rowcount:  # a conflict, or the clock was set back
        return log.append(connection, append)
    for version, item in enumerate(append.new, expected + 1):
        entry = (table, version, now, FORMAT, item.command_id, encode_entry(item.entry))
        driver.execute(_INSERT, entry)
    return now


def _for_sqlite(statement: Any, *names: str) -> str:
    """Compile a statement for the driver, with parameters in the order of these names."""
    compiled = statement.compile(dialect=sqlite.dialect(paramstyle="qmark"), column_keys=names)
    if compiled.positiontup != list(names):
        raise ValueError(f"the parameters are in this order: {compiled.positiontup}")
    return str(compiled)


# In SQLite RETURNING takes longer than the update; so unless the clock was set back, the time is
# ours. SQLite rewrites every index of a column that is set: here none.
_MOVE = _for_sqlite(
    advance_turn(CLOCK).where(tables.c.changed <= CLOCK),
    *("clock", "to", *TURN_COLUMNS, "of", "expected", "clock"),
)
_INSERT = _for_sqlite(
    insert(log_entries), "table_id", "version", "at", "format", "command_id", "body"
)
