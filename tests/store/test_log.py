"""The log of a table, the same over both databases (F-05, F-06, F-14)."""

import asyncio
from typing import Any

import pytest
from logs import STANDING, a_table, created
from sqlalchemy import BigInteger, Boolean, Column, Text, update
from sqlalchemy.types import TypeEngine

from ilos.store import Conflict
from ilos.store.log_entries import ChairFreed, Stopped
from ilos.store.postgres_log import array_type
from ilos.store.rows import Grant, NewEntry, TableSummary, TurnSummary
from ilos.store.schema import tables
from ilos.store.store import Store, open_store


async def test_a_table_comes_back_with_its_first_entry(store: Store) -> None:
    """The log begins at version 1."""
    await store.create(a_table(), STANDING, [created()])
    row = await store.row("t1")
    assert row is not None
    assert (row.head, row.status, row.code) == (1, "open", "code-t1")
    (first,) = await store.load("t1")
    assert (first.version, first.entry) == (1, created().entry)


async def test_versions_follow_each_other_without_a_gap(store: Store) -> None:
    """Invariant I2."""
    await store.create(a_table(), STANDING, [created()])
    for version in range(1, 6):
        await store.append("t1", version, [NewEntry(ChairFreed(chair=version))], STANDING)
    assert [stored.version for stored in await store.load("t1")] == [1, 2, 3, 4, 5, 6]
    assert [stored.version for stored in await store.load("t1", after=4)] == [5, 6]


async def test_an_append_at_an_old_version_is_refused_and_changes_nothing(store: Store) -> None:
    """F-06: the database, not a lock in memory, decides."""
    await store.create(a_table(), STANDING, [created()])
    await store.append("t1", 1, [NewEntry(ChairFreed(chair=0))], STANDING)
    with pytest.raises(Conflict):
        await store.append("t1", 1, [NewEntry(ChairFreed(chair=1))], STANDING)
    with pytest.raises(Conflict):
        await store.append("t1", 7, [NewEntry(ChairFreed(chair=1))], STANDING)
    assert len(await store.load("t1")) == 2


async def test_an_append_to_a_table_that_does_not_exist_is_refused(store: Store) -> None:
    """Nothing appears out of nothing."""
    with pytest.raises(Conflict):
        await store.append("nowhere", 0, [created()], STANDING)


async def test_one_command_is_never_stored_twice(store: Store) -> None:
    """F-05: the id of a command is unique per table, and the whole append is refused with it."""
    await store.create(a_table(), STANDING, [created()])
    await store.append("t1", 1, [NewEntry(ChairFreed(chair=0), "command")], STANDING)
    with pytest.raises(Conflict):
        await store.append("t1", 2, [NewEntry(ChairFreed(chair=1), "command")], STANDING)
    row = await store.row("t1")
    assert row is not None
    assert row.head == 2
    await store.create(a_table("t2"), STANDING, [created()])
    await store.append("t2", 1, [NewEntry(ChairFreed(chair=0), "command")], STANDING)


async def test_of_many_racing_for_a_version_exactly_one_wins(store: Store) -> None:
    """F-14: four writers, each wants every version; refusals are attempts less versions."""
    await store.create(a_table(), STANDING, [created()])
    won = [0, 0, 0, 0]

    async def race(writer: int) -> None:
        for version in range(1, 31):
            try:
                await store.append("t1", version, [NewEntry(ChairFreed(chair=writer))], STANDING)
                won[writer] += 1
            except Conflict:
                continue

    await asyncio.gather(*(race(writer) for writer in range(4)))
    stored = await store.load("t1")
    assert list(range(1, len(stored) + 1)) == [entry.version for entry in stored]
    assert len(stored) - 1 == sum(won)


async def test_times_never_run_backwards(store: Store) -> None:
    """F-11: entries are stamped by the database's clock and never before the last one."""
    await store.create(a_table(), STANDING, [created()])
    for version in range(1, 5):
        await store.append("t1", version, [NewEntry(ChairFreed(chair=0))], STANDING)
    times = [stored.at for stored in await store.load("t1")]
    assert times == sorted(times)


async def test_a_clock_set_back_stops_nobody_and_turns_no_time_back(store: Store) -> None:
    """F-11: a table from the future goes on at the time of its last entry."""
    later = await store.now() + 3_600_000
    await store.create(a_table(), STANDING, [created()])
    await store.run(lambda c: c.execute(update(tables).values(changed=later)).close())
    entry = NewEntry(ChairFreed(chair=0))
    assert await store.append("t1", 1, [entry], TurnSummary(waiting="human")) == later
    assert await store.append("t1", 2, [entry], STANDING) == later
    with pytest.raises(Conflict):
        await store.append("t1", 2, [entry], TurnSummary(waiting="human"))


async def test_a_move_changes_only_the_turn(store: Store) -> None:
    """What lists show of a table is written again only when more than a move changed it."""
    begun = TableSummary(
        status="playing", waiting="human", deadline=7, round=1, to_move=0, summary="begun"
    )
    await store.create(a_table(), begun, [created()])
    entry = NewEntry(ChairFreed(chair=0))
    await store.append("t1", 1, [entry], TurnSummary(waiting="bot", round=2, to_move=1))
    row = await store.row("t1")
    assert row is not None
    assert (row.head, row.waiting, row.round, row.to_move) == (2, "bot", 2, 1)
    assert (row.status, row.deadline, row.summary) == ("playing", 7, "begun")
    over = TableSummary(status="finished", waiting=None, deadline=None, round=3, summary="over")
    await store.append("t1", 2, [entry], over)
    row = await store.row("t1")
    assert row is not None
    assert (row.head, row.waiting, row.round, row.to_move) == (3, None, 3, None)
    assert (row.status, row.deadline, row.summary) == ("finished", None, "over")


async def test_tokens_are_granted_and_revoked_with_the_entry(store: Store) -> None:
    """A-01: a token opens only its own table, until its chair is freed."""
    await store.create(a_table(), STANDING, [created()], [Grant("host", None), Grant("seat", 1)])
    await store.create(a_table("t2"), STANDING, [created()])
    assert await store.chairs_of("t1", ["host", "seat", "other"]) == {"host": None, "seat": 1}
    assert await store.chairs_of("t2", ["host", "seat"]) == {}
    await store.append("t1", 1, [NewEntry(ChairFreed(chair=1))], STANDING, revoked=[1])
    assert await store.chairs_of("t1", ["host", "seat"]) == {"host": None}


async def test_the_log_survives_closing_and_opening(database_url: str) -> None:
    """What was appended is there for the next process."""
    first = await open_store(database_url)
    await first.create(a_table(), STANDING, [created()])
    await first.append("t1", 1, [NewEntry(Stopped(reason="agreed"), "command")], STANDING)
    pepper = first.pepper
    await first.close()
    second = await open_store(database_url)
    assert [stored.command_id for stored in await second.load("t1")] == [None, "command"]
    assert pepper == second.pepper
    await second.close()


async def test_of_many_appends_at_once_only_the_wrong_ones_fail(store: Store) -> None:
    """They may share a commit: a command done before and an old version spoil nothing else."""
    names = [f"t{number:02}" for number in range(30)]
    for name in names:
        await store.create(a_table(name), STANDING, [created()])
    await store.append("t07", 1, [NewEntry(ChairFreed(chair=0), "once")], STANDING)
    await store.append("t11", 1, [NewEntry(ChairFreed(chair=0))], STANDING)
    turn = TurnSummary(waiting="human", round=3, to_move=1)
    asked = [
        store.append(
            name,
            2 if name == "t07" else 1,
            [NewEntry(ChairFreed(chair=1), "once"), NewEntry(ChairFreed(chair=2))],
            turn if number % 2 else STANDING,
        )
        for number, name in enumerate(names)
    ]
    found = await asyncio.gather(*asked, return_exceptions=True)
    failed = [name for name, one in zip(names, found, strict=True) if isinstance(one, Conflict)]
    assert failed == ["t07", "t11"]
    for name, at in zip(names, found, strict=True):
        log = await store.load(name)
        if name not in failed:
            assert [(stored.version, stored.at) for stored in log[1:]] == [(2, at), (3, at)]
    row = await store.row("t03")
    assert row is not None
    assert (row.head, row.round, row.to_move, row.status) == (3, 3, 1, "open")


@pytest.mark.parametrize(
    "kind,name", [(Text, "text[]"), (BigInteger, "bigint[]"), (Boolean, "boolean[]")]
)
def test_a_summary_may_have_a_column_of_any_of_these_types(
    kind: type[TypeEngine[Any]], name: str
) -> None:
    """A field added to TableSummary goes into the one statement of PostgreSQL as it is."""
    assert array_type(Column("new", kind)) == name
