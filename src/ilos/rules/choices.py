"""The legal moves of a position in a compact form (RULES 3.4, 3.5, 4).

A position can have thousands of moves (tiles × cells × rotations × ships), but they factor:
every ship may go to every berth except the island it lies at, every tile to its own cells.
`Choices` keeps the factors; `LegalMoves` multiplies them out.
"""

from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from ilos.engine import face
from ilos.engine.constants import (
    CARD_KINDS,
    CROPS,
    D_MARKET,
    D_RESERVE,
    D_SITE,
    PARTS,
    PH_FIRST,
    PH_MULLIGAN,
    SITES,
)
from ilos.engine.position import Position
from ilos.rules.moves import Berth, Cell, Origin, PartAt, SiteAt, to_builtins
from ilos.rules.names import CARDS, RESOURCES, Card, Resource
from ilos.rules.obstacles import (
    CARD_FOR,
    Obstacle,
    Reason,
    market_obstacle,
    site_obstacle,
)
from ilos.rules.setup import Setup, cell_at


class Place(NamedTuple):
    """An empty cell, and the rotations in which a tile fits there."""

    cell: Cell
    rotations: tuple[int, ...]
    where: int  # the cell's place in the engine's frontier

    def to_json(self) -> dict[str, Any]:
        return {"cell": list(self.cell), "rotations": list(self.rotations)}


class Tiles(dict[str, tuple[Place, ...]]):
    """Where each tile fits, by its id; a tile that fits nowhere is not in it."""

    def to_json(self) -> dict[str, Any]:
        return {tile: [place.to_json() for place in places] for tile, places in self.items()}


class ShipChoices(NamedTuple):
    """RULES 4.2: which ships may go where; a ship never docks at the island it lies at."""

    origins: tuple[Origin, ...]
    docks: tuple[PartAt, ...]  # the oldest part of each island
    hideouts: tuple[str, ...]
    tiles: Tiles

    def to_json(self) -> dict[str, Any]:
        return {
            "cost": 1,
            "from": to_builtins(self.origins),
            "docks": to_builtins(self.docks),
            "hideouts": list(self.hideouts),
            "tiles": self.tiles.to_json(),
        }


class SiteChoice(NamedTuple):
    """A site that can be worked now, and at what cost."""

    site: SiteAt
    card: Card
    cost: int
    piracy: bool  # the cost is raised by pirates
    fort: bool  # pirates attack, but an own fort protects
    copies: tuple[Resource, ...] = ()  # what a trading post could copy here

    def to_json(self) -> dict[str, Any]:
        said = {
            "site": to_builtins(self.site),
            "card": self.card,
            "cost": self.cost,
            "piracy": self.piracy,
            "fort": self.fort,
        }
        return {**said, "copies": list(self.copies)} if self.card == "building" else said


class BlockedSite(NamedTuple):
    """A free site in play for a card in the hand that cannot be played there now."""

    site: SiteAt
    card: Card
    obstacle: Obstacle

    def to_json(self) -> dict[str, Any]:
        return {"site": to_builtins(self.site), "card": self.card, **self.obstacle.to_json()}


@dataclass(frozen=True, slots=True)
class Choices:
    """Everything the seat to act may do."""

    seat: int
    kind: Literal["mulligan", "first_island", "turn"]
    tiles: Tiles = field(default_factory=Tiles)  # first islands
    docks: tuple[PartAt, ...] = ()  # first islands, when no tile fits
    ship: ShipChoices | None = None
    sites: tuple[SiteChoice, ...] = ()
    blocked: tuple[BlockedSite, ...] = ()
    market: tuple[Resource, ...] = ()
    why_not: dict[Card, Reason] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        said: dict[str, Any] = {"seat": self.seat, "kind": self.kind}
        if self.kind == "first_island":
            said["tiles"] = self.tiles.to_json()
            said["docks"] = to_builtins(self.docks)
        elif self.kind == "turn":
            said["ship"] = self.ship and self.ship.to_json()
            said["sites"] = [choice.to_json() for choice in self.sites]
            said["blocked"] = [blocked.to_json() for blocked in self.blocked]
            said["market"] = list(self.market)
            said["end_turn"] = True
            said["why_not"] = dict(self.why_not)
        return said


def choices(setup: Setup, p: Position) -> Choices | None:
    """What the seat to act may do; None while chance is pending and when the game is over."""
    if face.is_chance_pending(p) or face.is_over(p):
        return None
    if p.phase == PH_MULLIGAN:
        return Choices(p.seat, "mulligan")
    if p.phase == PH_FIRST:
        tiles = _tiles(setup, p)
        return Choices(
            p.seat, "first_island", tiles=tiles, docks=() if tiles else islands(setup, p)
        )
    return _turn(setup, p)


def _turn(setup: Setup, p: Position) -> Choices:
    decisions = face.legal_decisions(p)
    origins = [d - D_RESERVE for d in decisions if D_RESERVE <= d < D_RESERVE + 81]
    sites = _sites(setup, p, [d - D_SITE for d in decisions if D_SITE <= d < D_SITE + 160])
    market = tuple(RESOURCES[d - D_MARKET] for d in decisions if d >= D_MARKET)
    ship = _ship(setup, p, origins) if origins else None
    blocked = _blocked(setup, p)
    used = {choice.card for choice in sites}
    used |= {"ship"} if ship else set()
    used |= {"market"} if market else set()
    return Choices(
        seat=p.seat,
        kind="turn",
        ship=ship,
        sites=sites,
        blocked=blocked,
        market=market,
        why_not=_why_not(p, used, blocked),
    )


def _ship(setup: Setup, p: Position, origins: list[int]) -> ShipChoices:
    return ShipChoices(
        origins=tuple(_origin(setup, origin) for origin in origins),
        docks=islands(setup, p),
        hideouts=_free_hideouts(setup, p),
        tiles=_tiles(setup, p),
    )


def _origin(setup: Setup, origin: int) -> Origin:
    if origin == 0:
        return "reserve"
    if origin < 61:
        return setup.shore_at(origin - 1)
    return setup.hideout_at(origin - 61)


def islands(setup: Setup, p: Position) -> tuple[PartAt, ...]:
    """The oldest part of every island, oldest island first."""
    return tuple(setup.part_at(part) for part in face.oldest_parts(p))


def laid_tiles(p: Position) -> list[int]:
    """The tiles in play, in the order they were laid."""
    count = p.laid_count
    return p.laid[:count]


def _free_hideouts(setup: Setup, p: Position) -> tuple[str, ...]:
    pirate = p.pirate
    return tuple(
        setup.tile_id(tile)
        for tile in laid_tiles(p)
        if setup.tile_set.tiles[tile].hideout and pirate[tile] < 0
    )


def _tiles(setup: Setup, p: Position) -> Tiles:
    found = Tiles()
    for tile in p.area:
        places = face.placements(p, tile) if tile >= 0 else []
        if places:
            found[setup.tile_id(tile)] = tuple(
                Place(cell_at(cell), tuple(rotations), where) for where, cell, rotations in places
            )
    return found


def _sites(setup: Setup, p: Position, numbers: list[int]) -> tuple[SiteChoice, ...]:
    if not numbers:
        return ()
    islands, raiders, worked = p.lists("island", "raiders", "worked")
    found = []
    for site in numbers:
        card = CARD_FOR[setup.site_kind(site)]
        at = setup.sites[site]
        island = islands[site // SITES * PARTS + at.part]
        raided = raiders[island] & ~(1 << p.seat) != 0
        pays = card != "ruins" and face.pays_piracy(p, island, p.seat)
        choice = SiteChoice(
            site=at,
            card=card,
            cost=face.cost_at(p, site),
            piracy=pays,
            fort=raided and card != "ruins" and not pays,
            copies=_crops(worked[island]) if card == "building" else (),
        )
        found.append(choice)
    return tuple(found)


def _crops(worked: int) -> tuple[Resource, ...]:
    return tuple(RESOURCES[crop] for crop in range(CROPS) if worked >> crop & 1)


def _blocked(setup: Setup, p: Position) -> tuple[BlockedSite, ...]:
    pioneer = p.pioneer
    found = []
    for tile in sorted(laid_tiles(p)):
        for site in setup.tile_set.sites_of[tile]:
            if pioneer[site] >= 0:
                continue
            obstacle = site_obstacle(setup, p, site)
            if obstacle and obstacle.reason != "card":
                card = CARD_FOR[setup.site_kind(site)]
                found.append(BlockedSite(setup.sites[site], card, obstacle))
    return tuple(found)


def _why_not(p: Position, used: set[Card], blocked: tuple[BlockedSite, ...]) -> dict[Card, Reason]:
    """For each kind of card in the hand without a use now: the nearest obstacle."""
    return {
        card: _reason(p, card, blocked)
        for number, card in enumerate(CARDS)
        if face.cards_of_kind(p, p.seat, number) and card not in used
    }


def _reason(p: Position, card: Card, blocked: tuple[BlockedSite, ...]) -> Reason:
    if card == "market":
        obstacle = market_obstacle(p)
        return obstacle.reason if obstacle else "no_stock"
    if card == "ship":
        return "cards" if face.cards_in_hand(p, p.seat) < 2 else "no_ship"
    reasons = {site.obstacle.reason for site in blocked if site.card == card}
    nearest: tuple[Reason, ...] = ("cards", "ships", "buildings", "pioneers")
    return next((reason for reason in nearest if reason in reasons), "no_site")


def island_of(setup: Setup, p: Position, part: PartAt | Berth) -> int:
    """The oldest part of the island a part belongs to; -1 if it is not in play."""
    number = setup.part_number(part)
    return -1 if number is None else int(p.island[number])


def suggested_payment(p: Position, card: Card, cost: int) -> tuple[Card, ...]:
    """Cards to pay with: always one of the kind that is most plentiful once the card is played."""
    hand = p.hand[p.seat * CARD_KINDS : (p.seat + 1) * CARD_KINDS]
    hand[CARDS.index(card)] -= 1
    paid = []
    for _ in range(cost):
        plenty = max(range(CARD_KINDS), key=lambda kind: hand[kind])
        hand[plenty] -= 1
        paid.append(CARDS[plenty])
    return tuple(paid)
