"""The engine as other packages see it: every decision is checked before it is carried out.

Inside, C arrays are unchecked; so whatever comes from outside comes through here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cython

if not cython.compiled:
    from ilos.engine.actions import (
        card_for,
        cost_of,
        island_of_site,
        obstacle,
        ships_needed,
        site_cost,
    )
    from ilos.engine.chance import (
        GOLDEN,
        MASK,
        happen,
        is_chance,
        mixed,
        roll,
        turns_up_tile,
        weight,
    )
    from ilos.engine.constants import *
    from ilos.engine.decisions import Options, find_options
    from ilos.engine.effects import decide, draw_count
    from ilos.engine.exploration import fits, lay_tile
    from ilos.engine.islands import is_under_piracy
    from ilos.engine.position import Position, begin, copy_into
    from ilos.engine.scoring import is_winner, worth

if TYPE_CHECKING:
    from ilos.engine.fields import Long, Unsigned, Whole
    from ilos.engine.position import Printed

# Used by one call at a time: all of these hold the interpreter's lock.
_OPTIONS: Options = Options()


def new_position(printed: Printed, seed: Whole = 0) -> Position:
    """A game not yet set up; the seed feeds simulated chance only."""
    p = Position(printed)
    p.rng = mixed(seed & 0xFFFFFFFFFFFFFFFF)
    begin(p)
    return p


def next_state(state: Whole) -> Whole:
    """The next state of a generator of random numbers (splitmix64), from any whole number."""
    return (state + GOLDEN) & MASK


def random_bits(state: Unsigned) -> Unsigned:
    """The 64 random bits that a state stands for."""
    return mixed(state)


def legal_decisions(p: Position) -> list[int]:
    """All legal decisions; none while chance is pending and when the game is over."""
    return [_OPTIONS.decisions[i] for i in range(find_options(p, _OPTIONS))]


def is_legal(p: Position, decision: int) -> bool:
    """Whether this may be decided now."""
    for i in range(find_options(p, _OPTIONS)):
        if _OPTIONS.decisions[i] == decision:
            return True
    return False


def try_decision(p: Position, decision: int) -> bool:
    """Carry out a decision if it is legal, and return whether it was."""
    if not is_legal(p, decision):
        return False
    decide(p, decision)
    return True


def try_decisions(p: Position, decisions: list[int]) -> int:
    """Carry out decisions one after the other until one is not legal; how many were."""
    count = 0
    for decision in decisions:
        if not try_decision(p, decision):
            break
        count += 1
    return count


def take_decision(p: Position, decision: int) -> None:
    """Carry out a decision, or raise ValueError and change nothing."""
    if not try_decision(p, decision):
        raise ValueError(f"decision {decision} is not legal now")


def is_chance_pending(p: Position) -> bool:
    """Whether chance is to act."""
    return is_chance(p)


def is_tile_pending(p: Position) -> bool:
    """Whether chance is to turn up a tile, not to deal or take a card."""
    return turns_up_tile(p)


def is_taking(p: Position) -> bool:
    """Whether chance is to take a card from another hand."""
    return p.phase == PH_TAKE


def is_over(p: Position) -> bool:
    """Whether the game has ended."""
    return p.phase == PH_OVER


def to_act(p: Position) -> int:
    """The seat that decides; -1 if chance is to act, -2 if the game is over."""
    if p.phase == PH_OVER:
        return -2
    return -1 if is_chance(p) else p.seat


def chance_weights(p: Position) -> list[int]:
    """The weight of each outcome of the pending chance, by tile or by card kind."""
    if not is_chance(p):
        return []
    return [weight(p, outcome) for outcome in range(TILES if turns_up_tile(p) else CARD_KINDS)]


def let_happen(p: Position, outcome: int) -> None:
    """Let an outcome happen, or raise ValueError and change nothing."""
    size = TILES if turns_up_tile(p) else CARD_KINDS
    if not is_chance(p) or not 0 <= outcome < size or weight(p, outcome) <= 0:
        raise ValueError(f"outcome {outcome} cannot happen now")
    happen(p, outcome)


def roll_chance(p: Position) -> None:
    """Let the position's own generator settle all pending chance."""
    while is_chance(p):
        roll(p)


def seat_worth(p: Position, seat: int) -> Long:
    """What a seat's stock is worth now."""
    _check(seat, SEATS)
    return worth(p, seat)


def winners(p: Position) -> list[int]:
    """The seats that nobody beats."""
    return [seat for seat in range(p.printed.players) if is_winner(p, seat)]


def cards_to_draw(p: Position, seat: int) -> int:
    """What a seat would draw at the end of its turn."""
    _check(seat, SEATS)
    return draw_count(p, seat)


def pays_piracy(p: Position, island: int, seat: int) -> bool:
    """Whether the island is under piracy for the seat."""
    _check(island, ALL_PARTS)
    _check(seat, SEATS)
    return is_under_piracy(p, island, seat)


def card_for_site(kind: int) -> int:
    """The card that works a kind of site."""
    return card_for(kind)


def cost(card: int, under_piracy: bool) -> int:
    """Cards to pay for an action."""
    return cost_of(card, under_piracy)


def ships_for(card: int) -> int:
    """Own ships that working a site needs on the island's shore."""
    return ships_needed(card)


def cost_at(p: Position, site: int) -> int:
    """Cards the seat to act pays for working a site of a laid tile."""
    _check(site, ALL_SITES)
    return site_cost(p, site)


def works(p: Position) -> list[tuple[int, int, int]]:
    """(site, cost, option) for all that the seat to act may do at sites.

    The option says what is built, as in D_BUILD, and is 0 where nothing is.
    """
    found = []
    for i in range(find_options(p, _OPTIONS)):
        site = _OPTIONS.decisions[i] - D_SITE
        if 0 <= site < ALL_SITES:
            price = site_cost(p, site)
            found.append((site, price, 0))
            if p.printed.site_kind[site] == CONSTRUCTION:
                for crop in range(CROPS):
                    if p.worked[island_of_site(p, site)] >> crop & 1:
                        found.append((site, price, 1 + crop))
    return found


def obstacle_at(p: Position, site: int) -> int:
    """Why the seat to act cannot work a free site of a laid tile: an O_ number."""
    _check(site, ALL_SITES)
    if p.order[site // SITES] < 0:
        raise ValueError(f"the tile of site {site} is not in play")
    return obstacle(p, site)


def ships_near(p: Position, site: int) -> int:
    """Ships of the seat to act on the shore of a laid site's island."""
    _check(site, ALL_SITES)
    island = p.island[site // SITES * PARTS + p.printed.site_part[site]]
    return p.ships[island * SEATS + p.seat] if island >= 0 else 0


def explorations(p: Position) -> list[tuple[int, int, int, int]]:
    """(tile, cell, rotation, part) for every way to lay a face-up tile and dock at it.

    One part, the first, stands for each island that the tile's parts then belong to.
    """
    twin = Position(p.printed)
    found = []
    for slot in range(AREA):
        tile = p.area[slot]
        if tile < 0:
            continue
        for where in range(p.frontier_count):
            for rotation in range(SIDES):
                if not fits(p, tile, where, rotation):
                    continue
                copy_into(p, twin)
                lay_tile(twin, tile, where, rotation)
                for part in range(p.printed.parts[tile]):
                    if _is_first_of_island(twin, tile, part):
                        found.append((tile, p.frontier_cell[where], rotation, part))
    return found


def _is_first_of_island(p: Position, tile: int, part: int) -> bool:
    """Whether no earlier part of the tile is on the same island."""
    for earlier in range(part):
        if p.island[tile * PARTS + earlier] == p.island[tile * PARTS + part]:
            return False
    return True


def oldest_parts(p: Position) -> list[int]:
    """The oldest part of every island, oldest island first."""
    found = []
    for k in range(p.laid_count):
        for part in range(p.laid[k] * PARTS, p.laid[k] * PARTS + p.printed.parts[p.laid[k]]):
            if p.island[part] == part:
                found.append(part)
    return found


def free_hideouts(p: Position) -> list[int]:
    """The laid tiles whose hideout no ship is on, oldest first."""
    return [
        p.laid[k]
        for k in range(p.laid_count)
        if p.printed.hideout[p.laid[k]] and p.pirate[p.laid[k]] < 0
    ]


def cards_of_kind(p: Position, seat: int, card: int) -> int:
    """How many cards of a kind a hand holds."""
    _check(seat, SEATS)
    _check(card, CARD_KINDS)
    return p.hand[seat * CARD_KINDS + card]


def cards_in_hand(p: Position, seat: int) -> int:
    """How many cards a hand holds."""
    _check(seat, SEATS)
    return p.hand_size[seat]


def island_of_part(p: Position, part: int) -> int:
    """The oldest part of a part's island; -1 if it is not in play."""
    _check(part, ALL_PARTS)
    return p.island[part]


def _check(number: int, limit: int) -> None:
    if not 0 <= number < limit:
        raise ValueError(f"{number} is not in 0..{limit - 1}")
