"""What has happened in a game, as rows of two small numbers for programs that learn.

A row is the seat it happened to and a code: a decision (0 to 392), a card drawn, a card taken from
another hand, or a tile turned up. A card that a viewer may not see has the code of a hidden card
(RULES 6); a move that another seat has not finished is left out.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Any

import cython

if not cython.compiled:
    from ilos.engine.chance import is_chance, roll
    from ilos.engine.constants import *
    from ilos.engine.decisions import Options, legal
    from ilos.engine.effects import decide

from ilos.engine.api import let_happen

if TYPE_CHECKING:
    from ilos.engine.fields import Int, IntBuffer, ShortBuffer, ShortRow
    from ilos.engine.position import Position

# A viewer may have to do without the decisions of a move under way; no move has more.
LONGEST_MOVE = 16


class History:
    """The last rows of several games."""

    games: Int
    length: Int  # rows that are shown
    _room: Int
    _rows: ShortBuffer  # games × room × 3: seat, code, the seat that a card was taken from
    _counts: IntBuffer  # by game: rows so far
    _moves: IntBuffer  # by game: rows before the move under way

    def __init__(self, games: int, length: int) -> None:
        if length < 0:
            raise ValueError(f"a history cannot have {length} rows")
        self.games = games
        self.length = length
        self._room = length + LONGEST_MOVE
        self._rows = array("h", bytes(6 * games * self._room))
        self._counts = array("i", bytes(4 * games))
        self._moves = array("i", bytes(4 * games))

    def note(self, game: int, seat: int, codes: list[int], other: int = -1) -> None:
        """Add a whole move, or what chance did after it."""
        if not 0 <= game < self.games:
            raise ValueError(f"there is no game {game} among {self.games}")
        for code in codes:
            _add(self, game, seat, code, other)
        self._moves[game] = self._counts[game]

    def __reduce__(self) -> tuple[Any, ...]:
        kept = (bytes(self._rows), bytes(self._counts), bytes(self._moves))
        return restored, (self.games, self.length, *kept)

    def take(self, rows: bytes, counts: bytes, moves: bytes) -> None:
        """Go on from what a pickle has kept."""
        self._rows = array("h", rows)
        self._counts = array("i", counts)
        self._moves = array("i", moves)


def restored(games: int, length: int, rows: bytes, counts: bytes, moves: bytes) -> History:
    """Return the history that was pickled."""
    history = History(games, length)
    history.take(rows, counts, moves)
    return history


def clear(h: History, game: int) -> None:
    """Forget a game."""
    h._counts[game] = 0
    h._moves[game] = 0


def _add(h: History, game: int, seat: int, code: int, other: int) -> None:
    place = (game * h._room + h._counts[game] % h._room) * 3
    h._rows[place] = seat
    h._rows[place + 1] = code
    h._rows[place + 2] = other
    h._counts[game] += 1


def noted_decide(h: History, game: int, p: Position, decision: int) -> None:
    """Carry out a legal decision, and add it to the history."""
    phase = p.phase
    _add(h, game, p.seat, decision, -1)
    decide(p, decision)
    if phase == PH_MULLIGAN:
        if decision == D_DONE:
            h._moves[game] = h._counts[game]
    elif p.phase == PH_ACTION or p.phase == PH_FIRST or p.phase == PH_OVER or is_chance(p):
        h._moves[game] = h._counts[game]


def _noted_roll(h: History, game: int, p: Position) -> None:
    """Let chance act once, and add what it did to the history."""
    phase = p.phase
    seat = p.seat
    victim = p.victim
    _note_outcome(h, game, phase, seat, victim, roll(p))


def _note_outcome(h: History, game: int, phase: int, seat: int, victim: int, outcome: int) -> None:
    """Add what chance did in a phase."""
    if phase == PH_SETUP or phase == PH_REVEAL:
        _add(h, game, seat, TURNED_UP + outcome, -1)
    elif phase == PH_TAKE:
        _add(h, game, seat, TAKEN + outcome, victim)
    else:
        _add(h, game, seat, DRAWN + outcome, -1)
    h._moves[game] = h._counts[game]


def noted_advance(h: History, game: int, p: Position, options: ShortRow) -> int:
    """Let chance act and take forced decisions; how many decisions there are then, 0 at the end."""
    while p.phase != PH_OVER:
        if is_chance(p):
            _noted_roll(h, game, p)
            continue
        n = legal(p, options)
        if n > 1:
            return n
        noted_decide(h, game, p, options[0])
    return 0


def settle_noted(h: History, p: Position) -> int:
    """Do the same for the only game of a history."""
    options = Options()
    return noted_advance(h, 0, p, options.decisions)


def happen_noted(h: History, p: Position, outcome: int) -> None:
    """Let an outcome happen in the only game of a history; ValueError if it cannot."""
    phase = p.phase
    seat = p.seat
    victim = p.victim
    let_happen(p, outcome)
    _note_outcome(h, 0, phase, seat, victim, outcome)


def decide_noted(h: History, p: Position, decision: int) -> None:
    """Carry out a decision, which must be legal, in the only game of a history."""
    noted_decide(h, 0, p, decision)


def write_rows(h: History, game: int, p: Position, viewer: int, out: ShortRow) -> None:
    """Write what a viewer may know of the last rows, oldest first; −1 where there were none yet."""
    last = h._counts[game] if viewer == p.seat else h._moves[game]
    for k in range(h.length):
        index = last - h.length + k
        if index < 0:
            out[2 * k] = out[2 * k + 1] = -1
            continue
        place = (game * h._room + index % h._room) * 3
        seat = h._rows[place]
        out[2 * k] = seat - viewer if seat >= viewer else seat - viewer + p.printed.players
        out[2 * k + 1] = _shown(seat, h._rows[place + 1], h._rows[place + 2], viewer)


def _shown(seat: int, code: int, other: int, viewer: int) -> int:
    """RULES 6: a drawn card is known to who drew it, a taken one also to who had it."""
    if code < DRAWN or code >= TURNED_UP or viewer == seat or viewer == other:
        return code
    return DRAWN + CARD_KINDS if code < TAKEN else TAKEN + CARD_KINDS


def write_into(h: History, p: Position, viewer: int, buffer: ShortBuffer) -> None:
    """Write the rows of the only game of a history into a buffer of shorts."""
    if len(buffer) != 2 * h.length:
        raise ValueError(f"{h.length} rows need {2 * h.length} numbers, not {len(buffer)}")
    if not 0 <= viewer < p.printed.players:
        raise ValueError(f"there is no seat {viewer} at this table")
    if h.length == 0:
        return
    if cython.compiled:
        write_rows(h, 0, p, viewer, cython.address(buffer[0]))
    else:
        write_rows(h, 0, p, viewer, buffer)
