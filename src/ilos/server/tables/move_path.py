"""The path of a move, top to bottom: dispatch, check, play, commit, acknowledge, broadcast, notify.

Every other change of a table takes the same path from `perform` on. From the socket to the disk a
move is four things: bytes, a `Move`, an `Event`, a row (docs/architecture.md shows the sequence).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from typing import TYPE_CHECKING

from ilos.protocol import client, messages
from ilos.protocol.client import Command
from ilos.protocol.server import Acknowledged, Hint, Refused
from ilos.rules.errors import IllegalMove, TooLate
from ilos.rules.moves import Move, Mulligan
from ilos.server.refusal import Refusal
from ilos.server.tables import chat, commands, hints, nudges, presenter
from ilos.server.tables.access import Access
from ilos.server.tables.commands import CommandResult, check_playing, check_version, seat_to_move
from ilos.server.tables.connection import Connection
from ilos.server.tables.fault_points import fault_point
from ilos.server.tables.fold import apply
from ilos.server.tables.spectator_delay import SpectatorDelay, without_clocks
from ilos.server.tables.state import TableState
from ilos.server.tables.summary import summary_after
from ilos.server.tables.table import Table
from ilos.store import Conflict, StoreUnavailable
from ilos.store.log_entries import LogEntry, MulliganDecided, Played, StoredEntry
from ilos.store.rows import NewEntry

if TYPE_CHECKING:
    from ilos.server.table_app import TableApp

Answer = Callable[[Acknowledged | Hint | Refused], None]
Decide = Callable[[TableState], CommandResult]
Acknowledge = Callable[[int], None]

_TRIES = 5


# 2. One handler for WebSocket and HTTP; a command with an id gets exactly one answer.


async def handle_command(
    app: TableApp,
    table: Table,
    access: Access,
    address: str,
    command: Command,
    answer: Answer,
    connection: Connection | None = None,
) -> None:
    """Carry out a command, which `protocol.messages` has decoded, and answer it."""
    try:
        match command:
            case client.SubmitMove():
                await app.note_outage()  # before the move stops a clock
                await _submit(table, access, command, answer)
            case client.Say() | client.React():
                app.chat_limit.check(address, "lines of chat")
                await chat.post_line(app.store, table, access, command)
                answer(Acknowledged(id=command.id, version=0))  # chat is not in the log
            case client.Mute():
                await chat.mute(app.store, table, access, command, connection)
            case client.Nudge():
                nudges.nudge(app, table, access, command.seat)
                answer(Acknowledged(id=command.id, version=0))  # not in the log
            case client.AskHint():
                app.hint_limit.check(address, "hints")
                answer(await hints.hint(app, table.state, access, address, command))
            case client.Rematch():
                if not access.is_member:
                    raise Refusal("not_allowed", "only those at the table may ask for a rematch")
                await app.tables.rematch(table, command.id, access.chairs)
                answer(Acknowledged(id=command.id, version=table.state.version))
            case _:
                await _perform_other(app, table, access, command, answer)
    except Refusal as refusal:
        if table.is_delayed(access):
            refusal.version = None  # delayed spectators must not learn it (H-12)
        shown = table.state_for(access)
        answer(presenter.refused(refusal, getattr(command, "id", None), shown))
        if refusal.code == "unknown_table":
            app.tables.forget(table.state.id)
    except StoreUnavailable:
        no = Refusal("try_again", "the store is not available; send it again with the same id")
        answer(presenter.refused(no, getattr(command, "id", None), table.state_for(access)))


async def _submit(table: Table, access: Access, command: client.SubmitMove, answer: Answer) -> None:
    access.check_player()
    await perform(
        table,
        lambda state: play_submitted(state, access.seats(state), command),
        command.id,
        access.chairs,
        lambda version: answer(Acknowledged(id=command.id, version=version)),
    )


async def _perform_other(
    app: TableApp, table: Table, access: Access, command: commands.SeatCommand, answer: Answer
) -> None:
    access.check_player()
    bot = app.settings.substitute
    votes = isinstance(command, (client.ProposeUndo, client.ProposeEnd, client.Vote))
    now = await app.store.now() if votes else 0
    await perform(
        table,
        lambda state: commands.decide(state, access.seats(state), command, bot, now),
        command.id,
        access.chairs,
        lambda version: answer(Acknowledged(id=command.id, version=version)),
    )


# 3. Seat and version. Nothing is written or sent by this step and the next.


def play_submitted(
    state: TableState, seats: list[int], command: client.SubmitMove
) -> CommandResult:
    """Play a submitted move for the one of these seats that decides; raise Refusal."""
    move = command.move
    due = [seat for seat in state.deciding() if seat in seats and state.bot_of(seat) is None]
    if isinstance(move, Mulligan) and due and len(seats) == 1 and command.version <= state.version:
        # It depends on nothing but the only hand they hold: no move of another makes it stale.
        if due[0] == state.to_move:
            return play(state, due[0], move)
        return _decide_mulligan(state, due[0], move)
    check_version(state, command.version)
    return play(state, seat_to_move(state, seats), move)


def _decide_mulligan(state: TableState, seat: int, move: Mulligan) -> CommandResult:
    """Keep the mulligan of a seat until its turn comes."""
    assert state.game is not None
    try:
        state.game.check_mulligan(move, seat)
    except IllegalMove as error:
        raise Refusal("illegal_move", error.message, state.version, error.rule) from None
    return CommandResult([MulliganDecided(seat=seat, discarded=move.discarded)])


# 4. The rules: a new game and the event.


def play(state: TableState, seat: int, move: Move, bot: bool = False) -> CommandResult:
    """Play a move for the seat that is to move, and the decided mulligans that come next."""
    check_playing(state)
    assert state.game is not None
    assert state.chance is not None
    chance = copy(state.chance)  # the table's own goes on when the entry is applied
    game = state.game.copy(chance)
    try:
        event = game.play(move, seat)
    except IllegalMove as error:
        raise Refusal("illegal_move", error.message, state.version, error.rule) from None
    except TooLate:
        raise Refusal("not_your_turn", "another seat is to move", state.version) from None
    draw, next_draw = state.chance.counter, chance.counter
    entries: list[LogEntry] = [
        Played(seat=seat, event=event, draw=draw, next_draw=next_draw, bot=bot)
    ]
    while (due := game.pending.seat) is not None and due in state.mulligans:
        draw = chance.counter
        event = game.play(state.mulligans[due], due)
        entries.append(Played(seat=due, event=event, draw=draw, next_draw=chance.counter))
    return CommandResult(entries, game)


# One writer for each table: commit, then acknowledge, then broadcast.


def _no_acknowledgement(_version: int) -> None:
    """The caller needs no acknowledgement."""


async def perform(
    table: Table,
    decide: Decide,
    command_id: str | None = None,
    chairs: Sequence[int] | None = None,
    acknowledge: Acknowledge = _no_acknowledgement,
) -> int:
    """Commit what `decide` returns; return the version of its first entry. Raise Refusal.

    `chairs` are those of the person asking: a command id that another person used is refused. If
    another process was faster, its entries are loaded and the command is decided again.
    """
    async with table.writer:
        for _ in range(_TRIES):
            fault_point("before_validate")
            try:
                result = decide(table.state)
            except Refusal:
                done = await _find_done(table, command_id, chairs)
                if done is None:
                    raise
                acknowledge(done)
                return done
            fault_point("after_validate")
            first = table.state.version + 1
            try:
                stored = await _commit(table, result, command_id)
            except Conflict:
                await _load_new_entries(table)
                done = await _find_done(table, command_id, chairs)
                if done is not None:
                    acknowledge(done)
                    return done
            except StoreUnavailable as error:
                raise Refusal(
                    "try_again", "the store is not available; send it again with the same id"
                ) from error
            else:
                with table.corked():  # one write to each connection
                    acknowledge(first)  # 6. Only what is on the disk is acknowledged.
                    fault_point("after_ack")
                    _broadcast(table, stored)
                return first
    raise Refusal("try_again", "this table is too busy; send it again")


# 5. One transaction: entries appended, summary updated.


async def _commit(table: Table, result: CommandResult, command_id: str | None) -> list[StoredEntry]:
    """Store a result, apply it to the state and return its entries; raise Conflict."""
    state, store = table.state, table.store
    new = [
        NewEntry(entry, command_id if index == 0 else None)
        for index, entry in enumerate(result.entries)
    ]
    summary = summary_after(state, result, store.clock.now())
    fault_point("before_commit")
    at = await store.append(
        state.id, state.version, new, summary, grants=result.grants, revoked=result.revoked
    )
    fault_point("after_commit")
    first = state.version + 1
    stored = [StoredEntry(first + n, at, item.command_id, item.entry) for n, item in enumerate(new)]
    for item in stored:
        apply(state, item, result.game if item is stored[-1] else None)
    return stored


# 7. Each kind of viewer gets what `ilos.views` lets through, encoded once.


def _broadcast(table: Table, new: list[StoredEntry]) -> None:
    """Send new entries to all listeners and notify the rest of the process."""
    now = table.store.clock.now()
    if table.delayed is not None:
        _broadcast_delayed(table, table.delayed, new, now)
    listeners = [
        (one, table.viewing_seat(one), one.access.sees_code)
        for one in table.connections
        if not table.is_delayed(one.access)
    ]
    seats = {seat for _, seat, _ in listeners}
    views = presenter.player_views(table.state, seats) if seats else {}
    builder = presenter.UpdateBuilder(table.state, new, table.presence, now)
    encoded: dict[tuple[int | None, bool], bytes] = {}
    for connection, seat, code in listeners:
        if (seat, code) not in encoded:
            encoded[seat, code] = messages.encode(builder.build(seat, code, views[seat]))
            fault_point("mid_broadcast")
        connection.push(encoded[seat, code])
    table.notify()  # 8. Bots, clocks, the lobby; a bot's move enters at 4.


def _broadcast_delayed(
    table: Table, delayed: SpectatorDelay, new: list[StoredEntry], now: int
) -> None:
    """Send delayed spectators the entries that are old enough (H-12)."""
    shown = delayed.take(new, table.state.status)
    listeners = [one for one in table.connections if table.is_delayed(one.access)]
    if not shown or not listeners:
        return
    player_view = presenter.player_view(delayed.state, None)
    builder = presenter.UpdateBuilder(delayed.state, shown, table.presence, now)
    for code in {one.access.sees_code for one in listeners}:
        text = messages.encode(without_clocks(builder.build(None, code, player_view)))
        for connection in listeners:
            if connection.access.sees_code == code:
                connection.push(text)


# When a command was sent before, or another process was faster


async def _find_done(
    table: Table, command_id: str | None, chairs: Sequence[int] | None
) -> int | None:
    """Return the version of a command that was done before, if it was (F-05)."""
    if command_id is None:
        return None
    state = table.state
    found = await table.store.find_command(state.id, command_id)
    if found is None:
        return None
    if found.version > state.version:
        await _load_new_entries(table)
    seat = getattr(found.entry, "seat", None)
    if chairs is not None and seat is not None and state.order[seat] not in chairs:
        raise Refusal("id_taken", "another seat used this id", state.version)
    return found.version


async def catch_up(table: Table, head: int | None = None) -> None:
    """Apply what other processes appended, if the table is not at version `head` by then.

    The database tells this process of its own moves too, often before their commit returns.
    """
    async with table.writer:
        if head is None or table.state.version < head:
            await _load_new_entries(table)


async def _load_new_entries(table: Table) -> None:
    try:
        new = await table.store.load(table.state.id, table.state.version)
    except StoreUnavailable as error:
        raise Refusal("try_again", "the store is not available") from error
    for item in new:
        apply(table.state, item)
    if new:
        _broadcast(table, new)
    elif await table.store.row(table.state.id) is None:
        raise Refusal("unknown_table", "this table was deleted, or its time was up")
