"""When to connect again after a failure, how long to wait before it, and when to give up."""

from websockets.exceptions import ConnectionClosed, InvalidStatus

from ilos.client.calls import RequestRefused
from ilos.protocol.codes import CLOSE_CODES

FIRST_WAIT, LONGEST_WAIT = 0.5, 30.0  # seconds
PATIENCE = 300.0  # seconds without an answer after which a client gives up
_FINAL = (4001, 4003, 4004, 4009)  # close codes after which connecting again cannot help
_PASSING = (429, 500, 502, 503, 504)  # statuses of a server that is busy or restarts
_RETRIED = ("stale", "try_again")  # refusals of moves that may be made again


class Retry:
    """The waits of one client; `reset` when something went well."""

    def __init__(self) -> None:
        self.reset()

    def reset(self) -> None:
        """Begin with short waits again."""
        self._wait, self._waited = FIRST_WAIT, 0.0

    def wait_after(self, error: Exception) -> float:
        """Return the seconds to wait; raise what cannot be mended by connecting again."""
        if isinstance(error, RequestRefused) and error.code not in _RETRIED:
            raise error
        if isinstance(error, InvalidStatus) and error.response.status_code not in _PASSING:
            raise RequestRefused("not_allowed", str(error)) from error
        if isinstance(error, ConnectionClosed) and error.rcvd and error.rcvd.code in _FINAL:
            raise RequestRefused("not_allowed", CLOSE_CODES[error.rcvd.code]) from error
        if self._waited >= PATIENCE:
            raise error
        wait = self._wait
        self._wait, self._waited = min(2 * wait, LONGEST_WAIT), self._waited + wait
        return wait
