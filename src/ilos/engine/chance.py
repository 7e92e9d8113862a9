"""Chance as a player (RULES 3, 4.7): what it may do, what its outcomes do, and a generator.

An outcome is a tile (when a tile is turned up) or a card kind (when a card changes hands).
Games between people take outcomes from outside; simulations draw them here, from a
splitmix64 generator kept in the position, so a seed gives the same game everywhere.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cython

if not cython.compiled:
    from ilos.engine.constants import *
    from ilos.engine.effects import end_move, end_mulligan, next_draw

if TYPE_CHECKING:
    from ilos.engine.fields import Unsigned
    from ilos.engine.position import Position

# splitmix64; the mask keeps Python's numbers to 64 bits as C's are by nature.
MASK: Unsigned = 0xFFFFFFFFFFFFFFFF
GOLDEN: Unsigned = 0x9E3779B97F4A7C15
MIX_A: Unsigned = 0xBF58476D1CE4E5B9
MIX_B: Unsigned = 0x94D049BB133111EB


def mixed(x: Unsigned) -> Unsigned:
    """A 64-bit number whose bits all depend on all bits of x."""
    x = ((x ^ (x >> 30)) * MIX_A) & MASK
    x = ((x ^ (x >> 27)) * MIX_B) & MASK
    return x ^ (x >> 31)


def below(p: Position, n: Unsigned) -> int:
    """A random number in 0..n-1 from the position's generator; for small n almost unbiased."""
    p.rng = (p.rng + GOLDEN) & MASK
    return ((mixed(p.rng) >> 32) * n) >> 32


def is_chance(p: Position) -> bool:
    """Whether chance is to act."""
    return (
        p.phase == PH_DRAW
        or p.phase == PH_REVEAL
        or p.phase == PH_TAKE
        or p.phase == PH_MULLIGAN_DRAW
        or p.phase == PH_DEAL
        or p.phase == PH_SETUP
    )


def turns_up_tile(p: Position) -> bool:
    """Whether the outcome is a tile, not a card."""
    return p.phase == PH_REVEAL or p.phase == PH_SETUP


def weight(p: Position, outcome: int) -> int:
    """How many of the equally likely cards or tiles give this outcome."""
    if turns_up_tile(p):
        return p.unseen[outcome]
    if p.phase == PH_TAKE:
        return p.hand[p.victim * CARD_KINDS + outcome]
    return p.pile[outcome]


def _total_weight(p: Position) -> int:
    """The sum of all weights."""
    if turns_up_tile(p):
        return p.unseen_count
    if p.phase == PH_TAKE:
        return p.hand_size[p.victim]
    return p.pile_size


def happen(p: Position, outcome: int) -> None:
    """Let one outcome of the pending chance happen."""
    if p.phase == PH_SETUP or p.phase == PH_REVEAL:
        _turn_up(p, outcome)
        return
    if p.phase == PH_TAKE:
        p.hand[p.victim * CARD_KINDS + outcome] -= 1
        p.hand_size[p.victim] -= 1
    else:
        p.pile[outcome] -= 1
        p.pile_size -= 1
    p.hand[p.seat * CARD_KINDS + outcome] += 1
    p.hand_size[p.seat] += 1
    p.draws -= 1
    if p.phase == PH_DEAL:
        _next_deal(p)
    elif p.phase == PH_MULLIGAN_DRAW:
        if p.draws == 0:
            end_mulligan(p)
    else:
        next_draw(p)


def _turn_up(p: Position, tile: int) -> None:
    p.unseen[tile] = 0
    p.unseen_count -= 1
    p.stack -= 1
    if p.phase == PH_REVEAL:
        p.area[p.slot] = tile
        end_move(p)
        return
    p.draws -= 1
    p.area[2 - p.draws] = tile
    if p.draws == 0:
        p.phase = PH_DEAL
        p.draws = FIRST_HAND


def _next_deal(p: Position) -> None:
    """RULES 3.3: five cards to each seat in turn, then the mulligans."""
    if p.draws == 0:
        p.seat += 1
        p.draws = FIRST_HAND
        if p.seat == p.printed.players:
            p.seat = p.draws = 0
            p.phase = PH_MULLIGAN


def roll(p: Position) -> int:
    """Draw an outcome of the pending chance from the position's generator, and let it happen."""
    left = below(p, _total_weight(p))
    outcome = 0
    while left >= weight(p, outcome):
        left -= weight(p, outcome)
        outcome += 1
    happen(p, outcome)
    return outcome
