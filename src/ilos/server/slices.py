"""Long loops in slices: a thread that replays a game lets the event loop go first.

Threads share the interpreter, and on a small machine the processor too: a game of 2,500 events,
replayed at one go, kept moves of others waiting for up to 85 ms.
"""

import threading
import time
from collections.abc import Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")

SLICE = 0.001  # seconds of work
REST = 3.0  # times as long as it worked


class _Sliced(threading.local):
    is_on = False
    rested = 0.0  # seconds


_thread = _Sliced()


def slice_this_thread() -> None:
    """Have the loops of this thread take rests."""
    _thread.is_on = True


def rested() -> float:
    """Return how many seconds this thread has rested."""
    return _thread.rested


def in_slices(items: Iterable[T]) -> Iterator[T]:
    """Yield the items; a thread that does long work rests between slices of it."""
    if not _thread.is_on:
        yield from items
        return
    began = time.thread_time()
    for item in items:
        yield item
        worked = time.thread_time() - began
        if worked >= SLICE:
            time.sleep(worked * REST)
            _thread.rested += worked * REST
            began = time.thread_time()
