"""A view: everything one seat, or a spectator, may know of a game (RULES 6).

Built up from nothing, so a new field is secret until someone shows it here. People see it as
JSON; bots get the same thing with a masked position of the engine.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal
from weakref import WeakKeyDictionary

from ilos.engine import face
from ilos.engine.constants import CARD_KINDS, PARTS, PH_FIRST, PH_MULLIGAN, PH_OVER, SEATS, SITES
from ilos.engine.constants import RESOURCES as RESOURCE_COUNT
from ilos.engine.position import Position
from ilos.records.record import header_to_json
from ilos.rules import choices, scoring
from ilos.rules.choices import laid_tiles
from ilos.rules.game import Event, Game, ShipAt
from ilos.rules.legal_moves import LegalMoves
from ilos.rules.names import CARDS, RESOURCES
from ilos.rules.packed import PackedEvents
from ilos.rules.remembering import Remembering, of_fields
from ilos.rules.setup import Setup, cell_at
from ilos.views.mask import mask_event

Phase = Literal["mulligan", "first_islands", "turns", "over"]

# Fields of a position that everybody at the table can see, or work out from what all have seen.
_PUBLIC = (
    "phase", "seat", "round", "ending", "market_played",
    "hand_size", "pile_size", "discard", "discard_size",
    "unseen", "unseen_count", "stack", "area",
    "laid", "laid_count", "order", "cell", "rotation",
    "frontier_count", "frontier_cell", "frontier_known", "frontier_land",
    "island", "islands", "ships", "raiders", "forts", "worked",
    "pirate", "pioneer", "building", "reserve", "pirates", "pioneers", "fort_count",
    "buildings", "production", "step", "markers", "slot", "victim",
)  # fmt: skip

UNKNOWN_STOCK = -1

# What the bits and numbers of a position stand for.
_SEATS_IN = [[seat for seat in range(SEATS) if bits >> seat & 1] for bits in range(1 << SEATS)]
_RESOURCES_IN = [
    [name for place, name in enumerate(RESOURCES) if bits >> place & 1]
    for bits in range(1 << RESOURCE_COUNT)
]
_BUILDINGS = [(None, None), ("fort", None), *(("trading_post", name) for name in RESOURCES)]


@dataclass(frozen=True)
class View:
    """What one viewer may know at one moment."""

    viewer: int | None
    setup: Setup
    position: Position  # masked: other hands, the pile and screened stocks are not in it
    events: list[Event]  # masked
    fleet: tuple[ShipAt, ...]

    def choices(self) -> choices.Choices | None:
        """The compact legal moves, if this viewer is to decide."""
        return choices.choices(self.setup, self.position) if self.is_to_move else None

    def legal_moves(self) -> LegalMoves:
        """The legal moves, if this viewer is to decide."""
        if not self.is_to_move:
            raise ValueError("another seat is to move")
        return LegalMoves(self.setup, self.position)

    @property
    def is_to_move(self) -> bool:
        p = self.position
        waiting = not face.is_chance_pending(p) and not face.is_over(p)
        return waiting and p.seat == self.viewer

    @property
    def phase(self) -> Phase:
        early: dict[int, Phase] = {PH_MULLIGAN: "mulligan", PH_FIRST: "first_islands"}
        if self.position.phase == PH_OVER:
            return "over"
        return "turns" if self.position.round else early.get(self.position.phase, "mulligan")

    def setup_to_json(self) -> dict[str, Any]:
        """What does not change during a game."""
        return setup_to_json(self.setup)

    def to_json(self) -> dict[str, Any]:
        """What the browser shows; docs/architecture.md tells every key. Read only."""
        return self._json

    @cached_property
    def _json(self) -> dict[str, Any]:
        board = {name: part(self.setup, self.position) for name, part in BOARD.items()}
        return {**board, **self.common_json(), **self.own_json()}

    def common_json(self) -> dict[str, Any]:
        """What is the same for every viewer, but for the board."""
        p = self.position
        phase = self.phase
        over = phase == "over"
        discard, step = p.lists("discard", "step")
        return {
            "events": len(self.events),
            "phase": phase,
            "round": p.round,
            "to_move": None if over or face.is_chance_pending(p) else p.seat,
            "last_round": bool(p.ending) or p.round == self.setup.options.max_rounds,
            "stack": p.stack,
            "ships": [{"seat": ship.seat, **ship.berth.to_json()} for ship in self.fleet],
            "pile": p.pile_size,
            "discard": dict(zip(CARDS, discard, strict=True)),
            "prices": dict(zip(RESOURCES, step, strict=True)),
            "markers": p.markers,
            "market_played": bool(p.market_played),
            "buildings": p.buildings,
            "result": scoring.result(self.setup, p).to_json() if over else None,
        }

    def own_json(self) -> dict[str, Any]:
        """What each viewer sees in another way."""
        hand = None if self.viewer is None else _hand(self.position, self.viewer)
        return {"viewer": self.viewer, "hand": hand, "seats": self._seats()}

    def _seats(self) -> list[dict[str, Any]]:
        p = self.position
        hands, reserve, pioneers, production, stocks = p.lists(
            "hand_size", "reserve", "pioneers", "production", "stock"
        )
        found = []
        for seat in range(len(self.setup.players)):
            board = slice(seat * RESOURCE_COUNT, (seat + 1) * RESOURCE_COUNT)
            stock = stocks[board]
            known = UNKNOWN_STOCK not in stock
            shown = {
                "hand": hands[seat],
                "ships": reserve[seat],
                "pioneers": pioneers[seat],
                "production": dict(zip(RESOURCES, production[board], strict=True)),
                "stock": dict(zip(RESOURCES, stock, strict=True)) if known else None,
                "draw": face.cards_to_draw(p, seat),
            }
            found.append(shown)
        return found


@of_fields("area")
def _exploration(setup: Setup, p: Position) -> list[str]:
    return [setup.tile_id(tile) for tile in p.area if tile >= 0]


@of_fields("laid", "laid_count", "rotation", "cell")
def _archipelago(setup: Setup, p: Position) -> list[dict[str, Any]]:
    cells, rotations = p.lists("cell", "rotation")
    return [
        {
            "tile": setup.tile_id(tile),
            "cell": list(cell_at(cells[tile])),
            "rotation": rotations[tile],
        }
        for tile in laid_tiles(p)
    ]


@of_fields("laid", "laid_count", "island", "ships", "raiders", "forts", "worked")
def _islands(setup: Setup, p: Position) -> list[dict[str, Any]]:
    """Oldest first; an island is named by the number of its oldest part in order of laying."""
    named, seats = setup.tile_set.parts, len(setup.players)
    island, ships, forts, raiders, worked = p.lists("island", "ships", "forts", "raiders", "worked")
    found: dict[int, dict[str, Any]] = {}
    name = 0
    for tile in laid_tiles(p):
        for part in range(tile * PARTS, (tile + 1) * PARTS):
            root = island[part]
            if root < 0:
                continue
            if root == part:
                found[root] = {
                    "name": name,
                    "parts": [],
                    "ships": ships[root * SEATS : root * SEATS + seats],
                    "forts": _SEATS_IN[forts[root]],
                    "raiders": _SEATS_IN[raiders[root]],
                    "worked": _RESOURCES_IN[worked[root]],
                }
            found[root]["parts"].append(named[part].to_json())
            name += 1
    return list(found.values())


@of_fields("laid", "laid_count", "pioneer", "building")
def _pioneers(setup: Setup, p: Position) -> list[dict[str, Any]]:
    pioneer, building = p.lists("pioneer", "building")
    found = []
    for tile in laid_tiles(p):
        for site in range(tile * SITES, (tile + 1) * SITES):
            if pioneer[site] >= 0:
                named, resource = _BUILDINGS[building[site]]
                at = setup.sites[site]
                shown = {
                    "seat": pioneer[site],
                    "tile": at.tile,
                    "part": at.part,
                    "site": at.site,
                    "building": named,
                    "resource": resource,
                }
                found.append(shown)
    return found


# What lies on the table for all to see, and seldom changes all at once.
BOARD: dict[str, Remembering[Any]] = {
    "exploration": _exploration,
    "archipelago": _archipelago,
    "islands": _islands,
    "pioneers": _pioneers,
}


def setup_to_json(setup: Setup) -> dict[str, Any]:
    """What does not change during a game, and is no secret."""
    header = header_to_json(setup)
    return {key: header[key] for key in ("rules", "players", "tile_set", "market")}


def view(game: Game, viewer: int | None) -> View:
    """What a seat, or a spectator (None), may know of a game now.

    >>> from ilos import new_game
    >>> seen = view(new_game(["Ana", "Bo"], seed=7), viewer=0)
    >>> [seat["hand"] for seat in seen.to_json()["seats"]], sum(seen.to_json()["hand"].values())
    ([5, 5], 5)
    """
    if viewer is not None and not 0 <= viewer < len(game.setup.players):
        raise ValueError(f"there is no seat {viewer} at this table")
    return View(
        viewer=viewer,
        setup=game.setup,
        position=masked_position(game, viewer),
        events=_masked_events(game, viewer),
        fleet=game.fleet,
    )


class _Log:
    """One viewer's masked events, kept so that a long game is not masked anew at every move."""

    def __init__(self) -> None:
        self.seen: list[Event] = []
        self.shown: list[Event] = []

    def follow(self, events: Sequence[Event], viewer: int | None) -> list[Event]:
        """Catch up, also when moves were taken back and others played."""
        while self.seen and (
            len(self.seen) > len(events) or self.seen[-1] is not events[len(self.seen) - 1]
        ):
            self.seen.pop()
            self.shown.pop()
        for event in events[len(self.seen) :]:
            self.seen.append(event)
            self.shown.append(mask_event(event, viewer))
        return list(self.shown)


_logs: WeakKeyDictionary[Game, dict[int | None, _Log]] = WeakKeyDictionary()


def _masked_events(game: Game, viewer: int | None) -> list[Event]:
    if isinstance(game.events, PackedEvents):  # memory is dear here, so nothing is kept
        return [mask_event(event, viewer) for event in game.events]
    return _logs.setdefault(game, {}).setdefault(viewer, _Log()).follow(game.events, viewer)


def masked_position(game: Game, viewer: int | None) -> Position:
    """The position with everything left out that the viewer may not know."""
    public = public_position(game)
    return public if viewer is None else own_position(game, viewer, public)


def public_position(game: Game) -> Position:
    """What everybody may know of the position, and nothing else."""
    shown = Position(game.setup.tables)
    shown.take_fields(_PUBLIC, game.position)
    if _are_stocks_screened(game):
        shown.set("stock", [UNKNOWN_STOCK] * (SEATS * RESOURCE_COUNT))
    else:
        shown.take_field("stock", game.position)
    return shown


def own_position(game: Game, viewer: int, public: Position) -> Position:
    """What everybody may know, and the seat's own hand and stock."""
    shown = public.copy()
    shown.take_some("hand", viewer * CARD_KINDS, CARD_KINDS, game.position)
    shown.take_some("stock", viewer * RESOURCE_COUNT, RESOURCE_COUNT, game.position)
    return shown


def _hand(p: Position, seat: int) -> dict[str, int]:
    cards = p.hand[seat * CARD_KINDS : (seat + 1) * CARD_KINDS]
    return dict(zip(CARDS, cards, strict=True))


def _are_stocks_screened(game: Game) -> bool:
    """RULES 6: until the game is over, if the table chose it so."""
    return game.setup.options.stocks == "screened" and not game.is_over
