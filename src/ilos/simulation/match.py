"""One game of an arena: its result, with everything that reports are made from."""

from __future__ import annotations

import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, partial
from typing import Any

from msgspec import to_builtins

from ilos.bots import Bot, Budget, UnknownBot, create
from ilos.records.tile_sets import default_tile_set, parse_tile_set
from ilos.rules.chance import SeededChance
from ilos.rules.errors import MoveError
from ilos.rules.events import BuildingEvent, DealEvent, EndTurnEvent, Event, ShipEvent
from ilos.rules.game import Game
from ilos.rules.moves import Move, read_move
from ilos.rules.names import COLOURS, RESOURCES
from ilos.rules.notation import parse_move
from ilos.rules.setup import Options, Player, Setup
from ilos.rules.tiles import TileSet
from ilos.simulation.common_chance import CommonChance
from ilos.simulation.games import BotSeat, Observer, run_game
from ilos.simulation.pool import Limits, Report, run_tasks
from ilos.simulation.schedule import Match, Plan
from ilos.views import View

Clock = Callable[[], float]
Result = dict[str, Any]


class Forfeit(Exception):
    """A bot that could not be made, raised, or played what is no legal move."""

    def __init__(self, seat: int, reason: str, trace: str | None = None) -> None:
        super().__init__(reason)
        self.seat = seat
        self.reason = reason
        self.trace = trace


def play_all(
    plan: Plan, games: Iterable[Match], jobs: int, limits: Limits | None = None
) -> Iterator[Result]:
    """Yield the results of all games as they come in, from so many processes at once."""
    return run_tasks(
        partial(play_match, plan), games, jobs, limits=limits or Limits(), on_lost=forfeited
    )


def play_match(
    plan: Plan, match: Match, report: Report, clock: Clock = time.perf_counter
) -> Result:
    """Play a game to its end, or until a bot forfeits it; each seat is reported as it thinks."""
    game = Game(setup_of(plan, match), CommonChance(match.seed))
    prices = _Prices()
    seats: list[_Seat] = []
    forfeit = None
    try:
        for seat, name in enumerate(match.seats):
            report(seat)
            seats.append(_seat(plan, match, seat, name, clock))
        run_game(game, seats, (_Reporter(report), prices))
    except Forfeit as given:
        forfeit = given
    except MoveError as error:
        why = f"played an illegal move: {_short(error, str)}"
        forfeit = Forfeit(game.position.seat, why, traceback.format_exc())
    return _result(match, game, seats, prices.by_round, forfeit)


def setup_of(plan: Plan, match: Match) -> Setup:
    """Return the table of one game."""
    players = tuple(
        Player(f"seat {seat}", COLOURS[seat], "bot", name) for seat, name in enumerate(match.seats)
    )
    options = Options(edition=plan.edition, max_rounds=plan.max_rounds)  # type: ignore[arg-type]  # checked there
    return Setup(players, options, _tile_set(plan.tiles))


@cache
def _tile_set(text: str) -> TileSet:
    return parse_tile_set(text) if text else default_tile_set()


class _Reporter(Observer):
    """Says who is thinking, so that it is known who hung."""

    def __init__(self, report: Report) -> None:
        self._report = report

    def before_move(self, game: Game, seat: int) -> None:  # noqa: ARG002
        self._report(seat)


class _Prices(Observer):
    """How far each price has risen by the first move of every round."""

    def __init__(self) -> None:
        self.by_round: list[list[int]] = []

    def after_move(self, game: Game, event: Event) -> None:  # noqa: ARG002
        if len(self.by_round) < game.round:
            self.by_round.append(list(game.position.step))


class _Seat(BotSeat):
    """A bot whose time is taken and whose faults are forfeits."""

    def __init__(
        self,
        number: int,
        bot: Bot,
        rng: SeededChance,
        new_budget: Callable[[], Budget],
        clock: Clock,
    ) -> None:
        super().__init__(bot, rng, new_budget)
        self._number = number
        self._clock = clock
        self.seconds = 0.0
        self.slowest = 0.0
        self.moves = 0

    def choose(self, seen: View) -> Move:
        start = self._clock()
        try:
            move = super().choose(seen)
        except MemoryError as error:
            raise Forfeit(self._number, "needs too much memory") from error
        except (Exception, SystemExit) as error:  # a stranger's code may raise anything
            why = f"raised {_said(error)}"
            raise Forfeit(self._number, why, traceback.format_exc()) from error
        took = self._clock() - start
        self.seconds += took
        self.slowest = max(self.slowest, took)
        self.moves += 1
        if not isinstance(move, (Move, str)):
            raise Forfeit(self._number, f"returned {_short(move)}, which is not a move")
        try:
            return parse_move(move) if isinstance(move, str) else read_move(to_builtins(move))
        except Exception as error:  # the fields of a stranger's move may hold anything
            why = f"played an illegal move: {_short(error, str)}"
            raise Forfeit(self._number, why, traceback.format_exc()) from error


def _seat(plan: Plan, match: Match, seat: int, name: str, clock: Clock) -> _Seat:
    try:
        bot = create(name)
    except UnknownBot as error:
        raise Forfeit(seat, str(error), traceback.format_exc()) from error
    own = getattr(bot, "simulations", None)
    simulations = plan.simulations
    if simulations is None and isinstance(own, int):
        simulations = max(1, round(own * plan.share))
    # The seat's luck depends on the deal and the bot's place in it, not on the other bots.
    rng = SeededChance(match.seed * 31 + seat)
    return _Seat(seat, bot, rng, partial(Budget, simulations, plan.seconds, clock), clock)


def _said(error: BaseException) -> str:
    return f"{type(error).__name__}: {_short(error, str)}"


def _short(value: object, show: Callable[[object], str] = repr) -> str:
    """A value in few words; a bot's own text may be long, or fail to be made."""
    try:
        text = show(value)
    except Exception:  # noqa: BLE001  as above
        return type(value).__name__
    return text if len(text) <= 200 else f"{text[:197]}..."


def forfeited(match: Match, seat: int | None, reason: str) -> Result:
    """Return the result of a game that a bot lost without finishing it."""
    return _result(match, None, [], [], Forfeit(seat or 0, reason))


def _result(
    match: Match,
    game: Game | None,
    seats: list[_Seat],
    prices: list[list[int]],
    forfeit: Forfeit | None,
) -> Result:
    found: Result = {
        "game": match.id,
        "pairing": match.pairing,
        "seats": list(match.seats),
        "seed": match.seed,
        "forfeit": None,
        "points": [],
        "scores": None,
        "rounds": game.round if game else None,
        "reason": "forfeit",
        "actions": [dict(_actions(game.events, s)) for s in range(len(seats))] if game else [],
        "prices": prices,
        "seconds": [round(seat.seconds, 4) for seat in seats],
        "slowest": [round(seat.slowest, 4) for seat in seats],
        "moves": [seat.moves for seat in seats],
    }
    players = range(len(match.seats))
    if forfeit is not None:
        at = forfeit.seat
        found["forfeit"] = {"seat": at, "bot": match.seats[at], "why": forfeit.reason}
        if forfeit.trace:
            found["forfeit"]["traceback"] = forfeit.trace
        found["points"] = [0.0 if s == at else 1.0 / (len(match.seats) - 1) for s in players]
        return found
    assert game is not None
    result = game.result()
    assert result is not None
    won = 1.0 / len(result.winners)
    found["points"] = [won if seat in result.winners else 0.0 for seat in players]
    found["scores"] = [score.value for score in result.scores]
    found["stocks"] = [[score.stock[r] for r in RESOURCES] for score in result.scores]
    found["reason"] = result.reason
    return found


def _actions(events: Sequence[Event], seat: int) -> Counter[str]:
    """How often each kind of action was taken; exploring, raiding and both buildings apart too."""
    used: Counter[str] = Counter()
    for event in events:
        if event.seat == seat and not isinstance(event, (DealEvent, EndTurnEvent)):
            used[event.type] += 1
            if isinstance(event, ShipEvent) and event.explored:
                used["explore"] += 1
            elif isinstance(event, ShipEvent) and event.to.hideout:
                used["raid"] += 1
            elif isinstance(event, BuildingEvent):
                used[event.building] += 1
    return used
