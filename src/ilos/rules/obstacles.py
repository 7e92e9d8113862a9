"""Why a free site cannot be worked now, and why a card has no use (RULES 4.1–4.4).

The engine decides what is legal; this only finds the words for what is not.
"""

from typing import Any, Literal, NamedTuple

from ilos.engine import face
from ilos.engine.constants import (
    O_CARD,
    O_CARDS,
    O_PIONEERS,
    O_SHIPS,
    O_TOKENS,
    RESOURCES,
    TOP_STEP,
)
from ilos.engine.position import Position
from ilos.rules.names import Card, SiteKind
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


_PLAIN = {
    O_CARD: Obstacle("card"),
    O_PIONEERS: Obstacle("pioneers"),
    O_TOKENS: Obstacle("buildings"),
}


def site_obstacle(setup: Setup, p: Position, site: int) -> Obstacle | None:
    """What keeps the seat to act from working a free site of a laid tile."""
    why = face.obstacle_at(p, site)
    if why == O_SHIPS:
        card = CARD_FOR[setup.site_kind(site)]
        return Obstacle("ships", SHIPS_NEEDED[card], face.ships_near(p, site))
    if why == O_CARDS:
        return Obstacle("cards", face.cost_at(p, site), face.cards_in_hand(p, p.seat) - 1)
    return _PLAIN.get(why)


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
