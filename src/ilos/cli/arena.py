"""`ilos arena`: which bots are stronger, with intervals, ratings and a report."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from textwrap import fill
from typing import Any

from rich.console import Console, Group
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table as RichTable

from ilos.cli.bots import KNOWN_BOTS, bots_named
from ilos.cli.files import tile_set_named
from ilos.cli.parser import (
    EDITION_HELP,
    MOST_GAMES,
    TILES_HELP,
    CommandError,
    Parser,
    add_jobs,
    positive_number,
    whole_number,
)
from ilos.drawing.words import amount
from ilos.records.tile_sets import write_tile_set
from ilos.rules.names import EDITIONS
from ilos.simulation.arena import Arena, ArenaError
from ilos.simulation.identity import BadBot, identities
from ilos.simulation.match import Result, play_all
from ilos.simulation.on_ray import RayMissing, RayUnreachable, connect, play_all_on_ray
from ilos.simulation.pool import Limits
from ilos.simulation.schedule import Plan
from ilos.simulation.standings import COLUMNS, Table, percent
from ilos.system import interruptible

EXAMPLES = """\
  ilos arena --bots greedy,random --games 400
  ilos arena --bots skilled,greedy --players 4 --gauntlet --games 400 --jobs 2
  ilos arena --bots expert,skilled --share 0.1 --games 400 --out expert-skilled
  ilos arena --bots mymodule:MyBot,greedy --seconds 1 --debug

The same command goes on where it was interrupted; with more --games it goes on from there.
"""


def add_arguments(parser: Parser) -> None:
    """The options of the command."""
    parser.add_argument(
        "--bots", metavar="A,B,…", required=True, help=f"who plays, two or more of {KNOWN_BOTS}"
    )
    parser.add_argument(
        "--players",
        metavar="N",
        type=whole_number(2, 5),
        default=2,
        help="players in each game, 2 to 5 (default 2)",
    )
    parser.add_argument(
        "--games",
        metavar="G",
        type=whole_number(1, MOST_GAMES),
        default=100,
        help="games for each pairing, rounded up so that each deal is played from every seat "
        "(default 100)",
    )
    parser.add_argument(
        "--gauntlet", action="store_true", help="play only the first bot against each of the others"
    )
    budget = parser.add_mutually_exclusive_group()
    budget.add_argument(
        "--simulations",
        metavar="N",
        type=whole_number(1),
        help="simulations for each move, the same for every search bot (default: each its own)",
    )
    budget.add_argument(
        "--share",
        metavar="X",
        type=positive_number,
        default=1.0,
        help="factor on each search bot's own simulations, 0.1 for a tenth (default 1)",
    )
    parser.add_argument(
        "--seconds",
        metavar="X",
        type=positive_number,
        help="seconds after which a bot answers with what it has found (default: no limit); "
        "results then depend on the machine",
    )
    parser.add_argument(
        "--seed",
        metavar="S",
        type=whole_number(0),
        default=1,
        help="which games are dealt; the same seed deals the same ones (default 1)",
    )
    parser.add_argument("--edition", choices=EDITIONS, default="en", help=EDITION_HELP)
    add_jobs(parser)
    parser.add_argument(
        "--ray",
        metavar="ADDRESS",
        help="play on the Ray cluster there; local starts one on this machine",
    )
    parser.add_argument(
        "--patience",
        metavar="X",
        type=positive_number,
        default=60.0,
        help="seconds that a bot may take for a move before it forfeits the game (default 60)",
    )
    parser.add_argument(
        "--memory",
        metavar="N",
        type=whole_number(256),
        default=4096,
        help="MiB that a process may use before its bot forfeits the game (default 4096)",
    )
    parser.add_argument("--tiles", metavar="FILE", help=TILES_HELP)
    parser.add_argument(
        "--out",
        metavar="FOLDER",
        type=Path,
        help="folder for results, continued if it has some (default arena-BOTS-SEED)",
    )
    parser.add_argument(
        "--fresh", action="store_true", help="forget earlier results and play all games again"
    )
    parser.add_argument("--debug", action="store_true", help="show the traceback of every forfeit")
    parser.add_argument("--json", action="store_true", help="print the standings as JSON")


def run(args: argparse.Namespace) -> int:
    """Play, showing the standings as they change; 0 when all is played."""
    plan = _plan(args)
    folder = args.out or Path(f"arena-{'-'.join(_plain(bot) for bot in plan.bots)}-{plan.seed}")
    limits = Limits(args.patience, args.memory)
    try:
        cluster = None if args.ray is None else connect(args.ray)
        arena = Arena(plan, folder, fresh=args.fresh, bots=identities(plan.bots, limits))
        with interruptible():
            _play(arena, _results(arena, cluster, args.jobs, limits), args)
    except BadBot as error:
        if args.debug:
            sys.stderr.write(error.traceback)
        raise CommandError(str(error)) from None
    except (ArenaError, RayMissing, RayUnreachable) as error:
        raise CommandError(str(error)) from error
    except OSError as error:
        raise CommandError(f"{error.filename} cannot be written: {error.strerror}") from None
    return 0


def _results(arena: Arena, cluster: Any, jobs: int, limits: Limits) -> Iterator[Result]:
    """The games still missing, from here or from a cluster."""
    if cluster is None:
        return play_all(arena.plan, arena.missing(), jobs, limits)
    return play_all_on_ray(arena.plan, arena.missing(), cluster, limits)


def _plan(args: argparse.Namespace) -> Plan:
    try:
        return Plan(
            tuple(bots_named(args.bots)),
            args.players,
            args.games,
            args.seed,
            "gauntlet" if args.gauntlet else "round_robin",
            args.simulations,
            args.share,
            args.seconds,
            args.edition,
            tiles=write_tile_set(tile_set_named(args.tiles)) if args.tiles else "",
        )
    except ValueError as error:
        raise CommandError(str(error)) from error


def _plain(bot: str) -> str:
    return "".join(letter if letter.isalnum() else "_" for letter in bot)


def _play(arena: Arena, results: Iterator[Result], args: argparse.Namespace) -> None:
    """Play what is missing; what people are told goes to standard error if JSON is asked for."""
    console = Console(stderr=args.json)
    played = arena.plan.games_a_pairing
    if played != args.games:
        why = f"each deal is played from all {args.players} seats"
        console.print(f"{played} games for each pairing instead of {args.games}: {why}")
    if arena.results:
        console.print(f"{len(arena.results)} of {amount(arena.total, 'game')} already played")
    watcher = _Watcher(arena, console, args.debug)
    try:
        if args.json:
            table = arena.collect(results, watcher.tell)
            print(json.dumps(table.to_json(), indent=2))
        else:
            with _line_end(console), watcher.live:
                table = arena.collect(results, watcher.show)
                watcher.live.update(_shown(table))
            _print_pairings(console, table)
    except KeyboardInterrupt:
        reached = f"{len(arena.results)} of {amount(arena.total, 'game')}"
        console.print(f"interrupted after {reached}; the same command goes on", markup=False)
        _print_report(console, arena)
        raise
    _print_report(console, arena)


@contextmanager
def _line_end(console: Console) -> Iterator[None]:
    """End the line of a live display, which does not where nothing is redrawn."""
    try:
        yield
    finally:
        if not console.is_terminal:
            console.print()


def _print_report(console: Console, arena: Arena) -> None:
    report = arena.folder / "report.html"
    console.print(f"report: {report}", markup=False, highlight=False, soft_wrap=True)


class _Watcher:
    """Shows each result as it comes in."""

    def __init__(self, arena: Arena, console: Console, debug: bool) -> None:
        self._console = console
        self._debug = debug
        self._traced = False
        self._so_far = arena.table()
        self._progress = Progress(
            TextColumn("games"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
        )
        self._task = self._progress.add_task(
            "games", total=arena.total, completed=len(arena.results)
        )
        self.live = Live(
            Group(_shown(self._so_far), self._progress), console=console, refresh_per_second=4
        )

    def show(self, result: Result) -> None:
        """The standings after every game."""
        self._so_far.add(result)
        self._progress.advance(self._task)
        self.live.update(Group(_shown(self._so_far), self._progress))
        self.tell(result)

    def tell(self, result: Result) -> None:
        """Why a game was forfeited; the first traceback, or all of them for debugging."""
        forfeit = result["forfeit"]
        if forfeit is None:
            return
        self._console.print(f"forfeit: {forfeit['bot']} {forfeit['why']}", markup=False)
        trace = forfeit.get("traceback")
        if trace and (self._debug or not self._traced):
            self._console.print(trace.rstrip(), markup=False, highlight=False, soft_wrap=True)
            if not self._debug:
                self._console.print("(--debug shows every traceback)", markup=False)
            self._traced = True


def _print_pairings(console: Console, table: Table) -> None:
    for meeting in table.meetings:
        m = meeting.to_json()
        said = f"{m['bots'][0]} against {', '.join(m['bots'][1:])}: {percent(m['share'])}"
        within = f"95 % interval {100 * m['low']:.1f}–{100 * m['high']:.1f} %"
        line = f"{said} ({within}, {amount(m['games'], 'game')})"
        console.print(line, markup=False, highlight=False, soft_wrap=True)


def _shown(table: Table) -> RichTable:
    """The standings; headings are wrapped, so that values need not be on a narrow terminal."""
    drawn = RichTable(*(fill(heading, 9) for heading in COLUMNS))
    for cells in table.cells():
        drawn.add_row(*cells)
    return drawn
