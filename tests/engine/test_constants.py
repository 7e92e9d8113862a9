"""What stands twice, for Python and for C, must be the same."""

import re
from pathlib import Path
from typing import Any

import pytest

import ilos.engine
from ilos.engine import constants
from ilos.engine.position import (
    BYTES,
    FIELDS,
    LONGS,
    PLACES,
    SHORTS,
    STATE_BYTES,
    Position,
    Printed,
)
from ilos.rules import names

ENGINE = Path(ilos.engine.__file__).parent


def numbers_in_pxd() -> dict[str, int]:
    text = (ENGINE / "constants.pxd").read_text(encoding="utf-8")
    found = re.findall(r"^ {4}(\w+) = (-?\d+)$", text, re.MULTILINE)
    return {name: int(value) for name, value in found}


def numbers_in_python() -> dict[str, int]:
    return {name: value for name, value in vars(constants).items() if name.isupper()}


def fields_in_pxd(a_class: str) -> list[tuple[str, str, int]]:
    """(C type, name, length) of each field of a class, in order; length 0 for a single number."""
    text = (ENGINE / "position.pxd").read_text(encoding="utf-8")
    body = text.split(f"cdef class {a_class}:\n")[1].split("\n\n")[0]
    pattern = r"^ {4}cdef (?:readonly )?([a-z ]+) (\w+)(?:\[([A-Z_ *0-9]+)\])?$"
    known = numbers_in_pxd()
    return [
        (kind, name, eval(length, {}, known) if length else 0)  # a product of constants
        for kind, name, length in re.findall(pattern, body, re.MULTILINE)
    ]


def test_constants_are_the_same_in_python_and_c() -> None:
    """constants.py and constants.pxd."""
    assert numbers_in_pxd() == numbers_in_python()
    assert len(numbers_in_pxd()) > 60


def test_the_fields_of_a_position_stand_in_the_order_of_the_c_struct() -> None:
    """position.py reads fields by their place, so order, length and width must agree."""
    widths = {"signed char": BYTES, "short": SHORTS, "unsigned long long": LONGS}
    found = fields_in_pxd("Position")
    assert [(name, length) for _, name, length in found] == list(FIELDS)
    for kind, name, length in found:
        assert (name, length) in widths[kind]


def test_every_field_can_be_written_and_read_back() -> None:
    """`set` and attribute reading agree, compiled and not, and no field overlaps another."""
    tables = Printed(2, False, 100, [(False, [((0,), ())])] * 20, [[1, 2, 3, 4, 5]] * 4)
    position = Position(tables)
    written: dict[str, int | list[int]] = {}
    for number, (name, length) in enumerate(FIELDS, start=1):
        written[name] = [number + i % 7 for i in range(length)] if length else number
        position.set(name, written[name])
    assert position.snapshot() == written
    assert position.copy().snapshot() == written


def test_a_field_refuses_what_does_not_fit() -> None:
    """A list of another length, or a number for a list, changes nothing."""
    position = Position(Printed(2, False, 9, [(False, [((0,), ())])] * 20, [[1, 2, 3, 4, 5]] * 4))
    for name, value in (("hand", [1, 2]), ("hand", 3), ("seat", [1])):
        with pytest.raises(ValueError, match=name):
            position.set(name, value)
    assert set(position.hand) == {0}
    with pytest.raises((KeyError, AttributeError)):
        position.set("luck", 1)
    with pytest.raises(AttributeError):
        _ = position.luck


def test_a_position_is_small() -> None:
    """ENGINE: a state under 2 KB."""
    assert STATE_BYTES < 2048
    assert sum(width * max(length, 1) for _, width, length in PLACES.values()) <= STATE_BYTES


def test_the_engine_numbers_names_as_the_rules_do() -> None:
    """The order of names in `rules.names` is the order of the engine's numbers."""
    for number, card in enumerate(names.CARDS):
        assert getattr(constants, card.upper()) == number
    assert names.SITE_KINDS[: constants.RESOURCES] == names.RESOURCES
    assert names.SITE_KINDS[constants.CONSTRUCTION] == "construction"
    assert names.SITE_KINDS[constants.RUINS_SITE] == "ruins"
    assert names.RESOURCES[constants.GOLD] == "gold"
    assert len(names.CARDS) == constants.CARD_KINDS
    assert len(names.COLOURS) == constants.SEATS


def test_decisions_do_not_overlap() -> None:
    """Each kind of decision has room for all its targets before the next begins."""
    room = (
        ("D_CARD", constants.CARD_KINDS),
        ("D_DONE", 1),
        ("D_END_TURN", 1),
        ("D_RESERVE", 1),
        ("D_FROM_ISLAND", constants.ALL_PARTS),
        ("D_FROM_HIDEOUT", constants.TILES),
        ("D_DOCK", constants.ALL_PARTS),
        ("D_HIDEOUT", constants.TILES),
        ("D_EXPLORE", constants.AREA),
        ("D_CELL", constants.FRONTIER),
        ("D_ROTATION", 6),
        ("D_PART", constants.PARTS),
        ("D_SITE", constants.ALL_SITES),
        ("D_BUILD", 1 + constants.CROPS),
        ("D_MARKET", constants.RESOURCES),
    )
    start = 0
    for name, size in room:
        assert getattr(constants, name) == start, name
        start += size
    assert start == constants.DECISIONS


def test_a_table_refuses_what_the_engine_has_no_room_for() -> None:
    """Players, tiles, parts and sites beyond the capacities never reach the C arrays."""
    tile = (False, [((0,), ())])
    prices = [[1, 2, 3, 4, 5]] * 4
    crowded = (False, [((), (0,) * 9)])
    split = (False, [((), ())] * 4)
    tables: tuple[tuple[int, list[Any]], ...] = (
        (1, [tile] * 20),
        (6, [tile] * 20),
        (2, [tile] * 19),
        (2, [*[tile] * 19, crowded]),
        (2, [*[tile] * 19, split]),
    )
    for players, tiles in tables:
        with pytest.raises(ValueError):
            Printed(players, False, 9, tiles, prices)
