"""One way to run SQL on two databases: a function that gets a connection runs in one transaction.

SQLite has one writing connection in one thread and another that reads, so no two writers ever meet;
PostgreSQL has a pool. Both call the same functions, so every statement is written once.
"""

import asyncio
import fcntl
import os
import sqlite3
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from functools import partial
from itertools import repeat
from pathlib import Path
from typing import Any, Protocol, TypeVar

from sqlalchemy import Connection, create_engine, event, text
from sqlalchemy.engine import Engine
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from ilos.store.clerk import Clerk, Order, Tell, outcome_of, resolve
from ilos.store.errors import BadDatabase, Conflict, InUse, StoreUnavailable
from ilos.store.health import Health

T = TypeVar("T")
Work = Callable[[Connection], T]
_Waiting = tuple[Work[Any], bool, asyncio.Future[Any]]  # what is to be done, is it brief, for whom

_TOGETHER = 200  # works in one commit at most
_AT_ONCE = 0.002  # seconds: a disk that needs no longer is waited for, a slower one by a thread
_CHECKPOINT = 200  # works after which SQLite's log is brought into its file


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
    health: Health

    def write(self, work: Work[T], brief: bool = False) -> Awaitable[T]:
        """Run in one transaction, committed durably before this returns.

        A brief work changes a few rows that are in memory already, as a move does.
        """

    def alone(self, work: Work[T]) -> Awaitable[T]:
        """As `write`, but with nothing else in the same commit."""

    async def read(self, work: Work[T]) -> T:
        """Run without changing anything."""

    async def close(self) -> None:
        """Let go of every connection."""


class SqliteDatabase:
    """One file, one process, one writer.

    Writes that come while the disk is busy are committed together, as one sync to the disk is
    enough for all of them; if one cannot be done, each is tried by itself. Brief works on a quick
    disk are done in the event loop, which takes less than the way to a thread and back; all else
    is done by a clerk, so that nobody waits for a slow disk who writes nothing.
    """

    dialect = "sqlite"

    def __init__(self, path: Path) -> None:
        self.url = f"sqlite:///{path}"
        self.health = Health()
        self.path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._lock = lock_for_this_process(path)
        except OSError as error:
            raise BadDatabase(f"{path} cannot be written: {error.strerror or error}") from None
        self._writer = Clerk("sqlite-writer")
        self._reader = Clerk("sqlite-reader")
        self._write_line = _Line(path, "BEGIN IMMEDIATE")
        self._read_line = _Line(path, "BEGIN")
        self._waiting: list[_Waiting] = []
        self._is_committing = False
        self._with_clerk = 0  # orders on the writing line that are not done yet
        self._since_checkpoint = 0

    def write(self, work: Work[T], brief: bool = False) -> Awaitable[T]:
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        self._waiting.append((work, brief, future))
        if not self._is_committing:
            self._is_committing = True
            loop.call_soon(self._commit_waiting)  # with who asks at the same moment
        return future

    def alone(self, work: Work[T]) -> Awaitable[T]:
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()

        def tell(outcome: Any) -> None:
            self._note(outcome)
            resolve(future, outcome)

        self._by_clerk(partial(_in_transaction, self._write_line, work), tell)
        return future

    async def read(self, work: Work[T]) -> T:
        try:
            found = await self._reader.do(partial(_in_transaction, self._read_line, work))
        except StoreUnavailable as error:
            self._note(error)
            raise
        self._note(None)
        return found

    def _note(self, outcome: Any) -> None:
        if isinstance(outcome, StoreUnavailable):
            self.health.failed(outcome)
        elif not isinstance(outcome, BaseException):
            self.health.worked()

    async def close(self) -> None:
        while self._is_committing:
            await self._writer.do(_nothing)
        for clerk, line in ((self._reader, self._read_line), (self._writer, self._write_line)):
            await clerk.do(line.close)
            clerk.stop()
        os.close(self._lock)

    def _commit_waiting(self) -> None:
        batch, self._waiting = self._waiting[:_TOGETHER], self._waiting[_TOGETHER:]
        order = partial(_in_one_commit, self._write_line, [work for work, _, _ in batch])
        tell = partial(self._committed, batch)
        if self._may_do_at_once(batch):
            tell(outcome_of(order))
        else:
            self._by_clerk(order, tell)

    def _may_do_at_once(self, batch: Sequence[_Waiting]) -> bool:
        if self._with_clerk:  # a line serves one thread at a time
            return False
        is_quick = min(self._write_line.took) < _AT_ONCE  # one hiccup does not make a disk slow
        return is_quick and all(brief for _, brief, _ in batch)

    def _by_clerk(self, order: Order, tell: Tell) -> None:
        def back(outcome: Any) -> None:
            self._with_clerk -= 1
            tell(outcome)

        self._with_clerk += 1
        self._writer.order(order, back)

    def _committed(self, batch: Sequence[_Waiting], found: list[Any] | BaseException) -> None:
        """What came of each, or what nobody foresaw and ended the whole commit."""
        each = found if isinstance(found, list) else repeat(found)
        for (_, _, future), outcome in zip(batch, each, strict=False):
            self._note(outcome)
            resolve(future, outcome)
        self._since_checkpoint += len(batch)
        if self._since_checkpoint >= _CHECKPOINT:
            self._since_checkpoint = 0
            self._by_clerk(self._write_line.checkpoint, _whatever)
        if self._waiting:
            asyncio.get_running_loop().call_soon(self._commit_waiting)
        else:
            self._is_committing = False


def _whatever(_outcome: Any) -> None:
    """A checkpoint that could not be made is made later; nothing waits for it."""


class PostgresDatabase:
    """A server shared by several processes."""

    dialect = "postgresql"

    def __init__(self, url: str, pool: int = 10) -> None:
        self.url = url
        self.health = Health()
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

    async def write(self, work: Work[T], brief: bool = False) -> T:  # noqa: ARG002  all are alike
        try:
            async with self.engine.begin() as connection:
                found = await connection.run_sync(work)
        except IntegrityError as error:
            raise Conflict(str(error.orig)) from error
        except (DBAPIError, OSError, TimeoutError) as error:
            raise self._unavailable(error) from error
        self.health.worked()
        return found

    async def alone(self, work: Work[T]) -> T:
        return await self.write(work)

    async def read(self, work: Work[T]) -> T:
        try:
            async with self.engine.connect() as connection:
                found = await connection.run_sync(work)
        except (DBAPIError, OSError, TimeoutError) as error:
            raise self._unavailable(error) from error
        self.health.worked()
        return found

    def _unavailable(self, error: BaseException) -> StoreUnavailable:
        unavailable = StoreUnavailable(_first_line(error))
        self.health.failed(unavailable)
        return unavailable

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
    """A connection to the SQLite file that stays open; one thread at a time uses it.

    Transactions are begun and ended at the driver: SQLAlchemy takes ten times as long for it.
    """

    def __init__(self, path: Path, begin: str) -> None:
        self._engine = _sqlite_engine(path)
        self._begin = begin
        self._open: tuple[Connection, Any] | None = None  # and what the driver calls it
        self.took = (1.0, 1.0)  # seconds that the file let the last two wait; it has yet to prove

    def run(self, work: Work[T]) -> T:
        """Does it in one transaction: committed when this returns, else nothing has happened."""
        connection, driver = self._open or self._connect()
        asked = time.perf_counter()
        driver.execute(self._begin)
        begun = time.perf_counter()
        try:
            result = work(connection)
            done = time.perf_counter()
            driver.execute("COMMIT")
            self.took = (self.took[1], time.perf_counter() - done + begun - asked)
        except BaseException:
            self._roll_back(driver)
            raise
        return result

    def checkpoint(self) -> None:
        """Brings what was committed from SQLite's log into its file, and begins the log anew."""
        _, driver = self._open or self._connect()
        driver.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()

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
    except (DBAPIError, sqlite3.Error) as error:
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
            "wal_autocheckpoint=10000",  # we make them ourselves, earlier, and never in the loop
        ):
            connection.execute(f"PRAGMA {pragma}").close()

    return engine


def lock_for_this_process(path: Path) -> int:
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
