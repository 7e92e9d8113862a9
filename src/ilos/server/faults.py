"""Named places where tests may end the process or make it fail; a release has none armed.

Only tests call `arm`; `ilos serve` never does, and a test proves it.
"""

import os
import signal
from typing import Literal, get_args

Place = Literal[
    "before_validate",
    "after_validate",
    "before_commit",
    "after_commit",
    "after_ack",
    "mid_broadcast",
]
PLACES: tuple[Place, ...] = get_args(Place)

_armed: dict[Place, int] = {}


def arm(place: Place, passes: int) -> None:
    """End this process with SIGKILL when `place` has been passed so many times."""
    _armed[place] = passes


def passing(place: Place) -> None:
    """Called where something may go wrong; does nothing unless armed."""
    if _armed and place in _armed:
        _armed[place] -= 1
        if _armed[place] <= 0:
            os.kill(os.getpid(), signal.SIGKILL)
