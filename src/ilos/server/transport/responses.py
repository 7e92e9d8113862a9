"""Responses with the headers that every one of them has (A-19)."""

import msgspec
from starlette.responses import Response

from ilos.protocol import messages
from ilos.server.refusal import Refusal
from ilos.server.settings import Settings
from ilos.server.transport import headers

JSON = "application/json"


class Responses:
    """Makes the responses of a server."""

    def __init__(self, settings: Settings) -> None:
        secure = headers.SECURE if settings.public_url.startswith("https://") else {}
        self._headers = {**headers.ALWAYS, **secure}
        self._embedded = {**headers.EMBEDDED, **secure}

    def make(
        self,
        body: bytes,
        kind: str,
        status: int = 200,
        more: dict[str, str] = headers.NO_STORE,
        is_embedded: bool = False,
    ) -> Response:
        """Return a response with a body of this media type; one may stand in frames of others."""
        sent = {**(self._embedded if is_embedded else self._headers), **more}
        return Response(body, media_type=kind, status_code=status, headers=sent)

    def json(self, answer: bytes | msgspec.Struct, status: int = 200) -> Response:
        """Return an answer, encoded or not."""
        body = answer if isinstance(answer, bytes) else messages.encode(answer)
        return self.make(body, JSON, status)

    def refusal(self, refusal: Refusal) -> Response:
        """Return why a request is refused."""
        more = headers.NO_STORE
        if refusal.status == 429:  # each further call costs the caller a connection
            more = {**more, "Connection": "close"}
        return self.make(messages.encode(refusal.problem), JSON, refusal.status, more)
