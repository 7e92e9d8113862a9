"""Whose agreement it takes to end a game or to take back what was revealed (H-09)."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import msgspec
import pytest
from playing import Ahead, Player, Running, running

from ilos.protocol.client import ProposeEnd, ProposeUndo, Resign, Vote
from ilos.protocol.http import TableCreated
from ilos.protocol.server import Acknowledged, Refused, Update
from ilos.protocol.tables import Played, Proposed, Stopped, Substituted, Undone, Voted
from ilos.server.tables.clock import DAY

MULLIGAN = {"type": "mulligan", "discarded": []}
DEALT = 3  # events before the first move of two


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Running]:
    """A server whose bots take so long that they do not move within a test."""
    async with running(f"sqlite:///{tmp_path}/ilos.sqlite", bot_pause=600) as found:
        yield found


async def _two_people(server: Running, **settings: object) -> tuple[TableCreated, str]:
    """A table of a host and a guest who came by the invitation; the guest's token."""
    made = await server.table("mine", "open", start=False, first_player=0, **settings)
    path = f"/tables/{made.table.id}"
    joined = await server.call("POST", f"{path}/join", {"name": "Bo", "code": made.table.code})
    await server.call("POST", f"{path}/start", {}, token=made.host)
    return made, joined["key"]["token"]


async def _free(server: Running, made: TableCreated, seat: int = 1) -> None:
    body = {"seat": seat}
    await server.call("POST", f"/tables/{made.table.id}/free", body, token=made.host)


async def _drawn(player: Player) -> list[str]:
    """The cards drawn in the next change, a mulligan."""
    played = (await player.hear(Update)).changes[0]
    assert isinstance(played, Played)
    drawn: list[str] = msgspec.json.decode(played.events)[0]["drawn"]
    return drawn


async def _answered(player: Player) -> Acknowledged | Refused:
    return await asyncio.wait_for(player.answer(), 5)


@pytest.mark.parametrize("what", ["undo", "end"])
async def test_who_lost_the_connection_is_still_asked(server: Running, what: str) -> None:
    """The host gives the seat to a bot, and the question waits for the person all the same."""
    made, _ = await _two_people(server)
    async with server.player(made.table.id, made.keys[0].token) as ana:
        version, _ = await ana.until_turn()
        version = await ana.play(version, MULLIGAN)
        await _free(server, made)
        if what == "undo":
            await ana.send(ProposeUndo(id="p", version=version, events=DEALT))
        else:
            await ana.send(ProposeEnd(id="p"))
        while not (asked := await ana.hear(Update)).proposals:
            pass
        assert asked.proposals[0].needed == [1]
        table = await server.app.tables.get(made.table.id)
        assert table.state.status == "playing"
        assert table.state.game is not None
        assert len(table.state.game.events) > DEALT


async def test_a_person_whom_a_bot_replaced_may_vote(server: Running) -> None:
    """Nobody need take the seat back only to say no."""
    made, guest = await _two_people(server)
    await _free(server, made)
    async with server.player(made.table.id, made.keys[0].token) as ana:
        await ana.welcomed()
        await ana.send(ProposeEnd(id="p"))
        asked = await ana.hear(Update)
        async with server.player(made.table.id, guest) as bo:
            await bo.welcomed()
            await bo.send(Vote(id="v", proposal=asked.proposals[0].id, agree=False))
            assert isinstance(await _answered(bo), Acknowledged)
        while (await ana.hear(Update)).proposals:
            pass


async def test_an_absent_person_keeps_the_vote_for_a_day(server: Running) -> None:
    """After that the game may be ended without them, though nothing revealed comes back."""
    clock = server.app.store.clock = Ahead()
    made, _ = await _two_people(server)
    await _free(server, made)
    clock.passed = DAY - 60_000
    async with server.player(made.table.id, made.keys[0].token) as ana:
        version, _ = await ana.until_turn()
        version = await ana.play(version, MULLIGAN)
        await ana.send(ProposeEnd(id="early"))
        while not (await ana.hear(Update)).proposals:
            pass
        clock.passed = DAY + 60_000
        await ana.send(ProposeUndo(id="undo", version=version, events=DEALT))
        while isinstance(answer := await _answered(ana), Acknowledged):
            pass
        assert answer.code == "cannot_undo"
        await ana.send(ProposeEnd(id="late"))
        while not isinstance((await ana.hear(Update)).changes[-1], Stopped):
            pass


async def test_one_of_two_who_resigned_leaves_no_undo_to_the_other(server: Running) -> None:
    """Who resigns gives up the vote; what was revealed stays revealed."""
    made, guest = await _two_people(server)
    async with server.player(made.table.id, guest) as bo:
        await bo.welcomed()
        await bo.send(Resign(id="r"))
        assert isinstance((await bo.hear(Update)).changes[0], Substituted)
    async with server.player(made.table.id, made.keys[0].token) as ana:
        version, _ = await ana.until_turn()
        version = await ana.play(version, MULLIGAN)
        await ana.send(ProposeUndo(id="u", version=version, events=DEALT))
        while isinstance(answer := await _answered(ana), Acknowledged):
            pass
        assert answer.code == "cannot_undo"
        await ana.send(ProposeEnd(id="e"))
        while not isinstance((await ana.hear(Update)).changes[-1], Stopped):
            pass


async def test_alone_with_bots_what_is_drawn_again_comes_out_the_same(server: Running) -> None:
    """Taking back teaches what comes, and changes nothing of it."""
    made = await server.table("mine", "greedy")
    async with server.player(made.table.id, made.keys[0].token) as ana:
        version, player_view = await ana.until_turn()
        hand = [card for card, n in player_view["view"]["hand"].items() for _ in range(n)]
        drawn = []
        for _ in range(2):
            version = await ana.play(version, {"type": "mulligan", "discarded": hand})
            drawn.append(await _drawn(ana))
            await ana.send(ProposeUndo(id=f"u{version}", version=version, events=DEALT))
            while not isinstance((undone := await ana.hear(Update)).changes[-1], Undone):
                pass
            version = undone.version
        assert drawn[0] == drawn[1]
        assert len(drawn[0]) == len(hand)


async def test_who_asked_withdraws_and_all_is_told_in_the_log(server: Running) -> None:
    """A request, its withdrawal, another one and what came of it: also to those who come later."""
    made, guest = await _two_people(server)
    async with (
        server.player(made.table.id, made.keys[0].token) as ana,
        server.player(made.table.id, guest) as bo,
    ):
        version, _ = await ana.until_turn()
        version = await ana.play(version, MULLIGAN)
        await bo.welcomed()
        for number, (agree, voter) in enumerate(((False, ana), (True, bo))):
            await ana.send(ProposeUndo(id=f"p{number}", version=version, events=DEALT))
            while not (asked := await ana.hear(Update)).proposals:
                pass
            proposal = asked.proposals[0].id
            await voter.send(Vote(id=f"v{number}", proposal=proposal, agree=agree))
            while (await ana.hear(Update)).proposals:
                pass
    async with server.player(made.table.id, guest) as again:
        notices = (await again.welcomed()).notices
    assert [type(notice.change) for notice in notices] == [Proposed, Voted, Proposed, Voted, Undone]
    assert [notice.after - DEALT for notice in notices] == [1, 1, 1, 1, 0]
    withdrawn = notices[1].change
    assert isinstance(withdrawn, Voted)
    assert (withdrawn.seat, withdrawn.agree) == (0, False)


async def test_it_is_known_who_proposed_to_break_the_game_off(server: Running) -> None:
    """For the page that says how the game ended."""
    made, guest = await _two_people(server)
    async with server.player(made.table.id, guest) as bo:
        await bo.welcomed()
        await bo.send(ProposeEnd(id="p"))
        proposal = (await bo.hear(Update)).proposals[0].id
        vote = {"type": "vote", "id": "v", "proposal": proposal, "agree": True}
        path = f"/tables/{made.table.id}/commands"
        await server.call("POST", path, vote, made.keys[0].token)
        info = (await bo.hear(Update)).table
    assert info is not None
    assert (info.stopped, info.stopped_by) == ("agreed", 1)
