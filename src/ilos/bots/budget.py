"""How long a bot may think: simulations, seconds, or both.

Bots never look at a clock of their own: their caller hands in a budget. Without a cap on
seconds a bot's choice depends on its view and its generator alone.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import inf

Clock = Callable[[], float]


class Budget:
    """What a bot may spend on one move.

    >>> Budget().remaining()
    inf
    >>> Budget(seconds=2.0, clock=lambda: 100.0).remaining()
    2.0
    """

    def __init__(
        self,
        simulations: int | None = None,  # None: as many as the bot's level has
        seconds: float | None = None,  # None: no cap
        clock: Clock | None = None,
    ) -> None:
        if seconds is not None and clock is None:
            raise ValueError("a budget in seconds needs a clock to measure them with")
        self.simulations = simulations
        self.seconds = seconds
        self._clock = clock
        self._start = clock() if clock is not None else 0.0
        self._stopped = False

    def stop(self) -> None:
        """End it: the bot answers with the best it has found."""
        self._stopped = True

    def spent_share(self) -> float:
        """Share of the seconds that is spent; 0 without a cap."""
        return 0.0 if self.seconds is None else 1.0 - self.remaining() / self.seconds

    def remaining(self) -> float:
        """Seconds left; infinite without a cap."""
        if self._stopped:
            return 0.0
        if self.seconds is None or self._clock is None:
            return inf
        return self.seconds - (self._clock() - self._start)


@dataclass(frozen=True, slots=True)
class Pace:
    """The most time a bot takes, in seconds."""

    move: float = 5.0
    turn: float = 12.0


class TurnTimer:
    """Budgets for one seat, move after move, so that neither a move nor a turn takes too long."""

    def __init__(self, pace: Pace, clock: Clock, simulations: int | None = None) -> None:
        self._pace = pace
        self._clock = clock
        self._simulations = simulations
        self._turn: object = None
        self._spent = 0.0

    def budget(self, turn: object, most: float = inf) -> Budget:
        """What the seat may spend now, `most` seconds at most.

        `turn` is anything that names the turn it is in.
        """
        if turn != self._turn:
            self._turn, self._spent = turn, 0.0
        # Even late in a long turn a bot gets a moment: it must move.
        left = max(self._pace.turn - self._spent, self._pace.move / 50)
        return Budget(self._simulations, min(self._pace.move, left, most), self._clock)

    def spent(self, budget: Budget) -> None:
        """Tell the timer that the move has come."""
        self._spent += (budget.seconds or 0.0) - budget.remaining()
