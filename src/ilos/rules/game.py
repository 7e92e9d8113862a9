"""A game being played: its setup, its position, and the log of events so far.

`Game` is what other packages use. A move is applied whole or not at all; whatever chance
adds is drawn from the source handed in, and both together make one event of the record.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, MutableSequence, Sequence, Sized
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, Self

import msgspec

from ilos.engine import api
from ilos.engine.constants import AREA, FIRST_HAND, PH_DEAL, PH_MULLIGAN, PH_SETUP, SEATS
from ilos.engine.constants import RESOURCES as RESOURCE_COUNT
from ilos.engine.position import Position
from ilos.rules import choices, events, moves, scoring
from ilos.rules.chance import Chance
from ilos.rules.errors import IllegalMove, NotAMove, TooLate, wrong_type
from ilos.rules.events import Event
from ilos.rules.legal_moves import LegalMoves
from ilos.rules.moves import Move
from ilos.rules.names import CARDS, RESOURCES
from ilos.rules.notation import parse_move
from ilos.rules.outcomes import Outcomes, settle
from ilos.rules.playing import CARD_NUMBERS, carry_out, check_in_hand
from ilos.rules.setup import Setup


@dataclass(frozen=True, slots=True)
class Pending:
    """Who is to act."""

    kind: Literal["seat", "chance", "over"]
    seat: int | None = None


# By what `api.to_act` says, which counts from the end for chance and when all is over.
_PENDING = (*(Pending("seat", seat) for seat in range(SEATS)), Pending("over"), Pending("chance"))


class ShipAt(moves.Shape, frozen=True, omit_defaults=True):
    """A ship in play. The rules know only its island; the part is where it was seen to dock."""

    seat: int
    tile: str
    part: int | None = None
    hideout: bool = False


class Fleet(tuple[ShipAt, ...]):
    """All ships in play."""

    @cached_property
    def text(self) -> bytes:
        """As JSON; most moves leave every ship where it is."""
        return msgspec.json.encode(tuple(self))


def ship_at(seat: int, berth: moves.Berth) -> ShipAt:
    """A ship of a seat at a berth."""
    return ShipAt(seat, berth.tile, berth.part, berth.hideout)


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
    >>> game.play(moves.Mulligan(()))
    MulliganEvent(seat=0, discarded=(), drawn=())
    """

    def __init__(self, setup: Setup, chance: Chance | None = None) -> None:
        """Deal at once; without a source of chance, `replay` brings every outcome."""
        self.setup = setup
        self.position = api.new_position(setup.printed)
        self.events: MutableSequence[Event] = []
        self.fleet = Fleet()
        self._chance = chance
        self._undo: list[_Before] = []
        self._legal: tuple[Position, LegalMoves] | None = None
        self.masked_logs: dict[int | None, Any] = {}  # a cache that `ilos.views` keeps and reads
        if chance is not None:
            self._deal(chance)

    @property
    def pending(self) -> Pending:
        """Whose decision is awaited."""
        return _PENDING[api.to_act(self.position)]

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return api.is_over(self.position)

    @property
    def round(self) -> int:
        """The round being played, 0 during setup."""
        return self.position.round

    @property
    def legal_moves(self) -> LegalMoves:
        """Every legal move of the seat to act, each with a suggested payment; worked out once."""
        known = self._legal
        if known is None or known[0] is not self.position:  # every move makes a new position
            known = self._legal = (self.position, LegalMoves(self.setup, self.position))
        return known[1]

    def choices(self) -> choices.Choices | None:
        """The legal moves in compact form, with costs and the reasons for what is not possible."""
        return choices.choices(self.setup, self.position)

    def scores(self) -> tuple[scoring.Score, ...]:
        """What each seat's stock is worth now."""
        return scoring.scores(self.setup, self.position)

    def result(self) -> scoring.Result | None:
        """How the game ended; None while it runs."""
        return scoring.result(self.setup, self.position) if self.is_over else None

    def copy(self, chance: Chance | None = None) -> Self:
        """An independent twin with the same past; its future luck comes from `chance`."""
        if chance is not None and not hasattr(chance, "draw"):
            raise wrong_type("chance", chance, "a source of luck such as SeededChance(7)")
        twin = type(self).__new__(
            type(self)
        )  # the position of a new game would be thrown away at once
        twin.setup = self.setup
        twin.position = self.position.copy()
        twin.events = self.events[:]
        twin.fleet = self.fleet
        twin._chance = chance or self._chance
        twin._undo = list(self._undo)
        twin.masked_logs = {}
        twin._legal = None
        return twin

    def __repr__(self) -> str:
        names = ", ".join(player.name for player in self.setup.players)
        pending = self.pending
        state = pending.kind if pending.seat is None else f"seat {pending.seat} to move"
        return f"<Game of {names}: round {self.round}, {state}, {len(self.events)} events>"

    def __copy__(self) -> Self:
        """A twin with the same past and, move for move, the same luck to come."""
        return self.copy(copy.deepcopy(self._chance))

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        return self.__copy__()

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "masked_logs": {}, "_legal": None}

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

    def play(self, move: Move | str, seat: int | None = None) -> Event:
        """Play a move of the seat to act, or the short text of one; return the event.

        A seat that is given must be the one to act, else TooLate. IllegalMove changes nothing.
        """
        if self._chance is None:
            raise ValueError(
                "nothing decides the luck of this game: to play on, use ilos.load(path, seed=1)"
            )
        self._check_turn(seat)
        if isinstance(move, str):
            move = parse_move(move)
        after = self.position.copy()
        mover = after.seat
        carry_out(self.setup, after, move)
        outcomes = settle(after, self._chance.draw)
        event = _event(self.setup, mover, move, outcomes, self.position)
        self._accept(event, move, after)
        return event

    @property
    def awaits_mulligan(self) -> bool:
        """Whether the seat to act is to make its mulligan."""
        return self.position.phase == PH_MULLIGAN

    def check_mulligan(self, move: moves.Mulligan, seat: int) -> None:
        """Raise IllegalMove unless a seat whose mulligan is still to come may make this one.

        What others do before does not change its hand.
        """
        check_in_hand(self.position, seat, move.discarded, "3.4")

    def replay(self, event: Event) -> Event:
        """Play an event of a record, outcomes included; NotAMove or IllegalMove refuses it."""
        position = self.position.copy()
        if isinstance(event, (events.SetupEvent, events.DealEvent)):
            return self._replay_deal(event, position)
        move = events.move_of(event)
        self._check_turn(event.seat)
        mover = position.seat
        carry_out(self.setup, position, move)
        given = _Given(self.setup, event, position)
        outcomes = settle(position, given.draw)
        given.check_all_used()
        same = _event(self.setup, mover, move, outcomes, self.position)
        if isinstance(event, events.EndTurnEvent) and isinstance(same, events.EndTurnEvent):
            _check_production(event, same)
        self._accept(same, move, position)
        return same

    @property
    def can_undo(self) -> bool:
        """Whether the last move of this turn revealed nothing and can be taken back."""
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
        is_end = after.seat != self.position.seat or isinstance(move, moves.EndTurn)
        if is_end or events.reveals(event):
            self._undo.clear()
        else:
            self._undo.append(_Before(self.position, self.fleet))
        if isinstance(move, (moves.Ship, moves.FirstIsland)):
            self.fleet = _sail(self.fleet, self.position.seat, move, self._same_island)
        self.position = after
        self.events.append(event)

    def _same_island(self, a: ShipAt, b: moves.Berth) -> bool:
        of = choices.island_of
        return of(self.setup, self.position, a) == of(self.setup, self.position, b)

    def _deal(self, chance: Chance) -> None:
        """RULES 3.2, 3.3: the exploration area and the first hands."""
        tiles = settle(self.position, chance.draw, AREA).tiles
        self.events.append(events.SetupEvent(tuple(self.setup.tile_id(tile) for tile in tiles)))
        for seat in range(len(self.setup.players)):
            cards = settle(self.position, chance.draw, FIRST_HAND).drawn
            self.events.append(events.DealEvent(seat, tuple(CARDS[card] for card in cards)))

    def _replay_deal(self, event: events.SetupEvent | events.DealEvent, p: Position) -> Event:
        if p.phase == PH_SETUP and isinstance(event, events.SetupEvent):
            _check_count(event.exploration, AREA, "exploration")
            tiles = _tile_numbers(self.setup, event.exploration)
            settle(p, _Scripted(tiles, "3.2").draw, AREA)
        elif p.phase == PH_DEAL and isinstance(event, events.DealEvent):
            if event.seat != p.seat:
                raise IllegalMove("3.3", f"seat {p.seat} is dealt to next")
            cards = _card_numbers(event.cards, "cards")
            _check_count(cards, FIRST_HAND, "cards")
            settle(p, _Scripted(cards, "3.3").draw, FIRST_HAND)
        else:
            raise IllegalMove("3", f"{event.type} does not belong here")
        self.position = p
        self.events.append(event)
        return event


def _sail(fleet: Fleet, seat: int, move: moves.Ship | moves.FirstIsland, same_island: Any) -> Fleet:
    """Where the ships are seen to lie after a move."""
    if isinstance(move, moves.FirstIsland):
        return Fleet((*fleet, ship_at(seat, move.berth)))
    left = _take_ship(fleet, seat, move.origin, same_island)
    return Fleet((*left, ship_at(seat, move.to)))


def _take_ship(
    fleet: tuple[ShipAt, ...], seat: int, origin: moves.Origin, same_island: Any
) -> tuple[ShipAt, ...]:
    """The fleet without the ship that leaves: one at that very part, else one at its island."""
    if isinstance(origin, str):
        return fleet
    ship = ship_at(seat, origin)
    if ship not in fleet:
        assert not origin.hideout
        ship = next(s for s in fleet if s.seat == seat and not s.hideout and same_island(s, origin))
    at = fleet.index(ship)
    return fleet[:at] + fleet[at + 1 :]


def _event(setup: Setup, seat: int, move: Move, outcomes: Outcomes, before: Position) -> Event:
    """The line of the record: the move, who made it, and what chance added."""
    revealed = setup.tile_id(outcomes.tiles[0]) if outcomes.tiles else None
    drawn = tuple(CARDS[card] for card in outcomes.drawn)
    match move:
        case moves.Mulligan():
            return events.MulliganEvent(seat, move.discarded, drawn)
        case moves.FirstIsland():
            return events.FirstIslandEvent(
                seat=seat, revealed=revealed, **msgspec.structs.asdict(move)
            )
        case moves.Ship(explored=to_lay):
            explored = None
            if to_lay is not None:
                explored = events.Explored(to_lay.tile, to_lay.cell, to_lay.rotation, revealed)
            return events.ShipEvent(seat, move.origin, move.to, explored, move.paid)
        case moves.Plantation():
            return events.PlantationEvent(seat, move.site, move.paid)
        case moves.GoldMine():
            return events.GoldMineEvent(seat, move.site, move.paid)
        case moves.Ruins():
            return events.RuinsEvent(seat, move.site, move.paid)
        case moves.Building():
            return events.BuildingEvent(seat, move.site, move.building, move.resource, move.paid)
        case moves.Market():
            return events.MarketEvent(seat, move.resource)
        case moves.EndTurn():
            board = before.production[seat * RESOURCE_COUNT : (seat + 1) * RESOURCE_COUNT]
            produced = {r: n for r, n in zip(RESOURCES, board, strict=True) if n}
            taken = tuple(events.Taken(victim, CARDS[card]) for victim, card in outcomes.taken)
            return events.EndTurnEvent(seat, produced, drawn, taken)


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

    def __init__(self, setup: Setup, event: Event, position: Position) -> None:
        self._position = position
        self._tiles: list[int] = []
        self._drawn: list[int] = []
        self._taken: list[tuple[int, int]] = []
        match event:
            case (
                events.FirstIslandEvent(revealed=str(tile))
                | events.ShipEvent(explored=events.Explored(revealed=str(tile)))
            ):
                self._tiles = _tile_numbers(setup, [tile])
            case events.MulliganEvent():
                self._drawn = _card_numbers(event.drawn, "drawn")
            case events.EndTurnEvent():
                self._drawn = _card_numbers(event.drawn, "drawn")
                self._taken = [_taken(entry) for entry in event.taken]
        for outcomes in (self._tiles, self._drawn, self._taken):
            outcomes.reverse()

    def draw(self, weights: Sequence[int]) -> int:
        if api.is_tile_pending(self._position):
            if not self._tiles:
                raise IllegalMove("4.2", "a tile must be turned up to refill the exploration area")
            outcome, rule, what = self._tiles.pop(), "3.2", "that tile has been seen already"
        elif self._drawn:
            outcome, rule = self._drawn.pop(), "4.7"
            what = f"no {CARDS[outcome]} is left in the pile"
            if api.is_taking(self._position):
                raise IllegalMove(rule, "the pile is empty, so cards are taken from a hand")
        elif self._taken and api.is_taking(self._position):
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


def _tile_numbers(setup: Setup, ids: Iterable[str]) -> list[int]:
    for tile in ids:
        if tile not in setup.tile_numbers:
            raise NotAMove(f"{tile[:40]!r} is not the id of a tile of the set")
    return [setup.tile_numbers[tile] for tile in ids]


def _card_numbers(cards: events.Hidden, key: str) -> list[int]:
    if isinstance(cards, int):
        raise NotAMove(f"{key}: the cards are hidden; only a full record can be replayed")
    return [CARD_NUMBERS[card] for card in cards]


def _taken(entry: events.Taken) -> tuple[int, int]:
    if entry.card is None:
        raise NotAMove("taken: the card is hidden; only a full record can be replayed")
    return entry.seat, CARD_NUMBERS[entry.card]


def _check_count(values: Sized, count: int, key: str) -> None:
    if len(values) != count:
        raise NotAMove(f"{key}: {count} are needed, not {len(values)}")


def _check_production(event: events.EndTurnEvent, same: events.EndTurnEvent) -> None:
    if {name: count for name, count in event.produced.items() if count} != same.produced:
        raise IllegalMove("4.6", f"the production board gives {same.produced}")
