"""The moves that choices stand for, as a client without an engine makes them."""

from collections.abc import Iterator
from itertools import product
from random import Random

from ilos.records.record import SetupData
from ilos.rules import moves
from ilos.rules.choices import (
    Choices,
    FirstIslandChoices,
    MulliganChoices,
    ShipChoices,
    SiteChoice,
    TurnChoices,
)
from ilos.rules.moves import Cards, Move
from ilos.rules.names import Card, CardCounts
from ilos.views.view_data import ViewData


def legal_moves(choices: Choices, view: ViewData, setup: SetupData) -> Iterator[Move]:
    """Yield the legal moves, each paid with the cards that are easiest to spare.

    There may be thousands: parts of an explored tile that come to lie on one island are listed one
    by one. The first mulligan keeps the hand, the last move of a turn ends it.
    """
    parts = {tile.id: len(tile.parts) for tile in setup.tile_set.tiles}
    match choices:
        case MulliganChoices():
            yield from _mulligans(view.hand or {})
        case FirstIslandChoices():
            for laid in _placements(choices):
                for part in range(parts[laid.tile]):
                    yield moves.FirstIsland(laid.tile, laid.cell, laid.rotation, part)
            yield from map(moves.first_dock, choices.docks)
        case TurnChoices():
            if choices.ship is not None:
                paid = _paid(choices, "ship", choices.ship.cost)
                yield from _ships(choices.ship, paid, view, parts)
            for site in choices.sites:
                yield from _works(site, _paid(choices, site.card, site.cost))
            yield from map(moves.Market, choices.market)
            yield moves.EndTurn()


def random_move(choices: Choices, rng: Random, activity: float = 0.7) -> Move:
    """Return some legal move without listing all: a client builds and sails a little.

    `activity` is the share of moves that are not to end the turn, when there are others. With 0
    the hand is kept, the first island is drawn by lot, and every turn is ended at once.
    """
    match choices:
        case MulliganChoices():
            return moves.Mulligan(())
        case FirstIslandChoices():
            places = list(_placements(choices))
            if not places:
                return moves.first_dock(rng.choice(choices.docks))
            laid = rng.choice(places)
            return moves.FirstIsland(laid.tile, laid.cell, laid.rotation, 0)
    if rng.random() >= activity:
        return moves.EndTurn()
    actions: list[Move] = [
        next(_works(site, _paid(choices, site.card, site.cost))) for site in choices.sites
    ]
    if choices.ship is not None and choices.ship.docks and "reserve" in choices.ship.origins:
        paid = _paid(choices, "ship", choices.ship.cost)
        actions.append(
            moves.Ship("reserve", moves.shore(rng.choice(choices.ship.docks)), None, paid)
        )
    return rng.choice(actions) if actions else moves.EndTurn()


def _paid(choices: TurnChoices, card: Card, cost: int) -> Cards:
    return choices.payments[card].cards[:cost] if cost else ()


def _placements(choices: FirstIslandChoices | ShipChoices) -> Iterator[moves.Exploration]:
    for tile, places in choices.tiles.items():
        for place in places:
            for rotation in place.rotations:
                yield moves.Exploration(tile, place.cell, rotation)


def _mulligans(hand: CardCounts) -> Iterator[moves.Mulligan]:
    for counts in product(*(range(count + 1) for count in hand.values())):
        discarded = zip(hand, counts, strict=True)
        yield moves.Mulligan(tuple(card for card, count in discarded for _ in range(count)))


def _ships(
    ship: ShipChoices, paid: Cards, view: ViewData, parts: dict[str, int]
) -> Iterator[moves.Ship]:
    for origin in ship.origins:
        home = _island(origin, view)
        for dock in ship.docks:
            if dock not in home:
                yield moves.Ship(origin, moves.shore(dock), None, paid)
        for tile in ship.hideouts:
            yield moves.Ship(origin, moves.Berth(tile, hideout=True), None, paid)
        for laid in _placements(ship):
            for part in range(parts[laid.tile]):
                yield moves.Ship(origin, moves.Berth(laid.tile, part), laid, paid)


def _island(origin: moves.Origin, view: ViewData) -> tuple[moves.PartAt, ...]:
    """Return the parts of the island at whose shore a ship lies: it does not dock there again."""
    if origin == "reserve" or origin.shore is None:
        return ()
    return next(island.parts for island in view.islands if origin.shore in island.parts)


def _works(choice: SiteChoice, paid: Cards) -> Iterator[Move]:
    if choice.card != "building":
        yield moves.WORKS[choice.card](choice.site, paid)
        return
    yield moves.Building(choice.site, "fort", None, paid)
    for resource in choice.copies or ():
        yield moves.Building(choice.site, "trading_post", resource, paid)
