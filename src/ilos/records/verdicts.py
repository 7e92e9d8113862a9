"""What decided a finished game, for each seat: a price, a stock, or the pioneers.

A seat is compared with the winner, the winner with the best of the others, who may have won too.
The comparison uses the final scores and the prices at which the game began; nothing is estimated.
"""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from ilos.rules.moves import Shape
from ilos.rules.names import RESOURCES, Resource, ResourceCounts
from ilos.rules.scoring import Score, winners


class Moment(NamedTuple):
    """Prices and scores after an event."""

    prices: ResourceCounts
    scores: tuple[Score, ...]


class Verdict(Shape, frozen=True):
    """What decided a finished game between a seat and its rival: the winner, or the second."""

    kind: Literal["price", "stock", "pioneers", "shared"]
    rival: int
    margin: int  # difference of wealth
    event: int  # the number of events after which it shows
    resource: Resource | None = None
    price: int | None = None  # of the resource at the end
    count: int | None = None  # tokens of it that the one ahead has more than the other


def verdicts(history: Sequence[Moment]) -> tuple[Verdict, ...]:
    """Return the verdict on each seat; `history` has the scores after each event."""
    final = history[-1].scores
    first = winners(final)
    places = sorted(range(len(final)), key=lambda s: (-final[s].value, -final[s].pioneers))
    found = []
    for seat in range(len(final)):
        won = seat in first
        # `places` begins with the winners: the others of them, or the second, or the winner.
        rival = next(s for s in places if s != seat)
        found.append(_compare(history, rival, *((seat, rival) if won else (rival, seat))))
    return tuple(found)


def _compare(history: Sequence[Moment], rival: int, ahead: int, behind: int) -> Verdict:
    prices, scores = history[-1]
    best, other = scores[ahead], scores[behind]
    margin = best.value - other.value
    if margin == 0:
        kind: Literal["pioneers", "shared"]
        kind = "shared" if best.pioneers == other.pioneers else "pioneers"
        return Verdict(kind, rival, 0, len(history))
    more = {r: best.stock[r] - other.stock[r] for r in RESOURCES}
    start = history[0].prices
    gains = {r: more[r] * (prices[r] - start[r]) for r in RESOURCES}
    rise = max(RESOURCES, key=lambda r: gains[r])
    if gains[rise] >= margin:  # at the first price this seat would not be ahead
        event = _last_change(history, rise)
        return Verdict("price", rival, margin, event, rise, prices[rise], more[rise])
    most = max(RESOURCES, key=lambda r: more[r] * prices[r])
    event = _ahead_for_good(history, ahead, behind)
    return Verdict("stock", rival, margin, event, most, prices[most], more[most])


def _last_change(history: Sequence[Moment], resource: Resource) -> int:
    final = history[-1].prices[resource]
    return 1 + next(i for i, moment in enumerate(history) if moment.prices[resource] == final)


def _ahead_for_good(history: Sequence[Moment], ahead: int, behind: int) -> int:
    not_ahead = [i for i, (_, now) in enumerate(history) if now[ahead].value <= now[behind].value]
    return 2 + not_ahead[-1] if not_ahead else 1
