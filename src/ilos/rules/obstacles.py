"""Why a free site cannot be worked now, and why a card has no use (RULES 4.1–4.4).

The engine decides what is legal; this only finds the words for what is not.
"""

from typing import Literal, NamedTuple

from ilos.engine import api
from ilos.engine import constants as c
from ilos.engine.position import Position
from ilos.rules.cards import CARD_FOR, PRINTED
from ilos.rules.setup import Setup

Reason = Literal[
    "ships",  # too few own ships on the shore: need, have
    "cards",  # too few cards to pay: need, have
    "pioneers",  # no pioneer left in the reserve
    "buildings",  # no building token left
    "no_site",  # no free site of this kind in play
    "no_ship",  # no ship that could go anywhere
    "market_played",  # a Market card was played this turn
    "markers",  # no price marker left
    "no_stock",  # nothing to sell whose price can still rise
    "top_price",  # every price of what you own is at its top
]


class Obstacle(NamedTuple):
    """What forbids an action."""

    reason: Reason | Literal["card"]  # card: no such action card in the hand
    need: int | None = None
    have: int | None = None

    def __str__(self) -> str:
        return _WORDS[self.reason].format(need=self.need, have=self.have)


_WORDS: dict[str, str] = {
    "ships": "it needs {need} of your ships on the island's shore, you have {have} there",
    "cards": "it costs {need} other cards, you have {have}",
    "card": "you do not hold that card",
    "pioneers": "you have no pioneer left in reserve",
    "buildings": "no building token is left",
    "no_site": "no free site of that kind is in play",
    "no_ship": "no ship of yours has anywhere to go",
    "market_played": "only one Market card may be played a turn",
    "markers": "no price marker is left",
    "no_stock": "you have none of it in stock",
    "top_price": "its price is at the top",
}


_PLAIN = {
    c.O_CARD: Obstacle("card"),
    c.O_PIONEERS: Obstacle("pioneers"),
    c.O_TOKENS: Obstacle("buildings"),
}


def site_obstacle(setup: Setup, p: Position, site: int) -> Obstacle | None:
    """What keeps the seat to act from working a free site of a laid tile."""
    why = api.obstacle_at(p, site)
    if why == c.O_SHIPS:
        card = CARD_FOR[setup.site_kind(site)]
        return Obstacle("ships", PRINTED[card].ships, api.ships_near(p, site))
    if why == c.O_CARDS:
        return Obstacle("cards", api.cost_at(p, site), api.cards_in_hand(p, p.seat) - 1)
    return _PLAIN.get(why)


def market_obstacle(p: Position, resource: int) -> Obstacle | None:
    """What keeps the seat to act from raising a price."""
    if p.market_played:
        return Obstacle("market_played")
    if p.markers == 0:
        return Obstacle("markers")
    if p.stock[p.seat * c.RESOURCES + resource] == 0:
        return Obstacle("no_stock")
    return Obstacle("top_price") if p.step[resource] == c.TOP_STEP else None
