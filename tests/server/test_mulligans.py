"""People decide their mulligans at the same time; they are played in turn order (RULES 3.4)."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playing import Ahead, Player, Running, running

from ilos.protocol.client import ProposeUndo, Vote
from ilos.protocol.http import TableCreated
from ilos.protocol.server import Acknowledged, PlayerView, Refused, Update
from ilos.protocol.tables import MulliganDecided, Played, Substituted, Undone

KEEP: dict[str, Any] = {"type": "mulligan", "discarded": []}
DEALT = 4  # events before the first mulligan of three


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Running]:
    """A server whose bots take so long that they do not move within a test."""
    async with running(f"sqlite:///{tmp_path}/ilos.sqlite", bot_pause=600) as found:
        yield found


async def _seats(server: Running, **settings: object) -> tuple[TableCreated, list[str]]:
    """A table of three people who came by the invitation, and their tokens in turn order."""
    made = await server.table("mine", "open", "open", start=False, first_player=0, **settings)
    path = f"/tables/{made.table.id}"
    tokens = [made.keys[0].token]
    for name in ("Bo", "Cy"):
        joined = await server.call("POST", f"{path}/join", {"name": name, "code": made.table.code})
        tokens.append(joined["key"]["token"])
    await server.call("POST", f"{path}/start", {}, token=made.host)
    return made, tokens


def _hand(seen: PlayerView) -> list[str]:
    hand: dict[str, int] = msgspec.json.decode(seen.view)["hand"]
    return [card for card, count in hand.items() for _ in range(count)]


def _choices(seen: PlayerView | None) -> object:
    assert seen is not None
    return msgspec.json.decode(seen.choices)


async def _joined(stack: AsyncExitStack, server: Running, table: str, token: str) -> Player:
    return await stack.enter_async_context(server.player(table, token))


async def _played(player: Player) -> list[Played]:
    """The next changes with moves in them."""
    while True:
        changes = (await player.hear(Update)).changes
        moves = [change for change in changes if isinstance(change, Played)]
        if moves:
            return moves


async def test_everybody_is_asked_at_the_start(server: Running) -> None:
    made, tokens = await _seats(server)
    for seat, token in enumerate(tokens):
        async with server.player(made.table.id, token) as player:
            welcome = await player.welcomed()
            assert _choices(welcome.player_view) == {"seat": seat, "kind": "mulligan"}
    mine = await server.call(
        "POST", "/tables/mine", {"held": [{"table": made.table.id, "token": tokens[2]}]}
    )
    assert mine["tables"][0]["your_turn"]


async def test_early_mulligans_are_played_in_turn_order(server: Running) -> None:
    """The last decides first, then the second; the first one's decision brings out all three."""
    made, tokens = await _seats(server)
    async with AsyncExitStack() as stack:
        ana, bo, cy = [await _joined(stack, server, made.table.id, token) for token in tokens]
        version = (await cy.welcomed()).version
        seen = (await bo.welcomed()).player_view
        await ana.welcomed()
        assert seen is not None
        swapped = _hand(seen)[:2]
        await cy.play(version, KEEP)
        # Bo has not heard of it: a mulligan depends on nothing but the own hand.
        await bo.play(version, {"type": "mulligan", "discarded": swapped})
        await ana.play(version, KEEP)
        moves = await _played(cy)
        assert [move.seat for move in moves] == [0, 1, 2]
        events = [msgspec.json.decode(move.events)[0] for move in moves]
        assert [event["discarded"] for event in events] == [[], swapped, []]


async def test_nobody_learns_what_another_decided_before_its_turn(server: Running) -> None:
    """Only that it is decided; the person sees their own decision, also after coming back."""
    made, tokens = await _seats(server)
    async with AsyncExitStack() as stack:
        ana, bo = [await _joined(stack, server, made.table.id, token) for token in tokens[:2]]
        await ana.welcomed()
        welcome = await bo.welcomed()
        assert welcome.player_view is not None
        swapped = _hand(welcome.player_view)[:1]
        await bo.play(welcome.version, {"type": "mulligan", "discarded": swapped})
        told = await ana.hear(Update)
        assert told.changes == [MulliganDecided(seat=1)]
        assert told.table is not None
        assert [seat.decided for seat in told.table.seats] == [False, True, False]
        assert told.player_view is not None
        assert told.player_view.mulligan is None
        async with server.player(made.table.id, tokens[1]) as back:
            again = (await back.welcomed()).player_view
            assert again is not None
            assert again.mulligan == swapped
            assert _choices(again) is None
        public = await server.call("GET", f"/tables/{made.table.id}/state", token=made.host)
        assert public["player_view"]["mulligan"] is None


async def test_a_decided_mulligan_is_not_decided_twice(server: Running) -> None:
    """Sent again with its id it is the same; another one is refused."""
    made, tokens = await _seats(server)
    async with server.player(made.table.id, tokens[1]) as bo:
        version = (await bo.welcomed()).version
        first = await bo.play(version, KEEP, "once")
        assert await bo.play(version, KEEP, "once") == first
        await bo.submit(version, KEEP, "twice")
        answer = await bo.answer()
        assert isinstance(answer, Refused)
        assert answer.code == "not_your_turn"


async def test_an_early_mulligan_gives_up_only_what_is_in_the_hand(server: Running) -> None:
    made, tokens = await _seats(server)
    async with server.player(made.table.id, tokens[1]) as bo:
        version = (await bo.welcomed()).version
        await bo.submit(version, {"type": "mulligan", "discarded": ["ship"] * 6})
        answer = await bo.answer()
        assert isinstance(answer, Refused)
        assert (answer.code, answer.rule) == ("illegal_move", "3.4")


async def test_a_decided_mulligan_survives_a_restart(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/ilos.sqlite"
    async with running(database) as server:
        made, tokens = await _seats(server)
        async with server.player(made.table.id, tokens[1]) as bo:
            await bo.play((await bo.welcomed()).version, KEEP)
    async with running(database) as server, AsyncExitStack() as stack:
        ana, cy = [
            await _joined(stack, server, made.table.id, token) for token in (tokens[0], tokens[2])
        ]
        version = (await ana.welcomed()).version
        await cy.welcomed()
        await ana.play(version, KEEP)
        assert [move.seat for move in await _played(cy)] == [0, 1]
        table = await server.app.tables.get(made.table.id)
        assert table.state.to_move == 2


async def test_an_agreed_undo_asks_again_for_what_was_decided_early(server: Running) -> None:
    made, tokens = await _seats(server)
    async with AsyncExitStack() as stack:
        ana, bo, cy = [await _joined(stack, server, made.table.id, token) for token in tokens]
        version = (await ana.welcomed()).version
        for player in (bo, cy):
            await player.welcomed()
        await cy.play(version, KEEP)
        version = await ana.play(version, KEEP)
        await ana.send(ProposeUndo(id="p", version=version, events=DEALT))
        while not (asked := await bo.hear(Update)).proposals:
            pass
        for player in (bo, cy):
            await player.send(Vote(id=secrets_of(player), proposal=asked.version, agree=True))
            assert isinstance(await asyncio.wait_for(player.answer(), 5), Acknowledged)
        while not isinstance((undone := await cy.hear(Update)).changes[-1], Undone):
            pass
        assert undone.table is not None
        assert not any(seat.decided for seat in undone.table.seats)
        assert _choices(undone.player_view) == {"seat": 2, "kind": "mulligan"}


def secrets_of(player: Player) -> str:
    """An id of this player's vote."""
    return f"vote-{id(player)}"


async def test_a_bot_for_whom_time_ran_out_brings_out_the_others_mulligans(tmp_path: Path) -> None:
    """The clock of the first runs out; their bot decides, and what Bo decided follows at once."""
    clock = Ahead()
    async with running(f"sqlite:///{tmp_path}/ilos.sqlite", clock=clock) as server:
        setting = {"kind": "minutes", "minutes": 1, "increment_seconds": 5}
        made, tokens = await _seats(server, clock=setting)
        async with server.player(made.table.id, tokens[1]) as bo:
            await bo.play((await bo.welcomed()).version, KEEP)
            clock.passed = 61_000
            table = await server.app.tables.get(made.table.id)
            await server.app.check_clock(table)
            while not isinstance((await bo.hear(Update)).changes[0], Substituted):
                pass
            moves = await _played(bo)
            assert [(move.seat, move.bot) for move in moves] == [(0, True), (1, False)]
        # What is loaded from the log has the same clocks.
        left = table.state.clock
        server.app.tables.forget(made.table.id)
        loaded = await server.app.tables.get(made.table.id)
        assert loaded is not table
        assert left is not None
        assert loaded.state.clock is not None
        assert loaded.state.clock.left == left.left


async def test_who_plays_several_seats_decides_for_one_after_the_other(server: Running) -> None:
    """A hot seat shows one hand at a time."""
    made = await server.table("mine", "mine")
    async with server.player(made.table.id, made.keys[1].token) as bo:
        welcome = await bo.welcomed()
        assert _choices(welcome.player_view) is None
        await bo.submit(welcome.version, KEEP)
        answer = await bo.answer()
        assert isinstance(answer, Refused)
        assert answer.code == "not_your_turn"
