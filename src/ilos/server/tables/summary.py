"""What is stored of a table beside its log: for lists, and for the search for overdue tables."""

from typing import Literal

import msgspec

from ilos.protocol.tables import Presence
from ilos.server.tables import presenter
from ilos.server.tables.commands import CommandResult
from ilos.server.tables.fold import apply
from ilos.server.tables.spectator_delay import without_progress
from ilos.server.tables.state import TableState
from ilos.store import log_entries as log
from ilos.store.log_entries import StoredEntry
from ilos.store.rows import TableSummary, TurnSummary


def summary_after(state: TableState, result: CommandResult, now: int) -> TurnSummary | TableSummary:
    """Return the summary of a table after a command; after most moves only the turn changes."""
    game = result.game
    moves = all(isinstance(entry, (log.Played, log.Undone)) for entry in result.entries)
    if game is None or game.is_over or not moves:
        return summarize(preview(state, result, now))
    seat = game.pending.seat
    waiting = _waiting(state, seat)
    if state.clock is not None and not state.clock.keeps_deadline(
        seat if waiting == "human" else None
    ):
        return summarize(preview(state, result, now))
    if state.settings.spectator_delay:
        return TurnSummary(waiting=waiting)
    return TurnSummary(waiting=waiting, round=game.round, to_move=seat)


def summarize(state: TableState) -> TableSummary:
    """Return the summary of a table, for lists and for the search for overdue tables."""
    info = presenter.table_info(state, Presence(online=[], watching=0), show_code=False)
    if state.settings.spectator_delay and state.status == "playing":
        info = without_progress(info)
    # The row has its own columns for the times, the version and the turn.
    head = msgspec.structs.replace(info, created=0, changed=0, version=0, round=None, to_move=None)
    return TableSummary(
        waiting=_waiting(state, state.to_move),
        round=info.round,
        to_move=info.to_move,
        status=state.status,
        deadline=state.clock.deadline() if state.clock is not None else None,
        summary=msgspec.json.encode(head).decode(),
    )


def _waiting(state: TableState, seat: int | None) -> Literal["bot", "human"] | None:
    """Return whom a table waits for when a seat is to move."""
    if seat is None:
        return None
    return "human" if state.bot_of(seat) is None else "bot"


def preview(state: TableState, result: CommandResult, now: int) -> TableState:
    """Return a copy of the state with a command's result applied."""
    ahead = state.copy()
    if len(result.entries) > 1 and ahead.game is not None:
        ahead.game = ahead.game.copy()  # `apply` plays moves on it
    for index, entry in enumerate(result.entries, 1):
        last = index == len(result.entries)
        stored = StoredEntry(state.version + index, now, None, entry)
        apply(ahead, stored, result.game if last else None)
    return ahead
