"""What each action card needs and costs (the table of RULES 4.1, and 4.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cython

if not cython.compiled:
    from ilos.engine.constants import *
    from ilos.engine.islands import is_under_piracy

if TYPE_CHECKING:
    from ilos.engine.position import Position


def card_for(kind: int) -> int:
    """The card that works a kind of site."""
    if kind < CROPS:
        return PLANTATION
    if kind == GOLD:
        return GOLD_MINE
    return BUILDING if kind == CONSTRUCTION else RUINS


def ships_needed(card: int) -> int:
    """Own ships on the island's shore."""
    return 2 if card == GOLD_MINE or card == BUILDING else 1


def cost_of(card: int, under_piracy: bool) -> int:
    """Cards to pay besides the played one."""
    if card == PLANTATION:
        return 3 if under_piracy else 2
    if card == GOLD_MINE:
        return 7 if under_piracy else 5
    if card == BUILDING:
        return 4 if under_piracy else 2
    return 7 if card == RUINS else 1


def island_of_site(p: Position, site: int) -> int:
    """The island that a laid site lies on."""
    return p.island[site // SITES * PARTS + p.printed.site_part[site]]


def site_cost(p: Position, site: int) -> int:
    """What the seat to act pays for working the site."""
    island = island_of_site(p, site)
    return cost_of(card_for(p.printed.site_kind[site]), is_under_piracy(p, island, p.seat))


def can_work(p: Position, site: int, ships: int) -> bool:
    """Whether the seat to act, with so many ships there, can work this site of a laid tile."""
    if p.pioneer[site] >= 0:
        return False
    card = card_for(p.printed.site_kind[site])
    if p.hand[p.seat * CARD_KINDS + card] == 0 or ships < ships_needed(card):
        return False
    if card == BUILDING and p.buildings == 0:
        return False
    return p.hand_size[p.seat] > site_cost(p, site)


def obstacle(p: Position, site: int) -> int:
    """Why the seat to act cannot work a free site of a laid tile: an O_ number."""
    card = card_for(p.printed.site_kind[site])
    if p.hand[p.seat * CARD_KINDS + card] == 0:
        return O_CARD
    if p.pioneers[p.seat] == 0:
        return O_PIONEERS
    if card == BUILDING and p.buildings == 0:
        return O_TOKENS
    if ships_at(p, island_of_site(p, site), p.seat) < ships_needed(card):
        return O_SHIPS
    return O_CARDS if p.hand_size[p.seat] <= site_cost(p, site) else O_NONE


def can_raise(p: Position, resource: int) -> bool:
    """RULES 4.4: whether the seat to act may raise this price."""
    if p.market_played or p.markers == 0 or p.step[resource] == TOP_STEP:
        return False
    if p.hand[p.seat * CARD_KINDS + MARKET] == 0:
        return False
    return p.stock[p.seat * RESOURCES + resource] > 0


def ships_at(p: Position, island: int, seat: int) -> int:
    """A seat's ships on the shore of an island."""
    return p.ships[island * SEATS + seat]
