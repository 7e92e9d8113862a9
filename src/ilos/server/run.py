"""Starting and stopping a server: `ilos serve` calls `serve(settings)`."""

import asyncio
import gc
import logging
import socket
import sys
import webbrowser
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
import uvicorn

from ilos.server.app import create_app
from ilos.server.house import House
from ilos.server.settings import BadSettings, Settings
from ilos.server.wire import Wire
from ilos.store import open_store

logger = logging.getLogger(__name__)

Said = Callable[[str], None]
ASGIApp = Callable[[Any, Any, Any], Awaitable[None]]

GARBAGE = 10_000  # new objects between two looks for rings of dead ones; we make few rings
PATIENCE = 0.001  # seconds that the thread which writes to the disk waits for its turn


def serve(settings: Settings, say: Said = print) -> None:
    """Serves until it is told to stop; raises BadDatabase if the database is not fit."""
    set_up_logging(settings)
    gc.freeze()  # what was imported stays; nothing of it needs to be looked at again
    gc.set_threshold(GARBAGE)
    sys.setswitchinterval(PATIENCE)
    with asyncio.Runner(loop_factory=_quick_loop()) as runner:
        runner.run(_serve(settings, say))


def _quick_loop() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """That of uvloop where it runs, as it does less for each message; else Python's own."""
    try:
        import uvloop
    except ModuleNotFoundError:
        return None
    new: Callable[[], asyncio.AbstractEventLoop] = uvloop.new_event_loop
    return new


async def _serve(settings: Settings, say: Said) -> None:
    listening = listen(settings.host, settings.port)
    try:
        store = await open_store(settings.database_url())
    except BaseException:
        listening.close()
        raise
    server = Server(House(settings, store))
    serving = asyncio.create_task(server.serve(sockets=[listening]))
    ready = asyncio.create_task(server.ready.wait())
    await asyncio.wait([serving, ready], return_when=asyncio.FIRST_COMPLETED)
    if server.ready.is_set():
        address = settings.public_url or server.address
        say(f"Ilôs is at {address}")
        if settings.open_browser:
            await asyncio.to_thread(webbrowser.open, address)
    ready.cancel()
    await serving


def listen(host: str, port: int) -> socket.socket:
    """The socket that people come to; raises BadSettings where nobody can listen."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        family, kind, _, _, address = found[0]
        listening = socket.socket(family, kind)
    except OSError as error:
        raise BadSettings(f"host {host}: {error.strerror or error}") from None
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
    except OSError as error:
        listening.close()
        raise BadSettings(
            f"port {port} of {host} cannot be listened at: {error.strerror or error};"
            " is another server running? choose one with --port"
        ) from None
    return listening


class Server(uvicorn.Server):
    """Uvicorn that says when it is there."""

    def __init__(self, house: House) -> None:
        super().__init__(configuration(house))
        self.house = house
        self.ready = asyncio.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start listening."""
        await super().startup(sockets=sockets)
        if self.started:
            self.ready.set()

    @property
    def address(self) -> str:
        """Where it listens; port 0 means any free one."""
        port = self.servers[0].sockets[0].getsockname()[1]
        return f"http://{self.config.host}:{port}"


def configuration(house: House) -> uvicorn.Config:
    """How uvicorn runs it: limits at the protocol level, no compression of sockets (H-04)."""
    settings = house.settings
    return uvicorn.Config(
        heads_answered(create_app(house)),
        host=settings.host,
        port=settings.port,
        ws=Wire,
        ws_max_size=settings.message_bytes,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=15,
        limit_concurrency=settings.sockets * 2 if settings.sockets else None,
        h11_max_incomplete_event_size=16 * 1024,
        access_log=False,  # addresses can hold codes and names of tables
        log_config=None,
        server_header=False,
        proxy_headers=False,  # whose X-Forwarded-For is believed is our own setting
        lifespan="on",
    )


def heads_answered(app: ASGIApp) -> ASGIApp:
    """HEAD is answered as GET without its body, which uvicorn leaves out by itself."""

    async def answer(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http" and scope["method"] == "HEAD":
            scope = {**scope, "method": "GET"}
        await app(scope, receive, send)

    return answer


class JsonLines(logging.Formatter):
    """One JSON object a line, which no text can break (A-07)."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": self.formatTime(record),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return msgspec.json.encode(line).decode()


class FloodFilter(logging.Filter):
    """So many lines of one kind a minute: whoever makes the server complain fills no disk."""

    def __init__(self, most: int = 20, seconds: float = 60.0) -> None:
        super().__init__()
        self._most = most
        self._seconds = seconds
        self._seen: dict[tuple[str, str], tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a line is written; the first of the next minute tells how many were not."""
        kind = (record.name, str(record.msg))
        began, count = self._seen.get(kind, (record.created, 0))
        if record.created - began >= self._seconds:
            if count > self._most:
                left_out = f"{record.getMessage()} (and {count - self._most} more like it)"
                record.msg, record.args = left_out, None
            began, count = record.created, 0
        if len(self._seen) > 1000:
            self._seen.clear()
        self._seen[kind] = (began, count + 1)
        return count < self._most


def set_up_logging(settings: Settings) -> None:
    """Structured lines on standard error; never a token, a card or the text of a message."""
    handler = logging.StreamHandler(sys.stderr)
    if settings.log_format == "json":
        handler.setFormatter(JsonLines())
    else:
        handler.setFormatter(logging.Formatter("%(levelname)s %(name)s: %(message)s"))
    handler.addFilter(FloodFilter())
    # Libraries write addresses, headers and statements at lower levels: tokens, cards, names.
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger("ilos").setLevel(settings.log_level.upper())
