"""The game on the wire: set-up and views, as architecture.md says.

The server fills these places with what `ilos.views` built and never looks inside; the structs here
close the form, give the TypeScript types, and are held against real games by tests/protocol.
"""

from typing import Annotated, Literal

import msgspec

from ilos.protocol.shapes import Shape
from ilos.rules.moves import Cell, PartAt
from ilos.rules.names import BuildingKind, Colour, Edition, Resource, SiteKind
from ilos.rules.setup import Stocks


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
    hideout: bool = False


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


# Places in messages that are filled with ready-made JSON; the title names the shape inside.
MoveJson = Annotated[msgspec.Raw, msgspec.Meta(title="Move")]
EventsJson = Annotated[msgspec.Raw, msgspec.Meta(title="Event[]")]
SetupJson = Annotated[msgspec.Raw, msgspec.Meta(title="Setup")]
MaybeSetupJson = Annotated[msgspec.Raw, msgspec.Meta(title="Setup | null")]
ViewJson = Annotated[msgspec.Raw, msgspec.Meta(title="View")]
ChoicesJson = Annotated[msgspec.Raw, msgspec.Meta(title="Choices | null")]
