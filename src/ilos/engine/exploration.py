"""Where tiles may go, and laying them (RULES 2, the exploration rule).

The frontier lists the empty cells next to the archipelago; each remembers which of its sides
touch a tile and which of those are land, so that a look at six bits tells which rotations fit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cython

if not cython.compiled:
    from ilos.engine.constants import *
    from ilos.engine.islands import merge

if TYPE_CHECKING:
    from ilos.engine.position import Position


def _turned(sides: int, rotation: int) -> int:
    """Six bits of printed sides, as they lie after turning the tile."""
    return ((sides << rotation) | (sides >> (6 - rotation))) & 63


def fits(p: Position, tile: int, where: int, rotation: int) -> bool:
    """Whether the tile may be laid at this place of the frontier, turned like this."""
    if p.laid_count == 0:
        return rotation == 0  # RULES 3.5: the first tile lies at (0, 0), unturned
    land = p.frontier_land[where]
    return land != 0 and (_turned(p.printed.land[tile], rotation) & p.frontier_known[where]) == land


def fits_anyhow(p: Position, tile: int, where: int) -> bool:
    """Whether some rotation of the tile fits here."""
    for rotation in range(SIDES):
        if fits(p, tile, where, rotation):
            return True
    return False


def fits_anywhere(p: Position, tile: int) -> bool:
    """Whether the tile fits somewhere."""
    for where in range(p.frontier_count):
        if (p.frontier_land[where] != 0 or p.laid_count == 0) and fits_anyhow(p, tile, where):
            return True
    return False


def can_explore(p: Position) -> bool:
    """Whether a face-up tile fits somewhere."""
    for slot in range(AREA):
        if p.area[slot] >= 0 and fits_anywhere(p, p.area[slot]):
            return True
    return False


def lay_tile(p: Position, tile: int, where: int, rotation: int) -> None:
    """Lay the tile, join its parts to the neighbours' islands, and move the frontier."""
    cell = p.frontier_cell[where]
    _forget_cell(p, where)
    p.cell[tile] = cell
    p.rotation[tile] = rotation
    p.order[tile] = p.laid_count
    p.laid[p.laid_count] = tile
    p.laid_count += 1
    for part in range(tile * PARTS, tile * PARTS + p.printed.parts[tile]):
        p.island[part] = part
        p.islands += 1
    for side in range(SIDES):
        _meet(p, tile, side, cell + p.printed.neighbour[side])


def _forget_cell(p: Position, where: int) -> None:
    p.frontier_count -= 1
    last = p.frontier_count
    p.frontier_cell[where] = p.frontier_cell[last]
    p.frontier_known[where] = p.frontier_known[last]
    p.frontier_land[where] = p.frontier_land[last]
    p.frontier_cell[last] = p.frontier_known[last] = p.frontier_land[last] = 0


def _meet(p: Position, tile: int, side: int, cell: int) -> None:
    """What lies beyond a side of the new tile: a tile, or a cell of the frontier, old or new."""
    part = p.printed.side_part[tile * SIDES + (side - p.rotation[tile] + SIDES) % SIDES]
    opposite = (side + 3) % SIDES
    for k in range(p.laid_count):
        other = p.laid[k]
        if p.cell[other] == cell:
            if part >= 0:
                joined = p.printed.side_part[
                    other * SIDES + (opposite - p.rotation[other] + SIDES) % SIDES
                ]
                merge(p, tile * PARTS + part, other * PARTS + joined)
            return
    where = 0
    while where < p.frontier_count and p.frontier_cell[where] != cell:
        where += 1
    if where == p.frontier_count:
        p.frontier_count += 1
        p.frontier_cell[where] = cell
    p.frontier_known[where] |= 1 << opposite
    if part >= 0:
        p.frontier_land[where] |= 1 << opposite
