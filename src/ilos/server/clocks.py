"""Clocks: how much time each seat has left, by the times the database stamped on the log (F-11)."""

from ilos.protocol.tables import Clocks, ClockSetting, DaysATurn, MinutesEach, NoClock

DAY = 24 * 60 * 60 * 1000
GRACE = 60_000  # what somebody whose minutes ran out gets when they come back


def time_of_absence(setting: ClockSetting) -> int:
    """For how many milliseconds somebody whom a bot replaced keeps their vote."""
    if isinstance(setting, MinutesEach):
        return setting.minutes * 60_000
    return setting.days * DAY if isinstance(setting, DaysATurn) else DAY


class GameClock:
    """Milliseconds left for each seat, and whose time runs since when."""

    def __init__(self, setting: ClockSetting, seats: int) -> None:
        self._setting = setting
        self.running: int | None = None
        self.since = 0
        self.left: list[int | None] = [self._start() for _ in range(seats)]

    def copy(self) -> "GameClock":
        """An independent twin."""
        twin = GameClock(self._setting, 0)
        twin.running, twin.since, twin.left = self.running, self.since, list(self.left)
        return twin

    def _start(self) -> int | None:
        if isinstance(self._setting, MinutesEach):
            return self._setting.minutes * 60_000
        return self._setting.days * DAY if isinstance(self._setting, DaysATurn) else None

    def run(self, seat: int | None, now: int) -> None:
        """From now on the time of `seat` runs (None: nobody's)."""
        self._charge(now)
        if seat == self.running:
            return
        passed, self.running = self.running, seat
        if isinstance(self._setting, DaysATurn) and seat is not None:
            self.left[seat] = self._start()
        if isinstance(self._setting, MinutesEach) and passed is not None:
            self.left[passed] = (self.left[passed] or 0) + self._setting.increment_seconds * 1000

    def give_grace(self, seat: int) -> None:
        """Somebody came back: they get a minute if less is left."""
        left = self.left[seat]
        if left is not None:
            self.left[seat] = max(left, GRACE)

    def give_back(self, milliseconds: int) -> None:
        """The running seat could not move for so long."""
        if self.running is not None and (left := self.left[self.running]) is not None:
            self.left[self.running] = left + milliseconds

    def is_kept(self, seat: int | None) -> bool:
        """Whether the deadline stays as it is when from now on the time of `seat` runs."""
        return seat == self.running or isinstance(self._setting, NoClock)

    def deadline(self) -> int | None:
        """When the running seat's time is up."""
        left = self.left[self.running] if self.running is not None else None
        return None if left is None else self.since + left

    def shown(self, now: int) -> Clocks:
        """What the players see."""
        left = list(self.left)
        if self.running is not None and (mine := left[self.running]) is not None:
            left[self.running] = max(0, mine - max(0, now - self.since))
        return Clocks(running=self.running, remaining=left, now=now)

    def _charge(self, now: int) -> None:
        now = max(now, self.since)
        if self.running is not None and (left := self.left[self.running]) is not None:
            self.left[self.running] = max(0, left - (now - self.since))
        self.since = now
