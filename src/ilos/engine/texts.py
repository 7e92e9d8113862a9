"""The words for a tile set's tiles, parts and sites as ready-made JSON.

Only `view_text` and `choices_text` speak in words; everything else here is numbers.
"""

from __future__ import annotations

LEAST = -64  # cells lie on both sides of the first tile
MOST = 255
SMALL = [b"%d" % n for n in range(LEAST, MOST + 1)]


class Texts:
    """The words of one tile set, by the engine's numbers."""

    tiles: list[bytes]  # "T01"
    parts: list[bytes]  # {"tile":"T01","part":0}
    hideouts: list[bytes]  # {"tile":"T01","hideout":true}
    sites: list[bytes]  # "tile":"T01","part":0,"site":2

    def __init__(
        self,
        tiles: list[bytes],
        parts: list[bytes],
        hideouts: list[bytes],
        sites: list[bytes],
    ) -> None:
        self.tiles = tiles
        self.parts = parts
        self.hideouts = hideouts
        self.sites = sites


def number(n: int) -> bytes:
    """A whole number in digits."""
    return SMALL[n - LEAST] if LEAST <= n <= MOST else b"%d" % n
