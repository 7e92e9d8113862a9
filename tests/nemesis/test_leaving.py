"""F-16, F-21, F-24: everybody cut at once, people who never come back, and what stays behind."""

import asyncio
from pathlib import Path
from random import Random

import pytest
from playing import WAIT, Running, running
from sizes import size

from ilos.protocol.tables import DaysATurn
from ilos.server.tables.clock import DAY
from ilos.store.housekeeping import delete_table
from nemesis.checker import check
from nemesis.players import Seated, a_company

GAMES = size(3, 100)
CROWD = size(30, 500)


async def test_everybody_cut_at_the_same_moment_comes_back(tmp_path: Path) -> None:
    """F-16: all lines are cut, all come back at once, and each goes on where it was."""
    database = f"sqlite:///{tmp_path}/x.sqlite"
    async with running(database, sockets_per_address=0) as server:
        companies = [await a_company(server.address, 2, seed=number) for number in range(CROWD)]
        people = [one for company in companies for one in company]

        async def visit(one: Seated) -> None:
            async with one.at(server.address):
                await one.heard_something()
                if one.is_to_move():
                    assert (await one.move()).outcome == "acknowledged"
                else:
                    await one.until(3)
                one.line.socket.transport.abort()

        for _ in range(2):
            await asyncio.gather(*(visit(one) for one in people))
        async with asyncio.timeout(WAIT):
            while server.app.sockets.total:
                await server.http.get("/server")
    await check(database, people)


@pytest.mark.parametrize("way", ["leave", "resign", "clock"])
async def test_games_end_though_every_person_leaves(tmp_path: Path, way: str) -> None:
    """F-21: at any moment, with a word, for good, or by never coming back; bots play on."""
    settings = {"substitute": "random", "workers": 2}
    async with running(f"sqlite:///{tmp_path}/x.sqlite", **settings) as server:
        for number in range(GAMES):
            rng = Random(f"{way} {number}")
            clock = {"clock": {"kind": "days", "days": 1}} if way == "clock" else {}
            people = await a_company(server.address, 2, seed=number, **{"max_rounds": 2, **clock})
            gone: set[str] = set()
            async with people[0].at(server.address), people[1].at(server.address):
                for one in people:
                    await one.heard_something()
                while len(gone) < 2:
                    there = [one for one in people if one.token not in gone]
                    mover = await someone_to_move(there)
                    if mover is None:
                        break  # the game was over before everybody had left
                    if rng.random() < 0.6:
                        sent = await mover.move()
                        for one in people:
                            await one.until(sent.version or 0)
                        continue
                    leaver = mover if way == "clock" else rng.choice(there)
                    await go(server, leaver, way)
                    gone.add(leaver.token)
                for one in people:
                    while not is_over(one):
                        await one.next()


async def someone_to_move(there: list[Seated]) -> Seated | None:
    """Who of those still there is to move, once it is someone's turn; None when it is over."""
    while not is_over(there[0]):
        for one in there:
            await one.until(there[0].session.version)
            if one.is_to_move():
                return one
        await there[0].next()
    return None


def is_over(one: Seated) -> bool:
    return one.session.view is not None and one.session.view.phase == "over"


async def go(server: Running, who: Seated, way: str) -> None:
    """Someone leaves."""
    path = f"/tables/{who.table}"
    if way == "leave":
        await server.call("POST", f"{path}/leave", token=who.token)
    elif way == "resign":
        command = {"type": "resign", "id": f"resign-{who.token}"}
        answer = await server.call("POST", f"{path}/commands", command, who.token)
        assert answer["type"] == "acknowledged", answer
    else:
        table = await server.app.tables.get(who.table)
        assert isinstance(table.state.settings.clock, DaysATurn)
        assert table.state.clock is not None
        table.state.clock.since -= 2 * DAY
        await server.app.check_clock(table)


async def test_nothing_is_kept_of_tables_that_are_gone(tmp_path: Path) -> None:
    """F-24: after many tables and sockets every list of the app is as short as before."""
    async with running(f"sqlite:///{tmp_path}/x.sqlite", table_memory=1) as server:
        app = server.app
        clock = {"kind": "minutes", "minutes": 5}
        for _ in range(20):
            made = await server.table("mine", "random", clock=clock)
            async with server.player(made.table.id, made.keys[0].token) as ana:
                version, _ = await ana.until_turn()
                await ana.play(version, {"type": "mulligan", "discarded": []})
                await ana.until_turn()
            await app.store.run(lambda c, table=made.table.id: delete_table(c, table))  # type: ignore[misc]
            app.tables.forget(made.table.id)
        del made, ana
        async with asyncio.timeout(WAIT):
            while app.sockets.total or app.scheduler._tasks:
                await server.http.get("/server")
        assert not app.tables.in_memory()
        assert not app._timers
        assert not app.workers.waiting
        assert not app.lobby.connections
