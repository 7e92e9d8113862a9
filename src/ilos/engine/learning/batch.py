"""Many games stepped in one call, into buffers given by the caller, without the interpreter's lock.

One step takes a decision of the seat to act in each game, lets chance answer, takes forced
decisions, and begins a new game where one has ended. Every decision from outside is looked up
among the legal ones first; if one is not, nothing is changed at all. With rivals, one seat of each
game is decided from outside and the others by the engine.
"""

from __future__ import annotations

import copy
from array import array
from typing import TYPE_CHECKING, Any

import cython

if cython.compiled:
    from cython.cimports.libc.string import memcpy, memset
else:
    from ilos.engine.chance import GOLDEN, MASK, below, is_chance, mixed, roll
    from ilos.engine.constants import *
    from ilos.engine.decisions import Options, legal
    from ilos.engine.effects import decide
    from ilos.engine.learning.history import History, clear, noted_advance, noted_decide, write_rows
    from ilos.engine.learning.observation import observe
    from ilos.engine.position import SIZE, Position, begin, copy_into
    from ilos.engine.scoring import is_winner, worth
    from ilos.engine.search.heuristics import Evaluation, best_option, rate

from ilos.engine.learning.observation import OBSERVATION_SIZE

if TYPE_CHECKING:
    from ilos.engine.fields import (
        ByteBuffer,
        ByteTable,
        FloatTable,
        Int,
        Long,
        LongBuffer,
        LongTable,
        MaskBuffer,
        MaskTable,
        ShortBuffer,
        ShortRow,
        ShortTable,
        Unsigned,
        Whole,
    )
    from ilos.engine.position import Printed


class Batch:
    """Games of one kind, and the buffers that tell about them after each step."""

    games: Int
    players: Int
    open_stocks: bool
    observations: ByteTable  # games × OBSERVATION_SIZE: of the seat to act
    masks: MaskTable  # games × DECISIONS: 1 for what that seat may decide
    seats: ByteBuffer  # by game: the seat to act
    rewards: FloatTable  # games × players: all 0 unless the game has just ended
    dones: MaskBuffer  # by game: 1 if a game has just ended and another begun
    worths: LongTable  # games × players: of the game that ended last
    rounds: ShortBuffer  # by game: of the game that ended last
    rivals: bool  # the engine decides for the seats that are not the learner's
    greedy: bool  # by its heuristics; else at random
    fixed_seat: Int  # the learner's; -1: drawn for each game
    learners: ByteBuffer  # by game: the learner's seat
    finals: ByteTable  # like observations: the last one of the game that ended last
    noted: bool  # histories are kept
    histories: ShortTable  # games × (2 × rows): what the seat to act may know of the past
    final_histories: ShortTable  # the same, of the game that ended last
    steps: Long  # decisions taken from outside
    _history: History
    _evaluation: Evaluation
    _p: Position  # the game at hand
    _luck: Unsigned  # the generator of `sample`
    _states: MaskBuffer  # the games, one after the other
    _options: ShortBuffer  # by game * DECISIONS: what may be decided
    _counts: ShortBuffer  # by game: how many of them

    def __init__(
        self,
        printed: Printed,
        games: int,
        open_stocks: bool,
        buffers: dict[str, Any],
        rivals: str | None = None,  # "random", "greedy", or None: all seats are from outside
        seat: int = -1,
    ):
        if games < 1:
            raise ValueError(f"{games} games cannot be stepped")
        players = printed.players
        _check_shape(buffers, "observations", (games, OBSERVATION_SIZE))
        _check_shape(buffers, "masks", (games, DECISIONS))
        _check_shape(buffers, "rewards", (games, players))
        _check_shape(buffers, "worths", (games, players))
        for name in ("seats", "dones", "rounds"):
            _check_shape(buffers, name, (games,))
        self.games = games
        self.players = players
        self.open_stocks = open_stocks
        self.observations = buffers["observations"]
        self.masks = buffers["masks"]
        self.seats = buffers["seats"]
        self.rewards = buffers["rewards"]
        self.dones = buffers["dones"]
        self.worths = buffers["worths"]
        self.rounds = buffers["rounds"]
        self.steps = 0
        if rivals is not None and rivals not in ("random", "greedy"):
            raise ValueError(f"rivals are 'random' or 'greedy', not {rivals!r}")
        self.rivals = rivals is not None
        self.greedy = rivals == "greedy"
        self.fixed_seat = seat
        if not self.rivals:
            self.learners, self.finals = self.seats, self.observations  # neither is written
        else:
            _check_shape(buffers, "learners", (games,))
            _check_shape(buffers, "finals", (games, OBSERVATION_SIZE))
            self.learners, self.finals = buffers["learners"], buffers["finals"]
        self.noted = "histories" in buffers
        rows = len(buffers["histories"][0]) // 2 if self.noted else 0
        self._history = History(games, rows)
        if self.noted:
            _check_shape(buffers, "histories", (games, 2 * rows))
            _check_shape(buffers, "final_histories", (games, 2 * rows))
            self.histories = buffers["histories"]
            self.final_histories = buffers["final_histories"]
        self._evaluation = Evaluation()
        self._p = Position(printed)
        self._counts = array("h", bytes(2 * games))
        if cython.compiled:
            self._states = bytearray(games * SIZE)
            self._options = array("h", bytes(2 * games * DECISIONS))
        else:
            self._states = [Position(printed) for _ in range(games)]
            self._options = [[0] * DECISIONS for _ in range(games)]
        self.reset(0)

    def reset(self, seed: Whole) -> None:
        """Restart all games; a game depends only on the seed, its number and what is decided."""
        start = mixed(seed & 0xFFFFFFFFFFFFFFFF)
        self._luck = mixed(start ^ GOLDEN)
        with cython.nogil:
            _begin_all(self, start)

    def step(self, decisions: LongBuffer) -> None:
        """Take one decision in each game; ValueError if one is not legal, and nothing changes."""
        if len(decisions) != self.games:
            raise ValueError(f"{len(decisions)} decisions for {self.games} games")
        with cython.nogil:
            wrong = _first_wrong(self, decisions)
            if wrong < 0:
                _step_all(self, decisions)
        if wrong >= 0:
            raise ValueError(f"decision {decisions[wrong]} is not legal in game {wrong}")

    def sample(self, decisions: LongBuffer) -> None:
        """Fill in a random legal decision for each game, all equally likely."""
        if len(decisions) != self.games:
            raise ValueError(f"room for {len(decisions)} decisions of {self.games} games")
        with cython.nogil:
            _sample_all(self, decisions)

    def advise(self, decisions: LongBuffer) -> None:
        """Fill in for each game the decision that the heuristics rate best."""
        if len(decisions) != self.games:
            raise ValueError(f"room for {len(decisions)} decisions of {self.games} games")
        with cython.nogil:
            _advise_all(self, decisions)

    def snapshot(self) -> tuple[list[Position], int, int, History]:
        """All games, the generator of `sample`, steps and history; `restore` takes them back."""
        positions = [self.position(game) for game in range(self.games)]
        return positions, self._luck, self.steps, copy.deepcopy(self._history)

    def restore(self, snapshot: tuple[list[Position], int, int, History]) -> None:
        """Go on from a snapshot, and fill in observations, masks and seats.

        The caller's other buffers tell of the last step and are the caller's to restore.
        """
        positions, luck, steps, history = snapshot
        if len(positions) != self.games or any(p.printed != self._p.printed for p in positions):
            raise ValueError("the snapshot is of other games")
        if history.length != self._history.length:
            raise ValueError(f"the snapshot has histories of {history.length} rows")
        self._history = copy.deepcopy(history)
        for game, p in enumerate(positions):
            copy_into(p, self._p)
            _show(self, game, self._p, _settle(self._p, _options_of(self, game)))
        self._luck = luck
        self.steps = steps

    def position(self, game: int) -> Position:
        """A copy of the whole truth about one game, for drawing and for tests."""
        if not 0 <= game < self.games:
            raise ValueError(f"there is no game {game} among {self.games}")
        p = Position(self._p.printed)
        _load(self, game, p)
        return p


def _check_shape(buffers: dict[str, Any], name: str, shape: tuple[int, ...]) -> None:
    found = memoryview(buffers[name]).shape
    if found != shape:
        raise ValueError(f"the buffer for {name} has the shape {found}, not {shape}")


def _load(b: Batch, game: int, p: Position) -> None:
    if cython.compiled:
        memcpy(cython.address(p.phase), cython.address(b._states[game * SIZE]), SIZE)
    else:
        copy_into(b._states[game], p)


def _store(b: Batch, game: int, p: Position) -> None:
    if cython.compiled:
        memcpy(cython.address(b._states[game * SIZE]), cython.address(p.phase), SIZE)
    else:
        copy_into(p, b._states[game])


def _options_of(b: Batch, game: int) -> ShortRow:
    """Where the legal decisions of a game stand."""
    if cython.compiled:
        return cython.address(b._options[game * DECISIONS])
    else:  # noqa: RET505  what follows a return is no code to the compiler
        return b._options[game]


def _begin_all(b: Batch, start: Unsigned) -> None:
    for game in range(b.games):
        b._p.rng = mixed((start + game) & MASK)
        b.dones[game] = 0
        b.rounds[game] = 0
        for seat in range(b.players):
            b.rewards[game, seat] = 0
            b.worths[game, seat] = 0
        _begin(b, game)
        _show(b, game, b._p, _to_learner(b, game))


def _begin(b: Batch, game: int) -> None:
    begin(b._p)
    clear(b._history, game)
    if b.rivals:
        b.learners[game] = b.fixed_seat if b.fixed_seat >= 0 else below(b._p, b.players)


def _to_learner(b: Batch, game: int) -> int:
    """Let chance and rivals act; how many decisions the learner has then, 0 at the end."""
    options = _options_of(b, game)
    while True:
        n = _advance(b, game, options)
        if n == 0 or not b.rivals or b._p.seat == b.learners[game]:
            return n
        if b.greedy:
            decision = b._evaluation.options[best_option(b._evaluation, rate(b._p, b._evaluation))]
        else:
            decision = options[below(b._p, n)]
        _decide(b, game, decision)


def _advance(b: Batch, game: int, options: ShortRow) -> int:
    if b.noted:
        return noted_advance(b._history, game, b._p, options)
    return _settle(b._p, options)


def _decide(b: Batch, game: int, decision: int) -> None:
    if b.noted:
        noted_decide(b._history, game, b._p, decision)
    else:
        decide(b._p, decision)


def _first_wrong(b: Batch, decisions: LongBuffer) -> int:
    """The first game whose decision is not legal, -1 if all are."""
    for game in range(b.games):
        if b.rivals and decisions[game] < 0:  # the game is left as it is
            continue
        options = _options_of(b, game)
        i = 0
        while i < b._counts[game] and options[i] != decisions[game]:
            i += 1
        if i == b._counts[game]:
            return game
    return -1


def _step_all(b: Batch, decisions: LongBuffer) -> None:
    for game in range(b.games):
        if b.dones[game]:
            b.dones[game] = 0
            for seat in range(b.players):
                b.rewards[game, seat] = 0
        if decisions[game] < 0:
            continue
        _load(b, game, b._p)
        _decide(b, game, decisions[game])
        n = _to_learner(b, game)
        while n == 0:  # a game against rivals might end before the learner decides anything
            _end(b, game)
            _begin(b, game)
            n = _to_learner(b, game)
        _show(b, game, b._p, n)
    b.steps += b.games


def _settle(p: Position, options: ShortRow) -> int:
    """Let chance act and take forced decisions; how many decisions there are then, 0 at the end."""
    while p.phase != PH_OVER:
        if is_chance(p):
            roll(p)
            continue
        n = legal(p, options)
        if n > 1:
            return n
        decide(p, options[0])
    return 0


def _end(b: Batch, game: int) -> None:
    b.dones[game] = 1
    b.rounds[game] = b._p.round
    if b.rivals:
        if cython.compiled:
            observe(b._p, b.learners[game], b.open_stocks, cython.address(b.finals[game, 0]))
        else:
            observe(b._p, b.learners[game], b.open_stocks, b.finals[game])
        if b.noted:
            _write(b, game, b.learners[game], b.final_histories)
    winners = 0
    for seat in range(b.players):
        winners += is_winner(b._p, seat)
    for seat in range(b.players):
        b.worths[game, seat] = worth(b._p, seat)
        b.rewards[game, seat] = _reward(b.players, winners, is_winner(b._p, seat))


def _reward(players: int, winners: int, wins: bool) -> float:
    """Winners share a prize that the losers pay: the sum is 0, and winning alone is worth 1."""
    share = 1.0 / winners if wins else 0.0
    return (players * share - 1.0) / (players - 1.0)


def _show(b: Batch, game: int, p: Position, n: int) -> None:
    """Keep the game, and write what the seat to act may know and may do."""
    _store(b, game, p)
    b._counts[game] = n
    b.seats[game] = p.seat
    options = _options_of(b, game)
    if cython.compiled:
        memset(cython.address(b.masks[game, 0]), 0, DECISIONS)
        observe(p, p.seat, b.open_stocks, cython.address(b.observations[game, 0]))
    else:
        for decision in range(DECISIONS):
            b.masks[game, decision] = 0
        observe(p, p.seat, b.open_stocks, b.observations[game])
    for i in range(n):
        b.masks[game, options[i]] = 1
    if b.noted:
        _write(b, game, p.seat, b.histories)


def _write(b: Batch, game: int, viewer: int, out: ShortTable) -> None:
    """Write what a seat may know of the past of the game at hand."""
    if cython.compiled:
        write_rows(b._history, game, b._p, viewer, cython.address(out[game, 0]))
    else:
        write_rows(b._history, game, b._p, viewer, out[game])


def _sample_all(b: Batch, decisions: LongBuffer) -> None:
    for game in range(b.games):
        b._luck = (b._luck + GOLDEN) & MASK
        place = ((mixed(b._luck) >> 32) * b._counts[game]) >> 32
        decisions[game] = _options_of(b, game)[place]


def _advise_all(b: Batch, decisions: LongBuffer) -> None:
    for game in range(b.games):
        _load(b, game, b._p)
        decisions[game] = b._evaluation.options[
            best_option(b._evaluation, rate(b._p, b._evaluation))
        ]


def settle(p: Position) -> int:
    """Let chance act and take forced decisions; how many decisions there are then, 0 at the end."""
    options = Options()
    return _settle(p, options.decisions)


def rewards(p: Position) -> list[float]:
    """What each seat gets for a game that is over."""
    winners = 0
    for seat in range(p.printed.players):
        winners += is_winner(p, seat)
    return [_reward(p.printed.players, winners, is_winner(p, s)) for s in range(p.printed.players)]
