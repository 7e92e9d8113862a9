# ruff: noqa: ARG001 - all ways to spoil a thing share one signature, few need all of it
"""Ways to spoil payments, sites, market and the end of a turn (RULES.md 4.1, 4.3 to 4.7)."""

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

from .corrupt_events import NOBODY, Change
from .moves import free_sites
from .rules import SITE_ACTIONS, SITES_FOR, NaiveGame, Site, part_json
from .shapes import CARDS, PLANTATION_RESOURCES, RESOURCES, Event

Extra = Callable[[NaiveGame, Random], Event | None]
TURN_CHANGES: dict[str, Change] = {}
EXTRA_EVENTS: dict[str, Extra] = {}


def change(function: Change) -> Change:
    TURN_CHANGES[function.__name__] = function
    return function


def extra(function: Extra) -> Extra:
    EXTRA_EVENTS[function.__name__] = function
    return function


# ---- payment (RULES 4.1, 4.5) ------------------------------------------------------------


def left_over(event: Event, game: NaiveGame, paid: list[str]) -> Counter[str]:
    """The hand without the played card and this payment."""
    return game.seats[game.to_move].hand - Counter([event["type"], *paid])


@change
def paid_too_few(event: Event, game: NaiveGame, rng: Random) -> Event | None:
    return {**event, "paid": event["paid"][1:]} if "paid" in event else None


@change
def paid_too_many(event: Event, game: NaiveGame, rng: Random) -> Event | None:
    if "paid" not in event:
        return None
    more = sorted(left_over(event, game, event["paid"]).elements())
    return {**event, "paid": [*event["paid"], rng.choice(more or ["ship"])]}


@change
def paid_card_not_held(event: Event, game: NaiveGame, rng: Random) -> Event | None:
    if "paid" not in event:
        return None
    kept = event["paid"][1:]
    left = left_over(event, game, kept)
    missing = [card for card in CARDS if left[card] == 0]
    return {**event, "paid": [*kept, rng.choice(missing)]} if missing else None


@change
def paid_with_the_played_card(event: Event, game: NaiveGame, rng: Random) -> Event | None:
    if "paid" not in event:
        return None
    kept = event["paid"][1:]
    if left_over(event, game, kept)[event["type"]] > 0:
        return None
    return {**event, "paid": [*kept, event["type"]]}


@change
def paid_with_unknown_card(event: Event, game: NaiveGame, rng: Random) -> Event | None:
    return {**event, "paid": [*event["paid"][1:], "gold"]} if "paid" in event else None


@change
def piracy_not_paid(event: Event, game: NaiveGame, rng: Random) -> Event | None:
    if event["type"] not in SITE_ACTIONS:
        return None
    cost, _, _ = SITE_ACTIONS[event["type"]]
    return {**event, "paid": event["paid"][:cost]} if len(event["paid"]) > cost else None


@change
def piracy_paid_in_peace(event: Event, game: NaiveGame, rng: Random) -> Event | None:
    if event["type"] not in SITE_ACTIONS:
        return None
    _, more, _ = SITE_ACTIONS[event["type"]]
    paid = [*event["paid"], *sorted(left_over(event, game, event["paid"]).elements())]
    if len(event["paid"]) == more or len(paid) < more:
        return None
    return {**event, "paid": paid[:more]}


@extra
def played_card_not_held(game: NaiveGame, rng: Random) -> Event | None:
    hand = game.seats[game.to_move].hand
    missing = [card for card in CARDS if hand[card] == 0]
    if game.phase != "turn" or not missing:
        return None
    card = rng.choice(missing)
    event: Event = {"type": card, "seat": game.to_move, "building": "fort", "resource": None}
    if card == "market":
        return {**event, "resource": rng.choice(RESOURCES)}
    cost = 1
    if card == "ship":
        to = part_json(rng.choice(game.archipelago.parts()))
        event.update({"from": "reserve", "to": to, "explored": None})
    else:
        cost, _, _ = SITE_ACTIONS[card]
        sites = [site for site in free_sites(game) if site.kind in SITES_FOR[card]]
        if not sites:
            return None
        event["site"] = site_json(rng.choice(sites))
    return {**event, "paid": sorted(hand.elements())[:cost]}


# ---- sites and buildings (RULES 4.1, 4.3) ------------------------------------------------


def site_json(site: Site) -> dict[str, Any]:
    return {"tile": site.tile, "part": site.part, "site": site.site}


@change
def site_not_free(event: Event, game: NaiveGame, rng: Random) -> Event | None:
    if event["type"] not in SITE_ACTIONS:
        return None
    taken = [pioneer for pioneer in game.pioneers if pioneer.kind in SITES_FOR[event["type"]]]
    if not taken:
        return None
    pioneer = rng.choice(taken)
    site = Site(pioneer.tile, pioneer.part, pioneer.site, pioneer.kind)
    return {**event, "site": site_json(site)}


@change
def site_of_another_kind(event: Event, game: NaiveGame, rng: Random) -> Event | None:
    if event["type"] not in SITE_ACTIONS:
        return None
    others = [site for site in free_sites(game) if site.kind not in SITES_FOR[event["type"]]]
    return {**event, "site": site_json(rng.choice(others))} if others else None


@change
def site_out_of_range(event: Event, game: NaiveGame, rng: Random) -> Event | None:
    if event["type"] not in SITE_ACTIONS:
        return None
    site = event["site"]
    count = len(game.tiles[site["tile"]].parts[site["part"]].sites)
    return {**event, "site": {**site, "site": rng.choice((-1, count))}}


@change
def site_not_in_play(event: Event, game: NaiveGame, rng: Random) -> Event | None:
    others = [name for name in sorted(game.tiles) if game.archipelago.find(name) is None]
    if event["type"] not in SITE_ACTIONS or not others:
        return None
    return {**event, "site": {"tile": rng.choice(others), "part": 0, "site": 0}}


@change
def too_few_ships_on_the_island(event: Event, game: NaiveGame, rng: Random) -> Event | None:
    if event["type"] not in SITE_ACTIONS:
        return None
    _, _, needed = SITE_ACTIONS[event["type"]]
    sites = []
    for site in free_sites(game):
        island = game.archipelago.island_of((site.tile, site.part))
        enough = game.ships_on_island(game.to_move, island) >= needed
        if site.kind in SITES_FOR[event["type"]] and not enough:
            sites.append(site)
    return {**event, "site": site_json(rng.choice(sites))} if sites else None


@extra
def eleventh_pioneer(game: NaiveGame, rng: Random) -> Event | None:
    seat = game.seats[game.to_move]
    sites = [site for site in free_sites(game) if site.kind in PLANTATION_RESOURCES]
    if game.phase != "turn" or seat.pioneers > 0 or not sites:
        return None
    paid = sorted((seat.hand - Counter(["plantation"])).elements())[:2]
    site = site_json(rng.choice(sites))
    return {"type": "plantation", "seat": game.to_move, "site": site, "paid": paid}


@extra
def eleventh_building(game: NaiveGame, rng: Random) -> Event | None:
    sites = [site for site in free_sites(game) if site.kind == "construction"]
    if game.phase != "turn" or game.buildings_left() > 0 or not sites:
        return None
    paid = sorted((game.seats[game.to_move].hand - Counter(["building"])).elements())[:2]
    event = {"type": "building", "seat": game.to_move, "site": site_json(rng.choice(sites))}
    return {**event, "building": "fort", "resource": None, "paid": paid}


@change
def building_unknown(event: Event, game: NaiveGame, rng: Random) -> Event | None:
    if event["type"] != "building":
        return None
    return {**event, "building": rng.choice((NOBODY, None, "ruins"))}


@change
def fort_with_a_resource(event: Event, game: NaiveGame, rng: Random) -> Event | None:
    if event["type"] != "building":
        return None
    return {**event, "building": "fort", "resource": rng.choice(RESOURCES)}


@change
def trading_post_of_nothing(event: Event, game: NaiveGame, rng: Random) -> Event | None:
    if event["type"] != "building":
        return None
    return {**event, "building": "trading_post", "resource": None}


@change
def trading_post_of_gold(event: Event, game: NaiveGame, rng: Random) -> Event | None:
    if event["type"] != "building":
        return None
    return {**event, "building": "trading_post", "resource": "gold"}


@change
def trading_post_without_plantation(event: Event, game: NaiveGame, rng: Random) -> Event | None:
    if event["type"] != "building":
        return None
    name = (event["site"]["tile"], event["site"]["part"])
    worked = game.worked_on(game.archipelago.island_of(name))
    others = [resource for resource in PLANTATION_RESOURCES if resource not in worked]
    if not others:
        return None
    return {**event, "building": "trading_post", "resource": rng.choice(others)}


# ---- market (RULES 4.4) ------------------------------------------------------------------


def market_event(game: NaiveGame, resource: str) -> Event:
    return {"type": "market", "seat": game.to_move, "resource": resource}


@change
def market_of_unknown_resource(event: Event, game: NaiveGame, rng: Random) -> Event | None:
    if event["type"] != "market":
        return None
    return {**event, "resource": rng.choice(("silver", "ruins", None))}


@change
def market_without_a_token(event: Event, game: NaiveGame, rng: Random) -> Event | None:
    stock = game.seats[game.to_move].stock
    missing = [name for name in RESOURCES if stock[name] == 0]
    if event["type"] != "market" or not missing:
        return None
    return {**event, "resource": rng.choice(missing)}


@extra
def second_market_in_a_turn(game: NaiveGame, rng: Random) -> Event | None:
    if not game.market_played:
        return None
    stock = game.seats[game.to_move].stock
    owned = [name for name in RESOURCES if stock[name] > 0]
    return market_event(game, rng.choice(owned or RESOURCES))


@extra
def market_above_the_top(game: NaiveGame, rng: Random) -> Event | None:
    topped = [name for name in RESOURCES if game.steps[name] == 4]
    if game.phase != "turn" or not topped:
        return None
    return market_event(game, rng.choice(topped))


@extra
def market_without_a_marker(game: NaiveGame, rng: Random) -> Event | None:
    if game.phase != "turn" or game.markers_left() > 0:
        return None
    return market_event(game, rng.choice(RESOURCES))


# ---- end of the turn (RULES 4.6, 4.7) ----------------------------------------------------


@change
def produced_too_much(event: Event, game: NaiveGame, rng: Random) -> Event | None:
    if event["type"] != "end_turn":
        return None
    name = rng.choice(RESOURCES)
    return {**event, "produced": {**event["produced"], name: event["produced"].get(name, 0) + 1}}


@change
def produced_too_little(event: Event, game: NaiveGame, rng: Random) -> Event | None:
    board = game.seats[game.to_move].production
    if event["type"] != "end_turn" or board.total() == 0:
        return None
    name = rng.choice([name for name in RESOURCES if board[name] > 0])
    return {**event, "produced": {**event["produced"], name: board[name] - 1}}


@change
def produced_left_out(event: Event, game: NaiveGame, rng: Random) -> Event | None:
    board = game.seats[game.to_move].production
    if event["type"] != "end_turn" or board.total() == 0:
        return None
    return {**event, "produced": {}}


@change
def produced_unknown_resource(event: Event, game: NaiveGame, rng: Random) -> Event | None:
    if event["type"] != "end_turn":
        return None
    return {**event, "produced": {**event["produced"], "silver": 1}}


@change
def produced_less_than_nothing(event: Event, game: NaiveGame, rng: Random) -> Event | None:
    if event["type"] != "end_turn":
        return None
    return {**event, "produced": {**event["produced"], rng.choice(RESOURCES): -1}}


@change
def drawn_too_few(event: Event, game: NaiveGame, rng: Random) -> Event | None:
    if event["type"] != "end_turn" or not event["drawn"]:
        return None
    return {**event, "drawn": event["drawn"][:-1]}


@change
def drawn_too_many(event: Event, game: NaiveGame, rng: Random) -> Event | None:
    if event["type"] != "end_turn":
        return None
    left = sorted((game.pile + game.discard - Counter(event["drawn"])).elements())
    return {**event, "drawn": [*event["drawn"], rng.choice(left or ["ship"])]}


@change
def drawn_unknown_card(event: Event, game: NaiveGame, rng: Random) -> Event | None:
    if event["type"] != "end_turn" or not event["drawn"]:
        return None
    return {**event, "drawn": [*event["drawn"][1:], "gold"]}


@change
def drawn_card_that_is_nowhere(event: Event, game: NaiveGame, rng: Random) -> Event | None:
    if event["type"] != "end_turn" or not event["drawn"]:
        return None
    rest = game.pile + game.discard - Counter(event["drawn"][:-1])
    missing = [card for card in CARDS if rest[card] == 0]
    return {**event, "drawn": [*event["drawn"][:-1], rng.choice(missing)]} if missing else None


@change
def drawn_from_the_discards_too_early(event: Event, game: NaiveGame, rng: Random) -> Event | None:
    """RULES 4.7: the discard pile is shuffled in when a card is wanted of an empty pile."""
    discarded = [card for card in CARDS if game.pile[card] == 0 and game.discard[card] > 0]
    if event["type"] != "end_turn" or game.pile.total() == 0 or not discarded:
        return None
    return {**event, "drawn": [rng.choice(discarded), *event["drawn"][1:]]}


@change
def taken_though_the_pile_suffices(event: Event, game: NaiveGame, rng: Random) -> Event | None:
    if event["type"] != "end_turn" or event["taken"]:
        return None
    hands = [seat.hand for seat in game.seats]
    victim = game.fullest_other_hand(game.to_move, hands)
    if victim is None:
        return None
    card = rng.choice(sorted(hands[victim].elements()))
    return {**event, "taken": [{"seat": victim, "card": card}]}


@change
def taken_instead_of_drawn(event: Event, game: NaiveGame, rng: Random) -> Event | None:
    hands = [seat.hand for seat in game.seats]
    victim = game.fullest_other_hand(game.to_move, hands)
    if event["type"] != "end_turn" or event["taken"] or not event["drawn"] or victim is None:
        return None
    card = rng.choice(sorted(hands[victim].elements()))
    return {**event, "drawn": event["drawn"][:-1], "taken": [{"seat": victim, "card": card}]}


@change
def taken_from_a_smaller_hand(event: Event, game: NaiveGame, rng: Random) -> Event | None:
    if event["type"] != "end_turn" or not event["taken"]:
        return None
    entry = event["taken"][0]
    others = []
    for number, seat in enumerate(game.seats):
        if number not in (game.to_move, entry["seat"]) and seat.hand[entry["card"]] > 0:
            others.append(number)
    if not others:
        return None
    entry["seat"] = rng.choice(others)
    return event


@change
def taken_from_oneself(event: Event, game: NaiveGame, rng: Random) -> Event | None:
    if event["type"] != "end_turn" or not event["taken"]:
        return None
    rng.choice(event["taken"])["seat"] = game.to_move
    return event


@change
def taken_card_not_held(event: Event, game: NaiveGame, rng: Random) -> Event | None:
    if event["type"] != "end_turn" or not event["taken"]:
        return None
    entry = event["taken"][0]
    hand = game.seats[entry["seat"]].hand
    missing = [card for card in CARDS if hand[card] == 0]
    if not missing:
        return None
    entry["card"] = rng.choice(missing)
    return event


@change
def taken_too_few(event: Event, game: NaiveGame, rng: Random) -> Event | None:
    if event["type"] != "end_turn" or not event["taken"]:
        return None
    return {**event, "taken": event["taken"][:-1]}


@change
def taken_too_many(event: Event, game: NaiveGame, rng: Random) -> Event | None:
    """One card more of the last victim: beyond what is missing, or beyond what is there."""
    if event["type"] != "end_turn" or not event["taken"]:
        return None
    victim = event["taken"][-1]["seat"]
    gone = Counter(entry["card"] for entry in event["taken"] if entry["seat"] == victim)
    left = sorted((game.seats[victim].hand - gone).elements())
    entry = {"seat": victim, "card": rng.choice(left or ["ship"])}
    return {**event, "taken": [*event["taken"], entry]}


@change
def taken_unknown_card(event: Event, game: NaiveGame, rng: Random) -> Event | None:
    if event["type"] != "end_turn" or not event["taken"]:
        return None
    rng.choice(event["taken"])["card"] = rng.choice(("gold", None))
    return event
