"""Bots named on the command line, and the run of many games that people watch or interrupt."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import redirect_stdout
from pathlib import Path
from typing import TypeVar

from ilos.bots import UnknownBot, create, names
from ilos.cli.parser import CommandError

Game = TypeVar("Game")
KNOWN_BOTS = f"{', '.join(names())} or your own as module:Class"


def bots_named(names: str) -> list[str]:
    """Split a list of bots at its commas; `module:Class` is also looked for in this folder."""
    bots = [name.strip() for name in names.split(",") if name.strip()]
    here = str(Path.cwd())
    if any(":" in bot for bot in bots) and here not in sys.path:
        sys.path.insert(0, here)  # child processes inherit it
    return bots


def check_bots(bots: list[str]) -> None:
    """Refuse bots that cannot be made, before anything is played."""
    if not bots:
        raise CommandError("--bots names no bot")
    try:
        with redirect_stdout(sys.stderr):
            for bot in bots:
                create(bot)
    except UnknownBot as error:
        raise CommandError(str(error)) from None


def with_progress(games: Iterator[Game], total: int) -> Iterator[Game]:
    """Pass games on, with a bar on a terminal."""
    if not sys.stderr.isatty():
        yield from games
        return
    from rich.console import Console
    from rich.progress import track

    yield from track(games, "Playing", total, console=Console(stderr=True))
