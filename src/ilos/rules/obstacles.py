"""Why a free site cannot be worked now, and why a card has no use (RULES 4.1–4.4).

The engine decides what is legal; this only finds the words for what is not.
"""

from typing import Any, Literal, NamedTuple

from ilos.engine import face
from ilos.engine.constants import CARD_KINDS, RESOURCES, TOP_STEP
from ilos.engine.position import Position
from ilos.rules.names import CARDS, Card, SiteKind
from ilos.rules.setup import Setup

Reason = Literal[
    "ships",  # too few own ships on the shore: need, have
    "cards",  # too few cards to pay: need, have
    "card",  # no such action card in the hand
    "pioneers",  # no pioneer left in the reserve
    "buildings",  # no building token left
    "no_site",  # no free site of this kind in play
    "no_ship",  # no ship that could go anywhere
    "market_played",  # a Market card was played this turn
    "markers",  # no price marker left
    "no_stock",  # nothing to sell whose price can still rise
    "top_price",  # every price of what you own is at its top
]

CARD_FOR: dict[SiteKind, Card] = {
    "ebony": "plantation",
    "spice": "plantation",
    "pigment": "plantation",
    "gold": "gold_mine",
    "construction": "building",
    "ruins": "ruins",
}
SHIPS_NEEDED: dict[Card, int] = {"plantation": 1, "gold_mine": 2, "building": 2, "ruins": 1}


class Obstacle(NamedTuple):
    """What stands in the way."""

    reason: Reason
    need: int | None = None
    have: int | None = None

    def to_json(self) -> dict[str, Any]:
        said: dict[str, Any] = {"reason": self.reason}
        if self.need is not None:
            said |= {"need": self.need, "have": self.have}
        return said

    def __str__(self) -> str:
        return _WORDS[self.reason].format(need=self.need, have=self.have)


_WORDS: dict[Reason, str] = {
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


_NO_CARD, _NO_PIONEER, _NO_TOKEN = Obstacle("card"), Obstacle("pioneers"), Obstacle("buildings")


class Means:
    """What the seat to act has to work with, read from the position once for all sites."""

    def __init__(self, p: Position) -> None:
        hand, sizes, pioneers = p.lists("hand", "hand_size", "pioneers")
        seat = p.seat
        self.hand = dict(zip(CARDS, hand[seat * CARD_KINDS :], strict=False))
        self.spare = sizes[seat] - 1  # cards to pay with
        self.pioneers = pioneers[seat]
        self.buildings = p.buildings


def site_obstacle(setup: Setup, p: Position, site: int, means: Means) -> Obstacle | None:
    """What keeps the seat to act from working a free site of a laid tile."""
    card = CARD_FOR[setup.site_kind(site)]
    if means.hand[card] == 0:
        return _NO_CARD
    if means.pioneers == 0:
        return _NO_PIONEER
    if card == "building" and means.buildings == 0:
        return _NO_TOKEN
    ships = face.ships_near(p, site)
    if ships < SHIPS_NEEDED[card]:
        return Obstacle("ships", SHIPS_NEEDED[card], ships)
    cost = face.cost_at(p, site)
    return Obstacle("cards", cost, means.spare) if means.spare < cost else None


def market_obstacle(p: Position, resource: int | None = None) -> Obstacle | None:
    """What keeps the seat to act from raising a price; of all prices if none is named."""
    if p.market_played:
        return Obstacle("market_played")
    if p.markers == 0:
        return Obstacle("markers")
    asked = range(RESOURCES) if resource is None else [resource]
    stock, step = p.stock, p.step
    owned = [r for r in asked if stock[p.seat * RESOURCES + r] > 0]
    if not owned:
        return Obstacle("no_stock")
    if all(step[r] == TOP_STEP for r in owned):
        return Obstacle("top_price")
    return None
