"""`ilos arena`: which bots are stronger, with intervals, ratings and a report."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from rich.console import Console, Group
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table as RichTable

from ilos.bots import UnknownBot, create
from ilos.cli.parser import CommandError, Parser, whole_number
from ilos.simulation.arena import Arena, ArenaError
from ilos.simulation.on_ray import RayUnreachable, play_all_on_ray
from ilos.simulation.playing import Result
from ilos.simulation.schedule import Plan
from ilos.simulation.standings import MissingExtra, Table
from ilos.simulation.workers import Limits, play_all

EXAMPLES = """\
  ilos arena --bots greedy,random --games 400
  ilos arena --bots skilled,greedy --players 4 --gauntlet --games 400 --jobs 2
  ilos arena --bots expert,skilled --share 0.1 --games 400 --out expert-skilled
  ilos arena --bots mypackage.bots:MyBot,greedy --seconds 1
"""


def add_arguments(parser: Parser) -> None:
    """The options of the command."""
    parser.add_argument("--bots", required=True, help="names or module:Class, with commas between")
    parser.add_argument("--players", type=whole_number(2, 5), default=2)
    parser.add_argument(
        "--games", type=whole_number(1), default=100, help="for each pairing (default 100)"
    )
    parser.add_argument("--gauntlet", action="store_true", help="the first bot against each other")
    budget = parser.add_mutually_exclusive_group()
    budget.add_argument("--simulations", type=whole_number(1), help="for every search bot")
    budget.add_argument("--share", type=float, default=1.0, help="of each bot's own simulations")
    parser.add_argument("--seconds", type=float, help="cap on each move; results then depend on it")
    parser.add_argument("--seed", type=whole_number(0), default=1)
    parser.add_argument("--edition", choices=("en", "fr", "de"), default="en")
    parser.add_argument(
        "--jobs", type=whole_number(1), default=os.cpu_count() or 1, help="processes"
    )
    parser.add_argument("--ray", metavar="ADDRESS", help="play on a Ray cluster instead")
    parser.add_argument("--patience", type=float, default=60.0, help="seconds until a forfeit")
    parser.add_argument(
        "--memory", type=whole_number(256), default=4096, help="MiB for each process"
    )
    parser.add_argument("--out", type=Path, help="folder for results; resumes what lies there")
    parser.add_argument("--json", action="store_true", help="print the standings as JSON")


def run(args: argparse.Namespace) -> int:
    """Play, showing the standings as they change; 0 when all is played."""
    plan = _plan(args)
    folder = args.out or Path(f"arena-{'-'.join(_plain(bot) for bot in plan.bots)}-{plan.seed}")
    limits = Limits(args.patience, args.memory)
    try:
        arena = Arena(plan, folder)
        results = _results(arena, args, limits)
        if args.json:
            print(json.dumps(arena.collect(results).to_json(), indent=2))
        else:
            _run_live(arena, lambda seen: arena.collect(results, seen))
    except (ArenaError, MissingExtra, RayUnreachable) as error:
        raise CommandError(str(error)) from error
    return 0


def _results(arena: Arena, args: argparse.Namespace, limits: Limits) -> Iterator[Result]:
    """The games still missing, from here or from a cluster."""
    if args.ray is None:
        return play_all(arena.plan, arena.missing(), args.jobs, limits)
    return play_all_on_ray(arena.plan, arena.missing(), args.ray, limits)


def _plan(args: argparse.Namespace) -> Plan:
    bots = tuple(name.strip() for name in args.bots.split(",") if name.strip())
    if any(":" in bot for bot in bots):
        sys.path.insert(0, str(Path.cwd()))  # a bot in a file of this folder; children inherit it
    for bot in bots:
        if ":" not in bot:  # a stranger's class is first made in a child process
            try:
                create(bot)
            except UnknownBot as error:
                raise CommandError(str(error)) from error
    try:
        return Plan(
            bots,
            args.players,
            args.games,
            args.seed,
            "gauntlet" if args.gauntlet else "round_robin",
            args.simulations,
            args.share,
            args.seconds,
            args.edition,
        )
    except ValueError as error:
        raise CommandError(str(error)) from error


def _plain(bot: str) -> str:
    return "".join(letter if letter.isalnum() else "_" for letter in bot)


def _run_live(arena: Arena, start: Callable[[Callable[[Result], None]], Table]) -> None:
    """The standings, drawn anew after every game."""
    console = Console()
    progress = Progress(
        TextColumn("games"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    )
    task = progress.add_task("games", total=arena.total, completed=len(arena.results))
    so_far = arena.table()

    def seen(result: Result) -> None:
        so_far.add(result)
        progress.advance(task)
        live.update(Group(_shown(so_far), progress))
        if result["forfeit"] is not None:
            said = result["forfeit"]
            console.print(f"forfeit: {said['bot']} {said['why']}", markup=False)

    with Live(Group(_shown(so_far), progress), console=console, refresh_per_second=4) as live:
        table = start(seen)
        live.update(_shown(table))
    for meeting in table.meetings:
        m = meeting.to_json()
        said = f"{m['bots'][0]} against {', '.join(m['bots'][1:])}: {100 * m['share']:.1f} %"
        within = f"{100 * m['low']:.1f}–{100 * m['high']:.1f} %"
        console.print(f"{said} ({within}, {m['games']} games)", markup=False, highlight=False)
    console.print(f"report: {arena.folder / 'report.html'}", markup=False, highlight=False)


def _shown(table: Table) -> RichTable:
    drawn = RichTable("bot", "rating", "won", "95 %", "games", "score", "forfeits")
    for standing in table.ranked():
        s = standing.to_json()
        share = "–" if s["share"] is None else f"{100 * s['share']:.1f} %"
        within = f"{100 * s['low']:.0f}–{100 * s['high']:.0f} %"
        rated = f"{s['rating']:.1f} ± {s['doubt']:.1f}"
        score = "–" if s["score"] is None else f"{s['score']:.1f}"
        drawn.add_row(
            s["bot"], rated, share, within, str(s["games"]), score, str(s["forfeits"] or "")
        )
    return drawn
