"""Which cards to pay with: those without a use this turn or next go first (RULES 4.1).

A suggestion for people, and the payment that a listed move comes with. It looks only at what the
seat to act may know.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cython

if not cython.compiled:
    from ilos.engine.actions import (
        card_for,
        cost_of,
        island_of_site,
        ships_at,
        ships_needed,
        site_cost,
    )
    from ilos.engine.constants import *
    from ilos.engine.effects import draw_count

if TYPE_CHECKING:
    from ilos.engine.position import Position


class Payment:
    """The cards of a hand in the order in which to part with them."""

    kinds: list[int]
    count: int  # cards that could pay
    unplayable: int  # so many of the first have no use this turn or next
    next_turn: int  # so many after them have one in the next turn
    now: list[int]  # by kind: copies that can still be played this turn
    later: list[int]  # ... and further ones in the next turn

    def __init__(self) -> None:
        self.count = self.unplayable = self.next_turn = 0
        if not cython.compiled:
            self.kinds = [0] * CARDS
            self.now = [0] * CARD_KINDS
            self.later = [0] * CARD_KINDS


def order_payment(p: Position, card: int, cost: int, pay: Payment) -> None:
    """Put the other cards of the seat to act in order, for playing a card at this cost."""
    left = p.hand_size[p.seat] - 1 - cost
    for kind in range(CARD_KINDS):
        pay.now[kind] = pay.later[kind] = 0
    _count_sites(p, card, left, pay)
    _count_ships(p, card, left, pay)
    _count_markets(p, card, pay)
    if p.ending:  # the seat has no next turn
        for kind in range(CARD_KINDS):
            pay.later[kind] = 0
    pay.count = 0
    _append(p, card, 0, pay)
    pay.unplayable = pay.count
    _append(p, card, 1, pay)
    pay.next_turn = pay.count - pay.unplayable
    _append(p, card, 2, pay)


def _count_sites(p: Position, card: int, left: int, pay: Payment) -> None:
    """Free sites within reach of the own ships, now or with one ship more."""
    works = card != SHIP and card != MARKET
    if p.pioneers[p.seat] - works <= 0:
        return
    then = left + draw_count(p, p.seat)
    for k in range(p.laid_count):
        tile = p.laid[k]
        for site in range(tile * SITES, tile * SITES + p.printed.sites[tile]):
            if p.pioneer[site] < 0:
                kind = card_for(p.printed.site_kind[site])
                lacking = ships_needed(kind) - ships_at(p, island_of_site(p, site), p.seat)
                if lacking <= 0 and left > site_cost(p, site):
                    pay.now[kind] += 1
                elif lacking <= 1 and then > site_cost(p, site):
                    pay.later[kind] += 1
    if works:  # the card itself takes a site
        if pay.now[card] > 0:
            pay.now[card] -= 1
        elif pay.later[card] > 0:
            pay.later[card] -= 1
    if p.buildings - (card == BUILDING) <= 0:
        pay.now[BUILDING] = pay.later[BUILDING] = 0
    for kind in range(CARD_KINDS):
        _move_on(pay, kind, left // (1 + cost_of(kind, 0)))


def _move_on(pay: Payment, kind: int, most: int) -> None:
    """What the cards left do not pay for this turn waits for the next."""
    if pay.now[kind] > most:
        pay.later[kind] += pay.now[kind] - most
        pay.now[kind] = most


def _count_ships(p: Position, card: int, left: int, pay: Payment) -> None:
    """A ship to deploy this turn and one in the next; with all of them in play, one to move."""
    if p.reserve[p.seat] - (card == SHIP) > 0 and left > 1:
        pay.now[SHIP] = 1
    pay.later[SHIP] = 1


def _count_markets(p: Position, card: int, pay: Payment) -> None:
    """RULES 4.4: one a turn, paid from the stock."""
    if p.markers == 0:
        return
    if card == PLANTATION or card == GOLD_MINE or card == RUINS:  # something to sell by then
        pay.later[MARKET] = 1
    for resource in range(RESOURCES):
        place = p.seat * RESOURCES + resource
        if p.step[resource] < TOP_STEP:
            if p.stock[place] > 0 and not p.market_played:
                pay.now[MARKET] = 1
            if p.stock[place] + p.production[place] > pay.now[MARKET]:
                pay.later[MARKET] = 1


def _append(p: Position, card: int, use: int, pay: Payment) -> None:
    """Cards with no use (0), one in the next turn (1) or in this (2); spare copies first."""
    for place in range(CARD_KINDS):
        kind = _nth_kind(place)
        held = p.hand[p.seat * CARD_KINDS + kind] - (kind == card)
        for copy in range(held):
            if _use(pay, kind, copy) == use:
                pay.kinds[pay.count] = kind
                pay.count += 1


def _use(pay: Payment, kind: int, copy: int) -> int:
    if copy < pay.now[kind]:
        return 2
    return 1 if copy < pay.now[kind] + pay.later[kind] else 0


def _nth_kind(place: int) -> int:
    """Of two cards as useful, the one that is harder to play goes first."""
    if place == 0:
        return RUINS
    if place == 1:
        return GOLD_MINE
    if place == 2:
        return BUILDING
    if place == 3:
        return MARKET
    return SHIP if place == 4 else PLANTATION


def payment(p: Position, card: int, cost: int) -> list[int]:
    """The kinds of cards to pay so much with, in their order."""
    pay = Payment()
    order_payment(p, card, cost, pay)
    if not 0 <= cost <= pay.count:
        raise ValueError(f"{pay.count} other cards cannot pay {cost}")
    return sorted([pay.kinds[place] for place in range(cost)])
