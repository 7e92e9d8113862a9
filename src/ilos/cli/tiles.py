"""`ilos tiles`: check a tile set, draw it as one sheet, list it in words, or copy it."""

from __future__ import annotations

import argparse
import json

from ilos.cli.files import add_force, check_new, check_svg, tile_set_named, write_text
from ilos.cli.parser import TILES_HELP, CommandError, Parser
from ilos.drawing import tile_in_words, tile_sheet_svg
from ilos.drawing.words import amount
from ilos.records.tile_sets import (
    BadTileSet,
    UnreadableTileSet,
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
        "action",
        metavar="ACTION",
        choices=("check", "draw", "list", "copy"),
        help="check, draw, list or copy",
    )
    parser.add_argument("file", metavar="FILE", nargs="?", help=TILES_HELP)
    parser.add_argument(
        "--out", metavar="FILE", help="a new file that draw or copy writes (default: print it)"
    )
    add_force(parser)
    parser.add_argument("--json", action="store_true", help="print JSON (check and list)")


def run(args: argparse.Namespace) -> int:
    """Do it."""
    _check_options(args)
    if args.action == "check":
        return _check(args)
    tile_set = tile_set_named(args.file)
    if args.action in ("draw", "copy"):
        made = tile_sheet_svg(tile_set) if args.action == "draw" else _text(args, tile_set)
        write_text(args.out, made)
        return 0
    lines = {tile.id: tile_in_words(tile) for tile in tile_set.tiles}
    if args.json:
        print(json.dumps(lines, ensure_ascii=False))
    else:
        print("\n".join(lines.values()))
    return 0


def _check_options(args: argparse.Namespace) -> None:
    """Refuse what the action would ignore, a wrong ending, and a file that may have been edited."""
    writes = args.action in ("draw", "copy")
    if args.out and not writes:
        raise CommandError(f"--out is for draw and copy; {args.action} prints what it finds")
    if args.json and writes:
        raise CommandError(f"--json is for check and list; {args.action} makes no JSON")
    if args.out and args.action == "draw":
        check_svg(args.out)
    if args.out:
        check_new(args.out, args.force)


def _text(args: argparse.Namespace, tile_set: TileSet) -> str:
    return write_tile_set(tile_set) if args.file else default_text()


def _check(args: argparse.Namespace) -> int:
    """Every fault on standard output, one line that says so on standard error."""
    try:
        tile_set = read_tile_set(args.file) if args.file else default_tile_set()
    except UnreadableTileSet as error:
        raise CommandError(str(error)) from None
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
