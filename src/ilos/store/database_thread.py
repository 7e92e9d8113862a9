"""A thread that runs database jobs one after the other.

concurrent.futures would do as well, but its overhead for each job exceeds the job itself.
"""

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from queue import SimpleQueue
from typing import Any, TypeVar

T = TypeVar("T")
Job = Callable[[], Any]
Callback = Callable[[Any], None]  # gets the result of a job, which may be an exception


class DatabaseThread:
    """Runs jobs one after the other and calls back in the event loop that submitted them."""

    def __init__(self, name: str) -> None:
        self._jobs: SimpleQueue[tuple[Job, Callback, asyncio.AbstractEventLoop] | None]
        self._jobs = SimpleQueue()
        self._thread = threading.Thread(target=self._work, name=name, daemon=True)
        self._thread.start()

    async def run(self, job: Callable[[], T]) -> T:
        """Run a job in the thread and return its result; skip it if the caller was cancelled."""
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self.submit(lambda: None if done.cancelled() else job(), partial(resolve, done))
        return await done

    def submit(self, job: Job, callback: Callback) -> None:
        """Run a job in the thread, then call `callback` in the event loop."""
        self._jobs.put((job, callback, asyncio.get_running_loop()))

    def stop(self) -> None:
        """Run the remaining jobs and end the thread."""
        self._jobs.put(None)
        self._thread.join()

    def _work(self) -> None:
        while (next_one := self._jobs.get()) is not None:
            job, callback, loop = next_one
            with suppress(RuntimeError):  # the loop is closed
                loop.call_soon_threadsafe(callback, result_of(job))
            del next_one, job, callback, loop  # keep nothing alive while waiting


def result_of(job: Job) -> Any:
    """Run a job; return its result, or the exception it raised."""
    try:
        return job()
    except BaseException as error:  # noqa: BLE001  given to the caller
        return error


def resolve(future: asyncio.Future[Any], outcome: Any) -> None:
    """Set the result or exception of a future."""
    if future.done():
        return  # the caller was cancelled
    if isinstance(outcome, BaseException):
        future.set_exception(outcome)
    else:
        future.set_result(outcome)
