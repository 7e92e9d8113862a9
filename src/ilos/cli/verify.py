"""`ilos verify`: are these records games by the rules?"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from ilos.cli.files import RECORDS_HELP, texts
from ilos.cli.parser import CommandError, Parser
from ilos.records.fair import NotFair, check_draws, fair_from_json
from ilos.records.record import BadRecord, Record, parse_record, read_record
from ilos.rules.game import Game

EXAMPLES = """\
  ilos verify games.jsonl
  ilos verify one.json two.json --json
  ilos verify --fair finished.json
  ilos simulate --games 10 --out - | ilos verify -
"""


def add_arguments(parser: Parser) -> None:
    """What `ilos verify` takes."""
    parser.add_argument(
        "files",
        metavar="FILE",
        nargs="+",
        help=RECORDS_HELP,
    )
    parser.add_argument(
        "--fair", action="store_true", help="also redo the shuffles, and say what they prove"
    )
    parser.add_argument("--json", action="store_true", help="print the findings as JSON")


@dataclass
class Tally:
    """What was found."""

    games: int = 0
    events: int = 0
    bad: list[dict[str, Any]] = field(default_factory=list)
    promises: Counter[str] = field(
        default_factory=Counter
    )  # what fair shuffles prove, and of how many


def run(args: argparse.Namespace) -> int:
    """Check every record of every file."""
    tally = Tally()
    unreadable = False
    for name in args.files:
        try:
            _check_file(name, tally, args)
        except CommandError as error:
            print(f"ilos: {error}", file=sys.stderr)
            unreadable = True
    good = tally.games - len(tally.bad)
    if args.json:
        found = {"games": tally.games, "good": good, "events": tally.events, "bad": tally.bad}
        if args.fair:
            found["fair"] = dict(tally.promises)
        print(json.dumps(found, ensure_ascii=False))
    else:
        print(f"{good} good, {len(tally.bad)} bad, {tally.events} events checked")
        for promise, games in tally.promises.items():
            print(f"{games} by {promise}")
    return 2 if unreadable else 1 if tally.bad else 0


def _check_file(name: str, tally: Tally, args: argparse.Namespace) -> None:
    for line, text in texts(name):
        tally.games += 1
        try:
            record = parse_record(text)
            game = read_record(record)
            tally.events += len(game.events)
            if args.fair:
                tally.promises[_check_fair(record, game)] += 1
        except BadRecord as error:
            found = {"file": name, "line": line, "event": error.index, "rule": error.rule}
            tally.bad.append({**found, "message": error.message})
            if not args.json:
                print(f"{name}, line {line}: {error}")


def _check_fair(record: Record, game: Game) -> str:
    """Redo the shuffles; return what they prove."""
    try:
        return check_draws(game.setup, game.events, fair_from_json(record.get("fair"))).promise
    except NotFair as error:
        raise BadRecord(str(error)) from None
