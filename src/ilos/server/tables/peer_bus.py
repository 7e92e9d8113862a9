"""Messages between server processes about what is not in the log; a lost one does no lasting harm.

Moves never travel this way: they are read from the log. Messages report who is connected, that a
line of chat was stored, that tokens were revoked.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from ilos.protocol.tables import Presence, Reaction
from ilos.store import StoreUnavailable

if TYPE_CHECKING:
    from ilos.store.store import Store

logger = logging.getLogger(__name__)


class PresenceReport(msgspec.Struct, tag="here", frozen=True):
    """Who is connected to a table through the sending process."""

    presence: Presence


class ChatAdded(msgspec.Struct, tag="said", frozen=True):
    """A line of chat was stored."""

    number: int


class ReactionSent(msgspec.Struct, tag="reacted", frozen=True):
    """A quick reaction."""

    chair: int | None
    reaction: Reaction


class TokensRevoked(msgspec.Struct, tag="void", frozen=True):
    """The tokens of a chair are no longer valid: its connections are to be closed."""

    chair: int | None  # null: the host


class NudgeSent(msgspec.Struct, tag="nudged", frozen=True):
    """A person is reminded that the table waits for them."""

    seat: int
    by: int


PeerMessage = PresenceReport | ChatAdded | ReactionSent | TokensRevoked | NudgeSent


class Envelope(msgspec.Struct, frozen=True):
    """A message and the process that sent it."""

    process: str
    message: PeerMessage


class PeerBus:
    """Sends messages to the other processes; its own that come back are ignored."""

    def __init__(self, store: Store, process: str) -> None:
        self._store = store
        self._process = process
        self._tasks: set[asyncio.Task[None]] = set()

    def send(self, table: str, message: PeerMessage) -> None:
        """Send to the other processes, without waiting for it."""
        if self._store.has_one_process:
            return
        task = asyncio.create_task(self.publish(table, message))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def stop(self) -> None:
        """Wait for the messages that are being sent."""
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def publish(self, table: str, message: PeerMessage) -> None:
        """Send to the other processes and wait for it; a message that cannot be sent is lost."""
        text = msgspec.json.encode(Envelope(self._process, message)).decode()
        try:
            await self._store.announce(table, text)
        except StoreUnavailable as error:
            logger.info("a message to the other processes was lost: %s", error)

    def receive(self, text: str, act: Callable[[str, PeerMessage], None]) -> None:
        """Act on a message of another process."""
        try:
            envelope = msgspec.json.decode(text, type=Envelope)
        except msgspec.DecodeError:
            return  # from a newer version
        if envelope.process != self._process:
            act(envelope.process, envelope.message)
