"""Delayed spectators (H-12): the table as it was some moves ago, kept beside the table as it is.

Requesters without a seat get everything from the older state: views, events, versions, record. So
there is one way to present a table, and nothing newer to filter out.
"""

from collections import deque
from collections.abc import Sequence
from typing import TypeVar

import msgspec

from ilos.protocol.server import Update, Welcome
from ilos.protocol.tables import TableInfo, TableStatus
from ilos.server.tables.fold import apply
from ilos.server.tables.state import TableState
from ilos.store import log_entries as log
from ilos.store.log_entries import LogEntry, StoredEntry


class SpectatorDelay:
    """A table as delayed spectators see it: without its last moves."""

    def __init__(self, state: TableState, delay: int) -> None:
        self.state = state  # as spectators see it
        self._delay = delay
        self._hidden: deque[tuple[StoredEntry, int]] = (
            deque()
        )  # with the number of events after each
        self._events = 0
        self._dealt = 0  # events of the deal, which are never delayed

    def take(self, new: Sequence[StoredEntry], status: TableStatus) -> list[StoredEntry]:
        """Take new entries and return those to show now; `status` is the table's after them."""
        shown: list[StoredEntry] = []
        for stored in new:
            self._count(stored.entry)
            self._hidden.append((stored, self._events))
            shown += self._show(self._ready())
        return shown if status == "playing" else [*shown, *self._show(len(self._hidden))]

    def _ready(self) -> int:
        """Return how many hidden entries are followed by as many moves as the delay."""
        most = max(self._dealt, self._events - self._delay)
        ready = (number for number, (_, events) in enumerate(self._hidden, 1) if events <= most)
        return max(ready, default=0)

    def _show(self, count: int) -> list[StoredEntry]:
        shown = [self._hidden.popleft()[0] for _ in range(count)]
        for stored in shown:
            apply(self.state, stored)
        return shown

    def _count(self, entry: LogEntry) -> None:
        match entry:
            case log.Started():
                self._events = self._dealt = len(entry.events)
            case log.Played():
                self._events += 1
            case log.Undone():
                self._events = entry.events


M = TypeVar("M", Update, Welcome)


def without_clocks(message: M) -> M:
    """Return a message for delayed spectators: a running clock would reveal whose turn it is."""
    return msgspec.structs.replace(message, clocks=None)


def without_progress(info: TableInfo) -> TableInfo:
    """Return a table for lists, without what reveals how far the game has come."""
    hidden = {"substitute": None, "why": None, "kept_until": None, "decided": False}
    seats = [msgspec.structs.replace(seat, **hidden) for seat in info.seats]
    return msgspec.structs.replace(info, seats=seats, version=0, round=None, to_move=None)
