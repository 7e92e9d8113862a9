"""Durability, migrations, locks, full disks: what the database must promise (F-02, F-03, U-04)."""

import asyncio
import itertools
import secrets
import threading
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from databases import Postgres
from logs import STANDING, a_table, created
from sqlalchemy import Connection, text
from sqlalchemy.schema import SchemaItem

from ilos.server.tables.fold import apply
from ilos.server.tables.state import TableState
from ilos.store import BadDatabase, Conflict, StoreUnavailable
from ilos.store.backup import back_up
from ilos.store.database import check_durability, open_database
from ilos.store.housekeeping import move_everything
from ilos.store.log_entries import Chair, ChairFreed, Created, Started, StoredEntry, decode_entry
from ilos.store.migrate import is_current
from ilos.store.rows import NewEntry
from ilos.store.schema import metadata
from ilos.store.sqlite import SqliteDatabase
from ilos.store.store import Store, open_store


async def test_migrations_build_the_schema_the_program_uses(store: Store) -> None:
    """U-04: what the steps built and what the code names are the same."""

    def is_here(item: SchemaItem, _name: str | None, _kind: str, is_built: bool, _: object) -> bool:
        here = "postgresql" if store.database.is_shared else "sqlite"
        return is_built or bool(item.info.get("only", here) == here)

    options = {"include_object": is_here}
    differences = await store.run(
        lambda c: compare_metadata(MigrationContext.configure(c, opts=options), metadata)
    )
    assert differences == []
    assert await store.run(is_current)


async def test_a_database_of_a_newer_program_is_refused(database_url: str) -> None:
    """U-05: never guess what a later version meant."""
    store = await open_store(database_url)
    await store.run(lambda c: c.execute(text("UPDATE alembic_version SET version_num = '9999'")))
    await store.close()
    with pytest.raises(BadDatabase, match="newer"):
        await open_store(database_url)


async def test_sqlite_without_full_sync_is_refused(tmp_path: Path) -> None:
    """F-02: acknowledged moves survive a power cut, or the server does not start."""
    database = open_database(f"sqlite:///{tmp_path}/x.sqlite")
    await database.read(check_durability)

    with pytest.raises(BadDatabase, match="FULL"):
        await database.read(_check_weakened)
    await database.close()


def _check_weakened(connection):  # type: ignore[no-untyped-def]
    connection.exec_driver_sql("COMMIT")
    connection.exec_driver_sql("PRAGMA synchronous=NORMAL")
    connection.exec_driver_sql("BEGIN")
    check_durability(connection)


async def test_a_second_process_on_one_sqlite_file_is_told_so(tmp_path: Path) -> None:
    """SQLite is for one process."""
    first = await open_store(f"sqlite:///{tmp_path}/x.sqlite")
    with pytest.raises(BadDatabase, match="PostgreSQL"):
        await open_store(f"sqlite:///{tmp_path}/x.sqlite")
    await first.close()


async def test_a_full_disk_refuses_and_recovers(tmp_path: Path) -> None:
    """F-03: nothing is half stored, and once there is space appends go through again."""
    store = await open_store(f"sqlite:///{tmp_path}/x.sqlite")
    await store.create(a_table(), STANDING, [created()])
    pages = await store.run(lambda c: c.execute(text("PRAGMA page_count")).scalar_one())
    await store.run(lambda c: c.execute(text(f"PRAGMA max_page_count = {pages}")).scalar_one())
    big = NewEntry(ChairFreed(chair=10**4000))
    with pytest.raises(StoreUnavailable, match="full"):
        await _append_for_ever(store, big)
    head = len(await store.load("t1"))
    await store.run(lambda c: c.execute(text("PRAGMA max_page_count = 100000")).scalar_one())
    await store.append("t1", head, [NewEntry(ChairFreed(chair=1))], STANDING)
    assert head + 1 == len(await store.load("t1"))
    await store.close()


async def _append_for_ever(store: Store, entry: NewEntry) -> None:
    for version in itertools.count(1):
        await store.append("t1", version, [entry], STANDING)


def _thread(_: Connection) -> str:
    return threading.current_thread().name


async def test_a_quick_disk_is_waited_for_and_a_slow_one_by_a_thread(tmp_path: Path) -> None:
    """F-03: anyone who writes nothing never waits for a disk that is slow, nor for a long work."""
    database = SqliteDatabase(tmp_path / "x.sqlite")
    here = threading.current_thread().name
    assert (
        await database.write(_thread, brief=True) == "sqlite-writer_0"
    )  # not known to be quick yet
    for took, brief, where in (
        ((0.0, 0.0), True, here),
        ((0.0, 1.0), True, here),  # one hiccup
        ((0.0, 0.0), False, "sqlite-writer_0"),
        ((1.0, 1.0), True, "sqlite-writer_0"),
    ):
        database._write_connection.took = took
        assert await database.write(_thread, brief) == where
    await database.close()


async def test_nothing_is_written_at_once_while_the_thread_writes(tmp_path: Path) -> None:
    """Two threads never meet in one transaction."""
    database = SqliteDatabase(tmp_path / "x.sqlite")
    await database.write(_thread)  # the file is made by the first of them
    go_on = threading.Event()
    done: list[str] = []

    def long(_: Connection) -> None:
        go_on.wait()
        done.append("long")

    first = asyncio.ensure_future(database.write_alone(long))
    database._write_connection.took = (0.0, 0.0)
    second = asyncio.ensure_future(database.write(lambda _: done.append("brief"), brief=True))
    await database.read(_thread)  # the loop goes on meanwhile
    assert done == []
    go_on.set()
    await asyncio.gather(first, second)
    assert done == ["long", "brief"]
    await database.close()


async def test_reads_that_come_together_leave_turns_to_others(tmp_path: Path) -> None:
    """Each result is used before the next read begins: a hundred at once halted everybody."""
    database = SqliteDatabase(tmp_path / "x.sqlite")
    order: list[tuple[str, int]] = []

    async def ask(number: int) -> None:
        await database.read(lambda _: order.append(("read", number)))
        order.append(("used", number))

    await asyncio.gather(*(ask(number) for number in range(50)))
    assert order == [(what, number) for number in range(50) for what in ("read", "used")]
    await database.close()


async def test_the_log_of_sqlite_is_brought_into_its_file_again_and_again(tmp_path: Path) -> None:
    """It begins again, so that it never takes much more room than some hundred moves."""
    store = await open_store(f"sqlite:///{tmp_path}/x.sqlite")
    await store.create(a_table(), STANDING, [created()])
    for version in range(1, 1001):
        await store.append("t1", version, [NewEntry(ChairFreed(chair=1))], STANDING)
    assert (tmp_path / "x.sqlite-wal").stat().st_size < 8 * 2**20
    await store.close()


async def test_a_backup_taken_while_running_is_whole(tmp_path: Path) -> None:
    """F-23: `VACUUM INTO` gives a database that opens and holds the log."""
    store = await open_store(f"sqlite:///{tmp_path}/x.sqlite")
    await store.create(a_table(), STANDING, [created()])
    back_up(tmp_path / "x.sqlite", tmp_path / "copy.sqlite")
    await store.append("t1", 1, [NewEntry(ChairFreed(chair=1))], STANDING)
    copy = await open_store(f"sqlite:///{tmp_path}/copy.sqlite")
    assert len(await copy.load("t1")) == 1
    await copy.close()
    await store.close()


def test_everything_moves_from_one_database_to_another(tmp_path: Path, postgres: Postgres) -> None:
    """U-07: log, tokens and keys are the same after the move from SQLite to PostgreSQL."""
    asyncio.run(_fill(f"sqlite:///{tmp_path}/x.sqlite"))
    target = postgres.new_database(f"move_{secrets.token_hex(4)}")
    copied = asyncio.run(move_everything(f"sqlite:///{tmp_path}/x.sqlite", target))
    assert (copied["tables"], copied["log_entries"], copied["keys"]) == (1, 1, 1)
    assert asyncio.run(_log(f"sqlite:///{tmp_path}/x.sqlite")) == asyncio.run(_log(target))


async def test_a_move_needs_a_database_to_come_from_and_an_empty_one_to_go_to(
    tmp_path: Path,
) -> None:
    """U-07: anything else is refused before a row is written, without telling a secret."""
    here, there = f"sqlite:///{tmp_path}/x.sqlite", f"sqlite:///{tmp_path}/y.sqlite"
    with pytest.raises(BadDatabase, match="there is no database"):
        await move_everything(here, there)
    assert not (tmp_path / "x.sqlite").exists()
    await _fill(here)
    await (await open_store(there)).close()
    with pytest.raises(BadDatabase, match=r"not empty \(there are rows in keys\)"):
        await move_everything(here, there)


async def _fill(url: str) -> None:
    store = await open_store(url)
    await store.create(a_table(), STANDING, [created()])
    await store.close()


async def _log(url: str) -> tuple[list[StoredEntry], str]:
    store = await open_store(url)
    found = (await store.load("t1"), store.pepper)
    await store.close()
    return found


def test_an_address_that_is_no_database_is_refused() -> None:
    """Bad input says what would be good."""
    with pytest.raises(BadDatabase, match="sqlite:///"):
        open_database("mysql://nowhere")


def test_a_table_of_later_rules_is_refused_and_not_guessed() -> None:
    """U-02: a table keeps the rules it began with; a program that lacks them leaves it alone."""
    state = TableState("t", bytes(32), "code")
    chairs = [Chair(kind="human", colour=colour, name=colour) for colour in ("red", "green")]
    apply(state, StoredEntry(1, 0, None, Created(settings={}, chairs=chairs, commitment="")))
    later = Started(order=[0, 1], rules_version=99, events=[], draws=[], next_draw=0)
    with pytest.raises(ValueError, match="version 99 of the rules is unknown"):
        apply(state, StoredEntry(2, 0, None, later))


def test_an_entry_of_a_later_format_is_refused() -> None:
    """U-03: unknown newer versions are never guessed."""
    with pytest.raises(ValueError, match="format 99"):
        decode_entry(99, "{}")


async def test_writes_committed_together_are_each_whole_or_not_at_all(tmp_path: Path) -> None:
    """Of many appends in one commit, those that conflict are refused and the others stand."""
    store = await open_store(f"sqlite:///{tmp_path}/x.sqlite")
    for number in range(10):
        await store.create(a_table(f"t{number}"), STANDING, [created()])
    free = NewEntry(ChairFreed(chair=0))
    asked = [store.append(f"t{n}", 1 if n % 2 else 7, [free, free], STANDING) for n in range(10)]
    outcomes = await asyncio.gather(*asked, return_exceptions=True)
    assert [isinstance(outcome, Conflict) for outcome in outcomes] == [True, False] * 5
    heads = [len(await store.load(f"t{number}")) for number in range(10)]
    assert heads == [1, 3] * 5
    await store.close()


async def test_a_store_that_closes_first_writes_what_it_was_asked_to(tmp_path: Path) -> None:
    """Anyone who asked before the end gets an answer, and it is a true one."""
    store = await open_store(f"sqlite:///{tmp_path}/x.sqlite")
    asked = [
        asyncio.ensure_future(store.create(a_table(f"t{n}"), STANDING, [created()]))
        for n in range(300)  # more than are committed together
    ]
    await asyncio.sleep(0)
    await store.close()
    assert all(one.done() and one.exception() is None for one in asked)
    again = await open_store(f"sqlite:///{tmp_path}/x.sqlite")
    assert await again.counts() == {"open": 300}
    await again.close()


class Unforeseen(BaseException):
    """Nothing of ours."""


async def test_what_nobody_foresaw_is_told_and_stops_no_later_write(tmp_path: Path) -> None:
    """F-03: anyone who waits for the same commit hears of it, and the next commit goes through."""
    store = await open_store(f"sqlite:///{tmp_path}/x.sqlite")

    def fail(_connection: Connection) -> None:
        raise Unforeseen

    async def write() -> None:
        await store.database.write(fail)

    asked = [store.create(a_table(), STANDING, [created()]), write()]
    outcomes = await asyncio.gather(*asked, return_exceptions=True)
    assert [type(outcome) for outcome in outcomes] == [Unforeseen, Unforeseen]
    await store.create(a_table(), STANDING, [created()])
    assert await store.counts() == {"open": 1}
    await store.close()
