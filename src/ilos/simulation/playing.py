"""One game between bots, watched: its result with everything that reports are made from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ilos.bots import Bot, Budget, UnknownBot, create
from ilos.records.tile_sets import default_tile_set
from ilos.rules.chance import SeededChance
from ilos.rules.errors import MoveError
from ilos.rules.game import Event, Game
from ilos.rules.moves import Move
from ilos.rules.names import COLOURS, RESOURCES
from ilos.rules.setup import Options, Player, Setup
from ilos.simulation.common_chance import CommonChance
from ilos.simulation.schedule import Match, Plan
from ilos.views import view

Clock = Callable[[], float]
Watcher = Callable[[int], None]  # is told whose thinking begins, so that it can say who hung
Result = dict[str, Any]


class Forfeit(Exception):
    """A bot that could not be made, raised, or played nonsense."""

    def __init__(self, seat: int, reason: str) -> None:
        super().__init__(reason)
        self.seat = seat
        self.reason = reason


@dataclass(slots=True)
class _Seat:
    bot: Bot
    rng: SeededChance
    simulations: int | None
    seconds: float = 0.0
    slowest: float = 0.0
    moves: int = 0


def play_match(plan: Plan, match: Match, clock: Clock, watcher: Watcher) -> Result:
    """Play a game to its end, or until a bot forfeits it."""
    game = Game(setup_of(plan, match), CommonChance(match.seed))
    prices: list[list[int]] = []
    seats: list[_Seat] = []
    forfeit = None
    try:
        for seat, name in enumerate(match.seats):
            watcher(seat)
            seats.append(_seat(plan, match, seat, name))
        while not game.is_over:
            _step(plan, game, seats, clock, watcher)
            if len(prices) < game.round:
                prices.append(list(game.position.step))
    except Forfeit as given:
        forfeit = given
    return _result(match, game, seats, prices, forfeit)


def setup_of(plan: Plan, match: Match) -> Setup:
    """The table of one game."""
    players = tuple(
        Player(f"seat {seat}", COLOURS[seat], "bot", name) for seat, name in enumerate(match.seats)
    )
    options = Options(plan.edition, plan.max_rounds)  # type: ignore[arg-type]  # checked there
    return Setup(players, options, default_tile_set())


def _seat(plan: Plan, match: Match, seat: int, name: str) -> _Seat:
    try:
        bot = create(name)
    except UnknownBot as error:
        raise Forfeit(seat, str(error)) from error
    except (Exception, SystemExit) as error:  # a stranger's code may raise anything
        raise Forfeit(seat, f"cannot be made: {_said(error)}") from error
    own = getattr(bot, "simulations", None)
    simulations = plan.simulations
    if simulations is None and isinstance(own, int):
        simulations = max(1, round(own * plan.share))
    # The seat's luck depends on the deal and the bot's place in it, not on the other bots.
    return _Seat(bot, SeededChance(match.seed * 31 + seat), simulations)


def _step(plan: Plan, game: Game, seats: list[_Seat], clock: Clock, watcher: Watcher) -> None:
    """One move."""
    number = game.position.seat
    seat = seats[number]
    seen = view(game, number)
    watcher(number)
    start = clock()
    try:
        budget = Budget(seat.simulations, plan.seconds, clock)
        move = seat.bot.choose(seen, seen.legal_moves(), budget, seat.rng)
    except MemoryError as error:
        raise Forfeit(number, "needs too much memory") from error
    except (Exception, SystemExit) as error:  # as above
        raise Forfeit(number, f"raised {_said(error)}") from error
    took = clock() - start
    seat.seconds += took
    seat.slowest = max(seat.slowest, took)
    seat.moves += 1
    if not isinstance(move, Move):
        raise Forfeit(number, f"returned {_short(move)}, which is not a move")
    try:
        game.play(move, number)
    except (MoveError, TypeError, ValueError, AttributeError, KeyError) as error:
        raise Forfeit(number, f"played an illegal move: {_short(error, str)}") from error


def _said(error: BaseException) -> str:
    return f"{type(error).__name__}: {_short(error, str)}"


def _short(value: object, show: Callable[[object], str] = repr) -> str:
    """A value in few words; a bot's own text may be long, or fail to be made."""
    try:
        text = show(value)
    except Exception:  # noqa: BLE001  as above
        return type(value).__name__
    return text if len(text) <= 200 else f"{text[:197]}..."


def forfeited(match: Match, seat: int, reason: str) -> Result:
    """The result of a game that a bot lost without finishing it."""
    return _result(match, None, [], [], Forfeit(seat, reason))


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
        if event.get("seat") == seat and event["type"] not in ("deal", "end_turn"):
            used[event["type"]] += 1
            if event.get("explored"):
                used["explore"] += 1
            elif event["type"] == "ship" and event["to"].get("hideout"):
                used["raid"] += 1
            elif event["type"] == "building":
                used[event["building"]] += 1
    return used
