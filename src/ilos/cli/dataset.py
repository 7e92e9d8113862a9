"""`ilos dataset`: decisions of bots as NumPy arrays, to learn from."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from ilos.cli.parser import MOST_GAMES, CommandError, Parser, whole_number
from ilos.drawing.words import amount
from ilos.system import interruptible

EXAMPLES = """\
  ilos dataset --games 10000 --bot greedy --noise 0.1 --out greedy-games
  ilos dataset --games 64 --search 300 --players 3 --out searched-games

reading it in Python:
  from ilos.environments.dataset import shards
  for shard in shards("greedy-games"):
      learn(shard["observations"], shard["masks"], shard["actions"], shard["outcomes"])
"""


def add_arguments(parser: Parser) -> None:
    """What `ilos dataset` takes."""
    add = parser.add_argument
    add(
        "--games",
        type=whole_number(1, MOST_GAMES),
        default=256,
        help="how many games (default 256)",
    )
    add("--players", type=whole_number(2, 5), default=2, help="seats, 2 to 5 (default 2)")
    add(
        "--bot",
        choices=("random", "greedy"),
        default="random",
        help="the bot that decides (default random)",
    )
    add(
        "--noise",
        type=_share,
        default=0.0,
        help="share of greedy's decisions made at random (default 0)",
    )
    add("--search", metavar="N", type=whole_number(1), help="decide by a search of N simulations")
    add("--seed", type=whole_number(0), default=1, help="seed of the first shard (default 1)")
    add("--out", metavar="FOLDER", type=Path, required=True, help="a new folder for the shards")


def _share(text: str) -> float:
    try:
        share = float(text)
    except ValueError:
        share = -1.0
    if not 0.0 <= share <= 1.0:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 0 to 1")
    return share


def run(args: argparse.Namespace) -> int:
    """Play and write, shard by shard."""
    try:
        from ilos.environments import dataset
    except ImportError as error:
        raise CommandError(str(error)) from None
    size = dataset.SEARCHED_GAMES if args.search else dataset.GAMES
    try:
        args.out.mkdir(parents=True)
    except FileExistsError:
        raise CommandError(f"{args.out} exists; name a new folder with --out") from None
    except OSError as error:
        raise CommandError(f"{args.out} cannot be written: {error.strerror}") from None
    facts = {name: value for name, value in vars(args).items() if name not in ("out", "games")}
    start, games, decisions = time.process_time(), 0, 0
    with interruptible():
        while games < args.games:
            count = min(size, args.games - games)
            seed = args.seed + games // size
            if args.search:
                shard = dataset.searched_shard(args.players, seed, count, args.search)
            else:
                shard = dataset.quick_shard(args.players, seed, count, args.bot, args.noise)
            dataset.write_shard(args.out, games // size, shard)
            games, decisions = games + count, decisions + len(shard["actions"])
            dataset.write_about(args.out, games=games, decisions=decisions, **facts)
    rate = decisions / max(time.process_time() - start, 1e-9)
    told = f"{amount(games, 'game')}, {decisions} decisions in {args.out}"
    print(f"{told}; {rate:,.0f} decisions for each second of CPU time", file=sys.stderr)
    return 0
