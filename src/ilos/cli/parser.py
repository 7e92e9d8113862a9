"""Arguments of commands, and how a command says that it cannot go on."""

from __future__ import annotations

import argparse
from typing import Any, NoReturn

MOST_GAMES = 1_000_000_000  # that a command plays

# What options say that several commands have.
EDITION_HELP = "rules of the English, French or German edition (default en)"
JOBS_HELP = "processes that play at the same time (default: one for each core)"
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

    def error(self, message: str) -> NoReturn:
        unknown = message.removeprefix("unrecognized arguments: ").split("=")[0].split()[0]
        if message.startswith("unrecognized") and unknown.startswith("--"):
            from difflib import get_close_matches

            near = get_close_matches(unknown, list(self._option_string_actions), 1)
            message += "".join(f"; did you mean {option}?" for option in near)
        raise CommandError(f"{message} (see `{self.prog} --help`)")


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
