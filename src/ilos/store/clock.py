"""The clock of a process, on a server and in a page."""

import time


class Clock:
    """Milliseconds since 1970 that never jump: the wall clock once, then the monotonic one."""

    def __init__(self) -> None:
        self._start = time.time_ns() - time.monotonic_ns()

    def now(self) -> int:
        return (self._start + time.monotonic_ns()) // 1_000_000
