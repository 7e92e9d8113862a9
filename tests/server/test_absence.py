"""A person who is slow or away is reminded, and at last another may take their seat over."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from playing import Ahead, Player, Running, running

from ilos.protocol.client import Nudge, ProposeUndo
from ilos.protocol.http import TableCreated
from ilos.protocol.server import Acknowledged, Nudged, PresenceChanged, Refused, Update
from ilos.protocol.tables import SeatTakenOver
from ilos.server.tables.clock import DAY

MULLIGAN = {"type": "mulligan", "discarded": []}
DEALT = 3  # events before the first move of two


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Running]:
    """A server whose bots take so long that they do not move within a test."""
    database = f"sqlite:///{tmp_path}/ilos.sqlite"
    async with running(database, clock=Ahead(), bot_pause=600) as found:
        yield found


def _pass(server: Running, milliseconds: int) -> None:
    clock = server.app.store.clock
    assert isinstance(clock, Ahead)
    clock.passed += milliseconds


async def _two_people(server: Running) -> tuple[TableCreated, str]:
    """A table of a host and a guest who came by the invitation; the guest's token."""
    made = await server.table("mine", "open", start=False, first_player=0)
    path = f"/tables/{made.table.id}"
    joined = await server.call("POST", f"{path}/join", {"name": "Bo", "code": made.table.code})
    await server.call("POST", f"{path}/start", {}, token=made.host)
    return made, joined["key"]["token"]


async def _nudge(player: Player, seat: int) -> Acknowledged | Refused:
    await player.send(Nudge(id=f"n{len(player.told)}", seat=seat))
    return await player.answer()


async def test_who_is_waited_for_is_reminded_once_a_minute(server: Running) -> None:
    made, guest = await _two_people(server)
    async with (
        server.player(made.table.id, made.keys[0].token) as ana,
        server.player(made.table.id, guest) as bo,
    ):
        await ana.welcomed()
        await bo.welcomed()
        assert isinstance(await _nudge(bo, 0), Acknowledged)
        assert await ana.hear(Nudged) == Nudged(seat=0, by=1)
        again = await _nudge(bo, 0)
        assert isinstance(again, Refused)
        assert again.code == "too_many"


async def test_only_players_remind_and_only_who_is_waited_for(server: Running) -> None:
    made, guest = await _two_people(server)
    async with (
        server.player(made.table.id, made.keys[0].token) as ana,
        server.player(made.table.id, guest) as bo,
        server.player(made.table.id, made.table.code or "") as spectator,
    ):
        for player in (ana, bo, spectator):
            await player.welcomed()
        await bo.play(1, MULLIGAN)  # decided, before its turn
        for player, seat in ((ana, 1), (ana, 0), (spectator, 0)):
            answer = await _nudge(player, seat)
            assert isinstance(answer, Refused)
            assert answer.code == "not_allowed"


async def _free(server: Running, made: TableCreated) -> None:
    await server.call("POST", f"/tables/{made.table.id}/free", {"seat": 1}, token=made.host)


async def _offer(server: Running, made: TableCreated) -> str:
    path = f"/tables/{made.table.id}/offer"
    offered = await server.call("POST", path, {"seat": 1}, token=made.keys[0].token)
    found: str = offered["offer"]
    return found


async def _ask_for_bot(server: Running, made: TableCreated, token: str, seat: int = 0) -> str:
    path = f"/tables/{made.table.id}/free"
    answer = await server.try_call("POST", path, {"seat": seat}, token=token)
    return "done" if answer.status_code == 200 else answer.json()["code"]


async def test_without_a_clock_anyone_seated_brings_in_a_bot_after_ten_minutes(
    server: Running,
) -> None:
    """The host may have gone too; who is replaced keeps seat and vote for a day."""
    made, guest = await _two_people(server)
    async with server.player(made.table.id, guest) as bo:
        await bo.welcomed()
        assert await _ask_for_bot(server, made, guest) == "too_early"
        assert await _ask_for_bot(server, made, made.table.code or "") == "not_allowed"
        _pass(server, 9 * 60_000)
        assert await _ask_for_bot(server, made, guest) == "too_early"
        _pass(server, 2 * 60_000)
        async with server.player(made.table.id, made.keys[0].token) as ana:
            await ana.welcomed()
            assert await _ask_for_bot(server, made, guest) == "not_allowed"  # she is here
        await bo.hear(PresenceChanged)
        await bo.hear(PresenceChanged)
        assert await _ask_for_bot(server, made, guest) == "done"
        told = await bo.hear(Update)
        assert told.table is not None
        assert (told.table.seats[0].substitute, told.table.seats[0].why) == ("skilled", "left")
        assert (told.table.seats[0].kept_until or 0) > server.app.store.clock.now() + DAY / 2


async def test_a_clock_brings_the_bot_and_nobody_else_but_the_host_may(server: Running) -> None:
    clock = {"kind": "days", "days": 3}
    made = await server.table("mine", "open", start=False, first_player=0, clock=clock)
    path = f"/tables/{made.table.id}"
    joined = await server.call("POST", f"{path}/join", {"name": "Bo", "code": made.table.code})
    await server.call("POST", f"{path}/start", {}, token=made.host)
    _pass(server, 60 * 60_000)
    assert await _ask_for_bot(server, made, joined["key"]["token"]) == "not_allowed"
    assert await _ask_for_bot(server, made, made.host) == "done"


async def test_a_seat_is_kept_for_its_person_before_another_may_take_it(server: Running) -> None:
    """As long as they keep their vote: for the time of the clock, a day without one."""
    made, _ = await _two_people(server)
    path = f"/tables/{made.table.id}/offer"
    playing = await server.try_call("POST", path, {"seat": 1}, token=made.keys[0].token)
    assert playing.json()["code"] == "not_allowed"
    await _free(server, made)
    seats = (await server.call("GET", f"/tables/{made.table.id}", token=made.host))["seats"]
    assert seats[1]["kept_until"] > server.app.store.clock.now()
    _pass(server, DAY - 60_000)
    early = await server.try_call("POST", path, {"seat": 1}, token=made.keys[0].token)
    assert early.json()["code"] == "not_allowed"
    _pass(server, 120_000)
    await _offer(server, made)


async def test_another_person_takes_a_seat_over_by_a_link_that_works_once(server: Running) -> None:
    """With its hand and its turn; the key of the person before is void."""
    made, guest = await _two_people(server)
    await _free(server, made)
    _pass(server, DAY + 60_000)
    path = f"/tables/{made.table.id}/take-over"
    void = await _offer(server, made)
    body = {"offer": await _offer(server, made), "name": "Cy", "code": made.table.code}
    replaced = await server.try_call("POST", path, {**body, "offer": void})
    assert replaced.json()["code"] == "wrong_token"
    async with server.player(made.table.id, made.keys[0].token) as ana:
        await ana.welcomed()
        seated = await server.call("POST", path, body)
        told = await ana.hear(Update)
        assert told.changes == [SeatTakenOver(seat=1, name="Cy")]
        assert told.table is not None
        assert (told.table.seats[1].name, told.table.seats[1].substitute) == ("Cy", None)
    again = await server.try_call("POST", path, {**body, "name": "Di"})
    assert again.json()["code"] == "wrong_token"
    before = await server.try_call("GET", f"/tables/{made.table.id}", token=guest)
    assert before.status_code in (401, 403)
    async with server.player(made.table.id, seated["key"]["token"]) as cy:
        version, _ = await cy.until_turn()
        await cy.play(version, MULLIGAN)


async def test_who_comes_back_before_keeps_the_seat(server: Running) -> None:
    made, guest = await _two_people(server)
    await _free(server, made)
    _pass(server, DAY + 60_000)
    offer = await _offer(server, made)
    command = {"type": "return", "id": "r"}
    await server.call("POST", f"/tables/{made.table.id}/commands", command, token=guest)
    body = {"offer": offer, "name": "Cy", "code": made.table.code}
    late = await server.try_call("POST", f"/tables/{made.table.id}/take-over", body)
    assert late.json()["code"] == "wrong_token"


async def test_who_came_later_is_nobody_to_take_back_with_what_was_revealed(
    server: Running,
) -> None:
    """The host might open the link themselves and agree with themselves."""
    made, _ = await _two_people(server)
    await _free(server, made)
    _pass(server, DAY + 60_000)
    body = {"offer": await _offer(server, made), "name": "Cy", "code": made.table.code}
    await server.call("POST", f"/tables/{made.table.id}/take-over", body)
    async with server.player(made.table.id, made.keys[0].token) as ana:
        version, _ = await ana.until_turn()
        version = await ana.play(version, MULLIGAN)
        await ana.send(ProposeUndo(id="u", version=version, events=DEALT))
        answer = await ana.answer()
        assert isinstance(answer, Refused)
        assert answer.code == "cannot_undo"
