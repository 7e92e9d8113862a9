"""The same luck for all: chance that depends on the deal, not on who plays it."""

from __future__ import annotations

from collections.abc import Sequence

from ilos.engine.constants import TILES
from ilos.rules.chance import SeededChance


class CommonChance:
    """Cards and tiles from two streams, so that a tile more or less does not change the cards."""

    def __init__(self, seed: int) -> None:
        self._cards = SeededChance(2 * seed)
        self._tiles = SeededChance(2 * seed + 1)

    def draw(self, weights: Sequence[int]) -> int:
        return (self._tiles if len(weights) == TILES else self._cards).draw(weights)
