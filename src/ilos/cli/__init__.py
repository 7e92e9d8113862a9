"""The command line: `ilos` and its subcommands, each a module of this package.

A module of a command has `add_arguments(parser)`, `run(args) -> exit code` and `EXAMPLES`.
Only the module of the command asked for is imported, so `ilos --help` answers at once.
Exit codes: 0 done, 1 the thing looked at is bad, 2 the command could not be carried out.
"""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Sequence

from ilos.cli.parser import CommandError, Parser

COMMANDS = {
    "play": "play a game in the terminal against bots",
    "serve": "open tables in the browser for yourself and your friends",
    "simulate": "let bots play many games and write their records",
    "arena": "find out which bots are stronger",
    "balance": "report how fair seats, cards and editions are among strong bots",
    "dataset": "write decisions of bots as arrays to learn from",
    "verify": "check records against the rules",
    "moves": "list the legal moves of a position",
    "view": "show what a seat or spectator may know of a record",
    "show": "draw a position",
    "tiles": "check, draw, list or copy a tile set",
    "bench": "measure the speed of the engine",
    "load": "measure a server under load",
    "admin": "look after the tables of a server",
    "doctor": "tell what is installed, what is missing, and where data is kept",
    "completion": "print completions for a shell, or the manual page",
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; the exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    try:
        return _dispatch(words)
    except CommandError as error:
        print(f"ilos: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:  # the reader of our output has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        print("ilos: interrupted", file=sys.stderr)
        return 130


def _dispatch(words: list[str]) -> int:
    if words[:1] == ["help"]:  # `ilos help play` is `ilos play --help`
        words = [*words[1:], "--help"]
    if not words or words[0] in ("-h", "--help"):
        print(_overview())
        return 0 if words else 2
    if words in (["--version"], ["version"]):
        from importlib.metadata import version

        print(version("ilos"))
        return 0
    if words[0] not in COMMANDS:
        raise CommandError(_unknown(words[0]))
    module = importlib.import_module(f"ilos.cli.{words[0]}")
    parser = Parser(prog=f"ilos {words[0]}", about=COMMANDS[words[0]], examples=module.EXAMPLES)
    module.add_arguments(parser)
    code: int = module.run(parser.parse_args(words[1:]))
    return code


def _unknown(word: str) -> str:
    from difflib import get_close_matches

    known = [*COMMANDS, "help", "version"]
    meant = "".join(f"did you mean {name!r}? " for name in get_close_matches(word, known, 1))
    return f"there is no command {word!r}; {meant}`ilos --help` lists them"


def _overview() -> str:
    lines = [f"  {name:<10} {about}" for name, about in COMMANDS.items()]
    return "\n".join(
        [
            "usage: ilos COMMAND [options]",
            "",
            "Ilôs, the board game of islands, pioneers and pirates.",
            "",
            *lines,
            "",
            "examples:",
            "  ilos play --players 3",
            "  ilos simulate --players 4 --games 100 --out games.jsonl",
            "  ilos verify games.jsonl",
            "",
            "`ilos help COMMAND` tells more, with examples; `ilos version` tells the version.",
        ]
    )
