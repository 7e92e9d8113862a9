"""Who plays whom, on which deals and in which seats: all games of an arena, known in advance.

Every pairing plays the same deals (common random numbers), each deal once in every rotation of
the seats.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, permutations
from math import inf
from typing import Any, Literal

from ilos.records.tile_sets import default_tile_set, write_tile_set

Format = Literal["round_robin", "gauntlet"]


@dataclass(frozen=True, slots=True)
class Plan:
    """What an arena plays; two runs with equal plans play the same games."""

    bots: tuple[str, ...]
    players: int = 2
    games: int = 100  # asked for; each pairing plays `games_a_pairing`
    seed: int = 1
    format: Format = "round_robin"
    simulations: int | None = None  # for every bot; None: each its own
    share: float = 1.0  # of each search bot's own simulations
    seconds: float | None = None  # cap on each move
    edition: str = "en"
    max_rounds: int = 100
    tiles: str = ""  # the text of a tile set file; the default set if empty

    def __post_init__(self) -> None:
        if len(self.bots) < 2:
            raise ValueError("an arena needs at least two bots; a bot may be named twice")
        if not 2 <= self.players <= 5:
            raise ValueError(f"Ilôs is for 2 to 5 players, not {self.players}")
        if self.games < 1:
            raise ValueError(f"{self.games} games: at least one is needed")
        if self.simulations is not None and self.simulations < 1:
            raise ValueError(f"{self.simulations} simulations: at least one is needed")
        if not 0.0 < self.share <= 1000.0:
            raise ValueError(f"a share of {self.share} of the simulations makes no sense")
        if self.seconds is not None and not 0.0 < self.seconds < inf:
            raise ValueError(f"{self.seconds} seconds a move: a number above 0 is needed")

    @property
    def games_a_pairing(self) -> int:
        """The games asked for, rounded up: each deal is played once in every rotation of the seats.

        >>> Plan(("a", "b"), games=3).games_a_pairing
        4
        """
        return -(-self.games // self.players) * self.players

    def to_json(self) -> dict[str, Any]:
        tiles = self.tiles or write_tile_set(default_tile_set())
        return {
            **{name: getattr(self, name) for name in self.__slots__},
            "bots": list(self.bots),
            "tiles": hashlib.sha256(tiles.encode()).hexdigest()[:16],
        }


@dataclass(frozen=True, slots=True)
class Match:
    """One game to be played."""

    id: str  # pairing.deal.rotation
    pairing: int
    seats: tuple[str, ...]
    seed: int  # of the deal


def pairings(plan: Plan) -> list[tuple[str, ...]]:
    """Who meets whom, as seats before rotation.

    >>> pairings(Plan(("a", "b", "c")))
    [('a', 'b'), ('a', 'c'), ('b', 'c')]
    >>> pairings(Plan(("a", "b"), players=4))
    [('a', 'b', 'b', 'b'), ('b', 'a', 'a', 'a')]
    """
    others = plan.players - 1
    if plan.format == "gauntlet":
        return [(plan.bots[0], *[bot] * others) for bot in plan.bots[1:]]
    if len(plan.bots) >= plan.players:
        return list(combinations(plan.bots, plan.players))
    return [(one, *[rest] * others) for one, rest in permutations(plan.bots, 2)]


def matches(plan: Plan) -> Iterator[Match]:
    """Every game, deal by deal, so that an arena cut short has played all pairings alike."""
    pairs = pairings(plan)
    for deal in range(plan.games_a_pairing // plan.players):
        for number, seats in enumerate(pairs):
            for turn in range(plan.players):
                rotated = seats[turn:] + seats[:turn]
                yield Match(
                    f"{number}.{deal}.{turn}", number, rotated, plan.seed * 1_000_003 + deal
                )


def count(plan: Plan) -> int:
    """How many games a plan has."""
    return len(pairings(plan)) * plan.games_a_pairing
