"""The engine's numbers and fields: declared to C as they stand in Python, and without overlap."""

from typing import Any

import pytest

from ilos.engine import constants
from ilos.engine.fields import FIELDS, STATE_BYTES
from ilos.engine.position import Position, Printed
from ilos.rules import names


def test_every_field_can_be_written_and_read_back() -> None:
    """`set` and attribute reading agree, compiled and not, and no field overlaps another."""
    position = Position(Printed(2, False, 9, [(False, [((0,), ())])] * 20, [[1, 2, 3, 4, 5]] * 4))
    written: dict[str, int | list[int]] = {}
    for number, (name, field) in enumerate(FIELDS.items(), start=1):
        written[name] = [number + i % 7 for i in range(field.length)] if field.length else number
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
    assert sum(field.width * max(field.length, 1) for field in FIELDS.values()) <= STATE_BYTES


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
    games: tuple[tuple[int, list[Any]], ...] = (
        (1, [tile] * 20),
        (6, [tile] * 20),
        (2, [tile] * 19),
        (2, [*[tile] * 19, crowded]),
        (2, [*[tile] * 19, split]),
    )
    for players, tiles in games:
        with pytest.raises(ValueError):
            Printed(players, False, 9, tiles, prices)
