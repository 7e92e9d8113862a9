"""The HTTP calls of the API as data: what is asked and what is answered; no I/O."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar
from urllib.parse import quote, urlsplit

import msgspec

from ilos.protocol.http import (
    CreateTable,
    FindTable,
    Found,
    JoinTable,
    Problem,
    Seated,
    ServerInfo,
    StartTable,
    TableCreated,
    TableList,
)
from ilos.protocol.known import decode_known
from ilos.protocol.server import Acknowledged, Refused
from ilos.protocol.tables import SeatPlan, TableInfo, TableSettings

T = TypeVar("T")

API = "/api/v1"
TIMEOUT = 20.0  # seconds


class RequestRefused(Exception):
    """The server refused, and nothing was changed; `code` is one of the protocol's codes."""

    def __init__(self, code: str, message: str, rule: str | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.rule = rule  # section of the rules an illegal move breaks


@dataclass(frozen=True)
class Call(Generic[T]):
    """One call."""

    method: str
    path: str
    answer: type[T]
    body: msgspec.Struct | None = None
    token: str = ""

    @property
    def headers(self) -> dict[str, str]:
        """The headers to send."""
        return {"Authorization": f"Bearer {self.token}"} if self.token else {}

    @property
    def content(self) -> bytes | None:
        """The body to send."""
        return None if self.body is None else msgspec.json.encode(self.body)

    def read(self, status: int, content: bytes) -> T:
        """Return the answer; raise RequestRefused if it is none."""
        if status == 200:
            return decode_known(content, self.answer)
        try:
            problem = msgspec.json.decode(content, type=Problem)
        except msgspec.DecodeError:
            raise RequestRefused("internal", f"{self.path} was answered with {status}") from None
        raise RequestRefused(problem.code, problem.message, problem.rule)


def server() -> Call[ServerInfo]:
    """What the server offers."""
    return Call("GET", "/server", ServerInfo)


def tables(before: str | None) -> Call[TableList]:
    """The listed tables."""
    return Call("GET", f"/tables?before={quote(before or '')}", TableList)


def create_table(
    seats: Sequence[SeatPlan], settings: TableSettings | None, start: bool
) -> Call[TableCreated]:
    """A new table."""
    wanted = CreateTable(seats=list(seats), settings=settings or TableSettings(), start=start)
    return Call("POST", "/tables", TableCreated, wanted)


def find_table(code: str) -> Call[Found]:
    """The table of an invitation code."""
    return Call("POST", "/tables/find", Found, FindTable(code=code))


def join(table: str, name: str, seat: int | None, code: str | None) -> Call[Seated]:
    """A seat at a table."""
    wanted = JoinTable(name=name, seat=seat, code=code)
    return Call("POST", f"/tables/{quote(table)}/join", Seated, wanted)


def start(table: str, host: str, fill: str | None) -> Call[TableInfo]:
    """The start of a game."""
    return Call("POST", f"/tables/{quote(table)}/start", TableInfo, StartTable(fill=fill), host)


def record(table: str, token: str) -> Call[dict[str, Any]]:
    """The record of a game."""
    return Call("GET", f"/tables/{quote(table)}/record", dict[str, Any], token=token)


def server_address(address: str) -> str:
    """Return the address of a server as calls begin with it; ValueError if it is none."""
    if not isinstance(address, str) or not address.startswith(("http://", "https://")):
        raise ValueError(f"{address!r} is not an address such as http://127.0.0.1:8765")
    return address.rstrip("/")


def no_answer(address: str, error: Exception) -> ConnectionError:
    """Return what is raised when a call gets no answer."""
    return ConnectionError(f"{address} does not answer ({error}); does `ilos serve` run there?")


def origin_of(address: str) -> str:
    """Return the origin of a server: its address without a path."""
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.netloc}"


def socket_url(address: str, table: str) -> str:
    """Return where the WebSocket of a table is."""
    return f"{address.replace('http', 'ws', 1)}{API}/tables/{quote(table)}/socket"


def version_of(answer: Acknowledged | Refused) -> int:
    """Return the version of a command that was accepted; raise RequestRefused if it was not."""
    if isinstance(answer, Refused):
        raise RequestRefused(answer.code, answer.message, answer.rule)
    return answer.version
