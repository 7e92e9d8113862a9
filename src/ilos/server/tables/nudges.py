"""Reminders of players to each other that the table waits for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ilos.protocol.server import Nudged
from ilos.server.refusal import Refusal
from ilos.server.tables.access import Access
from ilos.server.tables.peer_bus import NudgeSent
from ilos.server.tables.table import Table

if TYPE_CHECKING:
    from ilos.server.table_app import TableApp


def nudge(app: TableApp, table: Table, access: Access, seat: int) -> None:
    """Remind a person that the table waits for them, here or where they asked to be told."""
    state = table.state
    access.check_player()
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
