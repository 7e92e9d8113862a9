"""A game being played: its setup, its position, and the log of events so far.

`Game` is what the rest of the house uses. A move is applied whole or not at all; whatever chance
adds is drawn from the source handed in, and both together make one event of the record.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping, MutableSequence, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

import msgspec

from ilos.engine import face
from ilos.engine.constants import AREA, FIRST_HAND, PH_DEAL, PH_SETUP, SEATS
from ilos.engine.constants import RESOURCES as RESOURCE_COUNT
from ilos.engine.position import Position
from ilos.rules import choices, scoring
from ilos.rules.chance import Chance
from ilos.rules.errors import IllegalMove, NotAMove, TooLate
from ilos.rules.legal_moves import LegalMoves
from ilos.rules.moves import (
    Berth,
    EndTurn,
    FirstDock,
    FirstIsland,
    HideoutAt,
    Move,
    Mulligan,
    Origin,
    PartAt,
    Ship,
    move_from_json,
)
from ilos.rules.names import CARDS, RESOURCES
from ilos.rules.outcomes import Outcomes, settle
from ilos.rules.playing import CARD_NUMBERS, carry_out
from ilos.rules.setup import Setup

Event = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Pending:
    """Who is to act."""

    kind: Literal["seat", "chance", "over"]
    seat: int | None = None


# By what `face.to_act` says, which counts from the end for chance and when all is over.
_PENDING = (*(Pending("seat", seat) for seat in range(SEATS)), Pending("over"), Pending("chance"))


@dataclass(frozen=True, slots=True)
class ShipAt:
    """A ship in play. The rules know only its island; the part is where it was seen to dock."""

    seat: int
    berth: Berth

    def to_json(self) -> dict[str, Any]:
        return {"seat": self.seat, **self.berth.to_json()}


class Fleet(tuple[ShipAt, ...]):
    """All ships in play."""

    @cached_property
    def text(self) -> bytes:
        """As JSON; most moves leave every ship where it is."""
        return msgspec.json.encode([ship.to_json() for ship in self])


@dataclass(frozen=True, slots=True)
class _Before:
    """What a move that revealed nothing can be taken back to."""

    position: Position
    fleet: Fleet


class Game:
    """A game of Ilôs.

    >>> from ilos import new_game
    >>> game = new_game(["Ana", "Bo"], seed=7)
    >>> game.pending
    Pending(kind='seat', seat=0)
    >>> game.play(Mulligan())["type"]
    'mulligan'
    """

    def __init__(self, setup: Setup, chance: Chance | None = None) -> None:
        """Deal at once; without a source of chance, `replay` brings every outcome."""
        self.setup = setup
        self.position = face.new_position(setup.tables)
        self.events: MutableSequence[Event] = []
        self.fleet = Fleet()
        self._chance = chance
        self._undo: list[_Before] = []
        self.masked_logs: dict[int | None, Any] = {}  # a cache that `ilos.views` keeps and reads
        if chance is not None:
            self._deal(chance)

    @property
    def pending(self) -> Pending:
        """Whose decision is awaited."""
        return _PENDING[face.to_act(self.position)]

    @property
    def is_over(self) -> bool:
        return face.is_over(self.position)

    @property
    def round(self) -> int:
        """The round being played, 0 during setup."""
        return self.position.round

    def legal_moves(self) -> LegalMoves:
        """Every legal move of the seat to act, each with a suggested payment."""
        return LegalMoves(self.setup, self.position)

    def choices(self) -> choices.Choices | None:
        """The legal moves in compact form, with costs and the reasons for what is not possible."""
        return choices.choices(self.setup, self.position)

    def scores(self) -> tuple[scoring.Score, ...]:
        """What each seat's stock is worth now."""
        return scoring.scores(self.setup, self.position)

    def result(self) -> scoring.Result | None:
        """How the game ended; None while it runs."""
        return scoring.result(self.setup, self.position) if self.is_over else None

    def copy(self, chance: Chance | None = None) -> Game:
        """An independent twin with the same past; its future luck comes from `chance`."""
        twin = Game.__new__(Game)  # the position of a new game would be thrown away at once
        twin.setup = self.setup
        twin.position = self.position.copy()
        twin.events = self.events[:]
        twin.fleet = self.fleet
        twin._chance = chance or self._chance
        twin._undo = list(self._undo)
        twin.masked_logs = {}
        return twin

    def __copy__(self) -> Game:
        """A twin with the same past and, move for move, the same luck to come."""
        return self.copy(copy.deepcopy(self._chance))

    def __deepcopy__(self, memo: dict[int, object]) -> Game:
        return self.__copy__()

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "masked_logs": {}}

    def __eq__(self, other: object) -> bool:
        """The same table and the same past; a game changes, so it has no hash."""
        if not isinstance(other, Game):
            return NotImplemented
        return (
            self.position == other.position
            and self.setup == other.setup
            and list(self.events) == list(other.events)
        )

    __hash__ = None  # type: ignore[assignment]

    def play(self, move: Move, seat: int | None = None) -> Event:
        """Play a move of the seat to act, and let chance answer; the event.

        A seat that is given must be the one to act, else TooLate. IllegalMove changes nothing.
        """
        if self._chance is None:
            raise ValueError("this game has no source of chance; replay events instead")
        self._check_turn(seat)
        after = self.position.copy()
        mover = after.seat
        carry_out(self.setup, after, move)
        outcomes = settle(after, self._chance.draw)
        event = _event(self.setup, mover, move, outcomes, self.position)
        self._accept(event, move, after)
        return event

    def replay(self, event: Mapping[str, Any]) -> Event:
        """Play an event of a record, outcomes included; NotAMove or IllegalMove refuses it."""
        position = self.position.copy()
        if event.get("type") in ("setup", "deal"):
            return self._replay_deal(event, position)
        move = move_from_json(event)
        seat = event.get("seat")
        self._check_turn(seat if type(seat) is int else -1)
        mover = position.seat
        carry_out(self.setup, position, move)
        given = _Given(self.setup, event, move, position)
        outcomes = settle(position, given.draw)
        given.check_all_used()
        same = _event(self.setup, mover, move, outcomes, self.position)
        if isinstance(move, EndTurn):
            _check_production(event, same)
        self._accept(same, move, position)
        return same

    @property
    def can_undo(self) -> bool:
        """Is there a move of this turn to take back that has revealed nothing?"""
        return bool(self._undo)

    @property
    def undo_count(self) -> int:
        """How many moves of this turn can be taken back."""
        return len(self._undo)

    def undo(self) -> Event:
        """Take back the last move, if nothing hidden was revealed since; the event taken back."""
        if not self._undo:
            raise IllegalMove("6", "something hidden was revealed, or the turn has passed")
        before = self._undo.pop()
        self.position = before.position
        self.fleet = before.fleet
        return self.events.pop()

    def _check_turn(self, seat: int | None) -> None:
        pending = self.pending
        if pending.kind == "over":
            raise TooLate("the game is over", rule="5")
        if pending.kind == "chance":
            raise TooLate("chance is to act first", rule="3")
        if seat is not None and seat != pending.seat:
            raise TooLate(f"seat {pending.seat} is to move, not seat {seat}")

    def _accept(self, event: Event, move: Move, after: Position) -> None:
        if reveals(event) or after.seat != self.position.seat or isinstance(move, EndTurn):
            self._undo.clear()
        else:
            self._undo.append(_Before(self.position, self.fleet))
        if isinstance(move, (Ship, FirstIsland, FirstDock)):
            self.fleet = _sail(self.fleet, event["seat"], move, self._same_island)
        self.position = after
        self.events.append(event)

    def _same_island(self, a: PartAt, b: PartAt) -> bool:
        of = choices.island_of
        return of(self.setup, self.position, a) == of(self.setup, self.position, b)

    def _deal(self, chance: Chance) -> None:
        """RULES 3.2, 3.3: the exploration area and the first hands."""
        tiles = settle(self.position, chance.draw, AREA).tiles
        self.events.append({"type": "setup", "exploration": [self.setup.tile_id(t) for t in tiles]})
        for seat in range(len(self.setup.players)):
            cards = settle(self.position, chance.draw, FIRST_HAND).drawn
            dealt = [CARDS[card] for card in cards]
            self.events.append({"type": "deal", "seat": seat, "cards": dealt})

    def _replay_deal(self, event: Mapping[str, Any], p: Position) -> Event:
        if p.phase == PH_SETUP and event["type"] == "setup":
            tiles = _tile_numbers(self.setup, _list(event, "exploration", AREA))
            settle(p, _Scripted(tiles, "3.2").draw, AREA)
            same: Event = {"type": "setup", "exploration": list(event["exploration"])}
        elif p.phase == PH_DEAL and event["type"] == "deal":
            if event.get("seat") != p.seat or type(event.get("seat")) is not int:
                raise IllegalMove("3.3", f"seat {p.seat} is dealt to next")
            cards = _card_numbers(_list(event, "cards", FIRST_HAND), "cards")
            same = {"type": "deal", "seat": p.seat, "cards": list(event["cards"])}
            settle(p, _Scripted(cards, "3.3").draw, FIRST_HAND)
        else:
            raise IllegalMove("3", f"{event['type']} does not belong here")
        self.position = p
        self.events.append(same)
        return same


def reveals(event: Mapping[str, Any]) -> bool:
    """Did anybody learn something hidden by this event?"""
    explored = event.get("explored") or {}
    return bool(
        event["type"] in ("setup", "deal")
        or event.get("revealed")
        or explored.get("revealed")
        or event.get("drawn")
        or event.get("taken")
    )


def _sail(fleet: Fleet, seat: int, move: Ship | FirstIsland | FirstDock, same_island: Any) -> Fleet:
    """Where the ships are seen to lie after a move."""
    if isinstance(move, FirstIsland):
        return Fleet((*fleet, ShipAt(seat, PartAt(move.tile, move.part))))
    if isinstance(move, FirstDock):
        return Fleet((*fleet, ShipAt(seat, move.to)))
    left = _take_ship(fleet, seat, move.origin, same_island)
    return Fleet((*left, ShipAt(seat, move.to)))


def _take_ship(
    fleet: tuple[ShipAt, ...], seat: int, origin: Origin, same_island: Any
) -> tuple[ShipAt, ...]:
    """The fleet without the ship that leaves: one at that very part, else one at its island."""
    if isinstance(origin, str):
        return fleet
    ship = ShipAt(seat, origin)
    if ship not in fleet:
        assert not isinstance(origin, HideoutAt)
        ship = next(
            s
            for s in fleet
            if s.seat == seat and isinstance(s.berth, PartAt) and same_island(s.berth, origin)
        )
    at = fleet.index(ship)
    return fleet[:at] + fleet[at + 1 :]


def _event(setup: Setup, seat: int, move: Move, outcomes: Outcomes, before: Position) -> Event:
    """The line of the record: the move, who made it, and what chance added."""
    event: Event = {"type": move.type, "seat": seat, **move.to_json()}
    revealed = setup.tile_id(outcomes.tiles[0]) if outcomes.tiles else None
    if isinstance(move, (FirstIsland, FirstDock)):
        event["revealed"] = revealed
    elif isinstance(move, Ship) and move.explored is not None:
        event["explored"]["revealed"] = revealed
    elif isinstance(move, Mulligan):
        event["drawn"] = [CARDS[card] for card in outcomes.drawn]
    elif isinstance(move, EndTurn):
        board = before.production[seat * RESOURCE_COUNT : (seat + 1) * RESOURCE_COUNT]
        event["produced"] = {r: n for r, n in zip(RESOURCES, board, strict=True) if n}
        event["drawn"] = [CARDS[card] for card in outcomes.drawn]
        event["taken"] = [{"seat": victim, "card": CARDS[card]} for victim, card in outcomes.taken]
    return event


class _Scripted:
    """Outcomes given in advance, each of which must be possible."""

    def __init__(self, outcomes: Sequence[int], rule: str) -> None:
        self._left = list(reversed(outcomes))
        self._rule = rule

    def draw(self, weights: Sequence[int]) -> int:
        outcome = self._left.pop()
        if weights[outcome] == 0:
            what = f"a {CARDS[outcome]} card" if len(weights) == len(CARDS) else "that tile"
            raise IllegalMove(self._rule, f"{what} cannot come up: none is left there")
        return outcome


class _Given:
    """The outcomes that an event of a record gives for its move."""

    def __init__(
        self, setup: Setup, event: Mapping[str, Any], move: Move, position: Position
    ) -> None:
        self._position = position
        self._tiles: list[int] = []
        self._drawn: list[int] = []
        self._taken: list[tuple[int, int]] = []
        if isinstance(move, (FirstIsland, FirstDock)):
            self._reveal(setup, event)
        elif isinstance(move, Ship) and move.explored is not None:
            self._reveal(setup, event["explored"])
        elif isinstance(move, Mulligan):
            self._drawn = _card_numbers(_list(event, "drawn"), "drawn")
        elif isinstance(move, EndTurn):
            self._drawn = _card_numbers(_list(event, "drawn"), "drawn")
            self._taken = [_taken(entry) for entry in _list(event, "taken")]
        for outcomes in (self._tiles, self._drawn, self._taken):
            outcomes.reverse()

    def _reveal(self, setup: Setup, event: Mapping[str, Any]) -> None:
        if "revealed" not in event:
            raise NotAMove("the key 'revealed' is missing")
        if event["revealed"] is not None:
            self._tiles = _tile_numbers(setup, [event["revealed"]])

    def draw(self, weights: Sequence[int]) -> int:
        if face.is_tile_pending(self._position):
            if not self._tiles:
                raise IllegalMove("4.2", "a tile must be turned up to refill the exploration area")
            outcome, rule, what = self._tiles.pop(), "3.2", "that tile has been seen already"
        elif self._drawn:
            outcome, rule = self._drawn.pop(), "4.7"
            what = f"no {CARDS[outcome]} is left in the pile"
            if face.is_taking(self._position):
                raise IllegalMove(rule, "the pile is empty, so cards are taken from a hand")
        elif self._taken and face.is_taking(self._position):
            victim, outcome = self._taken.pop()
            rule, what = "4.7", f"seat {victim} holds no {CARDS[outcome]}"
            if victim != self._position.victim:
                raise IllegalMove(rule, f"seat {self._position.victim} has the fullest hand")
        else:
            raise IllegalMove("4.7", "too few cards are drawn")
        if weights[outcome] == 0:
            raise IllegalMove(rule, what)
        return outcome

    def check_all_used(self) -> None:
        if self._tiles:
            raise IllegalMove("4.2", "no tile is turned up here")
        if self._drawn or self._taken:
            raise IllegalMove("4.7", "too many cards are drawn")


def _list(event: Mapping[str, Any], key: str, length: int | None = None) -> list[Any]:
    value = event.get(key)
    if not isinstance(value, list):
        raise NotAMove(f"{key}: a list is needed here")
    if length is not None and len(value) != length:
        raise NotAMove(f"{key}: {length} are needed, not {len(value)}")
    return value


def _tile_numbers(setup: Setup, ids: list[Any]) -> list[int]:
    for tile in ids:
        if not isinstance(tile, str) or tile not in setup.tile_numbers:
            raise NotAMove(f"{str(tile)[:40]!r} is not the id of a tile of the set")
    return [setup.tile_numbers[tile] for tile in ids]


def _card_numbers(cards: list[Any], key: str) -> list[int]:
    for card in cards:
        if not isinstance(card, str) or card not in CARD_NUMBERS:
            raise NotAMove(f"{key}: {str(card)[:40]!r} is not one of {', '.join(CARDS)}")
    return [CARD_NUMBERS[card] for card in cards]


def _taken(entry: object) -> tuple[int, int]:
    if not isinstance(entry, dict) or type(entry.get("seat")) is not int:
        raise NotAMove("taken: an entry has a seat and a card")
    return entry["seat"], _card_numbers([entry.get("card")], "taken")[0]


def _check_production(event: Mapping[str, Any], same: Event) -> None:
    produced = event.get("produced")
    if not isinstance(produced, dict):
        raise NotAMove("produced: an object of resource and count is needed")
    for resource, count in produced.items():
        if resource not in RESOURCES:
            raise NotAMove(f"produced: {str(resource)[:40]!r} is not one of {', '.join(RESOURCES)}")
        if type(count) is not int or count < 0:
            raise NotAMove(f"produced: {count!r} is not a whole number from 0 up")
    if {name: count for name, count in produced.items() if count} != same["produced"]:
        raise IllegalMove("4.6", f"the production board gives {same['produced']}")
