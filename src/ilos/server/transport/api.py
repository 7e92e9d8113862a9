"""What a route of the API is: a request, its handler, and the declaration beside the handler.

    @routes.post("/tables/{table}/join", role="guest")
    async def join(request: ApiRequest, body: http.JoinTable) -> http.Seated:

From this one declaration come routing, parsing, the OpenAPI document and the test of all roles ×
routes (H-02). No web framework is imported, as a page answers with the same routes.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeVar, get_type_hints

import msgspec

from ilos.protocol import messages
from ilos.server.refusal import Refusal
from ilos.server.table_app import TableApp
from ilos.server.tables.access import Access
from ilos.server.tables.admission import admit
from ilos.server.tables.table import Table
from ilos.server.tables.tokens import keyed_hash

T = TypeVar("T")
Handler = Callable[..., Awaitable[msgspec.Struct | bytes]]
H = TypeVar("H", bound=Handler)
Method = Literal["GET", "POST", "PUT"]
Role = Literal["anyone", "guest", "seat", "host"]


@dataclass(frozen=True)
class ApiRequest:
    """One request to a route."""

    app: TableApp
    path: Mapping[str, str]
    query: Mapping[str, str]
    tokens: list[str]
    address: str
    body: bytes
    admitted: list[tuple[Table, Access]] = field(default_factory=list)

    def hide_version(self, refusal: Refusal) -> None:
        """Hide the live version in a refusal from delayed spectators (H-12)."""
        for table, access in self.admitted:
            if refusal.version is not None and table.is_delayed(access):
                refusal.version = table.state_for(access).version

    def parse_body(self, kind: type[T]) -> T:
        """Parse the body, which must be exactly of this type."""
        try:
            return msgspec.json.decode(self.body or b"{}", type=kind)
        except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
            raise Refusal("bad_message", str(error) or "nested too deeply") from None

    def number(self, name: str, default: int | None = None) -> int | None:
        """Return a whole number of the query string."""
        text = self.query.get(name)
        if text is None or text == "":
            return default
        if not (text.isascii() and text.isdecimal()) or len(text) > 9:
            raise Refusal("bad_message", f"{name} is a whole number")
        return int(text)

    @property
    def creator(self) -> str:
        """The keyed hash of the requester's address, for quotas."""
        return keyed_hash(self.app.store.pepper, self.address)

    async def table(self, code: str | None = None) -> tuple[Table, Access]:
        """Return the table of the path and what the requester may do there; a code adds to it."""
        tokens = self.tokens if code is None else [*self.tokens, code]
        admitted = await admit(self.app, self.path["table"], tokens, self.address)
        self.admitted.append(admitted)
        return admitted

    async def host_table(self) -> Table:
        """Return the table if the requester is its host."""
        table, access = await self.table()
        if not access.host:
            raise Refusal("not_allowed", "only the host may do that", table.state.version)
        return table

    async def seated(self) -> tuple[Table, int]:
        """Return the table and the requester's chair."""
        table, access = await self.table()
        if len(access.chairs) != 1:
            raise Refusal("not_allowed", "send exactly one seat token", table.state.version)
        return table, access.chairs[0]


@dataclass(frozen=True)
class Route:
    """A route and its handler."""

    method: Method
    path: str
    handler: Handler
    role: Role
    body: Any  # type of the body; None: there is none
    parses_body: bool  # before the handler gets it
    answer: Any  # type of the answer
    query: tuple[str, ...]
    size_limit: Literal["body", "record"]

    @property
    def summary(self) -> str:
        """The first line of the handler's docstring, for the OpenAPI document."""
        return (self.handler.__doc__ or "").splitlines()[0]

    async def run(self, request: ApiRequest) -> bytes:
        """Return the answer as JSON; raise Refusal."""
        try:
            bodies = [request.parse_body(self.body)] if self.parses_body else []
            answer = await self.handler(request, *bodies)
        except Refusal as refusal:
            request.hide_version(refusal)
            raise
        return answer if isinstance(answer, bytes) else messages.encode(answer)


class Routes(list[Route]):
    """Routes in the order of their declaration."""

    def get(self, path: str, role: Role = "anyone", **more: Any) -> Callable[[H], H]:
        """Declare a handler of GET; `more` is said of routes whose handlers do not tell it."""
        return self._declare("GET", path, role, **more)

    def post(self, path: str, role: Role = "anyone", **more: Any) -> Callable[[H], H]:
        """Declare a handler of POST."""
        return self._declare("POST", path, role, **more)

    def put(self, path: str, role: Role = "anyone", **more: Any) -> Callable[[H], H]:
        """Declare a handler of PUT."""
        return self._declare("PUT", path, role, **more)

    def _declare(
        self,
        method: Method,
        path: str,
        role: Role,
        body: Any = None,
        answer: Any = None,
        query: tuple[str, ...] = (),
        size_limit: Literal["body", "record"] = "body",
    ) -> Callable[[H], H]:
        """Types that are not given are those of the handler's parameters and result."""

        def declare(handler: H) -> H:
            hints = get_type_hints(handler)
            route = Route(
                method=method,
                path=path,
                handler=handler,
                role=role,
                body=body or hints.get("body"),
                parses_body="body" in hints,
                answer=answer or hints["return"],
                query=query,
                size_limit=size_limit,
            )
            self.append(route)
            return handler

        return declare
