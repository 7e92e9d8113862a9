"""Limits on rate and number, all of them settings (A-03, A-12, A-14, A-15, A-18)."""

import logging
import time
from collections import OrderedDict, defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache

from ilos.server.ops.addresses import TrustedProxies, address_group
from ilos.server.refusal import Refusal

logger = logging.getLogger(__name__)

_LOG_INTERVAL = 60.0  # seconds between two log lines about refused connections
_ABUSE = 10  # connections that one counts as which had to be closed
_MAX_KEYS = 20_000  # addresses remembered; the oldest are forgotten first


class TokenBucket:
    """A token bucket: `capacity` at once, refilled within `seconds`."""

    __slots__ = ("_capacity", "_left", "_seconds", "_since")

    def __init__(self, capacity: float, seconds: float, now: float) -> None:
        self._capacity = capacity
        self._seconds = seconds
        self._left = capacity
        self._since = now

    def has(self, now: float) -> bool:
        """Refill; return whether a token is left."""
        gained = (now - self._since) * self._capacity / self._seconds
        self._left = min(self._capacity, self._left + gained)
        self._since = now
        return self._left >= 1

    def take(self, now: float) -> bool:
        """Take a token; return whether there was one."""
        if not self.has(now):
            return False
        self._left -= 1
        return True

    def spend(self, amount: float, now: float) -> None:
        """Take an amount that was used already, into debt if need be."""
        self.has(now)
        self._left -= amount


class RateLimiter:
    """A token bucket for each key, least recently used keys dropped first."""

    def __init__(self, capacity: int, seconds: float) -> None:
        self._capacity = capacity
        self._seconds = seconds
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def check(self, key: str, what: str) -> None:
        """Take a token, or raise Refusal `too_many`."""
        if self._capacity and not self._bucket(key).take(time.monotonic()):
            raise Refusal("too_many", f"too many {what}; wait a little")

    def take(self, key: str) -> bool:
        """Take a token; return whether there was one."""
        return not self._capacity or self._bucket(key).take(time.monotonic())

    def check_left(self, key: str, what: str) -> None:
        """Raise Refusal `too_many` if no token is left, and take none."""
        if self._capacity and not self._bucket(key).has(time.monotonic()):
            raise Refusal("too_many", f"too many {what}; wait a little")

    def has(self, key: str) -> bool:
        """Return whether a token is left."""
        return not self._capacity or self._bucket(key).has(time.monotonic())

    def spend(self, key: str, amount: float) -> None:
        """Take what was used already."""
        if self._capacity:
            self._bucket(key).spend(amount, time.monotonic())

    def _bucket(self, key: str) -> TokenBucket:
        bucket = self._buckets.get(key)
        if bucket is None:
            if len(self._buckets) >= _MAX_KEYS:
                self._buckets.popitem(last=False)
            bucket = self._buckets[key] = TokenBucket(
                self._capacity, self._seconds, time.monotonic()
            )
        else:
            self._buckets.move_to_end(key)
        return bucket


class GuessLimiter:
    """Limits wrong tokens and codes: of an address in a minute and in an hour, of all in an hour.

    The last one holds for codes only: they are short, and many addresses may guess together.
    """

    def __init__(self, minute: int, hour: int, codes: int) -> None:
        self._minute = RateLimiter(minute, 60)
        self._hour = RateLimiter(hour, 60 * 60)
        self._codes = RateLimiter(codes, 60 * 60)

    def check_left(self, address: str, what: str, code: bool = False) -> None:
        """Raise Refusal `too_many` if this address, or for a code everybody, guessed too often."""
        self._minute.check_left(address, what)
        self._hour.check_left(address, what)
        if code:
            self._codes.check_left("", f"{what} by everybody")

    def count(self, address: str, code: bool = False) -> None:
        """Count a wrong guess."""
        self._minute.take(address)
        self._hour.take(address)
        if code:
            self._codes.take("")


class LeaveLimit:
    """Limits how often an address takes a seat at a table and leaves it again (A-18)."""

    def __init__(self, most: int) -> None:
        self._left = RateLimiter(most, 60 * 60)
        self._sat: OrderedDict[tuple[str, int], str] = OrderedDict()

    def check(self, table: str, address: str) -> None:
        """Raise Refusal `too_many` if this address has left the table too often."""
        self._left.check_left(f"{table} {address}", "times that you sat down here and left")

    def sat(self, table: str, chair: int, address: str) -> None:
        """Record that an address took a chair."""
        self._sat[table, chair] = address
        if len(self._sat) > _MAX_KEYS:
            self._sat.popitem(last=False)

    def left(self, table: str, chair: int) -> None:
        """Record that the person in a chair left, or was removed."""
        address = self._sat.pop((table, chair), None)
        if address is not None:
            self._left.spend(f"{table} {address}", 1)


class ConcurrencyLimit:
    """How many of something each key holds now, with a limit for each key and for all."""

    def __init__(self, each: int, total: int) -> None:
        self._each = each
        self._total = total
        self._counts: defaultdict[str, int] = defaultdict(int)
        self.total = 0

    def has_room(self, key: str) -> bool:
        """Return whether one more is within the limits."""
        full = self._total and self.total >= self._total
        return not full and not (self._each and self._counts.get(key, 0) >= self._each)

    def acquire(self, key: str) -> None:
        """Count one more; check `has_room` before, without waiting in between."""
        self._counts[key] += 1
        self.total += 1

    def release(self, key: str) -> None:
        """Count one less."""
        self.total -= 1
        self._counts[key] -= 1
        if not self._counts[key]:
            del self._counts[key]

    @contextmanager
    def holding(self, key: str) -> Iterator[None]:
        """Count one while the block runs."""
        self.acquire(key)
        try:
            yield
        finally:
            self.release(key)


class SocketLimit:
    """Open sockets: a few of each address, more of those that hold a seat, and so many in all.

    Behind one router a school class plays; a flood of sockets has no seats.
    """

    def __init__(self, each: int, seated: int, total: int) -> None:
        self._most = total
        self._others = ConcurrencyLimit(each, 0)
        self._seated = ConcurrencyLimit(seated, 0)

    @property
    def total(self) -> int:
        """How many there are."""
        return self._others.total + self._seated.total

    def has_room(self, address: str) -> bool:
        """Return whether one more is within the limits; it holds no seat yet."""
        is_full = self._most and self.total >= self._most
        return not is_full and self._others.has_room(address)

    @contextmanager
    def holding(self, address: str) -> Iterator[Callable[[], None]]:
        """Count one while the block runs, which calls what it is given if there is a seat."""
        counted = self._others
        counted.acquire(address)

        def has_seat() -> None:
            nonlocal counted
            if self._seated.has_room(address):
                counted.release(address)
                counted = self._seated
                counted.acquire(address)

        try:
            yield has_seat
        finally:
            counted.release(address)


class ConnectionGate:
    """Which connections are accepted: so many for each address that is no trusted proxy.

    So many at once, and so many new ones in ten seconds. One that had to be closed counts as ten:
    an address that floods is soon refused before a byte of it is read.
    """

    def __init__(self, each: int, new_ones: int, proxies: TrustedProxies) -> None:
        self._limit = ConcurrencyLimit(each, 0)
        self._rate = RateLimiter(new_ones, 10)
        self._proxies = proxies
        self._key = lru_cache(_MAX_KEYS)(self._find_key)
        self._refused = 0
        self._logged = float("-inf")

    def admits(self, peer: str) -> bool:
        """Count a new connection; return whether it is accepted at all."""
        key = self._key(peer)
        if not key or self._rate.take(key):
            return True
        self._log()
        return False

    def enter(self, peer: str) -> str | None:
        """Count an open connection; return the key to release it with, None if it is refused."""
        key = self._key(peer)
        if key and not self._limit.has_room(key):
            self._log()
            return None
        if key:
            self._limit.acquire(key)
        return key

    def leave(self, key: str) -> None:
        """Release a connection."""
        if key:
            self._limit.release(key)

    def closed_for_abuse(self, peer: str) -> None:
        """Count a connection that sent far too much."""
        key = self._key(peer)
        if key:
            self._rate.spend(key, _ABUSE - 1)

    def _find_key(self, peer: str) -> str:
        return "" if peer in self._proxies else address_group(peer)

    def _log(self) -> None:
        """Log refusals at most once a minute, without an address."""
        self._refused += 1
        if time.monotonic() - self._logged > _LOG_INTERVAL:
            logger.warning("%d connections refused: too many of one address", self._refused)
            self._logged, self._refused = time.monotonic(), 0
