"""`ilos view`: the masked record that a seat or a spectator may hold."""

from __future__ import annotations

import argparse
import json

from ilos.cli.files import add_record_arguments, game_of, one_record
from ilos.cli.parser import CommandError, Parser, whole_number
from ilos.views import mask_record

EXAMPLES = """\
  ilos view game.json --after 30 --seat 0 --json
  ilos view game.json --after 30 --seat none --json
"""


def add_arguments(parser: Parser) -> None:
    """What `ilos view` takes."""
    add_record_arguments(parser)
    parser.add_argument(
        "--after", metavar="N", type=whole_number(0), help="events to replay (default: all)"
    )
    parser.add_argument(
        "--seat",
        metavar="S",
        type=_seat,
        required=True,
        help="number of a seat from 0, or none for a spectator",
    )
    parser.add_argument("--json", action="store_true", help="print JSON on one line")


def _seat(text: str) -> int | None:
    if text == "none":
        return None
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is neither the number of a seat nor none")
    return int(text)


def run(args: argparse.Namespace) -> int:
    """Print it."""
    record = one_record(args.file, args.line)
    game = game_of(record, args.file, args.line)
    if args.seat is not None and not 0 <= args.seat < len(game.setup.players):
        raise CommandError(f"there is no seat {args.seat} in {args.file}, line {args.line}")
    if args.after is not None and args.after > len(game.events):
        raise CommandError(f"the record has only {len(game.events)} events, not {args.after}")
    masked = mask_record(record, args.seat, args.after)
    print(json.dumps(masked, ensure_ascii=False, indent=None if args.json else 1))
    return 0
