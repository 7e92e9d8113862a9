"""The game on the wire: moves, events, set-up, views, choices, as architecture.md says.

The server fills these places with what `ilos.views` built and never looks inside; the structs here
close the form, give the TypeScript types, and are held against real games by tests/protocol.
"""

from typing import Annotated, Literal

import msgspec

from ilos.protocol.shapes import Shape, Tagged

Card = Literal["ship", "plantation", "gold_mine", "building", "ruins", "market"]
Resource = Literal["ebony", "spice", "pigment", "gold"]
SiteKind = Literal["ebony", "spice", "pigment", "gold", "construction", "ruins"]
BuildingKind = Literal["fort", "trading_post"]
Colour = Literal["red", "green", "black", "yellow", "blue"]
Edition = Literal["en", "fr", "de"]
Stocks = Literal["screened", "open"]

Cell = tuple[int, int]
Hidden = list[Card] | int  # cards, or only their number where they are secret


class CardCounts(Shape):
    """A number for each card type."""

    ship: int
    plantation: int
    gold_mine: int
    building: int
    ruins: int
    market: int


class ResourceCounts(Shape):
    """A number for each resource."""

    ebony: int
    spice: int
    pigment: int
    gold: int


class PartAt(Shape):
    """A part of a tile in play."""

    tile: str
    part: int


class HideoutAt(Shape):
    """The pirate hideout of a tile in play."""

    tile: str
    hideout: Literal[True]


class SiteAt(Shape):
    """A site of a part."""

    tile: str
    part: int
    site: int


class Berth(Shape, omit_defaults=True):
    """A part (`part`) or a hideout (`hideout`): where a ship lies or goes."""

    tile: str
    part: int | None = None
    hideout: Literal[True] | None = None


class Exploration(Shape):
    """A face-up tile, where it goes and how it is turned."""

    tile: str
    cell: Cell
    rotation: int


class Explored(Shape):
    """An exploration that happened, with the tile turned up to refill the area."""

    tile: str
    cell: Cell
    rotation: int
    revealed: str | None


# Moves: what a client submits.


class Mulligan(Tagged):
    """Discard these cards and draw as many; none keeps the hand."""

    discarded: list[Card]


class FirstIsland(Tagged, omit_defaults=True):
    """Lay a first tile, a ship at its part; all null but `to` in the fallback of rules 3.5."""

    tile: str | None
    cell: Cell | None
    rotation: int | None
    part: int | None
    to: PartAt | None = None


class Ship(Tagged):
    """Deploy or move a ship; `to` is a part of the explored tile when a tile is explored."""

    from_: Literal["reserve"] | Berth = msgspec.field(name="from")
    to: Berth
    explored: Exploration | None
    paid: list[Card]


class Plantation(Tagged):
    """A pioneer on an ebony, spice or pigment site."""

    site: SiteAt
    paid: list[Card]


class GoldMine(Tagged):
    """A pioneer on a gold site."""

    site: SiteAt
    paid: list[Card]


class Ruins(Tagged):
    """A pioneer on ruins."""

    site: SiteAt
    paid: list[Card]


class Building(Tagged):
    """A fort, or a trading post that copies `resource`."""

    site: SiteAt
    building: BuildingKind
    resource: Resource | None
    paid: list[Card]


class Market(Tagged):
    """Raise the price of a resource."""

    resource: Resource


class EndTurn(Tagged):
    """End the turn: production and drawing follow."""


Move = Mulligan | FirstIsland | Ship | Plantation | GoldMine | Ruins | Building | Market | EndTurn


# Events: what happened, with outcomes, masked for the viewer.


class SetupEvent(Tagged, tag="setup"):
    """The three tiles first turned up."""

    exploration: list[str]


class DealEvent(Tagged, tag="deal"):
    """Five cards to a seat."""

    seat: int
    cards: Hidden


class MulliganEvent(Tagged, tag="mulligan"):
    """A mulligan; discards lie face up."""

    seat: int
    discarded: list[Card]
    drawn: Hidden


class FirstIslandEvent(Tagged, tag="first_island", omit_defaults=True):
    """A first island, or (all null and `to`) the fallback of rules 3.5."""

    seat: int
    tile: str | None
    cell: Cell | None
    rotation: int | None
    part: int | None
    revealed: str | None
    to: PartAt | None = None


class ShipEvent(Tagged, tag="ship"):
    """A ship deployed or moved."""

    seat: int
    from_: Literal["reserve"] | Berth = msgspec.field(name="from")
    to: Berth
    explored: Explored | None
    paid: list[Card]


class PlantationEvent(Tagged, tag="plantation"):
    """A plantation begun."""

    seat: int
    site: SiteAt
    paid: list[Card]


class GoldMineEvent(Tagged, tag="gold_mine"):
    """A gold mine begun."""

    seat: int
    site: SiteAt
    paid: list[Card]


class RuinsEvent(Tagged, tag="ruins"):
    """Ruins searched: three gold."""

    seat: int
    site: SiteAt
    paid: list[Card]


class BuildingEvent(Tagged, tag="building"):
    """A fort or trading post built."""

    seat: int
    site: SiteAt
    building: BuildingKind
    resource: Resource | None
    paid: list[Card]


class MarketEvent(Tagged, tag="market"):
    """A price raised."""

    seat: int
    resource: Resource


class Taken(Shape):
    """A card taken from another hand; null for all but taker and victim."""

    seat: int
    card: Card | None


class EndTurnEvent(Tagged, tag="end_turn"):
    """Production and drawing at the end of a turn."""

    seat: int
    produced: dict[Resource, int]
    drawn: Hidden
    taken: list[Taken]


Event = (
    SetupEvent
    | DealEvent
    | MulliganEvent
    | FirstIslandEvent
    | ShipEvent
    | PlantationEvent
    | GoldMineEvent
    | RuinsEvent
    | BuildingEvent
    | MarketEvent
    | EndTurnEvent
)


# The set-up, sent once, and the view, sent after every change.


class Rules(Shape):
    """Edition and options of a game."""

    version: int
    edition: Edition
    max_rounds: int
    stocks: Stocks


class Player(Shape, omit_defaults=True):
    """Who sits in a seat."""

    name: str
    colour: Colour
    kind: Literal["human", "bot"]
    bot: str | None = None


class Part(Shape):
    """Land of a tile: the sides it reaches and its sites."""

    sides: list[int]
    sites: list[SiteKind]


class Tile(Shape):
    """A printed tile."""

    id: str
    hideout: bool
    parts: list[Part]


class TileSet(Shape):
    """The twenty tiles, in an order that tells nothing of the shuffle."""

    name: str
    tiles: list[Tile]


class Setup(Shape):
    """The static part of a game."""

    rules: Rules
    players: list[Player]
    tile_set: TileSet
    market: dict[Resource, list[int]]


class LaidTile(Shape):
    """A tile in play."""

    tile: str
    cell: Cell
    rotation: int


class Island(Shape):
    """Parts joined across tiles."""

    name: int  # number of its oldest part in order of laying
    parts: list[PartAt]
    ships: list[int]  # how many each seat has at its shore
    forts: list[int]  # seats with a fort
    raiders: list[int]  # seats whose pirates attack it
    worked: list[Resource]  # plantation resources worked here


class LyingShip(Shape, omit_defaults=True):
    """A ship in play, at a part or on a hideout."""

    seat: int
    tile: str
    part: int | None = None
    hideout: Literal[True] | None = None


class Pioneer(Shape):
    """A pioneer on a site, with its building."""

    seat: int
    tile: str
    part: int
    site: int
    building: BuildingKind | None
    resource: Resource | None


class SeatView(Shape):
    """What is known of a seat."""

    hand: int
    ships: int  # in reserve
    pioneers: int  # in reserve
    production: ResourceCounts
    stock: ResourceCounts | None  # null while screened
    draw: int  # cards at the end of the turn


class Score(Shape):
    """A seat's final score."""

    stock: ResourceCounts
    value: int
    pioneers: int


class Result(Shape):
    """How a game ended."""

    reason: Literal["pioneers", "max_rounds"]
    winners: list[int]
    scores: list[Score]


class View(Shape):
    """All that one seat, or a spectator, may know of the game now."""

    viewer: int | None
    events: int
    phase: Literal["mulligan", "first_islands", "turns", "over"]
    round: int
    to_move: int | None
    last_round: bool
    exploration: list[str]
    stack: int
    archipelago: list[LaidTile]
    islands: list[Island]
    ships: list[LyingShip]
    pioneers: list[Pioneer]
    seats: list[SeatView]
    hand: CardCounts | None
    pile: int
    discard: CardCounts
    prices: ResourceCounts  # steps risen, 0 to 4
    markers: int
    market_played: bool
    buildings: int
    result: Result | None


# Choices: the legal moves in a compact form, for the seat that decides.


class Placement(Shape):
    """A cell where a tile fits and the rotations that fit there."""

    cell: Cell
    rotations: list[int]


class ShipChoices(Shape):
    """Where ships may go; the same for every origin but its own island."""

    cost: int
    from_: list[Literal["reserve"] | Berth] = msgspec.field(name="from")
    docks: list[PartAt]
    hideouts: list[str]
    tiles: dict[str, list[Placement]]


class SiteChoice(Shape, omit_defaults=True):
    """A site that can be worked now."""

    site: SiteAt
    card: Literal["plantation", "gold_mine", "building", "ruins"]
    cost: int
    piracy: bool
    fort: bool
    copies: list[Resource] | None = None  # for a building: what a trading post could copy


Obstacle = Literal[
    "ships",
    "cards",
    "pioneers",
    "buildings",
    "no_site",
    "no_ship",
    "no_target",
    "market_played",
    "markers",
    "no_stock",
    "top_price",
]


class BlockedSite(Shape, omit_defaults=True):
    """A free site in play that cannot be worked now, and why."""

    site: SiteAt
    card: Literal["plantation", "gold_mine", "building", "ruins"]
    reason: Obstacle
    need: int | None = None
    have: int | None = None


class MulliganChoices(Tagged, tag_field="kind", tag="mulligan"):
    """Any part of the hand may be discarded."""

    seat: int


class FirstIslandChoices(Tagged, tag_field="kind", tag="first_island"):
    """Tiles and where they fit; `docks` only in the fallback of rules 3.5."""

    seat: int
    tiles: dict[str, list[Placement]]
    docks: list[PartAt]


class TurnChoices(Tagged, tag_field="kind", tag="turn"):
    """Everything a turn allows now."""

    seat: int
    ship: ShipChoices | None
    sites: list[SiteChoice]
    blocked: list[BlockedSite]
    market: list[Resource]
    end_turn: bool
    why_not: dict[Card, Obstacle]


Choices = MulliganChoices | FirstIslandChoices | TurnChoices


# Places in messages that are filled with ready-made JSON; the title names the shape inside.
MoveJson = Annotated[msgspec.Raw, msgspec.Meta(title="Move")]
EventsJson = Annotated[msgspec.Raw, msgspec.Meta(title="Event[]")]
SetupJson = Annotated[msgspec.Raw, msgspec.Meta(title="Setup")]
MaybeSetupJson = Annotated[msgspec.Raw, msgspec.Meta(title="Setup | null")]
ViewJson = Annotated[msgspec.Raw, msgspec.Meta(title="View")]
ChoicesJson = Annotated[msgspec.Raw, msgspec.Meta(title="Choices | null")]
