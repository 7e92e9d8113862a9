"""Reading records from files and standard input, and tile sets named on the command line."""

from __future__ import annotations

import itertools
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from ilos.cli.parser import CommandError, Parser, whole_number
from ilos.records.compressed import BROKEN, open_compressed, without_ending
from ilos.records.record import MAX_BYTES, BadRecord, Record, parse_record, read_record
from ilos.records.tile_sets import BadTileSet, default_tile_set, read_tile_set
from ilos.rules.game import Game
from ilos.rules.tiles import TileSet

RECORDS_HELP = (
    "a saved game, or several, one a line (.jsonl); may end in .gz or .zst; - reads input"
)


def texts(name: str) -> Iterator[tuple[int, bytes]]:
    """(line number, text) of every record in a file; `-` is standard input.

    A file may be compressed (.gz, .zst). A `.jsonl` file has a record a line. Anything else too,
    unless its first line alone is no JSON: then the whole is one record, as people write it.
    """
    try:
        if name == "-":
            yield from _texts(sys.stdin.buffer, by_line=False)
        else:
            with open_compressed(name, "rb") as file:
                yield from _texts(file, by_line=without_ending(name).endswith(".jsonl"))
    except BROKEN:
        ending = Path(name).suffix
        raise CommandError(f"{name} cannot be read: it is not a whole {ending} file") from None
    except OSError as error:
        raise CommandError(f"{name} cannot be read: {error.strerror or error}") from None
    except ValueError as error:
        raise CommandError(f"{name!r} cannot be read: {error}") from None


def _texts(file: BinaryIO, by_line: bool) -> Iterator[tuple[int, bytes]]:
    first = file.readline(MAX_BYTES + 2)
    if not by_line and not _is_json(first):
        yield 1, first + file.read(MAX_BYTES + 1)
        return
    number, line = 1, first
    while line:
        if line.strip():
            yield number, line.rstrip(b"\r\n") if line.endswith(b"\n") else line
        while line and not line.endswith(b"\n"):  # a line that is too long: skip its rest
            line = file.readline(MAX_BYTES)
        line = file.readline(MAX_BYTES + 2)
        number += 1


def _is_json(line: bytes) -> bool:
    try:
        parse_record(line)
    except BadRecord:
        return False
    return True


def add_record_arguments(parser: Parser) -> None:
    """The arguments of commands that look at one record."""
    parser.add_argument("file", metavar="FILE", help=RECORDS_HELP)
    parser.add_argument(
        "--line",
        metavar="L",
        type=whole_number(1),
        default=1,
        help="which line, in a file with one game a line (default 1)",
    )


def one_record(name: str, line: int) -> Record:
    """The record on that line of a file."""
    number = 0
    for number, text in texts(name):
        if number == line:
            return _parsed(name, line, text)
    raise CommandError(f"{name} has no game on line {line}; the last is on line {number}")


def game_of(record: Record, name: str, line: int, after: int | None = None) -> Game:
    """The game of a record that was read there, after so many events."""
    try:
        return read_record(record, after)
    except BadRecord as error:
        raise CommandError(f"{name}, line {line}: {error}") from None


def only_record(name: str) -> Record:
    """The record in a file that must hold no other."""
    found = list(itertools.islice(texts(name), 2))
    if not found:
        raise CommandError(f"{name} holds no game")
    if len(found) > 1:
        raise CommandError(f"{name} holds several games; copy the line of one into its own file")
    return _parsed(name, *found[0])


def _parsed(name: str, line: int, text: bytes) -> Record:
    try:
        return parse_record(text)
    except BadRecord as error:
        raise CommandError(f"{name}, line {line}: {error}") from None


def tile_set_named(name: str | None) -> TileSet:
    """The tile set in a file, or the default one."""
    if name is None:
        return default_tile_set()
    try:
        return read_tile_set(name)
    except BadTileSet as error:
        raise CommandError(str(error)) from None


def add_force(parser: Parser) -> None:
    """Give a command the option that lets `check_new` pass."""
    parser.add_argument(
        "--force", action="store_true", help="write over the file of --out if it exists"
    )


def check_new(name: str, force: bool | None = None) -> None:
    """Refuse to write over what is there unless forced; `-` is standard output.

    None: the command has no option --force.
    """
    if force or name == "-" or not Path(name).exists():
        return
    choice = "" if force is None else ", or write over it with --force"
    raise CommandError(f"{name} exists; name a new file with --out{choice}")


def check_svg(name: str) -> None:
    """Refuse a name that promises another kind of picture."""
    if Path(name).suffix.lower() not in ("", ".svg"):
        raise CommandError(f"{name} would hold an SVG picture; name a file that ends in .svg")


@contextmanager
def written_whole(name: str) -> Iterator[BinaryIO]:
    """Write a file that appears under its name only when it is whole; `-` is standard output."""
    if name == "-":
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    check_new(name)
    unfinished = Path(f"{name}.part")
    try:
        file = open_compressed(unfinished, "wb", ending=name)
    except OSError as error:
        raise CommandError(f"{name} cannot be written: {error.strerror}") from None
    except ValueError as error:
        raise CommandError(str(error)) from None
    reached = 0
    try:
        with file:
            try:
                yield file
            finally:
                reached = file.tell()
        unfinished.replace(name)
    except OSError as error:
        raise CommandError(f"{name} cannot be written: {error.strerror}") from None
    except BaseException:
        if reached:
            print(f"ilos: what was reached is in {unfinished}", file=sys.stderr)
        else:
            unfinished.unlink()
        raise


def write_text(name: str | None, text: str) -> None:
    """Write a file whole; without a name, or with `-`, print the text."""
    if name in (None, "-"):
        sys.stdout.write(text if text.endswith("\n") else text + "\n")
        return
    try:
        Path(name).write_text(text, encoding="utf-8")
    except OSError as error:
        raise CommandError(f"{name} cannot be written: {error.strerror}") from None
