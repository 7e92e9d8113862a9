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

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route as StarletteRoute

from ilos.protocol.http import Problem
from ilos.server.app import App
from ilos.server.ops.addresses import address_group
from ilos.server.ops.limits import RateLimiter
from ilos.server.ops.metrics import Metrics
from ilos.server.refusal import Refusal
from ilos.server.transport import confirmation, headers
from ilos.server.transport.api import ApiRequest, Route
from ilos.server.transport.files import Files
from ilos.server.transport.openapi import PREFIX
from ilos.server.transport.pages import Handle, Pages
from ilos.server.transport.responses import Responses
from ilos.server.transport.routes import ROUTES
from ilos.server.transport.table_socket import TableSocket, first_budget, serve_lobby
from ilos.server.transport.websocket import Disconnected, WebSocket
from ilos.store import StoreUnavailable

logger = logging.getLogger(__name__)

ASGIApp = Callable[[Any, Any, Any], Awaitable[None]]
TABLE_SOCKET = re.compile(f"{PREFIX}/tables/([^/]+)/socket")
BODY_TIMEOUT = 60.0  # seconds for the body of a request to arrive
LOBBY_SOCKET = f"{PREFIX}/lobby/socket"


class HttpApp:
    """Serves an App over HTTP and WebSocket."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._metrics = Metrics(app)
        self._responses = Responses(app.settings)
        self._pages = Pages(app, self._metrics, self._responses)
        self.files = Files(self._responses, app.file_limit, self._address)
        self._outage_logged = float("-inf")

    def routes(self) -> list[StarletteRoute]:
        """Return every route, one for each path."""
        paths: dict[str, dict[str, Handle]] = {}
        for route in ROUTES:
            paths.setdefault(PREFIX + route.path, {})[route.method] = partial(self._answer, route)
        calls = partial(self._limited, self._app.request_limit)
        paths[confirmation.PATH] = {
            "GET": partial(calls, partial(self._pages.confirm, press=False)),
            "POST": partial(calls, partial(self._pages.confirm, press=True)),
        }
        pages = partial(self._limited, self._app.page_limit)
        for path, handle in self._pages.by_path().items():
            paths[path] = {"GET": partial(pages, handle)}
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

    async def _limited(self, limit: RateLimiter, handle: Handle, request: Request) -> Response:
        limit.check(self._address(request.scope), "requests")
        return await handle(request)

    async def _answer(self, route: Route, request: Request) -> Response:
        started = time.monotonic()
        try:
            with self._app.interruptible():
                api_request = await self._api_request(route, request)
                response = self._responses.json(await route.run(api_request))
        except Exception as error:  # noqa: BLE001  as above
            response = self._failed(error)
        self._metrics.requests.labels(route.path, str(response.status_code)).inc()
        self._metrics.seconds.observe(time.monotonic() - started)
        return response

    async def _api_request(self, route: Route, request: Request) -> ApiRequest:
        app, address = self._app, self._address(request.scope)
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

    def _address(self, scope: Any) -> str:
        peer = scope["client"][0] if scope["client"] else "unknown"
        lines = [value for name, value in scope["headers"] if name == b"x-forwarded-for"]
        return self._address_of(peer, [line.decode("latin-1") for line in lines])

    def _address_of(self, peer: str, forwarded: Sequence[str]) -> str:
        return address_group(self._app.proxies.client_address(peer, forwarded))

    async def not_found(self, request: Request, error: Exception) -> Response:
        """Answer what no route takes, and OPTIONS with the methods of a path (A-19)."""
        assert isinstance(error, HTTPException)
        try:
            self._app.page_limit.check(self._address(request.scope), "requests")
        except Refusal as refusal:
            return self._responses.refusal(refusal)
        allowed = (error.headers or {}).get("Allow")
        if request.method == "OPTIONS" and allowed is not None:
            methods = sorted({*allowed.split(", "), "OPTIONS"} - {"HEAD"})
            more = {**headers.NO_STORE, "Allow": ", ".join(methods)}
            return self._responses.make(b"", "text/plain", 204, more)
        problem = Problem(code="unknown_table", message="there is nothing at this address")
        return self._responses.json(problem, error.status_code)

    def _failed(self, error: Exception) -> Response:
        """Answer a refusal; an internal error without details, which are logged."""
        if isinstance(error, StoreUnavailable):
            error = Refusal("try_again", "the store is not available")
        elif not isinstance(error, Refusal):
            logger.error("a route failed", exc_info=error)
            error = Refusal("internal", "something went wrong here; nothing was changed")
        return self._responses.refusal(error)

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
        with app.sockets.holding(address) as has_seat, suppress(Disconnected):
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
                await TableSocket(self._app, websocket, table[1], address).run(tokens, has_seat)

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
        elif scope["type"] == "http" and http_app.files.has(scope):
            await http_app.files.answer(scope, receive, send)
        else:
            await http(scope, receive, send)

    return answer
