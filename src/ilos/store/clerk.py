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


class Clerk:
    """Does one thing after the other, and says so to the loop that asked."""

    def __init__(self, name: str) -> None:
        self._orders: SimpleQueue[tuple[Callable[[], Any], asyncio.Future[Any]] | None]
        self._orders = SimpleQueue()
        self._thread = threading.Thread(target=self._work, name=name, daemon=True)
        self._thread.start()

    async def do(self, order: Callable[[], T]) -> T:
        """Does it in the thread; what nobody waits for any more is not begun."""
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._orders.put((order, done))
        return await done

    def stop(self) -> None:
        """Does what is left, and goes."""
        self._orders.put(None)
        self._thread.join()

    def _work(self) -> None:
        while (next_one := self._orders.get()) is not None:
            order, done = next_one
            if done.cancelled():
                continue
            result, error = None, None
            try:
                result = order()
            except BaseException as failed:  # noqa: BLE001  given to whoever asked
                error = failed
            with suppress(RuntimeError):  # the loop is closed: nobody asks any more
                done.get_loop().call_soon_threadsafe(_tell, done, result, error)
            del next_one, order, done, result, error  # while waiting, nothing of it is kept


def _tell(done: asyncio.Future[Any], result: Any, error: BaseException | None) -> None:
    if done.done():
        return  # whoever asked has gone
    if error is None:
        done.set_result(result)
    else:
        done.set_exception(error)
