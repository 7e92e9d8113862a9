"""A view as data: what the browser shows of a game, declared once.

The engine writes it as JSON (`engine/json/view_json.py`), as that is done for every viewer after
every move; `View.data` reads it back into these structs; the TypeScript types are made from them.
"""

from typing import Literal

from ilos.rules.game import ShipAt
from ilos.rules.moves import Cell, PartAt, Shape
from ilos.rules.names import BuildingKind, CardCounts, Resource, ResourceCounts
from ilos.rules.scoring import Result

Phase = Literal["mulligan", "first_islands", "turns", "over"]


class LaidTile(Shape, frozen=True):
    """A tile in play."""

    tile: str
    cell: Cell
    rotation: int


class Island(Shape, frozen=True):
    """Parts joined across tiles."""

    name: int  # number of its oldest part in order of laying
    parts: tuple[PartAt, ...]
    ships: tuple[int, ...]  # how many each seat has at its shore
    forts: tuple[int, ...]  # seats with a fort
    raiders: tuple[int, ...]  # seats whose pirates attack it
    worked: tuple[Resource, ...]  # plantation resources worked here


class Pioneer(Shape, frozen=True):
    """A pioneer on a site, with its building."""

    seat: int
    tile: str
    part: int
    site: int
    building: BuildingKind | None
    resource: Resource | None


class SeatData(Shape, frozen=True):
    """What is known of a seat."""

    hand: int
    ships: int  # in reserve
    pioneers: int  # in reserve
    production: ResourceCounts
    stock: ResourceCounts | None  # null while screened
    draw: int  # cards at the end of the turn


class ViewData(Shape, frozen=True):
    """All that one seat, or a spectator, may know of the game now."""

    viewer: int | None
    events: int  # number of events so far
    phase: Phase
    round: int
    to_move: int | None
    last_round: bool
    exploration: tuple[str, ...]  # face-up tiles
    stack: int  # tiles still to come
    archipelago: tuple[LaidTile, ...]  # in the order laid
    islands: tuple[Island, ...]  # oldest first
    ships: tuple[ShipAt, ...]
    pioneers: tuple[Pioneer, ...]
    seats: tuple[SeatData, ...]
    hand: CardCounts | None  # the viewer's own
    pile: int
    discard: CardCounts
    prices: ResourceCounts  # steps risen, 0 to 4
    markers: int  # left
    market_played: bool
    buildings: int  # tokens left
    result: Result | None
