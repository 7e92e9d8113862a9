"""`ilos dataset`: decisions of bots as NumPy arrays, to learn from."""

from __future__ import annotations

import argparse
import shutil
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
        metavar="G",
        type=whole_number(1, MOST_GAMES),
        default=256,
        help="how many games (default 256)",
    )
    add(
        "--players",
        metavar="N",
        type=whole_number(2, 5),
        default=2,
        help="players in each game, 2 to 5 (default 2)",
    )
    who = parser.add_mutually_exclusive_group()
    who.add_argument(
        "--bot",
        choices=("random", "greedy"),
        default="random",
        help="the bot that plays for everybody (default random)",
    )
    who.add_argument(
        "--search",
        metavar="N",
        type=whole_number(1),
        help="play by a search of N simulations a decision, and keep its policy",
    )
    add(
        "--noise",
        metavar="X",
        type=_share,
        default=0.0,
        help="share of greedy's decisions that are made at random, 0 to 1 (default 0)",
    )
    add(
        "--seed",
        metavar="S",
        type=whole_number(0),
        default=1,
        help="seed of the first file (default 1)",
    )
    add(
        "--out",
        metavar="FOLDER",
        type=Path,
        required=True,
        help="a new folder for the files (shards, .npz)",
    )


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
    if args.noise and (args.search or args.bot != "greedy"):
        raise CommandError("--noise is for greedy's decisions: add --bot greedy, or leave it out")
    try:
        writer = _Writer(args)
    except ImportError as error:
        raise CommandError(str(error)) from None
    try:
        args.out.mkdir(parents=True)
    except FileExistsError:
        raise CommandError(f"{args.out} exists; name a new folder with --out") from None
    except OSError as error:
        raise CommandError(f"{args.out} cannot be written: {error.strerror}") from None
    start = time.process_time()
    try:
        with interruptible():
            while writer.games < args.games:
                writer.write_next()
    except KeyboardInterrupt:
        print(f"ilos: {writer.end_early()}", file=sys.stderr)
        raise
    rate = writer.decisions / max(time.process_time() - start, 1e-9)
    told = f"{amount(writer.games, 'game')}, {writer.decisions} decisions in {args.out}"
    print(f"{told}; {rate:,.0f} decisions for each second of CPU time", file=sys.stderr)
    return 0


class _Writer:
    """Plays and writes one shard after the other; counts what is written."""

    def __init__(self, args: argparse.Namespace) -> None:
        from ilos.environments import dataset  # needs NumPy, which other commands do not

        self._dataset = dataset
        self._args = args
        self._shards = 0
        self.games = 0
        self.decisions = 0

    def write_next(self) -> None:
        args, dataset = self._args, self._dataset
        size = dataset.SEARCHED_GAMES if args.search else dataset.GAMES
        count = min(size, args.games - self.games)
        seed = args.seed + self._shards
        if args.search:
            shard = dataset.searched_shard(args.players, seed, count, args.search)
        else:
            shard = dataset.quick_shard(args.players, seed, count, args.bot, args.noise)
        dataset.write_shard(args.out, self._shards, shard)
        self._shards += 1
        self.games += count
        self.decisions += len(shard["actions"])
        self._write_about()

    def _write_about(self) -> None:
        facts = {k: v for k, v in vars(self._args).items() if k not in ("out", "games")}
        counts = {"games": self.games, "decisions": self.decisions}
        self._dataset.write_about(self._args.out, **counts, **facts)

    def end_early(self) -> str:
        """Keep the shards that were finished, or nothing; say which."""
        folder = self._args.out
        if not self.games:
            shutil.rmtree(folder)
            return f"no file was finished; {folder} is removed"
        self._write_about()  # the interruption may have cut it
        return f"{amount(self.games, 'game')}, {self.decisions} decisions are kept in {folder}"
