"""What chance adds to a move (RULES 3, 4.7): tiles turned up, cards drawn, cards taken."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from ilos.engine import api
from ilos.engine.constants import PH_TAKE
from ilos.engine.position import Position


@dataclass(slots=True)
class Outcomes:
    """Everything that chance did between two choices of players."""

    tiles: list[int] = field(default_factory=list)
    drawn: list[int] = field(default_factory=list)
    taken: list[tuple[int, int]] = field(default_factory=list)  # (from seat, card)


def settle(p: Position, draw: Callable[[Sequence[int]], int], most: int = 1000) -> Outcomes:
    """Let chance act until a player is to decide, or `most` times; `draw` picks by weight."""
    found = Outcomes()
    while most > 0 and (weights := api.chance_weights(p)):  # none unless chance is to act
        outcome = draw(weights)
        if api.is_tile_pending(p):
            found.tiles.append(outcome)
        elif p.phase == PH_TAKE:
            found.taken.append((p.victim, outcome))
        else:
            found.drawn.append(outcome)
        api.let_happen(p, outcome)
        most -= 1
    return found
