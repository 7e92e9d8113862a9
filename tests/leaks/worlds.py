"""Two whole games that a viewer cannot tell apart (H-01).

Every card that was drawn gets a label. A label is pinned once the viewer has seen its card: the own
ones, those paid or discarded in public, those taken from or by the viewer. What is not pinned may
just as well have been another card: the kinds of these labels and of the draw pile are shuffled,
and the second game is written down with them. The rules replay it, so it is a possible game.
"""

from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from random import Random
from typing import Any, Literal

from strategies import a_random_move

from ilos.records.tile_sets import default_tile_set
from ilos.rules.chance import SeededChance
from ilos.rules.errors import IllegalMove
from ilos.rules.events import Event, read_event
from ilos.rules.game import Game
from ilos.rules.moves import to_builtins
from ilos.rules.names import CARDS, COLOURS
from ilos.rules.setup import Options, Player, Setup

ACTIONS = ("ship", "plantation", "gold_mine", "ruins", "building", "market")
Stocks = Literal["screened", "open"]
Json = dict[str, Any]


@dataclass(frozen=True)
class Pair:
    """The same table for one viewer, twice."""

    setup: Setup
    viewer: int | None
    events: list[Event]
    other: list[Event]

    @property
    def differ(self) -> bool:
        return self.events != self.other


class Labels:
    """Who holds which card, and which of them the viewer has seen."""

    def __init__(self, seats: int, viewer: int | None) -> None:
        self.kinds: list[str] = []
        self.pinned: set[int] = set()
        self._hands: list[list[int]] = [[] for _ in range(seats)]
        self._viewer = viewer

    def draw(self, seat: int, cards: list[str]) -> list[int]:
        """New labels for cards from the pile."""
        new = [len(self.kinds) + index for index in range(len(cards))]
        self.kinds += cards
        self._hands[seat] += new
        if seat == self._viewer:
            self.pinned.update(new)
        return new

    def show(self, seat: int, card: str) -> None:
        """A card goes to the discard pile, seen by all."""
        self.pinned.add(self._take(seat, card))

    def move(self, victim: int, taker: int, card: str) -> int:
        """Pirates take a card; only the two know which."""
        label = self._take(victim, card)
        self._hands[taker].append(label)
        if self._viewer in (victim, taker):
            self.pinned.add(label)
        return label

    def _take(self, seat: int, card: str) -> int:
        label = next(one for one in self._hands[seat] if self.kinds[one] == card)
        self._hands[seat].remove(label)
        return label


def labelled(events: list[Event], labels: Labels) -> list[Json]:
    """The events with labels in place of the cards that were drawn or taken."""
    templates = []
    for event in to_builtins(events):
        new = deepcopy(event)
        seat = event.get("seat")
        if event["type"] == "deal":
            new["cards"] = labels.draw(seat, event["cards"])
        if event["type"] in ACTIONS:
            labels.show(seat, event["type"])
        for card in [*event.get("paid", ()), *event.get("discarded", ())]:
            labels.show(seat, card)
        if "drawn" in event:
            new["drawn"] = labels.draw(seat, event["drawn"])
        for entry in new.get("taken", ()):
            entry["card"] = labels.move(entry["seat"], seat, entry["card"])
        templates.append(new)
    return templates


def written(templates: list[Json], kinds: list[str]) -> list[Event]:
    """The events again, with these kinds for the labels."""
    events = deepcopy(templates)
    for event in events:
        for key in ("cards", "drawn"):
            if key in event:
                event[key] = [kinds[label] for label in event[key]]
        for entry in event.get("taken", ()):
            entry["card"] = kinds[entry["card"]]
    return [read_event(event) for event in events]


def another_world(
    setup: Setup, events: list[Event], viewer: int | None, rng: Random
) -> list[Event]:
    """The events of another game that looks the same to the viewer; the same ones if none is found.

    First everything hidden is shuffled, pile included; where the rules forbid that, less and less.
    """
    labels = Labels(len(setup.players), viewer)
    templates = labelled(events, labels)
    free = [label for label in range(len(labels.kinds)) if label not in labels.pinned]
    counts = zip(CARDS, replayed(setup, events).position.pile, strict=True)
    pile = list(Counter(dict(counts)).elements())
    for attempt in range(8):
        chosen = rng.sample(free, len(free) >> attempt // 2)
        pool = [labels.kinds[label] for label in chosen] + (pile if attempt % 2 == 0 else [])
        rng.shuffle(pool)
        kinds = list(labels.kinds)
        for label, kind in zip(chosen, pool, strict=False):
            kinds[label] = kind
        other = written(templates, kinds)
        if kinds != labels.kinds and is_possible(setup, other):
            return other
    return events


def is_possible(setup: Setup, events: list[Event]) -> bool:
    """Whether the rules allow it: after a reshuffle, a card may not yet have been in the pile."""
    try:
        replayed(setup, events)
    except IllegalMove:
        return False
    return True


def replayed(setup: Setup, events: list[Event]) -> Game:
    game = Game(setup)
    for event in events:
        game.replay(event)
    return game


def a_setup(seats: int, stocks: Stocks, rounds: int = 8) -> Setup:
    names = ("Ana", "Bo", "Cy", "Di", "Eve")
    players = tuple(Player(names[n], COLOURS[n]) for n in range(seats))
    return Setup(players, Options(max_rounds=rounds, stocks=stocks), default_tile_set())


def pairs(seats: int, stocks: Stocks, count: int, seed: int = 0) -> Iterator[Pair]:
    """So many pairs, at moments of several games, for seats and spectators in turn."""
    setup = a_setup(seats, stocks)
    found = game_number = 0
    viewers: list[int | None] = [*range(seats), None]
    while found < count:
        rng = Random(f"{seed} {seats} {stocks} {game_number}")
        game_number += 1
        game = Game(setup, SeededChance(rng.randrange(2**32)))
        moment = rng.randint(0, 6)
        while not game.is_over and found < count:
            if moment == 0:
                moment = rng.randint(4, 16)
                viewer = viewers[found % len(viewers)]
                events = list(game.events)
                yield Pair(setup, viewer, events, another_world(setup, events, viewer, rng))
                found += 1
            moment -= 1
            thrift = rng.choice((0.0, 0.3))
            game.play(a_random_move(setup, game.position, rng, thrift))


def draws_of(event: Event) -> int:
    """How many draws of chance an event took."""
    said: Json = to_builtins(event)
    explored: Json = said.get("explored") or {}
    lists = (said.get(key) or () for key in ("exploration", "cards", "drawn", "taken"))
    revealed = said.get("revealed") or explored.get("revealed")
    return sum(map(len, lists)) + bool(revealed)
