"""RFC 6455, 5: whatever way a text comes over the network, it is heard whole and answered."""

import asyncio
import struct
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest
from playing import WAIT, Running
from websockets.utils import apply_mask

from ilos.protocol.client import Hello, Ping
from ilos.protocol.messages import PROTOCOL, decode_server, encode
from ilos.protocol.server import Heartbeat, Refused, Welcome

MASK = b"mask"
TEXT, MORE, CLOSE, PING, PONG = 0x81, 0x80, 0x88, 0x89, 0x8A
NOT_THE_LAST = 0x01  # the first piece of a text
ASK = encode(Ping())


def a_frame(first: int, body: bytes) -> bytes:
    """A masked frame."""
    length = len(body)
    if length < 126:
        head = struct.pack(">BB", first, 0x80 | length)
    elif length < 1 << 16:
        head = struct.pack(">BBH", first, 0x80 | 126, length)
    else:
        head = struct.pack(">BBQ", first, 0x80 | 127, length)
    return head + MASK + apply_mask(body, MASK)


class Raw:
    """Someone at a table who speaks in bytes."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    async def say(self, *pieces: bytes) -> None:
        """Sends each piece by itself, and lets the server read it before the next one."""
        for piece in pieces:
            self._writer.write(piece)
            await self._writer.drain()
            for _ in range(20):
                await asyncio.sleep(0)

    async def hear(self) -> tuple[int, bytes]:
        """The first byte and the body of the next frame."""
        async with asyncio.timeout(WAIT):
            first, length = await self._reader.readexactly(2)
            if length == 126:
                length = int.from_bytes(await self._reader.readexactly(2))
            elif length == 127:
                length = int.from_bytes(await self._reader.readexactly(8))
            return first, await self._reader.readexactly(length)

    async def answered(self, times: int = 1) -> None:
        """The server has heard so many questions."""
        for _ in range(times):
            first, body = await self.hear()
            assert first == TEXT
            assert isinstance(decode_server(body.decode()), Heartbeat)


@asynccontextmanager
async def a_raw_socket(server: Running) -> AsyncIterator[Raw]:
    """At a table, and welcomed."""
    made = await server.table("mine", "mine")
    reader, writer = await server.raw_socket(made.table.id)
    line = Raw(reader, writer)
    hello = Hello(protocol=PROTOCOL, tokens=[made.keys[0].token])
    await line.say(a_frame(TEXT, encode(hello)))
    assert isinstance(decode_server((await line.hear())[1].decode()), Welcome)
    try:
        yield line
    finally:
        writer.close()


WAYS: dict[str, Callable[[bytes], list[bytes]]] = {
    "in one piece": lambda frame: [frame],
    "byte by byte": lambda frame: [bytes((byte,)) for byte in frame],
    "the head first": lambda frame: [frame[:2], frame[2:]],
    "the body last": lambda frame: [frame[:6], frame[6:]],
    "with a part of the next one": lambda frame: [frame + frame[:5], frame[5:]],
    "two together": lambda frame: [frame + frame],
}


@pytest.mark.parametrize("way", WAYS)
async def test_a_text_is_heard_whatever_way_it_comes(server: Running, way: str) -> None:
    """RFC 6455, 5.2: frames know nothing of the pieces that the network makes of them."""
    frame = a_frame(TEXT, ASK)
    pieces = WAYS[way](frame)
    async with a_raw_socket(server) as line:
        for _ in range(2):
            await line.say(*pieces)
            await line.answered(len(b"".join(pieces)) // len(frame))
            await line.say(frame)  # and afterwards one in one piece again
            await line.answered()


@pytest.mark.parametrize("length", [125, 126, 127, 1000, 8192])
async def test_a_text_of_any_length_is_heard(server: Running, length: int) -> None:
    """RFC 6455, 5.2: lengths are written in three ways."""
    async with a_raw_socket(server) as line:
        await line.say(a_frame(TEXT, ASK + b" " * (length - len(ASK))))
        await line.answered()


async def test_fragments_make_one_text(server: Running) -> None:
    """RFC 6455, 5.4: also with a ping between them."""
    async with a_raw_socket(server) as line:
        await line.say(
            a_frame(NOT_THE_LAST, ASK[:4]), a_frame(PING, b"you?"), a_frame(MORE, ASK[4:])
        )
        assert await line.hear() == (PONG, b"you?")
        await line.answered()
        await line.say(a_frame(TEXT, ASK))
        await line.answered()


async def test_pings_and_pongs_pass_between_texts(server: Running) -> None:
    """RFC 6455, 5.5: a ping is answered, a pong nobody asked for is not."""
    async with a_raw_socket(server) as line:
        for _ in range(3):
            await line.say(a_frame(PING, b""), a_frame(PONG, b"late"), a_frame(TEXT, ASK))
            assert await line.hear() == (PONG, b"")
            await line.answered()


async def test_an_empty_text_is_no_message(server: Running) -> None:
    """A-12: it is refused and counted, and the next one is heard."""
    async with a_raw_socket(server) as line:
        await line.say(a_frame(TEXT, b""), a_frame(TEXT, ASK))
        assert isinstance(decode_server((await line.hear())[1].decode()), Refused)
        await line.answered()


async def test_a_text_that_is_too_long_closes_the_line(server: Running) -> None:
    """A-13: 1009, in one piece or not."""
    most = server.app.settings.message_bytes
    async with a_raw_socket(server) as line:
        await line.say(a_frame(TEXT, b" " * (most + 1)))
        first, body = await line.hear()
        assert (first, int.from_bytes(body[:2])) == (CLOSE, 1009)


async def test_a_goodbye_is_answered(server: Running) -> None:
    """RFC 6455, 5.5.1: with the same code; what is said after it is not heard."""
    async with a_raw_socket(server) as line:
        await line.say(a_frame(CLOSE, (1000).to_bytes(2)) + a_frame(TEXT, ASK))
        assert await line.hear() == (CLOSE, (1000).to_bytes(2))
