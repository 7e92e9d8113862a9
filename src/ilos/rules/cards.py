"""What is printed on the cards (the table of RULES 4.1), read off the engine's rules."""

from typing import Final, NamedTuple, get_args

from ilos.engine import face
from ilos.rules.names import CARDS, Card, SiteCard


class Printed(NamedTuple):
    """One card's row of the table; empty where piracy and ships do not matter."""

    cost: int
    piracy: int | None  # the cost under piracy
    ships: int | None  # own ships needed on the island's shore


def _printed(card: Card) -> Printed:
    number = CARDS.index(card)
    if card not in get_args(SiteCard):
        return Printed(face.cost(number, False), None, None)
    return Printed(face.cost(number, False), face.cost(number, True), face.ships_for(number))


PRINTED: Final[dict[Card, Printed]] = {card: _printed(card) for card in CARDS}
