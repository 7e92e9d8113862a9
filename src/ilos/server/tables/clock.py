"""The clock of a game: time left for each seat, from the log entries' timestamps (F-11)."""

from ilos.protocol.tables import Clocks, ClockSetting, DaysATurn, MinutesEach, NoClock

DAY = 24 * 60 * 60 * 1000
GRACE = 60_000  # milliseconds a player whose time ran out gets on returning


def time_of_absence(setting: ClockSetting) -> int:
    """Return for how many milliseconds a person whom a bot replaced keeps their vote."""
    if isinstance(setting, MinutesEach):
        return setting.minutes * 60_000
    return setting.days * DAY if isinstance(setting, DaysATurn) else DAY


class GameClock:
    """Milliseconds left for each seat, the seat whose time runs, and since when."""

    def __init__(self, setting: ClockSetting, seats: int) -> None:
        self._setting = setting
        self.running: int | None = None
        self.since = 0
        self.left: list[int | None] = [self._start() for _ in range(seats)]

    def copy(self) -> "GameClock":
        """Return an independent copy."""
        copied = GameClock(self._setting, 0)
        copied.running, copied.since, copied.left = self.running, self.since, list(self.left)
        return copied

    def _start(self) -> int | None:
        if isinstance(self._setting, MinutesEach):
            return self._setting.minutes * 60_000
        return self._setting.days * DAY if isinstance(self._setting, DaysATurn) else None

    def run(self, seat: int | None, now: int) -> None:
        """Charge the time until now and let the time of `seat` run (None: stop the clock)."""
        self._charge(now)
        if seat == self.running:
            return
        previous, self.running = self.running, seat
        if isinstance(self._setting, DaysATurn) and seat is not None:
            self.left[seat] = self._start()
        if isinstance(self._setting, MinutesEach) and previous is not None:
            self.left[previous] = (
                self.left[previous] or 0
            ) + self._setting.increment_seconds * 1000

    def give_grace(self, seat: int) -> None:
        """Raise the time of a returning player to a minute if less is left."""
        left = self.left[seat]
        if left is not None:
            self.left[seat] = max(left, GRACE)

    def give_back(self, milliseconds: int) -> None:
        """Add time to the running seat, which could not move for so long."""
        if self.running is not None and (left := self.left[self.running]) is not None:
            self.left[self.running] = left + milliseconds

    def keeps_deadline(self, seat: int | None) -> bool:
        """Return whether the deadline stays the same when the time of `seat` runs from now on."""
        return seat == self.running or isinstance(self._setting, NoClock)

    def deadline(self) -> int | None:
        """Return when the running seat's time is up, or None."""
        left = self.left[self.running] if self.running is not None else None
        return None if left is None else self.since + left

    def snapshot(self, now: int) -> Clocks:
        """Return the clocks as players see them."""
        left = list(self.left)
        if self.running is not None and (mine := left[self.running]) is not None:
            left[self.running] = max(0, mine - max(0, now - self.since))
        return Clocks(running=self.running, remaining=left, now=now)

    def _charge(self, now: int) -> None:
        now = max(now, self.since)
        if self.running is not None and (left := self.left[self.running]) is not None:
            self.left[self.running] = max(0, left - (now - self.since))
        self.since = now
