"""What the store gives back: plain rows, typed."""

from typing import Literal

import msgspec

from ilos.store.entries import AnyEntry


class TableRow(msgspec.Struct, frozen=True):
    """A table without its log."""

    id: str
    code: str
    secret: str
    creator: str
    visibility: str
    status: str
    created: int
    changed: int
    head: int
    waiting: str | None
    deadline: int | None
    round: int | None
    to_move: int | None
    summary: str
    marked: int | None


class NewTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table to be made."""

    id: str
    code: str
    secret: str
    creator: str
    visibility: str


class Turn(msgspec.Struct, frozen=True, kw_only=True):
    """Of what is kept beside the log of a table, the part that every move changes."""

    waiting: Literal["bot", "human"] | None
    round: int | None = None
    to_move: int | None = None


class Standing(Turn, frozen=True, kw_only=True):
    """All that is kept of a table beside its log after an append, and can be made from it."""

    status: str
    deadline: int | None
    summary: str


class NewEntry(msgspec.Struct, frozen=True):
    """An entry to be appended, and the id its deed came with."""

    entry: AnyEntry
    deed_id: str | None = None


class Grant(msgspec.Struct, frozen=True):
    """A token to be accepted from now on."""

    hash: str
    chair: int | None  # null: the host


class ChatRow(msgspec.Struct, frozen=True):
    """A line of chat."""

    number: int
    chair: int | None
    name: str
    text: str
    audience: Literal["players", "spectators"]
    at: int


class ChairRow(msgspec.Struct, frozen=True):
    """What a person at the table asked for."""

    email: str | None = None
    webhook: str | None = None
    muted: tuple[int, ...] = ()
    notified: int = 0
