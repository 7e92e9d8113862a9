"""Limits on rate and number, all of them settings (A-03, A-12, A-14, A-15, A-18)."""

import time
from collections import OrderedDict, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager

from ilos.server.refusal import Refusal

_MOST_KEYS = 20_000  # addresses remembered; the oldest are forgotten first


class Bucket:
    """A token bucket: `capacity` at once, refilled within `seconds`."""

    __slots__ = ("_capacity", "_left", "_seconds", "_since")

    def __init__(self, capacity: float, seconds: float, now: float) -> None:
        self._capacity = capacity
        self._seconds = seconds
        self._left = capacity
        self._since = now

    def has(self, now: float) -> bool:
        """Whether there is one left."""
        gained = (now - self._since) * self._capacity / self._seconds
        self._left = min(self._capacity, self._left + gained)
        self._since = now
        return self._left >= 1

    def take(self, now: float) -> bool:
        """Whether there was one left; it is gone now."""
        if not self.has(now):
            return False
        self._left -= 1
        return True

    def spend(self, amount: float, now: float) -> None:
        """Takes an amount that was used already, though less be left."""
        self.has(now)
        self._left -= amount


class Buckets:
    """One bucket a key, for as many keys as are in use."""

    def __init__(self, capacity: int, seconds: float) -> None:
        self._capacity = capacity
        self._seconds = seconds
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def check(self, key: str, what: str) -> None:
        """Takes one, or raises Refusal `too_many`."""
        if self._capacity and not self._bucket(key).take(time.monotonic()):
            raise Refusal("too_many", f"too many {what}; wait a little")

    def check_left(self, key: str, what: str) -> None:
        """Raises Refusal `too_many` if none is left, and takes none."""
        if self._capacity and not self._bucket(key).has(time.monotonic()):
            raise Refusal("too_many", f"too many {what}; wait a little")

    def has(self, key: str) -> bool:
        """Whether one is left."""
        return not self._capacity or self._bucket(key).has(time.monotonic())

    def spend(self, key: str, amount: float) -> None:
        """Takes what was used already."""
        if self._capacity:
            self._bucket(key).spend(amount, time.monotonic())

    def _bucket(self, key: str) -> Bucket:
        bucket = self._buckets.get(key)
        if bucket is None:
            if len(self._buckets) >= _MOST_KEYS:
                self._buckets.popitem(last=False)
            bucket = self._buckets[key] = Bucket(self._capacity, self._seconds, time.monotonic())
        else:
            self._buckets.move_to_end(key)
        return bucket


class Leavers:
    """Who got up from a table, or was sent away, so that nobody does so for ever (A-18)."""

    def __init__(self, most: int) -> None:
        self._left = Buckets(most, 60 * 60)
        self._sat: OrderedDict[tuple[str, int], str] = OrderedDict()

    def check(self, table: str, address: str) -> None:
        """Raises Refusal `too_many` for somebody who has left this table too often."""
        self._left.check_left(f"{table} {address}", "times that you sat down here and left")

    def sat(self, table: str, chair: int, address: str) -> None:
        """Somebody sat down."""
        self._sat[table, chair] = address
        if len(self._sat) > _MOST_KEYS:
            self._sat.popitem(last=False)

    def left(self, table: str, chair: int) -> None:
        """Whoever sat there left, or was sent away."""
        address = self._sat.pop((table, chair), None)
        if address is not None:
            self._left.spend(f"{table} {address}", 1)


class Counter:
    """How many of something each key holds now, with a limit for one key and for all."""

    def __init__(self, each: int, total: int) -> None:
        self._each = each
        self._total = total
        self._counts: defaultdict[str, int] = defaultdict(int)
        self.total = 0

    def has_room(self, key: str) -> bool:
        """Whether one more would be within the limits."""
        full = self._total and self.total >= self._total
        return not full and not (self._each and self._counts[key] >= self._each)

    @contextmanager
    def holding(self, key: str) -> Iterator[None]:
        """Counts one while the block runs."""
        self._counts[key] += 1
        self.total += 1
        try:
            yield
        finally:
            self.total -= 1
            self._counts[key] -= 1
            if not self._counts[key]:
                del self._counts[key]
