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
    parser.add_argument(
        "shell",
        metavar="SHELL",
        choices=("bash", "zsh", "fish", "man"),
        help="bash, zsh or fish; man prints the manual page",
    )


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


def _positions(command: str) -> list[str]:
    """The words that may stand where no option is named."""
    actions = parser_of(command)._actions
    return [
        str(word)
        for action in actions
        if not action.option_strings
        for word in action.choices or ()
    ]


def _values(action: argparse.Action) -> str:
    """The words that an option may be given."""
    return " ".join(map(str, action.choices or ()))


def bash() -> str:
    """Return a completion script for bash."""
    cases = []
    for name in COMMANDS:
        for option, action in _options(name):
            if action.choices:
                cases.append(f"    '{name} {option}') words='{_values(action)}' ;;")
        words = [*(option for option, _ in _options(name)), *_positions(name)]
        cases.append(f"    '{name} '*) words='{' '.join(words)}' ;;")
    known = "\n".join(cases)
    return f"""_ilos() {{
  local current=${{COMP_WORDS[COMP_CWORD]}} words=''
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W '{" ".join(COMMANDS)} --help --version' -- "$current"))
    return
  fi
  case "${{COMP_WORDS[1]}} ${{COMP_WORDS[COMP_CWORD - 1]}}" in
{known}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}}
complete -o default -F _ilos ilos"""


def zsh() -> str:
    """Return a completion script for zsh, to be sourced or to lie in a folder of `fpath`."""
    listed = "\n".join(f"    '{name}:{_quoted(about)}'" for name, about in COMMANDS.items())
    cases = "\n".join(f"    {name}) _arguments {_zsh_options(name)} ;;" for name in COMMANDS)
    return f"""#compdef ilos
_ilos() {{
  local -a commands=(
{listed}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    compadd -- --help --version
    return
  fi
  local command=$words[2]
  shift words; (( CURRENT-- ))
  case $command in
{cases}
  esac
}}
if [[ $funcstack[1] == _ilos ]]; then _ilos "$@"; else compdef _ilos ilos; fi"""


def _zsh_options(command: str) -> str:
    told = []
    for name, action in _options(command):
        about = _quoted(action.help or "").replace("[", "(").replace("]", ")").replace(":", " ")
        offered = f"({_values(action)})" if action.choices else "_files"
        value = "" if action.nargs == 0 else f":{name[2:]}:{offered}"
        told.append(f"'{name}[{about}]{value}'")
    words = " ".join(_positions(command))
    return " ".join([*told, *([f"'1:what:({words})'"] if words else []), "'*:file:_files'"])


def fish() -> str:
    """Return a completion script for fish."""
    lines = [f"complete -c ilos -n __fish_use_subcommand -l {word}" for word in ("help", "version")]
    for name, about in COMMANDS.items():
        seen = f"complete -c ilos -n '__fish_seen_subcommand_from {name}'"
        lines.append(f"complete -c ilos -n __fish_use_subcommand -a {name} -d '{_quoted(about)}'")
        if words := _positions(name):
            lines.append(f"{seen} -a '{' '.join(words)}'")
        for option, action in _options(name):
            needs = "" if action.nargs == 0 else " -r"
            values = f" -f -a '{_values(action)}'" if action.choices else ""
            told = _quoted(action.help or "")
            lines.append(f"{seen} -l {option[2:]}{needs}{values} -d '{told}'")
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
        for named, told in _manual_entries(parser_of(name)):
            lines += [".TP", f".B {_roff(named)}", _roff(told)]
        examples = importlib.import_module(f"ilos.cli.{name}").EXAMPLES
        lines += [".PP", ".nf", *map(_roff, examples.rstrip().splitlines()), ".fi"]
    exits = "0: done. 1: what was looked at is bad. 2: the command could not be carried out."
    return "\n".join([*lines, ".SH EXIT STATUS", exits])


def _manual_entries(parser: argparse.ArgumentParser) -> Iterator[tuple[str, str]]:
    """Options, positions and sub-commands, each with its help."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for choice in action._choices_actions:
                yield choice.dest, choice.help or ""
        elif not isinstance(action, argparse._HelpAction):
            value = "{" + ",".join(map(str, action.choices)) + "}" if action.choices else ""
            value = str(action.metavar or value or action.dest.upper())
            named = ", ".join(action.option_strings)
            yield f"{named} {value}".strip() if action.nargs != 0 else named, action.help or ""


def _roff(text: str) -> str:
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("%%", "%")
    return f"\\&{text}" if text.startswith((".", "'")) else text
