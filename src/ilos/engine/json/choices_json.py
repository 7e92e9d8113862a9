"""The compact legal moves in JSON, written straight from the numbers (RULES 3.4, 3.5, 4).

The one producer of choices: `ilos.rules.choices` declares their types and reads them back.
Building them as objects takes 67 µs instead of 4, for each move at each table.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cython

if not cython.compiled:
    from ilos.engine.actions import (
        card_for,
        island_of_site,
        obstacle,
        ships_at,
        ships_needed,
        site_cost,
    )
    from ilos.engine.constants import *
    from ilos.engine.decisions import Options, find_options
    from ilos.engine.effects import cards_drawn
    from ilos.engine.exploration import can_explore, fits, fits_anyhow, fits_anywhere
    from ilos.engine.islands import is_under_piracy
    from ilos.engine.json.fragments import number
    from ilos.engine.payments import Payment, order_payment

if TYPE_CHECKING:
    from ilos.engine.json.fragments import JsonFragments
    from ilos.engine.position import Position

_REASONS: list[bytes] = [
    b"",
    b'"card"',
    b'"pioneers"',
    b'"buildings"',
    b'"ships"',
    b'"cards"',
]  # by O_ number
_WHYS: int = len(_REASONS)
_MANY: int = 2  # tokens of a good, each turn


def write_choices(fragments: JsonFragments, p: Position) -> bytes:
    """What the seat to act may do; null while chance is pending and when the game is over."""
    options = Options()
    if find_options(p, options) == 0:
        return b"null"
    out: list[bytes] = [b'{"seat":', number(p.seat), b',"kind":']
    if p.phase == PH_MULLIGAN:
        out.append(b'"mulligan"')
    elif p.phase == PH_FIRST:
        out.append(b'"first_island","tiles":')
        _tiles(fragments, p, out)
        out.append(b',"docks":[')
        if not can_explore(p):
            _docks(fragments, p, out)
        out.append(b"]")
    else:
        out.append(b'"turn","ship":')
        _turn(fragments, p, options, out)
    out.append(b"}")
    return b"".join(out)


def _turn(fragments: JsonFragments, p: Position, options: Options, out: list[bytes]) -> None:
    useful = _ship(fragments, p, options, out)
    useful |= _sites(fragments, p, options, out)
    blocked = _blocked(fragments, p, out)
    out.append(b'],"market":[')
    separator = b""
    for i in range(options.count):
        if options.decisions[i] >= D_MARKET:
            out.append(separator)
            out.append(fragments.resources[options.decisions[i] - D_MARKET])
            separator = b","
            useful |= 1 << MARKET
    out.append(b'],"end_turn":true,"why_not":{')
    separator = b""
    for card in range(CARD_KINDS):
        if p.hand[p.seat * CARD_KINDS + card] > 0 and not useful >> card & 1:
            out.append(separator)
            out.append(fragments.cards[card])
            out.append(_why_not(p, card, blocked))
            separator = b","
    out.append(b'},"payments":{')
    _payments(fragments, p, options, useful, out)
    out.append(b'},"hoarded":[')
    _hoarded(fragments, p, out)
    out.append(b'],"rises":[')
    _rises(fragments, p, out)
    out.append(b'],"fort_draw":')
    ships = SHIPS - p.reserve[p.seat]
    out.append(number(cards_drawn(p, ships, p.pirates[p.seat], p.fort_count[p.seat] + 1)))


def _rises(fragments: JsonFragments, p: Position, out: list[bytes]) -> None:
    """RULES 4.4: for every price that is not the highest, what its rise means for the seat."""
    before = b'{"resource":'
    for resource in range(RESOURCES):
        if p.step[resource] == TOP_STEP:
            continue
        row = resource * PRICES + p.step[resource]
        now, then = p.printed.price[row], p.printed.price[row + 1]
        held = p.stock[p.seat * RESOURCES + resource]
        made = p.production[p.seat * RESOURCES + resource]
        out.append(before)
        out.append(fragments.resources[resource])
        out.append(b',"price":')
        out.append(number(then))
        out.append(b',"worth":')
        out.append(number((held - 1) * then - held * now))
        out.append(b',"each_turn":')
        out.append(number(made * (then - now)))
        before = b'},{"resource":'
    if before != b'{"resource":':
        out.append(b"}")


def _hoarded(fragments: JsonFragments, p: Position, out: list[bytes]) -> None:
    """Goods of which several rivals, or the only one, make many, while their price can rise."""
    before = b'{"resource":'
    for resource in range(RESOURCES):
        rivals = _rivals_with(p, resource)
        if p.markers == 0 or p.step[resource] == TOP_STEP or rivals == 0:
            continue
        if rivals == 1 and p.printed.players > 2:
            continue
        out.append(before)
        out.append(fragments.resources[resource])
        before = b',"seats":['
        for seat in range(p.printed.players):
            if seat != p.seat and p.production[seat * RESOURCES + resource] >= _MANY:
                out.append(before)
                out.append(number(seat))
                before = b","
        place = p.seat * RESOURCES + resource
        yours = p.production[place] > 0 or p.stock[place] > 0
        out.append(b'],"yours":true}' if yours else b'],"yours":false}')
        before = b',{"resource":'


def _rivals_with(p: Position, resource: int) -> int:
    """How many rivals make many of a good; production boards are public."""
    rivals = 0
    for seat in range(p.printed.players):
        if seat != p.seat and p.production[seat * RESOURCES + resource] >= _MANY:
            rivals += 1
    return rivals


def _payments(
    fragments: JsonFragments, p: Position, options: Options, useful: int, out: list[bytes]
) -> None:
    """For each kind of card that can be played at a cost: which cards to pay with first."""
    pay = Payment()
    before = b""
    for card in range(MARKET):
        if useful >> card & 1:
            order_payment(p, card, _cheapest(p, options, card), pay)
            out.append(before)
            out.append(fragments.card_keys[card])
            before = b'{"cards":['
            for place in range(pay.count if pay.count < MOST_COST else MOST_COST):
                out.append(before)
                out.append(fragments.cards[pay.kinds[place]])
                before = b","
            out.append(b'],"unplayable":')
            out.append(number(pay.unplayable))
            out.append(b',"spare":')
            out.append(number(pay.spare))
            out.append(b',"next_turn":')
            out.append(number(pay.next_turn))
            before = b"},"
    out.append(b"}" if before else b"")


def _cheapest(p: Position, options: Options, card: int) -> int:
    """What playing the card costs where it costs least."""
    least = 1 if card == SHIP else MOST_COST
    for i in range(options.count):
        site = options.decisions[i] - D_SITE
        if (
            0 <= site
            and options.decisions[i] < D_SITE + TILES * SITES
            and card_for(p.printed.site_kind[site]) == card
            and site_cost(p, site) < least
        ):
            least = site_cost(p, site)
    return least


def _ship(fragments: JsonFragments, p: Position, options: Options, out: list[bytes]) -> int:
    """RULES 4.2: every ship that may go, and where; whether there is one, as a bit of its card."""
    separator = b'{"cost":1,"from":['
    useful = 0
    for i in range(options.count):
        origin = options.decisions[i]
        if D_RESERVE <= origin < D_FROM_HIDEOUT + TILES:
            out.append(separator)
            if origin == D_RESERVE:
                out.append(b'"reserve"')
            elif origin < D_FROM_HIDEOUT:
                out.append(fragments.parts[origin - D_FROM_ISLAND])
            else:
                out.append(fragments.hideouts[origin - D_FROM_HIDEOUT])
            separator = b","
            useful = 1 << SHIP
    if useful == 0:
        out.append(b"null")
        return 0
    out.append(b'],"hideout_draws":[')
    _hideout_draws(p, options, out)
    out.append(b'],"pirates_draw":true' if p.printed.pirates_draw else b'],"pirates_draw":false')
    out.append(b',"docks":[')
    _docks(fragments, p, out)
    out.append(b'],"hideouts":{')
    _hideouts(fragments, p, out)
    out.append(b'},"tiles":')
    _tiles(fragments, p, out)
    out.append(b"}")
    return useful


def _hideout_draws(p: Position, options: Options, out: list[bytes]) -> None:
    """Cards at the end of the turn, with the ship of each origin in a hideout."""
    ships, pirates = SHIPS - p.reserve[p.seat], p.pirates[p.seat]
    forts = p.fort_count[p.seat]
    before = b""
    for i in range(options.count):
        origin = options.decisions[i]
        if D_RESERVE <= origin < D_FROM_HIDEOUT + TILES:
            out.append(before)
            if origin == D_RESERVE:
                out.append(number(cards_drawn(p, ships + 1, pirates + 1, forts)))
            elif origin < D_FROM_HIDEOUT:
                out.append(number(cards_drawn(p, ships, pirates + 1, forts)))
            else:
                out.append(number(cards_drawn(p, ships, pirates, forts)))
            before = b","


def _hideouts(fragments: JsonFragments, p: Position, out: list[bytes]) -> None:
    """RULES 4.5: for each free hideout the islands that a ship there attacks, and who is there."""
    before = b""
    for k in range(p.laid_count):
        tile = p.laid[k]
        if p.printed.hideout[tile] and p.pirate[tile] < 0:
            out.append(before)
            out.append(fragments.tiles[tile])
            out.append(b":[")
            _raided(fragments, p, tile, out)
            out.append(b"]")
            before = b","


def _raided(fragments: JsonFragments, p: Position, tile: int, out: list[bytes]) -> None:
    """The islands with a part on the tile, each once."""
    before = b'{"island":'
    first = tile * PARTS
    for part in range(first, first + p.printed.parts[tile]):
        root = p.island[part]
        for earlier in range(first, part):
            if p.island[earlier] == root:
                root = -1
        if root < 0:
            continue
        seats = _rivals_at(p, root)
        out.append(before)
        out.append(fragments.parts[root])
        out.append(b',"seats":[')
        _seats(seats, out)
        out.append(b'],"protected":[')
        _seats(seats & p.forts[root], out)
        out.append(b"]}")
        before = b',{"island":'


def _rivals_at(p: Position, island: int) -> int:
    """Rivals with ships or pioneers on an island, as bits."""
    seats = 0
    for seat in range(p.printed.players):
        if p.ships[island * SEATS + seat] > 0:
            seats |= 1 << seat
    for k in range(p.laid_count):
        tile = p.laid[k]
        for site in range(tile * SITES, tile * SITES + p.printed.sites[tile]):
            if p.pioneer[site] >= 0 and island_of_site(p, site) == island:
                seats |= 1 << p.pioneer[site]
    return seats & ~(1 << p.seat)


def _seats(seats: int, out: list[bytes]) -> None:
    before = b""
    for seat in range(SEATS):
        if seats >> seat & 1:
            out.append(before)
            out.append(number(seat))
            before = b","


def _docks(fragments: JsonFragments, p: Position, out: list[bytes]) -> None:
    """The oldest part of every island, oldest island first."""
    separator = b""
    for k in range(p.laid_count):
        first = p.laid[k] * PARTS
        for part in range(first, first + p.printed.parts[p.laid[k]]):
            if p.island[part] == part:
                out.append(separator)
                out.append(fragments.parts[part])
                separator = b","


def _tiles(fragments: JsonFragments, p: Position, out: list[bytes]) -> None:
    """Where each face-up tile fits, and in which rotations."""
    out.append(b"{")
    separator = b""
    for slot in range(AREA):
        tile = p.area[slot]
        if tile >= 0 and fits_anywhere(p, tile):
            out.append(separator)
            out.append(fragments.tiles[tile])
            _places(p, tile, out)
            separator = b","
    out.append(b"}")


def _places(p: Position, tile: int, out: list[bytes]) -> None:
    before = b':[{"cell":['
    for where in range(p.frontier_count):
        if fits_anyhow(p, tile, where):
            out.append(before)
            out.append(number(p.frontier_cell[where] // GRID - HALF_GRID))
            out.append(b",")
            out.append(number(p.frontier_cell[where] % GRID - HALF_GRID))
            before = b'],"rotations":['
            for rotation in range(SIDES):
                if fits(p, tile, where, rotation):
                    out.append(before)
                    out.append(number(rotation))
                    before = b","
            before = b']},{"cell":['
    out.append(b"]}]")


def _sites(fragments: JsonFragments, p: Position, options: Options, out: list[bytes]) -> int:
    """Every site that can be worked now and at what cost; the cards for them, as bits."""
    before = b',"sites":[{"site":{'
    useful = 0
    for i in range(options.count):
        site = options.decisions[i] - D_SITE
        if 0 <= site and options.decisions[i] < D_SITE + TILES * SITES:
            card = card_for(p.printed.site_kind[site])
            out.append(before)
            out.append(fragments.sites[site])
            out.append(b'},"card":')
            out.append(fragments.cards[card])
            out.append(b',"cost":')
            out.append(number(site_cost(p, site)))
            _danger(fragments, p, card, island_of_site(p, site), out)
            before = b'},{"site":{'
            useful |= 1 << card
    out.append(b'}],"blocked":[' if useful else b',"sites":[],"blocked":[')
    return useful


def _danger(
    fragments: JsonFragments, p: Position, card: int, island: int, out: list[bytes]
) -> None:
    """Whether pirates raise the cost, or an own fort keeps them off; what could be copied."""
    raided = p.raiders[island] & ~(1 << p.seat)
    pays = card != RUINS and is_under_piracy(p, island, p.seat)
    out.append(b',"piracy":true' if pays else b',"piracy":false')
    out.append(b',"fort":true' if raided and card != RUINS and not pays else b',"fort":false')
    if card == BUILDING:
        out.append(b',"copies":')
        out.append(fragments.resources_in[p.worked[island] & ((1 << CROPS) - 1)])


def _blocked(fragments: JsonFragments, p: Position, out: list[bytes]) -> int:
    """Free sites for a card in the hand that cannot be played there; bits by card and O_ number."""
    before = b'{"site":{'
    found = 0
    for tile in range(TILES):
        if p.order[tile] < 0:
            continue
        for site in range(tile * SITES, tile * SITES + p.printed.sites[tile]):
            why = obstacle(p, site) if p.pioneer[site] < 0 else O_NONE
            if why != O_NONE and why != O_CARD:
                card = card_for(p.printed.site_kind[site])
                out.append(before)
                out.append(fragments.sites[site])
                out.append(b'},"card":')
                out.append(fragments.cards[card])
                out.append(b',"reason":')
                out.append(_REASONS[why])
                _lack(p, site, card, why, out)
                before = b',{"site":{'
                found |= 1 << (card * _WHYS + why)
    return found


def _lack(p: Position, site: int, card: int, why: int, out: list[bytes]) -> None:
    """How much it needs and how much is there, of ships or of cards."""
    if why == O_SHIPS:
        need, have = ships_needed(card), ships_at(p, island_of_site(p, site), p.seat)
    elif why == O_CARDS:
        need, have = site_cost(p, site), p.hand_size[p.seat] - 1
    else:
        out.append(b"}")
        return
    out.append(b',"need":')
    out.append(number(need))
    out.append(b',"have":')
    out.append(number(have))
    out.append(b"}")


def _why_not(p: Position, card: int, blocked: int) -> bytes:
    """For a card in the hand without a use now: the nearest obstacle."""
    if card == MARKET:
        return _no_market(p)
    if card == SHIP:
        return b':"cards"' if p.hand_size[p.seat] < 2 else b':"no_ship"'
    found = blocked >> card * _WHYS
    if found >> O_CARDS & 1:
        return b':"cards"'
    if found >> O_SHIPS & 1:
        return b':"ships"'
    if found >> O_TOKENS & 1:
        return b':"buildings"'
    return b':"pioneers"' if found >> O_PIONEERS & 1 else b':"no_site"'


def _no_market(p: Position) -> bytes:
    """RULES 4.4."""
    if p.market_played:
        return b':"market_played"'
    if p.markers == 0:
        return b':"markers"'
    for resource in range(RESOURCES):
        if p.stock[p.seat * RESOURCES + resource] > 0 and p.step[resource] == TOP_STEP:
            return b':"top_price"'
    return b':"no_stock"'
