"""The events of a game: a move, who made it, and what chance added (RECORD, events).

One struct for each `type` of the record. The same structs carry what a viewer may know of an event
("Partial views"): hidden cards are then their number, and a card taken between others is null.
"""

from reprlib import repr as shown
from typing import get_args

import msgspec

from ilos.rules.errors import NotAMove
from ilos.rules.moves import (
    Berth,
    Building,
    Cards,
    Cell,
    EndTurn,
    Exploration,
    FirstIsland,
    GoldMine,
    Index,
    Market,
    Move,
    Mulligan,
    Origin,
    PartAt,
    Plantation,
    Ruins,
    Shape,
    Ship,
    SiteAt,
    check_first_island,
    complaint,
)
from ilos.rules.names import BuildingKind, Card, Resource

Hidden = Cards | Index  # cards, or only their number where they are secret


class Explored(Shape, frozen=True):
    """An exploration that happened, with the tile turned up to refill the area."""

    tile: str
    cell: Cell
    rotation: Index
    revealed: str | None


class Taken(Shape, frozen=True):
    """A card taken from another hand; null for all but taker and victim."""

    seat: int
    card: Card | None


class _Event(Shape, frozen=True, tag_field="type"):
    @property
    def type(self) -> str:
        """The kind of the event, as the record writes it."""
        return str(self.__struct_config__.tag)


class SetupEvent(_Event, frozen=True, tag="setup"):
    """The three tiles first turned up."""

    exploration: tuple[str, ...]

    @property
    def seat(self) -> None:
        """Nobody's."""
        return


class DealEvent(_Event, frozen=True, tag="deal"):
    """Five cards to a seat."""

    seat: int
    cards: Hidden


class MulliganEvent(_Event, frozen=True, tag="mulligan"):
    """A mulligan; discards lie face up."""

    seat: int
    discarded: Cards
    drawn: Hidden


class FirstIslandEvent(_Event, frozen=True, tag="first_island", omit_defaults=True, kw_only=True):
    """A first island, or (all null and `to`) the fallback of rules 3.5."""

    seat: int
    tile: str | None
    cell: Cell | None
    rotation: Index | None
    part: Index | None
    to: PartAt | None = None
    revealed: str | None

    def __post_init__(self) -> None:
        check_first_island(self.tile, self.cell, self.rotation, self.part, self.to)


class ShipEvent(_Event, frozen=True, tag="ship"):
    """A ship deployed or moved."""

    seat: int
    origin: Origin = msgspec.field(name="from")
    to: Berth
    explored: Explored | None
    paid: Cards


class PlantationEvent(_Event, frozen=True, tag="plantation"):
    """A plantation begun."""

    seat: int
    site: SiteAt
    paid: Cards


class GoldMineEvent(_Event, frozen=True, tag="gold_mine"):
    """A gold mine begun."""

    seat: int
    site: SiteAt
    paid: Cards


class RuinsEvent(_Event, frozen=True, tag="ruins"):
    """Ruins searched: three gold."""

    seat: int
    site: SiteAt
    paid: Cards


class BuildingEvent(_Event, frozen=True, tag="building"):
    """A fort or trading post built."""

    seat: int
    site: SiteAt
    building: BuildingKind
    resource: Resource | None
    paid: Cards


class MarketEvent(_Event, frozen=True, tag="market"):
    """A price raised."""

    seat: int
    resource: Resource


class EndTurnEvent(_Event, frozen=True, tag="end_turn"):
    """Production and drawing at the end of a turn."""

    seat: int
    produced: dict[Resource, Index]
    drawn: Hidden
    taken: tuple[Taken, ...]


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
PaidEvent = ShipEvent | PlantationEvent | GoldMineEvent | RuinsEvent | BuildingEvent

_TYPES = [str(struct.__struct_config__.tag) for struct in get_args(Event)]


def read_event(value: object) -> Event:
    """The event that an object of a record describes; unknown keys are ignored."""
    kind = value.get("type") if isinstance(value, dict) else None
    if kind not in _TYPES:
        raise NotAMove(f"type: one of {', '.join(_TYPES)} is needed")
    try:
        event: Event = msgspec.convert(value, Event)
    except (msgspec.ValidationError, RecursionError) as error:
        raise NotAMove(complaint(error)) from None
    return event


def move_of(event: Event) -> Move:
    """The choices of the player in an event; ValueError for a set-up or deal, which has none."""
    match event:
        case MulliganEvent():
            return Mulligan(event.discarded)
        case FirstIslandEvent(tile=tile, cell=cell, rotation=rotation, part=part):
            return FirstIsland(tile, cell, rotation, part, event.to if tile is None else None)
        case ShipEvent(explored=None):
            return Ship(event.origin, event.to, None, event.paid)
        case ShipEvent(explored=Explored(tile=tile, cell=cell, rotation=rotation)):
            laid = Exploration(tile, cell, rotation)
            return Ship(event.origin, event.to, laid, event.paid)
        case PlantationEvent():
            return Plantation(event.site, event.paid)
        case GoldMineEvent():
            return GoldMine(event.site, event.paid)
        case RuinsEvent():
            return Ruins(event.site, event.paid)
        case BuildingEvent(site=site, building=building, resource=resource):
            return Building(site, building, resource, event.paid)
        case MarketEvent():
            return Market(event.resource)
        case EndTurnEvent():
            return EndTurn()
        case SetupEvent() | DealEvent():
            raise ValueError(f"a {event.type} is nobody's move")
    raise NotAMove(f"{shown(event)} is no event; see ilos.events")


def reveals(event: Event) -> bool:
    """Whether this event told a player something hidden."""
    match event:
        case SetupEvent() | DealEvent():
            return True
        case FirstIslandEvent():
            return event.revealed is not None
        case ShipEvent():
            return event.explored is not None and event.explored.revealed is not None
        case MulliganEvent():
            return bool(event.drawn)
        case EndTurnEvent():
            return bool(event.drawn or event.taken)
    return False
