# ruff: noqa: ARG001 - all ways to spoil a thing share one signature, few need all of it
"""Ways to spoil one event: its shape, the setup (RULES.md 3), tiles and ships (RULES.md 2, 4.2).

Each function gets a copy of a legal event and the game before it.
"""

from collections.abc import Callable
from random import Random
from typing import Any

from .records import EVENT_KEYS
from .rules import NaiveGame, hideout_json, part_json
from .shapes import CARDS, Event

Change = Callable[[Event, NaiveGame, Random], Event | None]
EVENT_CHANGES: dict[str, Change] = {}
NOBODY = "no such name"


def change(function: Change) -> Change:
    EVENT_CHANGES[function.__name__] = function
    return function


# ---- shapes ------------------------------------------------------------------------------


def required_keys(event: Event) -> list[str]:
    keys = ["type", *EVENT_KEYS[event["type"]]]
    if event["type"] == "first_island" and event["tile"] is not None:
        keys.remove("to")
    return keys


def inner_objects(event: Event) -> list[dict[str, Any]]:
    found = [event[name] for name in ("from", "to", "explored", "site") if name in event]
    found += event.get("taken", [])
    return [value for value in found if isinstance(value, dict)]


@change
def event_of_unknown_type(event: Event, game: NaiveGame, rng: Random) -> Event | None:
    return {**event, "type": rng.choice((NOBODY, None, 3, ["ship"]))}


@change
def event_is_no_object(event: Event, game: NaiveGame, rng: Random) -> Any:
    return rng.choice(("end_turn", [event], 7))


@change
def key_missing(event: Event, game: NaiveGame, rng: Random) -> Event | None:
    del event[rng.choice(required_keys(event))]
    return event


@change
def inner_key_missing(event: Event, game: NaiveGame, rng: Random) -> Event | None:
    objects = inner_objects(event)
    if not objects:
        return None
    value = rng.choice(objects)
    del value[rng.choice(sorted(value))]
    return event


@change
def value_of_wrong_type(event: Event, game: NaiveGame, rng: Random) -> Event | None:
    return {**event, rng.choice(required_keys(event)): 1.5}


@change
def inner_value_of_wrong_type(event: Event, game: NaiveGame, rng: Random) -> Event | None:
    objects = inner_objects(event)
    if not objects:
        return None
    value = rng.choice(objects)
    value[rng.choice(sorted(value))] = 1.5
    return event


@change
def seat_not_to_move(event: Event, game: NaiveGame, rng: Random) -> Event | None:
    if event["type"] == "setup":
        return None
    return {
        **event,
        "seat": (event["seat"] + rng.randint(1, len(game.seats) - 1)) % len(game.seats),
    }


@change
def seat_out_of_range(event: Event, game: NaiveGame, rng: Random) -> Event | None:
    if event["type"] == "setup":
        return None
    return {**event, "seat": event["seat"] + rng.choice((-1, 1)) * len(game.seats)}


@change
def seat_is_true_or_false(event: Event, game: NaiveGame, rng: Random) -> Event | None:
    if event["type"] == "setup" or event["seat"] > 1:
        return None
    return {**event, "seat": event["seat"] == 1}


# ---- setup (RULES 3.2 to 3.4) ------------------------------------------------------------


@change
def exploration_of_two_tiles(event: Event, game: NaiveGame, rng: Random) -> Event | None:
    if event["type"] != "setup":
        return None
    return {**event, "exploration": event["exploration"][:2]}


@change
def exploration_of_four_tiles(event: Event, game: NaiveGame, rng: Random) -> Event | None:
    if event["type"] != "setup":
        return None
    others = [name for name in sorted(game.tiles) if name not in event["exploration"]]
    return {**event, "exploration": [*event["exploration"], rng.choice(others)]}


@change
def exploration_with_a_tile_twice(event: Event, game: NaiveGame, rng: Random) -> Event | None:
    if event["type"] != "setup":
        return None
    first, second, _ = event["exploration"]
    return {**event, "exploration": [first, second, first]}


@change
def exploration_with_unknown_tile(event: Event, game: NaiveGame, rng: Random) -> Event | None:
    if event["type"] != "setup":
        return None
    return {**event, "exploration": [*event["exploration"][:2], NOBODY]}


@change
def deal_of_four_cards(event: Event, game: NaiveGame, rng: Random) -> Event | None:
    return {**event, "cards": event["cards"][1:]} if event["type"] == "deal" else None


@change
def deal_of_six_cards(event: Event, game: NaiveGame, rng: Random) -> Event | None:
    return {**event, "cards": [*event["cards"], "ship"]} if event["type"] == "deal" else None


@change
def deal_of_unknown_card(event: Event, game: NaiveGame, rng: Random) -> Event | None:
    return {**event, "cards": [*event["cards"][1:], "spice"]} if event["type"] == "deal" else None


@change
def mulligan_discards_card_not_held(event: Event, game: NaiveGame, rng: Random) -> Event | None:
    if event["type"] != "mulligan":
        return None
    hand = game.seats[game.to_move].hand
    missing = rng.choice([card for card in CARDS if hand[card] == 0] or ["ship"])
    count = hand[missing] + 1
    return {**event, "discarded": [missing] * count, "drawn": ["ship"] * count}


@change
def mulligan_draws_too_few(event: Event, game: NaiveGame, rng: Random) -> Event | None:
    if event["type"] != "mulligan" or not event["drawn"]:
        return None
    return {**event, "drawn": event["drawn"][1:]}


@change
def mulligan_draws_too_many(event: Event, game: NaiveGame, rng: Random) -> Event | None:
    if event["type"] != "mulligan":
        return None
    return {**event, "drawn": [*event["drawn"], "ship"]}


@change
def mulligan_draws_card_not_in_pile(event: Event, game: NaiveGame, rng: Random) -> Event | None:
    scarce = [card for card in CARDS if game.pile[card] < 5]
    if event["type"] != "mulligan" or not scarce:
        return None
    hand = sorted(game.seats[game.to_move].hand.elements())
    return {**event, "discarded": hand, "drawn": [rng.choice(scarce)] * 5}


# ---- laying a tile, as first island or by exploring (RULES 2, 3.5, 4.2) ------------------


def laying_of(event: Event) -> dict[str, Any] | None:
    """The object with tile, cell, rotation and revealed: the event itself or its `explored`."""
    if event["type"] == "first_island" and event["tile"] is not None:
        return event
    if event["type"] == "ship":
        explored: dict[str, Any] | None = event["explored"]
        return explored
    return None


@change
def laid_tile_not_face_up(event: Event, game: NaiveGame, rng: Random) -> Event | None:
    laying = laying_of(event)
    if laying is None:
        return None
    hidden = [name for name in sorted(game.tiles) if name not in game.exploration]
    laying["tile"] = rng.choice(hidden)
    if event["type"] == "ship":
        event["to"] = part_json((laying["tile"], 0))
    return event


@change
def laid_tile_unknown(event: Event, game: NaiveGame, rng: Random) -> Event | None:
    laying = laying_of(event)
    if laying is None:
        return None
    laying["tile"] = NOBODY
    if event["type"] == "ship":
        event["to"] = part_json((NOBODY, 0))
    return event


@change
def laid_far_away(event: Event, game: NaiveGame, rng: Random) -> Event | None:
    laying = laying_of(event)
    if laying is None:
        return None
    laying["cell"] = rng.choice(([40, -40], [0, 21], [10**12, 0]))
    return event


@change
def laid_on_another_tile(event: Event, game: NaiveGame, rng: Random) -> Event | None:
    laying = laying_of(event)
    if laying is None or not game.archipelago.laid:
        return None
    laying["cell"] = list(rng.choice(game.archipelago.laid).cell)
    return event


@change
def laid_where_it_does_not_fit(event: Event, game: NaiveGame, rng: Random) -> Event | None:
    laying = laying_of(event)
    if laying is None or not game.archipelago.laid:
        return None
    tile = game.tiles[laying["tile"]]
    misfits = [
        (cell, rotation)
        for cell in game.archipelago.empty_cells_beside()
        for rotation in range(6)
        if game.archipelago.why_not_lay(tile, cell, rotation) is not None
    ]
    if not misfits:
        return None
    cell, laying["rotation"] = rng.choice(misfits)
    laying["cell"] = list(cell)
    return event


@change
def first_tile_off_the_origin(event: Event, game: NaiveGame, rng: Random) -> Event | None:
    if event["type"] != "first_island" or game.archipelago.laid:
        return None
    return {**event, "cell": rng.choice(([0, 1], [1, 0], [-1, 1]))}


@change
def first_tile_turned(event: Event, game: NaiveGame, rng: Random) -> Event | None:
    if event["type"] != "first_island" or game.archipelago.laid:
        return None
    return {**event, "rotation": rng.randint(1, 5)}


@change
def rotation_out_of_range(event: Event, game: NaiveGame, rng: Random) -> Event | None:
    laying = laying_of(event)
    if laying is None:
        return None
    laying["rotation"] += rng.choice((-6, 6))
    return event


@change
def cell_of_three_numbers(event: Event, game: NaiveGame, rng: Random) -> Event | None:
    laying = laying_of(event)
    if laying is None:
        return None
    laying["cell"].append(0)
    return event


@change
def dock_at_part_out_of_range(event: Event, game: NaiveGame, rng: Random) -> Event | None:
    laying = laying_of(event)
    if laying is None:
        return None
    shore = event if event["type"] == "first_island" else event["to"]
    shore["part"] = rng.choice((-1, len(game.tiles[laying["tile"]].parts)))
    return event


@change
def nothing_revealed_from_the_stack(event: Event, game: NaiveGame, rng: Random) -> Event | None:
    laying = laying_of(event)
    if laying is None or game.stack == 0:
        return None
    laying["revealed"] = None
    return event


@change
def revealed_from_empty_stack(event: Event, game: NaiveGame, rng: Random) -> Event | None:
    laying = laying_of(event)
    if laying is None or game.stack > 0:
        return None
    unseen = [name for name in sorted(game.tiles) if name not in game.seen_tiles]
    laying["revealed"] = rng.choice(unseen or sorted(game.tiles))
    return event


@change
def revealed_tile_already_seen(event: Event, game: NaiveGame, rng: Random) -> Event | None:
    laying = laying_of(event)
    if laying is None or game.stack == 0:
        return None
    laying["revealed"] = rng.choice(game.seen_tiles)
    return event


@change
def revealed_tile_unknown(event: Event, game: NaiveGame, rng: Random) -> Event | None:
    laying = laying_of(event)
    if laying is None:
        return None
    laying["revealed"] = NOBODY
    return event


@change
def first_dock_though_a_tile_fits(event: Event, game: NaiveGame, rng: Random) -> Event | None:
    if event["type"] != "first_island" or event["tile"] is None or not game.archipelago.laid:
        return None
    nothing = dict.fromkeys(("tile", "cell", "rotation", "part", "revealed"))
    return {**event, **nothing, "to": part_json(rng.choice(game.archipelago.parts()))}


@change
def first_tile_though_none_fits(event: Event, game: NaiveGame, rng: Random) -> Event | None:
    if event["type"] != "first_island" or event["tile"] is not None:
        return None
    cell = list(rng.choice(game.archipelago.empty_cells_beside()))
    laying = {"tile": rng.choice(game.exploration), "cell": cell, "rotation": rng.randint(0, 5)}
    unseen = [name for name in sorted(game.tiles) if name not in game.seen_tiles]
    return {**event, **laying, "part": 0, "revealed": rng.choice(unseen)}


@change
def first_dock_at_a_hideout(event: Event, game: NaiveGame, rng: Random) -> Event | None:
    if event["type"] != "first_island" or event["tile"] is not None:
        return None
    return {**event, "to": hideout_json(event["to"]["tile"])}


@change
def first_dock_with_a_revealed_tile(event: Event, game: NaiveGame, rng: Random) -> Event | None:
    if event["type"] != "first_island" or event["tile"] is not None:
        return None
    unseen = [name for name in sorted(game.tiles) if name not in game.seen_tiles]
    return {**event, "revealed": rng.choice(unseen)}


# ---- ships (RULES 4.2) -------------------------------------------------------------------


def own_shores(game: NaiveGame) -> list[tuple[str, int]]:
    """All parts of islands where the mover has a ship."""
    return [
        name
        for island in game.archipelago.islands()
        for name in island
        if game.ships_on_island(game.to_move, island) > 0
    ]


def hideouts(game: NaiveGame) -> list[str]:
    return [laid.tile.id for laid in game.archipelago.laid if laid.tile.hideout]


@change
def ship_from_empty_reserve(event: Event, game: NaiveGame, rng: Random) -> Event | None:
    if event["type"] != "ship" or game.seats[game.to_move].ships > 0:
        return None
    return {**event, "from": "reserve"}


@change
def ship_from_island_without_one(event: Event, game: NaiveGame, rng: Random) -> Event | None:
    own = own_shores(game)
    strange = [name for name in game.archipelago.parts() if name not in own]
    if event["type"] != "ship" or not strange:
        return None
    return {**event, "from": part_json(rng.choice(strange))}


@change
def ship_from_hideout_without_one(event: Event, game: NaiveGame, rng: Random) -> Event | None:
    strange = []
    for name in hideouts(game):
        pirate = game.pirate_on(name)
        if pirate is None or pirate.seat != game.to_move:
            strange.append(name)
    if event["type"] != "ship" or not strange:
        return None
    return {**event, "from": hideout_json(rng.choice(strange))}


@change
def ship_from_nowhere(event: Event, game: NaiveGame, rng: Random) -> Event | None:
    return {**event, "from": rng.choice((None, "box", []))} if event["type"] == "ship" else None


@change
def ship_stays_at_its_island(event: Event, game: NaiveGame, rng: Random) -> Event | None:
    if event["type"] != "ship" or not own_shores(game):
        return None
    name = rng.choice(own_shores(game))
    to = rng.choice(game.archipelago.island_of(name))
    return {**event, "from": part_json(name), "to": part_json(to), "explored": None}


@change
def ship_to_occupied_hideout(event: Event, game: NaiveGame, rng: Random) -> Event | None:
    occupied = [name for name in hideouts(game) if game.pirate_on(name) is not None]
    if event["type"] != "ship" or not occupied:
        return None
    return {**event, "to": hideout_json(rng.choice(occupied)), "explored": None}


@change
def ship_to_tile_without_hideout(event: Event, game: NaiveGame, rng: Random) -> Event | None:
    without = [laid.tile.id for laid in game.archipelago.laid if not laid.tile.hideout]
    if event["type"] != "ship" or not without:
        return None
    return {**event, "to": hideout_json(rng.choice(without)), "explored": None}


@change
def ship_to_hideout_that_is_false(event: Event, game: NaiveGame, rng: Random) -> Event | None:
    if event["type"] != "ship" or "hideout" not in event["to"]:
        return None
    return {**event, "to": {**event["to"], "hideout": False}}


@change
def ship_to_part_out_of_range(event: Event, game: NaiveGame, rng: Random) -> Event | None:
    if event["type"] != "ship":
        return None
    laid = rng.choice(game.archipelago.laid)
    part = rng.choice((-1, len(laid.tile.parts)))
    return {**event, "to": part_json((laid.tile.id, part)), "explored": None}


@change
def ship_to_tile_not_in_play(event: Event, game: NaiveGame, rng: Random) -> Event | None:
    others = [name for name in sorted(game.tiles) if game.archipelago.find(name) is None]
    if event["type"] != "ship" or not others:
        return None
    return {**event, "to": part_json((rng.choice(others), 0)), "explored": None}


@change
def explorer_docks_at_another_tile(event: Event, game: NaiveGame, rng: Random) -> Event | None:
    if event["type"] != "ship" or event["explored"] is None:
        return None
    return {**event, "to": part_json(rng.choice(game.archipelago.parts()))}


@change
def explorer_occupies_a_hideout(event: Event, game: NaiveGame, rng: Random) -> Event | None:
    if event["type"] != "ship" or event["explored"] is None:
        return None
    return {**event, "to": hideout_json(rng.choice([event["to"]["tile"], *hideouts(game)]))}
