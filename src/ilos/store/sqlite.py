"""The SQLite database: one file, one process, one writer; a second connection reads.

Writers never conflict, as all of them wait for the one writing connection.
"""

import asyncio
import os
import sqlite3
import time
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from itertools import repeat
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Connection, create_engine, event
from sqlalchemy.engine import Engine
from sqlalchemy.exc import DBAPIError, IntegrityError

from ilos.store import sqlite_log
from ilos.store.errors import BadDatabase, Conflict, InUse, StoreUnavailable, first_line
from ilos.store.health import Health
from ilos.store.listener import Changed, Listener, Now, OnMessage, OnVersion
from ilos.store.outcomes import resolve, result_of
from ilos.store.rows import Append
from ilos.system import lock_file

T = TypeVar("T")
Work = Callable[[Connection], T]
_Waiting = tuple[Work[Any], bool, asyncio.Future[Any]]  # is it brief, and who waits for it

_MAX_BATCH = 200  # brief works in one commit
_MAX_LONG = 4  # works that are not brief in one commit, as moves wait for it
_FAST_DISK_SECONDS = 0.002  # a commit that takes no longer runs in the event loop
_CHECKPOINT = 200  # works between two checkpoints of the write-ahead log


class SqliteDatabase:
    """One file, one process, one writer.

    Writes that come while the disk is busy are committed together, as one sync to the disk is
    enough for all of them; if one fails, each is tried by itself. Brief works, which moves are, do
    not wait for many others: they take turns with a few of these. On a fast disk they run in
    the event loop, which takes less time than handing them to a thread; all others run in a
    thread, so that a slow disk delays only those who write.
    """

    is_shared = False

    def __init__(self, path: Path) -> None:
        self.url = f"sqlite:///{path}"
        self.health = Health()
        self.path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._lock = lock_for_this_process(path)
        except OSError as error:
            raise BadDatabase(f"{path} cannot be written: {error.strerror or error}") from None
        self._writer = ThreadPoolExecutor(1, "sqlite-writer")
        self._reader = ThreadPoolExecutor(1, "sqlite-reader")
        self._write_connection = _SqliteConnection(path, "BEGIN IMMEDIATE")
        self._read_connection = _SqliteConnection(path, "BEGIN")
        self._reading = asyncio.Lock()
        self._waiting: list[_Waiting] = []
        self._is_committing = False
        self._was_brief = False  # the last commit
        self._jobs_in_thread = 0  # jobs on the writing connection that are not done yet
        self._since_checkpoint = 0

    def write(self, work: Work[T], brief: bool = False) -> Awaitable[T]:
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        self._waiting.append((work, brief, future))
        if not self._is_committing:
            self._is_committing = True
            loop.call_soon(self._commit_waiting)  # together with others of this loop iteration
        return future

    def write_alone(self, work: Work[T]) -> Awaitable[T]:
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()

        def callback(outcome: Any) -> None:
            self._note(outcome)
            resolve(future, outcome)

        self._in_thread(partial(_in_transaction, self._write_connection, work), callback)
        return future

    def append(self, append: Append) -> Awaitable[int]:
        return self.write(partial(sqlite_log.append, append=append), brief=True)

    def listener(
        self,
        on_version: OnVersion,  # noqa: ARG002
        on_message: OnMessage,  # noqa: ARG002
        now: Now,  # noqa: ARG002
        changed: Changed,  # noqa: ARG002
    ) -> Listener | None:
        return None

    async def read(self, work: Work[T]) -> T:
        try:
            async with self._reading:  # the event loop has a turn between two reads
                return await _run(self._reader, _in_transaction, self._read_connection, work)
        except StoreUnavailable as error:
            self._note(error)
            raise  # that it can be read again does not tell that it can be written

    def _note(self, outcome: Any) -> None:
        if isinstance(outcome, StoreUnavailable):
            self.health.failed(outcome)
        elif not isinstance(outcome, BaseException):
            self.health.worked()

    async def close(self) -> None:
        while self._is_committing:
            await _run(self._writer, _no_op)
        for thread, connection in (
            (self._reader, self._read_connection),
            (self._writer, self._write_connection),
        ):
            await _run(thread, connection.close)
            thread.shutdown()
        os.close(self._lock)

    def _commit_waiting(self) -> None:
        batch = self._next_batch()
        job = partial(_in_one_commit, self._write_connection, [work for work, _, _ in batch])
        callback = partial(self._committed, batch)
        if self._may_commit_in_loop(batch):
            callback(result_of(job))
        else:
            self._in_thread(job, callback)

    def _next_batch(self) -> list[_Waiting]:
        """Take the brief works and, in every other commit, a few of the others."""
        brief = [one for one in self._waiting if one[1]]
        long = [one for one in self._waiting if not one[1]]
        if brief and (not long or not self._was_brief):
            self._was_brief = True
            batch, brief = brief[:_MAX_BATCH], brief[_MAX_BATCH:]
        else:
            self._was_brief = False
            batch, long = long[:_MAX_LONG], long[_MAX_LONG:]
        self._waiting = brief + long
        return batch

    def _may_commit_in_loop(self, batch: Sequence[_Waiting]) -> bool:
        if self._jobs_in_thread:  # a connection serves one thread at a time
            return False
        is_quick = (
            min(self._write_connection.took) < _FAST_DISK_SECONDS
        )  # one slow commit does not make a disk slow
        return is_quick and all(brief for _, brief, _ in batch)

    def _in_thread(self, job: Callable[[], Any], callback: Callable[[Any], None]) -> None:
        def back(future: asyncio.Future[Any]) -> None:
            self._jobs_in_thread -= 1
            callback(future.result())

        self._jobs_in_thread += 1
        _run(self._writer, result_of, job).add_done_callback(back)

    def _committed(self, batch: Sequence[_Waiting], found: list[Any] | BaseException) -> None:
        """Resolve each work with its result, or all with the error that ended the commit."""
        each = found if isinstance(found, list) else repeat(found)
        for (_, _, future), outcome in zip(batch, each, strict=False):
            self._note(outcome)
            resolve(future, outcome)
        self._since_checkpoint += len(batch)
        if self._since_checkpoint >= _CHECKPOINT:
            self._since_checkpoint = 0
            self._in_thread(self._write_connection.checkpoint, _ignore_result)
        if self._waiting:
            asyncio.get_running_loop().call_soon(self._commit_waiting)
        else:
            self._is_committing = False


def _run(thread: ThreadPoolExecutor, job: Callable[..., T], *args: Any) -> asyncio.Future[T]:
    future: asyncio.Future[T] = asyncio.get_running_loop().run_in_executor(thread, job, *args)
    return future


def _ignore_result(_outcome: Any) -> None:
    """Ignore the result: a checkpoint that failed is made later."""


class _SqliteConnection:
    """A connection to the SQLite file that stays open; used by one thread at a time.

    Transactions are started and ended at the driver: SQLAlchemy takes ten times as long for it.
    """

    def __init__(self, path: Path, begin: str) -> None:
        self._engine = _sqlite_engine(path)
        self._begin = begin
        self._open: tuple[Connection, Any] | None = None  # with the driver's connection
        self.took = (1.0, 1.0)  # seconds that the last two commits took; assume slow at first

    def run(self, work: Work[T]) -> T:
        """Run in one transaction: committed when this returns, else rolled back."""
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
        """Copy the write-ahead log into the database file."""
        _, driver = self._open or self._connect()
        driver.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()

    def close(self) -> None:
        """Close the file."""
        if self._open is not None:
            self._open[0].close()
            self._open = None
        self._engine.dispose()

    def _connect(self) -> tuple[Connection, Any]:
        connection = self._engine.connect()
        connection.begin()  # so that SQLAlchemy starts or ends none itself
        self._open = connection, connection.connection.driver_connection
        return self._open

    def _roll_back(self, driver: Any) -> None:
        try:
            if driver.in_transaction:
                driver.execute("ROLLBACK")
        except sqlite3.Error:  # a connection in such a state is not used again
            self.close()


def _in_one_commit(connection: _SqliteConnection, works: Sequence[Work[Any]]) -> list[Any]:
    """Return the result or exception of each work; all that succeeded are committed."""
    if len(works) > 1:
        with suppress(Exception):
            return connection.run(lambda c: [work(c) for work in works])
    return [_outcome(connection, work) for work in works]


def _no_op() -> None:
    """Done when every earlier job is."""


def _outcome(connection: _SqliteConnection, work: Work[Any]) -> Any:
    try:
        return _in_transaction(connection, work)
    except Exception as error:  # noqa: BLE001  given to the caller
        return error


def _in_transaction(connection: _SqliteConnection, work: Work[T]) -> T:
    try:
        return connection.run(work)
    except (IntegrityError, sqlite3.IntegrityError) as error:
        raise Conflict(first_line(error)) from error
    except (DBAPIError, sqlite3.Error) as error:
        raise StoreUnavailable(first_line(error)) from error


def _sqlite_engine(path: Path) -> Engine:
    """Return an engine with one durable connection (WAL, synchronous=FULL)."""
    engine = create_engine(
        f"sqlite:///{path}", pool_size=1, max_overflow=0, connect_args={"check_same_thread": False}
    )

    @event.listens_for(engine, "connect")
    def _prepare(connection: sqlite3.Connection, _: Any) -> None:
        connection.isolation_level = None  # we start transactions ourselves
        for pragma in (
            "journal_mode=WAL",
            "synchronous=FULL",
            "busy_timeout=5000",
            "foreign_keys=ON",
            "mmap_size=0",
            "wal_autocheckpoint=10000",  # `checkpoint` runs earlier, and never in the event loop
        ):
            connection.execute(f"PRAGMA {pragma}").close()

    return engine


def lock_for_this_process(path: Path) -> int:
    """SQLite is for one process: a second one is told so at once."""
    handle = os.open(f"{path}.lock", os.O_CREAT | os.O_RDWR, 0o600)
    try:
        lock_file(handle)
    except OSError as error:
        os.close(handle)
        raise InUse(
            f"{path} is in use by another server; several processes need PostgreSQL"
        ) from error
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))  # it contains the secrets of games
    return handle
