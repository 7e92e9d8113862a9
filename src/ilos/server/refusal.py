"""The one exception for every refused request, with its code."""

from ilos.protocol.codes import RefusalCode
from ilos.protocol.http import Problem

STATUS: dict[RefusalCode, int] = {
    "bad_message": 400,
    "protocol_version": 400,
    "wrong_origin": 403,
    "unknown_table": 404,
    "unknown_record": 404,
    "unknown_code": 404,
    "wrong_token": 403,
    "not_allowed": 403,
    "banned": 403,
    "not_finished": 403,
    "too_many": 429,
    "quota": 429,
    "too_large": 413,
    "try_again": 503,
    "internal": 500,
}  # every other code: 409, the table is not in a state for that


class Refusal(Exception):
    """Nothing was changed; `code` is for programs, the message for people."""

    def __init__(
        self,
        code: RefusalCode,
        message: str,
        version: int | None = None,
        rule: str | None = None,
        event: int | None = None,
    ) -> None:
        super().__init__(message)
        self.code: RefusalCode = code
        self.message = message
        self.version = version
        self.rule = rule
        self.event = event

    @property
    def status(self) -> int:
        """The HTTP status that goes with the code."""
        return STATUS.get(self.code, 409)

    @property
    def problem(self) -> Problem:
        """The body of the answer to a refused request."""
        return Problem(
            code=self.code,
            message=self.message,
            version=self.version,
            rule=self.rule,
            event=self.event,
        )
