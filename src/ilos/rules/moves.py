"""The moves of RULES 3 and 4, one struct for each kind of event that a player causes.

A move holds a player's choices only: no seat, and nothing that chance adds to the event. Its JSON
is that of the record, the database and the socket; nothing else describes a move.
"""

from typing import Annotated, Any, Literal, Protocol, TypeVar

import msgspec
from msgspec import Meta

from ilos.rules.errors import NotAMove
from ilos.rules.names import BuildingKind, Card, Resource

Index = Annotated[int, Meta(ge=0)]
Cell = tuple[int, int]
Cards = tuple[Card, ...]


class Shape(msgspec.Struct, frozen=True, gc=False):
    """A part of a move or event; keys that it does not name are ignored when it is read."""


class PartAt(Shape, frozen=True):
    """A part of a tile, and so the shore of its island."""

    tile: str
    part: Index


class Place(Protocol):
    """Anything that is at a part: a part, a site, a berth, a ship."""

    @property
    def tile(self) -> str:
        """The id of the tile."""

    @property
    def part(self) -> int | None:
        """The number of the part on its tile; None for a hideout."""


class SiteAt(Shape, frozen=True):
    """A site, by its index in the list of its part."""

    tile: str
    part: Index
    site: Index


class Berth(Shape, frozen=True, omit_defaults=True):
    """Where a ship lies or goes: a part (the shore of its island), or the hideout of a tile.

    >>> Berth("T03", 1), Berth("T03", hideout=True)
    (Berth(tile='T03', part=1, hideout=False), Berth(tile='T03', part=None, hideout=True))
    """

    tile: str
    part: Index | None = None
    hideout: bool = False

    def __post_init__(self) -> None:
        if (self.part is None) is not self.hideout:
            raise ValueError("either a part, or hideout: true")

    @property
    def shore(self) -> PartAt | None:
        """The part; None for a hideout."""
        return None if self.part is None else PartAt(self.tile, self.part)


def shore(part: PartAt) -> Berth:
    """The berth at a part."""
    return Berth(part.tile, part.part)


class Exploration(Shape, frozen=True):
    """A face-up tile, where it is laid and how it is turned."""

    tile: str
    cell: Cell
    rotation: Index


Origin = Literal["reserve"] | Berth


class _Move(Shape, frozen=True, tag_field="type", forbid_unknown_fields=True):
    @property
    def type(self) -> str:
        """The name of the move, as the record writes it."""
        return str(self.__struct_config__.tag)


class Mulligan(_Move, frozen=True, tag="mulligan"):
    """RULES 3.4: the cards given back, none to keep all."""

    discarded: Cards


def check_first_island(
    tile: object, cell: object, rotation: object, part: object, to: object
) -> None:
    """RULES 3.5: a tile is laid wholly, or not at all and the ship docks elsewhere."""
    given = [value is not None for value in (tile, cell, rotation, part)]
    if not all(given) and (any(given) or to is None):
        raise ValueError("tile, cell, rotation and part are needed; or null for all four, and `to`")


class FirstIsland(_Move, frozen=True, tag="first_island", omit_defaults=True):
    """RULES 3.5: a first tile, and the part of it where the first ship docks.

    If no face-up tile fits, all is null and the ship docks at a shore in play, `to`.
    """

    tile: str | None
    cell: Cell | None
    rotation: Index | None
    part: Index | None
    to: PartAt | None = None

    def __post_init__(self) -> None:
        check_first_island(self.tile, self.cell, self.rotation, self.part, self.to)

    @property
    def berth(self) -> Berth:
        """Where the ship docks."""
        if self.tile is not None:
            return Berth(self.tile, self.part)
        assert self.to is not None
        return shore(self.to)

    @property
    def laid(self) -> Exploration | None:
        """The tile and where it goes; None if none fits."""
        if self.tile is None or self.cell is None or self.rotation is None:
            return None
        return Exploration(self.tile, self.cell, self.rotation)


def first_dock(to: PartAt) -> FirstIsland:
    """RULES 3.5, the fallback: no face-up tile fits, so the ship docks at a shore in play."""
    return FirstIsland(None, None, None, None, to)


class Ship(_Move, frozen=True, tag="ship"):
    """RULES 4.2: deploy or move a ship; `to` is a part of the explored tile, if one is explored."""

    origin: Origin = msgspec.field(name="from")
    to: Berth
    explored: Exploration | None
    paid: Cards


class Plantation(_Move, frozen=True, tag="plantation"):
    """RULES 4.1: a pioneer on an ebony, spice or pigment site."""

    site: SiteAt
    paid: Cards


class GoldMine(_Move, frozen=True, tag="gold_mine"):
    """RULES 4.1: a pioneer on a gold site."""

    site: SiteAt
    paid: Cards


class Ruins(_Move, frozen=True, tag="ruins"):
    """RULES 4.1: a pioneer on ruins."""

    site: SiteAt
    paid: Cards


class Building(_Move, frozen=True, tag="building"):
    """RULES 4.3: a fort (resource null), or a trading post and the resource it copies."""

    site: SiteAt
    building: BuildingKind
    resource: Resource | None
    paid: Cards


class Market(_Move, frozen=True, tag="market"):
    """RULES 4.4: raise the price of a resource, paying one of it."""

    resource: Resource


class EndTurn(_Move, frozen=True, tag="end_turn"):
    """RULES 4.6, 4.7: produce and draw."""


Move = Mulligan | FirstIsland | Ship | Plantation | GoldMine | Ruins | Building | Market | EndTurn

# The move that works a site with a card; a building also says which.
WORKS: dict[Card, type[Plantation | GoldMine | Ruins]] = {
    "plantation": Plantation,
    "gold_mine": GoldMine,
    "ruins": Ruins,
}
Payer = TypeVar("Payer", Ship, Plantation, GoldMine, Ruins, Building)


def paying(move: Payer, cards: Cards) -> Payer:
    """The same move, paid with these cards."""
    return msgspec.structs.replace(move, paid=cards)


_LONGEST = 150  # characters of what is quoted from a message that may hold anything


def read_move(value: object) -> Move:
    """The move that an object describes.

    >>> read_move({"type": "market", "resource": "gold"})
    Market(resource='gold')
    >>> read_move({"type": "market", "resource": "silk"})
    Traceback (most recent call last):
    ...
    ilos.rules.errors.NotAMove: resource: Invalid enum value 'silk'
    """
    try:
        move: Move = msgspec.convert(value, Move)
    except (msgspec.ValidationError, RecursionError) as error:
        raise NotAMove(complaint(error)) from None
    return move


def complaint(error: Exception) -> str:
    """What is wrong with a text, the place first."""
    message, _, path = str(error).partition(" - at `$")
    message = message.replace("Object missing required field", "there is no key")
    if len(message) > _LONGEST:
        message = f"{message[:_LONGEST]}..."
    path = path.strip(".`")[:_LONGEST]
    return f"{path}: {message}" if path else message or "nested too deeply"


def to_builtins(value: object) -> Any:
    """A move, event or anything of a record as dictionaries and lists, as JSON has them."""
    return msgspec.json.decode(msgspec.json.encode(value))
