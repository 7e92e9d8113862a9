"""The words for a tile set's tiles, parts and sites as ready-made JSON.

Only `view_text` and `write_choices` speak in words; everything else here is numbers.
"""

from __future__ import annotations

_LEAST: int = -64  # cells lie on both sides of the first tile
_MOST: int = 255
_SMALL: list[bytes] = [b"%d" % n for n in range(_LEAST, _MOST + 1)]


class JsonFragments:
    """The words of one tile set, by the engine's numbers; the rules hand them in."""

    tiles: list[bytes]  # "T01"
    parts: list[bytes]  # {"tile":"T01","part":0}
    hideouts: list[bytes]  # {"tile":"T01","hideout":true}
    sites: list[bytes]  # "tile":"T01","part":0,"site":2
    cards: list[bytes]  # "ship"
    resources: list[bytes]  # "ebony"
    card_keys: list[bytes]  # "ship":
    resource_keys: list[bytes]  # "ebony":
    resources_in: list[bytes]  # by bits: ["ebony","gold"]
    buildings: list[bytes]  # by what is built on a site: the end of its pioneer

    def __init__(
        self,
        tiles: list[bytes],
        parts: list[bytes],
        hideouts: list[bytes],
        sites: list[bytes],
        cards: list[bytes],
        resources: list[bytes],
    ) -> None:
        self.tiles = tiles
        self.parts = parts
        self.hideouts = hideouts
        self.sites = sites
        self.cards = cards
        self.resources = resources
        self.card_keys = [word + b":" for word in cards]
        self.resource_keys = [word + b":" for word in resources]
        self.resources_in = [
            b"[%b]" % b",".join([word for n, word in enumerate(resources) if bits >> n & 1])
            for bits in range(1 << len(resources))
        ]
        self.buildings = [
            b',"building":null,"resource":null}',
            b',"building":"fort","resource":null}',
            *[b',"building":"trading_post","resource":%b}' % word for word in resources],
        ]


def number(n: int) -> bytes:
    """A whole number in digits."""
    return _SMALL[n - _LEAST] if _LEAST <= n <= _MOST else b"%d" % n
