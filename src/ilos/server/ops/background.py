"""Work that would delay everybody in the event loop: done in one thread, with shares by requester.

One thread, as threads share the interpreter with the event loop: two would delay it twice as much.
For the same reason it works in slices (`ilos.server.slices`) and rests three times as long as it
worked: all requesters together have a quarter of its time, however many they are.
"""

import asyncio
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import TypeVar

from ilos.server.ops.limits import ConcurrencyLimit, RateLimiter
from ilos.server.refusal import Refusal
from ilos.server.slices import REST, rested, slice_this_thread

T = TypeVar("T")

_EACH = 4  # jobs of one requester that may wait
_TOTAL = 40  # jobs that may wait in all
SERVER = ""  # the requester of work that the server itself needs; it has no limit


class BackgroundWork:
    """One thread, and how many seconds of it each requester used."""

    def __init__(self, seconds_per_minute: int) -> None:
        self._used = RateLimiter(seconds_per_minute, 60)
        self._waiting = ConcurrencyLimit(_EACH, _TOTAL)
        self._turn = asyncio.Lock()
        self._thread = ThreadPoolExecutor(
            max_workers=1, thread_name_prefix="background", initializer=slice_this_thread
        )

    async def run(self, requester: str, function: Callable[..., T], *args: object) -> T:
        """Return what the function returns; raise Refusal `too_many` for one who asks too much."""
        if requester == SERVER:
            return await self._run(function, *args)
        with self.admitted(requester):
            await self._turn.acquire()
            rest = 0.0
            try:
                timed: tuple[T, float, float] = await self._run(_timed, function, *args)
                rest = max(0.0, timed[1] * REST - timed[2])
            finally:
                asyncio.get_running_loop().call_later(rest, self._turn.release)
        self.spend(requester, timed[1])
        return timed[0]

    @contextmanager
    def admitted(self, requester: str) -> Iterator[None]:
        """Count work of a requester while it waits and runs; raise Refusal `too_many`."""
        self._used.check_left(requester, "long records and replays")
        if not self._waiting.has_room(requester):
            raise Refusal("too_many", "too many long records and replays; wait a little")
        with self._waiting.holding(requester):
            yield

    def spend(self, requester: str, seconds: float) -> None:
        """Count seconds that were worked for a requester."""
        self._used.spend(requester, seconds)

    async def _run(self, function: Callable[..., T], *args: object) -> T:
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.run_in_executor(self._thread, function, *args)
        return await future

    def stop(self) -> None:
        """Take no more work."""
        self._thread.shutdown(wait=False, cancel_futures=True)


def _timed(function: Callable[..., T], *args: object) -> tuple[T, float, float]:
    """Return what the function returns, and for how many seconds it worked and rested."""
    began, before = time.thread_time(), rested()
    result = function(*args)
    return result, time.thread_time() - began, rested() - before
