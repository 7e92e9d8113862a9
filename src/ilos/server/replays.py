"""Looking back: replays, single frames and records, of tables and of imported records.

While a game runs everybody gets their own view of its past; all is revealed only after the end
(H-11). Hands and stocks come out of `ilos.views` here as everywhere.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import msgspec

from ilos.protocol.game import CardCounts, ResourceCounts
from ilos.protocol.http import Frame, Frames, Replay, TimelinePoint
from ilos.records.fair import Fair
from ilos.records.record import read_setup, write_record
from ilos.rules.game import Event, Game
from ilos.rules.setup import Setup
from ilos.server.access import Access
from ilos.server.refusal import Refusal
from ilos.server.sights import masked_events, raw
from ilos.server.state import TableState
from ilos.views import mask_record, view

Viewer = int | Literal["public", "all"]
MOST_FRAMES = 50


@dataclass(frozen=True)
class Past:
    """A game to look back at, and how much of it is open."""

    source: str
    setup: Setup
    events: Sequence[Event]
    finished: bool  # all may be revealed
    own: frozenset[int]  # seats whose knowledge the asker has
    verified: bool


def past_of_table(state: TableState, access: Access) -> Past:
    """The past of a table, for somebody at it."""
    if state.game is None:
        raise Refusal("not_started", "the game has not started", state.version)
    own = frozenset(access.seats(state))
    over = state.status in ("finished", "stopped")
    return Past(state.id, state.game.setup, list(state.game.events), over, own, verified=True)


def past_of_record(source: str, record: dict[str, Any]) -> Past:
    """The past of an imported record: all of it is open."""
    return Past(source, read_setup(record), record["events"], True, frozenset(), verified=False)


def read_viewer(past: Past, text: str | None) -> Viewer:
    """Through whose eyes; refused if they are not the asker's."""
    if text is None:
        return "all" if past.finished else (min(past.own) if past.own else "public")
    if text == "public":
        return "public"
    if text == "all":
        if not past.finished:
            raise Refusal("not_finished", "all is revealed only when the game is over")
        return "all"
    if not text.isdecimal() or len(text) > 1 or int(text) >= len(past.setup.players):
        raise Refusal("bad_message", "viewer is a seat, public or all")
    if not past.finished and int(text) not in past.own:
        raise Refusal("not_finished", "while the game runs, only the own view is open")
    return int(text)


def replay(past: Past, viewer: Viewer) -> Replay:
    """The whole game with its timeline."""
    timeline = []
    game = Game(past.setup)
    for event in past.events:
        game.replay(event)
        timeline.append(_point(game, event, viewer))
    setup = view(game, None).setup_to_json()
    shown = raw(past.events) if viewer == "all" else masked_events(past.events, _seat(viewer))
    return Replay(
        source=past.source,
        setup=raw(setup),
        events=shown,
        timeline=timeline,
        finished=past.finished,
        verified=past.verified,
    )


def frames(past: Past, viewer: Viewer, after: int, count: int) -> Frames:
    """The game after `after` events and the next ones."""
    if not len(past.setup.players) < after <= len(past.events):
        raise Refusal("bad_message", f"after is a number up to {len(past.events)}")
    game = Game(past.setup)
    for event in past.events[:after]:
        game.replay(event)
    found = [_frame(game, viewer)]
    for event in past.events[after : after + min(count, MOST_FRAMES) - 1]:
        game.replay(event)
        found.append(_frame(game, viewer))
    return Frames(frames=found)


def _frame(game: Game, viewer: Viewer) -> Frame:
    seats = range(len(game.setup.players))
    hands = stocks = None
    if viewer == "all":
        seen = [view(game, seat).to_json() for seat in seats]
        hands = [msgspec.convert(seen[seat]["hand"], CardCounts) for seat in seats]
        stocks = [msgspec.convert(seen[s]["seats"][s]["stock"], ResourceCounts) for s in seats]
    shown = raw(view(game, _seat(viewer)).to_json())
    return Frame(after=len(game.events), view=shown, hands=hands, stocks=stocks)


def _point(game: Game, event: Event, viewer: Viewer) -> TimelinePoint:
    scores = game.scores()
    open_stocks = game.setup.options.stocks == "open" or game.is_over
    wealth = [
        score.value if viewer in ("all", seat) or open_stocks else None
        for seat, score in enumerate(scores)
    ]
    return TimelinePoint(round=game.round, seat=event.get("seat"), wealth=wealth)


def _seat(viewer: Viewer) -> int | None:
    return viewer if isinstance(viewer, int) else None


def full_record(state: TableState) -> dict[str, Any]:
    """The record of a game with everything in it; not to be shown before the end."""
    assert state.game is not None
    record = write_record(state.game)
    nonces = tuple(chair.nonce for chair in state.chairs)
    record["fair"] = Fair(
        state.commitment, nonces, state.secret, tuple(state.draws), state.first_drawn
    ).to_json()
    if state.substituted:
        record["substitutes"] = list(state.substituted)
    if state.stopped is not None:
        record["stopped"] = state.stopped
    return record


def shown_record(state: TableState, access: Access) -> dict[str, Any]:
    """The record as the asker may hold it now."""
    if state.game is None:
        raise Refusal("not_started", "the game has not started", state.version)
    record = full_record(state)
    if state.status in ("finished", "stopped"):
        return record
    seats = access.seats(state)
    return mask_record(record, seats[0] if seats else None)
