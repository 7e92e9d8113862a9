"""The past of a game as rows of (seat, code): what a seat with a perfect memory could know.

Seats are relative, 0 is the observer. Codes 0 to 392 are actions; then come cards drawn, cards
taken from another hand and tiles turned up, and a card that the observer may not see is hidden.
Rows before the first are −1.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from gymnasium.spaces import Box

from ilos.bots.decoding import encode
from ilos.engine.constants import (
    CARD_KINDS,
    DECISIONS,
    DRAWN,
    HISTORY_CODES,
    SEATS,
    TAKEN,
    TURNED_UP,
)
from ilos.engine.learning.history import History, write_into
from ilos.environments.coding import action_to_string
from ilos.rules import events
from ilos.rules.events import Event
from ilos.rules.names import CARDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from ilos.engine.position import Position
    from ilos.rules.setup import Setup


def history_space(length: int) -> Box:
    """The bounds of so many rows."""
    high = np.broadcast_to(np.array([SEATS - 1, HISTORY_CODES - 1], np.int16), (length, 2))
    return Box(np.full((length, 2), -1, np.int16), high, dtype=np.int16)


def history_rows(history: History, p: Position, seat: int) -> NDArray[np.int16]:
    """Return what a seat may know of the last rows, oldest first, as a new array."""
    rows: NDArray[np.int16] = np.empty((history.length, 2), np.int16)
    write_into(history, p, seat, rows.reshape(-1))
    return rows


def code_to_string(setup: Setup, code: int) -> str:
    """Return the code of a row in words.

    >>> from ilos.environments.table import bare_setup
    >>> [code_to_string(bare_setup(2), code) for code in (392, 393, 399, 400, 407)]
    ['market gold', 'drawn ship', 'drawn a card', 'taken ship', 'turned up T01']
    """
    if not 0 <= code < HISTORY_CODES:
        raise ValueError(f"{code} is no code of a history; they are 0 to {HISTORY_CODES - 1}")
    if code < DECISIONS:
        return action_to_string(setup, code)
    if code >= TURNED_UP:
        return f"turned up {setup.tile_id(code - TURNED_UP)}"
    verb, first = ("drawn", DRAWN) if code < TAKEN else ("taken", TAKEN)
    kind = code - first
    return f"{verb} {CARDS[kind] if kind < CARD_KINDS else 'a card'}"


def note_event(history: History, setup: Setup, before: Position, event: Event) -> None:
    """Add an event of the only game of a history, given the position before it."""
    if isinstance(event, events.SetupEvent):
        history.note(0, 0, _tiles(setup, event.exploration))
        return
    if isinstance(event, events.DealEvent):
        history.note(0, event.seat, _cards(DRAWN, event.cards))
        return
    history.note(0, event.seat, encode(setup, before, events.move_of(event)))
    match event:
        case events.MulliganEvent():
            history.note(0, event.seat, _cards(DRAWN, event.drawn))
        case events.EndTurnEvent():
            history.note(0, event.seat, _cards(DRAWN, event.drawn))
            for taken in event.taken:
                history.note(0, event.seat, _cards(TAKEN, [taken.card]), taken.seat)
        case events.FirstIslandEvent(revealed=str(tile)):
            history.note(0, event.seat, _tiles(setup, [tile]))
        case events.ShipEvent(explored=laid) if laid is not None and laid.revealed is not None:
            history.note(0, event.seat, _tiles(setup, [laid.revealed]))


def _tiles(setup: Setup, tiles: Sequence[str]) -> list[int]:
    return [TURNED_UP + setup.tile_numbers[tile] for tile in tiles]


def _cards(first: int, cards: Sequence[str | None] | int) -> list[int]:
    if isinstance(cards, int):
        return [first + CARD_KINDS] * cards
    return [first + (CARD_KINDS if card is None else CARDS.index(card)) for card in cards]
