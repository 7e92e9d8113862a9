"""Spectators some moves behind (H-12): the table as it was, kept beside the table as it is.

Whoever holds no seat gets everything from the older state: views, events, versions, head, record.
So there is one way to show a table, and nothing newer to hold back.
"""

from collections import deque
from collections.abc import Sequence
from typing import TypeVar

import msgspec

from ilos.protocol.server import Update, Welcome
from ilos.protocol.tables import TableInfo, TableStatus
from ilos.server.state import TableState
from ilos.store import entries as log
from ilos.store.entries import AnyEntry, Stored


class Behind:
    """A table as those see it who do not sit at it: the last moves are still to come for them."""

    def __init__(self, state: TableState, delay: int) -> None:
        self.state = state  # as shown
        self._delay = delay
        self._hidden: deque[tuple[Stored, int]] = deque()  # and the events that stood after each
        self._events = 0
        self._dealt = 0  # what the game began with is no move

    def take(self, new: Sequence[Stored], status: TableStatus) -> list[Stored]:
        """Takes in new entries; those that are shown now. `status` is the table's after them."""
        shown: list[Stored] = []
        for stored in new:
            self._count(stored.entry)
            self._hidden.append((stored, self._events))
            shown += self._show(self._ready())
        return shown if status == "playing" else [*shown, *self._show(len(self._hidden))]

    def _ready(self) -> int:
        """How many lie so far back that as many moves as the delay says stand after them."""
        most = max(self._dealt, self._events - self._delay)
        ready = (number for number, (_, events) in enumerate(self._hidden, 1) if events <= most)
        return max(ready, default=0)

    def _show(self, count: int) -> list[Stored]:
        shown = [self._hidden.popleft()[0] for _ in range(count)]
        for stored in shown:
            self.state.apply(stored)
        return shown

    def _count(self, entry: AnyEntry) -> None:
        match entry:
            case log.Started():
                self._events = self._dealt = len(entry.events)
            case log.Played():
                self._events += 1
            case log.Undone():
                self._events = entry.events


Told = TypeVar("Told", Update, Welcome)


def without_clocks(message: Told) -> Told:
    """A message for those behind: a clock that runs now would tell whose turn it is now."""
    return msgspec.structs.replace(message, clocks=None)


def without_news(info: TableInfo) -> TableInfo:
    """The head of a table in lists, without what tells how far the game has come."""
    seats = [msgspec.structs.replace(seat, substitute=None, why=None) for seat in info.seats]
    return msgspec.structs.replace(info, seats=seats, version=0, round=None, to_move=None)
