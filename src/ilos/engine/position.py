"""A position: the whole truth about a game, as small integers; and the printed of its tile set.

Holds no rule. `Printed` is what is printed and agreed on before the game, `Position` what changes.
Hands and piles are counts over card kinds and unseen tiles are a set (RULES 6): an order that
does not exist cannot leak.
"""

from __future__ import annotations

import sys
import zlib
from array import array
from functools import cache
from typing import TYPE_CHECKING, Literal

import cython

if cython.compiled:
    from cython.cimports.libc.string import memcpy, memset
else:
    from ilos.engine.constants import *

if TYPE_CHECKING:
    from collections.abc import Sequence

IS_COMPILED: bool = cython.compiled


class Printed:
    """What is printed: tiles, prices, and the options that the rules depend on."""

    players: int
    pirates_draw: int  # RULES 7: does a ship on a hideout draw a card?
    max_rounds: int
    hideout: list[int]  # by tile
    parts: list[int]  # by tile: how many
    land: list[int]  # by tile: land sides as six bits
    side_part: list[int]  # by tile * 6 + printed side: part index, or -1 for sea
    sites: list[int]  # by tile: how many
    site_kind: list[int]  # by site
    site_part: list[int]  # by site: part index
    first_site: list[int]  # by part: index of its first site on the tile
    part_sites: list[int]  # by part: how many
    price: list[int]  # by resource * PRICES + step
    cards: list[int]  # by card: how many there are
    neighbour: list[int]  # by side: the way to the next cell
    source: tuple[int, bool, int, object, object]  # what it was made from, as tuples

    def __init__(
        self,
        players: int,
        pirates_draw: bool,
        max_rounds: int,
        tiles: Sequence[tuple[bool, Sequence[tuple[Sequence[int], Sequence[int]]]]],
        prices: Sequence[Sequence[int]],
    ) -> None:
        """Tiles are (hideout, parts) and parts (sides, site kinds); prices a row a resource."""
        if not 2 <= players <= SEATS or len(tiles) != TILES:
            raise ValueError(f"{players} players and {len(tiles)} tiles do not make a game")
        if not cython.compiled:
            self.hideout = [0] * TILES
            self.parts = [0] * TILES
            self.land = [0] * TILES
            self.side_part = [-1] * (TILES * 6)
            self.sites = [0] * TILES
            self.site_kind = [0] * ALL_SITES
            self.site_part = [0] * ALL_SITES
            self.first_site = [0] * ALL_PARTS
            self.part_sites = [0] * ALL_PARTS
            self.price = [0] * (RESOURCES * PRICES)
            self.cards = [0] * CARD_KINDS
            self.neighbour = [0] * 6
        self.source = (
            players,
            bool(pirates_draw),
            max_rounds,
            tuple(
                (bool(hideout), tuple((tuple(sides), tuple(kinds)) for sides, kinds in parts))
                for hideout, parts in tiles
            ),
            tuple(tuple(row) for row in prices),
        )
        self.players = players
        self.pirates_draw = 1 if pirates_draw else 0
        self.max_rounds = max_rounds
        for card, count in enumerate((30, 20, 10, 12, 6, 12)):
            self.cards[card] = count
        for side, (q, r) in enumerate(((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))):
            self.neighbour[side] = q * GRID + r
        for tile in range(TILES):
            hideout, parts = tiles[tile]
            self.hideout[tile] = 1 if hideout else 0
            self._print_tile(tile, parts)
        for resource in range(RESOURCES):
            for step in range(PRICES):
                self.price[resource * PRICES + step] = prices[resource][step]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Printed) and self.source == other.source

    def __hash__(self) -> int:
        return hash(self.source)

    def __reduce__(self) -> tuple[object, ...]:
        return (Printed, self.source)

    def _print_tile(self, tile: int, parts: Sequence[tuple[Sequence[int], Sequence[int]]]) -> None:
        if len(parts) > PARTS or sum(len(sites) for _, sites in parts) > SITES:
            raise ValueError(f"tile {tile} has too many parts or sites")
        for side in range(6):
            self.side_part[tile * 6 + side] = -1
        self.parts[tile] = len(parts)
        site = 0
        for index in range(len(parts)):
            sides, kinds = parts[index]
            for side in sides:
                self.side_part[tile * 6 + side] = index
                self.land[tile] |= 1 << side
            self.first_site[tile * PARTS + index] = site
            self.part_sites[tile * PARTS + index] = len(kinds)
            for kind in kinds:
                self.site_kind[tile * SITES + site] = kind
                self.site_part[tile * SITES + site] = index
                site += 1
        self.sites[tile] = site


# Every field of a position with its length (0: a single number), in the order of position.pxd,
# which a test compares: numbers of one byte, of two, of eight.
BYTES = (
    ("phase", 0), ("seat", 0), ("ending", 0), ("market_played", 0),
    ("hand", SEATS * CARD_KINDS), ("hand_size", SEATS),
    ("pile", CARD_KINDS), ("pile_size", 0), ("discard", CARD_KINDS), ("discard_size", 0),
    ("unseen", TILES), ("unseen_count", 0), ("stack", 0), ("area", AREA),
    ("laid", TILES), ("laid_count", 0), ("order", TILES), ("rotation", TILES),
    ("frontier_count", 0), ("frontier_known", FRONTIER), ("frontier_land", FRONTIER),
    ("island", ALL_PARTS), ("islands", 0), ("ships", ALL_PARTS * SEATS),
    ("raiders", ALL_PARTS), ("forts", ALL_PARTS), ("worked", ALL_PARTS),
    ("pirate", TILES), ("pioneer", ALL_SITES), ("building", ALL_SITES),
    ("reserve", SEATS), ("pirates", SEATS), ("pioneers", SEATS), ("fort_count", SEATS),
    ("buildings", 0), ("production", SEATS * RESOURCES), ("step", RESOURCES), ("markers", 0),
    ("playing", 0), ("origin", 0), ("slot", 0), ("where", 0), ("laying", 0), ("dock", 0),
    ("option", 0), ("cards_due", 0), ("min_card_kind", 0), ("swapped", 0), ("draws", 0),
    ("victim", 0),
)  # fmt: skip
SHORTS = (
    ("round", 0), ("site", 0), ("cell", TILES), ("frontier_cell", FRONTIER),
    ("stock", SEATS * RESOURCES),
)  # fmt: skip
LONGS = (("rng", 0),)
FIELDS = BYTES + SHORTS + LONGS


def _places() -> tuple[dict[str, tuple[int, int, int]], int]:
    """Where each field lies in the C struct: offset, bytes a number, length; and the whole size."""
    places = {}
    offset = 0
    for width, fields in ((1, BYTES), (2, SHORTS), (8, LONGS)):
        offset = -(-offset // width) * width
        for name, length in fields:
            places[name] = (offset, width, length)
            offset += width * max(length, 1)
    return places, offset


PLACES, STATE_BYTES = _places()
CODES: dict[int, Literal["b", "h", "Q"]] = {
    1: "b",
    2: "h",
    8: "Q",
}  # how `array` names numbers of so many bytes
SIZE = STATE_BYTES  # the same as a C number
# Tells one list of fields from another, so that a pickle of another version is refused.
LAYOUT = zlib.crc32(repr((FIELDS, sys.byteorder)).encode())


class Position:
    """Everything about one game that changes. Cheap to copy."""

    printed: Printed
    # Whose turn it is and how far the game has come.
    phase: int  # what is pending, a PH_ number
    seat: int  # the seat that decides, draws or is dealt to
    round: int  # 0 during setup
    ending: int  # a tenth pioneer has been deployed
    market_played: int  # a Market card was played this turn
    # Cards, as counts over the six kinds.
    hand: list[int]  # by seat * CARD_KINDS + card
    hand_size: list[int]
    pile: list[int]
    pile_size: int
    discard: list[int]
    discard_size: int
    # Tiles.
    unseen: list[int]  # by tile: 1 while in the stack or in the box
    unseen_count: int
    stack: int  # tiles still to be turned up
    area: list[int]  # the face-up tiles, -1 for an empty place
    laid: list[int]  # tiles in the order they were laid
    laid_count: int
    order: list[int]  # by tile: its place in `laid`, -1 if not laid
    cell: list[int]  # by tile
    rotation: list[int]  # by tile
    # Empty cells next to the archipelago.
    frontier_count: int
    frontier_cell: list[int]
    frontier_known: list[int]  # six bits: sides that touch a tile
    frontier_land: list[int]  # six bits: sides that touch land
    # Islands: each part names the oldest part of its island, which carries the island's facts.
    island: list[int]  # by part, -1 if not laid
    islands: int  # how many
    ships: list[int]  # by island * SEATS + seat
    raiders: list[int]  # by island: bits of the seats whose pirates attack it
    forts: list[int]  # by island: bits of the seats with a fort on it
    worked: list[int]  # by island: bits of the crops that some plantation grows on it
    # Pieces.
    pirate: list[int]  # by tile: seat on its hideout, -1 for none
    pioneer: list[int]  # by site: seat, -1 for none
    building: list[int]  # by site: 0 none, 1 fort, 2.. trading post for ebony, spice, pigment
    reserve: list[int]  # by seat: ships
    pirates: list[int]  # by seat: ships on hideouts
    pioneers: list[int]  # by seat: pioneers in the reserve
    fort_count: list[int]  # by seat
    buildings: int  # tokens left
    # Riches.
    production: list[int]  # by seat * RESOURCES + resource
    stock: list[int]  # the same
    step: list[int]  # by resource: how often its price has risen
    markers: int
    # The move under way.
    playing: int  # the card, or FIRST_ISLAND
    origin: int  # where the ship comes from, FROM_...
    slot: int  # place in the exploration area, -1 when not exploring
    where: int  # place in the frontier
    laying: int  # the tile
    dock: int  # island, or ALL_PARTS + tile for a hideout
    site: int
    option: int  # which building
    cards_due: int  # cards still to pay
    min_card_kind: int  # payments and swaps are chosen in the order of card kinds
    swapped: int  # cards to be drawn for a mulligan
    draws: int  # cards still to be dealt or drawn
    victim: int  # whose hand cards are taken from, -1 for nobody yet
    rng: int  # the generator of simulated chance

    def __init__(self, printed: Printed) -> None:
        self.printed = printed
        if not cython.compiled:
            for name, length in FIELDS:
                setattr(self, name, [0] * length if length else 0)

    def copy(self) -> Position:
        """An independent twin."""
        twin = Position(self.printed)
        copy_into(self, twin)
        return twin

    def __copy__(self) -> Position:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, object]) -> Position:
        return self.copy()  # the printed are never changed, so that twins share them

    def __reduce__(self) -> tuple[object, ...]:
        return (unpickled_position, (self.printed, LAYOUT, bytes(self)))

    def __repr__(self) -> str:
        return f"<Position: phase {self.phase}, round {self.round}, seat {self.seat}>"

    def __bytes__(self) -> bytes:
        """All fields in the order of `FIELDS`, the same compiled or not: a key for a dictionary."""
        data = bytearray(STATE_BYTES)
        if cython.compiled:
            data[:] = raw_bytes(self, 0, STATE_BYTES)
        else:
            for name, (offset, width, length) in PLACES.items():
                value = getattr(self, name)
                field = array(CODES[width], value if length else [value]).tobytes()
                data[offset : offset + len(field)] = field
        return bytes(data)

    def __eq__(self, other: object) -> bool:
        """Equal in every field and of equal printed; a position can change, so it has no hash."""
        return (
            isinstance(other, Position)
            and bytes(self) == bytes(other)
            and self.printed == other.printed
        )

    __hash__ = None  # type: ignore[assignment]

    def __getattr__(self, name: str) -> int | list[int]:
        """Compiled: a field read from outside, as a number or a list that is a copy."""
        place = PLACES.get(name)
        if place is None:
            raise AttributeError(f"a position has no field {name!r}")
        offset, width, length = place
        found = numbers(self, offset, width, max(length, 1))
        return found if length else found[0]

    def snapshot(self) -> dict[str, int | list[int]]:
        """All fields by name; `restore` takes them back."""
        found = {name: getattr(self, name) for name, _ in FIELDS}
        return {name: v[:] if isinstance(v, list) else v for name, v in found.items()}

    def restore(self, fields: dict[str, int | list[int]]) -> None:
        """Become what `snapshot` described."""
        for name in fields:
            self.set(name, fields[name])

    def set(self, name: str, value: int | list[int]) -> None:
        """Overwrite one field: for views, imagined worlds and tests, never to play a move."""
        offset, width, length = PLACES[name]
        given = value if isinstance(value, list) else [value]
        if len(given) != max(length, 1) or isinstance(value, list) != (length > 0):
            raise ValueError(f"{name} does not hold {value}")
        if cython.compiled:
            put_bytes(self, offset, array(CODES[width], given).tobytes())
        else:
            setattr(self, name, given[:] if length else given[0])

    def take_field(self, name: str, other: Position) -> None:
        """Make one field equal to another position's."""
        offset, width, length = PLACES[name]
        if cython.compiled:
            put_bytes(self, offset, raw_bytes(other, offset, width * max(length, 1)))
        else:
            self.set(name, getattr(other, name))

    def take_some(self, name: str, first: int, count: int, other: Position) -> None:
        """Make some numbers of a field that is a list equal to another position's."""
        offset, width, length = PLACES[name]
        if not 0 <= first <= first + count <= length:
            raise ValueError(f"{name} has no numbers {first} to {first + count}")
        if cython.compiled:
            start = offset + width * first
            put_bytes(self, start, raw_bytes(other, start, width * count))
        else:
            getattr(self, name)[first : first + count] = getattr(other, name)[first : first + count]

    def take_fields(self, names: tuple[str, ...], other: Position) -> None:
        """Make several fields equal to another position's."""
        if cython.compiled:
            for offset, size in stretches(names):
                put_bytes(self, offset, raw_bytes(other, offset, size))
        else:
            for name in names:
                self.take_field(name, other)


def unpickled_position(printed: Printed, layout: int, data: bytes) -> Position:
    """The position that a pickle holds; ValueError if its fields are not those of this version."""
    if layout != LAYOUT or len(data) != STATE_BYTES:
        raise ValueError(
            "this pickle holds a position of another version of Ilôs, with other fields; "
            "pickles last as long as one version, records (game.save) last for good"
        )
    p = Position(printed)
    if cython.compiled:
        put_bytes(p, 0, data)
    else:
        for name, (offset, width, length) in PLACES.items():
            field = memoryview(data)[offset : offset + width * max(length, 1)]
            found = field.cast(CODES[width]).tolist()
            setattr(p, name, found if length else found[0])
    return p


@cache
def stretches(names: tuple[str, ...]) -> list[tuple[int, int]]:
    """(offset, size) of these fields in the C struct, those side by side taken together."""
    found = []
    start = end = 0
    for offset, width, length in sorted(PLACES[name] for name in names):
        if offset != end:
            found.append((start, end - start))
            start = offset
        end = offset + width * max(length, 1)
    return [*found, (start, end - start)]


def numbers(p: Position, offset: int, width: int, length: int) -> list[int]:
    """A field of the C struct (compiled only)."""
    start = cython.cast(cython.p_char, cython.address(p.phase)) + offset
    if width == 1:
        small = cython.cast("signed char *", start)
        return [small[i] for i in range(length)]
    if width == 2:
        middle = cython.cast("short *", start)
        return [middle[i] for i in range(length)]
    return memoryview(raw_bytes(p, offset, width * length)).cast(CODES[width]).tolist()


def raw_bytes(p: Position, offset: int, size: int) -> bytes:
    """A stretch of the C struct (compiled only)."""
    start = cython.cast(cython.p_char, cython.address(p.phase)) + offset
    return start[:size]  # type: ignore[no-any-return]


def put_bytes(p: Position, offset: int, data: bytes) -> None:
    """Overwrite a stretch of the C struct (compiled only)."""
    start = cython.cast(cython.p_char, cython.address(p.phase)) + offset
    memcpy(start, cython.cast(cython.p_char, data), len(data))


def copy_into(source: Position, target: Position) -> None:
    """Make the target equal to the source; both are of one game."""
    if cython.compiled:
        memcpy(cython.address(target.phase), cython.address(source.phase), SIZE)
    else:
        for name, length in FIELDS:
            value = getattr(source, name)
            setattr(target, name, value[:] if length else value)


def clear(p: Position) -> None:
    """All numbers 0, except the generator's."""
    rng = p.rng
    if cython.compiled:
        memset(cython.address(p.phase), 0, SIZE)
    else:
        for name, length in FIELDS:
            setattr(p, name, [0] * length if length else 0)
    p.rng = rng


def begin(p: Position) -> None:
    """RULES 3.2, 3.3: nothing turned up, nothing dealt; chance is to turn up the first tile."""
    clear(p)
    for card in range(CARD_KINDS):
        p.pile[card] = p.printed.cards[card]
    p.pile_size = CARDS
    for tile in range(TILES):
        p.unseen[tile] = 1
        p.order[tile] = p.pirate[tile] = -1
    for place in range(AREA):
        p.area[place] = -1
    for part in range(ALL_PARTS):
        p.island[part] = -1
    for site in range(ALL_SITES):
        p.pioneer[site] = -1
    for seat in range(SEATS):
        p.reserve[seat] = SHIPS
        p.pioneers[seat] = PIONEERS
    p.unseen_count = TILES
    p.stack = TILES_A_SEAT * p.printed.players
    p.buildings = TOKENS
    p.markers = MARKERS
    p.slot = p.victim = -1
    p.frontier_count = 1  # the first tile goes to cell (0, 0)
    p.frontier_cell[0] = ORIGIN
    p.phase = PH_SETUP
    p.draws = AREA
