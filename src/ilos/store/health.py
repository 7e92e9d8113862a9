"""Whether the database does what it is asked: told to the log and to `/readyz`."""

import logging
import time

logger = logging.getLogger(__name__)

SETTLED = 5.0  # seconds without a failure after which a database that works again is trusted
QUIET = 30.0  # seconds between two lines of the log about failures
_BROKEN = ("malformed", "not a database", "corrupt", "invalid page")


class Health:
    """The last failure of a database, until it has worked for a while; damage stays."""

    def __init__(self) -> None:
        self.trouble: str | None = None
        self._since = 0.0
        self._logged = -QUIET
        self._is_damaged = False
        self.is_opening = False  # the caller reports a failure

    def failed(self, error: Exception) -> None:
        """Take note of a failure; the log gets a line, and not one for each that follows."""
        now = time.monotonic()
        self.trouble, self._since = str(error), now
        self._is_damaged |= any(word in self.trouble for word in _BROKEN)
        if now - self._logged >= QUIET and not self.is_opening:
            self._logged = now
            logger.error("the database fails: %s", self.trouble)

    def worked(self) -> None:
        """Take note that something was written or read."""
        if self.trouble is None or self._is_damaged:
            return
        if time.monotonic() - self._since >= SETTLED:
            logger.warning("the database works again")
            self.trouble = None
