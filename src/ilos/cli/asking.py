"""Asking a person for a move in the terminal: numbered choices, one small question at a time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from ilos.drawing.events import island_of
from ilos.drawing.words import SIDE_NAMES, amount, hand_in_words, joined, tile_in_words
from ilos.engine import api
from ilos.rules import moves
from ilos.rules.choices import (
    FirstIslandChoices,
    MulliganChoices,
    Placement,
    SiteChoice,
    TurnChoices,
    suggested_payment,
)
from ilos.rules.moves import Cards, Move
from ilos.rules.names import CARDS, Card, CardCounts
from ilos.rules.setup import cell_number
from ilos.rules.tiles import NEIGHBOURS
from ilos.views import View

Option = TypeVar("Option")


class Back(Exception):
    """The person wants to answer the last question again."""


class Request(Exception):
    """The person asks for something other than a move."""

    def __init__(self, word: str) -> None:
        super().__init__(word)
        self.word = word


REQUESTS = {
    "b": "board",
    "i": "islands",
    "m": "market",
    "l": "log",
    "t": "hint",
    "u": "undo",
    "h": "help",
    "q": "quit",
}


class Asker:
    """Asks one person; reading and writing are handed in.

    What was answered so far is kept until the move is whole, so that a question can be answered
    again, and that a look at the board does not begin the move again.
    """

    def __init__(self, read: Callable[[str], str], write: Callable[[str], None]) -> None:
        self._read = read
        self._write = write
        self._answers: list[Any] = []
        self._next = 0  # the question to be asked, counted from the first of the move

    def move(self, view: View) -> Move:
        """Ask for a whole move; Request if the person asks for something else."""
        while True:
            self._next = 0
            try:
                move = self._ask(view)
            except Back:
                self._answers.pop()
                continue
            self.forget()
            return move

    def forget(self) -> None:
        """Begin the move again."""
        self._answers.clear()

    def _ask(self, view: View) -> Move:
        found = view.choices()
        assert found is not None
        if isinstance(found, MulliganChoices):
            return self._mulligan(view)
        if isinstance(found, FirstIslandChoices):
            return self._first_island(view, found)
        return self._action(view, found)

    def _answer(self, ask: Callable[[], Option]) -> Option:
        """The answer given before, or one that is asked for now."""
        if self._next == len(self._answers):
            self._answers.append(ask())
        self._next += 1
        given: Option = self._answers[self._next - 1]
        return given

    def _line(self, question: str) -> str:
        """A line that is no request; `u` and `x` go back one question, if there is one."""
        answer = self._read(question).strip().lower()
        if answer in ("u", "x", "undo", "back") and self._answers:
            raise Back
        word = REQUESTS.get(answer, answer)
        if word in REQUESTS.values():
            raise Request(word)
        return answer

    def one_of(self, question: str, options: Sequence[tuple[str, Option]]) -> Option:
        """Ask until a number of the list is given; a single option is taken without asking."""
        if len(options) == 1:
            return options[0][1]
        return self._answer(lambda: self._number(question, options))

    def _number(self, question: str, options: Sequence[tuple[str, Option]]) -> Option:
        self._list([words for words, _ in options])
        while True:
            answer = self._line(f"{question} (1 to {len(options)}, u to go back): ")
            if answer.isdecimal() and 1 <= int(answer) <= len(options):
                return options[int(answer) - 1][1]
            self._write("Please type a number of the list.")

    def _list(self, lines: Sequence[str]) -> None:
        for number, words in enumerate(lines, 1):
            self._write(f"{number:>3}. {words}")

    def cards(self, question: str, hand: CardCounts, check: Callable[[Cards], str | None]) -> Cards:
        """Ask for cards of a hand, by number or by the beginning of their names."""
        held = [card for card in CARDS for _ in range(hand[card])]

        def ask() -> Cards:
            self._list([card.replace("_", " ") for card in held])
            while True:
                try:
                    cards = _cards_named(self._line(question), hand, held)
                except ValueError as error:
                    self._write(str(error))
                    continue
                if (wrong := check(cards)) is None:
                    return cards
                self._write(wrong)

        return self._answer(ask)

    def _mulligan(self, view: View) -> Move:
        self._write("You may swap any of your five cards, once.")
        question = "Cards to swap, by numbers or names (Enter keeps all): "
        return moves.Mulligan(self.cards(question, _hand(view), lambda _: None))

    def _first_island(self, view: View, found: FirstIslandChoices) -> Move:
        if found.docks:
            at = self.one_of("Dock where", _docks(view, found.docks))
            return moves.first_dock(at)
        laid, part = self._lay(view, found.tiles)
        return moves.FirstIsland(laid.tile, laid.cell, laid.rotation, part)

    def _action(self, view: View, found: TurnChoices) -> Move:
        options = _actions(view, found)
        chosen = self._answer(lambda: self._first_choice(view, options))
        if chosen == "ship":
            return self._ship(view, found)
        if isinstance(chosen, SiteChoice):
            return self._work(view, chosen)
        move: Move = chosen
        return move

    def _first_choice(self, view: View, options: list[tuple[str, Any]]) -> Any:
        self._write(_state_in_words(view))
        self._write(*hand_in_words(view.data))
        self._list([words for words, _ in options])
        others = ", ".join(f"{letter} {word}" for letter, word in REQUESTS.items())
        self._write(f"Or: {others}.")
        while True:
            answer = self._line(f"Your choice (1 to {len(options)}): ")
            if answer.isdecimal() and 1 <= int(answer) <= len(options):
                return options[int(answer) - 1][1]
            self._write("Please type a number or a letter of the list.")

    def _work(self, view: View, chosen: SiteChoice) -> Move:
        if chosen.card == "building":
            forts = [("A fort: no piracy for you here, and 1 card more a turn", None)]
            posts = [(f"A trading post that copies {r}", r) for r in chosen.copies or ()]
            resource = self.one_of("Which building", [*forts, *posts])
            paid = self._pay(view, chosen.card, chosen.cost)
            kind = "fort" if resource is None else "trading_post"
            return moves.Building(chosen.site, kind, resource, paid)  # type: ignore[arg-type]
        paid = self._pay(view, chosen.card, chosen.cost)
        return moves.WORKS[chosen.card](chosen.site, paid)

    def _ship(self, view: View, found: TurnChoices) -> Move:
        assert found.ship is not None
        origin = self.one_of(
            "Which ship", [(_origin_in_words(view, o), o) for o in found.ship.origins]
        )
        ways: list[tuple[str, Any]] = [
            (f"Dock at {words}", moves.shore(dock))
            for words, dock in _docks(view, found.ship.docks)
            if not _same_island(view, origin, dock)
        ]
        ways += [
            (f"Turn pirate on the hideout of {tile}", moves.Berth(tile, hideout=True))
            for tile in found.ship.hideouts
        ]
        if found.ship.tiles:
            ways.append(("Explore a new tile", "explore"))
        way = self.one_of("Where to", ways)
        if way != "explore":
            return moves.Ship(origin, way, None, self._pay(view, "ship", 1))
        laid, part = self._lay(view, found.ship.tiles)
        return moves.Ship(origin, moves.Berth(laid.tile, part), laid, self._pay(view, "ship", 1))

    def _lay(
        self, view: View, tiles: dict[str, tuple[Placement, ...]]
    ) -> tuple[moves.Exploration, int]:
        printed = view.setup.tile_set
        tile = self.one_of(
            "Which tile",
            [(tile_in_words(printed.tile(tile)), tile) for tile in tiles],
        )
        place = self.one_of("Where", [(_cell_in_words(view, p.cell), p) for p in tiles[tile]])
        rotation = self.one_of(
            "Turned how", [(tile_in_words(printed.tile(tile), r), r) for r in place.rotations]
        )
        laid = moves.Exploration(tile, place.cell, rotation)
        wanted = (view.setup.tile_numbers[tile], cell_number(place.cell), rotation)
        docks = [part for *way, part in api.explorations(view.position) if tuple(way) == wanted]
        parts = [(f"Dock at its part with {_sites(view, tile, part)}", part) for part in docks]
        return laid, self.one_of("Dock where", parts)

    def _pay(self, view: View, card: Card, cost: int) -> Cards:
        """Payment, with a suggestion that Enter accepts."""
        suggested = suggested_payment(view.position, card, cost)
        hand = dict(_hand(view))
        hand[card] -= 1
        if sum(hand.values()) == cost:
            return suggested
        said = joined(name.replace("_", " ") for name in suggested)

        def check(cards: Cards) -> str | None:
            if len(cards) in (0, cost):
                return None
            return f"That is {amount(len(cards), 'card')}, but the cost is {cost}."

        question = f"Pay with {amount(cost, 'card')}. Enter pays {said}; or numbers, or names: "
        return self.cards(question, hand, check) or suggested


def _hand(view: View) -> CardCounts:
    assert view.data.hand is not None
    return view.data.hand


def _cards_named(answer: str, hand: CardCounts, held: Sequence[Card]) -> Cards:
    """Cards by their places in the hand, or by the beginnings of their names: `1 4`, `sh, pl`."""
    found: list[Card] = []
    places: list[int] = []
    for word in answer.replace(",", " ").split():
        if word.isdecimal():
            places.append(int(word))
            if not 1 <= places[-1] <= len(held) or len(set(places)) < len(places):
                raise ValueError(f"{word} is no card of the list that is still free.")
            found.append(held[places[-1] - 1])
            continue
        fits = [card for card in CARDS if card.startswith(word)]
        if len(fits) != 1:
            raise ValueError(f"{word!r} is not the beginning of one card's name.")
        found.append(fits[0])
    for card in found:
        if found.count(card) > hand[card]:
            raise ValueError(f"You do not hold {found.count(card)} {card.replace('_', ' ')}.")
    return tuple(found)


def _state_in_words(view: View) -> str:
    """Round and prices, said before every choice."""
    shown, market = view.data, view.setup.tile_set.market
    prices = ", ".join(f"{name} {market[name][step]}" for name, step in shown.prices.items())
    last = ", the last" if shown.last_round else ""
    return f"Round {shown.round}{last}. Prices: {prices}."


def _site_in_words(view: View, site: moves.SiteAt) -> str:
    part = view.setup.tile_set.tile(site.tile).parts[site.part]
    return f"{part.sites[site.site]} on {island_of(site, view.data)} ({site.tile})"


def _sites(view: View, tile: str, part: int) -> str:
    return joined(view.setup.tile_set.tile(tile).parts[part].sites) or "no site"


def _actions(view: View, found: TurnChoices) -> list[tuple[str, Any]]:
    """What can be done, as (words, move or what leads to one)."""
    verbs = {
        "plantation": "Plant",
        "gold_mine": "Dig for",
        "building": "Build on",
        "ruins": "Search",
    }
    options: list[tuple[str, Any]] = []
    if found.ship:
        options.append(("Ship: deploy or move a ship, for 1 card", "ship"))
    for choice in found.sites:
        why = ", raised by pirates" if choice.piracy else ""
        where = _site_in_words(view, choice.site)
        cost = amount(choice.cost, "card")
        options.append((f"{verbs[choice.card]} {where}, for {cost}{why}", choice))
    for resource in found.market:
        options.append((f"Market: raise {resource}, for 1 {resource}", moves.Market(resource)))
    seat = view.data.seats[found.seat]
    made = joined(f"{n} {name}" for name, n in seat.production.items() if n) or "nothing"
    end = f"End your turn: produce {made}, draw {amount(seat.draw, 'card')}"
    return [*options, (end, moves.EndTurn())]


def places_in_words(view: View, move: Move) -> str:
    """Where a move happens: its site, or what it lays and where the ship goes."""
    if isinstance(move, (moves.Plantation, moves.GoldMine, moves.Building, moves.Ruins)):
        return f"on {_site_in_words(view, move.site)}"
    if isinstance(move, moves.FirstIsland):
        if move.laid is None:
            return f"at {island_of(move.berth, view.data)}, since no tile fits"
        return f"with {move.laid.tile}, {_cell_in_words(view, move.laid.cell)}"
    if isinstance(move, moves.Ship):
        if move.explored is not None:
            where = _cell_in_words(view, move.explored.cell)
            return f"exploring {move.explored.tile}, {where}"
        if move.to.hideout:
            return f"to the hideout of {move.to.tile}"
        return f"to {island_of(move.to, view.data)} ({move.to.tile})"
    return ""


def _origin_in_words(view: View, origin: moves.Origin) -> str:
    if isinstance(origin, str):
        return "One from the reserve"
    if origin.hideout:
        return f"The pirate on {origin.tile}"
    return f"The one at {island_of(origin, view.data)}"


def _docks(view: View, docks: Sequence[moves.PartAt]) -> list[tuple[str, moves.PartAt]]:
    shown = view.data
    return [(f"{island_of(dock, shown)} ({dock.tile})", dock) for dock in docks]


def _same_island(view: View, origin: moves.Origin, dock: moves.PartAt) -> bool:
    shown = view.data
    if isinstance(origin, str) or origin.hideout:
        return False
    return island_of(origin, shown) == island_of(dock, shown)


def _cell_in_words(view: View, cell: tuple[int, int]) -> str:
    """A cell by its neighbours: "east of T03, north-east of T07"."""
    laid = {tuple(tile.cell): tile.tile for tile in view.data.archipelago}
    found = []
    for side, (q, r) in enumerate(NEIGHBOURS):
        neighbour = laid.get((cell[0] - q, cell[1] - r))
        if neighbour:
            found.append(f"{SIDE_NAMES[side]} of {neighbour}")
    return joined(found) or "in the middle"
