"""`ilos show`: a picture of a position."""

from __future__ import annotations

import argparse

from ilos.cli.files import (
    add_force,
    add_record_arguments,
    check_new,
    check_svg,
    game_of,
    one_record,
    write_text,
)
from ilos.cli.parser import Parser, whole_number
from ilos.drawing import position_in_words, position_svg, position_text
from ilos.views import view

EXAMPLES = """\
  ilos show game.json --after 40
  ilos show game.json --svg --out game.svg
"""


def add_arguments(parser: Parser) -> None:
    """What `ilos show` takes."""
    add_record_arguments(parser)
    parser.add_argument(
        "--after", metavar="N", type=whole_number(0), help="events to replay (default: all)"
    )
    kind = parser.add_mutually_exclusive_group()
    kind.add_argument("--svg", action="store_true", help="draw an SVG picture")
    kind.add_argument(
        "--text", action="store_true", help="draw with characters and words (default)"
    )
    parser.add_argument("--out", metavar="FILE", help="a new file to write to (default: print it)")
    add_force(parser)


def run(args: argparse.Namespace) -> int:
    """Draw what everybody at the table can see."""
    if args.svg and args.out:
        check_svg(args.out)
    if args.out:
        check_new(args.out, args.force)
    game = game_of(one_record(args.file, args.line), args.file, args.line, args.after)
    seen = view(game, None)
    shown, setup = seen.data, seen.setup
    if args.svg:
        picture = position_svg(shown, setup)
    else:
        words = "\n".join(position_in_words(shown, setup))
        picture = f"{position_text(shown, setup)}\n\n{words}\n"
    write_text(args.out, picture)
    return 0
