"""Asking a person for a move in the terminal: numbered choices, one small question at a time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from ilos.drawing.events import island_of
from ilos.drawing.words import SIDE_NAMES, joined, tile_in_words
from ilos.engine import face
from ilos.rules.choices import Choices, Place, SiteChoice, suggested_payment
from ilos.rules.moves import (
    Building,
    Cards,
    EndTurn,
    Exploration,
    FirstDock,
    FirstIsland,
    GoldMine,
    HideoutAt,
    Market,
    Move,
    Mulligan,
    Origin,
    PartAt,
    Plantation,
    Ruins,
    Ship,
    SiteAt,
)
from ilos.rules.names import CARDS, Card
from ilos.views import View

Option = TypeVar("Option")
_SIDES = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


class Back(Exception):
    """The person wants to choose again from the start of the move."""


@dataclass(frozen=True)
class Deed:
    """Something other than a move that the person asks for."""

    word: str


WORDS = {
    "b": "board",
    "i": "islands",
    "m": "market and merchants",
    "l": "log",
    "u": "undo",
    "h": "help",
    "q": "save and quit",
}


class Asker:
    """Asks one person; reading and writing are handed in."""

    def __init__(self, read: Callable[[str], str], write: Callable[[str], None]) -> None:
        self._read = read
        self._write = write

    def move(self, view: View) -> Move | Deed:
        """A whole move, or a wish."""
        found = view.choices()
        assert found is not None
        try:
            if found.kind == "mulligan":
                return self._mulligan(view)
            if found.kind == "first_island":
                return self._first_island(view, found)
            return self._action(view, found)
        except Back:
            return Deed("again")

    def one_of(self, question: str, options: Sequence[tuple[str, Option]]) -> Option:
        """Ask until a number of the list is given; a single option is taken without asking."""
        if len(options) == 1:
            self._write(f"{options[0][0]}.")
            return options[0][1]
        for number, (words, _) in enumerate(options, 1):
            self._write(f"  {number}. {words}")
        while True:
            answer = self._read(f"{question} (1 to {len(options)}, x to go back): ").strip()
            if answer == "x":
                raise Back
            if answer.isdigit() and 1 <= int(answer) <= len(options):
                return options[int(answer) - 1][1]
            self._write("Please type a number of the list.")

    def _mulligan(self, view: View) -> Move | Deed:
        hand = view.to_json()["hand"]
        self._write("You may swap any of your five cards, once.")
        self._write(_hand_in_words(hand))
        answer = self._read("Cards to swap, by name (Enter keeps all): ").strip()
        if answer in WORDS:
            return Deed(answer)
        try:
            return Mulligan(_cards_named(answer, hand))
        except ValueError as error:
            self._write(str(error))
            raise Back from None

    def _first_island(self, view: View, found: Choices) -> Move:
        if found.docks:
            at = self.one_of("Dock where", _docks(view, found.docks))
            return FirstDock(at)
        laid, part = self._lay(view, found.tiles)
        return FirstIsland(laid.tile, laid.cell, laid.rotation, part)

    def _action(self, view: View, found: Choices) -> Move | Deed:
        options = _actions(view, found)
        self._write(_hand_in_words(view.to_json()["hand"]))
        for number, (words, _) in enumerate(options, 1):
            self._write(f"  {number}. {words}")
        others = ", ".join(f"{letter} {word}" for letter, word in WORDS.items())
        self._write(f"  Or: {others}.")
        while True:
            answer = self._read(f"Your choice (1 to {len(options)}): ").strip().lower()
            if answer in WORDS:
                return Deed(answer)
            if answer.isdigit() and 1 <= int(answer) <= len(options):
                break
            self._write("Please type a number or a letter of the list.")
        chosen = options[int(answer) - 1][1]
        if chosen == "ship":
            return self._ship(view, found)
        if isinstance(chosen, SiteChoice):
            return self._work(view, chosen)
        move: Move = chosen
        return move

    def _work(self, view: View, chosen: SiteChoice) -> Move:
        if chosen.card == "building":
            forts = [("A fort: no piracy for you here, and 1 card more a turn", None)]
            posts = [(f"A trading post that copies {r}", r) for r in chosen.copies]
            resource = self.one_of("Which building", [*forts, *posts])
            paid = self._pay(view, chosen.card, chosen.cost)
            kind = "fort" if resource is None else "trading_post"
            return Building(chosen.site, kind, resource, paid)  # type: ignore[arg-type]
        paid = self._pay(view, chosen.card, chosen.cost)
        works: dict[str, Any] = {"plantation": Plantation, "gold_mine": GoldMine, "ruins": Ruins}
        move: Move = works[chosen.card](chosen.site, paid)
        return move

    def _ship(self, view: View, found: Choices) -> Move:
        assert found.ship is not None
        origin = self.one_of(
            "Which ship", [(_origin_in_words(view, o), o) for o in found.ship.origins]
        )
        ways: list[tuple[str, Any]] = [
            (f"Dock at {words}", dock)
            for words, dock in _docks(view, found.ship.docks)
            if not _same_island(view, origin, dock)
        ]
        ways += [
            (f"Turn pirate on the hideout of {tile}", HideoutAt(tile))
            for tile in found.ship.hideouts
        ]
        if found.ship.tiles:
            ways.append(("Explore a new tile", "explore"))
        way = self.one_of("Where to", ways)
        if way != "explore":
            return Ship(origin, way, None, self._pay(view, "ship", 1))
        laid, part = self._lay(view, found.ship.tiles)
        return Ship(origin, PartAt(laid.tile, part), laid, self._pay(view, "ship", 1))

    def _lay(self, view: View, tiles: dict[str, tuple[Place, ...]]) -> tuple[Exploration, int]:
        printed = view.setup.tile_set
        tile = self.one_of(
            "Which tile",
            [(f"{tile}: {tile_in_words(printed.tile(tile))}", tile) for tile in tiles],
        )
        place = self.one_of("Where", [(_place_in_words(view, p), p) for p in tiles[tile]])
        rotation = self.one_of(
            "Turned how", [(tile_in_words(printed.tile(tile), r), r) for r in place.rotations]
        )
        laid = Exploration(tile, place.cell, rotation)
        number = view.setup.tile_numbers[tile]
        docks = face.docks_of_new_tile(view.position, number, place.where, rotation)
        parts = [(f"Dock at its part with {_sites(view, tile, part)}", part) for part in docks]
        return laid, self.one_of("Dock where", parts)

    def _pay(self, view: View, card: Card, cost: int) -> Cards:
        """Payment, with a suggestion that Enter accepts."""
        suggested = suggested_payment(view.position, card, cost)
        hand = dict(view.to_json()["hand"])
        hand[card] -= 1
        said = joined(name.replace("_", " ") for name in suggested)
        while True:
            answer = self._read(
                f"Pay {cost} of your other cards. Enter pays {said}; or name cards: "
            ).strip()
            if answer == "x":
                raise Back
            if not answer:
                return suggested
            try:
                cards = _cards_named(answer, hand)
            except ValueError as error:
                self._write(str(error))
                continue
            if len(cards) == cost:
                return cards
            self._write(f"That is {len(cards)}, but the cost is {cost}.")


def _hand_in_words(hand: dict[str, int]) -> str:
    cards = [f"{count} {card.replace('_', ' ')}" for card, count in hand.items() if count]
    return f"Your hand: {joined(cards) or 'no cards'}."


def _cards_named(answer: str, hand: dict[str, int]) -> Cards:
    """Cards named by words or by their beginnings: `ship, pl, market`."""
    found: list[Card] = []
    for word in answer.replace(",", " ").split():
        fits = [card for card in CARDS if card.startswith(word.lower())]
        if len(fits) != 1:
            raise ValueError(f"{word!r} is not the beginning of one card's name.")
        found.append(fits[0])
    for card in found:
        if found.count(card) > hand[card]:
            raise ValueError(f"You do not hold {found.count(card)} {card.replace('_', ' ')}.")
    return tuple(found)


def _site_in_words(view: View, site: SiteAt) -> str:
    part = view.setup.tile_set.tile(site.tile).parts[site.part]
    return f"{part.sites[site.site]} on {island_of(site.to_json(), view.to_json())} ({site.tile})"


def _sites(view: View, tile: str, part: int) -> str:
    return joined(view.setup.tile_set.tile(tile).parts[part].sites) or "no site"


def _actions(view: View, found: Choices) -> list[tuple[str, Any]]:
    """What can be done, as (words, move or what leads to one)."""
    deeds = {
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
        options.append((f"{deeds[choice.card]} {where}, for {choice.cost} cards{why}", choice))
    for resource in found.market:
        options.append((f"Market: raise {resource}, for 1 {resource}", Market(resource)))
    seat = view.to_json()["seats"][found.seat]
    made = joined(f"{n} {name}" for name, n in seat["production"].items() if n) or "nothing"
    end = f"End your turn: produce {made}, draw {seat['draw']} cards"
    return [*options, (end, EndTurn())]


def _origin_in_words(view: View, origin: Origin) -> str:
    if isinstance(origin, PartAt):
        return f"The one at {island_of(origin.to_json(), view.to_json())}"
    if isinstance(origin, HideoutAt):
        return f"The pirate on {origin.tile}"
    return "One from the reserve"


def _docks(view: View, docks: Sequence[PartAt]) -> list[tuple[str, PartAt]]:
    shown = view.to_json()
    return [(f"{island_of(dock.to_json(), shown)} ({dock.tile})", dock) for dock in docks]


def _same_island(view: View, origin: Origin, dock: PartAt) -> bool:
    shown = view.to_json()
    if not isinstance(origin, PartAt):
        return False
    return island_of(origin.to_json(), shown) == island_of(dock.to_json(), shown)


def _place_in_words(view: View, place: Place) -> str:
    """A cell by its neighbours: "east of T03, north-east of T07"."""
    laid = {tuple(tile["cell"]): tile["tile"] for tile in view.to_json()["archipelago"]}
    found = []
    for side, (q, r) in enumerate(_SIDES):
        neighbour = laid.get((place.cell[0] - q, place.cell[1] - r))
        if neighbour:
            found.append(f"{SIDE_NAMES[side]} of {neighbour}")
    return joined(found) or "in the middle"
