"""Arguments of commands, and how a command says that it cannot go on."""

from __future__ import annotations

import argparse
import itertools
import math
import os
from typing import Any, NoReturn

MOST_GAMES = 1_000_000_000  # that a command plays

# What options say that several commands have.
EDITION_HELP = "rules of the English, French or German edition (default en)"
TILES_HELP = "a file with a tile set (default: the game's own tiles)"
MAX_ROUNDS_HELP = "rounds after which a game that nobody ended is over (default 100)"


class CommandError(Exception):
    """What was wrong, where, and what to do; printed as one line, exit code 2."""


class Parser(argparse.ArgumentParser):
    """An argument parser whose complaints are one line."""

    def __init__(self, about: str = "", examples: str = "", **options: Any) -> None:
        epilog = f"examples:\n{examples.rstrip()}" if examples else None
        super().__init__(
            description=about[:1].upper() + about[1:] + "." if about else None,
            epilog=epilog,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
            **options,
        )

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Refuse unknown options first: one that is misspelt explains one that is missing."""
        if self._subparsers is None:
            for given in itertools.takewhile(lambda arg: arg != "--", args):
                option = given.partition("=")[0]
                if option.startswith("--") and option not in self._option_string_actions:
                    self.error(f"there is no option {option}{self._nearest(option)}")
        return super().parse_known_args(args, namespace)

    def _nearest(self, option: str) -> str:
        from difflib import get_close_matches

        near = get_close_matches(option, list(self._option_string_actions), 1)
        return "".join(f"; did you mean {known}?" for known in near)

    def error(self, message: str) -> NoReturn:
        raise CommandError(f"{message} (see `{self.prog} --help`)")


def add_jobs(parser: Parser) -> None:
    """Give a command the option that says how many processes play."""
    parser.add_argument(
        "--jobs",
        metavar="J",
        type=whole_number(1, 1024),
        default=os.cpu_count() or 1,
        help="processes that play at the same time (default: one for each core)",
    )


def whole_number(least: int, most: int | None = None) -> Any:
    """A type of argument: a whole number within bounds."""

    def read(text: str) -> int:
        bounds = f"from {least} up" if most is None else f"from {least} to {most}"
        try:
            number = int(text)
        except ValueError:
            number = least - 1
        if number < least or (most is not None and number > most):
            raise argparse.ArgumentTypeError(f"{text!r} is not a whole number {bounds}")
        return number

    return read


def positive_number(text: str) -> float:
    """A type of argument: a number above 0 that is neither `inf` nor `nan`."""
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0.0 < number < math.inf:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number above 0")
    return number
