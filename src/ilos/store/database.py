"""Transactions on two databases: a function that gets a connection runs in one transaction.

`sqlite` and `postgres` run the same functions; nothing above asks which of them it has.
"""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Protocol, TypeVar

from sqlalchemy import Connection, text

from ilos.store.errors import BadDatabase
from ilos.store.health import Health
from ilos.store.listener import Changed, Listener, Now, OnMessage, OnVersion
from ilos.store.postgres import PostgresDatabase
from ilos.store.rows import Append
from ilos.store.sqlite import SqliteDatabase

T = TypeVar("T")
Work = Callable[[Connection], T]


class Database(Protocol):
    """The interface of a database for the store."""

    url: str
    health: Health
    is_shared: bool  # by processes that keep one time, the database's, and listen to each other

    def write(self, work: Work[T], brief: bool = False) -> Awaitable[T]:
        """Run in one transaction, committed durably before this returns.

        A brief work changes a few rows that are in memory already, as a move does.
        """

    def write_alone(self, work: Work[T]) -> Awaitable[T]:
        """As `write`, but with no other work in the same commit."""

    def append(self, append: Append) -> Awaitable[int]:
        """Append to the log of a table, durably, or raise Conflict; return the time of it."""

    async def read(self, work: Work[T]) -> T:
        """Run without changing anything."""

    def listener(
        self, on_version: OnVersion, on_message: OnMessage, now: Now, changed: Changed
    ) -> Listener | None:
        """Return what hears of other processes, if the database is shared."""

    async def close(self) -> None:
        """Close every connection."""


def open_database(url: str) -> Database:
    """Open the database at `sqlite:///path` or `postgresql://…`."""
    if url.startswith("sqlite:///"):
        return SqliteDatabase(Path(url.removeprefix("sqlite:///")))
    if url.startswith(("postgresql://", "postgres://")):
        return PostgresDatabase(url)
    raise BadDatabase("a database address begins with sqlite:/// or postgresql://")


def check_durability(connection: Connection) -> None:
    """Refuse a database that could lose an acknowledged move on power loss (F-02)."""
    if connection.dialect.name == "sqlite":
        mode = connection.execute(text("PRAGMA journal_mode")).scalar_one()
        level = connection.execute(text("PRAGMA synchronous")).scalar_one()
        if (mode, level) != ("wal", 2):
            raise BadDatabase(f"SQLite must run with WAL and FULL, not {mode} and {level}")
        return
    for name in ("fsync", "synchronous_commit"):
        value = connection.execute(text(f"SHOW {name}")).scalar_one()
        if value == "off":
            raise BadDatabase(f"PostgreSQL runs with {name}=off: acknowledged moves could be lost")
