"""Remembering what was made of some fields of a position: after most moves, most are the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from ilos.engine.position import Position
    from ilos.rules.setup import Setup

T = TypeVar("T")

MOST = 100  # results a function remembers, a few megabytes in all; then it begins anew


class Remembering(Generic[T]):
    """A function of setup and position that is asked again only when its fields have changed.

    Nothing else of the position may matter to it, and what it gives is shared: read only.
    """

    def __init__(self, make: Callable[[Setup, Position], T], fields: tuple[str, ...]) -> None:
        self.make = make
        self.fields = fields
        self._made: dict[object, T] = {}

    def __call__(self, setup: Setup, p: Position) -> T:
        key = (p.tables, p.content(self.fields))
        found = self._made.get(key)
        if found is None:
            if len(self._made) >= MOST:
                self._made.clear()
            found = self._made[key] = self.make(setup, p)
        return found


def of_fields(*fields: str) -> Callable[[Callable[[Setup, Position], T]], Remembering[T]]:
    """Make a function remember what it made of these fields."""
    return lambda make: Remembering(make, fields)
