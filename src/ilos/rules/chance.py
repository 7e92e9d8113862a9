"""Where luck comes from. The rules never make it themselves: it is handed in."""

from collections.abc import Sequence
from typing import Protocol

_MASK = (1 << 64) - 1


class Chance(Protocol):
    """A source of outcomes."""

    def draw(self, weights: Sequence[int]) -> int:
        """An index, with a probability in proportion to its weight."""
        ...


class SeededChance:
    """Reproducible luck: the same seed gives the same game on every machine (splitmix64).

    >>> SeededChance(7).draw([1, 1, 2]), SeededChance(7).draw([1, 1, 2])
    (1, 1)
    """

    def __init__(self, seed: int) -> None:
        self._state = seed & _MASK

    def below(self, n: int) -> int:
        """A number from 0 to n - 1."""
        self._state = (self._state + 0x9E3779B97F4A7C15) & _MASK
        x = self._state
        x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & _MASK
        return ((x ^ (x >> 31)) * n) >> 64

    def draw(self, weights: Sequence[int]) -> int:
        left = self.below(sum(weights))
        for index, weight in enumerate(weights):
            left -= weight
            if left < 0:
                return index
        raise ValueError("nothing can happen: all weights are 0")
