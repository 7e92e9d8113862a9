"""A position: the whole truth about a game, as small integers; and what is printed.

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

from ilos.engine.constants import DECK, NEIGHBOURS
from ilos.engine.fields import FIELDS, STATE_BYTES

if not cython.compiled:
    from ilos.engine.constants import *
    from ilos.engine.fields import PositionFields, PrintedFields, set_to_zero
else:
    from cython.cimports.libc.string import memcpy, memset

    class PrintedFields:  # type: ignore[no-redef]
        """The C struct, as setup.py declares it."""

    class PositionFields:  # type: ignore[no-redef]
        """The C struct, as setup.py declares it."""


if TYPE_CHECKING:
    from collections.abc import Sequence

    from ilos.engine.fields import Size, Whole

IS_COMPILED: bool = cython.compiled


class Printed(PrintedFields):
    """What is printed: tiles, prices, and the options that the rules depend on."""

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
            set_to_zero(self, PrintedFields)
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
        for card, count in enumerate(DECK):
            self.cards[card] = count
        for side, (q, r) in enumerate(NEIGHBOURS):
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
        for side in range(SIDES):
            self.side_part[tile * SIDES + side] = -1
        self.parts[tile] = len(parts)
        site = 0
        for index in range(len(parts)):
            sides, kinds = parts[index]
            for side in sides:
                self.side_part[tile * SIDES + side] = index
                self.land[tile] |= 1 << side
            self.first_site[tile * PARTS + index] = site
            self.part_sites[tile * PARTS + index] = len(kinds)
            for kind in kinds:
                self.site_kind[tile * SITES + site] = kind
                self.site_part[tile * SITES + site] = index
                site += 1
        self.sites[tile] = site


CODES: dict[int, Literal["b", "h", "Q"]] = {
    1: "b",
    2: "h",
    8: "Q",
}  # how `array` names numbers of so many bytes
SIZE: Size = STATE_BYTES  # the same as a C number
# Tells one list of fields from another, so that a pickle of another version is refused.
LAYOUT = zlib.crc32(repr((FIELDS, sys.byteorder)).encode())


class Position(PositionFields):
    """Everything about one game that changes. Cheap to copy."""

    printed: Printed

    def __init__(self, printed: Printed) -> None:
        self.printed = printed
        if not cython.compiled:
            set_to_zero(self, PositionFields)

    def copy(self) -> Position:
        """An independent twin."""
        twin = Position(self.printed)
        copy_into(self, twin)
        return twin

    def __copy__(self) -> Position:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, object]) -> Position:
        return self.copy()  # what is printed never changes, so twins share it

    def __reduce__(self) -> tuple[object, ...]:
        return (unpickled_position, (self.printed, LAYOUT, bytes(self)))

    def __repr__(self) -> str:
        return f"<Position: phase {self.phase}, round {self.round}, seat {self.seat}>"

    def __bytes__(self) -> bytes:
        """All fields in the order of `FIELDS`, the same compiled or not: a key for a dictionary."""
        data = bytearray(STATE_BYTES)
        if cython.compiled:
            data[:] = _raw_bytes(self, 0, STATE_BYTES)
        else:
            for name, (offset, width, length) in FIELDS.items():
                value = getattr(self, name)
                field = array(CODES[width], value if length else [value]).tobytes()
                data[offset : offset + len(field)] = field
        return bytes(data)

    def __eq__(self, other: object) -> bool:
        """Equal in every field and in what is printed; a position can change, so it has no hash."""
        return (
            isinstance(other, Position)
            and bytes(self) == bytes(other)
            and self.printed == other.printed
        )

    __hash__ = None  # type: ignore[assignment]

    def __getattr__(self, name: str) -> int | list[int]:
        """Compiled: a field read from outside, as a number or a list that is a copy."""
        place = FIELDS.get(name)
        if place is None:
            raise AttributeError(f"a position has no field {name!r}")
        offset, width, length = place
        found = _numbers(self, offset, width, max(length, 1))
        return found if length else found[0]

    def snapshot(self) -> dict[str, int | list[int]]:
        """All fields by name; `restore` takes them back."""
        found = {name: getattr(self, name) for name in FIELDS}
        return {name: v[:] if isinstance(v, list) else v for name, v in found.items()}

    def restore(self, fields: dict[str, int | list[int]]) -> None:
        """Become what `snapshot` described."""
        for name in fields:
            self.set(name, fields[name])

    def set(self, name: str, value: int | list[int]) -> None:
        """Overwrite one field: for views, imagined worlds and tests, never to play a move."""
        offset, width, length = FIELDS[name]
        given = value if isinstance(value, list) else [value]
        if len(given) != max(length, 1) or isinstance(value, list) != (length > 0):
            raise ValueError(f"{name} does not hold {value}")
        if cython.compiled:
            _put_bytes(self, offset, array(CODES[width], given).tobytes())
        else:
            setattr(self, name, given[:] if length else given[0])

    def take_field(self, name: str, other: Position) -> None:
        """Make one field equal to another position's."""
        offset, width, length = FIELDS[name]
        if cython.compiled:
            _put_bytes(self, offset, _raw_bytes(other, offset, width * max(length, 1)))
        else:
            self.set(name, getattr(other, name))

    def take_some(self, name: str, first: int, count: int, other: Position) -> None:
        """Make some numbers of a field that is a list equal to another position's."""
        offset, width, length = FIELDS[name]
        if not 0 <= first <= first + count <= length:
            raise ValueError(f"{name} has no numbers {first} to {first + count}")
        if cython.compiled:
            start = offset + width * first
            _put_bytes(self, start, _raw_bytes(other, start, width * count))
        else:
            getattr(self, name)[first : first + count] = getattr(other, name)[first : first + count]

    def take_fields(self, names: tuple[str, ...], other: Position) -> None:
        """Make several fields equal to another position's."""
        if cython.compiled:
            for offset, size in stretches(names):
                _put_bytes(self, offset, _raw_bytes(other, offset, size))
        else:
            for name in names:
                self.take_field(name, other)


def unpickled_position(printed: Printed, layout: Whole, data: bytes) -> Position:
    """The position that a pickle holds; ValueError if its fields are not those of this version."""
    if layout != LAYOUT or len(data) != STATE_BYTES:
        raise ValueError(
            "this pickle holds a position of another version of Ilôs, with other fields; "
            "pickles last as long as one version, records (game.save) last for good"
        )
    p = Position(printed)
    if cython.compiled:
        _put_bytes(p, 0, data)
    else:
        for name, (offset, width, length) in FIELDS.items():
            field = memoryview(data)[offset : offset + width * max(length, 1)]
            found = field.cast(CODES[width]).tolist()
            setattr(p, name, found if length else found[0])
    return p


@cache
def stretches(names: tuple[str, ...]) -> list[tuple[int, int]]:
    """(offset, size) of these fields in the C struct, those side by side taken together."""
    found = []
    start = end = 0
    for offset, width, length in sorted(FIELDS[name] for name in names):
        if offset != end:
            found.append((start, end - start))
            start = offset
        end = offset + width * max(length, 1)
    return [*found, (start, end - start)]


def _numbers(p: Position, offset: int, width: int, length: int) -> list[int]:
    """A field of the C struct (compiled only)."""
    start = cython.cast(cython.p_char, cython.address(p.phase)) + offset
    if width == 1:
        small = cython.cast("signed char *", start)
        return [small[i] for i in range(length)]
    if width == 2:
        middle = cython.cast("short *", start)
        return [middle[i] for i in range(length)]
    return memoryview(_raw_bytes(p, offset, width * length)).cast(CODES[width]).tolist()


def _raw_bytes(p: Position, offset: int, size: int) -> bytes:
    """A stretch of the C struct (compiled only)."""
    start = cython.cast(cython.p_char, cython.address(p.phase)) + offset
    return start[:size]  # type: ignore[no-any-return]


def _put_bytes(p: Position, offset: int, data: bytes) -> None:
    """Overwrite a stretch of the C struct (compiled only)."""
    start = cython.cast(cython.p_char, cython.address(p.phase)) + offset
    memcpy(start, cython.cast(cython.p_char, data), len(data))


def copy_into(source: Position, target: Position) -> None:
    """Make the target equal to the source; both are of one game."""
    if cython.compiled:
        memcpy(cython.address(target.phase), cython.address(source.phase), SIZE)
    else:
        for name, field in FIELDS.items():
            value = getattr(source, name)
            setattr(target, name, value[:] if field.length else value)


def _clear(p: Position) -> None:
    """All numbers 0, except the generator's."""
    rng = p.rng
    if cython.compiled:
        memset(cython.address(p.phase), 0, SIZE)
    else:
        set_to_zero(p, PositionFields)
    p.rng = rng


def begin(p: Position) -> None:
    """RULES 3.2, 3.3: nothing turned up, nothing dealt; chance is to turn up the first tile."""
    _clear(p)
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
