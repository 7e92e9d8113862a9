"""Games in child processes: a bot that hangs, dies or devours memory costs one game, not the run.

Each child plays one game after another and says which bot is thinking. If the next word does not
come in time, or the child dies, that bot forfeits; a death is tried again once, since it may not
have been the bot's doing.
"""

from __future__ import annotations

import multiprocessing
import resource
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess

from ilos.simulation.playing import Result, forfeited, play_match
from ilos.simulation.schedule import Match, Plan

_SPAWN = multiprocessing.get_context("spawn")
_STARTING = 120.0  # seconds in which a child must say its first word


@dataclass(frozen=True, slots=True)
class Limits:
    """What a bot may use up before it forfeits."""

    patience: float = 60.0  # seconds for one move
    memory: int = 4096  # MiB for the child process


def _child(plan: Plan, limits: Limits, pipe: Connection) -> None:
    """Play what the parent sends for as long as it is there."""
    size = limits.memory * 1024 * 1024
    resource.setrlimit(resource.RLIMIT_AS, (size, size))
    try:
        while True:
            match: Match = pipe.recv()
            pipe.send(play_match(plan, match, time.perf_counter, pipe.send))
    except (EOFError, ConnectionError):  # the parent is gone
        return


class _Worker:
    """One child process and the game it plays."""

    def __init__(self, plan: Plan, limits: Limits) -> None:
        self.pipe, theirs = _SPAWN.Pipe()
        # A daemon: if the arena is interrupted, no child outlives it.
        self.process: BaseProcess = _SPAWN.Process(
            target=_child, args=(plan, limits, theirs), daemon=True
        )
        self.process.start()
        theirs.close()
        self.match: Match | None = None
        self.thinking = 0
        self.since = 0.0

    def start(self, match: Match) -> None:
        self.match, self.thinking = match, 0
        self.since = time.monotonic() + _STARTING  # no bot is to blame for a slow start
        self.pipe.send(match)

    def stop(self) -> None:
        self.process.kill()
        self.process.join()
        self.pipe.close()


def play_all(
    plan: Plan, games: Iterable[Match], jobs: int, limits: Limits | None = None
) -> Iterator[Result]:
    """The results of all games, as they come in, from so many processes at once."""
    crew = _Crew(plan, iter(games), limits or Limits())
    try:
        yield from crew.play(jobs)
    finally:
        for worker in crew.workers:
            worker.stop()


class _Crew:
    """The children of one run."""

    def __init__(self, plan: Plan, games: Iterator[Match], limits: Limits) -> None:
        self.plan = plan
        self.games = games
        self.limits = limits
        self.workers: list[_Worker] = []
        self.died: dict[str, int] = {}  # games whose child died, and at whose thinking

    def play(self, jobs: int) -> Iterator[Result]:
        for _ in range(jobs):
            self._hire(next(self.games, None))
        while self.workers:
            ready = wait([worker.pipe for worker in self.workers], timeout=0.2)
            for worker in list(self.workers):
                if worker.pipe in ready:
                    yield from self._listen(worker)
                elif time.monotonic() - worker.since > self.limits.patience:
                    yield from self._give_up(worker)

    def _hire(self, match: Match | None) -> None:
        """A new child for a game."""
        if match is not None:
            worker = _Worker(self.plan, self.limits)
            self.workers.append(worker)
            worker.start(match)

    def _next(self, worker: _Worker) -> None:
        match = next(self.games, None)
        if match is None:
            self.workers.remove(worker)
            worker.stop()
        else:
            worker.start(match)

    def _listen(self, worker: _Worker) -> Iterator[Result]:
        try:
            said = worker.pipe.recv()
        except (EOFError, OSError):
            yield from self._bury(worker)
            return
        worker.since = time.monotonic()
        if isinstance(said, int):
            worker.thinking = said
        else:
            yield said
            self._next(worker)

    def _give_up(self, worker: _Worker) -> Iterator[Result]:
        """The bot that is thinking takes too long."""
        assert worker.match is not None
        self.workers.remove(worker)
        worker.stop()
        why = f"made no move within {self.limits.patience:g} s"
        yield forfeited(worker.match, worker.thinking, why)
        self._hire(next(self.games, None))

    def _bury(self, worker: _Worker) -> Iterator[Result]:
        """The child died: play the game once more, then blame the bot that was thinking."""
        match = worker.match
        assert match is not None
        self.workers.remove(worker)
        worker.process.join()
        code = worker.process.exitcode
        worker.stop()
        if self.died.get(match.id) == worker.thinking:
            yield forfeited(match, worker.thinking, f"its process died twice (exit code {code})")
            self._hire(next(self.games, None))
        else:
            self.died[match.id] = worker.thinking
            self._hire(match)
