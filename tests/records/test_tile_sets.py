"""RECORD "Tile set files": reading, refusing and writing tile sets."""

import json
import pickle
from pathlib import Path
from typing import Any

import pytest

from ilos.records.record import TileSetData
from ilos.records.tile_sets import (
    MAX_BYTES,
    BadTileSet,
    default_tile_set,
    parse_tile_set,
    read_embedded_tile_set,
    read_tile_set,
    write_tile_set,
)
from ilos.rules.moves import to_builtins
from ilos.rules.tiles import Part, Tile, TileSet

DEFAULT = write_tile_set(default_tile_set())


def refusal(text: str) -> str:
    """The one line with which a text is refused."""
    with pytest.raises(BadTileSet) as caught:
        parse_tile_set(text, "set.toml")
    line = str(caught.value)
    assert "\n" not in line
    assert line.startswith("set.toml: ")
    return line.removeprefix("set.toml: ")


def changed(old: str, new: str) -> str:
    """The default set with its first occurrence of a text replaced."""
    assert old in DEFAULT
    return DEFAULT.replace(old, new, 1)


def as_json() -> tuple[Any, Any]:
    printed = default_tile_set()
    return to_builtins(TileSetData(printed.name, printed.tiles)), to_builtins(printed.market)


def test_the_default_set_comes_with_the_package_and_is_read_once() -> None:
    """RULES 9: a default tile set and chart."""
    assert default_tile_set().name == "archipelago"
    assert default_tile_set() is default_tile_set()


def test_what_is_written_is_read_back_equal() -> None:
    """A set written and read again is the same set."""
    assert parse_tile_set(DEFAULT) == default_tile_set()


def test_odd_texts_in_a_set_are_written_and_read_back() -> None:
    """Quotes, line breaks, control characters and emoji survive in names and ids."""
    odd = 'a "b" \\ \n\t\r\x00\x1f\x7f é 🏝'
    tiles = tuple(Tile(f"{n} {odd}", n % 2 == 0, (Part((n % 6,), ()),)) for n in range(20))
    tile_set = TileSet(odd, tiles, default_tile_set().market)
    assert parse_tile_set(write_tile_set(tile_set)) == tile_set


def test_a_file_is_read(tmp_path: Path) -> None:
    """A tile set is a data file that a person can edit."""
    path = tmp_path / "mine.toml"
    path.write_text(changed('name = "archipelago"', 'name = "mine"'), encoding="utf-8")
    assert read_tile_set(path).name == "mine"


def test_a_mark_at_the_head_of_a_utf_8_file_does_no_harm(tmp_path: Path) -> None:
    """Some editors write one."""
    path = tmp_path / "mine.toml"
    path.write_text(DEFAULT, encoding="utf-8-sig")
    assert read_tile_set(str(path)) == default_tile_set()


def test_unknown_extra_keys_are_ignored() -> None:
    """RECORD: unknown extra keys are allowed anywhere and ignored."""
    text = changed('id = "T01"', 'id = "T01"\nartist = "nobody"\nmood = [1, { a = 2 }]')
    text = text.replace("[market]", 'author = "anyone"\n\n[market]\nsilver = [1]')
    text = text.replace("{ sides", "{ shade = 3, sides", 1)
    assert parse_tile_set(text) == default_tile_set()


def test_a_record_embeds_the_set_as_json_and_reads_it_back() -> None:
    """RECORD: tile_set and market hold the whole set, in the record's names."""
    tile_set, market = json.loads(json.dumps(as_json()))
    assert list(tile_set) == ["name", "tiles"]
    assert tile_set["tiles"][12] == {
        "id": "T13",
        "hideout": True,
        "parts": [
            {"sides": [0, 1], "sites": ["ebony", "gold"]},
            {"sides": [3], "sites": ["ruins", "spice"]},
        ],
    }
    assert market["gold"] == [3, 4, 5, 6, 7]
    assert read_embedded_tile_set(tile_set, market) == default_tile_set()


@pytest.mark.parametrize(
    "old, new, line",
    [
        ("[0, 2, 4]", "[0, 2, 2]", "tile T01: side 2 is owned twice, by part 0 and part 0"),
        ("[0, 2, 4]", "[0, 2, 6]", "tile T01: part 0 has side 6, not a whole number from 0 to 5"),
        ("[0, 2, 4]", "[true]", "tile T01: part 0 has side True, not a whole number from 0 to 5"),
        ('["spice",', '["tea",', "tile T01: part 0 has an unknown site 'tea'"),
        ('["spice",', '["gold", ' * 1 + '"gold", ' * 6, "tile T01: it has 9 sites, more than 8"),
        ('"T02"', '"T01"', "tile T01: the id is used 2 times"),
        ("parts = [\n", "parts = []\nold = [\n", "tile T01: it has 0 parts, not 1 to 3"),
        ("gold = [3, 4", "gold = [4, 4", "the market row for gold is [4, 4, 5, 6, 7], not 5"),
        ("gold = [3, 4, 5, 6, 7]", "", "the market has no row for gold"),
        ("gold = [3, 4, 5, 6, 7]", "gold = 3", "the market row for gold is not a list"),
        ("[market]", "[prices]", "market is missing or not a table"),
        ('name = "archipelago"', "", "the tile set: the key 'name' is missing"),
        ('name = "archipelago"', "name = 3", "the name of the set is 3, not a text"),
        ('id = "T01"', "", "tile number 1: the key 'id' is missing"),
        (
            'id = "T01"',
            "id = 1",
            "tile number 1: the id is 1, not a text of at least one character",
        ),
        ("hideout = false", "", "tile T01: the key 'hideout' is missing"),
        ("hideout = false", "hideout = 0", "tile T01: hideout is 0, not true or false"),
        ("sides = [0, 2, 4],", "", "tile T01: part 0: the key 'sides' is missing"),
        ("sides = [0, 2, 4]", "sides = 3", "tile T01: part 0: sides is not a list"),
        ("sites = [", "signs = [", "tile T01: part 0: the key 'sites' is missing"),
        ("parts = [\n", "parts = [ 5,\n", "tile T01: part 0 is missing or not a table"),
        ("parts = [\n", "pieces = [\n", "tile T01: the key 'parts' is missing"),
        ('"T03"', '"T03', "this is not TOML: "),
    ],
)
def test_a_faulty_set_is_refused_naming_the_tile_and_the_fault(
    old: str, new: str, line: str
) -> None:
    """RECORD: a reader refuses, naming the tile and the fault."""
    assert refusal(changed(old, new)).startswith(line)


def test_parts_that_cross_are_refused() -> None:
    """RULES 2: parts never cross."""
    text = changed("{ sides = [0, 2, 4],", "{ sides = [1, 3], sites = [] }, { sides = [0, 2, 4],")
    assert refusal(text).startswith("tile T01: parts 0 and 1 cross")


def test_a_set_of_nineteen_tiles_is_refused() -> None:
    """RECORD: not exactly 20 tiles."""
    text = DEFAULT[: DEFAULT.rindex("[[tiles]]")]
    assert refusal(text) == "the set has 19 tiles, not exactly 20"


def test_tiles_that_are_no_list_of_tables_are_refused() -> None:
    """RECORD: an array of 20 tables."""
    head = DEFAULT[: DEFAULT.index("[[tiles]]")]
    assert refusal("tiles = 20\n" + head) == "tiles is not a list"
    assert refusal("tiles = [1]\n" + head) == "tile number 1 is missing or not a table"
    assert refusal(head) == "the tile set: the key 'tiles' is missing"


def test_every_fault_is_kept_and_the_line_counts_them() -> None:
    """A person who edits a set wants to see all faults at once."""
    text = changed("[0, 2, 4]", "[0, 7, 8]").replace('"ruins"', '"ruin"', 1)
    with pytest.raises(BadTileSet) as caught:
        parse_tile_set(text)
    assert len(caught.value.problems) == 3
    assert str(caught.value).endswith("(and 2 more faults)")


def test_an_empty_text_is_refused() -> None:
    """Bad input: nothing at all."""
    assert refusal("").startswith("market is missing or not a table")


@pytest.mark.parametrize(
    "text",
    ["x = " + "[" * 100_000, "x = " + "{ a = " * 100_000, "a." * 1_000_000 + "a = 1"],
    ids=["lists", "tables", "keys"],
)
def test_deep_nesting_is_refused(text: str) -> None:
    """Bad input: deep nesting."""
    assert refusal(text)


def test_a_number_of_thousands_of_digits_is_refused() -> None:
    """Bad input: numbers too long to read."""
    assert refusal("x = " + "9" * 10_000).startswith("this is not TOML: ")


def test_more_than_5_mib_is_refused(tmp_path: Path) -> None:
    """Bad input: the limit of 5 MiB."""
    path = tmp_path / "large.toml"
    filler = "# " + "x" * 78 + "\n"
    path.write_text(DEFAULT + filler * (MAX_BYTES // len(filler)), encoding="utf-8")
    with pytest.raises(BadTileSet, match=r"large\.toml: this is larger than 5 MiB"):
        read_tile_set(path)
    assert refusal("#" * (MAX_BYTES + 1)) == "this is larger than 5 MiB"


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32", "latin-1"])
def test_a_wrong_encoding_is_refused(tmp_path: Path, encoding: str) -> None:
    """Bad input: wrong encodings."""
    path = tmp_path / "set.toml"
    path.write_bytes(("# Ilôs\n" + DEFAULT).encode(encoding))
    with pytest.raises(BadTileSet, match=r"set\.toml: this is not UTF-8 text"):
        read_tile_set(path)


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    """Bad input: a missing file, a folder, no name of a file at all."""
    with pytest.raises(BadTileSet, match="the file cannot be read: No such file"):
        read_tile_set(tmp_path / "none.toml")
    with pytest.raises(BadTileSet, match="the file cannot be read: Is a directory"):
        read_tile_set(tmp_path)
    with pytest.raises(BadTileSet, match="not the name of a file"):
        read_tile_set("a\0b")


@pytest.mark.parametrize(
    "path, value, line",
    [
        ("set tiles 0 parts 0 sides", None, "tile T01: part 0: sides is not a list"),
        ("set tiles 0 parts 0 sides", [0.0], "tile T01: part 0 has side 0.0, not a whole number"),
        ("set tiles 0 parts 0 sites", [None], "tile T01: part 0 has an unknown site None"),
        ("set tiles 0 parts", None, "tile T01: parts is not a list"),
        ("set tiles 0 hideout", 1, "tile T01: hideout is 1"),
        ("set tiles 0", None, "tile number 1 is missing or not a table"),
        ("set tiles", {}, "tiles is not a list"),
        ("set name", None, "the name of the set is None"),
        ("market gold", [1, 2, 3, 4, 5.0], "the market row for gold is [1, 2, 3, 4, 5.0], not 5"),
        ("market gold", None, "the market row for gold is not a list"),
    ],
)
def test_a_faulty_set_in_a_record_is_refused(path: str, value: Any, line: str) -> None:
    """RECORD: the set embedded in a record goes through the same checks."""
    tile_set, market = as_json()
    place: Any = {"set": tile_set, "market": market}
    *steps, last = [int(step) if step.isdigit() else step for step in path.split()]
    for step in steps:
        place = place[step]
    place[last] = value
    with pytest.raises(BadTileSet) as caught:
        read_embedded_tile_set(tile_set, market)
    assert str(caught.value).startswith(f"tile_set: {line}")


@pytest.mark.parametrize("value", [None, [], "set", 3])
def test_what_is_no_set_at_all_is_refused(value: Any) -> None:
    """RECORD: tile_set and market are objects."""
    tile_set, market = as_json()
    with pytest.raises(BadTileSet, match="the tile set is missing or not a table"):
        read_embedded_tile_set(value, market)
    with pytest.raises(BadTileSet, match="market is missing or not a table"):
        read_embedded_tile_set(tile_set, value)


def test_a_refusal_travels_between_processes() -> None:
    """Workers hand their errors back whole."""
    error = BadTileSet("set.toml", ["one", "two"])
    copy = pickle.loads(pickle.dumps(error))
    assert str(copy) == str(error)
    assert copy.problems == ("one", "two")
