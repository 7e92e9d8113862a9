"""Between processes: what is not in the log, told and heard; a lost word harms nobody for long.

Moves never travel this way: they are read from the log. Words say who is here, that a line of chat
is there, that a token is void.
"""

import asyncio
import logging
from collections.abc import Callable

import msgspec

from ilos.protocol.tables import Presence, Reaction
from ilos.store import Store, StoreUnavailable

logger = logging.getLogger(__name__)


class Here(msgspec.Struct, tag="here", frozen=True):
    """Who is at a table through this process."""

    presence: Presence


class Said(msgspec.Struct, tag="said", frozen=True):
    """A line of chat is in the store."""

    number: int


class Reacted(msgspec.Struct, tag="reacted", frozen=True):
    """A quick reaction."""

    chair: int | None
    reaction: Reaction


class Void(msgspec.Struct, tag="void", frozen=True):
    """The tokens of a chair are void: its sockets are to be closed."""

    chair: int | None  # null: the host


Word = Here | Said | Reacted | Void


class Envelope(msgspec.Struct, frozen=True):
    """A word and the process it comes from."""

    process: str
    word: Word


class Words:
    """Tells words; the own ones that come back are not heard."""

    def __init__(self, store: Store, process: str) -> None:
        self._store = store
        self._process = process
        self._tasks: set[asyncio.Task[None]] = set()

    def tell(self, table: str, word: Word) -> None:
        """Tell the other processes, without waiting for it."""
        if self._store.database.dialect == "sqlite":
            return
        task = asyncio.create_task(self.send(table, word))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def stop(self) -> None:
        """Wait for the words that are on their way."""
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def send(self, table: str, word: Word) -> None:
        """Tell the other processes; a word that cannot be sent is lost."""
        text = msgspec.json.encode(Envelope(self._process, word)).decode()
        try:
            await self._store.announce(table, text)
        except StoreUnavailable as error:
            logger.info("a word was lost: %s", error)

    def hear(self, text: str, act: Callable[[str, Word], None]) -> None:
        """Act on another process's word."""
        try:
            envelope = msgspec.json.decode(text, type=Envelope)
        except msgspec.DecodeError:
            return  # of a newer process
        if envelope.process != self._process:
            act(envelope.process, envelope.word)
