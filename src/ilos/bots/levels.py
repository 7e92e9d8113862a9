"""The levels at which the search bot is offered to people."""

from __future__ import annotations

from dataclasses import dataclass

from ilos.bots.budget import Pace


@dataclass(frozen=True, slots=True)
class Level:
    """How well a search bot plays."""

    simulations: int  # for each move
    pace: Pace  # the most time it takes
    slack: float = 0.0  # how freely it picks among decisions that looked good; 0: the best


# docs/results.md says how strong each level is.
LEVELS: dict[str, Level] = {
    "gentle": Level(simulations=16, pace=Pace(1.0, 4.0), slack=1.8),
    "skilled": Level(simulations=300, pace=Pace(2.0, 6.0)),
    "expert": Level(simulations=4_000, pace=Pace(3.0, 9.0)),
    "master": Level(simulations=48_000, pace=Pace(5.0, 12.0)),
}
