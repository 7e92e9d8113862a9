"""Golden records and samples: what was once written is replayable for ever."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from golden import (
    FOLDER,
    GAMES,
    a_game_with,
    has_both_ends,
    has_fallback,
    has_several_winners,
    has_taken_cards,
    is_tie_broken_by_pioneers,
    reason,
    views,
)
from naive import canonical, check_record, replay, sort_key

from ilos.records.record import parse_record, read_record, record_to_line, write_record
from ilos.rules.moves import to_builtins
from ilos.rules.names import EDITIONS
from ilos.views import mask_record

SAMPLES = Path(__file__).parent.parent / "samples"
RECORDS = {name: FOLDER / f"{name}.jsonl" for name in GAMES} | {
    path.stem: path for path in sorted(SAMPLES.glob("*.json")) if path.name.count(".") == 1
}


def read(path: Path) -> Any:
    """The first line of a file, or the whole."""
    text = path.read_text(encoding="utf-8")
    return json.loads(text.splitlines()[0] if path.suffix == ".jsonl" else text)


def every_record() -> Iterator[Any]:
    return (read(path) for path in RECORDS.values())


def every_event() -> Iterator[Any]:
    return (event for record in every_record() for event in record["events"])


@pytest.mark.parametrize("name", RECORDS)
def test_the_game_replays_to_the_same_end(name: str) -> None:
    """RECORD: replayable by every later version."""
    record = read(RECORDS[name])
    game = read_record(parse_record(RECORDS[name].read_bytes()))
    assert write_record(game)["result"] == record["result"]
    assert write_record(game)["events"] == as_written(record["events"])


def as_written(events: list[Any]) -> list[Any]:
    """Zeros may be left out of what was produced."""
    return [
        {**event, "produced": {r: n for r, n in event["produced"].items() if n}}
        if event["type"] == "end_turn"
        else event
        for event in events
    ]


@pytest.mark.parametrize("name", RECORDS)
def test_an_independent_checker_accepts_the_game(name: str) -> None:
    """RULES, read by someone else."""
    assert check_record(read(RECORDS[name])) == []


@pytest.mark.parametrize("name", GAMES)
def test_a_golden_game_is_written_as_it_was(name: str) -> None:
    """RECORD: reading and writing gives the same bytes."""
    data = RECORDS[name].read_bytes()
    assert record_to_line(write_record(read_record(parse_record(data)))) + b"\n" == data


@pytest.mark.parametrize("name", GAMES)
def test_golden_views_are_as_they_were(name: str) -> None:
    """RECORD, partial views: a spectator and each seat, half-way."""
    kept = (FOLDER / f"{name}.views.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line) for line in kept] == list(views(read(RECORDS[name])))


def test_the_same_seed_gives_the_same_game() -> None:
    """On every platform and Python version, luck and events."""
    assert a_game_with(GAMES["five-players-en"], 0) == read(RECORDS["five-players-en"])


def test_no_golden_file_is_left_over() -> None:
    """Each file belongs to a game that is looked at."""
    known = {f"{name}{end}" for name in GAMES for end in (".jsonl", ".views.jsonl")}
    assert {path.name for path in FOLDER.iterdir()} == known


# ---- samples of others -------------------------------------------------------------------


@pytest.mark.parametrize("path", sorted(SAMPLES.glob("*.moves-after-*.json")), ids=lambda p: p.stem)
def test_the_sample_lists_of_moves_are_found(path: Path) -> None:
    """RULES 3, 4: the legal moves after some numbers of events."""
    record = read(SAMPLES / (path.name.split(".")[0] + ".json"))
    after = int(re.findall(r"after-(\d+)", path.name)[0])
    game, naive = read_record(record, after), replay(record, after)
    moves = [{**to_builtins(move), "seat": game.pending.seat} for move in game.legal_moves]
    found = {sort_key(canonical(move, naive)) for move in moves}
    assert found == {sort_key(move) for move in read(path)}


@pytest.mark.parametrize("path", sorted(SAMPLES.glob("*.view-*.json")), ids=lambda p: p.stem)
def test_the_sample_views_are_found(path: Path) -> None:
    """RECORD, partial views."""
    record = read(SAMPLES / (path.name.split(".")[0] + ".json"))
    ((seat, after),) = re.findall(r"view-(?:seat(\d)|spectator)-after-(\d+)", path.name)
    assert mask_record(record, int(seat) if seat else None, int(after)) == read(path)


# ---- what the golden records show --------------------------------------------------------


def test_every_kind_of_event_occurs() -> None:
    """RECORD, events."""
    assert {event["type"] for event in every_event()} == {
        "setup", "deal", "mulligan", "first_island", "ship", "plantation", "gold_mine", "ruins",
        "building", "market", "end_turn",
    }  # fmt: skip


def test_every_way_of_a_ship_occurs() -> None:
    """RULES 4.2: from reserve, shore and hideout; to shore, hideout and a new tile."""

    def sort(place: Any) -> str:
        if isinstance(place, str):
            return place
        return "hideout" if "hideout" in place else "shore"

    ways = {
        (sort(event["from"]), "explored" if event["explored"] else sort(event["to"]))
        for event in every_event()
        if event["type"] == "ship"
    }
    starts, ends = ("reserve", "shore", "hideout"), ("shore", "hideout", "explored")
    assert ways == {(start, end) for start in starts for end in ends}


def test_every_building_occurs() -> None:
    """RULES 4.3: a fort, and a trading post for each crop."""
    built = {event["resource"] for event in every_event() if event["type"] == "building"}
    assert built == {None, "ebony", "spice", "pigment"}


def test_mulligans_of_every_sort_occur() -> None:
    """RULES 3.4: kept, and swapped."""
    swapped = {len(event["discarded"]) for event in every_event() if event["type"] == "mulligan"}
    assert {0, 1, 5} <= swapped


def test_every_price_rises() -> None:
    """RULES 4.4."""
    raised = {event["resource"] for event in every_event() if event["type"] == "market"}
    assert raised == {"ebony", "spice", "pigment", "gold"}


def test_the_stack_runs_out() -> None:
    """RULES 4.2: then nothing is turned up."""
    explored = [event["explored"] for event in every_event() if event.get("explored")]
    assert {laid["revealed"] is None for laid in explored} == {True, False}


def test_every_edition_and_every_number_of_players_occurs() -> None:
    """RULES 7, and 2–5 players, both sorts of stocks."""
    records = list(every_record())
    assert {record["rules"]["edition"] for record in records} == set(EDITIONS)
    assert {len(record["players"]) for record in records} == {2, 3, 4, 5}
    assert {record["rules"].get("stocks") for record in records} >= {"screened", "open"}


@pytest.mark.parametrize(
    "happens",
    [
        has_both_ends,
        has_fallback,
        has_several_winners,
        has_taken_cards,
        is_tie_broken_by_pioneers,
    ],
)
def test_every_special_case_occurs(happens: Any) -> None:
    """RULES 3.5, 4.7, 5."""
    assert any(happens(record) for record in every_record())


def test_every_ending_occurs() -> None:
    """RULES 5: pioneers, and the safety valve."""
    assert {reason(record) for record in every_record()} == {"pioneers", "max_rounds"}
