"""Records: writing, reading, and refusing what is no record of a legal game (docs/record.md)."""

import copy
import json
import pickle
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from golden import FOLDER
from tables import a_new_game, play

from ilos import new_game
from ilos.records.record import (
    MAX_BYTES,
    BadRecord,
    Record,
    parse_record,
    read_record,
    record_to_line,
    write_record,
)
from ilos.rules.events import MulliganEvent
from ilos.rules.moves import Mulligan
from ilos.rules.setup import Player
from ilos.views import mask_record

GOLDEN: Path = FOLDER / "tie.jsonl"


def a_record() -> Record:
    record: Record = json.loads(GOLDEN.read_text(encoding="utf-8"))
    return record


def refusal(record: Any) -> BadRecord:
    """Why a record is refused; what was given is not changed by looking."""
    before = copy.deepcopy(record)
    with pytest.raises(BadRecord) as caught:
        read_record(record)
    assert record == before
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 300
    return caught.value


def parse_refusal(data: bytes) -> str:
    with pytest.raises(BadRecord) as caught:
        parse_record(data)
    assert caught.value.index is None
    return str(caught.value)


# ---- writing and reading -----------------------------------------------------------------


def test_a_record_holds_every_required_key() -> None:
    """RECORD: every key shown is required, even when null or empty."""
    record = a_record()
    assert set(record) == {"format", "rules", "players", "tile_set", "market", "events", "result"}
    assert record["format"] == "ilos-record/1"
    assert record["rules"]["version"] == 1
    assert len(record["tile_set"]["tiles"]) == 20


def test_a_running_game_has_no_result() -> None:
    """RECORD: result is absent while the game is running."""
    record = write_record(new_game(["Ana", "Bo"], seed=1))
    assert "result" not in record
    assert read_record(record).pending.seat == 0


def test_tiles_stand_in_an_order_that_tells_nothing_of_the_shuffle() -> None:
    """RECORD: the set's own order, in every game."""
    orders = {
        tuple(
            tile["id"] for tile in write_record(new_game(["A", "B"], seed=s))["tile_set"]["tiles"]
        )
        for s in range(5)
    }
    assert len(orders) == 1


def test_a_bot_is_named_and_a_person_is_not() -> None:
    """RECORD: `bot`, which only bots have."""
    game = new_game([Player("Ana", "blue"), Player("Bo", "red", "bot", "greedy")], seed=1)
    people = write_record(game)["players"]
    assert people == [
        {"name": "Ana", "colour": "blue", "kind": "human"},
        {"name": "Bo", "colour": "red", "kind": "bot", "bot": "greedy"},
    ]
    assert read_record(write_record(game)).setup.players == game.setup.players


def test_unknown_extra_keys_are_allowed_anywhere() -> None:
    """RECORD: and ignored."""
    plain = a_record()
    record = a_record()
    for value in every_object(record):
        value["a note"] = {"from": ["someone", None, 1.5]}
    game = read_record(record)
    assert write_record(game) == plain


def every_object(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        inner = [v for key, v in value.items() if key not in ("market", "produced", "stock")]
        yield value
        for entry in inner:
            yield from every_object(entry)
    elif isinstance(value, list):
        for entry in value:
            yield from every_object(entry)


def test_version_and_stocks_may_be_left_out() -> None:
    """RECORD: left out, screened and 1."""
    record = a_record()
    del record["rules"]["version"], record["rules"]["stocks"]
    options = read_record(record).setup.options
    assert (options.version, options.stocks) == (1, "screened")


def test_zeros_may_be_left_out_of_production() -> None:
    """RECORD: zeros may be left out, or written."""
    record = a_record()
    for event in record["events"]:
        if event["type"] == "end_turn":
            event["produced"] = {"ebony": 0, "spice": 0, "pigment": 0, "gold": 0} | event[
                "produced"
            ]
    assert read_record(record).is_over


@pytest.mark.parametrize("after", [0, 1, 4, 9])
def test_a_record_can_be_read_up_to_an_event(after: int) -> None:
    """The first events alone, for a look at them."""
    assert len(read_record(a_record(), after).events) == after


def test_a_record_cannot_be_read_beyond_its_end() -> None:
    """It has only so many events."""
    with pytest.raises(BadRecord, match="only"):
        read_record(a_record(), 10_000)


@pytest.mark.parametrize("stopped", ["agreed", "abandoned"])
def test_a_game_may_be_broken_off(stopped: str) -> None:
    """RECORD: `stopped` instead of a result."""
    record = {**write_record(a_new_game(2)), "stopped": stopped}
    assert not read_record(record).is_over


def test_substitutes_are_checked() -> None:
    """RECORD: seat, after, bot."""
    good = {"seat": 1, "after": 7, "bot": "greedy"}
    assert read_record({**a_record(), "substitutes": [good]}).is_over
    for bad in ({}, {**good, "seat": 3}, {**good, "after": -1}, {**good, "bot": 1}, 7):
        assert refusal({**a_record(), "substitutes": [bad]}).index is None


def test_a_refusal_is_short_whatever_it_quotes() -> None:
    """Found by scripts/fuzz: the id of a tile can be as long as the record."""
    record = a_record()
    event = next(one for one in record["events"] if one["type"] == "first_island")
    event["tile"] = "é" * 5000
    with pytest.raises(BadRecord, match=r"^event \d+: .*\.\.\. \(rule") as caught:
        read_record(record)
    assert len(str(caught.value)) < 400


def test_names_may_be_any_text() -> None:
    """RECORD: UTF-8."""
    for name in ("", "Ôna 🏝️", "名前", "a\nb\t\x00", "x" * 10_000):
        record = a_record()
        record["players"][0]["name"] = name
        again = parse_record(record_to_line(record))
        assert read_record(again).setup.players[0].name == name


# ---- refusals ----------------------------------------------------------------------------


def test_a_refusal_names_the_event_and_the_rule() -> None:
    """RECORD, bad input: a message naming the event index and the rule broken."""
    record = a_record()
    index = next(i for i, e in enumerate(record["events"]) if e["type"] == "end_turn")
    record["events"][index]["drawn"].append("ship")
    error = refusal(record)
    assert (error.index, error.rule) == (index, "4.7")
    assert str(error).startswith(f"event {index}: ")
    assert "(rule 4.7)" in str(error)


@pytest.mark.parametrize("produced", [{"gold": 9}, {"silk": 1}, {"ebony": -1}, None, []])
def test_production_must_be_that_of_the_board(produced: object) -> None:
    """RULES 4.6: one token for each on the production board, no more and of nothing else."""
    record = a_record()
    index = next(i for i, e in enumerate(record["events"]) if e["type"] == "end_turn")
    record["events"][index]["produced"] = produced
    assert refusal(record).index == index


def test_a_refusal_can_cross_processes() -> None:
    """Verifying in several processes keeps index and rule."""
    error = pickle.loads(pickle.dumps(BadRecord("no", 7, "4.1")))
    assert (str(error), error.index, error.rule) == ("event 7: no (rule 4.1)", 7, "4.1")


@pytest.mark.parametrize("format_", ["ilos-record/2", "", None, 1, ["ilos-record/1"]])
def test_another_format_is_refused(format_: object) -> None:
    """RECORD, bad input: unknown format version."""
    assert "ilos-record/1" in str(refusal({**a_record(), "format": format_}))


@pytest.mark.parametrize("version", [0, 2, 1.0, True, "1", None])
def test_another_version_of_the_rules_is_refused(version: object) -> None:
    """RECORD: the version of the rules that played it."""
    record = a_record()
    record["rules"]["version"] = version
    assert "version" in str(refusal(record))


@pytest.mark.parametrize("viewer", [0, 2, None])
def test_masked_records_are_refused(viewer: int | None) -> None:
    """Only a full record can be replayed."""
    assert "what one viewer saw" in str(refusal(mask_record(a_record(), viewer)))


@pytest.mark.parametrize("key", ["format", "rules", "players", "tile_set", "market", "events"])
def test_a_missing_key_is_named(key: str) -> None:
    """RECORD: every key is required."""
    record = a_record()
    del record[key]
    assert key in str(refusal(record))


def test_a_finished_game_has_a_result() -> None:
    """RECORD: a finished game has a result."""
    record = a_record()
    del record["result"]
    assert refusal(record).rule == "5"
    assert refusal({**record, "stopped": "agreed"}).rule == "5"


def test_a_result_must_follow() -> None:
    """RECORD, bad input: a result that does not follow."""
    changes: list[Callable[[Any], Any]] = [
        lambda result: result.update(reason="pioneers"),
        lambda result: result.update(winners=[0, 1, 2]),
        lambda result: result["scores"][1].update(value=999),
        lambda result: result["scores"][0]["stock"].update(gold=77),
        lambda result: result["scores"].pop(),
        lambda result: result["scores"][0].update(pioneers=True),
    ]
    for spoil in changes:
        record = a_record()
        spoil(record["result"])
        assert refusal(record).rule == "5"


def test_a_result_before_the_end_is_refused() -> None:
    """RECORD: absent while the game is running."""
    record = a_record()
    record["events"].pop()
    assert "not over" in str(refusal(record))


def test_20_000_events_are_the_limit() -> None:
    """RECORD, bad input: more than 20,000 events are refused before any is played."""
    record = a_record()
    record["events"] = record["events"] + [{"type": "end_turn"}] * 20_001
    assert "20000" in str(refusal(record))
    record["events"] = record["events"][:20_000]
    assert refusal(record).index == len(a_record()["events"])


@pytest.mark.parametrize("event", [None, 7, "end_turn", [], {}, {"type": None}, {"type": "dance"}])
def test_what_is_no_event_is_refused_at_its_index(event: object) -> None:
    """RECORD, bad input: unknown names."""
    record = a_record()
    record["events"][9] = event
    assert refusal(record).index == 9


def test_a_replay_that_fails_leaves_the_game_as_it_was() -> None:
    """RECORD: refuses without changing anything."""
    game = a_new_game(2)
    play(game, Mulligan(()))
    before = game.position.snapshot()
    with pytest.raises(ValueError, match="drawn"):
        game.replay(MulliganEvent(1, ("ship",), 1))
    assert game.position.snapshot() == before
    assert len(game.events) == 4


# ---- texts that are no records -----------------------------------------------------------


def test_5_mib_are_the_limit() -> None:
    """RECORD, bad input: more than 5 MiB a record."""
    data = record_to_line(a_record())
    fits = data + b" " * (MAX_BYTES - len(data))
    assert parse_record(fits) == a_record()
    assert "5 MiB" in parse_refusal(fits + b" ")


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"  ",
        b"{",
        b"nul",
        b"{'format': 1}",
        b'{"format": 1,}',
        b'{"format": 1} 2',
        b'{"format": NaN}',
        b'{"format": Infinity}',
        b'{"format": 1e999}',
        b'{"format": 01}',
        b'{"format": "\xff\xfe"}',
        b'{"format": "\xed\xa0\x80"}',
        b"\xff\xd8\xff\xe0 a photograph",
        b"\x00" * 100,
        '{"format": "ilôs"}'.encode("latin-1"),
        '{"format": 1}'.encode("utf-16"),
        '{"format": 1}'.encode("utf-32"),
        b'{"format": ' + b"9" * 5_000 + b"}",
    ],
    ids=range(19),
)
def test_broken_texts_are_refused(data: bytes) -> None:
    """Broken JSON, wrong encodings, NaN and numbers beyond measure."""
    assert parse_refusal(data).startswith("this is not JSON")


@pytest.mark.parametrize("data", [b"[]", b"null", b"7", b'"text"', b"true", b"1.5"])
def test_a_record_is_an_object(data: bytes) -> None:
    """RECORD: one JSON object."""
    assert "object" in parse_refusal(data)


@pytest.mark.parametrize("depth", [2_000, 100_000, 500_000])
def test_deep_nesting_is_refused(depth: int) -> None:
    """No crash, however deep."""
    assert "nested" in parse_refusal(b'{"events":' + b"[" * depth)
    assert "nested" in parse_refusal(b'{"events":' * depth)


def test_of_a_key_written_twice_the_last_counts() -> None:
    """JSON leaves it open; what was read is what is checked."""
    data = record_to_line(a_record())
    assert read_record(parse_record(b'{"events":[],' + data[1:])).is_over
    with pytest.raises(BadRecord):
        read_record(parse_record(data[:-1] + b',"events":7}'))


ODD_VALUES = (
    b"[" * 900 + b"]" * 900,
    b'{"a":' * 900 + b"1" + b"}" * 900,
    b"1" * 400,
    b"-1" + b"0" * 300,
    b"1.5",
    b"-0",
    b"1e300",
    b"true",
    b"null",
    b"{}",
    b"[]",
    b'"' + b"x" * 10_000 + b'"',
    b'"\\u0000"',
    b'"\\u2028\\n\\u202e"',
)


def paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place in a record, of long lists the first entries."""
    entries: list[tuple[Any, Any]] = list(value.items()) if isinstance(value, dict) else []
    if isinstance(value, list):
        entries = list(enumerate(value))[:3]
    for key, entry in entries:
        yield (*path, key)
        yield from paths(entry, (*path, key))


@pytest.mark.parametrize("number", range(len(ODD_VALUES)))
def test_odd_values_anywhere_are_refused_in_one_line_or_do_not_matter(number: int) -> None:
    """Whatever stands where something else should, nothing but BadRecord is raised."""
    refusals = []
    for path in paths(a_record()):
        record = a_record()
        place = record
        for key in path[:-1]:
            place = place[key]
        place[path[-1]] = "@odd@"
        data = json.dumps(record).encode().replace(b'"@odd@"', ODD_VALUES[number])
        try:
            read_record(parse_record(data))
        except BadRecord as error:
            refusals.append(str(error))
    assert len(refusals) > 50
    assert all("\n" not in said and len(said.encode()) < 400 for said in refusals)
