"""The ASGI application: API routes, WebSockets, the client's files, health and metrics.

Starlette routes, reads requests and writes responses. What it has no part in: types of requests and
answers (`api.py`, so that a page answers with the same routes) and WebSockets.
"""

import asyncio
import logging
import re
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Any
from urllib.parse import quote

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route as StarletteRoute

from ilos.protocol import messages
from ilos.protocol.http import Health, Problem
from ilos.server.app import App
from ilos.server.ops.addresses import address_group, is_loopback
from ilos.server.ops.metrics import Metrics
from ilos.server.refusal import Refusal
from ilos.server.tables.tokens import constant_time_equal, hash_token
from ilos.server.transport import confirmation, headers
from ilos.server.transport.api import ApiRequest, Route
from ilos.server.transport.assets import read_assets
from ilos.server.transport.openapi import PREFIX, document
from ilos.server.transport.routes import ROUTES
from ilos.server.transport.table_socket import TableSocket, first_budget, serve_lobby
from ilos.server.transport.websocket import Disconnected, WebSocket
from ilos.store import StoreUnavailable

logger = logging.getLogger(__name__)

Handle = Callable[[Request], Awaitable[Response]]
ASGIApp = Callable[[Any, Any, Any], Awaitable[None]]
JSON = "application/json"
TABLE_SOCKET = re.compile(f"{PREFIX}/tables/([^/]+)/socket")
BODY_TIMEOUT = 60.0  # seconds for the body of a request to arrive
READY_SECONDS = 1.0  # for which the answer of /readyz is kept
LOBBY_SOCKET = f"{PREFIX}/lobby/socket"


class HttpApp:
    """Serves an App over HTTP and WebSocket."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._metrics = Metrics(app)
        self._assets = read_assets()
        self._outage_logged = self._ready_at = float("-inf")
        self._document = msgspec.json.encode(document())
        secure = app.settings.public_url.startswith("https://")
        self._headers = {**headers.ALWAYS, **(headers.SECURE if secure else {})}
        self._embedded = {**headers.EMBEDDED, **(headers.SECURE if secure else {})}
        self._ready_answer = self._unready("starting")

    def routes(self) -> list[StarletteRoute]:
        """Return every route, one for each path."""
        paths: dict[str, dict[str, Handle]] = {}
        for route in ROUTES:
            paths.setdefault(PREFIX + route.path, {})[route.method] = partial(self._answer, route)
        paths[confirmation.PATH] = {
            "GET": partial(self._confirm, press=False),
            "POST": partial(self._confirm, press=True),
        }
        pages: dict[str, Handle] = {
            "/healthz": self._health,
            "/readyz": self._ready,
            "/metrics": self._metrics_page,
            f"{PREFIX}/openapi.json": self._openapi,
            "/": self._page,
            "/{path:path}": self._page,  # the last: it matches everything
        }
        paths |= {path: {"GET": partial(self._limited, run)} for path, run in pages.items()}
        return [self._at_path(path, handlers) for path, handlers in paths.items()]

    # HTTP

    def _at_path(self, path: str, handlers: dict[str, Handle]) -> StarletteRoute:
        """Return the route of a path; HEAD is answered as GET, uvicorn leaves the body out."""

        async def handle(request: Request) -> Response:
            method = "GET" if request.method == "HEAD" else request.method
            try:
                return await handlers[method](request)
            except HTTPException:
                raise
            except Exception as error:  # noqa: BLE001  answered and logged here, and only here
                return self._failed(error)

        return StarletteRoute(path, handle, methods=list(handlers))

    async def _limited(self, run: Handle, request: Request) -> Response:
        try:
            self._app.page_limit.check(self._address(request), "requests")
        except Refusal as refusal:
            return self._refuse(refusal)
        return await run(request)

    async def _answer(self, route: Route, request: Request) -> Response:
        started = time.monotonic()
        try:
            api_request = await self._api_request(route, request)
            response = self._json(await route.run(api_request))
        except Refusal as refusal:
            response = self._refuse(refusal)
        except StoreUnavailable:
            response = self._refuse(Refusal("try_again", "the store is not available"))
        self._metrics.requests.labels(route.path, str(response.status_code)).inc()
        self._metrics.seconds.observe(time.monotonic() - started)
        return response

    async def _api_request(self, route: Route, request: Request) -> ApiRequest:
        app, address = self._app, self._address(request)
        app.request_limit.check(address, "calls")
        if route.method != "GET":
            self._check_origin(request)
        if await app.bans.has(address):
            raise Refusal("banned", "this address is banned")
        body = b""
        if route.method != "GET":
            most = app.settings.body_bytes
            if route.size_limit == "record":  # refused before it is read
                app.import_limit.check(address, "imported records")
                most = app.settings.record_bytes
            try:
                async with asyncio.timeout(BODY_TIMEOUT):
                    body = await _read_body(request, most)
            except TimeoutError:
                raise Refusal("bad_message", "the request took too long to arrive") from None
        path = {key: str(value) for key, value in request.path_params.items()}
        query = {key: value for key, value in request.query_params.items() if value}
        tokens = headers.bearer_tokens(request.headers)
        return ApiRequest(app, path, query, tokens, address, body)

    def _check_origin(self, request: Request) -> None:
        """Refuse pages of other origins (A-05); there are no cookies to abuse in any case."""
        origin = request.headers.get("origin")
        fetch_site = request.headers.get("sec-fetch-site", "same-origin")
        foreign = origin is not None and not self._is_own(origin, request.headers.get("host", ""))
        if foreign or fetch_site not in ("same-origin", "none"):
            raise Refusal("wrong_origin", "calls come only from this server's own page")

    def _is_own(self, origin: str, host: str) -> bool:
        settings = self._app.settings
        own = headers.origin_of(settings.public_url)
        return headers.is_own_origin(origin, host, [*settings.origins, own])

    def _address(self, request: Request) -> str:
        peer = request.client.host if request.client is not None else "unknown"
        return self._address_of(peer, request.headers.getlist("x-forwarded-for"))

    def _address_of(self, peer: str, forwarded: Sequence[str]) -> str:
        return address_group(self._app.proxies.client_address(peer, forwarded))

    def _json(self, answer: Any) -> Response:
        body = answer if isinstance(answer, bytes) else messages.encode(answer)
        return self._response(body, JSON, 200, headers.NO_STORE)

    def _refuse(self, refusal: Refusal) -> Response:
        more = headers.NO_STORE
        if refusal.status == 429:  # each further call costs the caller a connection
            more = {**more, "Connection": "close"}
        return self._response(messages.encode(refusal.problem), JSON, refusal.status, more)

    def _response(
        self,
        body: bytes,
        kind: str,
        status: int,
        more: dict[str, str],
        always: dict[str, str] | None = None,
    ) -> Response:
        sent = {**(always or self._headers), **more}
        return Response(body, media_type=kind, status_code=status, headers=sent)

    async def not_found(self, request: Request, error: Exception) -> Response:
        """Answer what no route takes, and OPTIONS with the methods of a path (A-19)."""
        assert isinstance(error, HTTPException)
        if not self._app.page_limit.take(self._address(request)):
            return self._refuse(Refusal("too_many", "too many requests; wait a little"))
        allowed = (error.headers or {}).get("Allow")
        if request.method == "OPTIONS" and allowed is not None:
            methods = sorted({*allowed.split(", "), "OPTIONS"} - {"HEAD"})
            more = {**headers.NO_STORE, "Allow": ", ".join(methods)}
            return self._response(b"", "text/plain", 204, more)
        problem = Problem(code="unknown_table", message="there is nothing at this address")
        body = messages.encode(problem)
        return self._response(body, JSON, error.status_code, headers.NO_STORE)

    def _failed(self, error: Exception) -> Response:
        """Answer an internal error without details, and log it."""
        logger.error("a route failed", exc_info=error)
        return self._refuse(Refusal("internal", "something went wrong here; nothing was changed"))

    async def _health(self, _request: Request) -> Response:
        return self._json(Health(status="ok"))

    async def _ready(self, _request: Request) -> Response:
        """Answer whether the store works; asked at most once a second."""
        if time.monotonic() - self._ready_at > READY_SECONDS or not self._app.ready:
            self._ready_answer = await self._check_ready()
            self._ready_at = time.monotonic()
        return self._ready_answer

    async def _check_ready(self) -> Response:
        try:
            await self._app.store.counts()
        except StoreUnavailable as error:
            return self._unready(str(error))
        trouble = self._app.store.database.health.trouble
        if trouble is not None:
            return self._unready(trouble)
        return self._json(Health(status="ok")) if self._app.ready else self._unready("closing")

    def _unready(self, why: str) -> Response:
        body = messages.encode(Health(status="unavailable", detail=why))
        return self._response(body, JSON, 503, headers.NO_STORE)

    async def _metrics_page(self, request: Request) -> Response:
        """Answer with the metrics, on this machine or with the operator's token."""
        token = self._app.settings.metrics_token
        shown = headers.bearer_tokens(request.headers)
        peer = request.client.host if request.client is not None else ""
        is_local = is_loopback(peer) and "x-forwarded-for" not in request.headers
        if not is_local and not (token and any(constant_time_equal(one, token) for one in shown)):
            raise HTTPException(status_code=404)
        return self._response(self._metrics.text(), "text/plain", 200, headers.NO_STORE)

    async def _openapi(self, _request: Request) -> Response:
        return self._response(self._document, JSON, 200, {})

    async def _page(self, request: Request) -> Response:
        """Return a file of the client; redirect other paths to the client's router, after the #."""
        path = str(request.path_params.get("path", "")).lstrip("/")
        asset = self._assets.get(path or "index.html")
        if asset is None:
            if path.startswith(("api/", "assets/")):
                raise HTTPException(status_code=404)
            to = {"Location": f"/#/{quote(path)}"}
            return self._response(b"", "text/plain", 302, {**headers.NO_STORE, **to})
        keep = "public, max-age=31536000, immutable" if asset.forever else "no-cache"
        more = {"ETag": f'"{asset.tag}"', "Cache-Control": keep, "Vary": "Accept-Encoding"}
        always = self._embedded if path == "embed.html" else self._headers
        if request.headers.get("if-none-match") == more["ETag"]:
            return self._response(b"", asset.kind, 304, more, always)
        packs = "gzip" in request.headers.get("accept-encoding", "")
        if asset.packed is not None and packs:
            more["Content-Encoding"] = "gzip"
            return self._response(asset.packed, asset.kind, 200, more, always)
        return self._response(asset.body, asset.kind, 200, more, always)

    # Addresses for notifications

    async def _confirm(self, request: Request, press: bool) -> Response:
        body, status = confirmation.ASK, 200
        try:
            self._app.request_limit.check(self._address(request), "calls")
            if press:
                table, code = (str(request.path_params[name]) for name in ("table", "code"))
                known = await self._app.store.confirm(table, hash_token(code))
                body = confirmation.CONFIRMED if known else confirmation.UNKNOWN
                status = 200 if known else 404
        except Refusal as refusal:
            return self._refuse(refusal)
        except StoreUnavailable:
            return self._refuse(Refusal("try_again", "the store is not available"))
        return self._response(confirmation.page(body), "text/html", status, headers.NO_STORE)

    # WebSockets

    async def serve_websocket(self, websocket: WebSocket) -> None:
        """Serve one WebSocket until it is closed."""
        app = self._app
        address = self._address_of(websocket.peer, websocket.forwarded)
        table = TABLE_SOCKET.fullmatch(websocket.path)
        known = table is not None or websocket.path == LOBBY_SOCKET
        if not app.handshake_limit.take(address):
            await websocket.refuse(429)
            return
        if not known or not app.sockets.has_room(address):
            await websocket.close(4003)  # before accepting, this is an HTTP 403
            return
        # Counted before anything is awaited, so that simultaneous handshakes meet the limit.
        with app.sockets.holding(address), suppress(Disconnected):
            try:
                accepted = await self._may_accept(websocket, address)
            except StoreUnavailable as error:
                self._log_outage(error)
                await websocket.refuse(503)
                return
            if not accepted:
                await websocket.close(4003)
                return
            websocket.set_budget(first_budget(app.settings))
            await websocket.accept()
            if table is None:
                await serve_lobby(self._app, websocket, address)
            else:
                tokens = headers.bearer_tokens(websocket.headers)
                await TableSocket(self._app, websocket, table[1], address).run(tokens)

    async def _may_accept(self, websocket: WebSocket, address: str) -> bool:
        """Return whether to accept a handshake: origin and ban (A-04, A-14)."""
        app = self._app
        origin = websocket.headers.get("origin")
        if origin is None:
            allowed = bool(headers.bearer_tokens(websocket.headers))
        else:
            allowed = self._is_own(origin, websocket.headers.get("host", ""))
        if not allowed:
            return False
        return not await app.bans.has(address)

    def _log_outage(self, error: Exception) -> None:
        """Log one line a minute, however many handshakes fail."""
        if time.monotonic() - self._outage_logged > 60:
            self._outage_logged = time.monotonic()
            logger.warning("handshakes are refused while the store is unavailable: %s", error)


async def _read_body(request: Request, most: int) -> bytes:
    body = bytearray()
    try:
        async for part in request.stream():
            body += part
            if len(body) > most:
                raise Refusal("too_large", f"at most {most} bytes")
    except ClientDisconnect:
        raise Refusal("bad_message", "the request was not sent to its end") from None
    return bytes(body)


async def _refuse_request(scope: Any, send: Any, problem: str) -> None:
    """Answer 400 to a request that no client of ours sends, and close the connection."""
    kind = "websocket.http.response" if scope["type"] == "websocket" else "http.response"
    fields = [(b"content-type", b"text/plain; charset=utf-8"), (b"connection", b"close")]
    await send({"type": f"{kind}.start", "status": 400, "headers": fields})
    await send({"type": f"{kind}.body", "body": f"{problem}\n".encode()})


def create_asgi_app(app: App) -> ASGIApp:
    """Return the ASGI application: Starlette for HTTP; WebSockets are served directly."""
    http_app = HttpApp(app)
    hosts = headers.KnownHosts(app.settings)

    @asynccontextmanager
    async def live(_app: Starlette) -> AsyncIterator[None]:
        await app.open()
        try:
            yield
        finally:
            await app.close()

    http = Starlette(
        routes=http_app.routes(),
        lifespan=live,
        exception_handlers={HTTPException: http_app.not_found},
    )

    async def answer(scope: Any, receive: Any, send: Any) -> None:
        problem = None if scope["type"] == "lifespan" else hosts.problem(scope["headers"])
        if problem is not None:
            await _refuse_request(scope, send, problem)
        elif scope["type"] == "websocket":
            await http_app.serve_websocket(WebSocket(scope, receive, send))
        else:
            await http(scope, receive, send)

    return answer
