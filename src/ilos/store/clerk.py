"""A thread of our own for a database that makes its callers wait.

An executor of Python would do as well, but what it does for each order takes longer than the order.
"""

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from queue import SimpleQueue
from typing import Any, TypeVar

T = TypeVar("T")
Order = Callable[[], Any]
Tell = Callable[[Any], None]  # is given what came of an order, which may be an exception


class Clerk:
    """Does one thing after the other, and says so to the loop that asked."""

    def __init__(self, name: str) -> None:
        self._orders: SimpleQueue[tuple[Order, Tell, asyncio.AbstractEventLoop] | None]
        self._orders = SimpleQueue()
        self._thread = threading.Thread(target=self._work, name=name, daemon=True)
        self._thread.start()

    async def do(self, order: Callable[[], T]) -> T:
        """Does it in the thread; what nobody waits for any more is not begun."""
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self.order(lambda: None if done.cancelled() else order(), partial(resolve, done))
        return await done

    def order(self, order: Order, tell: Tell) -> None:
        """Does it in the thread, and then calls `tell` in the loop."""
        self._orders.put((order, tell, asyncio.get_running_loop()))

    def stop(self) -> None:
        """Does what is left, and goes."""
        self._orders.put(None)
        self._thread.join()

    def _work(self) -> None:
        while (next_one := self._orders.get()) is not None:
            order, tell, loop = next_one
            with suppress(RuntimeError):  # the loop is closed: nobody asks any more
                loop.call_soon_threadsafe(tell, outcome_of(order))
            del next_one, order, tell, loop  # while waiting, nothing of it is kept


def outcome_of(order: Order) -> Any:
    """What comes of an order: its result, or the exception it ends with."""
    try:
        return order()
    except BaseException as error:  # noqa: BLE001  given to whoever asked
        return error


def resolve(future: asyncio.Future[Any], outcome: Any) -> None:
    """Tell whoever waits what came of it."""
    if future.done():
        return  # whoever asked has gone
    if isinstance(outcome, BaseException):
        future.set_exception(outcome)
    else:
        future.set_result(outcome)
