"""Chance for the painter: the same tile id gives the same coast on every machine.

This has nothing to do with the chance of the game; pictures must not depend on it.
"""

import math
from collections.abc import Callable, Iterator
from typing import Final

_MASK: Final = 0xFFFFFFFF


def seed_of(text: str) -> int:
    """The FNV-1a hash of a text's code points."""
    value = 2166136261
    for letter in text:
        value = ((value ^ ord(letter)) * 16777619) & _MASK
    return value


def dice(seed: int) -> Callable[[], float]:
    """An endless source of numbers from 0 to 1 (mulberry32)."""
    return _numbers(seed & _MASK).__next__


def _numbers(state: int) -> Iterator[float]:
    while True:
        state = (state + 0x6D2B79F5) & _MASK
        t = ((state ^ (state >> 15)) * (1 | state)) & _MASK
        t = (t + ((t ^ (t >> 7)) * (61 | t) & _MASK) & _MASK) ^ t
        yield ((t ^ (t >> 14)) & _MASK) / 4294967296


def noise(seed: int) -> Callable[[float, float], float]:
    """Smooth unevenness over the plane, from -1 to 1, one bump per unit."""
    lattice: dict[tuple[int, int], float] = {}

    def value(i: int, j: int) -> float:
        known = lattice.get((i, j))
        if known is None:
            h = (i * 374761393 + j * 668265263 + seed * 2246822519) & _MASK
            h = ((h ^ (h >> 13)) * 1274126177) & _MASK
            known = lattice[i, j] = (h ^ (h >> 16)) / 2147483648 - 1
        return known

    def at(x: float, y: float) -> float:
        i, j = math.floor(x), math.floor(y)
        u, w = x - i, y - j
        u = u * u * u * (u * (u * 6 - 15) + 10)
        w = w * w * w * (w * (w * 6 - 15) + 10)
        top = value(i, j) * (1 - u) + value(i + 1, j) * u
        low = value(i, j + 1) * (1 - u) + value(i + 1, j + 1) * u
        return top * (1 - w) + low * w

    return at
