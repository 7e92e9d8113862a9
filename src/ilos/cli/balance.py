"""`ilos balance`: strong bots play many games, and a page tells how fair and how varied it is."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from pathlib import Path

from ilos.bots import UnknownBot, create
from ilos.cli.files import tile_set_named
from ilos.cli.parser import CommandError, Parser, whole_number
from ilos.records.tile_sets import write_tile_set
from ilos.simulation.balance import OtherStudy, Study
from ilos.simulation.balance import run as play
from ilos.simulation.balance_facts import GameFacts
from ilos.simulation.balance_report import write_report

EXAMPLES = """\
  ilos balance
  ilos balance --bot expert --games 100 --jobs 8
  ilos balance --tiles my-tiles.toml --data my-tiles.jsonl --out my-tiles.md
"""


def add_arguments(parser: Parser) -> None:
    """What `ilos balance` takes."""
    add = parser.add_argument
    add("--bot", metavar="BOT", default="skilled", help="sits in every seat (default skilled)")
    add("--games", metavar="G", type=whole_number(1), default=200,
        help="for each number of players and edition (default 200)")  # fmt: skip
    add("--seed", metavar="S", type=whole_number(0), default=1, help="of the first game")
    add("--players", metavar="N,N,…", default="2,3,4,5", help="default 2,3,4,5")
    add("--tiles", metavar="FILE", help="a tile set (default: the set of the game)")
    add("--jobs", metavar="J", type=whole_number(1), default=os.cpu_count() or 1)
    add("--data", metavar="FILE", default="build/balance.jsonl",
        help="games are kept here, and an interrupted study goes on from it")  # fmt: skip
    add("--out", metavar="FILE", default="docs/balance.md",
        help="the page; plots go to images/ beside it")  # fmt: skip


def run(args: argparse.Namespace) -> int:
    """Play what is missing, then write the page."""
    study = _study(args)
    out, data = Path(args.out), Path(args.data)
    try:
        games = list(_shown(play(study, data, args.jobs), study.size))
        pictures = write_report(study, games, out)
    except OtherStudy as error:
        raise CommandError(f"{error}; name another file with --data") from None
    except KeyboardInterrupt:
        print(f"ilos: the games so far are in {data}; the same command goes on", file=sys.stderr)
        raise
    except OSError as error:
        raise CommandError(f"{error.filename} cannot be written: {error.strerror}") from None
    print(f"{len(games)} games; the page is {out}, with {len(pictures)} plots beside it")
    return 0


def _study(args: argparse.Namespace) -> Study:
    try:
        players = tuple(sorted({int(number) for number in args.players.split(",")}))
    except ValueError:
        players = ()
    if not players or not set(players) <= {2, 3, 4, 5}:
        raise CommandError(f"--players {args.players!r} is not a list of numbers from 2 to 5")
    try:
        create(args.bot)
    except UnknownBot as error:
        raise CommandError(str(error)) from None
    tiles = write_tile_set(tile_set_named(args.tiles)) if args.tiles else ""
    return Study(args.bot, args.games, args.seed, players, tiles=tiles)


def _shown(games: Iterator[GameFacts], total: int) -> Iterator[GameFacts]:
    """Pass games on, with a bar on a terminal."""
    if not sys.stderr.isatty():
        yield from games
        return
    from rich.console import Console
    from rich.progress import track

    yield from track(games, "Playing", total, console=Console(stderr=True))
