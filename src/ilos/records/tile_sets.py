"""Tile set files: reading, refusing and writing them (RECORD "Tile set files").

A file is TOML; a record embeds the same set as JSON. Both go through the same checks: first the
form (tables, lists, required keys), then `rules.tiles.problems`. Unknown extra keys are ignored.
"""

import json
import os
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, Final, cast

from ilos.rules.names import RESOURCES, SiteKind
from ilos.rules.tiles import Part, Tile, TileSet, problems

MAX_BYTES: Final = 5 * 1024 * 1024
# The standard library's reader takes quadratic time over one endless dotted key; no set needs one.
MAX_DOTS_IN_A_LINE: Final = 200

_TOO_LARGE: Final = f"this is larger than {MAX_BYTES // 1024 // 1024} MiB"


class BadTileSet(ValueError):
    """A tile set that cannot be played; the message is one line, `problems` has every fault."""

    def __init__(self, source: str, faults: Iterable[str]) -> None:
        self.source = source
        self.problems = tuple(faults)
        more = len(self.problems) - 1
        tail = f" (and {more} more fault{'s' * (more > 1)})" if more else ""
        super().__init__(f"{source}: {self.problems[0]}{tail}")

    def __reduce__(self) -> tuple[Any, ...]:
        return (BadTileSet, (self.source, self.problems))


class UnreadableTileSet(BadTileSet):
    """A file that cannot even be opened, so nothing is known of the set."""


def read_tile_set(path: str | os.PathLike[str]) -> TileSet:
    """The tile set in a TOML file; BadTileSet if it cannot be read or played."""
    source = os.fspath(path)
    try:
        with Path(source).open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except OSError as error:
        reason = error.strerror or str(error)
        raise UnreadableTileSet(source, [f"the file cannot be read: {reason}"]) from None
    except ValueError:
        raise BadTileSet(repr(source), ["this is not the name of a file"]) from None
    return _tile_set_from_bytes(data, source)


def parse_tile_set(text: str, source: str = "tile set") -> TileSet:
    """The tile set in a TOML text; `source` stands at the head of every message.

    >>> try:
    ...     parse_tile_set("market = []", "tiny.toml")
    ... except BadTileSet as error:
    ...     print(error)
    tiny.toml: market is missing or not a table (and 2 more faults)
    """
    if len(text) > MAX_BYTES:
        raise BadTileSet(source, [_TOO_LARGE])
    if any(line.count(".") > MAX_DOTS_IN_A_LINE for line in text.splitlines()):
        raise BadTileSet(source, [f"a line has more than {MAX_DOTS_IN_A_LINE} dots"])
    try:
        table = tomllib.loads(text)
    except RecursionError:
        raise BadTileSet(source, ["this is no tile set: it is nested too deeply"]) from None
    except ValueError as error:  # not TOML, or a number of thousands of digits
        first_line = str(error).splitlines()[0]
        raise BadTileSet(source, [f"this is not TOML: {first_line}"]) from None
    return _checked(table, table.get("market"), source)


def read_embedded_tile_set(tile_set: object, market: object, source: str = "tile_set") -> TileSet:
    """The tile set that a record embeds under `tile_set` and `market`, with the same checks."""
    return _checked(tile_set, market, source)


def write_tile_set(tile_set: TileSet) -> str:
    """A TOML text that `parse_tile_set` reads back as an equal set."""
    rows = [f"{resource} = {list(tile_set.market[resource])}" for resource in RESOURCES]
    blocks = ["\n".join([f"name = {_quoted(tile_set.name)}", "", "[market]", *rows])]
    for tile in tile_set.tiles:
        parts = [
            f"    {{ sides = {list(part.sides)}, sites = {json.dumps(part.sites)} }},"
            for part in tile.parts
        ]
        head = [f"id = {_quoted(tile.id)}", f"hideout = {'true' if tile.hideout else 'false'}"]
        blocks.append("\n".join(["[[tiles]]", *head, "parts = [", *parts, "]"]))
    return "\n\n".join(blocks) + "\n"


@cache
def default_tile_set() -> TileSet:
    """The set that comes with the game (RULES 9), from `archipelago.toml` beside this module."""
    return _tile_set_from_bytes(default_text().encode(), "archipelago.toml")


def default_text() -> str:
    """The default set as it is written, with comments that explain every line."""
    return resources.files("ilos.records").joinpath("archipelago.toml").read_text(encoding="utf-8")


def _tile_set_from_bytes(data: bytes, source: str) -> TileSet:
    if len(data) > MAX_BYTES:
        raise BadTileSet(source, [_TOO_LARGE])
    try:
        text = data.decode("utf-8-sig")  # some editors put a mark at the head of a UTF-8 file
    except UnicodeDecodeError as error:
        raise BadTileSet(source, [f"this is not UTF-8 text (byte {error.start})"]) from None
    return parse_tile_set(text, source)


def _checked(value: object, market: object, source: str) -> TileSet:
    """A playable set from untyped tables and lists, or BadTileSet with every fault found."""
    form = _Form()
    tile_set = form.tile_set(value, market)
    faults = form.faults or problems(tile_set)
    if faults:
        raise BadTileSet(source, faults)
    return tile_set


class _Form:
    """Builds a set from untyped values and gathers what has not the right form.

    The leaves (ids, sides, sites, prices) are taken as they come: `problems` judges them.
    msgspec would stop at the first fault; one who makes tiles wants to hear of all of them.
    """

    def __init__(self) -> None:
        self.faults: list[str] = []

    def tile_set(self, value: object, market: object) -> TileSet:
        table = self._table(value, "the tile set")
        rows = self._table(market, "market")
        tiles = self._list(self._key(table, "tiles", "the tile set"), "tiles")
        return TileSet(
            self._key(table, "name", "the tile set"),
            tuple(self._tile(tile, f"tile number {index + 1}") for index, tile in enumerate(tiles)),
            {
                resource: tuple(self._list(rows[resource], f"the market row for {resource}"))
                for resource in RESOURCES
                if resource in rows
            },
        )

    def _tile(self, value: object, name: str) -> Tile:
        table = self._table(value, name)
        tile_id = self._key(table, "id", name)
        if isinstance(tile_id, str) and tile_id.isprintable() and 0 < len(tile_id) <= 30:
            name = f"tile {tile_id}"
        parts = self._list(self._key(table, "parts", name), f"{name}: parts")
        return Tile(
            tile_id,
            self._key(table, "hideout", name),
            tuple(self._part(part, f"{name}: part {index}") for index, part in enumerate(parts)),
        )

    def _part(self, value: object, name: str) -> Part:
        table = self._table(value, name)
        sides = self._list(self._key(table, "sides", name), f"{name}: sides")
        sites = self._list(self._key(table, "sites", name), f"{name}: sites")
        return Part(tuple(sides), cast("tuple[SiteKind, ...]", tuple(sites)))

    def _key(self, table: Mapping[str, Any], key: str, name: str) -> Any:
        if key in table:
            return table[key]
        if table is not _NOTHING:  # a missing table has been named already
            self.faults.append(f"{name}: the key {key!r} is missing")
        return _MISSING

    def _table(self, value: object, name: str) -> Mapping[str, Any]:
        if isinstance(value, dict):
            return value
        self.faults.append(f"{name} is missing or not a table")
        return _NOTHING

    def _list(self, value: object, name: str) -> list[Any]:
        if isinstance(value, list):
            return value
        if value is not _MISSING:  # a missing key has been named already
            self.faults.append(f"{name} is not a list")
        return []


_NOTHING: Final[Mapping[str, Any]] = {}
_MISSING: Final = object()


def _quoted(text: str) -> str:
    """A basic string of TOML: JSON's escapes, and DEL, which JSON leaves bare."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
