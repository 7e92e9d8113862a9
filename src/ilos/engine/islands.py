"""Islands, ships on their shores, and piracy (RULES 2, 4.5).

An island is named by its oldest part. Islands merge as tiles arrive and never split, so each
part simply names its island, and a merge renames the younger one's parts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cython

if not cython.compiled:
    from ilos.engine.constants import *

if TYPE_CHECKING:
    from ilos.engine.position import Position


def _is_older(p: Position, a: int, b: int) -> bool:
    """Was part a laid before part b? Parts of one tile go by their index."""
    return p.order[a // PARTS] * PARTS + a % PARTS < p.order[b // PARTS] * PARTS + b % PARTS


def merge(p: Position, a: int, b: int) -> None:
    """Join the islands of two parts; the older name stays."""
    a = p.island[a]
    b = p.island[b]
    if a == b:
        return
    if _is_older(p, b, a):
        a, b = b, a
    for k in range(p.laid_count):
        first = p.laid[k] * PARTS
        for part in range(first, first + p.printed.parts[p.laid[k]]):
            if p.island[part] == b:
                p.island[part] = a
    for seat in range(p.printed.players):
        p.ships[a * SEATS + seat] += p.ships[b * SEATS + seat]
        p.ships[b * SEATS + seat] = 0
    p.raiders[a] |= p.raiders[b]
    p.forts[a] |= p.forts[b]
    p.worked[a] |= p.worked[b]
    p.raiders[b] = p.forts[b] = p.worked[b] = 0
    p.islands -= 1


def is_under_piracy(p: Position, island: int, seat: int) -> bool:
    """RULES 4.5: another player's pirate attacks the island, and this seat has no fort on it."""
    mine: int = 1 << seat
    return (p.raiders[island] & ~mine) != 0 and (p.forts[island] & mine) == 0


def turn_pirate(p: Position, tile: int, seat: int) -> None:
    """A ship occupies the hideout: every island with a part on the tile is attacked."""
    p.pirate[tile] = seat
    p.pirates[seat] += 1
    for part in range(tile * PARTS, tile * PARTS + p.printed.parts[tile]):
        p.raiders[p.island[part]] |= 1 << seat


def leave_hideout(p: Position, tile: int) -> None:
    """The ship goes; who still attacks which island is found again."""
    p.pirates[p.pirate[tile]] -= 1
    p.pirate[tile] = -1
    for part in range(ALL_PARTS):
        p.raiders[part] = 0
    for k in range(p.laid_count):
        tile = p.laid[k]
        if p.pirate[tile] >= 0:
            for part in range(tile * PARTS, tile * PARTS + p.printed.parts[tile]):
                p.raiders[p.island[part]] |= 1 << p.pirate[tile]
