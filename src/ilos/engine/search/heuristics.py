"""A cheap judgement of every legal decision (heuristics over RULES 3–5), shared by all bots.

`rate` gives each legal decision a score in points of final worth, 0 being "do nothing". It looks
only at what the seat to act may know: public facts and its own hand. The greedy bot takes the
best score, simulated games add noise to it, and the tree search uses it as a first opinion.

Cards are money: a card is worth some points (`Evaluation.card`), less as the end comes near, and
each copy of a kind is worth more or less than that by how useful the kind is now.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cython

from ilos.engine.search.evaluation import WEIGHTS

if not cython.compiled:
    from ilos.engine.actions import card_for, cost_of, ships_needed
    from ilos.engine.chance import below, is_chance, roll
    from ilos.engine.constants import *
    from ilos.engine.decisions import legal
    from ilos.engine.effects import decide
    from ilos.engine.exploration import fits
    from ilos.engine.fields import set_to_zero
    from ilos.engine.islands import is_under_piracy
    from ilos.engine.search.evaluation import EvaluationFields, WeightFields
else:

    class WeightFields:  # type: ignore[no-redef]
        """The C struct, as setup.py declares it."""

    class EvaluationFields:  # type: ignore[no-redef]
        """The C struct, as setup.py declares it."""


if TYPE_CHECKING:
    from ilos.engine.position import Position


class Weights(WeightFields):
    """What the heuristics believe."""

    def __init__(self, **changes: float) -> None:
        for name, value in {**WEIGHTS, **changes}.items():
            setattr(self, name, value)


class Evaluation(EvaluationFields):
    """How one seat sees its game now; working room for `rate` and its result."""

    weights: Weights

    def __init__(self, weights: Weights | None = None) -> None:
        self.weights = weights if weights is not None else Weights()
        if not cython.compiled:
            set_to_zero(self, EvaluationFields)


def rate(p: Position, o: Evaluation) -> int:
    """Score all legal decisions; how many there are (then `o.options` and `o.score` hold them)."""
    n = legal(p, o.options)
    if n == 1:
        o.score[0] = 0.0
        return n
    if p.phase == PH_PAY:  # most decisions are payments, and need no evaluation
        _count_free(p, o)
        _sort_hand(p, o)
        _rate_payments(p, o, n)
        return n
    _look(p, o)
    if p.phase == PH_ACTION:
        _rate_actions(p, o, n)
    elif p.phase == PH_DESTINATION or p.phase == PH_FIRST:
        _rate_destinations(p, o, n)
    elif p.phase == PH_CELL:
        _rate_cells(p, o, n)
    elif p.phase == PH_ROTATION:
        _rate_rotations(p, o, n)
    elif p.phase == PH_PART:
        _rate_parts(p, o, n)
    elif p.phase == PH_BUILDING:
        _rate_buildings(p, o, n)
    elif p.phase == PH_MULLIGAN:
        _rate_swaps(o, n)
    return n


# The evaluation: turns, prices, worth of cards.


def _look(p: Position, o: Evaluation) -> None:
    """Estimate how long the game lasts, what prices come to, and what a card is worth."""
    fewest = p.pioneers[0]
    for seat in range(1, p.printed.players):
        if p.pioneers[seat] < fewest:
            fewest = p.pioneers[seat]
    for seat in range(p.printed.players):
        o.turns[seat] = 1.0 if seat >= p.seat else 0.0
        if not p.ending:
            o.turns[seat] += o.weights.turns + o.weights.turns_a_pioneer * (fewest - 1)
            if o.turns[seat] > p.printed.max_rounds - p.round + 1:
                o.turns[seat] = p.printed.max_rounds - p.round + 1
    later = o.turns[p.seat] - 1.0
    o.card = o.weights.card * (later if later < o.weights.card_turns else o.weights.card_turns)
    o.card += 0.01  # at the end of all, cards still serve to break ties
    _expect_prices(p, o, later)
    for resource in range(RESOURCES):
        o.site_gain[resource] = o.price[resource] * o.turns[p.seat]
    o.site_gain[RUINS_SITE] = RUINS_GOLD * o.price[GOLD]
    _count_free(p, o)
    _sort_hand(p, o)


def _expect_prices(p: Position, o: Evaluation, later: float) -> None:
    """Rows rise the more the more of their resource is produced."""
    total = 4.0
    for place in range(p.printed.players * RESOURCES):
        total += p.production[place]
    steps = o.weights.raises * (later + 1.0) * p.printed.players
    if steps > p.markers:
        steps = p.markers
    for resource in range(RESOURCES):
        made = 1.0
        for seat in range(p.printed.players):
            made += p.production[seat * RESOURCES + resource]
        step = p.step[resource]
        row = resource * PRICES
        o.price[resource] = p.printed.price[row + step]
        if step < TOP_STEP:
            rise = steps * made / total
            if rise > TOP_STEP - step:
                rise = TOP_STEP - step
            slope = p.printed.price[row + step + 1] - p.printed.price[row + step]
            o.price[resource] += rise * slope


def _project(p: Position, o: Evaluation) -> None:
    """Each seat's worth in the end, if nobody builds anything more."""
    for seat in range(p.printed.players):
        o.projected[seat] = 0.0
        for resource in range(RESOURCES):
            place = seat * RESOURCES + resource
            tokens = p.stock[place] + p.production[place] * o.turns[seat]
            o.projected[seat] += tokens * o.price[resource]


def expected_worth(p: Position, o: Evaluation) -> None:
    """Fill `o.projected` for a position in which someone is to decide."""
    _look(p, o)
    _project(p, o)


def _lead(p: Position, o: Evaluation) -> float:
    """How far the seat to act is ahead of the best other."""
    _project(p, o)
    best = -1.0
    for seat in range(p.printed.players):
        if seat != p.seat and o.projected[seat] > best:
            best = o.projected[seat]
    return o.projected[p.seat] - best


# Cards: what to keep.


def _first_copy(p: Position, o: Evaluation, card: int) -> float:
    """What the first copy of a kind in the hand is worth, in cards."""
    if card == SHIP:
        return (
            o.weights.keep_ship
            if p.reserve[p.seat] > 0
            else o.weights.keep_ship * o.weights.keep_idle
        )
    if card == PLANTATION:
        return o.weights.keep_plantation
    usable: bool
    if card == GOLD_MINE:
        usable = o.free[GOLD] > 0
        worth = o.weights.keep_gold_mine
    elif card == BUILDING:
        usable = o.free[CONSTRUCTION] > 0 and p.buildings > 0
        worth = o.weights.keep_building
    elif card == RUINS:
        usable = o.free[RUINS_SITE] > 0
        worth = o.weights.keep_ruins
    else:
        usable = p.markers > 0
        worth = o.weights.keep_market
        if not _has_income(p):
            worth *= o.weights.keep_unsold
    return worth if usable else worth * o.weights.keep_idle


def _has_income(p: Position) -> bool:
    """Whether the seat to act holds or produces any resource."""
    for place in range(p.seat * RESOURCES, (p.seat + 1) * RESOURCES):
        if p.stock[place] > 0 or p.production[place] > 0:
            return True
    return False


def _count_free(p: Position, o: Evaluation) -> None:
    """Free sites in play, by kind."""
    for kind in range(CARD_KINDS):
        o.free[kind] = 0
    for k in range(p.laid_count):
        tile = p.laid[k]
        for site in range(tile * SITES, tile * SITES + p.printed.sites[tile]):
            if p.pioneer[site] < 0:
                o.free[p.printed.site_kind[site]] += 1


def _sort_hand(p: Position, o: Evaluation) -> None:
    """List the hand of the seat to act, cheapest card first."""
    n = 0
    for card in range(CARD_KINDS):
        worth = _first_copy(p, o, card)
        for _ in range(p.hand[p.seat * CARD_KINDS + card]):
            place = n
            while place > 0 and o.sorted_worth[place - 1] > worth:
                o.sorted_worth[place] = o.sorted_worth[place - 1]
                o.sorted_kind[place] = o.sorted_kind[place - 1]
                place -= 1
            o.sorted_worth[place] = worth
            o.sorted_kind[place] = card
            worth *= o.weights.keep_more
            n += 1
    o.hand = n


def _outlay(o: Evaluation, card: int, cost: int) -> float:
    """What playing a card and paying with the cheapest others gives up, in points."""
    spent = 0.0
    played: bool = False
    for place in range(o.hand):
        if not played and o.sorted_kind[place] == card:
            played = True
            spent += o.sorted_worth[place]
        elif cost > 0:
            cost -= 1
            spent += o.sorted_worth[place]
    return spent * o.card


def _rate_payments(p: Position, o: Evaluation, n: int) -> None:
    """Pay with the cheapest cards; they are asked for in the order of kinds."""
    for i in range(n):
        o.score[i] = -10.0
        for place in range(p.cards_due if p.cards_due < o.hand else o.hand):
            if o.sorted_kind[place] == o.options[i] - D_CARD:
                o.score[i] = 10.0 - o.options[i]
    # The cheapest cards may lie before `least`, paid already: then any later kind, cheapest first.
    for i in range(n):
        if o.score[i] < 0.0:
            for place in range(o.hand):
                if o.sorted_kind[place] == o.options[i] - D_CARD:
                    o.score[i] = -o.sorted_worth[place]
                    break


def _rate_swaps(o: Evaluation, n: int) -> None:
    """RULES 3.4: give up what is worth less than a fresh card; asked for in the order of kinds."""
    for i in range(n):
        o.score[i] = 0.0
        if o.options[i] != D_DONE:
            o.score[i] = o.weights.swap_points * _swap_gain(o, o.options[i] - D_CARD)


def _swap_gain(o: Evaluation, card: int) -> float:
    """What a card of this kind and the useless ones that may follow it gain, in cards."""
    total = 0.0
    given: bool = False
    for place in range(o.hand):
        gain = o.weights.swap - o.sorted_worth[place]
        if o.sorted_kind[place] == card and not given:
            total += gain
            given = True
        elif o.sorted_kind[place] >= card and gain > 0.0:
            total += gain
    return total


# Sites and buildings.


def _post_gain(p: Position, o: Evaluation, island: int) -> float:
    """The best trading post on the island."""
    best = 0.0
    for crop in range(CROPS):
        if p.worked[island] & (1 << crop) and o.site_gain[crop] > best:
            best = o.site_gain[crop]
    return best


def _fort_gain(p: Position, o: Evaluation, island: int) -> float:
    """Cards drawn, and dues saved while the island is raided."""
    gain = o.weights.fort_draw * (o.turns[p.seat] - 1.0) * o.card
    if is_under_piracy(p, island, p.seat):
        gain += o.weights.shelter * o.card
    return gain


def _gain_at(p: Position, o: Evaluation, site: int, island: int) -> float:
    """What working a site brings, before its cost."""
    kind = p.printed.site_kind[site]
    if kind == CONSTRUCTION:
        post = _post_gain(p, o, island)
        fort = _fort_gain(p, o, island)
        return post if post > fort else fort
    return o.site_gain[kind]


def _finish_bonus(p: Position, o: Evaluation) -> float:
    """What it is worth that the next pioneer ends the game."""
    if p.pioneers[p.seat] > 1 or p.ending:
        return 0.0
    lead = _lead(p, o)
    size = lead if lead >= 0.0 else -lead
    # A seat far behind loses sooner or later: a lead that grows for ever is no reason to wait.
    lead = lead * o.weights.finish_scale / (size + o.weights.finish_scale)
    late = p.round * p.round / 100.0
    return o.weights.finish * lead + o.weights.hurry * late * late


def _rate_buildings(p: Position, o: Evaluation, n: int) -> None:
    """RULES 4.3: a fort or a trading post."""
    for i in range(n):
        option = o.options[i] - D_BUILD
        if option == 0:
            o.score[i] = _fort_gain(p, o, p.dock)
        else:
            o.score[i] = o.site_gain[option - 1]


def _rise_gain(p: Position, o: Evaluation, resource: int) -> float:
    """RULES 4.4: what raising a price brings, less what it brings to others."""
    row = resource * PRICES + p.step[resource]
    slope = p.printed.price[row + 1] - p.printed.price[row]
    mine = 0.0
    others = 0.0
    for seat in range(p.printed.players):
        place = seat * RESOURCES + resource
        tokens = p.stock[place] + p.production[place] * o.turns[seat]
        if seat == p.seat:
            mine = (tokens - 1.0) * slope - o.price[resource]
        else:
            others += tokens * slope
    return mine - o.weights.others * others / (p.printed.players - 1)


# Ships.


def _survey(p: Position, o: Evaluation) -> None:
    """What each island offers to the seat to act, by the ships it asks for."""
    for k in range(p.laid_count):
        tile = p.laid[k]
        for part in range(tile * PARTS, tile * PARTS + p.printed.parts[tile]):
            o.near[part] = o.rest[part] = o.far[part] = o.far_rest[part] = 0.0
    if p.pioneers[p.seat] == 0:
        return
    for k in range(p.laid_count):
        tile = p.laid[k]
        for site in range(tile * SITES, tile * SITES + p.printed.sites[tile]):
            if p.pioneer[site] < 0:
                _survey_site(p, o, site, p.island[tile * PARTS + p.printed.site_part[site]])


def _survey_site(p: Position, o: Evaluation, site: int, island: int) -> None:
    card = card_for(p.printed.site_kind[site])
    cost = cost_of(card, is_under_piracy(p, island, p.seat))
    gain = _gain_at(p, o, site, island) - (1 + cost) * o.card
    # A plan that lacks its card may have to wait.
    if p.hand[p.seat * CARD_KINDS + card] == 0:
        gain *= o.weights.lacking
    if gain <= 0.0 or (card == BUILDING and p.buildings == 0):
        return
    if ships_needed(card) == 1:
        if gain > o.near[island]:
            o.rest[island] += o.near[island]
            o.near[island] = gain
        else:
            o.rest[island] += gain
    elif gain > o.far[island]:
        o.far_rest[island] += o.far[island]
        o.far[island] = gain
    else:
        o.far_rest[island] += gain


def _one(o: Evaluation, island: int) -> float:
    return o.weights.near * o.near[island] + o.weights.rest * o.rest[island]


def _two(o: Evaluation, island: int) -> float:
    return o.weights.near * o.far[island] + o.weights.rest * o.far_rest[island]


def _access(o: Evaluation, island: int, ships: int) -> float:
    """What one more ship at an island opens, where so many lie already."""
    if ships == 0:
        return _one(o, island) + o.weights.far * _two(o, island)
    if ships == 1:
        return (1.0 - o.weights.far) * _two(o, island)
    return 0.0


def _own_ships(p: Position, island: int) -> int:
    """Own ships at an island, without the one about to sail."""
    ships = p.ships[island * SEATS + p.seat]
    if FROM_ISLAND <= p.origin < FROM_HIDEOUT and p.island[p.origin - FROM_ISLAND] == island:
        ships -= 1
    return ships


def _raid_gain(p: Position, o: Evaluation, tile: int) -> float:
    """What a pirate costs the others: dues on the sites they may still work."""
    dues = 0
    for k in range(p.laid_count):
        other = p.laid[k]
        for site in range(other * SITES, other * SITES + p.printed.sites[other]):
            if p.pioneer[site] < 0 and p.printed.site_kind[site] != RUINS_SITE:
                island = p.island[other * PARTS + p.printed.site_part[site]]
                if _attacks(p, tile, island):
                    for seat in range(p.printed.players):
                        if (
                            seat != p.seat
                            and p.ships[island * SEATS + seat] > 0
                            and not is_under_piracy(p, island, seat)
                            and not p.forts[island] & (1 << seat)
                        ):
                            dues += 1 if p.printed.site_kind[site] < CROPS else 2
    return o.weights.raid * dues * o.card / (p.printed.players - 1)


def _attacks(p: Position, tile: int, island: int) -> bool:
    for part in range(tile * PARTS, tile * PARTS + p.printed.parts[tile]):
        if p.island[part] == island:
            return True
    return False


def _tile_gain(p: Position, o: Evaluation, tile: int) -> float:
    """What a face-up tile promises to a ship that docks at its best part."""
    best = 0.0
    for part in range(tile * PARTS, tile * PARTS + p.printed.parts[tile]):
        gain = _part_one(p, o, part) + o.weights.far * _part_two(p, o, part)
        if gain > best:
            best = gain
    return best + o.weights.explore


def _part_sum(p: Position, o: Evaluation, part: int, ships: int) -> float:
    """What the sites of a part of a tile not yet laid bring to someone with enough ships."""
    best = 0.0
    rest = 0.0
    first = part // PARTS * SITES + p.printed.first_site[part]
    for site in range(first, first + p.printed.part_sites[part]):
        card = card_for(p.printed.site_kind[site])
        if ships_needed(card) == ships:
            gain = -(1 + cost_of(card, False)) * o.card
            if card == BUILDING:
                gain += o.weights.fort_draw * (o.turns[p.seat] - 1.0) * o.card
            else:
                gain += o.site_gain[p.printed.site_kind[site]]
            if p.hand[p.seat * CARD_KINDS + card] == 0:
                gain *= o.weights.lacking
            if gain > best:
                rest += best
                best = gain
            elif gain > 0.0:
                rest += gain
    return o.weights.near * best + o.weights.rest * rest


def _part_one(p: Position, o: Evaluation, part: int) -> float:
    return _part_sum(p, o, part, 1)


def _part_two(p: Position, o: Evaluation, part: int) -> float:
    return _part_sum(p, o, part, 2)


def _target_gain(p: Position, o: Evaluation, decision: int) -> float:
    """What a destination brings to the ship under way."""
    if decision >= D_EXPLORE:
        return _tile_gain(p, o, p.area[decision - D_EXPLORE])
    if decision >= D_HIDEOUT:
        return _raid_gain(p, o, decision - D_HIDEOUT)
    return _access(o, decision - D_DOCK, _own_ships(p, decision - D_DOCK))


def _rate_destinations(p: Position, o: Evaluation, n: int) -> None:
    """RULES 3.5, 4.2: islands, hideouts and tiles."""
    _survey(p, o)
    for i in range(n):
        o.score[i] = _target_gain(p, o, o.options[i])
        if D_HIDEOUT <= o.options[i] < D_EXPLORE and not p.printed.pirates_draw:
            o.score[i] -= o.weights.ship_draw * (o.turns[p.seat] - 1.0) * o.card


def _best_target(p: Position, o: Evaluation) -> float:
    """The best destination of the ship that `p.origin` names; tiles are judged before they fit."""
    best = 0.0
    for k in range(p.laid_count):
        tile = p.laid[k]
        for part in range(tile * PARTS, tile * PARTS + p.printed.parts[tile]):
            if p.island[part] == part:
                gain = _access(o, part, _own_ships(p, part))
                if gain > best and part != p.origin - FROM_ISLAND:
                    best = gain
    return best if best > o.best_tile else o.best_tile


def _judge_area(p: Position, o: Evaluation) -> None:
    """What the best face-up tile promises, for all ships alike."""
    o.best_tile = 0.0
    for slot in range(AREA):
        if p.area[slot] >= 0:
            gain = _tile_gain(p, o, p.area[slot])
            if gain > o.best_tile:
                o.best_tile = gain


def _rate_actions(p: Position, o: Evaluation, n: int) -> None:
    """RULES 4.1: every action, less what it costs; ending the turn is 0."""
    surveyed: bool = False
    finish = _finish_bonus(p, o)
    for i in range(n):
        decision: int = o.options[i]
        if decision == D_END_TURN:
            o.score[i] = 0.0
        elif decision >= D_MARKET:
            o.score[i] = _rise_gain(p, o, decision - D_MARKET) - _outlay(o, MARKET, 0)
        elif decision >= D_SITE:
            site = decision - D_SITE
            island = p.island[site // SITES * PARTS + p.printed.site_part[site]]
            card = card_for(p.printed.site_kind[site])
            cost = cost_of(card, is_under_piracy(p, island, p.seat))
            o.score[i] = _gain_at(p, o, site, island) - _outlay(o, card, cost) + finish
        else:
            if not surveyed:
                _survey(p, o)
                _judge_area(p, o)
                surveyed = True
            p.origin = decision - D_RESERVE
            o.score[i] = _best_target(p, o) - _outlay(o, SHIP, 1)
            if decision == D_RESERVE:
                o.score[i] += o.weights.ship_draw * (o.turns[p.seat] - 1.0) * o.card
            elif decision >= D_FROM_HIDEOUT:
                o.score[i] -= _raid_gain(p, o, decision - D_FROM_HIDEOUT)
            else:
                island = decision - D_FROM_ISLAND
                o.score[i] -= _access(o, island, _own_ships(p, island))
            p.origin = FROM_RESERVE


# Laying a tile.


def _look_around(p: Position, o: Evaluation, where: int) -> None:
    """Which islands lie beside a cell of the frontier."""
    cell = p.frontier_cell[where]
    for side in range(SIDES):
        o.beside[side] = -1
        if p.frontier_land[where] & (1 << side):
            for k in range(p.laid_count):
                other = p.laid[k]
                if p.cell[other] == cell + p.printed.neighbour[side]:
                    printed = ((side + 3) % SIDES - p.rotation[other] + SIDES) % SIDES
                    part = p.printed.side_part[other * SIDES + printed]
                    o.beside[side] = p.island[other * PARTS + part]


def _join_gain(p: Position, o: Evaluation, rotation: int) -> float:
    """What the tile being laid brings in this rotation, beside the islands found."""
    tile = p.laying
    best = 0.0
    total = 0.0
    for index in range(p.printed.parts[tile]):
        one = o.part_one[index]
        two = o.part_two[index]
        joined = 0.0
        ships = 0
        rivals = 0
        for side in range(SIDES):
            island = o.beside[side]
            if (
                island >= 0
                and p.printed.side_part[tile * SIDES + (side - rotation + SIDES) % SIDES] == index
            ):
                ships += _own_ships(p, island)
                joined += _access(o, island, _own_ships(p, island))
                for seat in range(p.printed.players):
                    if seat != p.seat and p.ships[island * SEATS + seat] > 0:
                        rivals += 1
        held = 0.0
        if ships > 0:
            held = one + (two if ships > 1 else o.weights.far * two)
        gain = one + (two if ships > 0 else o.weights.far * two) + joined - held
        if gain > best:
            best = gain
        total += held - o.weights.rivals * rivals * (one + two)
    return best + total


def _judge_tile(p: Position, o: Evaluation) -> None:
    """What the parts of the tile being laid promise, wherever it goes."""
    for index in range(p.printed.parts[p.laying]):
        o.part_one[index] = _part_one(p, o, p.laying * PARTS + index)
        o.part_two[index] = _part_two(p, o, p.laying * PARTS + index)


def _rate_cells(p: Position, o: Evaluation, n: int) -> None:
    """The best rotation at each cell."""
    _survey(p, o)
    _judge_tile(p, o)
    for i in range(n):
        where = o.options[i] - D_CELL
        _look_around(p, o, where)
        o.score[i] = -1000.0
        for rotation in range(SIDES):
            if fits(p, p.laying, where, rotation):
                gain = _join_gain(p, o, rotation)
                if gain > o.score[i]:
                    o.score[i] = gain


def _rate_rotations(p: Position, o: Evaluation, n: int) -> None:
    _survey(p, o)
    _judge_tile(p, o)
    _look_around(p, o, p.where)
    for i in range(n):
        o.score[i] = _join_gain(p, o, o.options[i] - D_ROTATION)


def _rate_parts(p: Position, o: Evaluation, n: int) -> None:
    """The tile lies: islands are what they are now."""
    _survey(p, o)
    for i in range(n):
        island = p.island[p.laying * PARTS + o.options[i] - D_PART]
        o.score[i] = _access(o, island, _own_ships(p, island))


# Choosing.


def best_option(o: Evaluation, n: int) -> int:
    """The place of the best score; of several, the first."""
    best = 0
    for i in range(1, n):
        if o.score[i] > o.score[best]:
            best = i
    return best


def _noisy_option(p: Position, o: Evaluation, n: int, noise: float) -> int:
    """The place of the best score after each has got some luck from the position's generator."""
    scale = noise * (o.card + 1.0) / 1024.0
    best = 0
    top = -1.0e9
    for i in range(n):
        score = o.score[i] + scale * below(p, 1024)
        if score > top:
            top = score
            best = i
    return best


def play_on(p: Position, o: Evaluation, noise: float, rounds: int) -> None:
    """Play by the heuristics with some noise until the game ends or so many rounds have passed."""
    last = p.round + rounds
    while p.phase != PH_OVER and p.round < last:
        if is_chance(p):
            roll(p)
            continue
        n = rate(p, o)
        choice = 0
        if n > 1:
            choice = best_option(o, n) if p.phase == PH_PAY else _noisy_option(p, o, n, noise)
        decide(p, o.options[choice])


def _duel(p: Position, first: Evaluation, second: Evaluation, seats: int) -> None:
    while p.phase != PH_OVER:
        if is_chance(p):
            roll(p)
        elif seats & (1 << p.seat):
            decide(p, first.options[best_option(first, rate(p, first))])
        else:
            decide(p, second.options[best_option(second, rate(p, second))])


def duel(p: Position, first: Evaluation, second: Evaluation, seats: int) -> None:
    """Play a position to its end, the seats in the bits of `seats` by the first evaluation."""
    with cython.nogil:
        _duel(p, first, second, seats)


def scored_options(p: Position, o: Evaluation) -> list[tuple[int, float]]:
    """The legal decisions with their scores."""
    return [(o.options[i], o.score[i]) for i in range(rate(p, o))]
