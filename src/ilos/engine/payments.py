"""Which cards to pay with: kinds without a use this turn or next go first (RULES 4.1).

A suggestion for people, and the payment that a listed move comes with. It looks only at what the
seat to act may know.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

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
    from ilos.engine.fields import Int, Ints, set_to_zero

if TYPE_CHECKING:
    from ilos.engine.position import Position


class Payment:
    """The cards of a hand in the order in which to part with them."""

    kinds: Annotated[Ints, CARDS]
    count: Int  # cards that could pay
    unplayable: Int  # so many of the first are of kinds without a use this turn or next
    spare: Int  # so many after them are more copies of a kind than there are uses
    next_turn: Int  # so many after those have a use in the next turn
    now: Annotated[Ints, CARD_KINDS]  # by kind: copies that can still be played this turn
    later: Annotated[Ints, CARD_KINDS]  # ... and further ones in the next turn

    def __init__(self) -> None:
        if not cython.compiled:
            set_to_zero(self, Payment)


def order_payment(p: Position, card: int, cost: int, pay: Payment) -> None:
    """Put the other cards of the seat to act in order, for playing a card at this cost."""
    left = p.hand_size[p.seat] - 1 - cost
    for kind in range(CARD_KINDS):
        pay.now[kind] = pay.later[kind] = 0
    _count_sites(p, card, left, pay)
    # A ship to deploy or move this turn, if a card is left to pay for it, and one in the next.
    pay.now[SHIP] = left > 1
    pay.later[SHIP] = 1
    _count_markets(p, card, pay)
    if p.ending:  # the seat has no next turn
        for kind in range(CARD_KINDS):
            pay.later[kind] = 0
    pay.count = 0
    _append(p, card, 0, pay)
    pay.unplayable = pay.count
    _append(p, card, 1, pay)
    pay.spare = pay.count - pay.unplayable
    _append(p, card, 2, pay)
    pay.next_turn = pay.count - pay.unplayable - pay.spare
    _append(p, card, 3, pay)


def _count_sites(p: Position, card: int, left: int, pay: Payment) -> None:
    """Free sites within reach of the own ships, now or with one ship more."""
    works: bool = card != SHIP and card != MARKET
    if p.pioneers[p.seat] - works <= 0:
        return
    then = left + draw_count(p, p.seat)
    for k in range(p.laid_count):
        tile = p.laid[k]
        for site in range(tile * SITES, tile * SITES + p.printed.sites[tile]):
            if p.pioneer[site] < 0:
                kind = card_for(p.printed.site_kind[site])
                lacking = ships_needed(kind) - ships_at(p, island_of_site(p, site), p.seat)
                if lacking <= (card == SHIP) and left > site_cost(p, site):  # a ship may go there
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
        _move_on(pay, kind, left // (1 + cost_of(kind, False)))


def _move_on(pay: Payment, kind: int, most: int) -> None:
    """What the cards left do not pay for this turn waits for the next."""
    if pay.now[kind] > most:
        pay.later[kind] += pay.now[kind] - most
        pay.now[kind] = most


def _count_markets(p: Position, card: int, pay: Payment) -> None:
    """RULES 4.4: one a turn, paid from the stock."""
    if p.markers == 0:
        return
    if card == PLANTATION or card == GOLD_MINE or card == RUINS:  # something to sell by then
        pay.later[MARKET] = 1
    if card == RUINS and p.step[GOLD] < TOP_STEP and not p.market_played:  # three gold at once
        pay.now[MARKET] = 1
    for resource in range(RESOURCES):
        place = p.seat * RESOURCES + resource
        if p.step[resource] < TOP_STEP:
            if p.stock[place] > 0 and not p.market_played:
                pay.now[MARKET] = 1
            if p.stock[place] + p.production[place] > pay.now[MARKET]:
                pay.later[MARKET] = 1


def _append(p: Position, card: int, use: int, pay: Payment) -> None:
    """Cards of kinds with no use (0), spare copies (1), a use in the next turn (2), in this (3)."""
    for place in range(CARD_KINDS):
        kind = _nth_kind(place)
        held: int = p.hand[p.seat * CARD_KINDS + kind] - (kind == card)
        for copy in range(held):
            if _use(pay, kind, copy) == use:
                pay.kinds[pay.count] = kind
                pay.count += 1


def _use(pay: Payment, kind: int, copy: int) -> int:
    if copy < pay.now[kind]:
        return 3
    if copy < pay.now[kind] + pay.later[kind]:
        return 2
    return 1 if pay.now[kind] + pay.later[kind] > 0 else 0


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
