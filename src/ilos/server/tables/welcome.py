"""What a connection is told when it comes or comes back: everything, or what it missed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ilos.protocol.server import Update, Welcome
from ilos.server.refusal import Refusal
from ilos.server.tables import chat, presenter
from ilos.server.tables.access import Access
from ilos.server.tables.connection import Connection
from ilos.server.tables.spectator_delay import without_clocks
from ilos.server.tables.table import Table

if TYPE_CHECKING:
    from ilos.store.table_store import TableStore

MAX_CATCH_UP = 1000  # after more missed changes than this a whole welcome is sent instead


async def missed(
    store: TableStore, table: Table, connection: Connection, seen: int | None
) -> Update | Welcome:
    """Return the changes since version `seen`, or a whole welcome (F-07)."""
    access = connection.access
    state = table.state_for(access)
    if seen is None or not 0 < seen <= state.version <= seen + MAX_CATCH_UP:
        return await welcome(store, table, connection)
    new = [one for one in await store.load(state.id, seen) if one.version <= state.version]
    seat = table.viewing_seat(connection)
    builder = presenter.UpdateBuilder(state, new, table.presence, store.clock.now())
    update = builder.build(seat, access.sees_code, presenter.player_view(state, seat))
    return without_clocks(update) if table.is_delayed(access) else update


async def welcome(store: TableStore, table: Table, connection: Connection) -> Welcome:
    """Return everything a connection may know."""
    access = connection.access
    state = table.state_for(access)
    said = await chat.visible_lines(store, table, access, connection.muted)
    muted = [seat if seat < 0 else state.seat_of(seat) for seat in sorted(connection.muted)]
    shown = presenter.welcome(
        state,
        table.viewing_seat(connection),
        access.seats(state),
        access.host,
        access.sees_code,
        table.presence(),
        store.clock.now(),
        said,
        muted,
    )
    return without_clocks(shown) if table.is_delayed(access) else shown


def first_view_chair(table: Table, access: Access, wanted: int | None) -> int | None:
    """Return the chair whose view a new connection gets: of the seat wanted, or the first held."""
    seats = access.seats(table.state)
    return own_view_chair(table, access, seats[0] if wanted is None and seats else wanted)


def own_view_chair(table: Table, access: Access, seat: int | None) -> int | None:
    """Return the chair of a seat, if the requester holds it."""
    if seat is None:
        return None
    if seat not in access.seats(table.state):
        raise Refusal("not_allowed", "this is not your seat", table.state_for(access).version)
    return table.state.order[seat] if table.state.order else seat
