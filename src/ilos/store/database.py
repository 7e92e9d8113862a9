"""One way to run SQL on two databases: a function that gets a connection runs in one transaction.

SQLite has one writing connection in one thread and another that reads, so no two writers ever meet;
PostgreSQL has a pool. Both call the same functions, so every statement is written once.
"""

import asyncio
import fcntl
import os
import sqlite3
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from itertools import repeat
from pathlib import Path
from typing import Any, Protocol, TypeVar

from sqlalchemy import Connection, create_engine, event, text
from sqlalchemy.engine import Engine
from sqlalchemy.exc import DBAPIError, IntegrityError, InterfaceError, OperationalError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from ilos.store.clerk import Clerk
from ilos.store.errors import BadDatabase, Conflict, InUse, StoreUnavailable

T = TypeVar("T")
Work = Callable[[Connection], T]

_TOGETHER = 200  # works in one commit at most


class Clock:
    """Milliseconds since 1970 that never jump: the wall clock once, then the monotonic one."""

    def __init__(self) -> None:
        self._start = time.time_ns() - time.monotonic_ns()

    def now(self) -> int:
        return (self._start + time.monotonic_ns()) // 1_000_000


class Database(Protocol):
    """What the store needs of a database."""

    dialect: str
    url: str

    async def write(self, work: Work[T]) -> T:
        """Run in one transaction, committed durably before this returns."""

    async def alone(self, work: Work[T]) -> T:
        """As `write`, but with nothing else in the same commit."""

    async def read(self, work: Work[T]) -> T:
        """Run without changing anything."""

    async def close(self) -> None:
        """Let go of every connection."""


class SqliteDatabase:
    """One file, one process, one writer.

    Writes that come while the disk is busy are committed together, as one sync to the disk is
    enough for all of them; if one cannot be done, each is tried by itself.
    """

    dialect = "sqlite"

    def __init__(self, path: Path) -> None:
        self.url = f"sqlite:///{path}"
        self.path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        self._lock = _lock_for_this_process(path)
        self._writer = Clerk("sqlite-writer")
        self._reader = Clerk("sqlite-reader")
        self._write_line = _Line(path, "BEGIN IMMEDIATE")
        self._read_line = _Line(path, "BEGIN")
        self._waiting: list[tuple[Work[Any], asyncio.Future[Any]]] = []
        self._is_committing = False

    async def write(self, work: Work[T]) -> T:
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        self._waiting.append((work, future))
        if not self._is_committing:
            self._is_committing = True
            loop.call_soon(self._commit_waiting, loop)  # with who asks at the same moment
        return await future

    async def alone(self, work: Work[T]) -> T:
        return await self._writer.do(partial(_in_transaction, self._write_line, work))

    async def read(self, work: Work[T]) -> T:
        return await self._reader.do(partial(_in_transaction, self._read_line, work))

    async def close(self) -> None:
        while self._is_committing:
            await self._writer.do(_nothing)
        for clerk, line in ((self._reader, self._read_line), (self._writer, self._write_line)):
            await clerk.do(line.close)
            clerk.stop()
        os.close(self._lock)

    def _commit_waiting(self, loop: asyncio.AbstractEventLoop) -> None:
        batch, self._waiting = self._waiting[:_TOGETHER], self._waiting[_TOGETHER:]
        works = [work for work, _ in batch]

        def tell(found: list[Any] | None, error: BaseException | None) -> None:
            for (_, future), outcome in zip(batch, found or repeat(error), strict=False):
                if future.done():
                    continue  # whoever asked has gone
                if isinstance(outcome, BaseException):
                    future.set_exception(outcome)
                else:
                    future.set_result(outcome)
            if self._waiting:
                self._commit_waiting(loop)
            else:
                self._is_committing = False

        self._writer.order(lambda: _in_one_commit(self._write_line, works), tell, loop)


class PostgresDatabase:
    """A server shared by several processes."""

    dialect = "postgresql"

    def __init__(self, url: str, pool: int = 10) -> None:
        self.url = url
        self.engine: AsyncEngine = create_async_engine(
            _asyncpg_url(url),
            pool_size=pool,
            max_overflow=0,
            pool_timeout=2,
            pool_pre_ping=True,
            connect_args={
                "timeout": 5,
                "server_settings": {
                    "synchronous_commit": "on",
                    "statement_timeout": "5000",
                    "lock_timeout": "2000",
                    "application_name": "ilos",
                },
            },
        )

    async def write(self, work: Work[T]) -> T:
        try:
            async with self.engine.begin() as connection:
                return await connection.run_sync(work)
        except IntegrityError as error:
            raise Conflict(str(error.orig)) from error
        except (DBAPIError, OSError, TimeoutError) as error:
            raise StoreUnavailable(_first_line(error)) from error

    async def alone(self, work: Work[T]) -> T:
        return await self.write(work)

    async def read(self, work: Work[T]) -> T:
        try:
            async with self.engine.connect() as connection:
                return await connection.run_sync(work)
        except (DBAPIError, OSError, TimeoutError) as error:
            raise StoreUnavailable(_first_line(error)) from error

    async def close(self) -> None:
        await self.engine.dispose()


def open_database(url: str) -> SqliteDatabase | PostgresDatabase:
    """The database at `sqlite:///path` or `postgresql://…`."""
    if url.startswith("sqlite:///"):
        return SqliteDatabase(Path(url.removeprefix("sqlite:///")))
    if url.startswith(("postgresql://", "postgres://")):
        return PostgresDatabase(url)
    raise BadDatabase("a database address begins with sqlite:/// or postgresql://")


def check_durability(connection: Connection) -> None:
    """Refuses a database that could lose an acknowledged move when the power goes (F-02)."""
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


class _Line:
    """A connection to the SQLite file that stays open; it is used by one thread.

    Transactions are begun and ended at the driver: SQLAlchemy takes ten times as long for it.
    """

    def __init__(self, path: Path, begin: str) -> None:
        self._engine = _sqlite_engine(path)
        self._begin = begin
        self._open: tuple[Connection, Any] | None = None  # and what the driver calls it

    def run(self, work: Work[T]) -> T:
        """Does it in one transaction: committed when this returns, else nothing has happened."""
        connection, driver = self._open or self._connect()
        driver.execute(self._begin)
        try:
            result = work(connection)
            driver.execute("COMMIT")
        except BaseException:
            self._roll_back(driver)
            raise
        return result

    def close(self) -> None:
        """Let go of the file."""
        if self._open is not None:
            self._open[0].close()
            self._open = None
        self._engine.dispose()

    def _connect(self) -> tuple[Connection, Any]:
        connection = self._engine.connect()
        connection.begin()  # so that nobody below us begins or ends one
        self._open = connection, connection.connection.driver_connection
        return self._open

    def _roll_back(self, driver: Any) -> None:
        try:
            if driver.in_transaction:
                driver.execute("ROLLBACK")
        except sqlite3.Error:  # a line in such a state is not used again
            self.close()


def _in_one_commit(line: _Line, works: Sequence[Work[Any]]) -> list[Any]:
    """The result, or the exception, of each work; all that succeeded are committed."""
    if len(works) > 1:
        with suppress(Exception):
            return line.run(lambda connection: [work(connection) for work in works])
    return [_outcome(line, work) for work in works]


def _nothing() -> None:
    """Done when everything ordered before it is."""


def _outcome(line: _Line, work: Work[Any]) -> Any:
    try:
        return _in_transaction(line, work)
    except Exception as error:  # noqa: BLE001  given to whoever asked
        return error


def _in_transaction(line: _Line, work: Work[T]) -> T:
    try:
        return line.run(work)
    except (IntegrityError, sqlite3.IntegrityError) as error:
        raise Conflict(_first_line(error)) from error
    except (OperationalError, InterfaceError, sqlite3.Error) as error:
        raise StoreUnavailable(_first_line(error)) from error


def _sqlite_engine(path: Path) -> Engine:
    """An engine with one connection, prepared as RELIABILITY 3.1 asks."""
    engine = create_engine(
        f"sqlite:///{path}", pool_size=1, max_overflow=0, connect_args={"check_same_thread": False}
    )

    @event.listens_for(engine, "connect")
    def _prepare(connection: sqlite3.Connection, _: Any) -> None:
        connection.isolation_level = None  # we begin transactions ourselves
        for pragma in (
            "journal_mode=WAL",
            "synchronous=FULL",
            "busy_timeout=5000",
            "foreign_keys=ON",
            "mmap_size=0",
        ):
            connection.execute(f"PRAGMA {pragma}").close()

    return engine


def _lock_for_this_process(path: Path) -> int:
    """SQLite is for one process: a second one is told so at once."""
    handle = os.open(f"{path}.lock", os.O_CREAT | os.O_RDWR, 0o600)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(handle)
        raise InUse(
            f"{path} is in use by another server; several processes need PostgreSQL"
        ) from error
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))  # it holds the secrets of games
    return handle


def _asyncpg_url(url: str) -> str:
    return "postgresql+asyncpg://" + url.split("://", 1)[1]


def _first_line(error: BaseException) -> str:
    """What the database said, without the statement and its parameters, which may be secret."""
    cause = error.orig if isinstance(error, DBAPIError) and error.orig else error
    return f"{type(cause).__name__}: {str(cause).splitlines()[0] if str(cause) else ''}"
