"""Accepting connections one at a time, so that a flood of them delays nobody who is connected.

The event loop's own server accepts all connections that wait before it does anything else: nine
hundred at the same moment kept moves of others waiting for 170 ms.
"""

import asyncio
import logging
import socket
import struct
from collections.abc import Callable
from contextlib import suppress

logger = logging.getLogger(__name__)

_PAUSE = 1.0  # seconds after the system refused, as when no file descriptor is left


class Acceptor:
    """Accepts connections to a socket; between two, the event loop serves those it has."""

    def __init__(
        self,
        listening: socket.socket,
        backlog: int,
        new_protocol: Callable[[], asyncio.Protocol],
        admits: Callable[[str], bool],
    ) -> None:
        listening.setblocking(False)
        listening.listen(backlog)
        self.sockets = (listening,)
        self._new_protocol = new_protocol
        self._admits = admits
        self._task = asyncio.create_task(self._accept(listening))

    def close(self) -> None:
        """Accept no more."""
        self._task.cancel()

    async def wait_closed(self) -> None:
        """Return when nothing is accepted any more."""
        await asyncio.wait([self._task])

    async def _accept(self, listening: socket.socket) -> None:
        loop = asyncio.get_running_loop()
        with listening:
            while True:
                try:
                    connection, peer = await loop.sock_accept(listening)
                except OSError as error:
                    logger.warning("no connection can be accepted: %s", error.strerror)
                    await asyncio.sleep(_PAUSE)
                    continue
                if not self._admits(peer[0]):
                    _reset(connection)
                    continue
                with suppress(OSError):  # it was cut already
                    await loop.connect_accepted_socket(self._new_protocol, connection)


def _reset(connection: socket.socket) -> None:
    """Close a connection without waiting for what is on its way."""
    with suppress(OSError):
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    connection.close()
