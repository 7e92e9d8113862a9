"""What is printed on the cards (the table of RULES 4.1), read off the engine's rules."""

from typing import Final, NamedTuple, get_args

from ilos.engine import api
from ilos.rules.names import CARDS, Card, SiteCard


class Printed(NamedTuple):
    """One card's row of the table; empty where piracy and ships do not matter."""

    cost: int
    piracy: int | None  # the cost under piracy
    ships: int | None  # own ships needed on the island's shore


def _printed(card: Card) -> Printed:
    number = CARDS.index(card)
    if card not in get_args(SiteCard):
        return Printed(api.cost(number, False), None, None)
    return Printed(api.cost(number, False), api.cost(number, True), api.ships_for(number))


PRINTED: Final[dict[Card, Printed]] = {card: _printed(card) for card in CARDS}
