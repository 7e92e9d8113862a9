"""All messages in one place: encoders, decoders and the lists that the generators read."""

from typing import TypeVar

import msgspec

from ilos.protocol import client, codes, http, server, shapes, tables
from ilos.protocol.client import ClientMessage, Command
from ilos.protocol.server import ServerMessage
from ilos.protocol.shapes import PROTOCOL
from ilos.records import record, verdicts
from ilos.rules import choices, events, game, moves, names, scoring, setup, tiles
from ilos.rules.moves import complaint
from ilos.views import view_data

GAME = (names, moves, events, choices, tiles, setup, record, game, scoring, view_data, verdicts)
MODULES = (*GAME, tables, client, server, http)

__all__ = [
    "MODULES",
    "PROTOCOL",
    "BadMessage",
    "BadMove",
    "ClientMessage",
    "Command",
    "ServerMessage",
    "client",
    "codes",
    "decode_client",
    "decode_command",
    "decode_server",
    "encode",
    "http",
    "server",
    "shapes",
    "tables",
]

T = TypeVar("T")

_client: msgspec.json.Decoder[ClientMessage] = msgspec.json.Decoder(ClientMessage)
_command: msgspec.json.Decoder[Command] = msgspec.json.Decoder(Command)
_server: msgspec.json.Decoder[ServerMessage] = msgspec.json.Decoder(ServerMessage)
_encoder = msgspec.json.Encoder()


class BadMessage(ValueError):
    """Text that is no message of this protocol; `str()` says where and why."""


class BadMove(BadMessage):
    """A message whose move is none; the rest of it was understood."""

    def __init__(self, why: str, command_id: str) -> None:
        super().__init__(why)
        self.command_id = command_id


def decode_client(text: bytes | str) -> ClientMessage:
    """The message a client sent; raises BadMessage on anything else."""
    return _decode(_client, text)


def decode_command(text: bytes | str) -> Command:
    """The command posted over HTTP; raises BadMessage on anything else."""
    return _decode(_command, text)


def decode_server(text: bytes | str) -> ServerMessage:
    """The message a server sent, for clients written in Python and for tests."""
    return _decode(_server, text)


def encode(message: msgspec.Struct) -> bytes:
    """The message as JSON."""
    return _encoder.encode(message)


def _decode(decoder: msgspec.json.Decoder[T], text: bytes | str) -> T:
    try:
        return decoder.decode(text)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        why = str(error) or "nested too deeply"
        if "`$.move" in why and (command_id := _id_of(text)):
            raise BadMove(f"this is no move: {complaint(error)}", command_id) from None
        raise BadMessage(why) from error


class _WithId(msgspec.Struct):
    id: tables.MessageId


def _id_of(text: bytes | str) -> str | None:
    """Return the id of a message whose move is wrong: its sender waits for an answer with it."""
    try:
        return msgspec.json.decode(text, type=_WithId).id
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        return None
