"""The C types of the engine, and the fields of a position and of what is printed.

`declarations.py` reads both; copies, pickles and tests go by `FIELDS`.
"""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple, get_type_hints

from ilos.engine.constants import *

# A number or a list of numbers, and how C keeps each; a list's length is added where it is used.
Byte = Annotated[int, "signed char"]
Bytes = Annotated[list[int], "signed char"]
Short = Annotated[int, "short"]
Shorts = Annotated[list[int], "short"]
Int = Annotated[int, "int"]
Ints = Annotated[list[int], "int"]
Long = Annotated[int, "long long"]
Longs = Annotated[list[int], "long long"]
Unsigned = Annotated[int, "unsigned long long"]
Double = Annotated[float, "double"]
Doubles = Annotated[list[float], "double"]
Size = Annotated[int, "size_t"]
Setting = Annotated[int, "public int"]  # a number that Python may set
Whole = Annotated[int, "object"]  # any whole number, however large

# Room for numbers: a C pointer, or anything that is indexed.
ByteRow = Annotated[Any, "signed char *"]
ShortRow = Annotated[Any, "short *"]

# Buffers that the caller gives or an array holds, and tables of them, a row for each game.
ByteBuffer = Annotated[Any, "signed char[::1]"]
ByteTable = Annotated[Any, "signed char[:, ::1]"]
MaskBuffer = Annotated[Any, "unsigned char[::1]"]
MaskTable = Annotated[Any, "unsigned char[:, ::1]"]
ShortBuffer = Annotated[Any, "short[::1]"]
ShortTable = Annotated[Any, "short[:, ::1]"]
IntBuffer = Annotated[Any, "int[::1]"]
LongBuffer = Annotated[Any, "long long[::1]"]
LongTable = Annotated[Any, "long long[:, ::1]"]
FloatTable = Annotated[Any, "float[:, ::1]"]
DoubleBuffer = Annotated[Any, "double[::1]"]

WIDTHS = {
    "signed char": 1,
    "short": 2,
    "int": 4,
    "long long": 8,
    "unsigned long long": 8,
    "double": 8,
}


class PrintedFields:
    """What is printed: tiles, prices, and the options that the rules depend on."""

    players: Int
    pirates_draw: Int  # RULES 7: does a ship on a hideout draw a card?
    max_rounds: Int
    hideout: Annotated[Ints, TILES]  # by tile
    parts: Annotated[Ints, TILES]  # by tile: how many
    land: Annotated[Ints, TILES]  # by tile: land sides as six bits
    side_part: Annotated[Ints, TILES * SIDES]  # by tile and printed side: part index, -1 for sea
    sites: Annotated[Ints, TILES]  # by tile: how many
    site_kind: Annotated[Ints, ALL_SITES]  # by site
    site_part: Annotated[Ints, ALL_SITES]  # by site: part index
    first_site: Annotated[Ints, ALL_PARTS]  # by part: index of its first site on the tile
    part_sites: Annotated[Ints, ALL_PARTS]  # by part: how many
    price: Annotated[Longs, RESOURCES * PRICES]  # by resource * PRICES + step
    cards: Annotated[Ints, CARD_KINDS]  # by card: how many there are
    neighbour: Annotated[Ints, SIDES]  # by side: the way to the next cell


class PositionFields:
    """Everything about one game that changes."""

    # Whose turn it is and how far the game has come.
    phase: Byte  # what is pending, a PH_ number
    seat: Byte  # the seat that decides, draws or is dealt to
    round: Short  # 0 during setup
    ending: Byte  # a tenth pioneer has been deployed
    market_played: Byte  # a Market card was played this turn
    # Cards, as counts over the six kinds.
    hand: Annotated[Bytes, SEATS * CARD_KINDS]  # by seat * CARD_KINDS + card
    hand_size: Annotated[Bytes, SEATS]
    pile: Annotated[Bytes, CARD_KINDS]
    pile_size: Byte
    discard: Annotated[Bytes, CARD_KINDS]
    discard_size: Byte
    # Tiles.
    unseen: Annotated[Bytes, TILES]  # by tile: 1 while in the stack or in the box
    unseen_count: Byte
    stack: Byte  # tiles still to be turned up
    area: Annotated[Bytes, AREA]  # the face-up tiles, -1 for an empty place
    laid: Annotated[Bytes, TILES]  # tiles in the order they were laid
    laid_count: Byte
    order: Annotated[Bytes, TILES]  # by tile: its place in `laid`, -1 if not laid
    cell: Annotated[Shorts, TILES]  # by tile
    rotation: Annotated[Bytes, TILES]  # by tile
    # Empty cells next to the archipelago.
    frontier_count: Byte
    frontier_cell: Annotated[Shorts, FRONTIER]
    frontier_known: Annotated[Bytes, FRONTIER]  # six bits: sides that touch a tile
    frontier_land: Annotated[Bytes, FRONTIER]  # six bits: sides that touch land
    # Islands: each part names the oldest part of its island, which carries the island's facts.
    island: Annotated[Bytes, ALL_PARTS]  # by part, -1 if not laid
    islands: Byte  # how many
    ships: Annotated[Bytes, ALL_PARTS * SEATS]  # by island * SEATS + seat
    raiders: Annotated[Bytes, ALL_PARTS]  # by island: bits of the seats whose pirates attack it
    forts: Annotated[Bytes, ALL_PARTS]  # by island: bits of the seats with a fort on it
    worked: Annotated[Bytes, ALL_PARTS]  # by island: bits of the crops that plantations grow on it
    # Pieces.
    pirate: Annotated[Bytes, TILES]  # by tile: seat on its hideout, -1 for none
    pioneer: Annotated[Bytes, ALL_SITES]  # by site: seat, -1 for none
    building: Annotated[Bytes, ALL_SITES]  # by site: 0 none, 1 fort, 2.. trading post for a crop
    reserve: Annotated[Bytes, SEATS]  # by seat: ships
    pirates: Annotated[Bytes, SEATS]  # by seat: ships on hideouts
    pioneers: Annotated[Bytes, SEATS]  # by seat: pioneers in the reserve
    fort_count: Annotated[Bytes, SEATS]  # by seat
    buildings: Byte  # tokens left
    # Riches.
    production: Annotated[Bytes, SEATS * RESOURCES]  # by seat * RESOURCES + resource
    stock: Annotated[Shorts, SEATS * RESOURCES]  # the same
    step: Annotated[Bytes, RESOURCES]  # by resource: how often its price has risen
    markers: Byte
    # The move under way.
    playing: Byte  # the card, or FIRST_ISLAND
    origin: Byte  # where the ship comes from, FROM_...
    slot: Byte  # place in the exploration area, -1 when not exploring
    where: Byte  # place in the frontier
    laying: Byte  # the tile
    dock: Byte  # island, or ALL_PARTS + tile for a hideout
    site: Short
    option: Byte  # which building
    cards_due: Byte  # cards still to pay
    min_card_kind: Byte  # payments and swaps are chosen in the order of card kinds
    swapped: Byte  # cards to be drawn for a mulligan
    draws: Byte  # cards still to be dealt or drawn
    victim: Byte  # whose hand cards are taken from, -1 for nobody yet
    rng: Unsigned  # the generator of simulated chance


class Field(NamedTuple):
    """Where a field lies in the C struct."""

    offset: int  # in bytes, from the first field
    width: int  # bytes of one number
    length: int  # 0 for a single number


def c_fields(declared: type) -> dict[str, tuple[str, int]]:
    """Return the C type and length (0: one number) of fields of numbers, the narrow ones first."""
    hints = get_type_hints(declared, include_extras=True)
    found = {name: (*getattr(hint, "__metadata__", ("",)), 0)[:2] for name, hint in hints.items()}
    numbers = {name: field for name, field in found.items() if field[0] in WIDTHS}
    return dict(sorted(numbers.items(), key=lambda field: WIDTHS[field[1][0]]))


def _layout(declared: type) -> dict[str, Field]:
    """Return the fields as C lays them out."""
    placed = {}
    end = 0
    for name, (c_type, length) in c_fields(declared).items():
        width = WIDTHS[c_type]
        offset = -(-end // width) * width
        placed[name] = Field(offset, width, length)
        end = offset + width * max(length, 1)
    return placed


FIELDS = _layout(PositionFields)
STATE_BYTES = max(field.offset + field.width * max(field.length, 1) for field in FIELDS.values())


def set_to_zero(target: object, declared: type) -> None:
    """Give a Python object all its fields; the compiled ones have them from the start."""
    for name, (c_type, length) in c_fields(declared).items():
        zero = 0.0 if c_type == "double" else 0
        setattr(target, name, [zero] * length if length else zero)
