"""Starting and stopping a server: `ilos serve` calls `serve(settings)`."""

import asyncio
import gc
import logging
import socket
import sys
import webbrowser
from collections.abc import Callable
from functools import partial

import msgspec
import uvicorn

from ilos.server.app import App
from ilos.server.settings import BadSettings, Settings
from ilos.server.transport.acceptor import Acceptor
from ilos.server.transport.http_app import create_asgi_app
from ilos.server.transport.http_protocol import HttpProtocol, RequestQueue
from ilos.server.transport.websocket_protocol import WebSocketProtocol
from ilos.store.store import open_store
from ilos.system import allow_open_files

logger = logging.getLogger(__name__)

Announce = Callable[[str], None]

# Searches for reference cycles, of which we make few: after so many new objects, then through what
# is left of five such searches, then through everything, which may take 50 ms with long games.
GC_THRESHOLDS = (5_000, 5, 400)
MOST_OPEN_FILES = 65_536
SWITCH_INTERVAL = 0.001  # seconds after which the database thread may take the GIL


def serve(settings: Settings, announce: Announce = print) -> None:
    """Serve until SIGINT or SIGTERM; raise BadDatabase if the database cannot be used."""
    set_up_logging(settings)
    gc.freeze()  # imported modules stay for good; the collector need not examine them
    gc.set_threshold(*GC_THRESHOLDS)
    sys.setswitchinterval(SWITCH_INTERVAL)
    allow_open_files(MOST_OPEN_FILES)
    with asyncio.Runner(loop_factory=_uvloop_factory()) as runner:
        runner.run(_serve(settings, announce))


def _uvloop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """Return uvloop's factory where it is installed, as it takes less CPU; else asyncio's."""
    try:
        import uvloop
    except ModuleNotFoundError:
        return None
    new: Callable[[], asyncio.AbstractEventLoop] = uvloop.new_event_loop
    return new


async def _serve(settings: Settings, announce: Announce) -> None:
    listening = listen(settings.host, settings.port)
    try:
        store = await open_store(settings.database_url())
    except BaseException:
        listening.close()
        raise
    server = Server(App(settings, store))
    serving = asyncio.create_task(server.serve(sockets=[listening]))
    ready = asyncio.create_task(server.ready.wait())
    await asyncio.wait([serving, ready], return_when=asyncio.FIRST_COMPLETED)
    if server.ready.is_set():
        address = settings.public_url or server.address
        announce(f"Ilôs is at {address}")
        await server.app.start_workers()
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
    """Uvicorn with an event that is set when it listens."""

    def __init__(self, app: App) -> None:
        super().__init__(configuration(app))
        self.app = app
        self.ready = asyncio.Event()
        self.acceptors: list[Acceptor] = []

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start listening; connections are accepted one at a time."""
        listening = sockets or [listen(self.config.host, self.config.port)]
        await super().startup(sockets=[])
        self.acceptors = [
            Acceptor(one, self.config.backlog, self._new_protocol, self.app.connection_gate.admits)
            for one in listening
        ]
        self.servers.extend(self.acceptors)  # type: ignore[arg-type]  # what uvicorn uses of them
        self.ready.set()

    def _new_protocol(self) -> asyncio.Protocol:
        return self.config.http_protocol_class(  # type: ignore[call-arg]
            config=self.config, server_state=self.server_state, app_state=self.lifespan.state
        )

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop listening; answer long polls at once."""
        self.app.begin_shutdown()
        await super().shutdown(sockets=sockets)

    @property
    def address(self) -> str:
        """The address it listens at, with the port that 0 was replaced by."""
        port = self.acceptors[0].sockets[0].getsockname()[1]
        return f"http://{self.config.host}:{port}"


def configuration(app: App) -> uvicorn.Config:
    """Return uvicorn's configuration: protocol limits, no compression of WebSockets (H-04)."""
    settings = app.settings
    return uvicorn.Config(
        create_asgi_app(app),
        host=settings.host,
        port=settings.port,
        http=partial(HttpProtocol, app.connection_gate, RequestQueue()),  # type: ignore[arg-type]
        ws=partial(WebSocketProtocol, app.connection_gate.closed_for_abuse),  # type: ignore[arg-type]
        ws_max_size=settings.message_bytes,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=15,
        limit_concurrency=settings.sockets * 2 if settings.sockets else None,
        h11_max_incomplete_event_size=16 * 1024,
        access_log=False,  # request paths can hold invitation codes and table ids
        log_config=None,
        server_header=False,
        proxy_headers=False,  # trusted proxies are our own setting
        lifespan="on",
    )


class JsonFormatter(logging.Formatter):
    """One JSON object a line; no message can forge another line (A-07)."""

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
    """So many lines of one kind a minute: anyone who makes the server complain fills no disk."""

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
    """Write log lines to standard error; never a token, a card or the text of a message."""
    handler = logging.StreamHandler(sys.stderr)
    if settings.log_format == "json":
        handler.setFormatter(JsonFormatter())
    else:
        handler.setFormatter(logging.Formatter("%(levelname)s %(name)s: %(message)s"))
    handler.addFilter(FloodFilter())
    # Libraries write addresses, headers and statements at lower levels: tokens, cards, names.
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger("ilos").setLevel(settings.log_level.upper())
