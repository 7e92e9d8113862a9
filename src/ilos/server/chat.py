"""Chat at a table: players among themselves, spectators apart until the game is over (H-12)."""

from ilos.protocol.server import Reacted, Said
from ilos.protocol.tables import ChatLine, Reaction
from ilos.server import words
from ilos.server.access import Access
from ilos.server.hub import Connection
from ilos.server.names import tidy_line
from ilos.server.refusal import Refusal
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
    row, fresh = await store.say(table.state.id, deed_id, new)
    if (row.chair, row.audience) != (new.chair, new.audience):
        raise Refusal("id_taken", "somebody else used this id", table.shown_to(access).version)
    if fresh:  # sent again, it was told already
        deliver(table, row)
        table.words.tell(table.state.id, words.Said(row.number))


def deliver(table: Table, row: ChatRow) -> None:
    """Tell a line to those at this process who may read it."""
    line = Said(line=_line(table.state, row))
    table.tell(line, lambda c: may_read(table, c.access, row) and not is_muted(c, row.chair))


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
    playing = table.state.status == "playing"
    apart = seat is None and playing

    def may_see(connection: Connection) -> bool:
        if playing and seat is not None and table.is_behind(connection.access):
            return False  # it would tell that something happens (H-12)
        return not is_muted(connection, chair) and not (apart and connection.access.inside)

    table.tell(Reacted(seat=seat, reaction=reaction), may_see)


async def lines(store: Store, table: Table, access: Access, muted: set[int]) -> list[ChatLine]:
    """The last lines somebody may read."""
    rows = await store.chat(table.state.id, limit=SHOWN)
    return [
        _line(table.state, row)
        for row in rows
        if may_read(table, access, row) and _speaker(row.chair) not in muted
    ]


def may_read(table: Table, access: Access, row: ChatRow) -> bool:
    """While the game runs players do not read spectators, nor spectators behind it the players."""
    if table.state.status != "playing":
        return True
    if row.audience == "players":
        return row.chair is None or not table.is_behind(access)
    return not access.inside


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
