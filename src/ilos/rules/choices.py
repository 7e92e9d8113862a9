"""The legal moves of a position in a compact form (RULES 3.4, 3.5, 4).

A position can have thousands of moves (tiles × cells × rotations × ships), but they factor:
every ship may go to every berth except the island it lies at, every tile to its own cells.
`Choices` keeps the factors; `LegalMoves` multiplies them out. The engine writes them as JSON
(`engine/json/choices_json.py`), for that is what most of them are for; here they are read back.
"""

import msgspec

from ilos.engine import api
from ilos.engine.json.choices_json import write_choices
from ilos.engine.payments import payment
from ilos.engine.position import Position
from ilos.rules.moves import Cell, Origin, PartAt, Place, Shape, SiteAt
from ilos.rules.names import CARDS, Card, Resource, SiteCard
from ilos.rules.obstacles import Reason
from ilos.rules.setup import Setup


class Placement(Shape, frozen=True):
    """An empty cell where a tile fits, and the rotations that fit there."""

    cell: Cell
    rotations: tuple[int, ...]


class Raid(Shape, frozen=True):
    """RULES 4.5: an island that a ship in a hideout attacks, and the rivals there."""

    island: PartAt  # its oldest part
    seats: tuple[int, ...]  # rivals with ships or pioneers there
    protected: tuple[int, ...]  # those of them with a fort


class ShipChoices(Shape, frozen=True):
    """RULES 4.2: where ships may go; a ship never docks at the island it lies at."""

    cost: int
    origins: tuple[Origin, ...] = msgspec.field(name="from")
    hideout_draws: tuple[int, ...]  # cards at the end of the turn, were each of them in a hideout
    pirates_draw: bool  # RULES 7: a ship in a hideout draws a card
    docks: tuple[PartAt, ...]  # the oldest part of each island
    hideouts: dict[str, tuple[Raid, ...]]  # the tiles of free ones, and what a ship there attacks
    tiles: dict[str, tuple[Placement, ...]]  # without those that fit nowhere


class SiteChoice(Shape, frozen=True, omit_defaults=True):
    """A site that can be worked now."""

    site: SiteAt
    card: SiteCard
    cost: int
    piracy: bool  # the cost is raised by pirates
    fort: bool  # pirates attack, but an own fort protects
    copies: tuple[Resource, ...] | None = None  # for a building: what a trading post could copy


class BlockedSite(Shape, frozen=True, omit_defaults=True):
    """A free site in play for a card in the hand that cannot be played there now, and why."""

    site: SiteAt
    card: SiteCard
    reason: Reason
    need: int | None = None
    have: int | None = None


class Payment(Shape, frozen=True):
    """Other cards of the hand in the order in which to pay with them, as many as may be needed.

    Every kind that can still be played this turn is kept as long as possible.
    """

    cards: tuple[Card, ...]
    unplayable: int  # so many of the first are of kinds without a use this turn or next
    spare: int  # so many after them are more copies of a kind than there are uses
    next_turn: int  # so many after those have a use in the next turn, but not in this


class Hoarded(Shape, frozen=True):
    """A good of which several rivals, or the only one, make many, while its price can rise."""

    resource: Resource
    seats: tuple[int, ...]  # the rivals
    yours: bool  # the seat to act holds or makes it, too


class Rise(Shape, frozen=True):
    """RULES 4.4: what the rise of a price means for the seat to act."""

    resource: Resource
    price: int  # the next one
    worth: int  # change of the worth of its stock: one token is given, the rest is worth more
    each_turn: int  # so much more is its production worth


class _Choices(Shape, frozen=True, tag_field="kind"):
    seat: int


class MulliganChoices(_Choices, frozen=True, tag="mulligan"):
    """Any part of the hand may be discarded."""


class FirstIslandChoices(_Choices, frozen=True, tag="first_island"):
    """Tiles and where they fit; `docks` only in the fallback of rules 3.5."""

    tiles: dict[str, tuple[Placement, ...]]
    docks: tuple[PartAt, ...]


class TurnChoices(_Choices, frozen=True, tag="turn"):
    """Everything a turn allows now."""

    ship: ShipChoices | None
    sites: tuple[SiteChoice, ...]
    blocked: tuple[BlockedSite, ...]
    market: tuple[Resource, ...]
    end_turn: bool
    why_not: dict[Card, Reason]  # for each kind of card in the hand without a use now
    payments: dict[Card, Payment]  # for each kind of card that can be played and costs cards
    hoarded: tuple[Hoarded, ...]  # a warning: whom a rise of these prices would help
    rises: tuple[Rise, ...]  # for each price that is not the highest
    fort_draw: int  # cards at the end of the turn, with one fort more


Choices = MulliganChoices | FirstIslandChoices | TurnChoices

_decoder: msgspec.json.Decoder[Choices | None] = msgspec.json.Decoder(Choices | None)


def choices(setup: Setup, p: Position) -> Choices | None:
    """What the seat to act may do; None while chance is pending and when the game is over."""
    return _decoder.decode(write_choices(setup.tile_set.json_fragments, p))


def islands(setup: Setup, p: Position) -> tuple[PartAt, ...]:
    """The oldest part of every island, oldest island first."""
    return tuple(setup.part_at(part) for part in api.oldest_parts(p))


def island_of(setup: Setup, p: Position, part: Place) -> int:
    """The oldest part of the island a part belongs to; -1 if it is not in play."""
    number = setup.part_number(part)
    return -1 if number is None else int(p.island[number])


def suggested_payment(p: Position, card: Card, cost: int) -> tuple[Card, ...]:
    """Cards to pay with that the seat to act can best spare."""
    return tuple(CARDS[kind] for kind in payment(p, CARDS.index(card), cost))
