"""What a seat may know (RULES 6), as a fixed row of small numbers for programs that learn.

`GROUPS` is the coding, number by number, in the order in which `observe` writes it; a change of
either raises `OBSERVATION_VERSION`. Seats are relative: 0 is the observer, 1 the next to the left.
Of what is secret only the observer's own hand is read. `tests/environments/test_secrets.py`
compares worlds that differ only in what the observer cannot see.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import cython

if cython.compiled:
    from cython.cimports.libc.string import memcpy, memset
else:
    from ilos.engine.constants import *
    from ilos.engine.decisions import Options, find_options
    from ilos.engine.effects import draw_count
    from ilos.engine.islands import is_under_piracy

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ilos.engine.fields import ByteBuffer, ByteRow, MaskBuffer, Size
    from ilos.engine.position import Position

OBSERVATION_VERSION = 1
ACTION_VERSION = 1  # of the meaning of decisions 0..DECISIONS - 1
_MOST: int = 127  # larger numbers are shown as this
_WAITING: int = 9  # the observer's phase while another seat decides
_OVER: int = 10


class Field(NamedTuple):
    """A run of numbers of an observation that mean the same."""

    name: str
    length: int
    low: int
    high: int
    meaning: str


class Group(NamedTuple):
    """Fields that come once for each seat, tile, part, ..."""

    name: str
    times: int
    fields: tuple[Field, ...]

    @property
    def width(self) -> int:
        """Numbers for each of them."""
        return sum(field.length for field in self.fields)


GROUPS = (
    Group("table", 1, (
        Field("players", 1, 0, 5, "how many play"),
        Field("seat", 1, 0, 4, "the observer's seat, counted from the one that starts"),
        Field("round", 1, 0, _MOST, "0 during setup"),
        Field("rounds_left", 1, 0, _MOST, "rounds until the safety valve (RULES 5)"),
        Field("ending", 1, 0, 1, "a tenth pioneer stands, this round is the last"),
        Field("pirates_draw", 1, 0, 1, "ships on hideouts draw a card (RULES 7)"),
        Field("phase", 11, 0, 1, "one of: mulligan, first island, action, destination of a ship, "
              "cell, rotation, part, building, payment, another seat decides, over"),
        Field("to_act", 5, 0, 1, "one of the seats: who decides"),
        Field("market_played", 1, 0, 1, "a Market card was played this turn"),
        Field("markers", 1, 0, 8, "price markers left"),
        Field("buildings", 1, 0, 10, "building tokens left"),
        Field("pile", 1, 0, 90, "cards in the draw pile"),
        Field("stack", 1, 0, 20, "tiles still to be turned up"),
        Field("discard", 6, 0, 30, "discarded cards, by kind"),
        Field("hand", 6, 0, 30, "the observer's cards, by kind"),
        Field("step", 4, 0, 4, "how often each resource's price has risen"),
        Field("price", 4, 0, _MOST, "what each resource is worth now"),
        Field("cards_due", 1, 0, 7, "cards still to pay for the move under way"),
        Field("min_card_kind", 1, 0, 5, "card kinds before this one may not be given up any more"),
        Field("swapped", 1, 0, 5, "cards given up so far in the mulligan"),
    )),
    Group("seats", SEATS, (
        Field("present", 1, 0, 1, "someone sits there"),
        Field("hand_size", 1, 0, 90, "cards in the hand"),
        Field("ships", 1, 0, 5, "ships in the reserve"),
        Field("pirates", 1, 0, 5, "ships on hideouts"),
        Field("pioneers", 1, 0, 10, "pioneers in the reserve"),
        Field("forts", 1, 0, 10, "forts built"),
        Field("draw", 1, 0, 18, "cards to be drawn at the end of a turn"),
        Field("production", 4, 0, 10, "tokens on the production board, by resource"),
        Field("stock", 4, -1, _MOST, "tokens in the stock, by resource; -1 behind a screen"),
    )),
    Group("tiles", TILES, (
        Field("unseen", 1, 0, 1, "in the stack or in the box"),
        Field("area", 3, 0, 1, "one of the places of the exploration area"),
        Field("chosen", 1, 0, 1, "taken for exploring, not yet laid"),
        Field("laid", 1, 0, 1, "in play"),
        Field("cell", 2, -32, 31, "q and r of its cell"),
        Field("rotation", 6, 0, 1, "one of the six"),
        Field("pirate", 5, 0, 1, "one of the seats: whose ship is on its hideout"),
    )),
    Group("parts", ALL_PARTS, (
        Field("island", 1, 0, 60, "1 + number of the oldest part of its island; 0: not in play"),
        Field("oldest", 1, 0, 1, "it is that oldest part, by which decisions name the island"),
        Field("piracy", 1, 0, 1, "its island is under piracy for the observer (RULES 4.5)"),
        Field("worked", 3, 0, 1, "someone grows ebony, spice, pigment on its island"),
        Field("island_ships", 5, 0, 5, "ships on the shore of its island, by seat"),
        Field("island_raiders", 5, 0, 1, "whose pirates attack its island, by seat"),
        Field("island_forts", 5, 0, 1, "who has a fort on its island, by seat"),
    )),
    Group("sites", ALL_SITES, (
        Field("own", 1, 0, 1, "the observer's pioneer stands there"),
        Field("other", 1, 0, 4, "the seat of another pioneer there, 0 for none"),
        Field("building", 1, 0, 4, "0 none, 1 fort, 2 to 4 trading post for ebony, spice, pigment"),
    )),
    Group("frontier", FRONTIER, (
        Field("place", 2, -32, 31, "q and r of an empty cell next to the archipelago"),
        Field("sides", 6, 0, 2, "what touches each side: 0 nothing, 1 sea, 2 land"),
    )),
    Group("move", 1, (
        Field("decided", DECISIONS, 0, 1, "decisions that make up the move under way; a ship's "
              "dock is given as its island, and cards given up are seen in hand and discard"),
    )),
)  # fmt: skip

OBSERVATION_SIZE = sum(group.times * group.width for group in GROUPS)
LENGTH: Size = OBSERVATION_SIZE  # the same as a C number


def places() -> Iterator[tuple[Group, Field, int]]:
    """Every field with the place of its first number (for the first of its group)."""
    start = 0
    for group in GROUPS:
        at = start
        for field in group.fields:
            yield group, field, at
            at += field.length
        start += group.times * group.width


def bounds() -> tuple[list[int], list[int]]:
    """The least and the largest value of each number of an observation."""
    low: list[int] = []
    high: list[int] = []
    for group in GROUPS:
        low += [field.low for field in group.fields for _ in range(field.length)] * group.times
        high += [field.high for field in group.fields for _ in range(field.length)] * group.times
    return low, high


def observe(p: Position, viewer: int, open_stocks: bool, out: ByteRow) -> None:
    """Write what the seat may know into `out`."""
    if cython.compiled:
        memset(out, 0, LENGTH)
    else:
        for place in range(LENGTH):
            out[place] = 0
    at = _table(p, viewer, out, 0)
    at = _seats(p, viewer, open_stocks or p.phase == PH_OVER, out, at)
    at = _tiles(p, viewer, out, at)
    at = _parts(p, viewer, out, at)
    at = _sites(p, viewer, out, at)
    at = _frontier(p, out, at)
    if viewer == p.seat:
        _move(p, out, at)


def _shown(number: int) -> int:
    return number if number < _MOST else _MOST


def _relative(p: Position, seat: int, viewer: int) -> int:
    """A seat as the viewer counts it."""
    return seat - viewer if seat >= viewer else seat - viewer + p.printed.players


def _table(p: Position, viewer: int, out: ByteRow, at: int) -> int:
    out[at] = p.printed.players
    out[at + 1] = viewer
    out[at + 2] = _shown(p.round)
    out[at + 3] = _shown(p.printed.max_rounds - p.round)
    out[at + 4] = p.ending
    out[at + 5] = p.printed.pirates_draw
    out[at + 6 + _phase(p, viewer)] = 1
    at += 17
    if p.phase != PH_OVER:
        out[at + _relative(p, p.seat, viewer)] = 1
    at += SEATS
    out[at] = p.market_played
    out[at + 1] = p.markers
    out[at + 2] = p.buildings
    out[at + 3] = p.pile_size
    out[at + 4] = p.stack
    at += 5
    for card in range(CARD_KINDS):
        out[at + card] = p.discard[card]
        out[at + CARD_KINDS + card] = p.hand[viewer * CARD_KINDS + card]
    at += 2 * CARD_KINDS
    for resource in range(RESOURCES):
        out[at + resource] = p.step[resource]
        price = p.printed.price[resource * PRICES + p.step[resource]]
        out[at + RESOURCES + resource] = price if price < _MOST else _MOST
    at += 2 * RESOURCES
    if viewer == p.seat:
        if p.phase == PH_PAY:
            out[at] = p.cards_due
        if p.phase == PH_PAY or p.phase == PH_MULLIGAN:
            out[at + 1] = p.min_card_kind
            out[at + 2] = p.swapped
    return at + 3


def _phase(p: Position, viewer: int) -> int:
    """The place of the observer's phase."""
    if p.phase == PH_OVER:
        return _OVER
    if viewer != p.seat:
        return _WAITING
    if p.phase == PH_MULLIGAN:
        return 0
    if p.phase == PH_FIRST:
        return 1
    return 2 + p.phase - PH_ACTION


def _seats(p: Position, viewer: int, open_stocks: bool, out: ByteRow, at: int) -> int:
    for place in range(p.printed.players):
        seat = viewer + place
        if seat >= p.printed.players:
            seat -= p.printed.players
        k = at + place * (7 + 2 * RESOURCES)
        out[k] = 1
        out[k + 1] = p.hand_size[seat]
        out[k + 2] = p.reserve[seat]
        out[k + 3] = p.pirates[seat]
        out[k + 4] = p.pioneers[seat]
        out[k + 5] = p.fort_count[seat]
        out[k + 6] = draw_count(p, seat)
        for resource in range(RESOURCES):
            out[k + 7 + resource] = p.production[seat * RESOURCES + resource]
            if open_stocks or place == 0:
                out[k + 11 + resource] = _shown(p.stock[seat * RESOURCES + resource])
            else:
                out[k + 11 + resource] = -1
    return at + SEATS * (7 + 2 * RESOURCES)


def _tiles(p: Position, viewer: int, out: ByteRow, at: int) -> int:
    width = 14 + SEATS
    for tile in range(TILES):
        out[at + tile * width] = p.unseen[tile]
    for slot in range(AREA):
        if p.area[slot] >= 0:
            out[at + p.area[slot] * width + 1 + slot] = 1
    if p.phase == PH_CELL or p.phase == PH_ROTATION:
        out[at + p.laying * width + 4] = 1
    for k in range(p.laid_count):
        tile = p.laid[k]
        place = at + tile * width
        out[place + 5] = 1
        cell = p.cell[tile]
        out[place + 6] = cell // GRID - GRID // 2
        out[place + 7] = cell % GRID - GRID // 2
        out[place + 8 + p.rotation[tile]] = 1
        if p.pirate[tile] >= 0:
            out[place + 14 + _relative(p, p.pirate[tile], viewer)] = 1
    return at + TILES * width


def _parts(p: Position, viewer: int, out: ByteRow, at: int) -> int:
    """An island's facts stand at its oldest part, which comes first, and are copied from there."""
    width = 6 + 3 * SEATS
    for k in range(p.laid_count):
        first = p.laid[k] * PARTS
        count = p.printed.parts[p.laid[k]]
        for part in range(first, first + count):
            root = p.island[part]
            place = at + part * width
            out[place] = root + 1
            if root == part:
                out[place + 1] = 1
                _island(p, root, viewer, out, place + 2)
            elif cython.compiled:
                memcpy(out + place + 2, out + at + root * width + 2, 4 + 3 * SEATS)
            else:
                for fact in range(2, width):
                    out[place + fact] = out[at + root * width + fact]
    return at + TILES * PARTS * width


def _island(p: Position, island: int, viewer: int, out: ByteRow, at: int) -> None:
    out[at] = is_under_piracy(p, island, viewer)
    worked = p.worked[island]
    raiders = p.raiders[island]
    forts = p.forts[island]
    players = p.printed.players
    for crop in range(CROPS):
        out[at + 1 + crop] = (worked >> crop) & 1
    at += 1 + CROPS
    seat = viewer
    for place in range(players):
        out[at + place] = p.ships[island * SEATS + seat]
        out[at + SEATS + place] = (raiders >> seat) & 1
        out[at + 2 * SEATS + place] = (forts >> seat) & 1
        seat += 1
        if seat == players:
            seat = 0


def _sites(p: Position, viewer: int, out: ByteRow, at: int) -> int:
    """Without branches: whether a pioneer stands on a site is not for a processor to guess."""
    players = p.printed.players
    for k in range(p.laid_count):
        first = p.laid[k] * SITES
        count = p.printed.sites[p.laid[k]]
        for site in range(first, first + count):
            seat = p.pioneer[site]
            place = at + site * 3
            out[place] = seat == viewer
            out[place + 1] = (seat >= 0) * (seat - viewer + (seat < viewer) * players)
            out[place + 2] = p.building[site]
    return at + TILES * SITES * 3


def _frontier(p: Position, out: ByteRow, at: int) -> int:
    count = p.frontier_count
    for where in range(count):
        place = at + where * 8
        cell = p.frontier_cell[where]
        out[place] = cell // GRID - GRID // 2
        out[place + 1] = cell % GRID - GRID // 2
        known = p.frontier_known[where]
        land = p.frontier_land[where]
        for side in range(SIDES):
            out[place + 2 + side] = ((known >> side) & 1) + ((land >> side) & 1)
    return at + FRONTIER * 8


def _move(p: Position, out: ByteRow, at: int) -> None:
    """The decisions taken so far of the move that the observer is making."""
    if p.phase == PH_BUILDING:
        out[at + D_SITE + p.site] = 1
    if p.phase < PH_DESTINATION or p.phase > PH_PAY or p.phase == PH_BUILDING:
        return
    exploring: bool = p.slot >= 0
    if p.playing == SHIP:
        out[at + D_RESERVE + p.origin] = 1
    if exploring:
        out[at + D_EXPLORE + p.slot] = 1
    if p.phase == PH_ROTATION:
        out[at + D_CELL + p.where] = 1
    if exploring and (p.phase == PH_PART or p.phase == PH_PAY):
        out[at + D_ROTATION + p.rotation[p.laying]] = 1
    if p.phase == PH_PAY:
        if p.playing == SHIP:
            out[at + D_DOCK + p.dock] = 1  # hideouts follow the islands, here and there
        else:
            out[at + D_SITE + p.site] = 1
            if p.printed.site_kind[p.site] == CONSTRUCTION:
                out[at + D_BUILD + p.option] = 1


def observe_into(p: Position, viewer: int, open_stocks: bool, buffer: ByteBuffer) -> None:
    """Write what the seat may know into a buffer of signed bytes."""
    if len(buffer) != OBSERVATION_SIZE:
        raise ValueError(f"an observation has {OBSERVATION_SIZE} numbers, not {len(buffer)}")
    if not 0 <= viewer < p.printed.players:
        raise ValueError(f"there is no seat {viewer} at this table")
    if cython.compiled:
        observe(p, viewer, open_stocks, cython.address(buffer[0]))
    else:
        observe(p, viewer, open_stocks, buffer)


def mask_into(p: Position, buffer: MaskBuffer) -> int:
    """Write 1 for each legal decision, else 0, into a buffer of bytes; how many are legal."""
    if len(buffer) != DECISIONS:
        raise ValueError(f"a mask has {DECISIONS} numbers, not {len(buffer)}")
    options = Options()
    for decision in range(DECISIONS):
        buffer[decision] = 0
    for i in range(find_options(p, options)):
        buffer[options.decisions[i]] = 1
    return options.count
