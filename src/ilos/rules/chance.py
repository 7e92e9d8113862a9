"""Where luck comes from. The rules never make it themselves: it is handed in."""

import operator
from collections.abc import Sequence
from typing import Protocol

from ilos.engine import api
from ilos.rules.errors import wrong_type


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
        self._state = whole_seed(seed)

    def below(self, n: int) -> int:
        """A number from 0 to n - 1."""
        self._state = api.next_state(self._state)
        return (api.random_bits(self._state) * n) >> 64

    def draw(self, weights: Sequence[int]) -> int:
        left = self.below(sum(weights))
        for index, weight in enumerate(weights):
            left -= weight
            if left < 0:
                return index
        raise ValueError("nothing can happen: all weights are 0")


def whole_seed(seed: int) -> int:
    """Return a seed as a whole number, whatever library it comes from; TypeError if it is none."""
    try:
        return operator.index(seed)
    except TypeError:
        raise wrong_type("seed", seed, "a whole number") from None
