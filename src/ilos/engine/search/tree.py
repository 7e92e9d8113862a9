"""Information-set Monte-Carlo tree search for 2 to 5 seats, over decisions.

Every simulation imagines the hidden cards again, so that the tree knows no more than its viewer;
its nodes are runs of decisions, whatever chance did in between. Selection weighs a node's results
against the heuristics' first opinion of it (PUCT); each seat maximises its own result. Forced
decisions and payments (always the cheapest cards) get no nodes. From a new node on, the
heuristics play the game to its end. Nodes come from a pool that is allocated once.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Annotated

import cython

if not cython.compiled:
    from math import exp, sqrt

    from ilos.engine.chance import is_chance, mixed, roll
    from ilos.engine.constants import *
    from ilos.engine.decisions import legal
    from ilos.engine.effects import decide
    from ilos.engine.fields import (
        Double,
        DoubleBuffer,
        Doubles,
        Int,
        IntBuffer,
        Ints,
        Setting,
        ShortBuffer,
        Shorts,
        set_to_zero,
    )
    from ilos.engine.position import Position, copy_into
    from ilos.engine.scoring import beats, worth
    from ilos.engine.search.heuristics import Evaluation, best_option, expected_worth, play_on, rate
    from ilos.engine.search.imagine import Unknown, check_fit, spread
    from ilos.engine.search.playouts import Run, play_out

if TYPE_CHECKING:
    from ilos.engine.search.heuristics import Weights


class Search:
    """A tree of decisions as one seat may think about them."""

    masked: Position  # what the viewer sees
    unknown: Unknown  # what it does not
    world: Position  # what it imagines
    run_room: Run
    evaluation: Evaluation
    exploration: Double  # how long doubtful decisions are tried
    temperature: Double  # how far the first opinion is doubted
    reluctance: Double  # how much worse than its parent an untried decision is held to be
    noise: Double  # luck in simulated games, against the worth of a card
    margin: Double  # share of the margin in a result; the rest is winning itself
    scale: Double  # the margin in points that counts for half
    delay: Double  # what a game loses that ends in round 10; 16 times as much in round 20
    rounds: Setting  # a simulated game is cut and judged after so many rounds
    random: Setting  # play uniformly random games without any opinion, for measuring
    capacity: Int
    root: Int
    size: Int  # nodes in use
    decision: ShortBuffer  # by node: what leads to it
    child: IntBuffer  # the first of its children, 0 for none
    sibling: IntBuffer  # the next child of its parent, 0 for none
    visits: IntBuffer
    chances: IntBuffer  # how often it could have been chosen
    value: DoubleBuffer  # by node * SEATS + seat: sum of results
    path: Annotated[Ints, DEPTH]
    found: Annotated[Ints, DECISIONS]  # by option: its node, 0 for none
    place: Annotated[Shorts, DECISIONS]  # by decision: its option + 1, 0 for none
    result: Annotated[Doubles, SEATS]  # of the last simulation, by seat

    def __init__(
        self,
        masked: Position,
        unknown: Unknown,
        seed: int,
        capacity: int = 20_000,
        weights: Weights | None = None,
    ) -> None:
        """Think about a position; the pool has room for as many nodes as `capacity` says."""
        if not cython.compiled:
            set_to_zero(self, Search)
        check_fit(masked, unknown)
        if capacity < 1:
            raise ValueError("a search needs room for at least one node")
        self.masked = masked.copy()
        self.unknown = unknown
        self.world = Position(masked.printed)
        self.world.rng = mixed(seed & 0xFFFFFFFFFFFFFFFF)
        self.evaluation = Evaluation(weights)
        self.run_room = Run()
        self.exploration = 0.7
        self.temperature = 1.2
        self.reluctance = 0.05
        self.noise = 0.7
        self.margin = 0.5
        self.scale = 15.0
        self.delay = 0.02
        self.rounds = 1000
        self.random = 0
        self.capacity = capacity
        self.decision = array("h", bytes(2 * capacity))
        self.child = array("i", bytes(4 * capacity))
        self.sibling = array("i", bytes(4 * capacity))
        self.visits = array("i", bytes(4 * capacity))
        self.chances = array("i", bytes(4 * capacity))
        self.value = array("d", bytes(8 * SEATS * capacity))
        self._restart()

    def _restart(self) -> None:
        """Forget the tree."""
        self.root = 0
        self.size = 1
        self.child[0] = self.sibling[0] = self.visits[0] = self.chances[0] = 0
        for seat in range(SEATS):
            self.value[seat] = 0.0

    def run(self, simulations: int) -> None:
        """Think for so many simulations; other threads may run meanwhile."""
        with cython.nogil:
            _run(self, simulations)

    def simulations(self) -> int:
        """How many simulations the present root rests on."""
        return int(self.visits[self.root])

    def choices(self, decisions: list[int]) -> list[tuple[int, int, float]]:
        """After these decisions of the viewer: (decision, visits, own result) of what was tried."""
        p: Position = self.masked.copy()
        node: int = self.root
        for decision in decisions:
            if node >= 0 and _asks(p, self.evaluation):
                node = self._child_for(node, decision)
            decide(p, decision)
        found: list[tuple[int, int, float]] = []
        child = self.child[node] if node >= 0 else 0
        while child:
            visits = self.visits[child]
            value = self.value[child * SEATS + p.seat] / visits
            found.append((self.decision[child], visits, value))
            child = self.sibling[child]
        return found

    def _child_for(self, node: int, decision: int) -> int:
        """The child that a decision leads to, -1 for none."""
        child = self.child[node]
        while child and self.decision[child] != decision:
            child = self.sibling[child]
        return child if child else -1

    def advance(self, decisions: list[int], masked: Position, unknown: Unknown) -> int:
        """Keep what was thought about the position after these decisions; simulations kept.

        Only sound if nothing hidden was revealed on the way.
        """
        check_fit(masked, unknown)
        p: Position = self.masked.copy()
        node: int = self.root
        for decision in decisions:
            if node >= 0 and _asks(p, self.evaluation):
                node = self._child_for(node, decision)
            decide(p, decision)
        copy_into(masked, self.masked)
        self.unknown = unknown
        if node < 0 or self.size > self.capacity // 2:
            self._restart()
        else:
            self.root = node
        return int(self.visits[self.root])


def _asks(p: Position, o: Evaluation) -> bool:
    """Whether this decision has nodes of its own."""
    return p.phase != PH_PAY and legal(p, o.options) > 1


def _run(s: Search, simulations: int) -> None:
    for _ in range(simulations):
        _simulate(s, s.world)


def _simulate(s: Search, p: Position) -> None:
    """Imagine, walk down the tree, add a node, play on, and remember the result on the way back."""
    spread(s.masked, s.unknown, p)
    s.path[0] = node = s.root
    depth = 1
    while p.phase != PH_OVER and depth < DEPTH:
        if is_chance(p):
            roll(p)
            continue
        n = _options(s, p)
        if n == 1 or p.phase == PH_PAY:
            choice = 0 if n == 1 else best_option(s.evaluation, n)
            decide(p, s.evaluation.options[choice])
            continue
        _find_children(s, node, n)
        choice = _select(s, s.evaluation, node, n, p.seat)
        fresh: bool = s.found[choice] == 0
        if fresh and s.size < s.capacity:
            _add_child(s, node, choice)
        node = s.found[choice]
        decide(p, s.evaluation.options[choice])
        if node:
            s.path[depth] = node
            depth += 1
        if fresh:
            break
    _finish(s, p)
    _back_up(s, depth)


def _options(s: Search, p: Position) -> int:
    """The legal decisions, with the heuristics' opinion unless games are to be random."""
    if not s.random:
        return rate(p, s.evaluation)
    n = legal(p, s.evaluation.options)
    for i in range(n):
        s.evaluation.score[i] = 0.0
    return n


def _find_children(s: Search, node: int, n: int) -> None:
    """Which options have nodes; each of those could now be chosen once more."""
    for i in range(n):
        s.place[s.evaluation.options[i]] = i + 1
        s.found[i] = 0
    child = s.child[node]
    while child:
        if s.place[s.decision[child]]:
            s.found[s.place[s.decision[child]] - 1] = child
            s.chances[child] += 1
        child = s.sibling[child]
    for i in range(n):
        s.place[s.evaluation.options[i]] = 0


def _select(s: Search, o: Evaluation, node: int, n: int, seat: int) -> int:
    """The option with the best of result and opinion (PUCT), for the seat that decides."""
    top = o.score[best_option(o, n)]
    heat = s.temperature * (o.card + 1.0)
    total = 0.0
    for i in range(n):
        o.score[i] = exp((o.score[i] - top) / heat)
        total += o.score[i]
    untried = 0.5
    if s.visits[node]:
        untried = s.value[node * SEATS + seat] / s.visits[node]
    untried -= s.reluctance
    best = 0
    high = -1.0e9
    for i in range(n):
        child = s.found[i]
        if child:
            worth_now = s.value[child * SEATS + seat] / s.visits[child]
            spread_out = sqrt(s.chances[child]) / (1.0 + s.visits[child])
        else:
            worth_now = untried
            spread_out = sqrt(1.0 + s.visits[node])
        bound = worth_now + s.exploration * o.score[i] / total * spread_out
        if bound > high:
            high = bound
            best = i
    return best


def _add_child(s: Search, node: int, choice: int) -> None:
    child = s.size
    s.size += 1
    s.decision[child] = s.evaluation.options[choice]
    s.child[child] = s.visits[child] = 0
    s.chances[child] = 1
    for seat in range(SEATS):
        s.value[child * SEATS + seat] = 0.0
    s.sibling[child] = s.child[node]
    s.child[node] = child
    s.found[choice] = child


def _finish(s: Search, p: Position) -> None:
    """Play the imagined game on and judge it for each seat, from 0 (worst) to 1; late is worse."""
    if s.random:
        play_out(p, s.run_room)
    else:
        play_on(p, s.evaluation, s.noise, s.rounds)
    players = p.printed.players
    late = p.round * p.round / 100.0
    lost = 0.0 if s.random else s.delay * late * late
    for seat in range(players):
        s.result[seat] = _final_margin(p, seat) if p.phase == PH_OVER else 0.0
    if p.phase != PH_OVER:
        _project_margins(s, p)
    winners = 0
    if p.phase == PH_OVER:
        for seat in range(players):
            winners += _is_first(p, seat)
    for seat in range(players):
        margin = s.result[seat]
        size = margin if margin >= 0.0 else -margin
        smooth = 0.5 + 0.5 * margin / (size + s.scale)
        won = smooth
        if winners:
            won = 1.0 / winners if _is_first(p, seat) else 0.0
        judged = s.margin * smooth + (1.0 - s.margin) * won - lost
        s.result[seat] = judged if judged > 0.0 else 0.0


def _is_first(p: Position, seat: int) -> bool:
    for other in range(p.printed.players):
        if beats(p, other, seat):
            return False
    return True


def _final_margin(p: Position, seat: int) -> float:
    """Points ahead of the best other."""
    best = -1
    for other in range(p.printed.players):
        if other != seat and worth(p, other) > best:
            best = worth(p, other)
    return worth(p, seat) - best


def _project_margins(s: Search, p: Position) -> None:
    """The same for a game that was cut: what each may expect if all goes on as it stands."""
    expected_worth(p, s.evaluation)
    for seat in range(p.printed.players):
        best = -1.0
        for other in range(p.printed.players):
            if other != seat and s.evaluation.projected[other] > best:
                best = s.evaluation.projected[other]
        s.result[seat] = s.evaluation.projected[seat] - best


def _back_up(s: Search, depth: int) -> None:
    players = s.masked.printed.players
    for k in range(depth):
        node = s.path[k]
        s.visits[node] += 1
        for seat in range(players):
            s.value[node * SEATS + seat] += s.result[seat]
