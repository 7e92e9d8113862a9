"""The thread behind SQLite: one order after the other, each answered to the one who asked."""

import asyncio
import threading
from functools import partial

import pytest

from ilos.store.database_thread import DatabaseThread


async def test_orders_are_done_one_after_the_other() -> None:
    """One writer: first come, first served, in a thread that is not the loop's."""
    thread, done = DatabaseThread("thread"), list[int]()
    await asyncio.gather(*(thread.run(partial(done.append, n)) for n in range(50)))
    assert done == list(range(50))
    assert await thread.run(threading.get_ident) != threading.get_ident()
    thread.stop()


async def test_what_fails_is_told_and_the_next_one_is_done() -> None:
    """F-03: one bad order stops nobody."""
    thread = DatabaseThread("thread")
    with pytest.raises(ZeroDivisionError):
        await thread.run(lambda: 1 // 0)
    assert await thread.run(lambda: 1 // 1) == 1
    thread.stop()


async def test_what_nobody_waits_for_any_more_is_not_begun() -> None:
    """Who has gone asks for nothing; what was begun is finished."""
    thread, begun, go_on, done = (
        DatabaseThread("thread"),
        threading.Event(),
        threading.Event(),
        list[str](),
    )

    def long() -> None:
        begun.set()
        go_on.wait()
        done.append("long")

    first = asyncio.create_task(thread.run(long))
    second = asyncio.create_task(thread.run(lambda: done.append("never begun")))
    await asyncio.to_thread(begun.wait)
    first.cancel()
    second.cancel()
    await asyncio.gather(first, second, return_exceptions=True)
    go_on.set()
    await thread.run(lambda: done.append("next"))
    assert done == ["long", "next"]
    thread.stop()


def test_a_loop_that_is_gone_does_not_stop_the_thread() -> None:
    """A server that stopped in the middle of a commit leaves a thread that can end."""
    thread, go_on, done = DatabaseThread("thread"), threading.Event(), list[str]()

    async def ask_and_go() -> None:
        asyncio.get_running_loop().create_task(thread.run(lambda: go_on.wait()))
        await asyncio.sleep(0)

    asyncio.run(ask_and_go())
    go_on.set()
    assert asyncio.run(thread.run(lambda: done.append("done"))) is None
    thread.stop()
    assert done == ["done"]
