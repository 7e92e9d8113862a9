"""`ilos balance`: strong bots play many games, and a page tells how fair and how varied it is."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from ilos.cli.bots import bots_named, check_bots, with_progress
from ilos.cli.files import tile_set_named
from ilos.cli.parser import MOST_GAMES, TILES_HELP, CommandError, Parser, add_jobs, whole_number
from ilos.drawing.words import amount
from ilos.records.compressed import without_ending
from ilos.records.tile_sets import write_tile_set
from ilos.simulation.balance import OtherStudy, Study
from ilos.simulation.balance import run as play
from ilos.simulation.balance_report import Page, write_report
from ilos.simulation.pool import TaskFailed, TaskLost
from ilos.system import interruptible

EXAMPLES = """\
  ilos balance --bot greedy --games 100
  ilos balance --bot expert --games 100 --jobs 8 --data expert.jsonl --out expert.md
  ilos balance --tiles my-tiles.toml --data my-tiles.jsonl --out my-tiles.md
"""


def add_arguments(parser: Parser) -> None:
    """What `ilos balance` takes."""
    add = parser.add_argument
    add(
        "--bot",
        metavar="BOT",
        default="skilled",
        help="the bot that plays for everybody (default skilled)",
    )
    add("--games", metavar="G", type=whole_number(1, MOST_GAMES), default=200,
        help="games for each number of players and edition (default 200)")  # fmt: skip
    add(
        "--seed",
        metavar="S",
        type=whole_number(0),
        default=1,
        help="seed of the first game (default 1)",
    )
    add(
        "--players",
        metavar="N,N,…",
        default="2,3,4,5",
        help="how many players, a list (default 2,3,4,5)",
    )
    add("--tiles", metavar="FILE", help=TILES_HELP)
    add_jobs(parser)
    add("--data", metavar="FILE",
        help="file that keeps the games; an interrupted study goes on from it")  # fmt: skip
    add("--out", metavar="FILE",
        help="file for the page, with plots in images/ beside it (default: print it)")  # fmt: skip


def run(args: argparse.Namespace) -> int:
    """Play what is missing, then write the page."""
    study = _study(args)
    data = Path(args.data) if args.data else None
    try:
        with interruptible():
            games = list(with_progress(play(study, data, args.jobs), study.size))
        if args.out is None:
            print(Page(study, games).text(), end="")
            return 0
        pictures = write_report(study, games, Path(args.out))
    except OtherStudy as error:
        raise CommandError(f"{error}; name another file with --data") from None
    except (TaskFailed, TaskLost) as error:
        raise CommandError(f"a game could not be finished: {error}") from None
    except KeyboardInterrupt:
        if data:
            told = f"the games so far are in {data}; the same command goes on"
            print(f"ilos: {told}", file=sys.stderr)
        raise
    except OSError as error:
        raise CommandError(f"{error.filename} cannot be written: {error.strerror}") from None
    print(
        f"{amount(len(games), 'game')}; the page is {args.out}, "
        f"with {len(pictures)} plots beside it"
    )
    return 0


def _study(args: argparse.Namespace) -> Study:
    try:
        players = tuple(sorted({int(number) for number in args.players.split(",")}))
    except ValueError:
        players = ()
    if not players or not set(players) <= {2, 3, 4, 5}:
        raise CommandError(f"--players {args.players!r} is not a list of numbers from 2 to 5")
    if args.data and args.data != without_ending(args.data):
        raise CommandError(
            f"--data {args.data} grows game by game: name a file without compression"
        )
    check_bots(bots_named(args.bot))
    tiles = write_tile_set(tile_set_named(args.tiles)) if args.tiles else ""
    return Study(args.bot, args.games, args.seed, players, tiles=tiles)
