"""Scores and results (RULES 5), in exact numbers however large the prices."""

from typing import Literal

from ilos.engine.constants import PIONEERS
from ilos.engine.constants import RESOURCES as RESOURCE_COUNT
from ilos.engine.position import Position
from ilos.rules.moves import Shape
from ilos.rules.names import RESOURCES, Resource, ResourceCounts
from ilos.rules.setup import Setup


class Score(Shape, frozen=True):
    """What a seat has come to."""

    stock: ResourceCounts
    value: int  # the sum of stock × price
    pioneers: int  # deployed; more of them break a tie


class Result(Shape, frozen=True):
    """How a game ended."""

    reason: Literal["pioneers", "max_rounds"]
    winners: tuple[int, ...]
    scores: tuple[Score, ...]


def prices(setup: Setup, p: Position) -> dict[Resource, int]:
    """The current price of each resource."""
    return {r: setup.tile_set.market[r][p.step[i]] for i, r in enumerate(RESOURCES)}


def scores(setup: Setup, p: Position) -> tuple[Score, ...]:
    """Each seat's stock at the prices of now."""
    current = prices(setup, p)
    found = []
    for seat in range(len(setup.players)):
        stock = p.stock[seat * RESOURCE_COUNT : (seat + 1) * RESOURCE_COUNT]
        value = sum(count * current[r] for r, count in zip(RESOURCES, stock, strict=True))
        held = dict(zip(RESOURCES, stock, strict=True))
        found.append(Score(held, value, PIONEERS - p.pioneers[seat]))
    return tuple(found)


def winners(found: tuple[Score, ...]) -> tuple[int, ...]:
    """Highest value; ties go to more deployed pioneers; if still tied, all of those."""
    ranks = [(score.value, score.pioneers) for score in found]
    return tuple(seat for seat, rank in enumerate(ranks) if rank == max(ranks))


def result(setup: Setup, p: Position) -> Result:
    """The result of a finished game; RULES 5: if both ends fall together, the pioneers count."""
    found = scores(setup, p)
    return Result("pioneers" if p.ending else "max_rounds", winners(found), found)
