"""A thread of our own for a database that makes its callers wait.

An executor of Python would do as well, but what it does for each order takes longer than the order.
"""

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from typing import Any, TypeVar

T = TypeVar("T")
Tell = Callable[[Any, BaseException | None], None]  # what came of it, or why nothing did


class Clerk:
    """Does one thing after the other, and says so to the loop that asked."""

    def __init__(self, name: str) -> None:
        self._orders: SimpleQueue[_Order | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._work, name=name, daemon=True)
        self._thread.start()

    async def do(self, order: Callable[[], T]) -> T:
        """Does it in the thread; what nobody waits for any more is not begun."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[T] = loop.create_future()

        def tell(result: T, error: BaseException | None) -> None:
            if done.done():
                return  # whoever asked has gone
            if error is None:
                done.set_result(result)
            else:
                done.set_exception(error)

        self._orders.put((order, tell, loop, done.cancelled))
        return await done

    def order(self, order: Callable[[], Any], tell: Tell, loop: asyncio.AbstractEventLoop) -> None:
        """Does it in the thread, and then calls `tell` in the loop."""
        self._orders.put((order, tell, loop, _never))

    def stop(self) -> None:
        """Does what is left, and goes."""
        self._orders.put(None)
        self._thread.join()

    def _work(self) -> None:
        while (next_one := self._orders.get()) is not None:
            order, tell, loop, is_void = next_one
            if is_void():
                continue
            result, error = None, None
            try:
                result = order()
            except BaseException as failed:  # noqa: BLE001  given to whoever asked
                error = failed
            with suppress(RuntimeError):  # the loop is closed: nobody asks any more
                loop.call_soon_threadsafe(tell, result, error)
            # While waiting, nothing of it is kept.
            del next_one, order, tell, loop, is_void, result, error


_Order = tuple[Callable[[], Any], Tell, asyncio.AbstractEventLoop, Callable[[], bool]]


def _never() -> bool:
    return False
