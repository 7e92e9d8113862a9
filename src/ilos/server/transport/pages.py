"""Responses outside the API: health, metrics, confirmed addresses, links into the client."""

import time
from collections.abc import Awaitable, Callable
from urllib.parse import quote

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from ilos.protocol.http import Health
from ilos.server.app import App
from ilos.server.ops.addresses import is_loopback
from ilos.server.ops.metrics import Metrics
from ilos.server.tables.tokens import constant_time_equal, hash_token
from ilos.server.transport import confirmation, headers
from ilos.server.transport.openapi import PREFIX, document
from ilos.server.transport.responses import JSON, Responses
from ilos.store import StoreUnavailable

Handle = Callable[[Request], Awaitable[Response]]
READY_SECONDS = 1.0  # for which the answer of /readyz is kept


class Pages:
    """The pages of a server."""

    def __init__(self, app: App, metrics: Metrics, responses: Responses) -> None:
        self._app = app
        self._metrics = metrics
        self._responses = responses
        self._document = msgspec.json.encode(document())
        self._ready_at = float("-inf")
        self._ready_answer = self._unready("starting")

    def by_path(self) -> dict[str, Handle]:
        """Return what answers GET at each path."""
        return {
            "/healthz": self._health,
            "/readyz": self._ready,
            "/metrics": self._metrics_page,
            f"{PREFIX}/openapi.json": self._openapi,
            "/{path:path}": self._elsewhere,  # the last: it matches everything
        }

    async def _health(self, _request: Request) -> Response:
        return self._responses.json(Health(status="ok"))

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
        return (
            self._responses.json(Health(status="ok"))
            if self._app.ready
            else self._unready("closing")
        )

    def _unready(self, why: str) -> Response:
        return self._responses.json(Health(status="unavailable", detail=why), 503)

    async def _metrics_page(self, request: Request) -> Response:
        """Answer with the metrics, on this machine or with the operator's token."""
        token = self._app.settings.metrics_token
        shown = headers.bearer_tokens(request.headers)
        peer = request.client.host if request.client is not None else ""
        is_local = is_loopback(peer) and "x-forwarded-for" not in request.headers
        if not is_local and not (token and any(constant_time_equal(one, token) for one in shown)):
            raise HTTPException(status_code=404)
        return self._responses.make(self._metrics.text(), "text/plain")

    async def _openapi(self, _request: Request) -> Response:
        return self._responses.make(self._document, JSON, more={})

    async def _elsewhere(self, request: Request) -> Response:
        """Redirect what is no file to the client's router, after the #."""
        path = str(request.path_params["path"]).lstrip("/")
        if path.startswith(("api/", "assets/")):
            raise HTTPException(status_code=404)
        to = {"Location": f"/#/{quote(path)}"}
        return self._responses.make(b"", "text/plain", 302, {**headers.NO_STORE, **to})

    async def confirm(self, request: Request, press: bool) -> Response:
        """Ask whether notices go to an address, or take the answer."""
        if not press:
            return self._responses.make(confirmation.page(confirmation.ASK), "text/html")
        table, code = (str(request.path_params[name]) for name in ("table", "code"))
        known = await self._app.store.confirm(table, hash_token(code))
        body = confirmation.CONFIRMED if known else confirmation.UNKNOWN
        status = 200 if known else 404
        return self._responses.make(confirmation.page(body), "text/html", status)
