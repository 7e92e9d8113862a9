"""A view: everything one seat, or a spectator, may know of a game (RULES 6).

Built up from nothing, so a new field is secret until it is shown here. People see its data; bots
get the same thing with a masked position of the engine.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from reprlib import repr as shown
from typing import Any

import msgspec

from ilos.engine import api
from ilos.engine.constants import CARD_KINDS, PH_FIRST, PH_OVER, SEATS
from ilos.engine.constants import RESOURCES as RESOURCE_COUNT
from ilos.engine.json.view_json import write_common, write_own
from ilos.engine.position import Position
from ilos.rules import choices, scoring
from ilos.rules.errors import wrong_type
from ilos.rules.events import Event
from ilos.rules.game import Fleet, Game
from ilos.rules.legal_moves import LegalMoves
from ilos.rules.packed import PackedEvents
from ilos.rules.setup import Setup
from ilos.views.mask import mask_event
from ilos.views.view_data import Phase, ViewData

_decoder = msgspec.json.Decoder(ViewData)

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


@dataclass(frozen=True, repr=False)
class View:
    """What one viewer may know at one moment."""

    viewer: int | None
    setup: Setup
    position: Position  # masked: other hands, the pile and screened stocks are not in it
    events: list[Event]  # masked
    fleet: Fleet

    def choices(self) -> choices.Choices | None:
        """The compact legal moves, if this viewer is to decide."""
        return choices.choices(self.setup, self.position) if self.is_to_move else None

    @cached_property
    def legal_moves(self) -> LegalMoves:
        """The legal moves, if this viewer is to decide."""
        if not self.is_to_move:
            raise ValueError("another seat is to move")
        return LegalMoves(self.setup, self.position)

    def __repr__(self) -> str:
        who = "a spectator" if self.viewer is None else f"seat {self.viewer}"
        return f"<View of {who}: {self.phase}, {len(self.events)} events>"

    def __hash__(self) -> int:
        return hash((self.viewer, bytes(self.position)))

    def __getstate__(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__dataclass_fields__}

    @property
    def is_to_move(self) -> bool:
        """Whether the viewer is the seat to act."""
        return self.viewer is not None and api.to_act(self.position) == self.viewer

    @property
    def phase(self) -> Phase:
        """What is awaited: a mulligan, a first island, an action, nothing more."""
        return phase(self.position)

    @cached_property
    def data(self) -> ViewData:
        """What the browser shows."""
        return _decoder.decode(self.text)

    @property
    def text(self) -> bytes:
        """The data as JSON."""
        shared = shared_json(self.setup, self.position, self.fleet, len(self.events))
        viewer = -1 if self.viewer is None else self.viewer
        return shared + write_own(self.setup.tile_set.json_fragments, self.position, viewer)


def phase(p: Position) -> Phase:
    """How far the game has come."""
    if p.phase == PH_OVER:
        return "over"
    if p.round:
        return "turns"
    return "first_islands" if p.phase == PH_FIRST else "mulligan"


def shared_json(setup: Setup, p: Position, fleet: Fleet, events: int) -> bytes:
    """The part of a view's JSON that is the same for everybody; the viewer's own part follows."""
    named = phase(p)
    written = msgspec.json.encode(scoring.result(setup, p) if named == "over" else None)
    return write_common(
        setup.tile_set.json_fragments, p, named.encode(), fleet.text, events, written
    )


def view(game: Game, viewer: int | None) -> View:
    """What a seat, or a spectator (None), may know of a game now.

    >>> from ilos import new_game
    >>> seen = view(new_game(["Ana", "Bo"], seed=7), viewer=0)
    >>> [seat.hand for seat in seen.data.seats], sum(seen.data.hand.values())
    ([5, 5], 5)
    """
    if not isinstance(game, Game):
        raise wrong_type("game", game, "a Game")
    if viewer is not None and viewer not in range(len(game.setup.players)):
        raise ValueError(f"there is no seat {shown(viewer)} at this table")
    return View(
        viewer=viewer,
        setup=game.setup,
        position=masked_position(game, viewer),
        events=_masked_events(game, viewer),
        fleet=game.fleet,
    )


class _Log:
    """One viewer's masked events, kept so that a long game is not masked again at every move."""

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


def _masked_events(game: Game, viewer: int | None) -> list[Event]:
    if isinstance(game.events, PackedEvents):  # memory is dear here, so nothing is kept
        return [mask_event(event, viewer) for event in game.events]
    log: _Log = game.masked_logs.setdefault(viewer, _Log())
    return log.follow(game.events, viewer)


def masked_position(game: Game, viewer: int | None) -> Position:
    """The position with everything left out that the viewer may not know."""
    public = public_position(game)
    return public if viewer is None else own_position(game, viewer, public)


def public_position(game: Game) -> Position:
    """What everybody may know of the position, and nothing else."""
    shown = Position(game.setup.printed)
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


def _are_stocks_screened(game: Game) -> bool:
    """RULES 6: until the game is over, if the table chose it so."""
    return game.setup.options.stocks == "screened" and not game.is_over
