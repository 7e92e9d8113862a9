"""Fault injection: named points where tests may end the process; a release has none armed.

Only tests call `arm`; `ilos serve` never does, which a test checks.
"""

from typing import Literal, get_args

from ilos.system import kill_this_process

FaultPoint = Literal[
    "before_validate",
    "after_validate",
    "before_commit",
    "after_commit",
    "after_ack",
    "mid_broadcast",
]
FAULT_POINTS: tuple[FaultPoint, ...] = get_args(FaultPoint)

_armed: dict[FaultPoint, int] = {}


def arm(point: FaultPoint, passes: int) -> None:
    """End this process with SIGKILL when `point` has been reached so many times."""
    _armed[point] = passes


def fault_point(point: FaultPoint) -> None:
    """Mark a point where a process may die; does nothing unless armed."""
    if _armed and point in _armed:
        _armed[point] -= 1
        if _armed[point] <= 0:
            kill_this_process()
