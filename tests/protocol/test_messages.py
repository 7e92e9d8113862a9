"""Messages are closed: what is not in the definitions is refused (A-10, A-16)."""

from typing import get_args

import msgspec
import pytest

from ilos.protocol import messages
from ilos.protocol.client import Hello, SubmitMove
from ilos.protocol.server import Acknowledged
from ilos.rules import moves
from ilos.rules.moves import EndTurn


def test_a_move_travels_with_its_id_and_version() -> None:
    """A frame is decoded once, the move with it."""
    text = b'{"type":"submit_move","id":"a1","version":3,"move":{"type":"end_turn"}}'
    message = messages.decode_client(text)
    assert isinstance(message, SubmitMove)
    assert (message.id, message.version, message.move) == ("a1", 3, EndTurn())


def test_what_is_no_move_is_refused_with_the_id_of_its_message() -> None:
    """Who sent it waits for one answer, whatever they sent as a move."""
    for move in (b'{"type":"dance"}', b"[]", b'{"type":"market","resource":"silk"}'):
        text = b'{"type":"submit_move","id":"a1","version":3,"move":' + move + b"}"
        with pytest.raises(messages.BadMove) as refused:
            messages.decode_client(text)
        assert refused.value.command_id == "a1"
        assert str(refused.value).startswith("this is no move: move")


@pytest.mark.parametrize("start", [b"", b'"id":7,', b'"id":"",'])
def test_what_is_no_move_in_a_message_without_an_id_is_no_message(start: bytes) -> None:
    """Nobody can be answered by an id that is missing or is none."""
    with pytest.raises(messages.BadMessage) as refused:
        messages.decode_client(b'{"type":"submit_move",' + start + b'"version":3,"move":[]}')
    assert not isinstance(refused.value, messages.BadMove)


def test_what_may_be_left_out_is_filled_in() -> None:
    """A hello needs only the protocol version."""
    message = messages.decode_client(b'{"type":"hello","protocol":1}')
    assert message == Hello(protocol=1, tokens=[], seen=None, look=None)


def test_server_messages_come_back_as_they_were_sent() -> None:
    """A client in Python reads what the server writes."""
    sent = Acknowledged(id="a1", version=7)
    assert messages.decode_server(messages.encode(sent)) == sent


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"null",
        b"[]",
        b"{}",
        b"\xff\xfe",
        b'{"type":"nothing"}',
        b'{"type":"ping","seat":1}',
        b'{"type":"submit_move","id":"a","version":"3","move":{}}',
        b'{"type":"submit_move","id":"a","version":-1,"move":{}}',
        b'{"type":"submit_move","id":"a b","version":1,"move":{}}',
        b'{"type":"submit_move","id":"a","version":1,"move":{},"seat":0}',
        b'{"type":"submit_move","id":"a","version":1e400,"move":{}}',
        b'{"type":"say","id":"a","text":"' + b"x" * 401 + b'"}',
        b'{"type":"hello","protocol":1,"tokens":' + b"[" * 100_000 + b"]" * 100_000 + b"}",
        b'{"type":"react","id":"a","reaction":"<script>"}',
    ],
)
def test_anything_else_is_refused_with_a_reason(text: bytes) -> None:
    """A-16: unknown fields, wrong types, a seat in the body; A-10: nesting, numbers."""
    with pytest.raises(messages.BadMessage) as refused:
        messages.decode_client(text)
    assert str(refused.value)


def test_every_message_and_move_is_closed() -> None:
    """A-16: neither takes unknown fields; only what a record may hold ignores them (RECORD)."""
    for module in messages.MODULES:
        for value in vars(module).values():
            if isinstance(value, type) and issubclass(value, msgspec.Struct):
                if issubclass(value, moves.Shape) and value not in get_args(moves.Move):
                    continue
                assert value.__struct_config__.forbid_unknown_fields, value
