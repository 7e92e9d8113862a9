"""F-05, F-14, F-20: several processes on one PostgreSQL, any of which serves anybody."""

import asyncio
import os
import signal
from contextlib import AsyncExitStack

import httpx
import pytest
from playing import Player, running
from sizes import size

from ilos.protocol.client import Say
from ilos.protocol.server import Acknowledged, Refused, Said
from ilos.store.listener import Listener
from ilos.store.log_entries import StoredEntry
from ilos.store.store import open_store
from nemesis.checker import check
from nemesis.players import Seated, a_company, play_on
from nemesis.processes import ServerProcess, a_server

MOVES = size(25, 1000)
LINES = size(10, 200)
FREEZES = size(10, 300)


def twin_of(player: Seated) -> Seated:
    """The same person on another device."""
    twin = Seated(player.table, player.token, f"twin-{player.token[:6]}", 1)
    twin.history = player.history
    return twin


async def test_two_processes_that_start_at_once_share_an_empty_database(postgres_url: str) -> None:
    """Both find the schema and the same keys, no matter who made them."""
    both = [ServerProcess(postgres_url, {}, None, {}) for _ in range(2)]
    await asyncio.gather(*(server.start() for server in both))
    for server in both:
        async with httpx.AsyncClient(base_url=server.address) as client:
            assert (await client.get("/readyz")).status_code == 200
        await server.stop()


async def test_moves_sent_to_both_processes_at_once_have_one_effect(postgres_url: str) -> None:
    """F-14: different moves by two tabs of one person; one wins, the other is told the version."""
    async with a_server(postgres_url) as one, a_server(postgres_url) as two:
        people = await a_company(one.address, 2, seed=5)
        twins = [twin_of(player) for player in people]
        async with AsyncExitStack() as lines:
            for player, twin in zip(people, twins, strict=True):
                await lines.enter_async_context(player.at(one.address))
                await lines.enter_async_context(twin.at(two.address))
            everybody = [*people, *twins]
            for player in everybody:
                await player.heard_something()
            for _ in range(MOVES):
                index = next(i for i, player in enumerate(people) if player.is_to_move())
                sent = [person.new_move() for person in (people[index], twins[index])]
                for person, command in zip((people[index], twins[index]), sent, strict=True):
                    await person.send(command)
                for person, command in zip((people[index], twins[index]), sent, strict=True):
                    while command.outcome == "sent":
                        await person.next()
                won = [command for command in sent if command.outcome == "acknowledged"]
                lost = [command for command in sent if command.outcome == "refused"]
                assert (len(won), len(lost)) == (1, 1), sent
                assert lost[0].code in ("stale", "not_your_turn")
                assert won[0].version is not None
                for player in everybody:
                    await player.until(won[0].version)
    await check(postgres_url, [*people, *twins])


async def test_a_process_that_was_frozen_refuses_what_came_too_late(postgres_url: str) -> None:
    """A pause (SIGSTOP) while others play on: old moves are refused, and its people catch up."""
    async with a_server(postgres_url) as one, a_server(postgres_url) as two:
        people = await a_company(one.address, 2, seed=7)
        twins = [twin_of(player) for player in people]
        async with AsyncExitStack() as lines:
            for player, twin in zip(people, twins, strict=True):
                await lines.enter_async_context(player.at(one.address))
                await lines.enter_async_context(twin.at(two.address))
            for player in (*people, *twins):
                await player.heard_something()
            for _ in range(FREEZES):
                index = next(i for i, player in enumerate(people) if player.is_to_move())
                os.kill(two.pid, signal.SIGSTOP)
                try:
                    late = twins[index].new_move()
                    await twins[index].send(late)
                    won = await people[index].move()
                    assert won.outcome == "acknowledged"
                finally:
                    os.kill(two.pid, signal.SIGCONT)
                while late.outcome == "sent":
                    await twins[index].next()
                assert (late.outcome, late.code in ("stale", "not_your_turn")) == ("refused", True)
                assert won.version is not None
                for player in (*people, *twins):
                    await player.until(won.version)
    await check(postgres_url, [*people, *twins])


async def test_a_move_repeated_everywhere_gets_the_same_answer(postgres_url: str) -> None:
    """F-05: the same id over the same socket, another socket, another process, and HTTP."""
    async with a_server(postgres_url) as one, a_server(postgres_url) as two:
        people = await a_company(one.address, 2, seed=6)
        twins = [twin_of(player) for player in people]
        async with AsyncExitStack() as lines:
            for player, twin in zip(people, twins, strict=True):
                await lines.enter_async_context(player.at(one.address))
                await lines.enter_async_context(twin.at(two.address))
            for player in (*people, *twins):
                await player.heard_something()
            for _ in range(MOVES):
                index = next(i for i, player in enumerate(people) if player.is_to_move())
                mover, twin = people[index], twins[index]
                sent = mover.new_move()
                for line in (mover.line, twin.line, mover.line, twin.line):
                    await line.submit(sent.base, sent.move, sent.id)
                for player in (mover, mover, twin, twin):
                    sent.take(await answer_for(player, sent.id))
                body = {"type": "submit_move", "id": sent.id, "version": 1, "move": sent.move}
                for server in (one, two):
                    path = f"{server.address}/api/v1/tables/{mover.table}/commands"
                    head = {"Authorization": f"Bearer {mover.token}"}
                    async with httpx.AsyncClient(timeout=20) as client:
                        answer = (await client.post(path, json=body, headers=head)).json()
                    assert (answer["id"], answer["version"]) == (sent.id, sent.version)
                assert [kind for kind, _ in sent.answers] == ["Acknowledged"] * 4
                assert sent.version is not None
                for player in (*people, *twins):
                    await player.until(sent.version)
    await check(postgres_url, [*people, *twins])


async def answer_for(player: Seated, command: str) -> Acknowledged | Refused:
    while True:
        message = await player.next()
        if isinstance(message, (Acknowledged, Refused)) and message.id == command:
            return message


async def test_what_is_said_at_both_processes_at_once_is_heard_by_all(postgres_url: str) -> None:
    """F-20: lines are numbered without a gap, and everybody hears each once."""
    async with a_server(postgres_url) as one, a_server(postgres_url) as two:
        ana, bo = await a_company(one.address, 2, seed=7)
        async with ana.at(one.address), bo.at(two.address):
            for player in (ana, bo):
                await player.heard_something()
            for number in range(LINES):
                for player, name in ((ana, "a"), (bo, "b")):
                    await player.line.send(Say(id=f"{name}{number}", text=f"{name} {number}"))
            heard = [await lines_heard(player.line, 2 * LINES) for player in (ana, bo)]
    store = await open_store(postgres_url)
    kept = {row.number: row.text for row in await store.chat(ana.table, limit=1000)}
    await store.close()
    assert sorted(kept) == list(range(1, 2 * LINES + 1))
    assert heard[0] == heard[1] == kept


async def lines_heard(line: Player, count: int) -> dict[int, str]:
    """So many lines by their numbers; none may come twice."""
    found: dict[int, str] = {}
    while len(found) < count:
        said = await line.hear(Said)
        assert said.line.number not in found
        found[said.line.number] = said.line.text
    return found


async def test_a_rolling_restart_loses_no_move(postgres_url: str) -> None:
    """F-15: each process is stopped in turn; its lines are told to come back (1012), and do."""
    servers = [ServerProcess(postgres_url, {}, None, {}) for _ in range(2)]
    for server in servers:
        await server.start()
    people = await a_company(servers[0].address, 2, seed=8)
    for round_number in range(4):
        going, staying = servers if round_number % 2 == 0 else reversed(servers)
        async with people[0].at(going.address), people[1].at(staying.address):
            for player in people:
                await player.heard_something()
            mover = next(one for one in people if one.pending or one.is_to_move())
            sent = await mover.move()
            assert sent.version is not None
            for player in people:
                await player.until(sent.version)
            stopping = asyncio.create_task(going.stop())
            await people[0].line.socket.wait_closed()
            assert people[0].line.socket.close_code == 1012
            await stopping
        fresh = ServerProcess(postgres_url, {}, None, {})
        await fresh.start()
        servers[servers.index(going)] = fresh
    for server in servers:
        await server.stop()
    await check(postgres_url, people)


async def test_a_process_that_is_behind_reads_the_log_before_it_shows_the_game(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """I5: anyone who comes to it from another process is not shown an earlier position."""
    async with running(postgres_url) as one:
        people = await a_company(one.address, 2, seed=9)
        monkeypatch.setattr(Listener, "start", lambda _listener: None)  # it hears of nothing
        async with running(postgres_url) as deaf:
            async with people[0].at(deaf.address):
                await people[0].heard_something()
            async with people[0].at(one.address), people[1].at(one.address):
                for player in people:
                    await player.heard_something()
                mover = next(player for player in people if player.is_to_move())
                sent = await mover.move()
                assert sent.version is not None
                for player in people:
                    await player.until(sent.version)
            async with mover.at(deaf.address):
                await mover.heard_something()
            assert mover.session.version == sent.version


async def test_a_process_does_not_read_what_it_wrote_itself(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The database tells it of its own moves as well, often before their commit returns."""
    async with running(postgres_url) as one, running(postgres_url):
        people = await a_company(one.address, 2, seed=10)
        async with people[0].at(one.address), people[1].at(one.address):
            for player in people:
                await player.heard_something()
            read: list[str] = []
            load = one.app.store.load

            async def counted(table: str, after: int = 0) -> list[StoredEntry]:
                read.append(table)
                return await load(table, after)

            monkeypatch.setattr(one.app.store, "load", counted)
            await play_on(people, MOVES)
            assert read == []
