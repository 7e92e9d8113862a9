"""What one connection knows of a table, kept up to date by the server's messages; no I/O."""

from __future__ import annotations

import itertools
import secrets
from collections.abc import Iterator

import msgspec

from ilos.client.move_list import legal_moves
from ilos.protocol import messages
from ilos.protocol.client import Hello, SubmitMove
from ilos.protocol.server import PlayerView, ServerMessage, Update, Welcome
from ilos.protocol.tables import Change, Played, Started, TableInfo, Undone
from ilos.records.record import SetupData
from ilos.rules.choices import Choices
from ilos.rules.events import Event
from ilos.rules.moves import Move
from ilos.views.view_data import ViewData

_setup: msgspec.json.Decoder[SetupData | None] = msgspec.json.Decoder(SetupData | None)
_events: msgspec.json.Decoder[list[Event]] = msgspec.json.Decoder(list[Event])
_view = msgspec.json.Decoder(ViewData)
_choices: msgspec.json.Decoder[Choices | None] = msgspec.json.Decoder(Choices | None)


class VersionGap(Exception):
    """An update does not follow the last version; the next connection asks for everything."""


class Session:
    """A table as one viewer may know it.

    `seen` is the last version taken in, None before the welcome; `table` describes the table,
    `seats` are the own seats, `setup` and `events` are those of the game, masked.
    """

    def __init__(self) -> None:
        self.seen: int | None = None
        self.table: TableInfo | None = None
        self.seats: list[int] = []
        self.setup: SetupData | None = None
        self.events: list[Event] = []
        self._player_view: PlayerView | None = None
        self._view: ViewData | None = None
        self._choices: Choices | None = None
        self._ids = (f"{secrets.token_hex(4)}-{number}" for number in itertools.count())

    @property
    def version(self) -> int:
        """The last version taken in; 0 before the welcome."""
        return self.seen or 0

    @property
    def is_over(self) -> bool:
        """Whether the game is finished, or was broken off."""
        return self.table is not None and self.table.status in ("finished", "stopped")

    @property
    def is_to_move(self) -> bool:
        """Whether an own seat decides now."""
        return self._player_view is not None and bytes(self._player_view.choices) != b"null"

    @property
    def view(self) -> ViewData | None:
        """What the own seat may know now; None before the start."""
        if self._view is None and self._player_view is not None:
            self._view = _view.decode(self._player_view.view)
        return self._view

    @property
    def choices(self) -> Choices | None:
        """The legal moves in compact form; None unless an own seat decides."""
        if self._choices is None and self.is_to_move and self._player_view is not None:
            self._choices = _choices.decode(self._player_view.choices)
        return self._choices

    @property
    def legal_moves(self) -> Iterator[Move]:
        """Every legal move, with the payment that is easiest to spare."""
        if self.choices is None or self.view is None or self.setup is None:
            return iter(())
        return legal_moves(self.choices, self.view, self.setup)

    def hello(self, tokens: tuple[str, ...], look: int | None = None) -> Hello:
        """Return the first message of a connection: everything after what was seen is asked for."""
        return Hello(
            protocol=messages.PROTOCOL, tokens=list(tokens), seen=self.seen or None, look=look
        )

    def submission(self, move: Move, version: int | None = None) -> SubmitMove:
        """Return the message that plays a move; sent twice, it has one effect."""
        made_on = self.version if version is None else version
        return SubmitMove(id=next(self._ids), version=made_on, move=move)

    def receive(self, message: ServerMessage) -> None:
        """Take a message in; raise VersionGap if one before it is missing."""
        if isinstance(message, Welcome):
            self.seats, self.setup = message.seats, _setup.decode(message.setup)
            self.events = _events.decode(message.events)
        elif isinstance(message, Update):
            before = message.version - len(message.changes)
            if before != self.seen:
                last, self.seen = self.seen, None
                raise VersionGap(f"version {last} is followed by {before + 1}")
            for change in message.changes:
                self._apply(change)
        else:
            return
        self.seen = message.version
        self.table = message.table or self.table
        if message.player_view is not None:
            self._player_view, self._view, self._choices = message.player_view, None, None

    def _apply(self, change: Change) -> None:
        match change:
            case Started() | Played():
                self.events += _events.decode(change.events)
            case Undone():
                del self.events[change.events :]
