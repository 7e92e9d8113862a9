"""Imagining what a seat cannot see (RULES 6): a whole position that agrees with a masked one.

A masked position has every public number right (hand sizes, pile size, discard pile, tiles) and
the viewer's own hand; `Unknown` says which cards are hidden and what is known about where they
lie. Unseen tiles need no imagining: a position keeps them as a set anyway.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import cython

if not cython.compiled:
    from ilos.engine.chance import below, mixed
    from ilos.engine.constants import *
    from ilos.engine.fields import Int, Ints, set_to_zero
    from ilos.engine.position import Position, copy_into

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ilos.engine.fields import Whole


class Unknown:
    """The cards that a viewer cannot see, and what is known about them all the same."""

    viewer: Int  # the seat whose hand is known, -1 for a spectator
    pool: Annotated[Ints, CARD_KINDS]  # by card: in other hands or in the draw pile
    known: Annotated[
        Ints, SEATS * CARD_KINDS
    ]  # by seat * CARD_KINDS + card: at least so many in that hand
    pile_cap: Annotated[
        Ints, CARD_KINDS
    ]  # by card: at most so many in the draw pile; CARDS for no limit

    def __init__(
        self,
        viewer: Int,
        pool: Sequence[int],
        known: Sequence[int] | None = None,
        pile_cap: Sequence[int] | None = None,
    ) -> None:
        if not -1 <= viewer < SEATS:
            raise ValueError(f"{viewer} is no seat")
        if not cython.compiled:
            set_to_zero(self, Unknown)
        self.viewer = viewer
        for card in range(CARD_KINDS):
            self.pool[card] = pool[card]
            self.pile_cap[card] = CARDS if pile_cap is None else pile_cap[card]
        for place in range(SEATS * CARD_KINDS):
            self.known[place] = 0 if known is None else known[place]


def spread(masked: Position, unknown: Unknown, target: Position) -> None:
    """Make the target a whole position that agrees with the masked one; its generator goes on.

    First what is known to lie in a hand, then what cannot lie in the pile, then the rest of the
    hands by chance; the pile gets what is left.
    """
    rng = target.rng
    copy_into(masked, target)
    target.rng = rng
    for card in range(CARD_KINDS):
        target.pile[card] = unknown.pool[card]
    for seat in range(target.printed.players):
        if seat != unknown.viewer:
            target.hand_size[seat] = 0
            for card in range(CARD_KINDS):
                count = unknown.known[seat * CARD_KINDS + card]
                target.hand[seat * CARD_KINDS + card] = count
                target.hand_size[seat] += count
                target.pile[card] -= count
    _empty_pile_to_cap(masked, unknown, target)
    hidden = 0
    for card in range(CARD_KINDS):
        hidden += target.pile[card]
    for seat in range(target.printed.players):
        if seat != unknown.viewer:
            while target.hand_size[seat] < masked.hand_size[seat]:
                _deal(target, seat, below(target, hidden))
                hidden -= 1
    target.pile_size = hidden


def _empty_pile_to_cap(masked: Position, unknown: Unknown, target: Position) -> None:
    """Cards that cannot lie in the pile go to hands that have room, each place equally likely."""
    for card in range(CARD_KINDS):
        while target.pile[card] > unknown.pile_cap[card]:
            room = 0
            for seat in range(target.printed.players):
                if seat != unknown.viewer:
                    room += masked.hand_size[seat] - target.hand_size[seat]
            if room == 0:
                return
            place = below(target, room)
            seat = 0
            while True:
                if seat != unknown.viewer:
                    place -= masked.hand_size[seat] - target.hand_size[seat]
                    if place < 0:
                        break
                seat += 1
            target.hand[seat * CARD_KINDS + card] += 1
            target.hand_size[seat] += 1
            target.pile[card] -= 1


def _deal(target: Position, seat: int, place: int) -> None:
    """The card at a place of the pile, counted kind after kind, goes to the seat's hand."""
    card = 0
    while place >= target.pile[card]:
        place -= target.pile[card]
        card += 1
    target.pile[card] -= 1
    target.hand[seat * CARD_KINDS + card] += 1
    target.hand_size[seat] += 1


def imagined(masked: Position, unknown: Unknown, seed: Whole) -> Position:
    """One whole position that agrees with what the viewer knows; ValueError if none can."""
    check_fit(masked, unknown)
    target = Position(masked.printed)
    target.rng = mixed(seed & 0xFFFFFFFFFFFFFFFF)
    with cython.nogil:
        spread(masked, unknown, target)
    return target


def check_fit(masked: Position, unknown: Unknown) -> None:
    """Raise ValueError unless the hidden cards fill the other hands and the pile exactly."""
    places = masked.pile_size
    hidden = least = 0
    for card in range(CARD_KINDS):
        hidden += unknown.pool[card]
    for seat in range(masked.printed.players):
        if seat != unknown.viewer:
            places += masked.hand_size[seat]
            least = 0
            for card in range(CARD_KINDS):
                least += unknown.known[seat * CARD_KINDS + card]
            if least > masked.hand_size[seat]:
                raise ValueError(f"seat {seat} is known to hold more cards than it has")
    for card in range(CARD_KINDS):
        least = 0
        for seat in range(masked.printed.players):
            if seat != unknown.viewer:
                least += unknown.known[seat * CARD_KINDS + card]
        if least > unknown.pool[card]:
            raise ValueError(f"{least} cards of kind {card} are known in hands, but fewer hidden")
    if hidden != places:
        raise ValueError(f"{hidden} hidden cards cannot fill {places} hidden places")
