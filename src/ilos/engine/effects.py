"""What a decision does (RULES 3–5). A decision given here must be legal: `decisions.legal` says.

A move's facts are gathered decision by decision; its effect comes when the last card is paid.
Only a tile is laid at once, since the choice of a part depends on the islands it joins.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cython

if not cython.compiled:
    from ilos.engine.actions import card_for, island_of_site, site_cost
    from ilos.engine.constants import *
    from ilos.engine.exploration import lay_tile
    from ilos.engine.islands import leave_hideout, turn_pirate

if TYPE_CHECKING:
    from ilos.engine.position import Position


def decide(p: Position, decision: int) -> None:
    """Carry out one legal decision of the seat to act."""
    if p.phase == PH_PAY:
        _pay(p, decision)
    elif p.phase == PH_ACTION:
        _act(p, decision)
    elif p.phase == PH_DESTINATION:
        _go(p, decision)
    elif p.phase == PH_CELL:
        p.where = decision - D_CELL
        p.phase = PH_ROTATION
    elif p.phase == PH_ROTATION:
        lay_tile(p, p.laying, p.where, decision - D_ROTATION)
        p.phase = PH_PART
    elif p.phase == PH_PART:
        p.dock = p.island[p.laying * PARTS + decision - D_PART]
        _ask_payment(p, 1)
    elif p.phase == PH_BUILDING:
        p.option = decision - D_BUILD
        _ask_payment(p, site_cost(p, p.site))
    elif p.phase == PH_MULLIGAN:
        _swap(p, decision)
    else:
        _start_first_island(p, decision)


def _discard_card(p: Position, card: int) -> None:
    """A card goes from the hand of the seat to act to the discard pile."""
    p.hand[p.seat * CARD_KINDS + card] -= 1
    p.hand_size[p.seat] -= 1
    p.discard[card] += 1
    p.discard_size += 1


def _swap(p: Position, decision: int) -> None:
    """RULES 3.4: the mulligan, a card at a time; the new cards come when it is done."""
    if decision != D_DONE:
        _discard_card(p, decision)
        p.min_card_kind = decision
        p.swapped += 1
        return
    p.draws = p.swapped
    p.swapped = p.min_card_kind = 0
    p.phase = PH_MULLIGAN_DRAW
    if p.draws == 0:
        end_mulligan(p)


def end_mulligan(p: Position) -> None:
    """The next seat's mulligan, or the first islands."""
    p.seat += 1
    p.phase = PH_MULLIGAN
    if p.seat == p.printed.players:
        p.seat = 0
        p.phase = PH_FIRST


def _start_first_island(p: Position, decision: int) -> None:
    """RULES 3.5: take a tile, or (when none fits) dock at any shore."""
    p.playing = FIRST_ISLAND
    p.origin = FROM_RESERVE
    if decision >= D_EXPLORE:
        _take_tile(p, decision - D_EXPLORE)
    else:
        p.dock = decision - D_DOCK
        _ask_payment(p, 0)


def _take_tile(p: Position, slot: int) -> None:
    p.slot = slot
    p.laying = p.area[slot]
    p.area[slot] = -1
    p.phase = PH_CELL


def _act(p: Position, decision: int) -> None:
    if decision == D_END_TURN:
        _end_turn(p)
    elif decision < D_DOCK:
        p.playing = SHIP
        p.origin = decision - D_RESERVE
        p.phase = PH_DESTINATION
    elif decision >= D_MARKET:
        _raise_price(p, decision - D_MARKET)
    else:
        p.site = decision - D_SITE
        p.dock = island_of_site(p, p.site)
        p.playing = card_for(p.printed.site_kind[p.site])
        if p.playing == BUILDING:
            p.phase = PH_BUILDING
        else:
            _ask_payment(p, site_cost(p, p.site))


def _go(p: Position, decision: int) -> None:
    """RULES 4.2: where the ship goes."""
    if decision >= D_EXPLORE:
        _take_tile(p, decision - D_EXPLORE)
        return
    if decision >= D_HIDEOUT:
        p.dock = ALL_PARTS + decision - D_HIDEOUT
    else:
        p.dock = decision - D_DOCK
    _ask_payment(p, 1)


def _raise_price(p: Position, resource: int) -> None:
    """RULES 4.4."""
    _discard_card(p, MARKET)
    p.stock[p.seat * RESOURCES + resource] -= 1
    p.step[resource] += 1
    p.markers -= 1
    p.market_played = 1


def _ask_payment(p: Position, cost: int) -> None:
    """The target is known: the card is played and its cost falls due. First islands are free."""
    if p.playing == FIRST_ISLAND:
        _sail(p)
        return
    _discard_card(p, p.playing)
    p.cards_due = cost
    p.min_card_kind = 0
    p.phase = PH_PAY


def _pay(p: Position, card: int) -> None:
    _discard_card(p, card)
    p.cards_due -= 1
    p.min_card_kind = card
    if p.cards_due == 0:
        p.min_card_kind = 0
        if p.playing == SHIP:
            _sail(p)
        else:
            _deploy_pioneer(p)


def _sail(p: Position) -> None:
    """The ship leaves where it lay and arrives; then the exploration area is refilled."""
    if p.origin == FROM_RESERVE:
        p.reserve[p.seat] -= 1
    elif p.origin >= FROM_HIDEOUT:
        leave_hideout(p, p.origin - FROM_HIDEOUT)
    else:
        # A tile explored with this very ship may have joined its island to another.
        p.ships[p.island[p.origin - FROM_ISLAND] * SEATS + p.seat] -= 1
    if p.dock >= ALL_PARTS:
        turn_pirate(p, p.dock - ALL_PARTS, p.seat)
    else:
        p.ships[p.dock * SEATS + p.seat] += 1
    if p.slot >= 0 and p.stack > 0:
        p.phase = PH_REVEAL
    else:
        end_move(p)


def end_move(p: Position) -> None:
    """A move is done: forget its parts; the same seat goes on, or in setup the next."""
    first_island: bool = p.playing == FIRST_ISLAND
    p.playing = p.origin = p.where = p.laying = p.dock = p.site = p.option = 0
    p.slot = -1
    p.phase = PH_ACTION
    if first_island:
        p.seat += 1
        p.phase = PH_FIRST
        if p.seat == p.printed.players:
            p.seat = 0
            p.round = 1
            p.phase = PH_ACTION


def _deploy_pioneer(p: Position) -> None:
    """RULES 4.1, 4.3: the pioneer stands, and what it yields."""
    kind = p.printed.site_kind[p.site]
    board = p.seat * RESOURCES
    p.pioneer[p.site] = p.seat
    p.pioneers[p.seat] -= 1
    if p.pioneers[p.seat] == 0:
        p.ending = 1
    if kind < CROPS:
        p.worked[p.dock] |= 1 << kind
        p.production[board + kind] += 1
    elif kind == GOLD:
        p.production[board + GOLD] += 1
    elif p.playing == RUINS:
        p.stock[board + GOLD] += RUINS_GOLD
    else:
        _build(p, board)
    end_move(p)


def _build(p: Position, board: int) -> None:
    """RULES 4.3: option 0 is a fort, 1..3 a trading post for ebony, spice, pigment."""
    p.buildings -= 1
    p.building[p.site] = p.option + 1
    if p.option == 0:
        p.forts[p.dock] |= 1 << p.seat
        p.fort_count[p.seat] += 1
    else:
        p.production[board + p.option - 1] += 1


def draw_count(p: Position, seat: int) -> int:
    """RULES 4.7: cards a seat draws at the end of its turn."""
    ships = SHIPS - p.reserve[seat]
    return cards_drawn(p, ships, p.pirates[seat], p.fort_count[seat])


def cards_drawn(p: Position, ships: int, pirates: int, forts: int) -> int:
    """RULES 4.7 and 7: cards for so many ships in play, pirates among them, and forts."""
    return BASE_DRAW + forts + (ships if p.printed.pirates_draw else ships - pirates)


def _end_turn(p: Position) -> None:
    """RULES 4.6, 4.7: produce, then draw."""
    for resource in range(p.seat * RESOURCES, (p.seat + 1) * RESOURCES):
        p.stock[resource] += p.production[resource]
    p.draws = draw_count(p, p.seat)
    p.victim = -1
    next_draw(p)


def next_draw(p: Position) -> None:
    """RULES 4.7: the next card comes from the pile, from the reshuffled discards, or a hand."""
    if p.draws == 0:
        _next_turn(p)
    elif p.pile_size > 0 or p.discard_size > 0:
        if p.pile_size == 0:
            for card in range(CARD_KINDS):
                p.pile[card] = p.discard[card]
                p.discard[card] = 0
            p.pile_size = p.discard_size
            p.discard_size = 0
        p.phase = PH_DRAW
    else:
        if p.victim < 0 or p.hand_size[p.victim] == 0:
            p.victim = _fullest_hand(p)
        p.phase = PH_TAKE
        if p.hand_size[p.victim] == 0:  # nobody has cards: go without
            p.draws = 0
            _next_turn(p)


def _fullest_hand(p: Position) -> int:
    """The other seat with the most cards; ties go to the first clockwise."""
    fullest = (p.seat + 1) % p.printed.players
    for step in range(2, p.printed.players):
        other = (p.seat + step) % p.printed.players
        if p.hand_size[other] > p.hand_size[fullest]:
            fullest = other
    return fullest


def _next_turn(p: Position) -> None:
    """RULES 5: the next seat; after the last seat the next round, or the end."""
    p.market_played = 0
    p.victim = -1
    p.phase = PH_ACTION
    p.seat += 1
    if p.seat == p.printed.players:
        p.seat = 0
        if p.ending or p.round == p.printed.max_rounds:
            p.phase = PH_OVER
        else:
            p.round += 1
