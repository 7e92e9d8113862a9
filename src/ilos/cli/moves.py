"""`ilos moves`: every legal move after so many events of a record."""

from __future__ import annotations

import argparse
import json
from typing import Any

from ilos.cli.files import add_record_arguments, one_record
from ilos.cli.parser import Parser, whole_number
from ilos.drawing.words import amount
from ilos.records.record import BadRecord, read_record
from ilos.rules.moves import Move, to_builtins

Json = dict[str, Any]

EXAMPLES = """\
  ilos moves game.json --after 12 --json
  ilos moves games.jsonl --line 3 --after 40
"""


def add_arguments(parser: Parser) -> None:
    """What `ilos moves` takes."""
    add_record_arguments(parser)
    parser.add_argument(
        "--after",
        metavar="N",
        type=whole_number(0),
        required=True,
        help="events to replay first; the moves are those of the position then",
    )
    parser.add_argument("--json", action="store_true", help="print a JSON list")


def run(args: argparse.Namespace) -> int:
    """List them."""
    record = one_record(args.file, args.line)
    try:
        game = read_record(record, args.after)
    except BadRecord as error:
        print(f"{args.file}, line {args.line}: {error}")
        return 1
    seat = game.pending.seat
    found = game.legal_moves
    listed: list[Json] = []
    if game.pending.kind == "seat" and game.choices() is not None:
        kinds = {move.type for move in found}
        if kinds == {"mulligan"}:
            listed = [{"type": "mulligan", "seat": seat}]
        else:
            listed = [bare(move, seat) for move in found]
    if args.json:
        print(json.dumps(listed, ensure_ascii=False))
    else:
        for move in listed:
            print(" ".join(f"{key}={json.dumps(value)}" for key, value in move.items()))
        print(f"{amount(len(listed), 'legal move')} after {amount(args.after, 'event')}")
    return 0


def bare(move: Move, seat: int | None) -> Json:
    """A move as an event without payment and outcomes."""
    said = {"type": move.type, "seat": seat, **to_builtins(move)}
    return {key: value for key, value in said.items() if key not in ("paid", "discarded")}
