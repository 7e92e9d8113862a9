"""Chat at a table: players among themselves, spectators apart until the game is over (H-12)."""

from ilos.protocol.server import Reacted, Said
from ilos.protocol.tables import ChatLine, Reaction
from ilos.server import words
from ilos.server.access import Access
from ilos.server.hub import Connection
from ilos.server.names import tidy_line
from ilos.server.state import TableState
from ilos.server.table import Table
from ilos.store import Store
from ilos.store.rows import ChatRow

SPECTATORS = -1  # who is muted when all spectators are
SHOWN = 100  # lines in a welcome


async def say(store: Store, table: Table, access: Access, deed_id: str, text: str) -> None:
    """Keep a line and tell those who may read it."""
    chair = access.chairs[0] if access.chairs else None
    name = (table.state.chairs[chair].name or "") if chair is not None else ""
    audience = "players" if access.inside else "spectators"
    now = store.clock.now()
    new = ChatRow(0, chair, name, tidy_line(text), audience, now)  # type: ignore[arg-type]
    row = await store.say(table.state.id, deed_id, new)
    deliver(table, row)
    table.words.tell(table.state.id, words.Said(row.number))


def deliver(table: Table, row: ChatRow) -> None:
    """Tell a line to those at this process who may read it."""
    line = Said(line=_line(table.state, row))
    table.tell(line, lambda c: may_read(table.state, c.access, row) and not is_muted(c, row.chair))


async def heard(store: Store, table: Table, number: int) -> None:
    """Another process has kept a line."""
    for row in await store.chat(table.state.id, after=number - 1, limit=SHOWN):
        if row.number == number:
            deliver(table, row)


def react(table: Table, access: Access, reaction: Reaction) -> None:
    """Tell a quick reaction; it is not kept."""
    chair = access.chairs[0] if access.chairs else None
    show_reaction(table, chair, reaction)
    table.words.tell(table.state.id, words.Reacted(chair, reaction))


def show_reaction(table: Table, chair: int | None, reaction: Reaction) -> None:
    """Tell a reaction to those at this process."""
    seat = table.state.seat_of(chair) if chair is not None else None
    apart = seat is None and table.state.status == "playing"
    table.tell(
        Reacted(seat=seat, reaction=reaction),
        lambda c: not is_muted(c, chair) and not (apart and c.access.inside),
    )


async def lines(store: Store, state: TableState, access: Access, muted: set[int]) -> list[ChatLine]:
    """The last lines somebody may read."""
    rows = await store.chat(state.id, limit=SHOWN)
    return [
        _line(state, row)
        for row in rows
        if may_read(state, access, row) and _speaker(row.chair) not in muted
    ]


def may_read(state: TableState, access: Access, row: ChatRow) -> bool:
    """Players do not read spectators while the game runs; everything else is open."""
    return row.audience == "players" or not access.inside or state.status != "playing"


def is_muted(connection: Connection, chair: int | None) -> bool:
    """Whether this listener wants to hear nothing of that speaker."""
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
