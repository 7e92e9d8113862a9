"""Chat at a table: players among themselves, spectators apart until the game is over (H-12)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from ilos.protocol.client import Mute, React, Say
from ilos.protocol.server import Said
from ilos.protocol.tables import ChatLine
from ilos.server.refusal import Refusal
from ilos.server.tables import peer_bus
from ilos.server.tables.access import Access
from ilos.server.tables.connection import Connection
from ilos.server.tables.names import clean_line
from ilos.server.tables.state import TableState
from ilos.server.tables.table import Table
from ilos.store.rows import ChatRow

if TYPE_CHECKING:
    from ilos.store.table_store import TableStore

SPECTATORS = -1  # stands for all spectators in a list of muted chairs
SHOWN = 100  # lines in a welcome


async def post_line(store: TableStore, table: Table, access: Access, command: Say | React) -> None:
    """Store a line or a quick reaction and send it to the listeners who may read it."""
    chair = access.chairs[0] if access.chairs else None
    name = (table.state.chairs[chair].name or "") if chair is not None else ""
    audience = "players" if access.is_member else "spectators"
    now = store.clock.now()
    text = clean_line(command.text) if isinstance(command, Say) else ""
    reaction = command.reaction if isinstance(command, React) else None
    new = ChatRow(0, chair, name, text, audience, now, reaction)  # type: ignore[arg-type]
    row, fresh = await store.say(table.state.id, command.id, new)
    if (row.chair, row.audience) != (new.chair, new.audience):
        raise Refusal("id_taken", "another person used this id", table.state_for(access).version)
    if fresh:  # a line sent again was delivered the first time
        deliver(table, row)
        table.peers.send(table.state.id, peer_bus.ChatAdded(row.number))


def deliver(table: Table, row: ChatRow) -> None:
    """Send a line to the listeners of this process who may read it."""
    line = Said(line=_line(table.state, row))
    table.send_to_all(line, lambda c: may_read(table, c.access, row) and not is_muted(c, row.chair))


async def deliver_remote(store: TableStore, table: Table, number: int) -> None:
    """Deliver a line that another process stored."""
    for row in await store.chat(table.state.id, after=number - 1, limit=SHOWN):
        if row.number == number:
            deliver(table, row)


async def mute(
    store: TableStore, table: Table, access: Access, command: Mute, connection: Connection | None
) -> None:
    """Stop or go on showing a person what a seat, or the spectators, say."""
    state = table.state
    if command.seat is not None and command.seat >= len(state.chairs):
        raise Refusal("not_allowed", "there is no such seat")
    order = state.order or list(range(len(state.chairs)))
    speaker = SPECTATORS if command.seat is None else order[command.seat]
    listeners = [c for c in table.connections if set(c.access.chairs) & set(access.chairs)]
    for listener in {*listeners, *([connection] if connection is not None else [])}:
        if command.muted:
            listener.muted.add(speaker)
        else:
            listener.muted.discard(speaker)
    for chair in access.chairs:
        kept = await store.chair(state.id, chair)
        muted = set(kept.muted) | {speaker} if command.muted else set(kept.muted) - {speaker}
        row = msgspec.structs.replace(kept, muted=tuple(sorted(muted)))
        await store.keep_chair(state.id, chair, row)


async def visible_lines(
    store: TableStore, table: Table, access: Access, muted: set[int]
) -> list[ChatLine]:
    """Return the last lines that a requester may read."""
    rows = await store.chat(table.state.id, limit=SHOWN)
    return [
        _line(table.state, row)
        for row in rows
        if may_read(table, access, row) and _speaker(row.chair) not in muted
    ]


def may_read(table: Table, access: Access, row: ChatRow) -> bool:
    """Return whether a role may read a line.

    During a game players do not read spectators, nor delayed spectators the players.
    """
    if table.state.status != "playing":
        return True
    if row.audience == "players":
        return row.chair is None or not table.is_delayed(access)
    return not access.is_member


def is_muted(connection: Connection, chair: int | None) -> bool:
    """Return whether this listener has muted that speaker."""
    return _speaker(chair) in connection.muted


def _speaker(chair: int | None) -> int:
    return SPECTATORS if chair is None else chair


def _line(state: TableState, row: ChatRow) -> ChatLine:
    return ChatLine(
        number=row.number,
        seat=state.seat_of(row.chair) if row.chair is not None else None,
        name=row.name,
        text=row.text,
        audience=row.audience,
        at=row.at,
        reaction=row.reaction,  # type: ignore[arg-type]
    )
