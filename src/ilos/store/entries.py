"""The log of a table: every kind of entry it can hold, closed and numbered by form.

Entries hold the whole truth, secrets too; only `ilos.views` may turn them into what somebody sees.
"""

from typing import Any, Literal

import msgspec

FORM = 1  # raised when the form of an entry changes; older forms are then translated on reading


class Entry(msgspec.Struct, tag_field="kind", tag=True, kw_only=True, omit_defaults=True):
    """Base of all entries."""


class Chair(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A place at the table before the start."""

    kind: Literal["open", "human", "bot"]
    colour: str
    name: str | None = None
    bot: str | None = None
    nonce: str = ""
    together: bool = False  # one person took this chair and all others marked so


class Created(Entry, tag="created"):
    """The table as its host planned it."""

    settings: dict[str, Any]
    chairs: list[Chair]
    commitment: str
    branch: dict[str, Any] | None = None  # {"source", "after", "record"} of a game played on


class ChairTaken(Entry, tag="chair_taken"):
    """A person sat down."""

    chair: int
    name: str
    colour: str
    nonce: str = ""


class ChairFreed(Entry, tag="chair_freed"):
    """A person left before the start, or was asked to."""

    chair: int


class ChairPlanned(Entry, tag="chair_planned"):
    """The host made a chair open or gave it to a bot."""

    chair: int
    plan: Chair


class Started(Entry, tag="started"):
    """The game began: the order of the chairs and the first events."""

    order: list[int]
    rules_version: int
    events: list[dict[str, Any]]
    draws: list[int]  # number of the first draw of each event
    next_draw: int
    drawn_first: bool = False  # the first player was drawn, with draw 0


class Played(Entry, tag="played"):
    """A move and its outcomes."""

    seat: int
    event: dict[str, Any]
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


class Proposed(Entry, tag="proposed"):
    """A question to all people at the table; its number is the version of this entry."""

    seat: int
    what: Literal["undo", "end"]
    events: int | None = None


class Voted(Entry, tag="voted"):
    """An answer."""

    seat: int
    proposal: int
    agree: bool


class Stopped(Entry, tag="stopped"):
    """The game was broken off."""

    reason: Literal["agreed", "abandoned"]


class TimeGiven(Entry, tag="time_given"):
    """The seat whose clock runs gets back the time in which no move could be taken."""

    milliseconds: int


class RematchMade(Entry, tag="rematch_made"):
    """The next table of the same people."""

    table: str


AnyEntry = (
    Created
    | ChairTaken
    | ChairFreed
    | ChairPlanned
    | Started
    | Played
    | Undone
    | Substituted
    | Returned
    | Proposed
    | Voted
    | Stopped
    | TimeGiven
    | RematchMade
)


class Stored(msgspec.Struct, frozen=True):
    """An entry with its place in the log."""

    version: int
    at: int  # milliseconds
    deed_id: str | None
    entry: AnyEntry


_decoder: msgspec.json.Decoder[AnyEntry] = msgspec.json.Decoder(AnyEntry)
_encoder = msgspec.json.Encoder()


def write_entry(entry: AnyEntry) -> str:
    """The entry as it is stored."""
    return _encoder.encode(entry).decode()


def read_entry(form: int, body: str) -> AnyEntry:
    """The entry as it was stored; a form newer than this program is refused, never guessed."""
    if form != FORM:
        raise ValueError(f"entry of form {form}: this program reads form {FORM}; upgrade it")
    return _decoder.decode(body)
