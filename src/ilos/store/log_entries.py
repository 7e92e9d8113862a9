"""Log entries: every kind that the log of a table can hold, with a version of their format.

Entries contain everything, secrets too; only `ilos.views` turns them into what a viewer sees.
"""

from typing import Any, Literal

import msgspec

from ilos.rules.events import Event
from ilos.rules.names import Card

FORMAT = 1  # increased when the format of entries changes; older ones are then converted on reading


class Entry(msgspec.Struct, tag_field="kind", tag=True, kw_only=True, omit_defaults=True):
    """Base of all entries."""


class Chair(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A place at the table as the host planned it; seats are numbered at the start."""

    kind: Literal["open", "human", "bot"]
    colour: str
    name: str | None = None
    bot: str | None = None
    nonce: str = ""
    nonce_hash: str = ""  # what the person committed to; the nonce is opened at the start
    together: bool = False  # one person took this chair and all others marked so
    asked: bool = False  # its person was asked to a rematch and has not accepted yet


class Created(Entry, tag="created"):
    """The table as its host planned it."""

    settings: dict[str, Any]
    chairs: list[Chair]
    commitment: str = ""  # of ilos-fair/1, whose secret is in the table's row
    branch: dict[str, Any] | None = None  # {"source", "after", "record"} of a game played on


class ChairTaken(Entry, tag="chair_taken"):
    """A person took a chair."""

    chair: int
    name: str
    colour: str
    nonce: str = ""
    nonce_hash: str = ""


class ChairFreed(Entry, tag="chair_freed"):
    """A person left before the start, or was removed."""

    chair: int


class ChairPlanned(Entry, tag="chair_planned"):
    """The host made a chair open or gave it to a bot, or its person accepted a rematch."""

    chair: int
    plan: Chair


class NonceCommitted(Entry, tag="nonce_committed"):
    """A person committed to a nonce."""

    chair: int
    nonce_hash: str


class Sealed(Entry, tag="sealed"):
    """The host's secret, made when all nonces are fixed; now those committed to are opened."""

    secret: str
    commitment: str


class NonceOpened(Entry, tag="nonce_opened"):
    """A person opened the nonce they had committed to."""

    chair: int
    nonce: str


class Started(Entry, tag="started"):
    """The game started: the order of the chairs and the first events."""

    order: list[int]
    rules_version: int
    events: list[Event]
    draws: list[int]  # number of the first draw of each event
    next_draw: int
    drawn_first: bool = False  # the first player was drawn, with draw 0
    sealed: Sealed | None = None  # if no nonce had to be opened first


class MulliganDecided(Entry, tag="mulligan_decided"):
    """A person decided their mulligan before its turn; it is played when that comes."""

    seat: int
    discarded: tuple[Card, ...]


class Played(Entry, tag="played"):
    """A move and its outcomes."""

    seat: int
    event: Event
    draw: int  # number of the event's first draw
    next_draw: int
    bot: bool = False


class Undone(Entry, tag="undone"):
    """Only the first `events` events stand; their draws stay used unless `next_draw` says more."""

    seat: int
    events: int
    agreed: bool = False
    next_draw: int | None = None  # alone with bots: what is drawn again comes out the same


class Substituted(Entry, tag="substituted"):
    """A bot plays on for a seat."""

    seat: int
    bot: str
    why: Literal["clock", "left", "resigned"]


class Returned(Entry, tag="returned"):
    """The person took the seat back."""

    seat: int


class SeatOffered(Entry, tag="seat_offered"):
    """A seat that a bot plays may be taken over by another person, with the token of this hash."""

    seat: int
    by: int | None  # chair of who offers it; None: the host
    offer: str


class SeatTakenOver(Entry, tag="seat_taken_over"):
    """Another person took the seat over; the tokens of the one before are void."""

    seat: int
    name: str


class Proposed(Entry, tag="proposed"):
    """A proposal to all people at the table; its number is the version of this entry."""

    seat: int
    what: Literal["undo", "end"]
    events: int | None = None


class Voted(Entry, tag="voted"):
    """An answer to a proposal."""

    seat: int
    proposal: int
    agree: bool


class Stopped(Entry, tag="stopped"):
    """The game was stopped before its end."""

    reason: Literal["agreed", "abandoned"]
    seat: int | None = None  # who proposed it


class TimeGiven(Entry, tag="time_given"):
    """The seat whose clock runs gets back the time in which no move could be taken."""

    milliseconds: int


class RematchMade(Entry, tag="rematch_made"):
    """The next table of the same people."""

    table: str
    seat: int | None = None  # who offers it


LogEntry = (
    Created
    | ChairTaken
    | ChairFreed
    | ChairPlanned
    | NonceCommitted
    | Sealed
    | NonceOpened
    | Started
    | MulliganDecided
    | Played
    | Undone
    | Substituted
    | Returned
    | SeatOffered
    | SeatTakenOver
    | Proposed
    | Voted
    | Stopped
    | TimeGiven
    | RematchMade
)


class StoredEntry(msgspec.Struct, frozen=True):
    """An entry with its place in the log."""

    version: int
    at: int  # milliseconds
    command_id: str | None
    entry: LogEntry


_decoder: msgspec.json.Decoder[LogEntry] = msgspec.json.Decoder(LogEntry)
_encoder = msgspec.json.Encoder()


def encode_entry(entry: LogEntry) -> str:
    """Encode an entry for the database."""
    return _encoder.encode(entry).decode()


def decode_entry(format_: int, body: str) -> LogEntry:
    """Decode an entry; refuse a format newer than this program."""
    if format_ != FORMAT:
        raise ValueError(
            f"entry of format {format_}: this program reads format {FORMAT}; upgrade it"
        )
    return _decoder.decode(body)
