"""Commands of a seat during a game other than moves: each becomes log entries, or is refused.

Pure functions: they read the state and return what should be appended; nothing is written or sent.
"""

from dataclasses import dataclass
from typing import Literal

from ilos.protocol import client
from ilos.protocol.tables import NoClock
from ilos.rules.game import Game
from ilos.server.refusal import Refusal
from ilos.server.tables.state import SubstituteReason, TableState
from ilos.store import log_entries as log
from ilos.store.log_entries import LogEntry
from ilos.store.rows import Grant

PATIENCE = 10 * 60_000  # so long the table waits before others than the host may ask for a bot

SeatCommand = (
    client.Undo
    | client.ProposeUndo
    | client.ProposeEnd
    | client.Vote
    | client.Resign
    | client.Return
)


@dataclass(frozen=True)
class CommandResult:
    """What a command results in: log entries in order, and the game after them if it changed."""

    entries: list[LogEntry]
    game: Game | None = None
    grants: tuple[Grant, ...] = ()  # tokens that become valid
    revoked: tuple[int, ...] = ()  # chairs whose tokens become invalid


def decide(
    state: TableState, seats: list[int], command: SeatCommand, bot: str, now: int = 0
) -> CommandResult:
    """Return the result of a command by the holder of these seats.

    `bot` plays for who resigns; `now` is the time by which votes are counted.
    """
    if isinstance(command, client.Undo):
        check_version(state, command.version)
        return _undo(state, seat_to_move(state, seats), command.whole_turn)
    if isinstance(command, client.ProposeUndo):
        check_version(state, command.version)
        return _propose(state, _proposing_seat(state, seats), "undo", command.events, now)
    if isinstance(command, client.ProposeEnd):
        return _propose(state, _proposing_seat(state, seats), "end", None, now)
    if isinstance(command, client.Vote):
        return _vote(state, seats, command, now)
    if isinstance(command, client.Resign):
        return substitute(state, _proposing_seat(state, seats), bot, "resigned")
    return _return(state, seats)


def substitute(state: TableState, seat: int, bot: str, why: SubstituteReason) -> CommandResult:
    """Let a bot play on for a seat."""
    check_playing(state)
    if state.bot_of(seat) is not None:
        raise Refusal("not_allowed", "a bot plays this seat already", state.version)
    return CommandResult([log.Substituted(seat=seat, bot=bot, why=why)])


def check_waited(state: TableState, seats: list[int], absent: int, now: int) -> None:
    """Refuse a bot for someone whom the holder of these seats, not the host, has not awaited long.

    A clock brings the bot by itself; without one the host would have to be there.
    """
    waiting = absent in state.deciding() and state.bot_of(absent) is None
    if not seats or not waiting or not isinstance(state.settings.clock, NoClock):
        raise Refusal("not_allowed", "only the host may do that", state.version)
    if now < state.changed + PATIENCE:
        raise Refusal(
            "too_early",
            "a bot can play for them once the table has waited ten minutes",
            state.version,
        )


def _undo(state: TableState, seat: int, whole_turn: bool) -> CommandResult:
    count = state.undo_count(seat)
    if count == 0:
        raise Refusal(
            "cannot_undo",
            "nothing can be taken back: something was revealed, or the turn has passed",
            state.version,
        )
    assert state.game is not None
    events = len(state.game.events) - (count if whole_turn else 1)
    return CommandResult([log.Undone(seat=seat, events=events)], state.game_at(events))


def _propose(
    state: TableState, seat: int, what: Literal["undo", "end"], events: int | None, now: int
) -> CommandResult:
    check_playing(state)
    assert state.game is not None
    if state.proposal is not None and state.proposal.seat != seat:
        raise Refusal("not_allowed", "another proposal is still open", state.version)
    dealt = len(state.order) + 1
    if events is not None and not dealt <= events < len(state.game.events):
        raise Refusal("cannot_undo", "there is no such moment to go back to", state.version)
    asked = log.Proposed(seat=seat, what=what, events=events)
    voters = state.voters(now)
    if events is not None:
        _check_not_alone(state, seat, {seat, *voters}, events)
    if voters == [seat]:
        return _carried(state, [asked], what, seat, events)
    return CommandResult([asked])


def _vote(state: TableState, seats: list[int], command: client.Vote, now: int) -> CommandResult:
    check_playing(state)
    proposal = state.proposal
    if proposal is None or proposal.number != command.proposal:
        raise Refusal("no_proposal", "that proposal is closed", state.version)
    voters = state.voters(now)
    open_seats = [s for s in voters if s in seats and s not in proposal.agreed]
    if not open_seats and not command.agree and proposal.seat in seats:
        open_seats = [proposal.seat]  # withdrawn
    if not open_seats:
        raise Refusal("not_allowed", "you have answered already", state.version)
    seat = open_seats[0]
    vote = log.Voted(seat=seat, proposal=proposal.number, agree=command.agree)
    agreed = proposal.agreed | {seat}
    if command.agree and agreed >= set(voters):
        if proposal.events is not None:
            _check_not_alone(state, proposal.seat, agreed, proposal.events)
        return _carried(state, [vote], proposal.what, proposal.seat, proposal.events)
    return CommandResult([vote])


def _carried(
    state: TableState, before: list[LogEntry], what: str, seat: int, events: int | None
) -> CommandResult:
    """Carry out a proposal that everybody has agreed to."""
    if what == "undo" and events is not None:
        next_draw = _draw_at(state, events) if state.persons(range(len(state.order))) == 1 else None
        undone = log.Undone(seat=seat, events=events, agreed=True, next_draw=next_draw)
        return CommandResult([*before, undone], state.game_at(events))
    return CommandResult([*before, log.Stopped(reason="agreed", seat=seat)])


def _check_not_alone(state: TableState, seat: int, agreed: set[int], events: int) -> None:
    """What was revealed is never taken back by one person, unless all others were always bots."""
    assert state.game is not None
    if len(state.game.events) - events <= state.undo_count(seat):
        return
    everybody = range(len(state.order))
    people = {s for s in everybody if state.chairs[state.order[s]].kind == "human"}
    if len(people) == 1:
        return
    agreed = agreed & people - state.taken_over  # who came later may be one of the others
    if len(agreed) < 2 or state.persons(agreed) < min(2, state.persons(people)):
        raise Refusal(
            "cannot_undo", "this was revealed: another person must agree as well", state.version
        )


def _draw_at(state: TableState, events: int) -> int | None:
    """The draw that comes after the first events: the first one of the events to be taken back."""
    return next((draw for draw in state.draws[events:] if draw is not None), None)


def _return(state: TableState, seats: list[int]) -> CommandResult:
    check_playing(state)
    for seat in seats:
        found = state.substitutes.get(seat)
        if found is not None and found.why != "resigned":
            return CommandResult([log.Returned(seat=seat)])
    raise Refusal("not_allowed", "no bot plays for you that you could relieve", state.version)


def offer_seat(state: TableState, seat: int, by: int | None, offer: str, now: int) -> CommandResult:
    """Let another person take over a seat; `offer` is the hash of the token in the link."""
    _check_vacant(state, seat, now)
    return CommandResult([log.SeatOffered(seat=seat, by=by, offer=offer)])


def take_over(state: TableState, offer: str, name: str, token: str, now: int) -> CommandResult:
    """Take over the seat that is offered with this token, which is void then; both are hashes."""
    seat = next((seat for seat, known in state.offers.items() if known == offer), None)
    if seat is None:
        raise Refusal("wrong_token", "this link was used already, or another one took its place")
    _check_vacant(state, seat, now)
    chair = state.order[seat]
    return CommandResult(
        [log.SeatTakenOver(seat=seat, name=name)], grants=(Grant(token, chair),), revoked=(chair,)
    )


def _check_vacant(state: TableState, seat: int, now: int) -> None:
    """Refuse while the person of a seat plays it, or may still come back to it and vote."""
    check_playing(state)
    if seat not in state.substitutes:
        raise Refusal("not_allowed", "no bot plays for the person of this seat", state.version)
    if (state.kept_until(seat) or 0) > now:
        raise Refusal("not_allowed", "this seat is still kept for its person", state.version)


def seat_to_move(state: TableState, seats: list[int]) -> int:
    """Return the seat that is to move, if it is one of these and no bot plays it."""
    check_playing(state)
    seat = state.to_move
    if seat is None or seat not in seats or state.bot_of(seat) is not None:
        raise Refusal("not_your_turn", "another seat is to move", state.version)
    return seat


def _proposing_seat(state: TableState, seats: list[int]) -> int:
    """Return the seat that proposes: the one to move, else the first held."""
    check_playing(state)
    mine = [seat for seat in state.people() if seat in seats]
    if not mine:
        raise Refusal("not_allowed", "only players may do that", state.version)
    to_move = state.to_move
    return to_move if to_move is not None and to_move in mine else mine[0]


def check_playing(state: TableState) -> None:
    """Refuse before the start and after the end of the game."""
    if state.status == "open":
        raise Refusal("not_started", "the game has not started", state.version)
    if state.status != "playing":
        raise Refusal("game_over", "the game is over", state.version)


def check_version(state: TableState, version: int) -> None:
    """Refuse what was decided on an earlier position."""
    if version < state.game_version or version > state.version:
        raise Refusal("stale", f"the table is at version {state.version} already", state.version)
