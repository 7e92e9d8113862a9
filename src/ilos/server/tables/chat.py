"""Chat at a table: players among themselves, spectators apart until the game is over (H-12)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from ilos.protocol.client import Mute
from ilos.protocol.server import Reacted, Said
from ilos.protocol.tables import ChatLine, Reaction
from ilos.server.refusal import Refusal
from ilos.server.tables import peer_bus
from ilos.server.tables.access import Access
from ilos.server.tables.connection import Connection
from ilos.server.tables.names import clean_line
from ilos.server.tables.state import TableState
from ilos.server.tables.table import Table
from ilos.store.rows import ChatRow

if TYPE_CHECKING:
    from ilos.store.store import Store

SPECTATORS = -1  # stands for all spectators in a list of muted chairs
SHOWN = 100  # lines in a welcome


async def post_line(store: Store, table: Table, access: Access, command_id: str, text: str) -> None:
    """Store a line and send it to the listeners who may read it."""
    chair = access.chairs[0] if access.chairs else None
    name = (table.state.chairs[chair].name or "") if chair is not None else ""
    audience = "players" if access.is_member else "spectators"
    now = store.clock.now()
    new = ChatRow(0, chair, name, clean_line(text), audience, now)  # type: ignore[arg-type]
    row, fresh = await store.say(table.state.id, command_id, new)
    if (row.chair, row.audience) != (new.chair, new.audience):
        raise Refusal("id_taken", "another person used this id", table.state_for(access).version)
    if fresh:  # a line sent again was delivered the first time
        deliver(table, row)
        table.peers.send(table.state.id, peer_bus.ChatAdded(row.number))


def deliver(table: Table, row: ChatRow) -> None:
    """Send a line to the listeners of this process who may read it."""
    line = Said(line=_line(table.state, row))
    table.send_to_all(line, lambda c: may_read(table, c.access, row) and not is_muted(c, row.chair))


async def deliver_remote(store: Store, table: Table, number: int) -> None:
    """Deliver a line that another process stored."""
    for row in await store.chat(table.state.id, after=number - 1, limit=SHOWN):
        if row.number == number:
            deliver(table, row)


def react(table: Table, access: Access, reaction: Reaction) -> None:
    """Send a quick reaction to all listeners; it is not stored."""
    chair = access.chairs[0] if access.chairs else None
    deliver_reaction(table, chair, reaction)
    table.peers.send(table.state.id, peer_bus.ReactionSent(chair, reaction))


def deliver_reaction(table: Table, chair: int | None, reaction: Reaction) -> None:
    """Send a reaction to the listeners of this process who may see it."""
    seat = table.state.seat_of(chair) if chair is not None else None
    playing = table.state.status == "playing"
    apart = seat is None and playing

    def may_see(connection: Connection) -> bool:
        if playing and seat is not None and table.is_delayed(connection.access):
            return False  # it would reveal that something happens (H-12)
        return not is_muted(connection, chair) and not (apart and connection.access.is_member)

    table.send_to_all(Reacted(seat=seat, reaction=reaction), may_see)


async def mute(
    store: Store, table: Table, access: Access, command: Mute, connection: Connection | None
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
    store: Store, table: Table, access: Access, muted: set[int]
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
    )
