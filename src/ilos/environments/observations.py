"""What a seat sees: one flat array, or named arrays with the printed tiles; and the past."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from gymnasium.spaces import Box, Dict

from ilos.engine import constants as c
from ilos.engine.learning.observation import GROUPS
from ilos.environments.history import history_space
from ilos.environments.table import observation_space, whole_number

if TYPE_CHECKING:
    from gymnasium import Space
    from numpy.typing import NDArray

    from ilos.rules.setup import Setup

Kind = Literal["flat", "dict"]
KINDS = ("flat", "dict")
SITE_KINDS = ("ebony", "spice", "pigment", "gold", "construction", "ruins")
PRINTED = 6 + 1 + c.SITES * (len(SITE_KINDS) + c.PARTS)  # numbers for each tile


class Coding:
    """How observations are given to an agent: flat or by names, with so many rows of the past."""

    def __init__(self, kind: Kind, history: int) -> None:
        if kind not in KINDS:
            raise ValueError(f"observation {kind!r} is not one of {', '.join(KINDS)}")
        self.kind = kind
        self.rows = whole_number("history", history, 0)

    def present_space(self, setup: Setup) -> Space[Any]:
        """The space of an observation without the past."""
        return dict_space(setup) if self.kind == "dict" else observation_space()

    def present(self, setup: Setup, flat: NDArray[np.int8]) -> Any:
        """Flat observations, one or many, in the shape of `present_space`."""
        return as_dict(setup, flat) if self.kind == "dict" else flat

    def space(self, setup: Setup) -> Space[Any]:
        """The space of an observation, with the past if it is asked for."""
        now = self.present_space(setup)
        if not self.rows:
            return now
        spaces = dict(now.spaces) if isinstance(now, Dict) else {"observation": now}
        return Dict({**spaces, "history": history_space(self.rows)})

    def shaped(self, setup: Setup, flat: NDArray[np.int8], rows: Any) -> Any:
        """Flat observations, one or many, and rows of their past, in the shape of `space`."""
        now = self.present(setup, flat)
        if not self.rows:
            return now
        return {**(now if isinstance(now, dict) else {"observation": now}), "history": rows}


def as_dict(setup: Setup, flat: NDArray[np.int8]) -> dict[str, Any]:
    """Flat observations, one or many, by group and field, and a copy of the printed tiles.

    A group that comes several times has arrays with a row for each seat, tile, part, ...

    >>> from ilos.environments import SeatEnv
    >>> env = SeatEnv(observation="dict")
    >>> seen, _ = env.reset(seed=1)
    >>> seen["seats"]["stock"].shape, seen["table"]["hand"].shape, seen["printed"].shape
    ((5, 4), (6,), (20, 79))
    """
    many = flat.shape[:-1]
    printed = printed_tiles(setup)
    named: dict[str, Any] = {"printed": np.broadcast_to(printed, (*many, *printed.shape)).copy()}
    start = 0
    for group in GROUPS:
        group_size = group.times * group.width
        rows = flat[..., start : start + group_size].reshape(*many, group.times, group.width)
        named[group.name] = fields = {}
        at = 0
        for field in group.fields:
            values = rows[..., at : at + field.length]
            fields[field.name] = values if group.times > 1 else values[..., 0, :]
            at += field.length
        start += group_size
    return named


@lru_cache(maxsize=8)
def dict_space(setup: Setup) -> Dict:
    """The space of a dictionary observation."""
    flat = observation_space()
    low, high = (as_dict(setup, bound.astype(np.int8)) for bound in (flat.low, flat.high))
    spaces: dict[str, Space[Any]] = {}
    for name, fields in low.items():
        if name == "printed":
            spaces[name] = Box(0, 1, fields.shape, np.int8)
        else:
            spaces[name] = Dict(
                {f: Box(least, high[name][f], dtype=np.int8) for f, least in fields.items()}
            )
    return Dict(spaces)


@lru_cache(maxsize=8)
def printed_tiles(setup: Setup) -> NDArray[np.int8]:
    """What is printed on every tile, a row for each: it does not change during a game.

    6 numbers for land sides before the tile is turned, 1 for a hideout; then for each of 8 sites
    one of 6 kinds (ebony, spice, pigment, gold, construction, ruins) and one of 3 parts.
    """
    printed: NDArray[np.int8] = np.zeros((c.TILES, PRINTED), np.int8)
    for row, tile in zip(printed, setup.tile_set.tiles, strict=True):
        row[sorted(tile.land_sides)] = 1
        row[6] = tile.hideout
        kinds = [(part, str(kind)) for part, p in enumerate(tile.parts) for kind in p.sites]
        for site, (part, kind) in enumerate(kinds):
            start = 7 + site * (len(SITE_KINDS) + c.PARTS)
            row[start + SITE_KINDS.index(kind)] = 1
            row[start + len(SITE_KINDS) + part] = 1
    printed.flags.writeable = False
    return printed
