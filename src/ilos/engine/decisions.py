"""What may be decided now (RULES 3.4, 3.5, 4): the legal decisions of a position.

`legal` writes them into a list given by the caller and returns how many there are.
Equivalent choices are one decision: ships and docks are named by island, payments and swaps are
chosen in the order of card kinds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import cython

if not cython.compiled:
    from ilos.engine.actions import can_raise, can_work, ships_at
    from ilos.engine.constants import *
    from ilos.engine.exploration import can_explore, fits, fits_anyhow, fits_anywhere
    from ilos.engine.fields import Int, Shorts, set_to_zero

if TYPE_CHECKING:
    from ilos.engine.fields import ShortRow
    from ilos.engine.position import Position


class Options:
    """Room for the legal decisions of one position."""

    decisions: Annotated[Shorts, DECISIONS]
    count: Int

    def __init__(self) -> None:
        if not cython.compiled:
            set_to_zero(self, Options)


def find_options(p: Position, options: Options) -> int:
    """Fill in the legal decisions; how many there are."""
    options.count = legal(p, options.decisions)
    return options.count


def legal(p: Position, out: ShortRow) -> int:
    """Write the legal decisions into `out`; how many (none: chance is pending or all is over)."""
    if p.phase == PH_ACTION:
        return _actions(p, out)
    if p.phase == PH_PAY:
        return _payments(p, out)
    if p.phase == PH_DESTINATION:
        return _destinations(p, out)
    if p.phase == PH_CELL:
        return _cells(p, out)
    if p.phase == PH_ROTATION:
        return _rotations(p, out)
    if p.phase == PH_PART:
        return _parts(p, out)
    if p.phase == PH_BUILDING:
        return _buildings(p, out)
    if p.phase == PH_MULLIGAN:
        return _swaps(p, out)
    if p.phase == PH_FIRST:
        return _first_islands(p, out)
    return 0


def _swaps(p: Position, out: ShortRow) -> int:
    """RULES 3.4: any of the five cards, or enough."""
    out[0] = D_DONE
    n = 1
    for card in range(p.min_card_kind, CARD_KINDS):
        if p.hand[p.seat * CARD_KINDS + card] > 0:
            out[n] = D_CARD + card
            n += 1
    return n


def _first_islands(p: Position, out: ShortRow) -> int:
    """RULES 3.5: a face-up tile that fits; failing all, any shore."""
    n = _tiles(p, out, 0)
    return n if n > 0 else _docks(p, out, 0, -1)


def _tiles(p: Position, out: ShortRow, n: int) -> int:
    for slot in range(AREA):
        if p.area[slot] >= 0 and fits_anywhere(p, p.area[slot]):
            out[n] = D_EXPLORE + slot
            n += 1
    return n


def _docks(p: Position, out: ShortRow, n: int, but: int) -> int:
    """Every island except one."""
    for k in range(p.laid_count):
        first = p.laid[k] * PARTS
        for part in range(first, first + p.printed.parts[p.laid[k]]):
            if p.island[part] == part and part != but:
                out[n] = D_DOCK + part
                n += 1
    return n


def _actions(p: Position, out: ShortRow) -> int:
    """RULES 4.1: everything that can be carried out in full, and ending the turn."""
    out[0] = D_END_TURN
    n = 1
    if p.hand[p.seat * CARD_KINDS + SHIP] > 0 and p.hand_size[p.seat] > 1:
        n = _ships(p, out, n)
    if p.pioneers[p.seat] > 0 and p.hand_size[p.seat] > 2:
        n = _sites(p, out, n)
    for resource in range(RESOURCES):
        if can_raise(p, resource):
            out[n] = D_MARKET + resource
            n += 1
    return n


def _sites(p: Position, out: ShortRow, n: int) -> int:
    for k in range(p.laid_count):
        tile = p.laid[k]
        for part in range(tile * PARTS, tile * PARTS + p.printed.parts[tile]):
            ships = ships_at(p, p.island[part], p.seat)
            if ships > 0:
                first = tile * SITES + p.printed.first_site[part]
                for site in range(first, first + p.printed.part_sites[part]):
                    if can_work(p, site, ships):
                        out[n] = D_SITE + site
                        n += 1
    return n


def _ships(p: Position, out: ShortRow, n: int) -> int:
    """RULES 4.2: the ships that have somewhere to go."""
    elsewhere: bool = p.islands > 1 or _has_free_hideout(p) or can_explore(p)
    if p.reserve[p.seat] > 0:
        out[n] = D_RESERVE
        n += 1
    for k in range(p.laid_count):
        tile = p.laid[k]
        if p.pirate[tile] == p.seat:
            out[n] = D_FROM_HIDEOUT + tile
            n += 1
        if elsewhere:
            for part in range(tile * PARTS, tile * PARTS + p.printed.parts[tile]):
                if p.island[part] == part and ships_at(p, part, p.seat) > 0:
                    out[n] = D_FROM_ISLAND + part
                    n += 1
    return n


def _has_free_hideout(p: Position) -> bool:
    """Whether a hideout in play has no ship."""
    for k in range(p.laid_count):
        if p.printed.hideout[p.laid[k]] and p.pirate[p.laid[k]] < 0:
            return True
    return False


def _destinations(p: Position, out: ShortRow) -> int:
    """RULES 4.2: any other island, any free hideout, any face-up tile that fits."""
    but = -1
    if FROM_ISLAND <= p.origin < FROM_HIDEOUT:
        but = p.origin - FROM_ISLAND
    n = _docks(p, out, 0, but)
    for k in range(p.laid_count):
        tile = p.laid[k]
        if p.printed.hideout[tile] and p.pirate[tile] < 0:
            out[n] = D_HIDEOUT + tile
            n += 1
    return _tiles(p, out, n)


def _cells(p: Position, out: ShortRow) -> int:
    n = 0
    for where in range(p.frontier_count):
        if fits_anyhow(p, p.laying, where):
            out[n] = D_CELL + where
            n += 1
    return n


def _rotations(p: Position, out: ShortRow) -> int:
    n = 0
    for rotation in range(SIDES):
        if fits(p, p.laying, p.where, rotation):
            out[n] = D_ROTATION + rotation
            n += 1
    return n


def _parts(p: Position, out: ShortRow) -> int:
    """A part of the tile just laid; parts of one island are one choice."""
    n = 0
    first = p.laying * PARTS
    for part in range(first, first + p.printed.parts[p.laying]):
        twin = first
        while p.island[twin] != p.island[part]:
            twin += 1
        if twin == part:
            out[n] = D_PART + part - first
            n += 1
    return n


def _buildings(p: Position, out: ShortRow) -> int:
    """RULES 4.3: a fort, or a trading post for a crop that someone works on the island."""
    out[0] = D_BUILD
    n = 1
    for crop in range(CROPS):
        if p.worked[p.dock] & (1 << crop):
            out[n] = D_BUILD + 1 + crop
            n += 1
    return n


def _payments(p: Position, out: ShortRow) -> int:
    """Any card of the hand; in the order of card kinds, so the rest must suffice."""
    n = 0
    rest = 0
    hand = p.seat * CARD_KINDS
    for card in range(CARD_KINDS - 1, p.min_card_kind - 1, -1):
        rest += p.hand[hand + card]
        if p.hand[hand + card] > 0 and rest >= p.cards_due:
            out[n] = D_CARD + card
            n += 1
    return n
