"""What the store of a page asks of the browser: a few atomic reads and writes of JSON texts."""

import importlib
import sys
from typing import Protocol

import msgspec

BrowserError: type[Exception] = OSError
if sys.platform == "emscripten":  # the package is there in a page, and nowhere else
    BrowserError = importlib.import_module("pyodide.ffi").JsException


class Write(msgspec.Struct, frozen=True):
    """One value to be written; `new` ones must not be there yet."""

    place: str  # "tables", "people", "entries" or "records"
    key: str
    value: str | None  # None deletes it
    new: bool = False


class Backend(Protocol):
    """Texts by place and key; the worker of the page keeps them in IndexedDB."""

    async def get(self, place: str, key: str) -> str | None:
        """Return a value."""

    async def all(self, place: str, prefix: str, after: str) -> list[str]:
        """Return the values whose keys begin with `prefix` and come after `after`, by key."""

    async def write(self, writes: str) -> bool:
        """Write all of them durably, or none and return False if a new one is there already.

        `writes` is JSON, a list of `Write`. Raises BrowserError if the browser keeps nothing more.
        """


class MemoryBackend:
    """A backend that forgets: for tests, and for browsers that keep nothing."""

    def __init__(self) -> None:
        self._values: dict[tuple[str, str], str] = {}

    async def get(self, place: str, key: str) -> str | None:
        return self._values.get((place, key))

    async def all(self, place: str, prefix: str, after: str) -> list[str]:
        keys = sorted(
            key
            for at, key in self._values
            if at == place and key.startswith(prefix) and key > after
        )
        return [self._values[place, key] for key in keys]

    async def write(self, writes: str) -> bool:
        wanted = msgspec.json.decode(writes, type=list[Write])
        if any(one.new and (one.place, one.key) in self._values for one in wanted):
            return False
        for one in wanted:
            if one.value is None:
                self._values.pop((one.place, one.key), None)
            else:
                self._values[one.place, one.key] = one.value
        return True
