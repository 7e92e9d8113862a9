"""Reading records from files and standard input, and tile sets named on the command line."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from ilos.cli.parser import CommandError, Parser, whole_number
from ilos.records.compressed import BROKEN, open_compressed, without_ending
from ilos.records.record import MAX_BYTES, BadRecord, Record, parse_record
from ilos.records.tile_sets import BadTileSet, default_tile_set, read_tile_set
from ilos.rules.tiles import TileSet


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
        raise CommandError(f"{name} cannot be read: it is no whole {ending} file") from None
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
    parser.add_argument(
        "file", metavar="FILE", help="a record, or several (.jsonl); may be compressed; - for input"
    )
    parser.add_argument(
        "--line",
        metavar="L",
        type=whole_number(1),
        default=1,
        help="which record of several (default 1)",
    )


def one_record(name: str, line: int) -> Record:
    """The record on that line of a file."""
    for number, text in texts(name):
        if number == line:
            try:
                return parse_record(text)
            except BadRecord as error:
                raise CommandError(f"{name}, line {line}: {error}") from None
    raise CommandError(f"{name} has no line {line}")


def tile_set_named(name: str | None) -> TileSet:
    """The tile set in a file, or the default one."""
    if name is None:
        return default_tile_set()
    try:
        return read_tile_set(name)
    except BadTileSet as error:
        raise CommandError(str(error)) from None


@contextmanager
def written_whole(name: str) -> Iterator[BinaryIO]:
    """Write a file that appears under its name only when it is whole; `-` is standard output."""
    if name == "-":
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    unfinished = Path(f"{name}.part")
    try:
        file = open_compressed(unfinished, "wb", ending=name)
    except OSError as error:
        raise CommandError(f"{name} cannot be written: {error.strerror}") from None
    try:
        with file:
            yield file
        unfinished.replace(name)
    except KeyboardInterrupt:
        print(f"ilos: what was reached is in {unfinished}", file=sys.stderr)
        raise
    except OSError as error:
        raise CommandError(f"{name} cannot be written: {error.strerror}") from None


def write_text(name: str, text: str) -> None:
    """Write a file whole."""
    try:
        Path(name).write_text(text, encoding="utf-8")
    except OSError as error:
        raise CommandError(f"{name} cannot be written: {error.strerror}") from None
