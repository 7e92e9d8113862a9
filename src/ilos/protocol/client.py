"""Client to server: everything a client may say on a table's socket, or post to it over HTTP.

The seat is never in a message: it follows from the tokens the connection showed. `id` is chosen by
the client, once per command; the same id sent again has one effect and gets the same answer.
"""

from typing import Annotated

from msgspec import Meta

from ilos.protocol.shapes import Tagged
from ilos.protocol.tables import MessageId, Reaction, Seat, Text, Token, Version
from ilos.rules.moves import Move


class Hello(Tagged):
    """First message on a socket: who is there and what was seen last."""

    protocol: int
    tokens: Annotated[
        list[Token], Meta(max_length=6)
    ] = []  # of this table: seats, host, or invitation code
    seen: Version | None = None  # last version applied; null asks for a whole welcome
    look: Seat | None = (
        None  # through which of the own seats to look; null: the first (none: spectator)
    )


class Look(Tagged):
    """Look through another of the own seats, or (null) at the public view; a welcome answers."""

    seat: Seat | None


class SubmitMove(Tagged):
    """Play a move for the seat that decides, if one of the shown tokens holds it."""

    id: MessageId
    version: Version  # the version the move was made on
    move: Move


class Undo(Tagged):
    """Take back the own last move, or the whole turn as far as nothing secret was revealed."""

    id: MessageId
    version: Version
    whole_turn: bool = False


class ProposeUndo(Tagged):
    """Ask all human seats to go back to where only `events` events stand."""

    id: MessageId
    version: Version
    events: Version


class ProposeEnd(Tagged):
    """Offer to break the game off."""

    id: MessageId


class Vote(Tagged):
    """Answer a proposal; who made it withdraws it by not agreeing."""

    id: MessageId
    proposal: Version
    agree: bool


class Resign(Tagged):
    """Leave the game for good; a bot plays on for the seat."""

    id: MessageId


class Return(Tagged):
    """Take the seat back from the bot that substituted (not after resigning)."""

    id: MessageId


class Rematch(Tagged):
    """Make (or find) the table of the next game with the same people and settings."""

    id: MessageId


class Say(Tagged):
    """Chat: players among themselves, spectators apart."""

    id: MessageId
    text: Text


class React(Tagged):
    """A quick reaction; a line of chat that each reads in the own language."""

    id: MessageId
    reaction: Reaction


class Mute(Tagged):
    """Stop (or go on) showing me what a seat, or (null) the spectators, say."""

    seat: Seat | None
    muted: bool


class Nudge(Tagged):
    """Remind a person that the table waits for them; once a minute for each seat."""

    id: MessageId
    seat: Seat


class AskHint(Tagged):
    """Ask a bot that sees what I see; `rank` 1 is the next best idea, and so on."""

    id: MessageId
    rank: Annotated[int, Meta(ge=0, le=4)] = 0


class Resync(Tagged):
    """Send me what came after `seen`, or everything."""

    seen: Version | None = None


class Ping(Tagged):
    """Answered by a heartbeat; a client that gets none within 10 seconds connects again."""


ClientMessage = (
    Hello
    | Look
    | SubmitMove
    | Undo
    | ProposeUndo
    | ProposeEnd
    | Vote
    | Resign
    | Return
    | Rematch
    | Say
    | React
    | Mute
    | Nudge
    | AskHint
    | Resync
    | Ping
)

Command = (
    SubmitMove
    | Undo
    | ProposeUndo
    | ProposeEnd
    | Vote
    | Resign
    | Return
    | Rematch
    | Say
    | React
    | Mute
    | Nudge
    | AskHint
)  # what may also be posted over HTTP
