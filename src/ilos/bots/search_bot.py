"""The search bot: the engine's tree search, walked down the decisions of one move.

Thoughts are kept while a turn goes on and nothing hidden is revealed. With several threads each
grows its own tree from its own seed, and their visits are added up; so the choice depends on the
number of threads, but not on how fast each of them runs.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from math import inf
from typing import TYPE_CHECKING, Any

from ilos.bots.decoding import decode, is_move_complete
from ilos.bots.levels import LEVELS, Level
from ilos.bots.steps import finish
from ilos.engine import api
from ilos.engine.constants import PH_PAY
from ilos.engine.search.heuristics import Evaluation, scored_options
from ilos.engine.search.tree import Search
from ilos.rules.events import move_of, reveals
from ilos.views.imagine import masked_with_stocks, remember

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ilos.bots.budget import Budget, Pace
    from ilos.bots.steps import Steps
    from ilos.engine.position import Position
    from ilos.engine.search.imagine import Unknown
    from ilos.rules.chance import SeededChance
    from ilos.rules.events import Event
    from ilos.rules.legal_moves import LegalMoves
    from ilos.rules.moves import Move
    from ilos.views import View

_CHUNK = 4  # simulations between two looks at the clock: about a millisecond
_SLICE = (
    32  # simulations between two steps, in which a worker of a page may hear that it is to stop
)
_MOST_NODES = 250_000  # for each tree, about 15 MB; a fuller tree goes on without new nodes
_SPARE = 0.03  # seconds kept back for naming the move


class SearchBot:
    """Plays at a level; `simulations`, `slack` and `threads` change it."""

    def __init__(
        self,
        level: str = "skilled",
        simulations: int | None = None,
        slack: float | None = None,
        threads: int = 1,
    ) -> None:
        if level not in LEVELS:
            raise ValueError(f"there is no level {level!r}; there are {', '.join(LEVELS)}")
        for option, count in (("simulations", simulations), ("threads", threads)):
            if count is not None and (not isinstance(count, int) or count < 1):
                raise ValueError(f"{option} is a whole number from 1 up, not {count!r}")
        if slack is not None and (isinstance(slack, str) or not 0 <= slack < inf):
            raise ValueError(f"slack is a number from 0 up, not {slack!r}")
        known: Level = LEVELS[level]
        self.simulations = simulations or known.simulations
        self.pace: Pace = known.pace
        self._slack = known.slack if slack is None else slack
        self._threads = threads
        self._evaluation = Evaluation()
        self._thoughts: Thoughts | None = None

    def __getstate__(self) -> dict[str, Any]:
        """Trees hold C memory and are not pickled: the next move begins them again."""
        return {**self.__dict__, "_thoughts": None}

    def choose(
        self,
        view: View,
        legal_moves: LegalMoves,  # noqa: ARG002  decisions are quicker to list
        budget: Budget,
        rng: SeededChance,
    ) -> Move:
        return self.choose_from(self.ponder(view, budget, rng), rng)

    def ponder(self, view: View, budget: Budget, rng: SeededChance) -> Thoughts:
        """Think about the view; what was thought is there to ask for moves."""
        return finish(self.steps(view, budget, rng))

    def choose_from(self, thoughts: Thoughts, rng: SeededChance) -> Move:
        """A move at this bot's level from what was thought."""
        return thoughts.move(self._slack, rng)

    def steps(self, view: View, budget: Budget, rng: SeededChance) -> Steps[Thoughts]:
        """Think in short steps; pauses between them change nothing in what is thought."""
        simulations = budget.simulations or self.simulations
        memory = remember(view)
        masked, unknown = masked_with_stocks(view, memory), memory.unknown()
        thoughts = self._thoughts
        if thoughts is None or not thoughts.go_on(view, masked, unknown):
            seeds = [rng.below(1 << 64) for _ in range(self._threads)]
            room = min(4 * simulations + 2, _MOST_NODES)
            searches = [Search(masked, unknown, seed, room) for seed in seeds]
            thoughts = Thoughts(view, masked, searches, self._evaluation)
        self._thoughts = thoughts
        yield from thoughts.deepen(simulations, budget)
        return thoughts


class Thoughts:
    """Trees about one position of one game, and the move chosen from them."""

    def __init__(
        self, view: View, masked: Position, searches: list[Search], evaluation: Evaluation
    ) -> None:
        self.view = view
        self.masked = masked
        self._searches = searches
        self._evaluation = evaluation
        self._decisions: list[int] = []
        self._chosen: Move | None = None

    def go_on(self, view: View, masked: Position, unknown: Unknown) -> bool:
        """Is this the same turn, one own move later? Then keep what was thought about it."""
        if self._chosen is None or view.viewer != self.view.viewer:
            return False
        before = len(self.view.events)
        if len(view.events) != before + 1 or not _is_quiet(view.events[-1], self._chosen):
            return False
        if view.setup != self.view.setup or view.events[:before] != self.view.events:
            return False
        for search in self._searches:
            search.advance(self._decisions, masked, unknown)
        self.view, self.masked, self._chosen = view, masked, None
        return True

    def deepen(self, simulations: int, budget: Budget) -> Steps[None]:
        """Simulate in as many threads as there are trees; nothing to do for a forced move."""
        if len(api.legal_decisions(self.masked)) == 1:
            return
        share = -(-simulations // len(self._searches))
        if len(self._searches) == 1:
            yield from _grow(self._searches[0], share, budget)
            return
        with ThreadPoolExecutor(len(self._searches)) as pool:
            growing = [_grow(search, share, budget) for search in self._searches]
            for done in [pool.submit(finish, steps) for steps in growing]:
                done.result()

    def choices(self, decisions: Sequence[int]) -> list[tuple[int, int, float]]:
        """(decision, visits, own result) over all trees, most visited first."""
        total: dict[int, tuple[int, float]] = {}
        for search in self._searches:
            for decision, visits, value in search.choices(list(decisions)):
                seen, mean = total.get(decision, (0, 0.0))
                both = seen + visits
                total[decision] = (both, (mean * seen + value * visits) / both)
        found = [(decision, visits, value) for decision, (visits, value) in total.items()]
        return sorted(found, key=lambda choice: (-choice[1], -choice[2], choice[0]))

    def move(self, slack: float, rng: SeededChance) -> Move:
        """The move that was visited most, or with some slack one that was visited often."""
        self._decisions = self.walk([], slack, rng)
        self._chosen = decode(self.view.setup, self.masked, self._decisions)
        return self._chosen

    @property
    def decisions(self) -> list[int]:
        """The decisions of the move chosen last."""
        return self._decisions

    def walk(
        self, start: list[int], slack: float = 0.0, rng: SeededChance | None = None
    ) -> list[int]:
        """A whole move from its first decisions on."""
        p = self.masked.copy()
        decisions: list[int] = []
        while True:
            phase = p.phase
            if len(decisions) < len(start):
                decision = start[len(decisions)]
            else:
                decision = self._decide(p, decisions, slack, rng)
            decisions.append(decision)
            api.take_decision(p, decision)
            if is_move_complete(p, phase, decision):
                return decisions

    def _decide(
        self, p: Position, decisions: list[int], slack: float, rng: SeededChance | None
    ) -> int:
        legal = api.legal_decisions(p)
        if len(legal) == 1:
            return legal[0]
        found = self.choices(decisions) if p.phase != PH_PAY else []
        if not found:  # payments, and where the tree ends: the heuristics know best
            return max(scored_options(p, self._evaluation), key=lambda option: option[1])[0]
        if slack > 0.0 and rng is not None:
            weights = [int(1000 * visits ** (1.0 / slack)) for _, visits, _ in found]
            return found[rng.draw(weights)][0]
        return found[0][0]


def _grow(search: Search, simulations: int, budget: Budget) -> Steps[None]:
    """Run what is missing, but always a quarter; stop when time is out."""
    left = max(simulations - search.simulations(), -(-simulations // 4))
    for done in range(0, left, _CHUNK):
        search.run(min(_CHUNK, left - done))
        if budget.remaining() < _SPARE:
            return
        if (done + _CHUNK) % _SLICE == 0:
            yield max(done / left, budget.spent_share())


def _is_quiet(event: Event, move: Move) -> bool:
    """Whether this is the event of that move and revealed nothing."""
    return not reveals(event) and move_of(event) == move
