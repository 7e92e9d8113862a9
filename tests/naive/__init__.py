"""A slow, plain, independent reading of RULES.md and RECORD.md, to compare the engine with.

It imports nothing of `ilos`; whatever the two agree on was understood twice.
"""

from .corrupt import CORRUPTIONS, corrupt, corrupt_with
from .generate import STYLES, odd_tile_set, random_game, random_header
from .moves import canonical, legal_moves, sort_key
from .records import check_record, mask, replay
from .rules import NaiveGame
from .shapes import Event, Record, Refused

__all__ = [
    "CORRUPTIONS",
    "STYLES",
    "Event",
    "NaiveGame",
    "Record",
    "Refused",
    "canonical",
    "check_record",
    "corrupt",
    "corrupt_with",
    "legal_moves",
    "mask",
    "odd_tile_set",
    "random_game",
    "random_header",
    "replay",
    "sort_key",
]
