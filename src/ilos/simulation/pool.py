"""The process pool: a task that hangs, dies or takes too much memory costs itself, not the run.

Each child does one task after another, and may report what it is busy with. If no word comes in
time, or the child dies, the task is lost; a death is tried again once, since it may not have been
the task's doing.
"""

from __future__ import annotations

import multiprocessing
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterable, Iterator
from contextlib import redirect_stdout
from dataclasses import dataclass
from itertools import islice
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, Generic, TypeVar

from ilos.system import limit_memory

Task = TypeVar("Task")
Result = TypeVar("Result")
Report = Callable[[Any], None]  # tells the parent what the task is busy with
Work = Callable[[Task, Report], Result]  # runs in the child, so it must pickle
OnLost = Callable[[Task, Any, str], Result]  # task, its last report, why it was lost

_PACKAGE = Path(__file__).parents[1]
_SPAWN = multiprocessing.get_context("spawn")
_STARTING = 120.0  # seconds in which a child must send its first message


class TaskLost(RuntimeError):
    """A child process hung or died, and nothing else was to be done about it."""


class TaskFailed(RuntimeError):
    """A task raised an error; `traceback` tells where."""

    def __init__(self, message: str, traceback: str) -> None:
        super().__init__(message)
        self.traceback = traceback


@dataclass(frozen=True, slots=True)
class Limits:
    """What a task may use up before it is lost."""

    patience: float = 60.0  # seconds between two reports
    memory: int = 4096  # MiB for the child process


def run_tasks(
    work: Work[Task, Result],
    tasks: Iterable[Task],
    jobs: int,
    *,
    limits: Limits | None = None,
    on_lost: OnLost[Task, Result] | None = None,
    in_order: bool = False,
) -> Iterator[Result]:
    """Yield the results of all tasks as they come in, or in the order of the tasks.

    Without limits a single job runs in this process. What a task raises becomes TaskFailed, and
    without `on_lost` a lost task becomes TaskLost.
    """
    if jobs == 1 and limits is None:
        return (_result(_attempt(work, task, _unheard)) for task in tasks)
    numbered = _run(work, enumerate(tasks), jobs, limits, on_lost)
    return _in_order(numbered) if in_order else (result for _, result in numbered)


def _unheard(report: object) -> None:
    """Nobody waits for reports of a task in the same process."""


def _in_order(numbered: Iterator[tuple[int, Result]]) -> Iterator[Result]:
    early: dict[int, Result] = {}
    due = 0
    for number, result in numbered:
        early[number] = result
        while due in early:
            yield early.pop(due)
            due += 1


def _run(
    work: Work[Task, Result],
    tasks: Iterator[tuple[int, Task]],
    jobs: int,
    limits: Limits | None,
    on_lost: OnLost[Task, Result] | None,
) -> Iterator[tuple[int, Result]]:
    pool = _Pool(work, tasks, limits, on_lost)
    try:
        yield from pool.run(jobs)
    finally:
        for worker in pool.workers:
            worker.stop()


@dataclass(frozen=True, slots=True)
class _Reported:
    note: Any


@dataclass(frozen=True, slots=True)
class _Failed:
    message: str
    traceback: str


def _attempt(work: Work[Any, Any], task: Any, report: Report) -> Any:
    try:
        with redirect_stdout(sys.stderr):  # what a bot prints is no part of a command's output
            return work(task, report)
    except (Exception, SystemExit) as error:  # noqa: BLE001  a task may run a stranger's code
        said = ", ".join([*getattr(error, "__notes__", ()), *_place(error)])
        message = f"{type(error).__name__}: {error}"
        return _Failed(f"{said}: {message}" if said else message, traceback.format_exc())


def _place(error: BaseException) -> list[str]:
    """Return the last place outside this package that the error came from, if there is one."""
    frames = traceback.extract_tb(error.__traceback__)
    others = [frame for frame in frames if not Path(frame.filename).is_relative_to(_PACKAGE)]
    return [f"{frame.filename}, line {frame.lineno}" for frame in others[-1:]]


def _result(answer: Any) -> Any:
    if isinstance(answer, _Failed):
        raise TaskFailed(answer.message, answer.traceback)
    return answer


def _child(work: Work[Any, Any], memory: int | None, pipe: Connection) -> None:
    """Do what the parent sends for as long as it is there."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which stops us
    if memory is not None:
        limit_memory(memory)
    try:
        while True:
            task = pipe.recv()
            pipe.send(_attempt(work, task, lambda note: pipe.send(_Reported(note))))
    except (EOFError, ConnectionError):  # the parent is gone
        return


class _Worker(Generic[Task]):
    """One child process and its task."""

    def __init__(self, work: Work[Task, Any], memory: int | None) -> None:
        self.pipe, theirs = _SPAWN.Pipe()
        # A daemon: if the run is interrupted, no child outlives it.
        self.process: BaseProcess = _SPAWN.Process(
            target=_child, args=(work, memory, theirs), daemon=True
        )
        self.process.start()
        theirs.close()
        self.number = 0
        self.task: Task
        self.note: Any = None
        self.since = 0.0

    def start(self, number: int, task: Task) -> None:
        self.number, self.task, self.note = number, task, None
        self.since = time.monotonic() + _STARTING  # no task is to blame for a slow start
        self.pipe.send(task)

    def stop(self) -> None:
        self.process.kill()
        self.process.join()
        self.pipe.close()


class _Pool(Generic[Task, Result]):
    """The children of one run."""

    def __init__(
        self,
        work: Work[Task, Result],
        tasks: Iterator[tuple[int, Task]],
        limits: Limits | None,
        on_lost: OnLost[Task, Result] | None,
    ) -> None:
        self._work = work
        self._tasks = tasks
        self._limits = limits
        self._on_lost = on_lost
        self.workers: list[_Worker[Task]] = []
        self._died: dict[int, Any] = {}  # tasks whose child died, and what it was busy with

    def run(self, jobs: int) -> Iterator[tuple[int, Result]]:
        for numbered in islice(self._tasks, jobs):
            self._start_worker(numbered)
        patience = self._limits.patience if self._limits else float("inf")
        while self.workers:
            ready = wait([worker.pipe for worker in self.workers], timeout=0.2)
            for worker in list(self.workers):
                if worker.pipe in ready:
                    yield from self._receive(worker)
                elif time.monotonic() - worker.since > patience:
                    yield from self._give_up(worker, patience)

    def _start_worker(self, numbered: tuple[int, Task] | None) -> None:
        if numbered is not None:
            worker = _Worker(self._work, self._limits.memory if self._limits else None)
            self.workers.append(worker)
            worker.start(*numbered)

    def _receive(self, worker: _Worker[Task]) -> Iterator[tuple[int, Result]]:
        try:
            message = worker.pipe.recv()
        except (EOFError, OSError):
            yield from self._on_exit(worker)
            return
        worker.since = time.monotonic()
        if isinstance(message, _Reported):
            worker.note = message.note
            return
        yield worker.number, _result(message)
        following = next(self._tasks, None)
        if following is None:
            self._remove(worker)
        else:
            worker.start(*following)

    def _give_up(self, worker: _Worker[Task], patience: float) -> Iterator[tuple[int, Result]]:
        self._remove(worker)
        yield self._lost(worker, f"made no move within {patience:g} s")
        self._start_worker(next(self._tasks, None))

    def _on_exit(self, worker: _Worker[Task]) -> Iterator[tuple[int, Result]]:
        """The child died: do the task once more, then take it for lost."""
        worker.process.join()
        code = worker.process.exitcode
        self._remove(worker)
        if worker.number in self._died and self._died[worker.number] == worker.note:
            yield self._lost(worker, f"its process died twice (exit code {code})")
            self._start_worker(next(self._tasks, None))
        else:
            self._died[worker.number] = worker.note
            self._start_worker((worker.number, worker.task))

    def _remove(self, worker: _Worker[Task]) -> None:
        self.workers.remove(worker)
        worker.stop()

    def _lost(self, worker: _Worker[Task], why: str) -> tuple[int, Result]:
        if self._on_lost is None:
            raise TaskLost(f"{worker.task}: {why}")
        return worker.number, self._on_lost(worker.task, worker.note, why)
