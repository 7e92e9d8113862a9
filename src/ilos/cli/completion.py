"""`ilos completion`: what a shell needs to complete our commands, and the manual page.

Everything is made from the commands' own parsers, so it cannot fall behind them.
"""

from __future__ import annotations

import argparse
import importlib
from collections.abc import Iterator

from ilos.cli import COMMANDS
from ilos.cli.parser import Parser

EXAMPLES = """\
  ilos completion bash > ~/.local/share/bash-completion/completions/ilos
  ilos completion zsh > ~/.zfunc/_ilos
  ilos completion fish > ~/.config/fish/completions/ilos.fish
  ilos completion man > ~/.local/share/man/man1/ilos.1
"""


def add_arguments(parser: Parser) -> None:
    """What `ilos completion` takes."""
    parser.add_argument("shell", choices=("bash", "zsh", "fish", "man"), help="or the manual page")


def run(args: argparse.Namespace) -> int:
    """Print it."""
    writers = {"bash": bash, "zsh": zsh, "fish": fish, "man": manual}
    print(writers[args.shell]())
    return 0


def parser_of(command: str) -> Parser:
    """Return the parser of a command."""
    module = importlib.import_module(f"ilos.cli.{command}")
    parser = Parser(prog=f"ilos {command}", about=COMMANDS[command], examples=module.EXAMPLES)
    module.add_arguments(parser)
    return parser


def _options(command: str) -> Iterator[tuple[str, argparse.Action]]:
    for action in parser_of(command)._actions:
        for name in action.option_strings:
            if name.startswith("--"):
                yield name, action


def _words(command: str) -> list[str]:
    """Options, and the words that a position may hold."""
    words = [name for name, _ in _options(command)]
    for action in parser_of(command)._actions:
        if not action.option_strings and action.choices:
            words += list(action.choices)
    return words


def bash() -> str:
    """Return a completion script for bash."""
    cases = "\n".join(f"    {name}) words='{' '.join(_words(name))}' ;;" for name in COMMANDS)
    return f"""_ilos() {{
  local current=${{COMP_WORDS[COMP_CWORD]}} words=''
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W '{" ".join(COMMANDS)} --help --version' -- "$current"))
    return
  fi
  case ${{COMP_WORDS[1]}} in
{cases}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}}
complete -o default -F _ilos ilos"""


def zsh() -> str:
    """Return a completion script for zsh."""
    listed = "\n".join(f"    '{name}:{_quoted(about)}'" for name, about in COMMANDS.items())
    cases = "\n".join(f"    {name}) _arguments {_zsh_options(name)} ;;" for name in COMMANDS)
    return f"""#compdef ilos
_ilos() {{
  local -a commands=(
{listed}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words; (( CURRENT-- ))
  case $command in
{cases}
  esac
}}
compdef _ilos ilos"""


def _zsh_options(command: str) -> str:
    told = []
    for name, action in _options(command):
        about = _quoted(action.help or "").replace("[", "(").replace("]", ")").replace(":", " ")
        value = "" if action.nargs == 0 else f":{name[2:]}:_files"
        told.append(f"'{name}[{about}]{value}'")
    return " ".join([*told, "'*:file:_files'"])


def fish() -> str:
    """Return a completion script for fish."""
    lines = []
    for name, about in COMMANDS.items():
        lines.append(f"complete -c ilos -n __fish_use_subcommand -a {name} -d '{_quoted(about)}'")
        for option, action in _options(name):
            needs = "" if action.nargs == 0 else " -r"
            told = _quoted(action.help or "")
            seen = f"'__fish_seen_subcommand_from {name}'"
            lines.append(f"complete -c ilos -n {seen} -l {option[2:]}{needs} -d '{told}'")
    return "\n".join(lines)


def _quoted(text: str) -> str:
    return text.replace("'", "’").replace("%%", "%")


def manual() -> str:
    """Return the manual page, in the notation of `man`."""
    lines = [
        ".TH ILOS 1",
        ".SH NAME",
        "ilos \\- the board game of islands, pioneers and pirates",
        ".SH SYNOPSIS",
        ".B ilos",
        ".I COMMAND",
        "[options]",
        ".SH COMMANDS",
    ]
    for name, about in COMMANDS.items():
        lines += [f".SS {name}", _roff(f"{about[0].upper()}{about[1:]}.")]
        for action in parser_of(name)._actions:
            if isinstance(action, argparse._HelpAction):
                continue
            named = ", ".join(action.option_strings) or str(action.metavar or action.dest)
            value = f" {action.metavar}" if action.option_strings and action.metavar else ""
            lines += [".TP", f".B {_roff(named + value)}", _roff(action.help or "")]
        examples = importlib.import_module(f"ilos.cli.{name}").EXAMPLES
        lines += [".PP", ".nf", *map(_roff, examples.rstrip().splitlines()), ".fi"]
    exits = "0: done. 1: what was looked at is bad. 2: the command could not be carried out."
    return "\n".join([*lines, ".SH EXIT STATUS", exits])


def _roff(text: str) -> str:
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("%%", "%")
    return f"\\&{text}" if text.startswith((".", "'")) else text
