"""`ilos tiles`: check a tile set, draw it as one sheet, list it in words, or copy it."""

from __future__ import annotations

import argparse
import json
import sys

from ilos.cli.files import tile_set_named, write_text
from ilos.cli.parser import CommandError, Parser
from ilos.drawing import tile_in_words, tile_sheet_svg
from ilos.drawing.words import amount
from ilos.records.tile_sets import (
    BadTileSet,
    default_text,
    default_tile_set,
    read_tile_set,
    write_tile_set,
)
from ilos.rules.tiles import TileSet

EXAMPLES = """\
  ilos tiles list
  ilos tiles copy --out my-tiles.toml
  ilos tiles check my-tiles.toml
  ilos tiles draw my-tiles.toml --out sheet.svg
"""


def add_arguments(parser: Parser) -> None:
    """What `ilos tiles` takes."""
    parser.add_argument(
        "action", choices=("check", "draw", "list", "copy"), help="what to do with it"
    )
    parser.add_argument(
        "file", metavar="FILE", nargs="?", help="a tile set (default: the set of the game)"
    )
    parser.add_argument("--out", metavar="FILE", help="file for what `draw` and `copy` make")
    parser.add_argument("--json", action="store_true", help="print JSON (check and list)")


def run(args: argparse.Namespace) -> int:
    """Do it."""
    if args.action == "check":
        return _check(args)
    tile_set = tile_set_named(args.file)
    if args.action in ("draw", "copy"):
        made = tile_sheet_svg(tile_set) if args.action == "draw" else _text(args, tile_set)
        if args.out:
            write_text(args.out, made)
        else:
            sys.stdout.write(made)
        return 0
    lines = {tile.id: tile_in_words(tile) for tile in tile_set.tiles}
    if args.json:
        print(json.dumps(lines, ensure_ascii=False))
    else:
        print("\n".join(lines.values()))
    return 0


def _text(args: argparse.Namespace, tile_set: TileSet) -> str:
    return write_tile_set(tile_set) if args.file else default_text()


def _check(args: argparse.Namespace) -> int:
    """Every fault on standard output, one line that says so on standard error."""
    try:
        tile_set = read_tile_set(args.file) if args.file else default_tile_set()
    except BadTileSet as error:
        faults = list(error.problems)
        print(json.dumps({"good": False, "faults": faults}) if args.json else "\n".join(faults))
        where = args.file or "the tile set"
        raise CommandError(
            f"{where} cannot be played with: {amount(len(faults), 'fault')}"
        ) from None
    if args.json:
        print(json.dumps({"good": True, "faults": []}))
    else:
        print(f"{tile_set.name}: 20 tiles, well formed")
    return 0
