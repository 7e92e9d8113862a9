"""`ilos simulate`: bots play many games; every one is written as a complete record."""

from __future__ import annotations

import argparse
from collections import Counter
from dataclasses import dataclass, field
from functools import partial

from ilos.cli.bots import KNOWN_BOTS, bots_named, check_bots, with_progress
from ilos.cli.files import tile_set_named, written_whole
from ilos.cli.parser import (
    EDITION_HELP,
    MAX_ROUNDS_HELP,
    MOST_GAMES,
    TILES_HELP,
    CommandError,
    Parser,
    add_jobs,
    whole_number,
)
from ilos.drawing.words import amount
from ilos.records.record import record_to_line, write_record
from ilos.rules.names import EDITIONS
from ilos.rules.setup import MAX_ROUNDS, Options, Setup
from ilos.simulation.games import bot_setup, play_game
from ilos.simulation.pool import Report, TaskFailed, TaskLost, run_tasks
from ilos.system import interruptible

EXAMPLES = """\
  ilos simulate --players 4 --games 1000 --seed 1 --out games.jsonl
  ilos simulate --players 2 --bots greedy,random --games 100 --out games.jsonl
  ilos simulate --games 10 --out - | ilos verify -
"""


def add_arguments(parser: Parser) -> None:
    """What `ilos simulate` takes."""
    add = parser.add_argument
    add(
        "--players",
        metavar="N",
        type=whole_number(2, 5),
        default=None,
        help="players in each game, 2 to 5 (default 2)",
    )
    add(
        "--games",
        metavar="G",
        type=whole_number(1, MOST_GAMES),
        default=1,
        help="how many games (default 1)",
    )
    add(
        "--seed",
        metavar="S",
        type=whole_number(0),
        default=0,
        help="seed of the first game; each game after it has the next number (default 0)",
    )
    add("--edition", choices=EDITIONS, default="en", help=EDITION_HELP)
    add("--tiles", metavar="FILE", help=TILES_HELP)
    add(
        "--bots",
        metavar="A,B,…",
        default="random",
        help=f"one bot for all players, or one for each: {KNOWN_BOTS} (default random)",
    )
    add(
        "--max-rounds",
        metavar="M",
        type=whole_number(1, MAX_ROUNDS),
        default=100,
        help=MAX_ROUNDS_HELP,
    )
    add_jobs(parser)
    add(
        "--out",
        metavar="FILE",
        required=True,
        help="a new file, one game a line, compressed if it ends in .gz or .zst; - prints them",
    )


@dataclass
class Summary:
    """What came of the games."""

    games: int = 0
    events: int = 0
    rounds: int = 0
    wins: Counter[int] = field(default_factory=Counter)
    value: Counter[int] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True)
class Played:
    """What a worker sends back."""

    line: bytes
    rounds: int
    events: int
    winners: tuple[int, ...]
    values: tuple[int, ...]
    reason: str


def run(args: argparse.Namespace) -> int:
    """Play, write, and print a summary."""
    setup = _setup(args)
    seeds = range(args.seed, args.seed + args.games)
    jobs = min(args.jobs, -(-args.games // 4))  # a process for a few games is not worth its start
    games = run_tasks(partial(_play, setup), seeds, jobs, in_order=True)
    summary = Summary()
    try:
        with interruptible(), written_whole(args.out) as file:
            for played in with_progress(games, args.games):
                file.write(played.line + b"\n")
                _count(summary, played)
    except (TaskFailed, TaskLost) as error:
        raise CommandError(f"a game could not be finished: {error}") from None
    _print(setup, summary)
    return 0


def _setup(args: argparse.Namespace) -> Setup:
    bots = bots_named(args.bots)
    players = args.players or max(len(bots), 2)
    check_bots(bots)
    if len(bots) not in (1, players):
        raise CommandError(
            f"--bots names {amount(len(bots), 'bot')} for {players} players: name one or all"
        )
    options = Options(edition=args.edition, max_rounds=args.max_rounds)
    return bot_setup(
        bots * players if len(bots) == 1 else bots, options, tile_set_named(args.tiles)
    )


def _play(setup: Setup, seed: int, report: Report) -> Played:
    report(seed)
    game = play_game(setup, seed)
    result = game.result()
    assert result is not None
    return Played(
        line=record_to_line(write_record(game)),
        rounds=game.round,
        events=len(game.events),
        winners=result.winners,
        values=tuple(score.value for score in result.scores),
        reason=result.reason,
    )


def _count(summary: Summary, played: Played) -> None:
    summary.games += 1
    summary.events += played.events
    summary.rounds += played.rounds
    summary.reasons[played.reason] += 1
    for seat in played.winners:
        summary.wins[seat] += 1
    for seat, value in enumerate(played.values):
        summary.value[seat] += value


def _print(setup: Setup, summary: Summary) -> None:
    """A table, on standard error so that records may go to standard output."""
    from rich.console import Console
    from rich.table import Table

    games = summary.games
    table = Table(title=f"{amount(games, 'game')}, {summary.events / games:.0f} events a game")
    for column in ("seat", "bot", "wins", "mean worth"):
        table.add_column(column, justify="left" if column == "bot" else "right")
    for seat, player in enumerate(setup.players):
        won = f"{summary.wins[seat] / games:.1%}"
        table.add_row(str(seat), player.bot, won, f"{summary.value[seat] / games:.1f}")
    console = Console(stderr=True)
    console.print(table)
    ends = ", ".join(f"{reason} {count}" for reason, count in sorted(summary.reasons.items()))
    console.print(f"{summary.rounds / games:.1f} rounds a game; ended by {ends}")
