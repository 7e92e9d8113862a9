"""The moves of RULES 3 and 4, one dataclass for each kind of event a player causes.

A move holds a player's choices only: no seat, and nothing that chance adds to the event.
`to_json` writes it as the record does, `move_from_json` reads that back.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Literal, TypeVar

from ilos.rules.errors import NotAMove
from ilos.rules.names import BUILDINGS, CARDS, RESOURCES, BuildingKind, Card, Resource

Cell = tuple[int, int]
Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class PartAt:
    """A part of a tile, and so the shore of its island."""

    tile: str
    part: int

    def to_json(self) -> Json:
        return {"tile": self.tile, "part": self.part}


@dataclass(frozen=True, slots=True)
class HideoutAt:
    """The pirate hideout of a tile."""

    tile: str

    def to_json(self) -> Json:
        return {"tile": self.tile, "hideout": True}


@dataclass(frozen=True, slots=True)
class SiteAt:
    """A site, by its index in the list of its part."""

    tile: str
    part: int
    site: int

    def to_json(self) -> Json:
        return {"tile": self.tile, "part": self.part, "site": self.site}


@dataclass(frozen=True, slots=True)
class Exploration:
    """A face-up tile and where it is laid."""

    tile: str
    cell: Cell
    rotation: int

    def to_json(self) -> Json:
        return {"tile": self.tile, "cell": list(self.cell), "rotation": self.rotation}


Origin = Literal["reserve"] | PartAt | HideoutAt
Berth = PartAt | HideoutAt
Cards = tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Mulligan:
    """RULES 3.4: the cards given back, none to keep all."""

    type: ClassVar = "mulligan"
    discarded: Cards = ()

    def to_json(self) -> Json:
        return {"type": self.type, "discarded": list(self.discarded)}


@dataclass(frozen=True, slots=True)
class FirstIsland:
    """RULES 3.5: a first tile, and the part of it where the first ship docks."""

    type: ClassVar = "first_island"
    tile: str
    cell: Cell
    rotation: int
    part: int

    def to_json(self) -> Json:
        laid = Exploration(self.tile, self.cell, self.rotation).to_json()
        return {"type": self.type, **laid, "part": self.part}


@dataclass(frozen=True, slots=True)
class FirstDock:
    """RULES 3.5, the fallback: no face-up tile fits, so the ship docks at a shore in play."""

    type: ClassVar = "first_island"
    to: PartAt

    def to_json(self) -> Json:
        nothing = dict.fromkeys(("tile", "cell", "rotation", "part"))
        return {"type": self.type, **nothing, "to": self.to.to_json()}


@dataclass(frozen=True, slots=True)
class Ship:
    """RULES 4.2: deploy or move a ship."""

    type: ClassVar = "ship"
    origin: Origin
    to: Berth
    explored: Exploration | None = None
    paid: Cards = ()

    def to_json(self) -> Json:
        origin = self.origin if isinstance(self.origin, str) else self.origin.to_json()
        explored = self.explored and self.explored.to_json()
        return {
            "type": self.type,
            "from": origin,
            "to": self.to.to_json(),
            "explored": explored,
            "paid": list(self.paid),
        }


@dataclass(frozen=True, slots=True)
class _Work:
    site: SiteAt
    paid: Cards = ()
    type: ClassVar[str]

    def to_json(self) -> Json:
        return {"type": self.type, "site": self.site.to_json(), "paid": list(self.paid)}


@dataclass(frozen=True, slots=True)
class Plantation(_Work):
    """RULES 4.1: a pioneer on an ebony, spice or pigment site."""

    type: ClassVar = "plantation"


@dataclass(frozen=True, slots=True)
class GoldMine(_Work):
    """RULES 4.1: a pioneer on a gold site."""

    type: ClassVar = "gold_mine"


@dataclass(frozen=True, slots=True)
class Ruins(_Work):
    """RULES 4.1: a pioneer on ruins."""

    type: ClassVar = "ruins"


@dataclass(frozen=True, slots=True)
class Building:
    """RULES 4.3: a fort (resource None), or a trading post and the resource it copies."""

    type: ClassVar = "building"
    site: SiteAt
    building: BuildingKind
    resource: Resource | None = None
    paid: Cards = ()

    def to_json(self) -> Json:
        return {
            "type": self.type,
            "site": self.site.to_json(),
            "building": self.building,
            "resource": self.resource,
            "paid": list(self.paid),
        }


@dataclass(frozen=True, slots=True)
class Market:
    """RULES 4.4: raise the price of a resource, paying one of it."""

    type: ClassVar = "market"
    resource: Resource

    def to_json(self) -> Json:
        return {"type": self.type, "resource": self.resource}


@dataclass(frozen=True, slots=True)
class EndTurn:
    """RULES 4.6, 4.7: produce and draw."""

    type: ClassVar = "end_turn"

    def to_json(self) -> Json:
        return {"type": self.type}


Paid = Ship | Plantation | GoldMine | Ruins | Building
Move = Mulligan | FirstIsland | FirstDock | Paid | Market | EndTurn
Payer = TypeVar("Payer", Ship, Plantation, GoldMine, Ruins, Building)


def paying(move: Payer, cards: Cards) -> Payer:
    """The same move, paid with these cards."""
    return replace(move, paid=cards)


def move_from_json(value: object) -> Move:
    """The move that an event or message describes; extra keys, such as outcomes, are ignored.

    >>> move_from_json({"type": "market", "resource": "gold"})
    Market(resource='gold')
    >>> move_from_json({"type": "market", "resource": "silk"})
    Traceback (most recent call last):
    ...
    ilos.rules.errors.NotAMove: resource: 'silk' is not one of ebony, spice, pigment, gold
    """
    if not isinstance(value, dict):
        raise NotAMove(f"a move is an object with a type, not {_shown(value)}")
    kind = _get(value, "type")
    reader = _READERS.get(kind) if isinstance(kind, str) else None
    if reader is None:
        raise NotAMove(f"type: {_shown(kind)} is not one of {', '.join(_READERS)}")
    return reader(value)


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:37]}..."


def _get(value: Json, key: str) -> Any:
    try:
        return value[key]
    except KeyError:
        raise NotAMove(f"the key {key!r} is missing") from None


def _name(value: Json, key: str, names: tuple[str, ...]) -> Any:
    name = _get(value, key)
    if not isinstance(name, str) or name not in names:
        raise NotAMove(f"{key}: {_shown(name)} is not one of {', '.join(names)}")
    return name


def _tile(value: Json) -> str:
    tile = _get(value, "tile")
    if not isinstance(tile, str):
        raise NotAMove(f"tile: {_shown(tile)} is not the id of a tile")
    return tile


def _number(value: Json, key: str) -> int:
    number = _get(value, key)
    if type(number) is not int or number < 0:
        raise NotAMove(f"{key}: {_shown(number)} is not a whole number from 0 up")
    return number


def _cards(value: Json, key: str) -> Cards:
    cards = _get(value, key)
    if not isinstance(cards, list):
        raise NotAMove(f"{key}: {_shown(cards)} is not a list of cards")
    for card in cards:
        if not isinstance(card, str) or card not in CARDS:
            raise NotAMove(f"{key}: {_shown(card)} is not one of {', '.join(CARDS)}")
    return tuple(cards)


def _cell(value: Json) -> Cell:
    cell = _get(value, "cell")
    if not isinstance(cell, list) or len(cell) != 2 or any(type(x) is not int for x in cell):
        raise NotAMove(f"cell: {_shown(cell)} is not a pair [q, r] of whole numbers")
    return (cell[0], cell[1])


def _object(value: Json, key: str) -> Json:
    inner = _get(value, key)
    if not isinstance(inner, dict):
        raise NotAMove(f"{key}: {_shown(inner)} is not an object naming a place")
    return inner


def _berth(value: Json, key: str) -> Berth:
    place = _object(value, key)
    if "hideout" in place:
        if place["hideout"] is not True or "part" in place:
            raise NotAMove(f"{key}: a hideout is named by its tile and hideout: true")
        return HideoutAt(_tile(place))
    return PartAt(_tile(place), _number(place, "part"))


def _site(value: Json) -> SiteAt:
    place = _object(value, "site")
    return SiteAt(_tile(place), _number(place, "part"), _number(place, "site"))


def _exploration(value: Json) -> Exploration:
    return Exploration(_tile(value), _cell(value), _number(value, "rotation"))


def _first_island(value: Json) -> FirstIsland | FirstDock:
    if _get(value, "tile") is not None:
        laid = _exploration(value)
        return FirstIsland(laid.tile, laid.cell, laid.rotation, _number(value, "part"))
    for key in ("cell", "rotation", "part"):
        if _get(value, key) is not None:
            raise NotAMove(f"{key}: must be null when tile is")
    to = _berth(value, "to")
    if not isinstance(to, PartAt):
        raise NotAMove("to: the first ship docks at a part")
    return FirstDock(to)


def _ship(value: Json) -> Ship:
    origin: Origin = "reserve"
    if _get(value, "from") != "reserve":
        origin = _berth(value, "from")
    explored = None
    if _get(value, "explored") is not None:
        explored = _exploration(_object(value, "explored"))
    return Ship(origin, _berth(value, "to"), explored, _cards(value, "paid"))


def _building(value: Json) -> Building:
    resource = None
    if _get(value, "resource") is not None:
        resource = _name(value, "resource", RESOURCES)
    kind = _name(value, "building", BUILDINGS)
    return Building(_site(value), kind, resource, _cards(value, "paid"))


_READERS: dict[str, Callable[[Json], Move]] = {
    "mulligan": lambda value: Mulligan(_cards(value, "discarded")),
    "first_island": _first_island,
    "ship": _ship,
    "plantation": lambda value: Plantation(_site(value), _cards(value, "paid")),
    "gold_mine": lambda value: GoldMine(_site(value), _cards(value, "paid")),
    "ruins": lambda value: Ruins(_site(value), _cards(value, "paid")),
    "building": _building,
    "market": lambda value: Market(_name(value, "resource", RESOURCES)),
    "end_turn": lambda value: EndTurn(),  # noqa: ARG005  one signature for all readers
}
