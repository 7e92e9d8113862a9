"""A view: everything one seat, or a spectator, may know of a game (RULES 6).

Built up from nothing, so a new field is secret until someone shows it here. People see it as
JSON; bots get the same thing with a masked position of the engine.
"""

from __future__ import annotations

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
        header = header_to_json(self.setup)
        return {key: header[key] for key in ("rules", "players", "tile_set", "market")}

    def to_json(self) -> dict[str, Any]:
        """What the browser shows; docs/architecture.md tells every key. Read only."""
        return self._json

    @cached_property
    def _json(self) -> dict[str, Any]:
        p = self.position
        over = self.phase == "over"
        return {
            "viewer": self.viewer,
            "events": len(self.events),
            "phase": self.phase,
            "round": p.round,
            "to_move": None if over or face.is_chance_pending(p) else p.seat,
            "last_round": bool(p.ending) or p.round == self.setup.options.max_rounds,
            "exploration": [self.setup.tile_id(tile) for tile in p.area if tile >= 0],
            "stack": p.stack,
            "archipelago": self._archipelago(),
            "islands": self._islands(),
            "ships": [{"seat": ship.seat, **ship.berth.to_json()} for ship in self.fleet],
            "pioneers": self._pioneers(),
            "seats": [self._seat(seat) for seat in range(len(self.setup.players))],
            "hand": None if self.viewer is None else self._hand(self.viewer),
            "pile": p.pile_size,
            "discard": dict(zip(CARDS, p.discard, strict=True)),
            "prices": dict(zip(RESOURCES, p.step, strict=True)),
            "markers": p.markers,
            "market_played": bool(p.market_played),
            "buildings": p.buildings,
            "result": scoring.result(self.setup, p).to_json() if over else None,
        }

    def private_json(self) -> dict[str, Any]:
        """What the viewer's own seat sees that others do not: its hand, and its line of `seats`."""
        assert self.viewer is not None
        return {"hand": self._hand(self.viewer), "seat": self._seat(self.viewer)}

    def _archipelago(self) -> list[dict[str, Any]]:
        cells, rotations = self.position.cell, self.position.rotation
        return [
            {
                "tile": self.setup.tile_id(tile),
                "cell": list(cell_at(cells[tile])),
                "rotation": rotations[tile],
            }
            for tile in laid_tiles(self.position)
        ]

    def _islands(self) -> list[dict[str, Any]]:
        """Oldest first; an island is named by the number of its oldest part in order of laying."""
        p = self.position
        island = p.island
        parts = [
            part
            for tile in laid_tiles(p)
            for part in range(tile * PARTS, (tile + 1) * PARTS)
            if island[part] >= 0
        ]
        return [
            self._island(root, name, [part for part in parts if island[part] == root])
            for name, root in enumerate(parts)
            if island[root] == root
        ]

    def _island(self, root: int, name: int, parts: list[int]) -> dict[str, Any]:
        p = self.position
        seats = range(len(self.setup.players))
        forts, raiders, worked = p.forts[root], p.raiders[root], p.worked[root]
        return {
            "name": name,
            "parts": [self.setup.part_at(part).to_json() for part in parts],
            "ships": p.ships[root * SEATS : root * SEATS + len(seats)],
            "forts": [seat for seat in seats if forts >> seat & 1],
            "raiders": [seat for seat in seats if raiders >> seat & 1],
            "worked": [r for i, r in enumerate(RESOURCES) if worked >> i & 1],
        }

    def _pioneers(self) -> list[dict[str, Any]]:
        pioneer, building = self.position.pioneer, self.position.building
        found = []
        for tile in laid_tiles(self.position):
            for site in range(tile * SITES, (tile + 1) * SITES):
                if pioneer[site] >= 0:
                    kind = building[site]
                    named = {0: None, 1: "fort"}.get(kind, "trading_post")
                    resource = RESOURCES[kind - 2] if kind >= 2 else None
                    at = self.setup.sites[site].to_json()
                    owner = {"seat": pioneer[site], **at}
                    found.append({**owner, "building": named, "resource": resource})
        return found

    def _hand(self, seat: int) -> dict[str, int]:
        hand = self.position.hand[seat * CARD_KINDS : (seat + 1) * CARD_KINDS]
        return dict(zip(CARDS, hand, strict=True))

    def _seat(self, seat: int) -> dict[str, Any]:
        p = self.position
        board = slice(seat * RESOURCE_COUNT, (seat + 1) * RESOURCE_COUNT)
        stock = p.stock[board]
        return {
            "hand": p.hand_size[seat],
            "ships": p.reserve[seat],
            "pioneers": p.pioneers[seat],
            "production": dict(zip(RESOURCES, p.production[board], strict=True)),
            "stock": None if UNKNOWN_STOCK in stock else dict(zip(RESOURCES, stock, strict=True)),
            "draw": face.cards_to_draw(p, seat),
        }


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

    def follow(self, events: list[Event], viewer: int | None) -> list[Event]:
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
    return _logs.setdefault(game, {}).setdefault(viewer, _Log()).follow(game.events, viewer)


def masked_position(game: Game, viewer: int | None) -> Position:
    """The position with everything left out that the viewer may not know."""
    truth = game.position
    shown = Position(game.setup.tables)
    for name in _PUBLIC:
        shown.take_field(name, truth)
    if viewer is not None:
        hand = [0] * (SEATS * CARD_KINDS)
        own = slice(viewer * CARD_KINDS, (viewer + 1) * CARD_KINDS)
        hand[own] = truth.hand[own]
        shown.set("hand", hand)
    stock = list(truth.stock)
    if game.setup.options.stocks == "screened" and not game.is_over:
        stock = [
            count if place // RESOURCE_COUNT == viewer else UNKNOWN_STOCK
            for place, count in enumerate(stock)
        ]
    shown.set("stock", stock)
    return shown
