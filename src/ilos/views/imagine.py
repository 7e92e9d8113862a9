"""Imagining a whole position that agrees with a view: what every search bot starts from.

A viewer remembers what happened in public (RULES 6): stocks can be counted, every discarded card
was seen, and a reshuffled pile is known up to its order. All of that is in the view's own events;
nothing else is used.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ilos.engine.constants import CARD_KINDS, CARDS, DECK, RUINS_GOLD, SEATS
from ilos.engine.constants import RESOURCES as RESOURCE_COUNT
from ilos.engine.position import Position
from ilos.engine.search.imagine import Unknown, imagined
from ilos.rules import events
from ilos.rules.chance import SeededChance
from ilos.rules.events import Event
from ilos.rules.names import RESOURCES, Resource
from ilos.rules.playing import CARD_NUMBERS
from ilos.views.view import View


@dataclass
class Memory:
    """What a viewer who has watched everything remembers."""

    viewer: int | None
    players: int
    stock: list[int] = field(default_factory=lambda: [0] * (SEATS * RESOURCE_COUNT))
    own: list[int] = field(default_factory=lambda: [0] * CARD_KINDS)
    known: list[list[int]] = field(default_factory=lambda: [[0] * CARD_KINDS for _ in range(SEATS)])
    discard: list[int] = field(default_factory=lambda: [0] * CARD_KINDS)
    pile: int = CARDS
    pile_cap: list[int] = field(default_factory=lambda: [CARDS] * CARD_KINDS)

    def watch(self, event: Event) -> None:
        """Take in one masked event."""
        match event:
            case events.DealEvent():
                self._draw(event.cards)
            case events.MulliganEvent(seat=seat):
                self._give_up(seat, event.discarded)
                self._draw(event.drawn)
            case events.EndTurnEvent(seat=seat):
                for resource, count in event.produced.items():
                    self._gain(seat, resource, count)
                self._draw(event.drawn)
                for entry in event.taken:
                    self._take(seat, entry.seat, entry.card)
            case events.MarketEvent(seat=seat):
                self._gain(seat, event.resource, -1)
                self._give_up(seat, ("market",))
            case events.RuinsEvent(seat=seat):
                self._gain(seat, "gold", RUINS_GOLD)
                self._give_up(seat, ("ruins", *event.paid))
            case _ if isinstance(event, events.PaidEvent):
                self._give_up(event.seat, (event.type, *event.paid))

    def _gain(self, seat: int, resource: Resource, count: int) -> None:
        self.stock[seat * RESOURCE_COUNT + RESOURCES.index(resource)] += count

    def unknown(self) -> Unknown:
        """The hidden cards, as the engine takes them."""
        pool = [DECK[card] - self.own[card] - self.discard[card] for card in range(CARD_KINDS)]
        known = [count for hand in self.known for count in hand]
        return Unknown(-1 if self.viewer is None else self.viewer, pool, known, self.pile_cap)

    def _give_up(self, seat: int, cards: Sequence[str]) -> None:
        for name in cards:
            card = CARD_NUMBERS[name]
            self.discard[card] += 1
            if seat == self.viewer:
                self.own[card] -= 1
            else:
                self.known[seat][card] = max(0, self.known[seat][card] - 1)

    def _draw(self, drawn: events.Hidden) -> None:
        names = (None,) * drawn if isinstance(drawn, int) else drawn
        for name in names:
            if self.pile == 0:
                self._reshuffle()
            self.pile -= 1
            if name is not None:
                self.own[CARD_NUMBERS[name]] += 1
                self.pile_cap[CARD_NUMBERS[name]] -= self.pile_cap[CARD_NUMBERS[name]] < CARDS

    def _reshuffle(self) -> None:
        """RULES 4.7: the new pile is the discards, which all have seen.

        With one opponent, the hidden rest is that opponent's hand, card for card.
        """
        rest = [DECK[card] - self.own[card] - self.discard[card] for card in range(CARD_KINDS)]
        if self.players == 2 and self.viewer is not None:
            self.known[1 - self.viewer] = rest
        self.pile = sum(self.discard)
        self.pile_cap = self.discard
        self.discard = [0] * CARD_KINDS

    def _take(self, taker: int, victim: int, name: str | None) -> None:
        if name is None:  # between two others: any card the victim was known to hold may be gone
            self.known[victim] = [max(0, count - 1) for count in self.known[victim]]
            return
        card = CARD_NUMBERS[name]
        if taker == self.viewer:
            self.own[card] += 1
            self.known[victim][card] = max(0, self.known[victim][card] - 1)
        else:
            self.own[card] -= 1
            self.known[taker][card] += 1


def remember(view: View) -> Memory:
    """What the viewer has seen happen."""
    memory = Memory(view.viewer, len(view.setup.players))
    for event in view.events:
        memory.watch(event)
    return memory


def masked_with_stocks(view: View, memory: Memory) -> Position:
    """The view's position, with the stocks that can be counted from the public events."""
    position = view.position.copy()
    position.set("stock", memory.stock)
    return position


def imagine(view: View, chance: SeededChance) -> Position:
    """A whole position that agrees with everything the viewer knows.

    >>> from ilos import new_game
    >>> from ilos.views.view import view as look
    >>> game = new_game(["Ana", "Bo"], seed=7)
    >>> seen = look(game, viewer=0)
    >>> imagine(seen, SeededChance(1)).hand_size == game.position.hand_size
    True
    """
    memory = remember(view)
    seed = chance.below(1 << 64)
    return imagined(masked_with_stocks(view, memory), memory.unknown(), seed)
