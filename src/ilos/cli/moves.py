"""`ilos moves`: every legal move after so many events of a record."""

from __future__ import annotations

import argparse
import json
from typing import Any

from ilos.cli.files import add_record_arguments, game_of, one_record
from ilos.cli.parser import Parser, whole_number
from ilos.drawing.words import amount, printable
from ilos.rules.game import Game
from ilos.rules.moves import Move, to_builtins
from ilos.rules.notation import move_text

Json = dict[str, Any]

EXAMPLES = """\
  ilos moves ilos-saved.json
  ilos moves games.jsonl --line 3 --after 40
  ilos moves game.json --after 12 --json

A move is one line, as `game.play` of the Python library reads it. The payment is a suggestion: any
cards of the same number will do. With --json a move is an event of the record without payment,
and all mulligans are one.
"""


def add_arguments(parser: Parser) -> None:
    """What `ilos moves` takes."""
    add_record_arguments(parser)
    parser.add_argument(
        "--after", metavar="N", type=whole_number(0), help="events to replay first (default: all)"
    )
    parser.add_argument("--json", action="store_true", help="print a JSON list")


def run(args: argparse.Namespace) -> int:
    """List them."""
    game = game_of(one_record(args.file, args.line), args.file, args.line, args.after)
    if args.json:
        print(json.dumps(_events(game), ensure_ascii=False))
        return 0
    for move in game.legal_moves:
        print(move_text(move, game.setup.tile_set))
    seat = game.pending.seat
    mover = "" if seat is None else f" of {printable(game.setup.players[seat].name)}"
    count = amount(len(game.legal_moves), "legal move")
    print(f"{count}{mover} after {amount(len(game.events), 'event')}")
    return 0


def _events(game: Game) -> list[Json]:
    """The legal moves as events; without payments all mulligans are one."""
    seat = game.pending.seat
    if game.awaits_mulligan:
        return [{"type": "mulligan", "seat": seat}]
    return [_event(move, seat) for move in game.legal_moves]


def _event(move: Move, seat: int | None) -> Json:
    """A move as an event without payment and outcomes."""
    told = {"type": move.type, "seat": seat, **to_builtins(move)}
    return {key: value for key, value in told.items() if key != "paid"}
