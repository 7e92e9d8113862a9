"""All legal moves of a position, one by one: iterable, countable, and asked with `in`.

Payments are free (any card pays for 1), so each move comes with a suggested payment, and `in`
accepts any other that the rules accept.
"""

from collections.abc import Iterator
from itertools import product

from ilos.engine import face
from ilos.engine.constants import CARD_KINDS
from ilos.engine.position import Position
from ilos.rules.choices import Choices, Tiles, choices, island_of, suggested_payment
from ilos.rules.errors import MoveError
from ilos.rules.moves import (
    Berth,
    Building,
    EndTurn,
    Exploration,
    FirstIsland,
    GoldMine,
    Market,
    Move,
    Mulligan,
    Origin,
    Plantation,
    Ruins,
    Ship,
    first_dock,
    shore,
)
from ilos.rules.names import CARDS, Card
from ilos.rules.playing import carry_out
from ilos.rules.setup import Setup

_WORKS: dict[Card, type[Plantation] | type[GoldMine] | type[Ruins]] = {
    "plantation": Plantation,
    "gold_mine": GoldMine,
    "ruins": Ruins,
}


class LegalMoves:
    """The legal moves of the seat to act; empty while chance is pending and when all is over."""

    def __init__(self, setup: Setup, position: Position) -> None:
        self._setup = setup
        self._position = position

    def __iter__(self) -> Iterator[Move]:
        found = choices(self._setup, self._position)
        if found is None:
            return
        if found.kind == "mulligan":
            yield from self._mulligans()
        elif found.kind == "first_island":
            yield from self._first_islands(found)
        else:
            yield from self._actions(found)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __bool__(self) -> bool:
        return bool(face.legal_decisions(self._position))

    def __contains__(self, move: object) -> bool:
        if not isinstance(move, Move):
            return False
        try:
            carry_out(self._setup, self._position.copy(), move)
        except MoveError:
            return False
        return True

    def _mulligans(self) -> Iterator[Move]:
        p = self._position
        hand = p.hand[p.seat * CARD_KINDS : (p.seat + 1) * CARD_KINDS]
        for counts in product(*(range(count + 1) for count in hand)):
            yield Mulligan(tuple(CARDS[i] for i, count in enumerate(counts) for _ in range(count)))

    def _first_islands(self, found: Choices) -> Iterator[Move]:
        for laid, part in self._explorations(found.tiles):
            yield FirstIsland(laid.tile, laid.cell, laid.rotation, part)
        for dock in found.docks:
            yield first_dock(dock)

    def _explorations(self, tiles: Tiles) -> Iterator[tuple[Exploration, int]]:
        """Each way to lay a tile, with one part for each island its parts then belong to."""
        for tile, places in tiles.items():
            number = self._setup.tile_numbers[tile]
            for place in places:
                for rotation in place.rotations:
                    laid = Exploration(tile, place.cell, rotation)
                    p = self._position
                    for part in face.docks_of_new_tile(p, number, place.where, rotation):
                        yield laid, part

    def _actions(self, found: Choices) -> Iterator[Move]:
        yield from self._ships(found)
        for choice in found.sites:
            paid = suggested_payment(self._position, choice.card, choice.cost)
            if choice.card == "building":
                yield Building(choice.site, "fort", None, paid)
                for resource in choice.copies:
                    yield Building(choice.site, "trading_post", resource, paid)
            else:
                yield _WORKS[choice.card](choice.site, paid)
        for resource in found.market:
            yield Market(resource)
        yield EndTurn()

    def _ships(self, found: Choices) -> Iterator[Move]:
        if found.ship is None:
            return
        paid = suggested_payment(self._position, "ship", 1)
        explorations = list(self._explorations(found.ship.tiles))
        for origin in found.ship.origins:
            home = self._home(origin)
            for dock in found.ship.docks:
                if island_of(self._setup, self._position, dock) != home:
                    yield Ship(origin, shore(dock), None, paid)
            for hideout in found.ship.hideouts:
                yield Ship(origin, Berth(hideout, hideout=True), None, paid)
            for laid, part in explorations:
                yield Ship(origin, Berth(laid.tile, part), laid, paid)

    def _home(self, origin: Origin) -> int:
        """The island where the ship lies, -1 for none."""
        if isinstance(origin, str):
            return -1
        return island_of(self._setup, self._position, origin)
