"""Handlers of the commands a client may send to a table, by WebSocket or HTTP; one answer each."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from ilos.bots.hints import reason_for
from ilos.protocol import client
from ilos.protocol.client import Command
from ilos.protocol.server import Acknowledged, Hint, Nudged, Refused
from ilos.server.refusal import Refusal
from ilos.server.tables import chat, commands
from ilos.server.tables.access import Access
from ilos.server.tables.connection import Connection
from ilos.server.tables.peer_bus import NudgeSent
from ilos.server.tables.presenter import raw
from ilos.server.tables.state import TableState
from ilos.server.tables.table import Table
from ilos.server.tables.tokens import keyed_hash
from ilos.store import StoreUnavailable
from ilos.views import View, view

if TYPE_CHECKING:
    from ilos.server.table_app import TableApp

Answer = Callable[[Acknowledged | Hint | Refused], None]


async def handle_command(
    app: TableApp,
    table: Table,
    access: Access,
    address: str,
    command: Command,
    answer: Answer,
    connection: Connection | None = None,
) -> None:
    """Carry out a command and answer it; one with an id gets exactly one answer."""
    try:
        match command:
            case client.Say():
                app.chat_limit.check(address, "lines of chat")
                await chat.post_line(app.store, table, access, command.id, command.text)
                answer(Acknowledged(id=command.id, version=0))  # chat is not in the log
            case client.React():
                app.chat_limit.check(address, "reactions")
                chat.react(table, access, command.reaction)
            case client.Mute():
                await _mute(app, table, access, command, connection)
            case client.Nudge():
                nudge(app, table, access, command.seat)
                answer(Acknowledged(id=command.id, version=0))  # not in the log
            case client.AskHint():
                app.hint_limit.check(address, "hints")
                answer(await _hint(app, table, access, address, command))
            case client.Rematch():
                if not access.is_member:
                    raise Refusal("not_allowed", "only those at the table may ask for a rematch")
                seats = access.seats(table.state)
                await app.tables.rematch(table, command.id, seats[0] if seats else None)
                answer(Acknowledged(id=command.id, version=table.state.version))
            case _:
                await _play(app, table, access, command, answer)
    except Refusal as refusal:
        if table.is_delayed(access):
            refusal.version = None  # delayed spectators must not learn it (H-12)
        answer(refused(refusal, getattr(command, "id", None), table.state_for(access)))
        if refusal.code == "unknown_table":
            app.tables.forget(table.state.id)
    except StoreUnavailable:
        no = Refusal("try_again", "the store is not available; send it again with the same id")
        answer(refused(no, getattr(command, "id", None), table.state_for(access)))


def refused(refusal: Refusal, command_id: str | None, state: TableState | None) -> Refused:
    """Return the message for a refusal."""
    version = refusal.version
    if version is None and state is not None:
        version = state.version
    return Refused(
        id=command_id,
        code=refusal.code,
        message=refusal.message,
        version=version,
        rule=refusal.rule,
    )


async def _play(
    app: TableApp, table: Table, access: Access, command: commands.TableCommand, answer: Answer
) -> None:
    if not access.chairs:
        raise Refusal("not_allowed", "only players may do that")
    bot = app.settings.substitute
    votes = isinstance(command, (client.ProposeUndo, client.ProposeEnd, client.Vote))
    now = await app.store.now() if votes else 0
    await table.perform(
        lambda state: commands.decide(state, access.seats(state), command, bot, now),
        command.id,
        access.chairs,
        lambda version: answer(Acknowledged(id=command.id, version=version)),
    )


async def _mute(
    app: TableApp, table: Table, access: Access, command: client.Mute, connection: Connection | None
) -> None:
    state = table.state
    if command.seat is not None and command.seat >= len(state.chairs):
        raise Refusal("not_allowed", "there is no such seat")
    order = state.order or list(range(len(state.chairs)))
    speaker = chat.SPECTATORS if command.seat is None else order[command.seat]
    listeners = [c for c in table.connections if set(c.access.chairs) & set(access.chairs)]
    for listener in {*listeners, *([connection] if connection is not None else [])}:
        if command.muted:
            listener.muted.add(speaker)
        else:
            listener.muted.discard(speaker)
    for chair in access.chairs:
        kept = await app.store.chair(state.id, chair)
        muted = set(kept.muted) | {speaker} if command.muted else set(kept.muted) - {speaker}
        row = msgspec.structs.replace(kept, muted=tuple(sorted(muted)))
        await app.store.keep_chair(state.id, chair, row)


def nudge(app: TableApp, table: Table, access: Access, seat: int) -> None:
    """Remind a person that the table waits for them, here or where they asked to be told."""
    state = table.state
    if not access.chairs:
        raise Refusal("not_allowed", "only players may do that")
    by = access.seats(state)[0]
    if seat not in state.deciding() or state.bot_of(seat) is not None or seat == by:
        raise Refusal("not_allowed", "the table does not wait for them", state.version)
    app.nudge_limit.check(f"{state.id}:{seat}", "reminders")
    deliver_nudge(table, seat, by)
    table.peers.send(state.id, NudgeSent(seat, by))
    app.notifier.notify_nudge(table, seat)


def deliver_nudge(table: Table, seat: int, by: int) -> None:
    """Tell the listeners of this process; those who are delayed would learn whose turn it is."""
    table.send_to_all(Nudged(seat=seat, by=by), lambda c: not table.is_delayed(c.access))


async def _hint(
    app: TableApp, table: Table, access: Access, address: str, command: client.AskHint
) -> Hint:
    state = table.state
    seen, version = view_for_hint(state, access), state.version
    key = f"{state.id}:{seen.viewer}:{version}"
    requester = keyed_hash(app.store.pepper, address)
    if not app.bot_seconds.has(requester):
        raise Refusal("quota", "your share of bot time is used up for today", state.version)
    return await find_hint(app, seen, version, key, requester, command)


async def find_hint(
    app: TableApp, seen: View, version: int, key: str, requester: str, command: client.AskHint
) -> Hint:
    """Return the hint of the rank that was asked for, with its reason."""
    move, bot = await app.hint_service.find(seen, command.rank, key, requester)
    reason, values = reason_for(seen.setup, seen.position, move)
    return Hint(
        id=command.id,
        version=version,
        move=raw(move),
        bot=bot,
        reason=reason,
        values=values,
    )


def view_for_hint(state: TableState, access: Access) -> View:
    """Return the view of the seat that is to move, if it is the requester's; raise Refusal."""
    if not state.allows_hints:
        raise Refusal("hints_off", "this table is played without hints", state.version)
    seat = state.to_move
    if seat is None or seat not in access.seats(state) or state.game is None:
        raise Refusal("not_your_turn", "hints are for the seat that is to move", state.version)
    return view(state.game, seat)
