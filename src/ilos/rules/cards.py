"""What is printed on the cards (the table of RULES 4.1), read off the engine's rules."""

from typing import Final, NamedTuple, cast, get_args

from ilos.engine import api
from ilos.rules.names import CARDS, SITE_KINDS, Card, SiteCard, SiteKind


class CardRow(NamedTuple):
    """One card's row of the table; empty where piracy and ships do not matter."""

    cost: int
    piracy: int | None  # the cost under piracy
    ships: int | None  # own ships needed on the island's shore


def _row(card: Card) -> CardRow:
    number = CARDS.index(card)
    if card not in get_args(SiteCard):
        return CardRow(api.cost(number, False), None, None)
    return CardRow(api.cost(number, False), api.cost(number, True), api.ships_for(number))


PRINTED: Final[dict[Card, CardRow]] = {card: _row(card) for card in CARDS}

# The card that works each kind of site.
CARD_FOR: Final[dict[SiteKind, SiteCard]] = {
    kind: cast("SiteCard", CARDS[api.card_for_site(number)])
    for number, kind in enumerate(SITE_KINDS)
}
