"""F-03, F-08, F-12, F-13: the database is full, away or restarted; its word is lost or doubled."""

import asyncio
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from databases import Postgres
from playing import Running, running
from sizes import size
from sqlalchemy import text, update

from ilos.protocol.server import Acknowledged
from ilos.server import app
from ilos.store import StoreUnavailable
from ilos.store.listener import Listener
from ilos.store.schema import log_entries
from ilos.store.sqlite import SqliteDatabase
from ilos.store.store import Store
from nemesis.checker import check
from nemesis.players import Seated, Sent, a_company
from nemesis.processes import a_server

RESTARTS = size(3, 100)
FULL = size(10, 100)
MOVES = size(30, 1000)
LARGE = 16_000


async def move_until_stored(people: list[Seated]) -> Sent:
    """A move, sent again with the same id as long as the answer is `try_again`."""
    mover = next(one for one in people if one.pending or one.is_to_move())
    while True:
        sent = await mover.move()
        if sent.outcome == "acknowledged":
            return sent
        assert sent.outcome == "unknown", sent
        await until_ready(mover.address)


async def until_ready(address: str) -> None:
    """As a balancer does: until the server says that it can read its database again."""
    async with httpx.AsyncClient(base_url=address, timeout=20) as client:
        while (await client.get("/readyz")).status_code != 200:
            pass


async def all_see(people: list[Seated], sent: Sent) -> None:
    assert sent.version is not None
    for one in people:
        await one.until(sent.version)


async def test_moves_flow_again_after_the_database_crashed(
    postgres: Postgres, postgres_url: str
) -> None:
    """F-12: stopped at once and started again, while moves are made; both processes come back."""
    async with a_server(postgres_url) as one, a_server(postgres_url) as two:
        people = await a_company(one.address, 2, seed=21)
        async with people[0].at(one.address), people[1].at(two.address):
            for player in people:
                await player.heard_something()
            for _ in range(RESTARTS):
                await all_see(people, await move_until_stored(people))
                crash = asyncio.create_task(asyncio.to_thread(postgres.crash))
                while not crash.done():
                    await all_see(people, await move_until_stored(people))
                await crash
            await all_see(people, await move_until_stored(people))
    await check(postgres_url, people)


async def test_events_arrive_though_all_connections_are_cut_again_and_again(
    postgres: Postgres, postgres_url: str
) -> None:
    """F-13: the listening connection, then every connection; nothing is missing."""
    async with a_server(postgres_url) as one, a_server(postgres_url) as two:
        people = await a_company(one.address, 2, seed=22)
        async with people[0].at(one.address), people[1].at(two.address):
            for player in people:
                await player.heard_something()
            for number in range(RESTARTS * 2):
                await asyncio.to_thread(postgres.cut, only_listeners=number % 2 == 0)
                sent = await move_until_stored(people)
                await all_see(people, sent)
    await check(postgres_url, people)


@pytest.fixture
def bad_notifications(monkeypatch: pytest.MonkeyPatch) -> None:
    """A third of the notifications are lost, a third come twice, the rest one later."""
    rng = Random(5)
    heard = Listener._on_notification
    late: list[Any] = []

    def distorted(self: Listener, *arguments: Any) -> None:
        match rng.choice(("lost", "doubled", "late")):
            case "doubled":
                heard(self, *arguments)
                heard(self, *arguments)
            case "late":
                if late:
                    heard(self, *late.pop())
                late.append(arguments)

    monkeypatch.setattr(Listener, "_on_notification", distorted)


@pytest.mark.usefixtures("bad_notifications")
async def test_lost_doubled_and_late_notifications_harm_nobody(postgres_url: str) -> None:
    """F-08: the log is read, so everybody is current soon and sees each version once."""
    async with running(postgres_url) as one, running(postgres_url) as two:
        people = await a_company(one.address, 2, seed=23)
        async with people[0].at(one.address), people[1].at(two.address):
            for player in people:
                await player.heard_something()
            for _ in range(MOVES):
                await all_see(people, await move_until_stored(people))
    await check(postgres_url, people)


async def set_pages(server: Running, pages: int) -> int:
    """How many pages the SQLite file may have from now on; how many it has."""
    statement = text(f"PRAGMA max_page_count={pages}")
    await server.app.store.run(lambda c: c.execute(statement).scalar())
    found = await server.app.store.run(lambda c: c.execute(text("PRAGMA page_count")).scalar_one())
    return int(found)


async def test_a_full_disk_refuses_moves_and_nothing_else(tmp_path: Path) -> None:
    """F-03: a clear code, memory equals database, looking goes on, and it recovers by itself."""
    database = f"sqlite:///{tmp_path}/ilos.sqlite"
    async with running(database) as server:
        people = await a_company(server.address, 2, seed=24)
        async with people[0].at(server.address), people[1].at(server.address):
            for player in people:
                await player.heard_something()
            for _ in range(FULL):
                await set_pages(server, await set_pages(server, 1_000_000))
                await fill_up(server, people)
                await set_pages(server, 1_000_000)
                sent = await next(one for one in people if one.pending).move()
                assert sent.outcome == "acknowledged"
                await all_see(people, sent)
    await check(database, people)


async def test_a_write_that_fails_is_logged_and_readyz_tells(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """F-03: anyone who looks after the server learns that the disk is full."""
    async with running(f"sqlite:///{tmp_path}/ilos.sqlite", sweep=3600) as server:
        people = await a_company(server.address, 2, seed=24)
        async with people[0].at(server.address), people[1].at(server.address):
            for player in people:
                await player.heard_something()
            await set_pages(server, await set_pages(server, 1_000_000))
            await fill_up(server, people)
        answer = await server.http.get(f"{server.address}/readyz")  # asked once: it is cached
        assert (answer.status_code, "full" in answer.json()["detail"]) == (503, True)
    said = [r.getMessage() for r in caplog.records if r.name == "ilos.store.health"]
    assert len(said) == 1
    assert "full" in said[0]


async def test_a_damaged_file_is_logged_and_readyz_tells(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """F-03: and goes on telling, though other pages can be read."""
    path = tmp_path / "ilos.sqlite"
    async with running(f"sqlite:///{path}") as server:
        made = await server.table("mine", "mine")
    data = path.read_bytes()
    with path.open("r+b") as file:  # every page after the first ones
        file.seek(4096 * 3)
        file.write(b"\xff" * (len(data) - 4096 * 3))
    database = SqliteDatabase(path)
    store = Store(database)
    with pytest.raises(StoreUnavailable):
        await store.load(made.table.id)
    assert "malformed" in (database.health.trouble or "")
    database.health.worked()
    assert database.health.trouble is not None
    assert any("malformed" in r.getMessage() for r in caplog.records)
    await store.close()


async def fill_up(server: Running, people: list[Seated]) -> None:
    """Moves until the disk is full; then the state is as the database has it."""
    while True:
        mover = next(one for one in people if one.is_to_move())
        sent = await mover.move()
        if sent.outcome != "acknowledged":
            break
        await all_see(people, sent)
    assert (sent.outcome, sent.code) == ("unknown", "try_again")
    path = f"/tables/{mover.table}"
    state = await server.call("GET", f"{path}/state", token=mover.token)
    polled = await server.call("GET", f"{path}/updates?after=1", token=mover.token)
    stored = await server.app.store.load(mover.table)
    assert state["version"] == polled["version"] == len(stored) == people[0].session.version


async def test_a_slow_reader_is_cut_off_and_the_others_are_not(tmp_path: Path) -> None:
    """F-09: its queue is bounded; it comes back and sees what everybody sees."""
    settings = {"queue_bytes": 64 * 1024}
    async with running(f"sqlite:///{tmp_path}/x.sqlite", **settings) as server:
        people = await a_company(server.address, 2, seed=25)
        slow = Seated(people[0].table, people[0].token, "slow", 1)
        async with slow.at(server.address):
            await slow.heard_something()
            slow.line.socket.transport.pause_reading()
            table = await server.app.tables.get(slow.table)
            (connection,) = table.connections
            async with people[0].at(server.address), people[1].at(server.address):
                for player in people:
                    await player.heard_something()
                sent = await move_until_stored(people)
                while connection.close_code is None:
                    await all_see(people, sent)
                    assert connection.queued <= 64 * 1024 + LARGE  # and one message
                    table.send_to_all(
                        Acknowledged(id="x" * LARGE, version=1), lambda c: c is connection
                    )
                    sent = await move_until_stored(people)
                await all_see(people, sent)
                assert connection.close_code == 4008
                slow.line.socket.transport.abort()
        async with slow.at(server.address):
            await slow.until(sent.version or 0)
        assert slow.session.view == people[0].session.view
        assert slow.session.events == people[0].session.events


async def test_a_game_longer_than_the_queue_can_be_joined(tmp_path: Path) -> None:
    """F-07, F-09: a welcome is one message, however long the game is; so is a long catch-up."""
    async with running(f"sqlite:///{tmp_path}/x.sqlite", queue_bytes=2000) as server:
        people = await a_company(server.address, 2, seed=26)
        async with people[0].at(server.address):
            await people[0].heard_something()
        assert len(people[0].line.bytes[0]) > 2000


async def test_a_table_that_cannot_be_read_does_not_keep_the_others_waiting(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F-19: a broken log is one table's misfortune; clocks and bots of the others go on."""
    monkeypatch.setattr(app, "BOT_OVERDUE", -10_000)
    looked_at: list[str] = []
    schedule = lambda table: looked_at.append(table.state.id)  # noqa: E731
    monkeypatch.setattr(server.app.scheduler, "schedule", schedule)
    tables = [await server.table("greedy", "mine") for _ in range(3)]
    made = [one.table.id for one in tables]
    broken = update(log_entries).where(log_entries.c.table_id == made[0]).values(body="{}")
    await server.app.store.run(lambda c: c.execute(broken).rowcount)
    for table in made:
        server.app.tables.forget(table)
    looked_at.clear()
    await server.app._sweep_overdue()
    assert set(looked_at) == set(made[1:])
    answer = await server.try_call("GET", f"/tables/{made[0]}", token=tables[0].host)
    assert (answer.status_code, answer.json()["code"]) == (500, "internal")
