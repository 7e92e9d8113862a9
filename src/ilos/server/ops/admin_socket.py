"""The admin socket: `ilos admin` while a server has its SQLite file open.

Only one process writes a SQLite file, so admin commands are sent to that process, through a Unix
socket beside the file that only its owner may open. With PostgreSQL there is none: the tool works
on the database itself.
"""

import asyncio
import contextlib
import logging
from pathlib import Path
from typing import Any

import msgspec

from ilos.server.ops import admin
from ilos.server.ops.bans import Bans
from ilos.server.tables.registry import TableRegistry
from ilos.store import StoreUnavailable
from ilos.store.store import Store
from ilos.system import connect_locally, listen_locally

logger = logging.getLogger(__name__)

Json = dict[str, Any]


def admin_socket_path(url: str) -> Path | None:
    """Return the admin socket of a database; None for PostgreSQL."""
    path = url.removeprefix("sqlite:///")
    return None if path == url else Path(f"{path}.admin")


class AdminSocket:
    """Runs admin commands, one for each connection."""

    def __init__(self, store: Store, tables: TableRegistry, bans: Bans, path: Path) -> None:
        self._store = store
        self._tables = tables
        self._bans = bans
        self._path = path
        self._server: asyncio.Server | None = None

    async def open(self) -> None:
        """Listen; where that is not possible, log a warning and go on."""
        try:
            self._server = await listen_locally(self._path, self._serve_one)
        except OSError as error:  # a path too long for a socket, or a system without them
            logger.warning("`ilos admin` cannot reach this server while it runs: %s", error)

    async def close(self) -> None:
        """Stop listening."""
        if self._server is not None:
            self._server.close()
            self._path.unlink(missing_ok=True)

    async def _serve_one(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            request: Json = msgspec.json.decode(await reader.read(), type=dict[str, Any])
            answer: Json = {"result": await self._perform(request)}
        except (admin.AdminError, StoreUnavailable, msgspec.DecodeError) as error:
            answer = {"error": str(error)}
        with contextlib.suppress(OSError):
            writer.write(msgspec.json.encode(answer))
            await writer.drain()
            writer.close()

    async def _perform(self, request: Json) -> object:
        result = await admin.perform(self._store, request)
        if request["command"] == "delete":
            self._tables.forget(request["table"])
        if request["command"] in ("ban-address", "unban-address"):
            self._bans.forget()
        if request["command"] == "ban-token":
            for table, chair in result if isinstance(result, list) else ():
                self._tables.close_token_connections(table, chair)
        return result


async def send_command(path: Path, request: Json) -> object:
    """Send a command to a server; raise AdminError with its reason, OSError if none listens."""
    reader, writer = await connect_locally(path)
    writer.write(msgspec.json.encode(request))
    writer.write_eof()
    answer: Json = msgspec.json.decode(await reader.read(), type=dict[str, Any])
    writer.close()
    await writer.wait_closed()
    if "error" in answer:
        raise admin.AdminError(answer["error"])
    return answer["result"]
