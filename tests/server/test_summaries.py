"""What is kept of a table beside its log: the same whether moves write the turn or all of it."""

from collections.abc import Iterator

import msgspec
import pytest
from playing import Running

from ilos.protocol.client import Return, Undo
from ilos.protocol.http import CreateTable
from ilos.protocol.tables import (
    ClockSetting,
    DaysATurn,
    MinutesEach,
    NoClock,
    SeatPlan,
    TableSettings,
)
from ilos.rules.chance import SeededChance
from ilos.server.tables import commands, seating
from ilos.server.tables.commands import CommandResult
from ilos.server.tables.fold import apply
from ilos.server.tables.move_path import play
from ilos.server.tables.state import TableState
from ilos.server.tables.summary import preview, summarize, summary_after
from ilos.store.log_entries import Created, StoredEntry
from ilos.store.rows import TableSummary


@pytest.mark.parametrize("delay", [0, 2], ids=["shown at once", "shown later"])
@pytest.mark.parametrize("clock", [NoClock(), MinutesEach(minutes=5), DaysATurn(days=1)], ids=repr)
def test_what_moves_leave_beside_the_log_is_what_the_log_says(
    clock: ClockSetting, delay: int
) -> None:
    """After every entry of a game, the row of its table is as if it were made from the log."""
    now = 1_000
    state = a_table(TableSettings(clock=clock, spectator_delay=delay, max_rounds=4))
    kept, wholes = summarize(state), 0
    for decision in a_game(state):
        now += 100
        after = summary_after(state, decision, now)
        ahead = summarize(preview(state, decision, now))
        kept = msgspec.structs.replace(kept, **msgspec.structs.asdict(after))
        assert kept == ahead
        wholes += isinstance(after, TableSummary)
        take(state, decision, now)
    assert state.status == "finished"
    if isinstance(clock, NoClock):
        assert wholes == 3, "a bot came, the person came back, the game ended"


def test_nothing_is_kept_that_spectators_who_are_behind_may_not_know() -> None:
    """H-12: neither round nor turn, as lists show them to everybody."""
    state = a_table(TableSettings(spectator_delay=2))
    for decision in a_game(state, moves=5):
        after = summary_after(state, decision, 1)
        assert (after.round, after.to_move) == (None, None)
        take(state, decision, 1)


async def test_the_list_shows_round_and_turn_of_a_running_game(server: Running) -> None:
    """A move changes them in the list as it does at the table."""
    made = await server.table("mine", "mine", visibility="listed")
    async with server.player(made.table.id, made.keys[0].token) as ana:
        version, _ = await ana.until_turn()
        await ana.play(version, {"type": "mulligan", "discarded": []})
        (listed,) = (await server.call("GET", "/tables"))["tables"]
        shown = await server.call("GET", f"/tables/{made.table.id}", token=made.keys[0].token)
    moving = ("version", "round", "to_move", "changed", "status")
    assert [listed[name] for name in moving] == [shown[name] for name in moving]
    assert (listed["version"], listed["to_move"]) == (version + 1, 1)


def a_table(settings: TableSettings) -> TableState:
    """Two people and a bot, who have just begun."""
    plans = [
        SeatPlan(kind="mine", name="Ana"),
        SeatPlan(kind="mine", name="Bo"),
        SeatPlan(kind="bot", bot="random"),
    ]
    settings, chairs = seating.plan_table(CreateTable(settings=settings, seats=plans), _any_bot)
    state = TableState("t1", bytes(32), "code")
    created = Created(settings=msgspec.to_builtins(settings), chairs=chairs, commitment="c0")
    take(state, CommandResult([created]), 1)
    take(state, seating.start(state, None, _any_bot), 2)
    return state


def _any_bot(_name: str) -> bool:
    return True


def a_game(state: TableState, moves: int = 10_000) -> Iterator[CommandResult]:
    """Moves until the end; some are taken back, and a bot plays for a seat for a while."""
    luck = SeededChance(1)
    for step in range(moves):
        seat = state.to_move
        if seat is None or state.game is None:
            return
        bot = state.bot_of(seat) is not None
        if step % 5 == 4 and state.undo_count(seat) and not bot:
            yield commands.decide(state, [seat], Undo(id="u", version=state.version), "random")
        elif step == 20:
            yield commands.substitute(state, state.people()[0], "random", "left")
        elif step == 30:
            yield commands.decide(state, [*state.substitutes], Return(id="r"), "random")
        else:
            legal = list(state.game.legal_moves)
            yield play(state, seat, legal[luck.below(len(legal))], bot)


def take(state: TableState, decision: CommandResult, now: int) -> None:
    """The decision is in the log."""
    for entry in decision.entries:
        game = decision.game if entry is decision.entries[-1] else None
        apply(state, StoredEntry(state.version + 1, now, None, entry), game)
