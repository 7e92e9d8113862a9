"""What the games of an arena say: shares of wins with intervals, and ratings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Any

from ilos.simulation.match import Result
from ilos.simulation.schedule import Plan, pairings


def interval(won: float, games: int, z: float = 1.96) -> tuple[float, float]:
    """The 95 % interval (Wilson) of a share of wins.

    >>> low, high = interval(60, 100)
    >>> round(low, 2), round(high, 2)
    (0.5, 0.69)
    """
    if games == 0:
        return 0.0, 1.0
    share = won / games
    middle = share + z * z / (2 * games)
    wide = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    below = 1 + z * z / games
    return max(0.0, (middle - wide) / below), min(1.0, (middle + wide) / below)


@dataclass
class Standing:
    """One bot over all its games."""

    bot: str
    games: int = 0  # seats played
    won: float = 0.0
    forfeits: int = 0
    scores: list[int] = field(default_factory=list)
    rating: float = 25.0
    doubt: float = 25.0 / 3.0
    slowest: float = 0.0

    def to_json(self) -> dict[str, Any]:
        low, high = interval(self.won, self.games)
        return {
            "bot": self.bot,
            "games": self.games,
            "won": round(self.won, 3),
            "share": round(self.won / self.games, 4) if self.games else None,
            "low": round(low, 4),
            "high": round(high, 4),
            "rating": round(self.rating, 2),
            "doubt": round(self.doubt, 2),
            "score": round(sum(self.scores) / len(self.scores), 2) if self.scores else None,
            "forfeits": self.forfeits,
            "slowest": round(self.slowest, 3),
        }


def percent(share: float | None) -> str:
    """Return a share as people read it."""
    return "–" if share is None else f"{100 * share:.1f} %"


# The columns of the standings as people read them, on the terminal and in the report: from the
# values of `Standing.to_json`.
COLUMNS: dict[str, Callable[[dict[str, Any]], str]] = {
    "bot": lambda s: str(s["bot"]),
    "rating ± standard deviation": lambda s: f"{s['rating']:.1f} ± {s['doubt']:.1f}",
    "won": lambda s: percent(s["share"]),
    "95 % interval of won": lambda s: f"{100 * s['low']:.1f}–{100 * s['high']:.1f} %",
    "seats played": lambda s: str(s["games"]),
    "mean score": lambda s: "–" if s["score"] is None else f"{s['score']:.1f}",
    "forfeits": lambda s: str(s["forfeits"] or ""),
}


@dataclass
class Meeting:
    """A pairing, seen by its first bot."""

    bots: tuple[str, ...]
    games: int = 0
    won: float = 0.0  # by the first bot

    def to_json(self) -> dict[str, Any]:
        low, high = interval(self.won, self.games)
        return {
            "bots": list(self.bots),
            "games": self.games,
            "share": round(self.won / self.games, 4) if self.games else None,
            "low": round(low, 4),
            "high": round(high, 4),
            "even": round(1 / len(self.bots), 4),
        }


class Table:
    """The standings after some games."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.standings = {bot: Standing(bot) for bot in plan.bots}
        self.meetings = [Meeting(bots) for bots in pairings(plan)]
        self._model = _rating_model()

    def add(self, result: Result) -> None:
        """Count one game."""
        seats: Sequence[str] = result["seats"]
        points: Sequence[float] = result["points"]
        meeting = self.meetings[result["pairing"]]
        turn = int(result["game"].rpartition(".")[2])
        meeting.games += 1
        meeting.won += points[-turn % len(seats)]  # where the first bot of the pairing sits
        for seat, bot in enumerate(seats):
            standing = self.standings[bot]
            standing.games += 1
            standing.won += points[seat]
            if result["scores"] is not None:
                standing.scores.append(result["scores"][seat])
                standing.slowest = max(standing.slowest, result["slowest"][seat])
        if result["forfeit"] is not None:
            self.standings[result["forfeit"]["bot"]].forfeits += 1
        self._rate(seats, _ranking(result))

    def _rate(self, seats: Sequence[str], ranks: list[float]) -> None:
        """Every seat is rated as a player; a bot in several seats moves by their mean."""
        if len(set(seats)) < 2:
            return
        before = [self.standings[bot] for bot in seats]
        teams = [[self._model.rating(mu=s.rating, sigma=s.doubt)] for s in before]
        after = [team[0] for team in self._model.rate(teams, ranks=ranks)]
        for bot in set(seats):
            own = [rating for rating, seat in zip(after, seats, strict=True) if seat == bot]
            self.standings[bot].rating = sum(rating.mu for rating in own) / len(own)
            self.standings[bot].doubt = sum(rating.sigma for rating in own) / len(own)

    def ranked(self) -> list[Standing]:
        """Best first."""
        return sorted(self.standings.values(), key=lambda s: -s.rating)

    def cells(self) -> list[list[str]]:
        """The standings as people read them, best first: a cell for each of `COLUMNS`."""
        return [[cell(s.to_json()) for cell in COLUMNS.values()] for s in self.ranked()]

    def to_json(self) -> dict[str, Any]:
        return {
            "plan": self.plan.to_json(),
            "standings": [standing.to_json() for standing in self.ranked()],
            "pairings": [meeting.to_json() for meeting in self.meetings],
        }


def _ranking(result: Result) -> list[float]:
    """Places by score; the winners first, those who forfeited last."""
    if result["scores"] is None:
        return [2.0 if points == 0.0 else 1.0 for points in result["points"]]
    order = [
        (-points, -score) for points, score in zip(result["points"], result["scores"], strict=True)
    ]
    return [1.0 + sum(other < mine for other in order) for mine in order]


def _rating_model() -> Any:
    from openskill.models import PlackettLuce  # it takes a while, and not everybody rates

    return PlackettLuce()


def table_of(plan: Plan, results: Iterable[Result]) -> Table:
    """The standings after these games, in the order of the plan whatever order they came in."""
    table = Table(plan)
    for result in sorted(results, key=lambda r: [int(n) for n in r["game"].split(".")[1::-1]]):
        table.add(result)
    return table
