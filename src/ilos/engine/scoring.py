"""Worth, winners and why the game ended (RULES 5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cython

if not cython.compiled:
    from ilos.engine.constants import *

if TYPE_CHECKING:
    from ilos.engine.fields import Long
    from ilos.engine.position import Position


def worth(p: Position, seat: int) -> Long:
    """What the seat's stock is worth at the prices of now."""
    value = 0
    for resource in range(RESOURCES):
        price = p.printed.price[resource * PRICES + p.step[resource]]
        value += p.stock[seat * RESOURCES + resource] * price
    return value


def beats(p: Position, seat: int, other: int) -> bool:
    """Would this seat be placed before the other? Ties go to more deployed pioneers."""
    mine = worth(p, seat)
    theirs = worth(p, other)
    if mine != theirs:
        return mine > theirs
    return PIONEERS - p.pioneers[seat] > PIONEERS - p.pioneers[other]


def is_winner(p: Position, seat: int) -> bool:
    """Does nobody beat this seat? If all is tied, several win."""
    for other in range(p.printed.players):
        if beats(p, other, seat):
            return False
    return True
