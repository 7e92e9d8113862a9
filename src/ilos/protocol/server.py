"""Server to client: everything a client may be told on a socket or by polling.

Versions are contiguous: an update covers the versions from `version - len(changes) + 1` to
`version`; a client that sees a gap sends `resync`.
"""

from typing import Literal

from ilos.protocol.codes import RefusalCode
from ilos.protocol.game import ChoicesJson, EventsJson, MaybeSetupJson, MoveJson, ViewJson
from ilos.protocol.shapes import Shape, Tagged
from ilos.protocol.tables import Change, ChatLine, Clocks, Notice, Presence, Proposal, TableInfo
from ilos.rules.names import Card


class PlayerView(Shape):
    """The game through one pair of eyes."""

    seat: int | None  # null: what a spectator sees
    view: ViewJson
    choices: ChoicesJson  # the legal moves if this seat decides now, else null
    undo: int  # how many own moves may be taken back now
    mulligan: list[Card] | None = None  # what the own mulligan gives up that waits for its turn


class Welcome(Tagged):
    """Everything, on joining or when an update would not do."""

    protocol: int
    version: int
    table: TableInfo
    seats: list[int]  # the seats whose tokens were shown
    host: bool
    setup: MaybeSetupJson  # null before the start
    events: EventsJson  # all so far, masked
    player_view: PlayerView | None
    clocks: Clocks | None
    proposals: list[Proposal]
    presence: Presence
    chat: list[ChatLine]  # the last ones
    muted: list[int]  # muted seats; -1: spectators
    notices: list[Notice]  # the last ones, oldest first


class Update(Tagged):
    """One or more new versions."""

    version: int
    changes: list[Change]
    table: TableInfo | None  # null: as before, but for round and turn, which the view tells
    player_view: PlayerView | None
    clocks: Clocks | None
    proposals: list[Proposal]


class Acknowledged(Tagged):
    """The command with this id is stored for good."""

    id: str
    version: int  # of its entry in the log; 0 for what is not in it, such as chat


class Refused(Tagged):
    """Nothing was changed, and why."""

    id: str | None
    code: RefusalCode
    message: str  # for a person, in English; clients translate the code
    version: int | None  # the current version
    rule: str | None = None  # section of the rules an illegal move breaks


class Said(Tagged):
    """A new line of chat."""

    line: ChatLine


class Nudged(Tagged):
    """The table waits for a person, and another one reminds them."""

    seat: int  # who is reminded
    by: int


class PresenceChanged(Tagged):
    """Who is here now."""

    presence: Presence


class Heartbeat(Tagged):
    """Every ten seconds and after a ping; a higher version than yours means: resync."""

    version: int
    now: int


HintReason = Literal[
    "keep_hand",
    "better_hand",
    "good_island",
    "reach_sites",
    "new_sites",
    "raid_rival",
    "leave_hideout",
    "produce",
    "gold_pays_most",
    "ruins_pay_now",
    "fort_protects",
    "fort_draws",
    "trading_post_copies",
    "price_helps_you_most",
    "last_pioneer",
    "draw_for_more",
    "nothing_better",
]


class Hint(Tagged):
    """A bot's suggestion and why."""

    id: str
    version: int
    move: MoveJson
    bot: str
    reason: HintReason
    values: dict[str, str | int]  # numbers and names for the sentence


class LobbyChanged(Tagged):
    """The listed open and running tables, newest first."""

    tables: list[TableInfo]


ServerMessage = (
    Welcome
    | Update
    | Acknowledged
    | Refused
    | Said
    | Nudged
    | PresenceChanged
    | Heartbeat
    | Hint
    | LobbyChanged
)

# What the socket of the lobby says.
LobbyMessage = LobbyChanged | Heartbeat | Refused
