"""What a seat may do during a game: each deed becomes entries of the log, or is refused.

Nothing here writes or tells: a deed looks at the state, and gives what should be appended.
"""

from dataclasses import dataclass
from typing import Literal

import msgspec

from ilos.protocol import client
from ilos.protocol import game as wire
from ilos.rules.errors import IllegalMove, NotAMove, TooLate
from ilos.rules.game import Game
from ilos.rules.moves import Move, move_from_json
from ilos.server.refusal import Refusal
from ilos.server.state import TableState, Why
from ilos.store import entries as log
from ilos.store.entries import AnyEntry
from ilos.store.rows import Grant

TableDeed = (
    client.SubmitMove
    | client.Undo
    | client.ProposeUndo
    | client.ProposeEnd
    | client.Vote
    | client.Resign
    | client.Return
)


@dataclass(frozen=True)
class Decision:
    """What a deed comes to: entries in order, and the game after them if it changed."""

    entries: list[AnyEntry]
    game: Game | None = None
    grants: tuple[Grant, ...] = ()  # tokens valid from then on
    revoked: tuple[int, ...] = ()  # chairs whose tokens are void from then on


_moves: msgspec.json.Decoder[wire.Move] = msgspec.json.Decoder(wire.Move)


def read_move(text: bytes) -> Move:
    """The move in a message; closed, so that nothing is smuggled in beside it (A-16)."""
    try:
        _moves.decode(text)
        return move_from_json(msgspec.json.decode(text))
    except (msgspec.DecodeError, RecursionError, NotAMove) as error:
        raise Refusal("not_a_move", f"this is no move: {error}") from None


def play(state: TableState, seat: int, move: Move, bot: bool = False) -> Decision:
    """A move for the seat that decides."""
    _check_playing(state)
    assert state.game is not None
    assert state.chance is not None
    chance = state.chance
    first = chance.counter
    game = state.game.copy(chance)
    try:
        event = game.play(move, seat)
    except IllegalMove as error:
        raise Refusal("illegal_move", error.message, state.version, error.rule) from None
    except TooLate:
        raise Refusal("not_your_turn", "another seat is to move", state.version) from None
    finally:
        after, chance.counter = chance.counter, first  # used only once it is in the log
    entry = log.Played(seat=seat, event=event, draw=first, next_draw=after, bot=bot)
    return Decision([entry], game)


def decide(
    state: TableState, seats: list[int], deed: TableDeed, bot: str, now: int = 0
) -> Decision:
    """What a deed comes to, done by somebody who holds these seats.

    `bot` plays for who resigns; `now` is the time by which votes are counted.
    """
    if isinstance(deed, client.SubmitMove):
        _check_version(state, deed.version)
        return play(state, _own(state, seats), read_move(bytes(deed.move)))
    if isinstance(deed, client.Undo):
        _check_version(state, deed.version)
        return _undo(state, _own(state, seats), deed.whole_turn)
    if isinstance(deed, client.ProposeUndo):
        _check_version(state, deed.version)
        return _propose(state, _asking(state, seats), "undo", deed.events, now)
    if isinstance(deed, client.ProposeEnd):
        return _propose(state, _asking(state, seats), "end", None, now)
    if isinstance(deed, client.Vote):
        return _vote(state, seats, deed, now)
    if isinstance(deed, client.Resign):
        return substitute(state, _asking(state, seats), bot, "resigned")
    return _return(state, seats)


def substitute(state: TableState, seat: int, bot: str, why: Why) -> Decision:
    """A bot plays on for a seat."""
    _check_playing(state)
    if state.bot_of(seat) is not None:
        raise Refusal("not_allowed", "a bot plays this seat already", state.version)
    return Decision([log.Substituted(seat=seat, bot=bot, why=why)])


def _undo(state: TableState, seat: int, whole_turn: bool) -> Decision:
    count = state.undo_count(seat)
    if count == 0:
        raise Refusal(
            "cannot_undo",
            "nothing can be taken back: something was revealed, or the turn has passed",
            state.version,
        )
    assert state.game is not None
    events = len(state.game.events) - (count if whole_turn else 1)
    return Decision([log.Undone(seat=seat, events=events)], state.game_at(events))


def _propose(
    state: TableState, seat: int, what: Literal["undo", "end"], events: int | None, now: int
) -> Decision:
    _check_playing(state)
    assert state.game is not None
    if state.question is not None and state.question.seat != seat:
        raise Refusal("not_allowed", "another question is still open", state.version)
    dealt = len(state.order) + 1
    if events is not None and not dealt <= events < len(state.game.events):
        raise Refusal("cannot_undo", "there is no such moment to go back to", state.version)
    asked = log.Proposed(seat=seat, what=what, events=events)
    voters = state.voters(now)
    if events is not None:
        _check_not_alone(state, seat, {seat, *voters}, events)
    if voters == [seat]:
        return _carried(state, [asked], what, seat, events)
    return Decision([asked])


def _vote(state: TableState, seats: list[int], deed: client.Vote, now: int) -> Decision:
    _check_playing(state)
    question = state.question
    if question is None or question.number != deed.proposal:
        raise Refusal("no_proposal", "that question is closed", state.version)
    voters = state.voters(now)
    open_seats = [s for s in voters if s in seats and s not in question.agreed]
    if not open_seats:
        raise Refusal("not_allowed", "you have answered already", state.version)
    seat = open_seats[0]
    vote = log.Voted(seat=seat, proposal=question.number, agree=deed.agree)
    agreed = question.agreed | {seat}
    if deed.agree and agreed >= set(voters):
        if question.events is not None:
            _check_not_alone(state, question.seat, agreed, question.events)
        return _carried(state, [vote], question.what, question.seat, question.events)
    return Decision([vote])


def _carried(
    state: TableState, before: list[AnyEntry], what: str, seat: int, events: int | None
) -> Decision:
    """Everybody agrees."""
    if what == "undo" and events is not None:
        next_draw = _draw_at(state, events) if state.persons(range(len(state.order))) == 1 else None
        undone = log.Undone(seat=seat, events=events, agreed=True, next_draw=next_draw)
        return Decision([*before, undone], state.game_at(events))
    return Decision([*before, log.Stopped(reason="agreed")])


def _check_not_alone(state: TableState, seat: int, agreed: set[int], events: int) -> None:
    """What was revealed is never taken back by one person, unless all others were always bots."""
    assert state.game is not None
    if len(state.game.events) - events <= state.undo_count(seat):
        return
    everybody = range(len(state.order))
    people = {s for s in everybody if state.chairs[state.order[s]].kind == "human"}
    if len(people) == 1:
        return
    agreed = agreed & people
    if len(agreed) < 2 or state.persons(agreed) < min(2, state.persons(people)):
        raise Refusal(
            "cannot_undo", "this was revealed: another person must agree as well", state.version
        )


def _draw_at(state: TableState, events: int) -> int | None:
    """The draw that comes after the first events: the first one of the events to be taken back."""
    return next((draw for draw in state.draws[events:] if draw is not None), None)


def _return(state: TableState, seats: list[int]) -> Decision:
    _check_playing(state)
    for seat in seats:
        found = state.substitutes.get(seat)
        if found is not None and found.why != "resigned":
            return Decision([log.Returned(seat=seat)])
    raise Refusal("not_allowed", "no bot plays for you that you could relieve", state.version)


def _own(state: TableState, seats: list[int]) -> int:
    """The seat that decides, if it is one of these and its person plays it."""
    _check_playing(state)
    seat = state.to_move
    if seat is None or seat not in seats or state.bot_of(seat) is not None:
        raise Refusal("not_your_turn", "another seat is to move", state.version)
    return seat


def _asking(state: TableState, seats: list[int]) -> int:
    """The seat in whose name something is asked: the one that decides, else the first."""
    _check_playing(state)
    mine = [seat for seat in state.people() if seat in seats]
    if not mine:
        raise Refusal("not_allowed", "only players may do that", state.version)
    to_move = state.to_move
    return to_move if to_move is not None and to_move in mine else mine[0]


def _check_playing(state: TableState) -> None:
    if state.status == "open":
        raise Refusal("not_started", "the game has not started", state.version)
    if state.status != "playing":
        raise Refusal("game_over", "the game is over", state.version)


def _check_version(state: TableState, version: int) -> None:
    if version < state.game_version or version > state.version:
        raise Refusal("stale", f"the table is at version {state.version} already", state.version)
