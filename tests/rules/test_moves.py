"""Moves as data: what the record writes is read back, and what is no move is NotAMove."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import a_setup_of_any_sort, amount, plays, seeds

from ilos.rules.errors import MoveError, NotAMove
from ilos.rules.events import move_of, read_event
from ilos.rules.moves import (
    EndTurn,
    Market,
    Move,
    PartAt,
    Plantation,
    SiteAt,
    first_dock,
    paying,
    read_move,
    to_builtins,
)
from ilos.rules.names import CARDS

SHIP: dict[str, Any] = {
    "type": "ship", "from": "reserve", "to": {"tile": "A", "part": 0}, "explored": None,
    "paid": ["ship"],
}  # fmt: skip
LAYING: dict[str, Any] = {"tile": "A", "cell": [0, 1], "rotation": 3}
SITE: dict[str, Any] = {"tile": "A", "part": 0, "site": 1}
GOOD: tuple[dict[str, Any], ...] = (
    {"type": "mulligan", "discarded": ["ship", "market"]},
    {"type": "first_island", **LAYING, "part": 2},
    {
        "type": "first_island", "tile": None, "cell": None, "rotation": None, "part": None,
        "to": {"tile": "A", "part": 1},
    },
    SHIP,
    {**SHIP, "from": {"tile": "A", "hideout": True}, "to": {"tile": "B", "hideout": True}},
    {**SHIP, "explored": LAYING},
    {"type": "plantation", "site": SITE, "paid": ["ship", "ruins"]},
    {"type": "gold_mine", "site": SITE, "paid": []},
    {"type": "ruins", "site": SITE, "paid": []},
    {"type": "building", "site": SITE, "building": "fort", "resource": None, "paid": []},
    {"type": "building", "site": SITE, "building": "trading_post", "resource": "spice", "paid": []},
    {"type": "market", "resource": "gold"},
    {"type": "end_turn"},
)  # fmt: skip


@pytest.mark.parametrize("value", GOOD, ids=lambda value: value["type"])
def test_a_move_is_read_and_written_alike(value: dict[str, Any]) -> None:
    """RECORD, events."""
    move = read_move(value)
    assert to_builtins(move) == value
    assert read_move(to_builtins(move)) == move
    assert hash(move) == hash(read_move(value))


@pytest.mark.parametrize("value", GOOD, ids=lambda value: value["type"])
def test_a_move_has_no_other_keys(value: dict[str, Any]) -> None:
    """A message is closed: nothing is smuggled in beside a move."""
    with pytest.raises(NotAMove, match="note"):
        read_move({**value, "note": None})


def test_nothing_is_smuggled_inside_a_move_either() -> None:
    """What a place does not name is dropped, and never stored or sent on."""
    move = read_move({"type": "ruins", "site": {**SITE, "x": 2}, "paid": []})
    assert to_builtins(move) == {"type": "ruins", "site": SITE, "paid": []}


OUTCOMES: dict[str, Any] = {
    "drawn": ["ship"], "taken": [{"seat": 1, "card": "ship"}], "produced": {}, "revealed": None,
}  # fmt: skip


@pytest.mark.parametrize("value", GOOD, ids=lambda value: value["type"])
def test_an_event_holds_its_move_and_extra_keys_are_ignored(value: dict[str, Any]) -> None:
    """RECORD: unknown extra keys are allowed anywhere."""
    explored = value.get("explored") and {**value["explored"], "revealed": "B", "note": 1}
    more = {**OUTCOMES, **value, "seat": 1, "note": None}
    event = read_event(more | {"explored": explored} if explored else more)
    assert event.seat == 1
    assert move_of(event) == read_move(value)


@pytest.mark.parametrize("value", GOOD, ids=lambda value: value["type"])
def test_every_key_is_required(value: dict[str, Any]) -> None:
    """RECORD: every key is required even when null or empty."""
    for key in value:
        with pytest.raises(NotAMove, match=key):
            read_move({k: v for k, v in value.items() if k != key})


NO_MOVES: tuple[Any, ...] = (
    None,
    7,
    "end_turn",
    [],
    {},
    {"type": None},
    {"type": "END_TURN"},
    {"type": ["ship"]},
    {"type": "setup", "exploration": []},
    {"type": "market", "resource": "silk"},
    {"type": "market", "resource": 3},
    {"type": "mulligan", "discarded": "ship"},
    {"type": "mulligan", "discarded": ["sheep"]},
    {"type": "mulligan", "discarded": [["ship"]]},
    {"type": "mulligan", "discarded": 2},
    {**SHIP, "from": "hand"},
    {**SHIP, "from": None},
    {**SHIP, "from": {"tile": "A"}},
    {**SHIP, "from": {"part": 0}},
    {**SHIP, "from": {"tile": 1, "part": 0}},
    {**SHIP, "to": "reserve"},
    {**SHIP, "to": {"tile": "A", "part": -1}},
    {**SHIP, "to": {"tile": "A", "part": True}},
    {**SHIP, "to": {"tile": "A", "part": 0.0}},
    {**SHIP, "to": {"tile": "A", "hideout": False}},
    {**SHIP, "to": {"tile": "A", "hideout": 1}},
    {**SHIP, "to": {"tile": "A", "hideout": True, "part": 0}},
    {**SHIP, "explored": False},
    {**SHIP, "explored": {**LAYING, "cell": [0]}},
    {**SHIP, "explored": {**LAYING, "cell": [0, 1, -1]}},
    {**SHIP, "explored": {**LAYING, "cell": ["0", 1]}},
    {**SHIP, "explored": {**LAYING, "cell": [0.0, 1]}},
    {**SHIP, "explored": {**LAYING, "rotation": None}},
    {**SHIP, "explored": {**LAYING, "tile": None}},
    {**SHIP, "paid": None},
    {"type": "plantation", "site": {"tile": "A", "part": 0}, "paid": []},
    {"type": "plantation", "site": {**SITE, "site": "0"}, "paid": []},
    {"type": "plantation", "site": "A0.0", "paid": []},
    {"type": "building", "site": SITE, "building": "castle", "resource": None, "paid": []},
    {"type": "building", "site": SITE, "building": "fort", "resource": "silk", "paid": []},
    {"type": "first_island", **LAYING, "part": None},
    {"type": "first_island", **LAYING, "tile": None, "part": None, "to": None},
    {
        "type": "first_island", "tile": None, "cell": None, "rotation": None, "part": None,
        "to": {"tile": "A", "hideout": True},
    },
)  # fmt: skip


@pytest.mark.parametrize("value", NO_MOVES, ids=range(len(NO_MOVES)))
def test_what_is_no_move_says_so(value: object) -> None:
    """Text that is no move has an error of its own."""
    with pytest.raises(NotAMove) as caught:
        read_move(value)
    assert len(str(caught.value)) < 200


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.sampled_from(CARDS),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)


@given(st.sampled_from(GOOD), st.randoms(use_true_random=False), json_values)
def test_anything_anywhere_is_a_move_or_not_a_move(
    value: dict[str, Any], random: Random, odd: object
) -> None:
    """No other error comes from reading, whatever stands in a message."""
    spoilt = {**value, random.choice(sorted(value)): odd}
    try:
        assert read_move(spoilt).type in {good["type"] for good in GOOD}
    except MoveError as error:
        assert type(error) is NotAMove  # noqa: PT017  both outcomes are right


@settings(max_examples=amount(10))
@given(seeds)
def test_every_legal_move_survives_writing_and_reading(seed: int) -> None:
    """And is still legal."""
    for turn, game in enumerate(plays(a_setup_of_any_sort(Random(seed), 3), seed)):
        if turn % 7 == 0:
            for move in list(game.legal_moves)[::5]:
                again = read_move(to_builtins(move))
                assert again == move
                assert again in game.legal_moves


def test_a_move_can_be_paid_otherwise() -> None:
    """`paying` keeps the rest."""
    move = Plantation(SiteAt("A", 0, 0), ("ship", "ship"))
    assert paying(move, ("ruins", "ship")) == Plantation(SiteAt("A", 0, 0), ("ruins", "ship"))


def test_moves_are_values() -> None:
    """Equal when they say the same, and unchangeable."""
    moves: list[Move] = [EndTurn(), Market("gold"), first_dock(PartAt("A", 0))]
    assert moves == [EndTurn(), Market("gold"), first_dock(PartAt("A", 0))]
    with pytest.raises(AttributeError):
        moves[1].resource = "ebony"  # type: ignore[misc, union-attr]
