"""Work that is done in short steps, with room for something else between two of them."""

from collections.abc import Generator
from typing import TypeVar

T = TypeVar("T")
Steps = Generator[float, None, T]  # yields the share that is done, returns what was worked out


def finish(steps: Steps[T]) -> T:
    """Take all steps without a pause; return what they worked out."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            found: T = end.value
            return found
