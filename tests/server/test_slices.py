"""Long work rests, so that moves of others go first."""

import threading
import time

import pytest

from ilos.server import slices


def test_a_long_loop_rests_in_the_thread_for_long_work_only(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Three times as long as it worked; elsewhere it goes on at once."""
    rests: list[float] = []
    clock = iter(range(1000))
    monkeypatch.setattr(time, "sleep", rests.append)
    monkeypatch.setattr(time, "thread_time", lambda: next(clock) * 0.0006)
    assert list(slices.in_slices(range(6))) == [0, 1, 2, 3, 4, 5]
    assert rests == []

    def work() -> None:
        slices.slice_this_thread()
        assert list(slices.in_slices(range(6))) == [0, 1, 2, 3, 4, 5]

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert rests == pytest.approx([0.0012 * 3] * 3)
