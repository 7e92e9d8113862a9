"""`ilos tiles`: check a tile set, draw it as one sheet, or list it in words."""

from __future__ import annotations

import argparse
import json
import sys

from ilos.cli.files import tile_set_named, write_text
from ilos.cli.parser import Parser
from ilos.drawing import tile_in_words, tile_sheet_svg
from ilos.records.tile_sets import BadTileSet, default_tile_set, read_tile_set

EXAMPLES = """\
  ilos tiles list
  ilos tiles check my-tiles.toml
  ilos tiles draw my-tiles.toml --out sheet.svg
"""


def add_arguments(parser: Parser) -> None:
    """What `ilos tiles` takes."""
    parser.add_argument("deed", choices=("check", "draw", "list"))
    parser.add_argument("file", metavar="FILE", nargs="?", help="default: the set of the game")
    parser.add_argument("--out", metavar="FILE", help="draw: write the sheet to a file")
    parser.add_argument("--json", action="store_true", help="check, list: print JSON")


def run(args: argparse.Namespace) -> int:
    """Do it."""
    if args.deed == "check":
        return _check(args)
    tile_set = tile_set_named(args.file)
    if args.deed == "draw":
        sheet = tile_sheet_svg(tile_set)
        if args.out:
            write_text(args.out, sheet)
        else:
            sys.stdout.write(sheet)
        return 0
    lines = {tile.id: tile_in_words(tile) for tile in tile_set.tiles}
    if args.json:
        print(json.dumps(lines, ensure_ascii=False))
    else:
        print("\n".join(f"{tile}: {words}" for tile, words in lines.items()))
    return 0


def _check(args: argparse.Namespace) -> int:
    faults: tuple[str, ...] = ()
    try:
        tile_set = read_tile_set(args.file) if args.file else default_tile_set()
    except BadTileSet as error:
        if any("cannot be read" in fault for fault in error.problems):
            tile_set_named(args.file)  # says so and gives exit code 2
        faults = error.problems
    if args.json:
        print(json.dumps({"good": not faults, "faults": list(faults)}, ensure_ascii=False))
    elif faults:
        print("\n".join(f"{args.file}: {fault}" for fault in faults))
    else:
        print(f"{tile_set.name}: 20 tiles, well formed")
    return 1 if faults else 0
