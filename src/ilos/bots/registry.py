"""Finding bots by name: ours, those that other packages bring, and `module:Class`.

A package brings a bot by an entry point in the group `ilos.bots`.
"""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from functools import partial
from importlib.metadata import entry_points
from typing import Any

from ilos.bots.bot import Bot
from ilos.bots.greedy import GreedyBot
from ilos.bots.levels import LEVELS
from ilos.bots.random_bot import RandomBot
from ilos.bots.search_bot import SearchBot
from ilos.rules.errors import wrong_type

GROUP = "ilos.bots"

_OURS: dict[str, Callable[..., Bot]] = {
    "random": RandomBot,
    "greedy": GreedyBot,
    **{level: partial(SearchBot, level) for level in LEVELS},
}


class UnknownBot(ValueError):
    """No bot goes by that name, or it cannot be made."""


def names() -> list[str]:
    """Every bot known by a name: ours from weakest to strongest, then others'."""
    return [*_OURS, *sorted(e.name for e in entry_points(group=GROUP) if e.name not in _OURS)]


def create(name: str, **options: Any) -> Bot:
    """A new bot, by name or as `module:Class`; options go to its class.

    Options can also stand in the name: `expert?simulations=300&threads=2`.

    >>> type(create("greedy")).__name__
    'GreedyBot'
    """
    bare, _, written = name.partition("?")
    make = _find(bare)
    given = {**_options(written), **options}
    _check_options(bare, make, given)
    try:
        bot = make(**given)
    except (TypeError, ValueError) as error:
        raise UnknownBot(f"bot {name!r} cannot be made: {error}") from error
    except (Exception, SystemExit) as error:  # a stranger's code may raise anything
        raise UnknownBot(f"bot {name!r} cannot be made: {_said(error)}") from error
    if not isinstance(bot, Bot):
        raise UnknownBot(f"{name!r} is no bot: it has no method choose")
    return bot


def as_bot(bot: str | Bot) -> Bot:
    """Return a bot that is given by name or as an object."""
    if isinstance(bot, str):
        return create(bot)
    if isinstance(bot, type) or not isinstance(bot, Bot):
        raise wrong_type("a bot", bot, "the name of one or an object with a method choose")
    return bot


def _said(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}".splitlines()[0]


def _options(written: str) -> dict[str, int | float | str]:
    """`a=1&b=x` as keyword arguments."""
    pairs = [pair.partition("=") for pair in written.split("&") if pair]
    return {key: _number(value) for key, _, value in pairs}


def _check_options(name: str, make: Callable[..., Any], given: Mapping[str, object]) -> None:
    """Refuse an option that the bot's class does not take, in words that people use."""
    try:
        takes = inspect.signature(make).parameters.values()
    except (TypeError, ValueError):  # a class written in C may not say what it takes
        return
    if any(parameter.kind is parameter.VAR_KEYWORD for parameter in takes):
        return
    known = [parameter.name for parameter in takes if parameter.name != "level"]
    for option in given:
        if option not in known:
            offered = f"its options: {', '.join(known)}" if known else "it has no options"
            raise UnknownBot(f"bot {name!r} has no option {option!r}; {offered}")


def _number(value: str) -> int | float | str:
    for kind in (int, float):
        try:
            return kind(value)
        except ValueError:
            continue
    return value


def _find(name: str) -> Callable[..., Any]:
    if name in _OURS:
        return _OURS[name]
    if ":" in name:
        return _load(name)
    for entry in entry_points(group=GROUP):
        if entry.name == name:
            return _loaded(name, entry.load)  # type: ignore[no-any-return]
    known = names()
    meant = "".join(f"did you mean {m!r}? " for m in get_close_matches(name, known, 1))
    listed = ", ".join(known)
    raise UnknownBot(f"there is no bot {name!r}; {meant}there are {listed}, or say module:Class")


def _load(path: str) -> Callable[..., Any]:
    module, _, attribute = path.partition(":")
    found = _loaded(path, lambda: getattr(importlib.import_module(module), attribute))
    if not callable(found):
        raise UnknownBot(f"{path!r} is not a class")
    return found  # type: ignore[no-any-return]


def _loaded(name: str, load: Callable[[], Any]) -> Any:
    try:
        return load()
    except (ImportError, AttributeError, ValueError) as error:
        raise UnknownBot(f"bot {name!r} cannot be loaded: {error}") from error
    except (Exception, SystemExit) as error:  # a stranger's module may raise anything
        raise UnknownBot(f"bot {name!r} cannot be loaded: {_said(error)}") from error
