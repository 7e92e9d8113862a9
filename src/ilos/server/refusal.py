"""The one exception for every refused request, with its code."""

from ilos.protocol.codes import STATUS, RefusalCode
from ilos.protocol.http import Problem


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
