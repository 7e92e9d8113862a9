"""Lists, chat, leases and housekeeping over both databases."""

import asyncio

import msgspec
import pytest
from logs import STANDING, a_table, created
from sqlalchemy import Connection, update

from ilos.store import housekeeping, people
from ilos.store.log_entries import ChairFreed
from ilos.store.rows import ChairRow, ChatRow, NewEntry, TableSummary
from ilos.store.schema import tables
from ilos.store.store import Store, open_store

QUIET = housekeeping.Sweep(deleted=0, marked=[], is_quiet=True)


def standing(status: str, waiting: str | None = None, deadline: int | None = None) -> TableSummary:
    return TableSummary(status=status, waiting=waiting, deadline=deadline, summary="{}")  # type: ignore[arg-type]


async def test_only_listed_open_or_running_tables_are_listed(store: Store) -> None:
    """Private and finished tables are nobody's business."""
    await store.create(a_table("t1"), STANDING, [created()])
    await store.create(a_table("t2"), standing("finished"), [created()])
    assert [row.id for row in await store.listed()] == ["t1"]
    assert await store.counts() == {"open": 1, "finished": 1}
    assert await store.open_tables("me") == (1, 1)


async def test_pages_of_a_list_have_no_holes_and_no_doubles(store: Store) -> None:
    """A-21: also where many tables were made in the same millisecond; a page has at most 100."""
    for number in range(105):
        await store.create(a_table(f"t{number:03}"), STANDING, [created()])
    assert len(await store.listed(limit=1000)) == 100
    await store.run(lambda c: c.execute(update(tables).values(created=7)).close())
    found: list[str] = []
    before: tuple[int, str] | None = None
    while rows := await store.listed(before, limit=10):
        found += [row.id for row in rows]
        before = rows[-1].created, rows[-1].id
    assert found == sorted(found, reverse=True)
    assert len(found) == len(set(found)) == 105


async def test_a_code_finds_its_table(store: Store) -> None:
    """Join by code."""
    await store.create(a_table("t1"), STANDING, [created()])
    found = await store.row_of_code("code-t1")
    assert found is not None
    assert found.id == "t1"
    assert await store.row_of_code("' OR 1=1 --") is None


async def test_tables_past_their_deadline_or_waiting_for_a_bot_are_overdue(store: Store) -> None:
    """F-17, F-21: no table is stuck when the process that served it is gone."""
    now = await store.now()
    await store.create(a_table("late"), standing("playing", "human", now - 1), [created()])
    await store.create(a_table("soon"), standing("playing", "human", now + 60_000), [created()])
    await store.create(a_table("bot"), standing("playing", "bot"), [created()])
    assert await store.overdue(patience=60_000) == ["late"]
    assert sorted(await store.overdue(patience=0)) == ["bot", "late"]


async def test_changes_since_a_moment_are_found_again(store: Store) -> None:
    """F-08, F-13: a lost notification is made good by looking."""
    before = await store.now()
    await store.create(a_table("t1"), STANDING, [created()])
    await store.append("t1", 1, [NewEntry(ChairFreed(chair=0))], STANDING)
    assert await store.changed_since(before) == [("t1", 2)]
    assert await store.changed_since(await store.now() + 60_000) == []


async def test_chat_is_numbered_and_said_once(store: Store) -> None:
    """The same command sent twice is one line."""
    await store.create(a_table("t1"), STANDING, [created()])
    line = ChatRow(0, 1, "Ana", "hello", "players", 5)
    first, fresh = await store.say("t1", "d1", line)
    again, doubled = await store.say("t1", "d1", line)
    second, _ = await store.say("t1", "d2", line)
    assert (first.number, again.number, second.number) == (1, 1, 2)
    assert (fresh, doubled) == (True, False)
    assert [said.number for said in await store.chat("t1")] == [1, 2]
    assert [said.number for said in await store.chat("t1", after=1)] == [2]


async def test_all_that_is_said_at_once_is_kept(store: Store) -> None:
    """F-20: many speak at one moment, at several processes; nobody is asked to try again."""
    await store.create(a_table("t1"), STANDING, [created()])
    other = store if not store.database.is_shared else await open_store(store.database.url)
    line = ChatRow(0, 1, "Ana", "hello", "players", 5)
    said = [who.say("t1", f"d{number}", line) for number in range(20) for who in (store, other)]
    kept = [row.number for row, fresh in await asyncio.gather(*said) if fresh]
    assert sorted(kept) == list(range(1, 21))
    if other is not store:
        await other.close()


async def test_what_a_person_asked_for_is_kept(store: Store) -> None:
    """Mutes and notifications belong to the chair."""
    await store.create(a_table("t1"), STANDING, [created()])
    assert ChairRow() == await store.chair("t1", 0)
    row = ChairRow(email="ana@example.org", muted=(-1, 2), notified=4)
    await store.keep_chair("t1", 0, row)
    await store.keep_chair("t1", 0, row)
    assert row == await store.chair("t1", 0)


async def test_one_thinker_a_version_until_its_lease_ends(postgres_url: str) -> None:
    """F-17: the job of a process that died is taken over, where processes share a database."""
    store = await open_store(postgres_url)
    await store.create(a_table("t1"), STANDING, [created()])
    assert await store.claim("t1", 1, "a", 60_000)
    assert not await store.claim("t1", 1, "b", 60_000)
    assert await store.claim("t1", 1, "a", 0)
    assert await store.claim("t1", 1, "b", 60_000)
    assert await store.claim("t1", 2, "a", 60_000)
    await store.close()


async def test_bans_end_when_they_say(store: Store) -> None:
    """An address may be shut out for a while or for good."""
    now = await store.now()
    await store.run(lambda c: people.ban(c, "address", "good", None, "junk"))
    await store.run(lambda c: people.ban(c, "address", "past", now - 1, "junk"))
    assert "good" in await store.banned("address")
    assert "past" not in await store.banned("address")
    await store.run(lambda c: people.unban(c, "address", "good"))
    assert "good" not in await store.banned("address")


SHIFT = housekeeping.DAY // 3


async def _sweep(store: Store, now: int, days: int = 0) -> housekeeping.Sweep:
    """One look after another, eight hours of running between them, for so many days."""
    for left in range(days * 3, 0, -1):
        await store.run(lambda c, at=now - left * SHIFT: _look(c, at))  # type: ignore[misc]
    return await store.run(lambda c: _look(c, now))


def _look(connection: Connection, at: int) -> housekeeping.Sweep:
    return housekeeping.expire(connection, at, SHIFT)


async def test_old_tables_are_marked_and_deleted_with_everything_that_belongs_to_them(
    store: Store,
) -> None:
    """An open table nobody starts leaves the list after half an hour, and is gone days later."""
    await store.create(a_table("t1"), STANDING, [created()])
    await store.say("t1", "d1", ChatRow(0, 1, "Ana", "hello", "players", 5))
    now = await store.now()
    await _sweep(store, now, days=2)
    assert len(await store.listed()) == 1
    later = now + 31 * housekeeping.MINUTE
    assert (await _sweep(store, later)).deleted == 0
    assert await store.listed() == []
    assert len(await store.load("t1")) == 1
    assert (await _sweep(store, later + housekeeping.DAY, days=1)).is_quiet is False
    assert await store.load("t1") == []
    assert await store.chat("t1") == []


@pytest.mark.parametrize("days", [100, 4000])
async def test_a_clock_that_is_ahead_deletes_nothing(store: Store, days: int) -> None:
    """The server is started once with a wrong clock, and then with the right one again."""
    playing = msgspec.structs.replace(STANDING, status="playing")
    await store.create(a_table("t1"), playing, [created()])
    await store.keep_record("r1", "me", "{}")
    now = await store.now()
    await _sweep(store, now, days=2)
    wrong = now + days * housekeeping.DAY
    for minute in range(60):
        at = wrong + minute * housekeeping.MINUTE
        assert await store.run(lambda c, at=at: _look(c, at)) == QUIET  # type: ignore[misc]
    await _sweep(store, now + housekeeping.DAY, days=1)
    assert len(await store.load("t1")) == 1
    assert await store.record("r1") == "{}"
    assert len(await store.listed()) == 1


async def test_a_running_game_is_named_when_it_is_marked_and_kept_when_someone_comes(
    store: Store,
) -> None:
    """Two weeks of running lie between the mark and the deletion; a visit begins them again."""
    day = housekeeping.DAY
    playing = msgspec.structs.replace(STANDING, status="playing")
    await store.create(a_table("t1"), playing, [created()])
    start = await store.now() + 1  # later than the table, even within one millisecond
    await _sweep(store, start + 89 * day, days=2)
    assert (await _sweep(store, start + 90 * day)).marked == ["t1"]
    await _sweep(store, start + 103 * day, days=13)
    await store.unmark("t1")
    await _sweep(store, start + 115 * day, days=12)
    assert len(await store.load("t1")) == 1
    await _sweep(store, start + 119 * day, days=4)
    assert await store.load("t1") == []


async def test_a_jump_of_the_clock_deletes_nothing_whose_grace_is_over(store: Store) -> None:
    """A wrong clock is not trusted, however long ago the mark was made."""
    day = housekeeping.DAY
    playing = msgspec.structs.replace(STANDING, status="playing")
    await store.create(a_table("t1"), playing, [created()])
    start = await store.now() + 1  # later than the table, even within one millisecond
    await _sweep(store, start + 89 * day, days=2)
    assert (await _sweep(store, start + 90 * day)).marked == ["t1"]
    days = housekeeping.GRACE["playing"] // day - 1
    last = start + (90 + days) * day
    await _sweep(store, last, days)
    for shift in (1, 2):
        await _sweep(store, last + shift * SHIFT)
    assert len(await store.load("t1")) == 1, "eight hours of running are missing"
    assert await _sweep(store, last + 100 * day) == QUIET
    assert len(await store.load("t1")) == 1


async def test_time_in_which_no_server_ran_is_no_grace(store: Store) -> None:
    """A machine that was off for a month deletes nothing on its first day."""
    day = housekeeping.DAY
    playing = msgspec.structs.replace(STANDING, status="playing")
    await store.create(a_table("t1"), playing, [created()])
    start = await store.now() + 1  # later than the table, even within one millisecond
    await _sweep(store, start + 91 * day, days=2)
    assert await _sweep(store, start + 130 * day) == QUIET
    await _sweep(store, start + 135 * day, days=5)
    assert len(await store.load("t1")) == 1


async def test_records_are_kept_under_their_id(store: Store) -> None:
    """Imported records are looked at by anyone who has the id."""
    await store.keep_record("r1", "me", "{}")
    assert await store.record("r1") == "{}"
    assert await store.record("r2") is None


async def test_notices_are_counted_for_a_day_from_the_first(store: Store) -> None:
    """And one that is used up takes nothing from the others."""
    take, start, day = store._count_notice, 1_000_000, housekeeping.DAY
    both = {"a": 2, "b": 3}
    assert [await take(both, start) for _ in range(3)] == [True, True, False]
    assert await take({"b": 3}, start + 1)
    assert not await take({"b": 3}, start + day - 1)
    assert await take({"b": 3}, start + day)
    assert not await take({"a": 1}, start + 1)
    assert await take({"a": 1}, start - 1), "a clock that was ahead counts for nothing"
    assert await take({"a": 0}, start - 1), "0 is no limit"


async def test_notices_counted_at_once_do_not_pass_the_limit_together(store: Store) -> None:
    """Of twelve at the same moment, five go out."""
    counted = [store._count_notice({"x": 5, f"y{n}": 1}, 1_000_000) for n in range(12)]
    found = await asyncio.gather(*counted, return_exceptions=True)
    assert found.count(True) == 5


@pytest.mark.parametrize(
    "interval,gap,is_outage", [(1000, 2500, False), (1000, 2501, True), (5000, 2501, False)]
)
async def test_signs_of_life_that_are_missing_are_an_outage(
    store: Store, interval: int, gap: int, is_outage: bool
) -> None:
    """By the interval that was promised, and by any gap after a failure."""
    life = store._sign_of_life
    assert not await life(1_000_000, interval, True)
    assert await life(1_000_000 + gap, 1000, False) is is_outage
    assert await store.lost_time(1_000_000 + 500) == (gap - 500 if is_outage else 0)
    assert await life(1_000_000 + gap + 10, 1000, True)
    assert await store.lost_time(1_000_000 + gap) == 10
