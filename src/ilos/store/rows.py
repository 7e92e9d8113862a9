"""Typed rows of the store."""

from collections.abc import Sequence
from typing import Literal

import msgspec

from ilos.store.log_entries import LogEntry


class NewTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table to be created."""

    id: str
    code: str
    secret: str
    creator: str
    visibility: str


class TurnSummary(msgspec.Struct, frozen=True, kw_only=True):
    """The part of a table's summary that every move changes."""

    waiting: Literal["bot", "human"] | None
    round: int | None = None
    to_move: int | None = None


class TableSummary(TurnSummary, frozen=True, kw_only=True):
    """What is stored of a table beside its log, and can be rebuilt from it.

    Each field is a column of the table `tables`; reading and writing follow from this declaration.
    A new one needs a default, as pages keep rows of an older program.
    """

    status: str
    deadline: int | None
    summary: str


class TableRow(TableSummary, frozen=True, kw_only=True):
    """A table without its log."""

    id: str
    code: str
    secret: str
    creator: str
    visibility: str
    created: int
    changed: int
    head: int
    marked: int | None


TURN_COLUMNS = TurnSummary.__struct_fields__
WHOLE_COLUMNS = tuple(name for name in TableSummary.__struct_fields__ if name not in TURN_COLUMNS)


class NewEntry(msgspec.Struct, frozen=True):
    """An entry to be appended, with the id of its command."""

    entry: LogEntry
    command_id: str | None = None


class Grant(msgspec.Struct, frozen=True):
    """The hash of a token that becomes valid."""

    hash: str
    chair: int | None  # null: the host


class Append(msgspec.Struct, frozen=True, kw_only=True):
    """Entries to be appended after a version, with everything that is committed together."""

    table: str
    expected: int
    new: Sequence[NewEntry]
    summary: TurnSummary | TableSummary
    clock: int  # milliseconds by this process, for a database without a clock of its own
    grants: Sequence[Grant] = ()
    revoked: Sequence[int] = ()


class ChatRow(msgspec.Struct, frozen=True):
    """A line of chat."""

    number: int
    chair: int | None
    name: str
    text: str
    audience: Literal["players", "spectators"]
    at: int
    reaction: str | None = None  # a quick reaction instead of a text


class ChairRow(msgspec.Struct, frozen=True):
    """The mutes and notifications of a person at the table."""

    email: str | None = None
    webhook: str | None = None
    muted: tuple[int, ...] = ()
    notified: int = 0
    email_proof: str | None = None  # hash of the code that was sent there, then "confirmed"
    webhook_proof: str | None = None
    requester: str | None = None  # keyed hash of the address that asked
    notified_at: int | None = None  # when the last notice went out


class Stored(msgspec.Struct, frozen=True):
    """What is stored of something."""

    count: int
    size: int  # bytes
