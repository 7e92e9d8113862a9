"""A table as everybody who may open it sees it: settings, seats, clocks, proposals, chat."""

from typing import Annotated, Literal

from msgspec import Meta, field

from ilos.protocol.game import EventsJson
from ilos.protocol.shapes import Shape, Tagged
from ilos.rules.names import Colour, Edition
from ilos.rules.setup import Stocks

Text = Annotated[str, Meta(max_length=400)]
Name = Annotated[str, Meta(min_length=1, max_length=64)]  # at most 24 characters after tidying
Token = Annotated[str, Meta(min_length=4, max_length=64)]
MessageId = Annotated[str, Meta(min_length=1, max_length=64, pattern="^[A-Za-z0-9_-]+$")]
Nonce = Annotated[str, Meta(max_length=64, pattern="^[0-9a-f]*$")]
NonceHash = Annotated[str, Meta(max_length=64, pattern="^([0-9a-f]{64})?$")]  # SHA-256
Seat = Annotated[int, Meta(ge=0, le=4)]
Version = Annotated[int, Meta(ge=0, le=2_000_000)]

TableStatus = Literal["open", "playing", "finished", "stopped"]
Visibility = Literal["private", "listed"]
Language = Literal["en", "fr", "de"]
Reaction = Literal["well_played", "thanks", "hello", "oops", "hurry", "laugh", "wow", "good_game"]


class NoClock(Tagged, tag_field="kind", tag="none"):
    """Nobody is hurried."""


class MinutesEach(Tagged, tag_field="kind", tag="minutes"):
    """So many minutes for the whole game each, and some seconds added after each own turn."""

    minutes: Annotated[int, Meta(ge=1, le=600)]
    increment_seconds: Annotated[int, Meta(ge=0, le=600)] = 0


class DaysATurn(Tagged, tag_field="kind", tag="days"):
    """So many days for each turn."""

    days: Annotated[int, Meta(ge=1, le=30)]


ClockSetting = NoClock | MinutesEach | DaysATurn


class TableSettings(Shape):
    """What the host decides; all of it may be left out."""

    title: Annotated[str, Meta(max_length=80)] = ""
    edition: Edition = "en"
    tile_set: Annotated[str, Meta(max_length=64)] = "archipelago"
    stocks: Stocks = "screened"
    max_rounds: Annotated[int, Meta(ge=1, le=500)] = 100
    clock: ClockSetting = field(default_factory=NoClock)
    visibility: Visibility = "private"
    language: Language | None = None  # what is spoken at the table; null: any
    spectators: bool = True
    spectator_delay: Annotated[int, Meta(ge=0, le=50)] = 0  # moves that spectators are behind
    first_player: Seat | None = None  # null: drawn when the game starts
    hints: bool | None = None  # whether players may ask bots; null: unless several people play


class SeatPlan(Shape):
    """What a chair is for: the asking person, anybody who comes, or a bot."""

    kind: Literal["mine", "open", "bot"]
    colour: Colour | None = None  # null: the first free one
    bot: Annotated[str, Meta(max_length=32)] | None = None  # level, for a bot
    name: Name | None = None  # for `mine`: needed; a bot finds one itself


class SeatInfo(Shape):
    """A chair before the start, a seat in turn order after it."""

    seat: int
    colour: Colour
    kind: Literal["open", "human", "bot"]
    name: str | None
    bot: str | None  # level of the bot that sits here
    substitute: str | None  # level of the bot that plays for an absent person
    why: Literal["clock", "left", "resigned"] | None  # why there is a substitute
    online: bool
    kept_until: int | None = None  # ms, server time: until then only the absent person may return
    decided: bool = False  # the mulligan is decided, and played when its turn comes
    host: bool = False  # this person made the table
    asked: bool = False  # this person was asked to a rematch and has not accepted yet


class TableResult(Shape):
    """How a game that was played to its end came out."""

    places: list[int]  # of each seat, from 1; equals share a place
    values: list[int]  # wealth of each seat
    length: int | None  # milliseconds from start to end


class TableInfo(Shape):
    """A table in a list or at its head."""

    id: str
    status: TableStatus
    settings: TableSettings
    seats: list[SeatInfo]
    version: int
    created: int  # milliseconds since 1970, server time
    changed: int
    round: int | None
    to_move: int | None
    watching: int  # spectators now
    commitment: str  # of the fair shuffle, published before any nonce is opened; else empty
    nonce_hashes: list[str]  # by chair; empty: none
    unopened: list[int]  # chairs whose nonces must be opened before the game starts
    code: str | None  # to invite others; for those at the table or invited to it
    rematch: str | None  # the table that follows this one
    branched_from: str | None  # record or table, and event, this game goes on from
    stopped: Literal["agreed", "abandoned"] | None
    rematch_by: int | None = None  # seat that offers the rematch
    result: TableResult | None = None  # when the game is over
    hints: bool = True  # whether players may ask bots for hints here
    stopped_by: int | None = None  # seat that proposed to break the game off


class Clocks(Shape):
    """Time left, as the server counts it; client clocks are never trusted."""

    running: int | None  # seat whose time runs
    remaining: list[int | None]  # milliseconds per seat at `now`; null: no limit
    now: int  # server time, milliseconds


class Proposal(Shape):
    """A question to all human seats."""

    id: int
    kind: Literal["undo", "end"]
    by: int
    events: int | None  # for `undo`: how many events would remain
    agreed: list[int]
    needed: list[int]  # seats that have not yet answered


class ChatLine(Shape):
    """Something said."""

    number: int  # counts up per table
    seat: int | None  # null: a spectator
    name: str
    text: str  # empty for a quick reaction
    audience: Literal["players", "spectators"]
    at: int
    reaction: Reaction | None = None


class Presence(Shape):
    """Who is here."""

    online: list[int]  # seats with at least one live connection
    watching: int


# Changes: the numbered entries of a table's log, as a viewer may see them.


class SeatTaken(Tagged):
    """Someone, or a bot, sat down."""

    seat: int
    name: str


class SeatFreed(Tagged):
    """Someone left before the start, or the host freed the seat."""

    seat: int


class SettingsChanged(Tagged):
    """The host changed the plan of the table before the start."""


class Started(Tagged):
    """The game began; `events` are the first ones, masked."""

    order: list[int]  # chair of each seat: seat i sits in chair order[i]
    events: EventsJson


class MulliganDecided(Tagged):
    """A person decided their mulligan before its turn; it is shown when it is played."""

    seat: int


class Played(Tagged):
    """A move was played; `events` holds its event, masked."""

    seat: int
    id: str | None  # of the submitted move
    bot: bool
    events: EventsJson


class Undone(Tagged):
    """Moves were taken back: only the first `events` events stand."""

    seat: int
    events: int
    agreed: bool  # all agreed to go behind the barrier


class Substituted(Tagged):
    """A bot plays on for a seat."""

    seat: int
    bot: str
    why: Literal["clock", "left", "resigned"]


class Returned(Tagged):
    """The person took the seat back from the bot."""

    seat: int


class SeatTakenOver(Tagged):
    """Another person took the seat over from the bot, by a link that a player gave them."""

    seat: int
    name: str


class Proposed(Tagged):
    """Someone asks all others."""

    proposal: int
    kind: Literal["undo", "end"]
    seat: int
    events: int | None  # for `undo`: how many events would remain


class Voted(Tagged):
    """An answer; one refusal, or any move, closes the proposal. Who asked withdraws by refusing."""

    proposal: int
    seat: int
    agree: bool


class Stopped(Tagged):
    """The game was broken off."""

    reason: Literal["agreed", "abandoned"]
    seat: int | None  # who proposed it


class RematchMade(Tagged):
    """Someone offers a rematch: there is a new table with the same people."""

    table: str
    seat: int | None  # who offers it


Change = (
    SeatTaken
    | SeatFreed
    | SettingsChanged
    | Started
    | MulliganDecided
    | Played
    | Undone
    | Substituted
    | Returned
    | SeatTakenOver
    | Proposed
    | Voted
    | Stopped
    | RematchMade
)


class Notice(Shape):
    """A change that is no move, for the log: a proposal, an answer, a bot that plays on."""

    after: int  # number of events at that time; some may have been taken back since
    change: Change
