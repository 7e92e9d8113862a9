"""The keeper's door: `ilos admin` while a server has its SQLite file for itself.

One process writes a SQLite file, so what the keeper of the house wants is asked of that process,
through a socket beside the file that only its owner may open. Several processes on PostgreSQL need
no such door: there the tool works on the database itself.
"""

import asyncio
import contextlib
import logging
import socket
from pathlib import Path
from typing import Any

import msgspec

from ilos.server import admin
from ilos.server.tables import Tables
from ilos.store import Store, StoreUnavailable

logger = logging.getLogger(__name__)

Json = dict[str, Any]


def door_of(url: str) -> Path | None:
    """Where the door of a database is; PostgreSQL has none."""
    path = url.removeprefix("sqlite:///")
    return None if path == url else Path(f"{path}.admin")


class Keeper:
    """Does what the keeper asks for, one thing a visit."""

    def __init__(self, store: Store, tables: Tables, door: Path) -> None:
        self._store = store
        self._tables = tables
        self._door = door
        self._server: asyncio.Server | None = None

    async def open(self) -> None:
        """Listen; where the file system has no such door, games go on and the log says so."""
        self._door.unlink(missing_ok=True)
        line = socket.socket(socket.AF_UNIX)
        try:
            line.bind(str(self._door))
            self._door.chmod(0o600)  # before anybody is listened to
            self._server = await asyncio.start_unix_server(self._visit, sock=line)
        except OSError as error:  # a path too long for a socket, or a disk that keeps none
            line.close()
            logger.warning("`ilos admin` cannot reach this server while it runs: %s", error)

    async def close(self) -> None:
        """Listen no more."""
        if self._server is not None:
            self._server.close()
            self._door.unlink(missing_ok=True)

    async def _visit(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            wish: Json = msgspec.json.decode(await reader.read(), type=dict[str, Any])
            answer: Json = {"done": await self._perform(wish)}
        except (admin.AdminError, StoreUnavailable, msgspec.DecodeError) as error:
            answer = {"error": str(error)}
        with contextlib.suppress(OSError):
            writer.write(msgspec.json.encode(answer))
            await writer.drain()
            writer.close()

    async def _perform(self, wish: Json) -> object:
        done = await admin.perform(self._store, wish)
        if wish["deed"] == "delete":
            self._tables.forget(wish["table"])
        if wish["deed"] == "ban-token":
            for table, chair in done if isinstance(done, list) else ():
                self._tables.cut(table, chair)
        return done


async def ask(door: Path, wish: Json) -> object:
    """Asks the server behind a door; AdminError with its reason, OSError if nobody is there."""
    reader, writer = await asyncio.open_unix_connection(door)
    writer.write(msgspec.json.encode(wish))
    writer.write_eof()
    answer: Json = msgspec.json.decode(await reader.read(), type=dict[str, Any])
    writer.close()
    await writer.wait_closed()
    if "error" in answer:
        raise admin.AdminError(answer["error"])
    return answer["done"]
