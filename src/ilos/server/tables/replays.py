"""Replays, single frames and records, of tables and of imported records.

While a game runs each viewer gets their own view of its history; everything is revealed only after
the end (H-11). Hands and stocks come from `ilos.views` here as everywhere.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import msgspec

from ilos.protocol.http import Frame, Frames, Replay, TimelinePoint
from ilos.records.fair import Fair
from ilos.records.record import read_setup, setup_data, write_record
from ilos.records.verdicts import Moment, verdicts
from ilos.rules.events import Event, read_event
from ilos.rules.game import Game
from ilos.rules.scoring import prices
from ilos.rules.setup import Setup
from ilos.server.refusal import Refusal
from ilos.server.slices import in_slices
from ilos.server.tables.access import Access
from ilos.server.tables.presenter import masked_events, raw
from ilos.server.tables.state import TableState
from ilos.views import mask_record, view

Viewer = int | Literal["public", "all"]
MAX_FRAMES = 50


@dataclass(frozen=True)
class GameHistory:
    """A game to be replayed, and how much of it is open."""

    source: str
    setup: Setup
    events: Sequence[Event]
    finished: bool  # everything may be revealed
    own: frozenset[int]  # seats of the requester
    verified: bool
    length: int | None = None  # milliseconds, by the times of the log


def history_of_table(state: TableState, access: Access) -> GameHistory:
    """Return the history of a table for a requester."""
    if state.game is None:
        raise Refusal("not_started", "the game has not started", state.version)
    own = frozenset(access.seats(state))
    over = state.status in ("finished", "stopped")
    return GameHistory(
        state.id,
        state.game.setup,
        list(state.game.events),
        over,
        own,
        verified=True,
        length=state.length,
    )


def history_of_record(source: str, record: dict[str, Any]) -> GameHistory:
    """Return the history of an imported record: all of it is open."""
    events = [read_event(event) for event in record["events"]]
    return GameHistory(source, read_setup(record), events, True, frozenset(), verified=False)


def parse_viewer(history: GameHistory, text: str | None) -> Viewer:
    """Parse whose view is wanted; refuse one that the requester may not have."""
    if text is None:
        return "all" if history.finished else (min(history.own) if history.own else "public")
    if text == "public":
        return "public"
    if text == "all":
        if not history.finished:
            raise Refusal("not_finished", "all is revealed only when the game is over")
        return "all"
    if not text.isdecimal() or len(text) > 1 or int(text) >= len(history.setup.players):
        raise Refusal("bad_message", "viewer is a seat, public or all")
    if not history.finished and int(text) not in history.own:
        raise Refusal("not_finished", "while the game runs, only the own view is open")
    return int(text)


def replay(history: GameHistory, viewer: Viewer) -> Replay:
    """Return the whole game with its timeline."""
    timeline = []
    moments = []
    game = Game(history.setup)
    for event in in_slices(history.events):
        # What ends the setup or a round still belongs to it.
        during = game.round
        game.replay(event)
        moments.append(Moment(prices(game.setup, game.position), game.scores()))
        timeline.append(_point(game, event, during, viewer, moments[-1]))
    shown = raw(history.events) if viewer == "all" else masked_events(history.events, _seat(viewer))
    return Replay(
        source=history.source,
        setup=raw(setup_data(history.setup)),
        events=shown,
        timeline=timeline,
        verdicts=list(verdicts(moments)) if game.is_over else [],
        finished=history.finished,
        verified=history.verified,
        length=history.length,
    )


def frames(history: GameHistory, viewer: Viewer, after: int, count: int) -> Frames:
    """Return the game after `after` events and after each of the next ones."""
    if not len(history.setup.players) < after <= len(history.events):
        raise Refusal("bad_message", f"after is a number up to {len(history.events)}")
    game = Game(history.setup)
    for event in in_slices(history.events[:after]):
        game.replay(event)
    found = [_frame(game, viewer)]
    for event in history.events[after : after + min(count, MAX_FRAMES) - 1]:
        game.replay(event)
        found.append(_frame(game, viewer))
    return Frames(frames=found)


def _frame(game: Game, viewer: Viewer) -> Frame:
    seats = range(len(game.setup.players))
    hands = stocks = None
    if viewer == "all":
        seen = [view(game, seat).data for seat in seats]
        hands = [data.hand or {} for data in seen]
        stocks = [data.seats[seat].stock or {} for seat, data in enumerate(seen)]
    shown = msgspec.Raw(view(game, _seat(viewer)).text)
    return Frame(after=len(game.events), view=shown, hands=hands, stocks=stocks)


def _point(game: Game, event: Event, during: int, viewer: Viewer, now: Moment) -> TimelinePoint:
    open_stocks = game.setup.options.stocks == "open" or game.is_over
    wealth = [
        score.value if viewer in ("all", seat) or open_stocks else None
        for seat, score in enumerate(now.scores)
    ]
    return TimelinePoint(round=during, seat=event.seat, wealth=wealth, prices=now.prices)


def _seat(viewer: Viewer) -> int | None:
    return viewer if isinstance(viewer, int) else None


def full_record(state: TableState) -> dict[str, Any]:
    """Return the record of a game with everything in it; never sent before the end."""
    assert state.game is not None
    record = write_record(state.game)
    nonces = tuple(chair.nonce for chair in state.chairs)
    record["fair"] = Fair(
        state.commitment,
        nonces,
        state.secret,
        tuple(state.draws),
        state.first_drawn,
        None if state.hashes is None else tuple(state.hashes),
    ).to_json()
    if state.substituted:
        record["substitutes"] = list(state.substituted)
    if state.stopped is not None:
        record["stopped"] = state.stopped
    return record


def shown_record(state: TableState, access: Access) -> dict[str, Any]:
    """Return the record as the requester may have it now."""
    if state.game is None:
        raise Refusal("not_started", "the game has not started", state.version)
    record = full_record(state)
    if state.status in ("finished", "stopped"):
        return record
    seats = access.seats(state)
    return mask_record(record, seats[0] if seats else None)
