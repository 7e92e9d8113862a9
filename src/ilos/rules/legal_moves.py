"""All legal moves of a position as a sequence: iterated, counted, indexed, and asked with `in`.

Payments are free (any card pays for 1), so each move comes with a suggested payment, and `in`
accepts any other that the rules accept; it also takes the short text of a move. Ships multiply out
(origins × berths), so moves are made when they are asked for: counting thousands of them costs no
more than counting a few.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from operator import eq
from operator import index as as_index
from typing import overload

from ilos.engine import api
from ilos.engine import constants as c
from ilos.engine.position import Position
from ilos.rules import moves
from ilos.rules.cards import CARD_FOR
from ilos.rules.choices import islands, suggested_payment
from ilos.rules.errors import MoveError
from ilos.rules.moves import Move
from ilos.rules.names import CARDS, RESOURCES, Card
from ilos.rules.notation import parse_move
from ilos.rules.playing import carry_out
from ilos.rules.setup import Setup, cell_at

_LAST_ORIGIN = c.D_RESERVE + c.FROM_HIDEOUT + c.TILES


@dataclass(slots=True)
class _Group:
    """Moves of one sort: how many, and how to make one of them."""

    size: int
    make: Callable[[int], Move]


class LegalMoves(Sequence[Move]):
    """The legal moves of the seat to act; empty while chance is pending and when all is over.

    >>> from ilos import new_game
    >>> game = new_game(["Ana", "Bo"], seed=7)
    >>> len(game.legal_moves), game.legal_moves[0], moves.Mulligan(()) in game.legal_moves
    (18, Mulligan(discarded=()), True)

    Text is read as `play` reads it: what is a move but not a legal one is not in the list, and
    what is no move at all raises NotAMove, so that a misspelt move is not taken for an illegal one.

    >>> "mulligan" in game.legal_moves, "end" in game.legal_moves
    (True, False)
    """

    def __init__(self, setup: Setup, position: Position) -> None:
        self._setup = setup
        self._position = position
        self._payments: dict[tuple[Card, int], moves.Cards] = {}  # suggested, by card and cost

    def __len__(self) -> int:
        return sum(group.size for group in self._groups)

    def __bool__(self) -> bool:
        return bool(self._groups)

    def __iter__(self) -> Iterator[Move]:
        for group in self._groups:
            yield from map(group.make, range(group.size))

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> list[Move]: ...
    def __getitem__(self, index: int | slice) -> Move | list[Move]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        number = as_index(index)  # whatever counts as a whole number, NumPy's too
        left = number if number >= 0 else number + len(self)
        for group in self._groups:
            if 0 <= left < group.size:
                return group.make(left)
            left -= group.size
        raise IndexError(f"there are only {len(self)} legal moves")

    def __contains__(self, move: object) -> bool:
        if isinstance(move, str):
            move = parse_move(move)
        if not isinstance(move, Move):
            return False
        try:
            carry_out(self._setup, self._position.copy(), move)
        except MoveError:
            return False
        return True

    def __eq__(self, other: object) -> bool:
        """The same moves in the same order, in a list or tuple too; like a list, without a hash."""
        if not isinstance(other, LegalMoves | list | tuple):
            return NotImplemented
        return len(self) == len(other) and all(map(eq, self, other))

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[type[LegalMoves], tuple[Setup, Position]]:
        return (LegalMoves, (self._setup, self._position))

    def __repr__(self) -> str:
        return f"<LegalMoves: {len(self)} of seat {self._position.seat}>"

    @cached_property
    def _groups(self) -> list[_Group]:
        p = self._position
        if api.is_chance_pending(p) or api.is_over(p):
            return []
        if p.phase == c.PH_MULLIGAN:
            return [_listed(self._mulligans())]
        if p.phase == c.PH_FIRST:
            return [self._first_islands()]
        return self._actions()

    def _mulligans(self) -> list[Move]:
        p = self._position
        hand = p.hand[p.seat * c.CARD_KINDS : (p.seat + 1) * c.CARD_KINDS]
        return [
            moves.Mulligan(tuple(CARDS[i] for i, count in enumerate(counts) for _ in range(count)))
            for counts in product(*(range(count + 1) for count in hand))
        ]

    def _first_islands(self) -> _Group:
        laid = api.explorations(self._position)
        if not laid:
            return _listed(
                [moves.first_dock(part) for part in islands(self._setup, self._position)]
            )

        def make(index: int) -> Move:
            tile, cell, rotation, part = laid[index]
            return moves.FirstIsland(self._setup.tile_id(tile), cell_at(cell), rotation, part)

        return _Group(len(laid), make)

    def _actions(self) -> list[_Group]:
        decisions = api.legal_decisions(self._position)
        origins = [d - c.D_RESERVE for d in decisions if c.D_RESERVE <= d < _LAST_ORIGIN]
        ends: list[Move] = [
            moves.Market(RESOURCES[d - c.D_MARKET]) for d in decisions if d >= c.D_MARKET
        ]
        ends.append(moves.EndTurn())
        return [*(self._ships(origins) if origins else []), self._works(), _listed(ends)]

    def _works(self) -> _Group:
        works = api.works(self._position)

        def make(index: int) -> Move:
            site, cost, option = works[index]
            at = self._setup.sites[site]
            card = CARD_FOR[self._setup.site_kind(site)]
            paid = self._payment(card, cost)
            if card != "building":
                return moves.WORKS[card](at, paid)
            if option == 0:
                return moves.Building(at, "fort", None, paid)
            return moves.Building(at, "trading_post", RESOURCES[option - 1], paid)

        return _Group(len(works), make)

    def _payment(self, card: Card, cost: int) -> moves.Cards:
        paid = self._payments.get((card, cost))
        if paid is None:
            paid = self._payments[card, cost] = suggested_payment(self._position, card, cost)
        return paid

    def _ships(self, origins: list[int]) -> list[_Group]:
        """For each ship: every island but its own, every free hideout, every exploration."""
        setup, p = self._setup, self._position
        laid = api.explorations(p)
        shores = [(part, setup.shore_at(part)) for part in api.oldest_parts(p)]
        hideouts = [setup.hideout_at(tile) for tile in api.free_hideouts(p)]
        groups = []
        for number in origins:
            origin: moves.Origin = "reserve"
            home = -1
            if number >= c.FROM_HIDEOUT:
                origin = setup.hideout_at(number - c.FROM_HIDEOUT)
            elif number >= c.FROM_ISLAND:
                home = number - c.FROM_ISLAND
                origin = setup.shore_at(home)
            berths = [berth for part, berth in shores if part != home] + hideouts
            groups.append(self._ships_of(origin, berths, laid))
        return groups

    def _ships_of(
        self, origin: moves.Origin, berths: list[moves.Berth], laid: list[tuple[int, int, int, int]]
    ) -> _Group:
        def make(index: int) -> Move:
            paid = self._payment("ship", 1)
            if index < len(berths):
                return moves.Ship(origin, berths[index], None, paid)
            tile, cell, rotation, part = laid[index - len(berths)]
            explored = moves.Exploration(self._setup.tile_id(tile), cell_at(cell), rotation)
            return moves.Ship(origin, moves.Berth(explored.tile, part), explored, paid)

        return _Group(len(berths) + len(laid), make)


def _listed(found: Sequence[Move]) -> _Group:
    return _Group(len(found), found.__getitem__)
