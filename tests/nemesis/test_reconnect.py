"""F-07, F-10: coming back after missed versions, cut lines and half-open ones."""

from pathlib import Path
from random import Random

import pytest
import uvicorn
from playing import Running, running
from sizes import size
from websockets.exceptions import ConnectionClosed

from ilos.protocol.server import PresenceChanged, Update, Welcome
from ilos.server import run
from ilos.server.app import App
from ilos.server.tables import welcome
from nemesis.checker import check
from nemesis.players import Seated, a_company, play_on
from nemesis.processes import a_server
from nemesis.proxy import a_proxy

CUTS = size(10, 300)
MISSED = (0, 1, 5, 20, 100)


async def test_who_missed_versions_is_brought_up_to_date(database_url: str) -> None:
    """N = 0, 1, 5, 20, 100, all: each event seen once, and the view is that of a fresh client."""
    async with a_server(database_url) as server:
        people = await a_company(server.address, 2, seed=11)
        table, token = people[0].table, people[0].token
        tabs = {missed: Seated(table, token, f"tab{missed}", 1) for missed in MISSED}
        whole = Seated(table, token, "whole", 1)
        async with whole.at(server.address):
            await whole.heard_something()
        async with people[0].at(server.address), people[1].at(server.address):
            for one in people:
                await one.heard_something()
            for missed in reversed(MISSED):
                behind = missed - max((m for m in MISSED if m < missed), default=0)
                async with tabs[missed].at(server.address):
                    await tabs[missed].heard_something()
                await play_on(people, behind)
        fresh = Seated(table, token, "fresh", 1)
        async with fresh.at(server.address):
            assert isinstance(await fresh.next(), Welcome)
        every: list[tuple[int | None, Seated]] = [*tabs.items(), (None, whole)]
        for number, tab in every:
            before = tab.session.version
            async with tab.at(server.address):
                update = await tab.next()
            assert isinstance(update, Update)
            assert number is None or len(update.changes) == number
            assert update.version == before + len(update.changes)
            assert tab.session.view == fresh.session.view
            assert tab.session.events == fresh.session.events
    await check(database_url, [*people, *tabs.values(), whole, fresh])


@pytest.fixture
def a_short_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten missed changes are too many."""
    monkeypatch.setattr(welcome, "MAX_CATCH_UP", 10)


@pytest.mark.usefixtures("a_short_run")
async def test_who_missed_too_much_gets_everything(server: Running) -> None:
    """The other way to the same view."""
    people = await a_company(server.address, 2, seed=12)
    late = Seated(people[0].table, people[0].token, "late", 1)
    async with late.at(server.address):
        await late.heard_something()
    async with people[0].at(server.address), people[1].at(server.address):
        for one in people:
            await one.heard_something()
        await play_on(people, 11)
    async with late.at(server.address):
        assert isinstance(await late.next(), Welcome)
    assert late.session.view == people[0].session.view


async def test_lines_cut_at_any_moment_lose_and_double_nothing(database_url: str) -> None:
    """I1–I5: every line is cut while a move is on its way or is being told."""
    rng = Random(3)
    async with a_server(database_url) as server, a_proxy(server.address) as proxy:
        people = await a_company(server.address, 2, seed=13)
        for _ in range(CUTS):
            try:
                async with people[0].at(proxy.address), people[1].at(proxy.address):
                    for one in people:
                        await one.heard_something()
                    await play_on(people, rng.randint(0, 2))
                    mover = next(one for one in people if one.pending or one.is_to_move())
                    await mover.send(mover.pending or mover.new_move())
                    if rng.random() < 0.5:
                        await mover.next()
                    proxy.cut()
                    while True:
                        await mover.next()
            except ConnectionClosed:
                for one in people:
                    one.cut_off()
        async with people[0].at(server.address), people[1].at(server.address):
            for one in people:
                await one.heard_something()
            for one in people:
                if one.pending is not None:
                    sent = await one.move()
                    await people[0].until(sent.version or 0)
                    await people[1].until(sent.version or 0)
            await play_on(people, 2)
    await check(database_url, people)


async def test_a_half_open_line_is_let_go_and_leaves_no_ghost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F-10: nothing comes through and nobody says so; the others see that the person is gone."""
    usual = run.configuration

    def hasty(app: App) -> uvicorn.Config:
        found = usual(app)
        found.ws_ping_interval, found.ws_ping_timeout = 0.2, 0.5
        return found

    monkeypatch.setattr(run, "configuration", hasty)
    async with running(f"sqlite:///{tmp_path}/x.sqlite") as server:
        ana, bo = await a_company(server.address, 2, seed=14)
        async with a_proxy(server.address) as proxy, ana.at(server.address):
            await ana.heard_something()
            async with bo.at(proxy.address):
                await bo.heard_something()
                while (await ana.line.hear(PresenceChanged)).presence.online != [0, 1]:
                    pass
                proxy.swallow()
                while (await ana.line.hear(PresenceChanged)).presence.online != [0]:
                    pass
                proxy.cut()
