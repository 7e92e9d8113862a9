"""Saving and going back, the same in every environment."""

from __future__ import annotations

import pickle
from typing import TYPE_CHECKING, Any

from ilos.rules.errors import wrong_type

if TYPE_CHECKING:
    from ilos.rules.setup import Setup


class Snapshots:
    """An environment that pickles can save itself, and be put back to what was saved.

    Bots in other seats are saved with what they remember, but a search begins its tree again.
    """

    setup: Setup

    def __repr__(self) -> str:
        options = self.setup.options
        return (
            f"<{type(self).__name__}: {len(self.setup.players)} players, edition {options.edition}>"
        )

    def save(self) -> bytes:
        """Return everything about the environment, luck to come included."""
        return pickle.dumps(self, pickle.HIGHEST_PROTOCOL)

    def restore(self, saved: bytes) -> None:
        """Go back to what was saved; only ever restore what you saved yourself, it is a pickle."""
        if not isinstance(saved, bytes | bytearray | memoryview):
            raise wrong_type("saved", saved, "the bytes that save() returned")
        try:
            found = pickle.loads(saved)  # noqa: S301  as the docstring says
        except (pickle.UnpicklingError, EOFError):
            raise ValueError("these are not the whole bytes that save() returned") from None
        if type(found) is not type(self):
            raise ValueError(f"this was saved by {type(found).__name__}, not {type(self).__name__}")
        self._take(found)

    def _take(self, found: Any) -> None:
        self.__dict__.update(found.__dict__)
