"""Games played by chance alone, inside the compiled part and without the interpreter's lock."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import cython

if not cython.compiled:
    from ilos.engine.chance import below, is_chance, roll
    from ilos.engine.constants import *
    from ilos.engine.decisions import legal
    from ilos.engine.effects import decide
    from ilos.engine.fields import Long, Shorts, set_to_zero
    from ilos.engine.position import begin, copy_into

if TYPE_CHECKING:
    from ilos.engine.position import Position


class Run:
    """Room for legal decisions, and what a run of random games has amounted to."""

    options: Annotated[Shorts, DECISIONS]
    games: Long
    moves: Long
    decisions: Long  # those with at least two choices

    def __init__(self) -> None:
        if not cython.compiled:
            set_to_zero(self, Run)


def play_out(p: Position, run: Run) -> None:
    """Play uniformly random decisions to the end."""
    while p.phase != PH_OVER:
        if is_chance(p):
            roll(p)
            continue
        n = legal(p, run.options)
        choice = 0
        if n > 1:
            choice = below(p, n)
            run.decisions += 1
        if p.phase == PH_ACTION or p.phase == PH_FIRST or run.options[choice] == D_DONE:
            run.moves += 1
        decide(p, run.options[choice])
    run.games += 1


def _whole_games(p: Position, games: Long, run: Run) -> None:
    for _ in range(games):
        begin(p)
        play_out(p, run)


def _repeated_copies(p: Position, twin: Position, times: Long) -> None:
    for _ in range(times):
        copy_into(p, twin)


def random_games(p: Position, games: Long) -> Run:
    """Play so many whole games from the deal on, one after the other, in this one position."""
    run = Run()
    with cython.nogil:
        _whole_games(p, games, run)
    return run


def random_playout(p: Position) -> Run:
    """Play this position to the end by chance."""
    run = Run()
    with cython.nogil:
        play_out(p, run)
    return run


def copy_repeatedly(p: Position, times: Long) -> None:
    """Copy a position into a waiting twin, for measuring how long that takes."""
    twin: Position = p.copy()
    with cython.nogil:
        _repeated_copies(p, twin, times)
