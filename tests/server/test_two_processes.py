"""Two servers on one PostgreSQL: any of them serves anybody (F-08, F-12, F-13, F-14, F-20)."""

import asyncio
import secrets
from collections.abc import AsyncIterator

import asyncpg
import pytest
from databases import Postgres
from playing import Running, running

from ilos.protocol.client import React, Say
from ilos.protocol.server import Acknowledged, PresenceChanged, Refused, Said, Update
from ilos.server.ops import admin
from ilos.server.tables.commands import CommandResult
from ilos.server.tables.move_path import catch_up, perform
from ilos.store.log_entries import Stopped
from ilos.store.store import open_store

MULLIGAN = {"type": "mulligan", "discarded": []}


@pytest.fixture
def database(postgres: Postgres) -> str:
    return postgres.new_database(f"two_{secrets.token_hex(6)}")


@pytest.fixture
async def sites(database: str) -> AsyncIterator[tuple[Running, Running]]:
    """Two servers that know nothing of each other but the database."""
    async with running(database) as one, running(database) as two:
        yield one, two


async def test_a_move_made_at_one_is_seen_at_the_other(sites: tuple[Running, Running]) -> None:
    """The other reads it from the log and shows its own listeners what they may see."""
    one, two = sites
    made = await one.table("mine", "mine")
    async with (
        one.player(made.table.id, made.keys[0].token) as ana,
        two.player(made.table.id, made.keys[1].token) as bo,
    ):
        version, _ = await ana.until_turn()
        await bo.welcomed()
        await ana.play(version, MULLIGAN)
        assert (await bo.hear(Update)).version == version + 1
        version += 1
        await bo.play(version, MULLIGAN)
        update = await ana.hear(Update)
        while update.version < version + 1:
            update = await ana.hear(Update)
        assert update.version == version + 1


async def test_a_banned_token_is_cut_off_in_every_process(
    sites: tuple[Running, Running], database: str
) -> None:
    """The tool works on the database; sockets that are open elsewhere are closed all the same."""
    one, two = sites
    made = await one.table("mine", "mine")
    table, token = made.table.id, made.keys[0].token
    tool = await open_store(database)
    try:
        async with one.player(table, token) as here, two.player(table, token) as there:
            await here.welcomed()
            await there.welcomed()
            await admin.perform(tool, {"command": "ban-token", "token": token})
            for socket in (here.socket, there.socket):
                await asyncio.wait_for(socket.wait_closed(), 10)
                assert socket.close_code == 4009
        async with two.player(table, made.host) as host:
            await host.welcomed()
            await admin.perform(tool, {"command": "ban-token", "token": made.host})
            await asyncio.wait_for(host.socket.wait_closed(), 10)
    finally:
        await tool.close()


async def test_rematches_asked_for_everywhere_at_once_make_one_table(
    sites: tuple[Running, Running],
) -> None:
    """F-22: anyone who asks is led to the same table, and there is no other."""
    made = await sites[0].table("mine", "mine")
    table = await sites[0].app.tables.get(made.table.id)
    await perform(table, lambda _: CommandResult([Stopped(reason="agreed")]))
    here = [await site.app.tables.get(made.table.id) for site in sites]
    await catch_up(here[1])
    asked = [
        site.app.tables.rematch(one, f"r{number}{chair}", [chair])
        for number in range(6)
        for chair, (site, one) in enumerate(zip(sites, here, strict=True))
    ]
    found = await asyncio.gather(*asked)
    assert len(set(found)) == 1
    assert sum((await sites[0].app.store.counts()).values()) == 2
    rematch = await sites[0].app.tables.get(found[0])
    await catch_up(rematch)
    assert not any(chair.asked for chair in rematch.state.chairs)


async def test_of_two_moves_at_once_one_is_accepted(sites: tuple[Running, Running]) -> None:
    """F-14: the loser is told that it is stale; the log has one entry."""
    one, two = sites
    made = await one.table("mine", "mine")
    table, token = made.table.id, made.keys[0].token
    async with one.player(table, token) as here, two.player(table, token) as there:
        version, _ = await here.until_turn()
        await there.welcomed()
        await asyncio.gather(
            here.submit(version, MULLIGAN, "a"), there.submit(version, MULLIGAN, "b")
        )
        answers = [await here.answer(), await there.answer()]
        accepted = [a for a in answers if isinstance(a, Acknowledged)]
        refused = [a for a in answers if isinstance(a, Refused)]
        assert (len(accepted), [a.code for a in refused]) == (1, ["stale"])
    log = await one.app.store.load(table)
    assert [entry.version for entry in log] == list(range(1, version + 2))


async def test_the_same_move_sent_to_both_has_one_effect(sites: tuple[Running, Running]) -> None:
    """F-05: every copy gets the same answer, whichever process it reaches."""
    one, two = sites
    made = await one.table("mine", "mine")
    table, token = made.table.id, made.keys[0].token
    async with one.player(table, token) as here, two.player(table, token) as there:
        version, _ = await here.until_turn()
        await there.welcomed()
        await asyncio.gather(
            here.submit(version, MULLIGAN, "same"), there.submit(version, MULLIGAN, "same")
        )
        assert await here.answer() == await there.answer()


async def test_presence_chat_and_reactions_cross_processes(sites: tuple[Running, Running]) -> None:
    """F-20: nobody notices which process they are at."""
    one, two = sites
    made = await one.table("mine", "mine")
    async with one.player(made.table.id, made.keys[0].token) as ana:
        await ana.welcomed()
        async with two.player(made.table.id, made.keys[1].token) as bo:
            await bo.welcomed()
            assert (await ana.hear(PresenceChanged)).presence.online == [0, 1]
            await bo.send(Say(id="s", text="hello"))
            assert (await ana.hear(Said)).line.text == "hello"
            await bo.send(React(id="r", reaction="wow"))
            assert (await ana.hear(Said)).line.reaction == "wow"
        assert (await ana.hear(PresenceChanged)).presence.online == [0]


async def test_a_token_changed_at_one_cuts_the_socket_at_the_other(
    sites: tuple[Running, Running],
) -> None:
    """A-01."""
    one, two = sites
    made = await one.table("mine", "mine")
    async with two.player(made.table.id, made.keys[0].token) as ana:
        await ana.welcomed()
        path = f"/tables/{made.table.id}/token"
        await one.call("POST", path, token=made.keys[0].token)
        await ana.socket.wait_closed()
        assert ana.socket.close_code == 4009


async def test_events_arrive_though_the_listening_connection_was_cut(
    sites: tuple[Running, Running], database: str
) -> None:
    """F-13: looking makes good what was not heard."""
    one, two = sites
    made = await one.table("mine", "mine")
    async with (
        one.player(made.table.id, made.keys[0].token) as ana,
        two.player(made.table.id, made.keys[1].token) as bo,
    ):
        version, _ = await ana.until_turn()
        await bo.welcomed()
        await cut(database, "LISTEN%")
        await ana.play(version, MULLIGAN)
        assert (await bo.hear(Update)).version == version + 1


async def test_writing_goes_on_after_all_connections_were_cut(
    sites: tuple[Running, Running], database: str
) -> None:
    """F-12: a move is refused with `try_again` or accepted, never lost."""
    one, _ = sites
    made = await one.table("mine", "mine")
    async with one.player(made.table.id, made.keys[0].token) as ana:
        version, _ = await ana.until_turn()
        await cut(database, "%")
        for attempt in range(10):
            await ana.submit(version, MULLIGAN, "again")
            answer = await ana.answer()
            if isinstance(answer, Acknowledged):
                break
            assert (answer.code, attempt < 9) == ("try_again", True)
        assert answer.version == version + 1


async def cut(database: str, query: str) -> None:
    """End connections of servers from the database's side."""
    connection = await asyncpg.connect(database)
    await connection.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
        "WHERE datname = current_database() AND pid <> pg_backend_pid() AND query LIKE $1",
        query,
    )
    await connection.close()
