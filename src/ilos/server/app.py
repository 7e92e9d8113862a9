"""The application: routes from the table of calls, sockets, the client's files, health and figures.

Litestar is kept to this one file.
"""

import logging
import re
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any
from urllib.parse import quote

import msgspec
from litestar import Litestar, Request, Response
from litestar.exceptions import HTTPException
from litestar.handlers import HTTPRouteHandler
from litestar.status_codes import HTTP_200_OK

from ilos.protocol import messages
from ilos.protocol.http import Health, Problem
from ilos.server import headers
from ilos.server.calls import CALLS, Ask, Call
from ilos.server.house import House
from ilos.server.line import HungUp, Line
from ilos.server.metrics import Metrics
from ilos.server.openapi import PREFIX, document
from ilos.server.refusal import Refusal
from ilos.server.sockets import TableSocket, watch_lobby
from ilos.server.static import read_assets
from ilos.server.tokens import keyed
from ilos.store import StoreUnavailable

logger = logging.getLogger(__name__)

AnyRequest = Request[Any, Any, Any]
ASGIApp = Callable[[Any, Any, Any], Awaitable[None]]
JSON = "application/json"
TABLE_SOCKET = re.compile(f"{PREFIX}/tables/([^/]+)/socket")
LOBBY_SOCKET = f"{PREFIX}/lobby/socket"


class Site:
    """The house seen from outside."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._metrics = Metrics(house)
        self._assets = read_assets()
        self._document = msgspec.json.encode(document())
        secure = house.settings.public_url.startswith("https://")
        self._headers = {**headers.ALWAYS, **(headers.SECURE if secure else {})}

    def handlers(self) -> list[Any]:
        """Every route."""
        pages = {
            "/healthz": self._health,
            "/readyz": self._ready,
            "/metrics": self._figures,
            f"{PREFIX}/openapi.json": self._openapi,
            "/": self._page,
            "/{path:path}": self._page,
        }
        methods: dict[str, set[str]] = {path: {"GET", "OPTIONS"} for path in pages}
        for call in CALLS:
            methods.setdefault(_path(call), {"OPTIONS"}).add(call.method)
        return [  # OPTIONS first, or Litestar answers it by itself
            *(self._options(path, allowed) for path, allowed in methods.items()),
            *(self._route(call) for call in CALLS),
            *(self._get(path, run) for path, run in pages.items()),
        ]

    # HTTP

    def _route(self, call: Call) -> HTTPRouteHandler:
        async def handle(request: AnyRequest) -> Response[bytes]:
            return await self._answer(call, request)

        return HTTPRouteHandler(_path(call), http_method=call.method, status_code=HTTP_200_OK)(
            handle
        )

    def _get(self, path: str, run: Callable[[AnyRequest], Any]) -> HTTPRouteHandler:
        async def handle(request: AnyRequest) -> Response[bytes]:
            answer: Response[bytes] = await run(request)
            return answer

        return HTTPRouteHandler(path, http_method="GET")(handle)

    def _options(self, path: str, methods: set[str]) -> HTTPRouteHandler:
        """What may be asked of an address; Litestar's own answer would lack our headers (A-19)."""

        async def handle() -> Response[bytes]:
            more = {**headers.NO_STORE, "Allow": ", ".join(sorted(methods))}
            return self._response(b"", "text/plain", 204, more)

        return HTTPRouteHandler(path, http_method="OPTIONS")(handle)

    async def _answer(self, call: Call, request: AnyRequest) -> Response[bytes]:
        started = time.monotonic()
        try:
            ask = await self._ask(call, request)
            response = self._json(await _run(call, ask))
        except Refusal as refusal:
            response = self._refuse(refusal)
        except StoreUnavailable:
            response = self._refuse(Refusal("try_again", "the store is not available"))
        self._metrics.requests.labels(call.path, str(response.status_code)).inc()
        self._metrics.seconds.observe(time.monotonic() - started)
        return response

    async def _ask(self, call: Call, request: AnyRequest) -> Ask:
        house, address = self._house, self._address(request)
        house.requests.check(address, "calls")
        if call.method != "GET":
            self._check_origin(request)
        if await house.store.is_banned("address", keyed(house.store.pepper, address)):
            raise Refusal("banned", "this address is shut out")
        body = b""
        if call.method != "GET":
            most = house.settings.body_bytes
            if call.most_bytes == "record":
                most = house.settings.record_bytes
            body = await _read_body(request, most)
        path = {key: str(value) for key, value in request.path_params.items()}
        query = {key: value for key, value in request.query_params.items() if value}
        tokens = headers.bearer_tokens(request.headers)
        return Ask(house, path, query, tokens, address, body)

    def _check_origin(self, request: AnyRequest) -> None:
        """No cookies, so no forgery; a foreign page is refused all the same (A-05)."""
        origin = request.headers.get("origin")
        site = request.headers.get("sec-fetch-site", "same-origin")
        foreign = origin is not None and not self._is_own(origin, request.headers.get("host", ""))
        if foreign or site not in ("same-origin", "none"):
            raise Refusal("wrong_origin", "calls come only from this server's own page")

    def _is_own(self, origin: str, host: str) -> bool:
        settings = self._house.settings
        own = headers.origin_of(settings.public_url)
        return headers.is_own_origin(origin, host, [*settings.origins, own])

    def _address(self, request: AnyRequest) -> str:
        peer = request.client.host if request.client is not None else "unknown"
        return self._address_of(peer, request.headers.get("x-forwarded-for", ""))

    def _address_of(self, peer: str, forwarded: str) -> str:
        return headers.address_of(peer, forwarded, self._house.settings.trusted_proxies)

    def _json(self, answer: Any) -> Response[bytes]:
        body = answer if isinstance(answer, bytes) else messages.encode(answer)
        return self._response(body, JSON, 200, headers.NO_STORE)

    def _refuse(self, refusal: Refusal) -> Response[bytes]:
        problem = Problem(
            code=refusal.code,
            message=refusal.message,
            version=refusal.version,
            rule=refusal.rule,
        )
        return self._response(messages.encode(problem), JSON, refusal.status, headers.NO_STORE)

    def _response(
        self, body: bytes, kind: str, status: int, more: dict[str, str]
    ) -> Response[bytes]:
        return Response(
            body, media_type=kind, status_code=status, headers={**self._headers, **more}
        )

    def not_found(self, _request: AnyRequest, error: HTTPException) -> Response[bytes]:
        """Whatever Litestar itself refuses, in our words."""
        if error.status_code in (404, 405):
            problem = Problem(code="unknown_table", message="there is nothing at this address")
            body = messages.encode(problem)
            return self._response(body, JSON, error.status_code, headers.NO_STORE)
        return self._refuse(Refusal("bad_message", error.detail))

    def failed(self, _request: AnyRequest, error: Exception) -> Response[bytes]:
        """A fault of ours: said without details, kept in the log."""
        logger.error("a call failed", exc_info=error)
        return self._refuse(Refusal("internal", "something went wrong here; nothing was changed"))

    async def _health(self, _request: AnyRequest) -> Response[bytes]:
        return self._json(Health(status="ok"))

    async def _ready(self, _request: AnyRequest) -> Response[bytes]:
        try:
            await self._house.store.counts()
        except StoreUnavailable as error:
            return self._unready(str(error))
        trouble = self._house.store.database.health.trouble
        if trouble is not None:
            return self._unready(trouble)
        return self._json(Health(status="ok")) if self._house.ready else self._unready("closing")

    def _unready(self, why: str) -> Response[bytes]:
        body = messages.encode(Health(status="unavailable", detail=why))
        return self._response(body, JSON, 503, headers.NO_STORE)

    async def _figures(self, _request: AnyRequest) -> Response[bytes]:
        return self._response(self._metrics.text(), "text/plain", 200, headers.NO_STORE)

    async def _openapi(self, _request: AnyRequest) -> Response[bytes]:
        return self._response(self._document, JSON, 200, {})

    async def _page(self, request: AnyRequest) -> Response[bytes]:
        """A file of the client; every other address is for the client's own router, after the #."""
        path = str(request.path_params.get("path", "")).lstrip("/")
        asset = self._assets.get(path or "index.html")
        if asset is None:
            if path.startswith(("api/", "assets/")):
                raise HTTPException(status_code=404)
            to = {"Location": f"/#/{quote(path)}"}
            return self._response(b"", "text/plain", 302, {**headers.NO_STORE, **to})
        keep = "public, max-age=31536000, immutable" if asset.forever else "no-cache"
        more = {"ETag": f'"{asset.tag}"', "Cache-Control": keep, "Vary": "Accept-Encoding"}
        if request.headers.get("if-none-match") == more["ETag"]:
            return self._response(b"", asset.kind, 304, more)
        packs = "gzip" in request.headers.get("accept-encoding", "")
        if asset.packed is not None and packs:
            return self._response(
                asset.packed, asset.kind, 200, {**more, "Content-Encoding": "gzip"}
            )
        return self._response(asset.body, asset.kind, 200, more)

    # Sockets

    async def talk(self, line: Line) -> None:
        """The life of a WebSocket."""
        address = self._address_of(line.peer, line.headers.get("x-forwarded-for", ""))
        table = TABLE_SOCKET.fullmatch(line.path)
        known = table is not None or line.path == LOBBY_SOCKET
        if not known or not await self._admits(line, address):
            await line.close(4003)  # before accepting, this is an HTTP 403
            return
        with self._house.sockets.holding(address), suppress(HungUp):
            await line.accept()
            if table is None:
                await watch_lobby(self._house, line, address)
            else:
                tokens = headers.bearer_tokens(line.headers)
                await TableSocket(self._house, line, table[1], address).run(tokens)

    async def _admits(self, line: Line, address: str) -> bool:
        """Origin, ban and number of sockets, before the handshake is accepted (A-04, A-14)."""
        house = self._house
        origin = line.headers.get("origin")
        if origin is None:
            allowed = bool(headers.bearer_tokens(line.headers))
        else:
            allowed = self._is_own(origin, line.headers.get("host", ""))
        room = house.sockets.has_room(address)
        banned = await house.store.is_banned("address", keyed(house.store.pepper, address))
        return allowed and room and not banned


async def _run(call: Call, ask: Ask) -> Any:
    try:
        return await call.run(ask)
    except Refusal as refusal:
        ask.hide_news(refusal)
        raise


def _path(call: Call) -> str:
    """The address of a call, as Litestar writes it."""
    return PREFIX + call.path.replace("{table}", "{table:str}").replace("{record}", "{record:str}")


async def _read_body(request: AnyRequest, most: int) -> bytes:
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > most:
            raise Refusal("too_large", f"at most {most} bytes")
    return bytes(body)


def create_app(house: House) -> ASGIApp:
    """The application of a house: Litestar for HTTP, and sockets without a layer in between."""
    site = Site(house)

    @asynccontextmanager
    async def live(_app: Litestar) -> AsyncIterator[None]:
        await house.open()
        try:
            yield
        finally:
            await house.close()

    http = Litestar(
        route_handlers=site.handlers(),
        lifespan=[live],
        openapi_config=None,
        exception_handlers={HTTPException: site.not_found, Exception: site.failed},
        request_max_body_size=None,
        logging_config=None,
    )

    async def answer(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "websocket":
            await site.talk(Line(scope, receive, send))
        else:
            await http(scope, receive, send)

    return answer
