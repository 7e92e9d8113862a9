"""What one game tells about balance: who won, what was played, and what each play brought."""

from __future__ import annotations

from collections import Counter
from typing import TypedDict

from ilos.engine.constants import RUINS_GOLD
from ilos.rules import events
from ilos.rules.events import Event
from ilos.rules.game import Game
from ilos.rules.names import RESOURCES

# Kinds of play: what the cards of RULES 4.1 are used for.
PLAYS = (
    "ship", "explore", "raid", "plantation", "gold_mine", "fort", "trading_post", "ruins", "market",
)  # fmt: skip


class SeatFacts(TypedDict):
    """One seat's game."""

    worth: int
    plays: dict[str, int]  # by kind of play
    spent: dict[str, int]  # by kind of play: cards played and paid
    brought: dict[str, float]  # by kind of play: what its tokens are worth at the end
    played: dict[str, int]  # by card: played as an action
    paid: dict[str, int]  # by card: given up as payment
    stock: dict[str, int]  # by resource, at the end
    made: dict[str, int]  # by resource: tokens gained


class GameFacts(TypedDict):
    """One game."""

    players: int
    edition: str
    seed: int
    rounds: int
    reason: str
    winners: list[int]
    prices: dict[str, int]  # by resource, at the end
    seats: list[SeatFacts]


def kind_of_play(event: Event) -> str | None:
    """The kind of play that an event is, None if no card was played."""
    if isinstance(event, events.ShipEvent):
        if event.explored:
            return "explore"
        return "raid" if event.to.hideout else "ship"
    if isinstance(event, events.BuildingEvent):
        return event.building
    return event.type if event.type in PLAYS else None


def facts_of(game: Game, seed: int) -> GameFacts:
    """Read a finished game; its events hold everything."""
    result = game.result()
    if result is None:
        raise ValueError("a game that is not over tells nothing about balance")
    market = game.setup.tile_set.market
    steps = Counter(e.resource for e in game.events if isinstance(e, events.MarketEvent))
    prices: dict[str, int] = {r: market[r][steps[r]] for r in RESOURCES}
    ledgers = [_Ledger() for _ in game.setup.players]
    raises: list[tuple[int, str, int]] = []  # seat, resource, rise of the price
    risen: Counter[str] = Counter()
    for event in game.events:
        if isinstance(event, (events.SetupEvent, events.DealEvent)):
            continue
        ledgers[event.seat].enter(event, _crop(game, event))
        if isinstance(event, events.MarketEvent):
            row, step = market[event.resource], risen[event.resource]
            raises.append((event.seat, event.resource, row[step + 1] - row[step]))
            risen[event.resource] += 1
    seats = [ledger.facts(prices) for ledger in ledgers]
    for seat, resource, rise in raises:
        seats[seat]["brought"]["market"] += _market_gain(seats, seat, resource, rise, prices)
    return {
        "players": len(seats),
        "edition": game.setup.options.edition,
        "seed": seed,
        "rounds": game.round,
        "reason": result.reason,
        "winners": list(result.winners),
        "prices": prices,
        "seats": seats,
    }


def _crop(game: Game, event: Event) -> str | None:
    """What a new plantation grows."""
    if not isinstance(event, events.PlantationEvent):
        return None
    site = event.site
    return game.setup.tile_set.tile(site.tile).parts[site.part].sites[site.site]


def _market_gain(
    seats: list[SeatFacts], seat: int, resource: str, rise: int, prices: dict[str, int]
) -> float:
    """The rise on the own stock, less the token paid, less what the others gain on average."""
    others = [other["stock"][resource] for k, other in enumerate(seats) if k != seat]
    own = seats[seat]["stock"][resource] * rise - prices[resource]
    return own - rise * sum(others) / len(others)


class _Ledger:
    """The books of one seat, kept event by event."""

    def __init__(self) -> None:
        self._plays: Counter[str] = Counter()
        self._spent: Counter[str] = Counter()
        self._played: Counter[str] = Counter()
        self._paid: Counter[str] = Counter()
        self._sources: list[tuple[str, str]] = []  # kind of play, resource made every turn
        self._tokens: Counter[tuple[str, str]] = Counter()
        self._stock: Counter[str] = Counter()
        self._made: Counter[str] = Counter()

    def enter(self, event: Event, crop: str | None) -> None:
        """One event of this seat; `crop` is what a new plantation grows."""
        if isinstance(event, events.EndTurnEvent):
            for source, resource in self._sources:
                self._gain(source, resource, 1)
            return
        kind = kind_of_play(event)
        if kind is None:
            return
        paid = event.paid if isinstance(event, events.PaidEvent) else ()
        self._plays[kind] += 1
        self._spent[kind] += 1 + len(paid)
        self._played[event.type] += 1
        self._paid.update(paid)
        if isinstance(event, events.MarketEvent):
            self._stock[event.resource] -= 1
        elif kind == "ruins":
            self._gain("ruins", "gold", RUINS_GOLD)
        elif kind == "gold_mine":
            self._sources.append((kind, "gold"))
        elif isinstance(event, events.BuildingEvent) and event.resource is not None:
            self._sources.append((kind, event.resource))
        elif crop is not None:
            self._sources.append((kind, crop))

    def _gain(self, kind: str, resource: str, count: int) -> None:
        self._tokens[kind, resource] += count
        self._stock[resource] += count
        self._made[resource] += count

    def facts(self, prices: dict[str, int]) -> SeatFacts:
        brought = dict.fromkeys(PLAYS, 0.0)
        for (kind, resource), count in self._tokens.items():
            brought[kind] += count * prices[resource]
        stock: dict[str, int] = {resource: self._stock[resource] for resource in RESOURCES}
        return {
            "worth": sum(count * prices[resource] for resource, count in stock.items()),
            "plays": {kind: self._plays[kind] for kind in PLAYS},
            "spent": {kind: self._spent[kind] for kind in PLAYS},
            "brought": brought,
            "played": dict(self._played),
            "paid": dict(self._paid),
            "stock": stock,
            "made": {resource: self._made[resource] for resource in RESOURCES},
        }
