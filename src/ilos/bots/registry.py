"""Finding bots by name: ours, those that other packages bring, and `module:Class`.

A package brings a bot by an entry point in the group `ilos.bots`.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from functools import partial
from importlib.metadata import entry_points
from typing import Any

from ilos.bots.bot import Bot
from ilos.bots.greedy import GreedyBot
from ilos.bots.levels import LEVELS
from ilos.bots.random_bot import RandomBot
from ilos.bots.search_bot import SearchBot

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
    bare, _, said = name.partition("?")
    make = _find(bare)
    try:
        bot = make(**_options(said), **options)
    except (TypeError, ValueError) as error:
        raise UnknownBot(f"bot {name!r} cannot be made: {error}") from error
    if not isinstance(bot, Bot):
        raise UnknownBot(f"{name!r} is no bot: it has no method choose")
    return bot


def _options(said: str) -> dict[str, int | float | str]:
    """`a=1&b=x` as keyword arguments."""
    pairs = [pair.partition("=") for pair in said.split("&") if pair]
    return {key: _number(value) for key, _, value in pairs}


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
            try:
                return entry.load()  # type: ignore[no-any-return]
            except (ImportError, AttributeError) as error:
                raise UnknownBot(f"bot {name!r} cannot be loaded: {error}") from error
    known = ", ".join(names())
    raise UnknownBot(f"there is no bot {name!r}; there are {known}, or say module:Class")


def _load(path: str) -> Callable[..., Any]:
    module, _, attribute = path.partition(":")
    try:
        found = getattr(importlib.import_module(module), attribute)
    except (ImportError, AttributeError, ValueError) as error:
        raise UnknownBot(f"bot {path!r} cannot be loaded: {error}") from error
    if not callable(found):
        raise UnknownBot(f"{path!r} is not a class")
    return found  # type: ignore[no-any-return]
