"""Clocks by the database's time: nobody is replaced early, and who returns plays on (F-11, I7)."""

from pathlib import Path

import pytest
from playing import Ahead, Running, running

from ilos.protocol.server import Update
from ilos.protocol.tables import DaysATurn, MinutesEach, NoClock, Returned, Substituted
from ilos.server.ops import signs_of_life
from ilos.server.tables.clock import DAY, GRACE, GameClock
from ilos.store import StoreUnavailable

MULLIGAN = {"type": "mulligan", "discarded": []}


def test_without_a_clock_nobody_is_hurried() -> None:
    """No deadline, nothing shown as running out."""
    clock = GameClock(NoClock(), 2)
    clock.run(0, 1_000)
    assert clock.deadline() is None
    assert clock.snapshot(99_999_999).remaining == [None, None]


def test_minutes_are_used_up_only_on_the_own_turn() -> None:
    """Each has a bank for the whole game, and gains the increment after a turn."""
    clock = GameClock(MinutesEach(minutes=10, increment_seconds=5), 2)
    clock.run(0, 0)
    clock.run(0, 60_000)  # a move within the turn
    clock.run(1, 90_000)
    clock.run(0, 100_000)
    assert clock.left == [600_000 - 90_000 + 5_000, 600_000 - 10_000 + 5_000]
    assert clock.deadline() == 100_000 + 515_000


def test_a_day_a_turn_begins_again_with_each_turn() -> None:
    """Moves within a turn do not add time."""
    clock = GameClock(DaysATurn(days=2), 2)
    clock.run(0, 0)
    clock.run(0, DAY)
    assert clock.deadline() == 2 * DAY
    clock.run(1, DAY)
    clock.run(0, DAY + 5)
    assert clock.deadline() == 3 * DAY + 5


def test_a_clock_that_jumps_back_takes_nothing() -> None:
    """F-11: times never run backwards for the players."""
    clock = GameClock(MinutesEach(minutes=1), 2)
    clock.run(0, 1_000_000)
    clock.run(0, 500_000)
    assert clock.left[0] == 60_000


def test_who_comes_back_gets_a_minute() -> None:
    """Enough to think, not enough to stall."""
    clock = GameClock(MinutesEach(minutes=1), 2)
    clock.run(0, 0)
    clock.run(None, 70_000)
    clock.give_grace(0)
    assert clock.left[0] == GRACE


async def test_a_bot_takes_over_when_time_is_up_and_hands_back(server: Running) -> None:
    """I7: not before the deadline; and anyone who returns may play again."""
    clock = server.app.store.clock = Ahead()
    made = await server.table("mine", "mine", clock={"kind": "minutes", "minutes": 5})
    token = made.keys[0].token
    async with server.player(made.table.id, token) as ana:
        welcome = await ana.welcomed()
        assert welcome.clocks is not None
        assert welcome.clocks.running == 0
        table = await server.app.tables.get(made.table.id)
        clock.passed = 4 * 60_000
        await server.app.check_clock(table)
        assert table.state.version == welcome.version
        clock.passed = 5 * 60_000 + 1
        await server.app.check_clock(table)
        update = await ana.hear(Update)
        (change,) = update.changes
        assert change == Substituted(seat=0, bot="skilled", why="clock")
        back = {"type": "return", "id": "back"}
        answer = await server.call("POST", f"/tables/{made.table.id}/commands", back, token)
        assert answer["type"] == "acknowledged"
        changes = update.changes
        while not isinstance(changes[0], Returned):
            changes = (await ana.hear(Update)).changes


class Still(Ahead):
    """A clock that only a test moves."""

    def now(self) -> int:
        return 1_000_000 + self.passed


async def test_seconds_without_a_database_are_given_back_before_the_next_move(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Short outages too, though the move comes as soon as one is over."""
    monkeypatch.setattr(signs_of_life, "SECONDS", 3600.0)
    monkeypatch.setattr(signs_of_life, "IDLE_SECONDS", 3600.0)
    still = Still()
    async with running(f"sqlite:///{tmp_path}/ilos.sqlite", clock=still) as server:
        minutes = {"kind": "minutes", "minutes": 5}
        made = await server.table("mine", "mine", clock=minutes, first_player=0)
        async with server.player(made.table.id, made.keys[0].token) as ana:
            version = (await ana.welcomed()).table.version
            with monkeypatch.context() as away:

                async def fail(*_: object) -> bool:
                    raise StoreUnavailable("gone")

                away.setattr(server.app.store, "sign_of_life", fail)
                with pytest.raises(StoreUnavailable):
                    await server.app._signs_of_life._write()
            still.passed = 4_000
            await ana.play(version, MULLIGAN)
        clock = (await server.app.tables.get(made.table.id)).state.clock
        assert clock is not None
        assert clock.left[0] == 5 * 60_000


async def test_time_in_which_no_server_ran_is_given_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Half an hour without a server costs nobody any of their five minutes."""
    monkeypatch.setattr(signs_of_life, "SECONDS", 3600.0)  # a jump would be an outage
    database, ahead = f"sqlite:///{tmp_path}/ilos.sqlite", Ahead()
    async with running(database, clock=ahead) as server:
        made = await server.table("mine", "mine", clock={"kind": "minutes", "minutes": 5})
    ahead.passed = 30 * 60_000
    async with running(database, clock=ahead) as server:
        async with server.player(made.table.id, made.keys[0].token) as ana:
            clocks = (await ana.welcomed()).clocks
            assert clocks is not None
            assert (clocks.remaining[0] or 0) > 4 * 60_000
        table = await server.app.tables.get(made.table.id)
        await server.app.check_clock(table)
        assert table.state.substitutes == {}
        ahead.passed += 6 * 60_000  # the server ran meanwhile
        await server.app.check_clock(table)
        assert table.state.substitutes[0].why == "clock"


async def test_tables_past_their_deadline_are_found_after_a_restart(server: Running) -> None:
    """F-21: the look-out finds them in the store, not only in memory."""
    clock = server.app.store.clock = Ahead()
    made = await server.table("mine", "mine", clock={"kind": "days", "days": 1})
    assert await server.app.store.overdue(10**9) == []
    clock.passed = DAY + 1
    assert await server.app.store.overdue(10**9) == [made.table.id]
