"""Bodies of the HTTP calls; the paths are in docs/protocol.md and in the OpenAPI document."""

from typing import Annotated, Literal

from msgspec import Meta, field

from ilos.protocol.codes import RefusalCode
from ilos.protocol.game import EventsJson, SetupJson, ViewJson
from ilos.protocol.shapes import Shape
from ilos.protocol.tables import (
    Name,
    Nonce,
    NonceHash,
    Seat,
    SeatPlan,
    TableInfo,
    TableSettings,
    Token,
    Version,
)
from ilos.records.verdicts import Verdict
from ilos.rules.names import CardCounts, Colour, ResourceCounts


class BotLevel(Shape):
    """A bot that may be seated."""

    name: str
    seconds: float  # at most a move, thinking time; a bot that does not search needs far less


class ServerInfo(Shape):
    """What this server offers."""

    version: str
    protocol: int
    bots: list[BotLevel]  # weakest first
    tile_sets: list[str]
    notifications: list[Literal["email", "webhook"]]
    open_tables: int
    playing: int


class CreateTable(Shape):
    """A new table; seats in order, at least one `mine` unless only bots play."""

    seats: Annotated[list[SeatPlan], Meta(min_length=2, max_length=5)]
    settings: TableSettings = field(default_factory=TableSettings)
    nonce: Nonce = ""  # the host's part of the fair shuffle, if all may know it
    nonce_hash: NonceHash = ""  # or its SHA-256: the nonce is opened at the start
    start: bool = False  # start at once if no seat is open: play now


class SeatKey(Shape):
    """The proof of sitting in a seat: keep it, and give it to nobody."""

    seat: int  # chair number
    token: str


class TableCreated(Shape):
    """The new table."""

    table: TableInfo
    host: str  # host token
    keys: list[SeatKey]  # one for each `mine`


class JoinTable(Shape):
    """Take a seat."""

    name: Name
    seat: Seat | None = None  # null: any open one
    colour: Colour | None = None  # null: that of the seat
    nonce: Nonce = ""  # own part of the fair shuffle, if all may know it
    nonce_hash: NonceHash = ""  # or its SHA-256: the nonce is opened at the start
    code: Token | None = None  # invitation code, for a private table


class ShufflePart(Shape):
    """Own part of the fair shuffle: its hash before the start, the nonce when it is asked for."""

    nonce_hash: NonceHash = ""
    nonce: Nonce = ""


class Seated(Shape):
    """You sit."""

    table: TableInfo
    key: SeatKey


class FindTable(Shape):
    """Find a table by its invitation code."""

    code: Token


class Found(Shape):
    """The table of that code."""

    table: TableInfo


class FreeSeat(Shape):
    """Before the start the host frees a seat; in a game a bot plays on for an absent person."""

    seat: Seat


class OfferSeat(Shape):
    """Offer a seat that a bot plays to another person; an earlier offer of it is void."""

    seat: Seat


class SeatOffered(Shape):
    """The secret of a link by which one person takes the seat over, once."""

    offer: str  # the secret of the link; who posts it first takes the seat over


class TakeOver(Shape):
    """Take a seat over from the bot that plays it."""

    offer: Token  # from the link that an `OfferSeat` was answered with
    name: Name
    code: Token | None = None  # invitation code, for a private table


class PlanSeat(Shape):
    """The host changes what an empty or bot seat is for."""

    seat: Seat
    plan: SeatPlan


class StartTable(Shape):
    """The host starts; open seats are given to bots of this level, or refused if null."""

    fill: Annotated[str, Meta(max_length=32)] | None = None


class Held(Shape):
    """A token the browser holds."""

    table: Annotated[str, Meta(max_length=32)]
    token: Token


class MyTables(Shape):
    """Ask about the own games."""

    held: Annotated[list[Held], Meta(max_length=100)]


class MyTable(Shape):
    """One of the own games."""

    table: TableInfo
    seat: int | None  # null: host without a seat
    your_turn: bool


class MyTablesAnswer(Shape):
    """The own games that still exist."""

    tables: list[MyTable]


class TableList(Shape):
    """Listed tables, newest first."""

    tables: list[TableInfo]
    next: str | None  # pass as `before` for the next page


class TokenChanged(Shape):
    """A fresh seat token; the old one is void and its sockets are closed."""

    key: SeatKey


class Notifications(Shape):
    """Where to tell this seat that it is its turn; null: nowhere."""

    email: Annotated[str, Meta(max_length=254)] | None = None
    webhook: Annotated[str, Meta(max_length=500)] | None = None


class Frame(Shape):
    """The game after `after` events, for replay."""

    after: int
    view: ViewJson
    hands: list[CardCounts] | None  # all revealed: every hand
    stocks: list[ResourceCounts] | None  # all revealed: every stock


class TimelinePoint(Shape):
    """One event on the timeline."""

    round: int  # in which it happened; 0: the setup
    seat: int | None
    wealth: list[int | None]  # worth of each stock after it; null where hidden
    prices: ResourceCounts  # what a token of each resource is worth after it


class Replay(Shape):
    """A game to step through."""

    source: str  # table or record id
    setup: SetupJson
    events: EventsJson  # as the viewer may see them
    timeline: list[TimelinePoint]
    verdicts: list[Verdict]  # by seat; empty unless the game was played to its end
    finished: bool
    verified: bool  # false: imported from outside, names and results are unverified claims
    length: int | None  # milliseconds from start to end; null: not over, or not known


class Frames(Shape):
    """Some frames of a replay."""

    frames: list[Frame]


class RecordImported(Shape):
    """An imported record, replayed and found legal."""

    record: str


class PlayOn(Shape):
    """Go on from an event of a finished or imported game, against bots."""

    after: Version
    seat: Seat
    name: Name
    bot: Annotated[str, Meta(max_length=32)]
    nonce: Nonce = ""
    nonce_hash: NonceHash = ""


class Problem(Shape):
    """The body of every refused call; the same fields as a refused message."""

    code: RefusalCode
    message: str
    version: int | None = None
    rule: str | None = None  # section of the rules that is broken; "record": of the format
    event: int | None = None  # number of the event of a record that is refused


class Health(Shape):
    """The server is up, or ready."""

    status: Literal["ok", "unavailable"]
    detail: str = ""
