"""Turning a move into the engine's decisions (RULES 3.4, 3.5, 4), or saying which rule forbids it.

`carry_out` changes the position it is given as it goes; a caller that must have a move whole or
not at all gives it a copy.
"""

from collections.abc import Callable, Sequence
from reprlib import repr as shown
from typing import Any, NoReturn, get_args

from ilos.engine import api
from ilos.engine import constants as c
from ilos.engine.position import Position
from ilos.rules import moves
from ilos.rules.cards import CARD_FOR
from ilos.rules.errors import IllegalMove, NotAMove
from ilos.rules.moves import Move
from ilos.rules.names import CARDS, RESOURCES
from ilos.rules.obstacles import Obstacle, market_obstacle, site_obstacle
from ilos.rules.setup import Setup, cell_number

CARD_NUMBERS: dict[str, int] = {name: number for number, name in enumerate(CARDS)}


def carry_out(setup: Setup, p: Position, move: Move) -> list[int]:
    """Play a move of the seat to act, up to where chance adds its outcomes; or IllegalMove.

    Return the decisions that the move is made of. A ship that docks at an island is decided by
    that island's oldest part.
    """
    due = _DUE.get(p.phase)
    if due is None or not isinstance(move, due[0]):
        said = due[1] if due else "chance is to act first"
        if not isinstance(move, Move):
            raise NotAMove(f"{shown(move)} is no move; see ilos.moves and ilos.parse_move")
        raise IllegalMove("3" if p.round == 0 else "4.1", f"{said}, not {move.type}")
    carrier = _Carrier(setup, p)
    _CARRIERS[type(move)](carrier, move)
    return carrier.decisions


_DUE: dict[int, tuple[Any, str]] = {
    c.PH_MULLIGAN: (moves.Mulligan, "a mulligan is due"),
    c.PH_FIRST: (moves.FirstIsland, "a first island is due"),
    c.PH_ACTION: (
        tuple({*get_args(Move)} - {moves.Mulligan, moves.FirstIsland}),
        "an action or the end of the turn is due",
    ),
}


def check_in_hand(
    p: Position, seat: int, cards: moves.Cards, rule: str, given: Sequence[int] = ()
) -> None:
    """Raise IllegalMove unless a seat has these cards, those given up already included."""
    for name in set(cards):
        count = cards.count(name)
        number = CARD_NUMBERS[name]
        held = api.cards_of_kind(p, seat, number) + given.count(c.D_CARD + number)
        if held < count:
            _refuse(rule, f"{count} {name} given up, but only {held} in the hand to give")


def _refuse(rule: str, message: str) -> NoReturn:
    raise IllegalMove(rule, message)


class _Carrier:
    """Takes the decisions of one move, or says which rule forbids it."""

    __slots__ = ("decisions", "p", "setup")

    def __init__(self, setup: Setup, p: Position) -> None:
        self.setup = setup
        self.p = p
        self.decisions: list[int] = []

    def decide(self, decision: int) -> bool:
        """Take a decision if it is legal, and return whether it was."""
        self.decisions.append(decision)
        return api.try_decision(self.p, decision)

    def mulligan(self, move: moves.Mulligan) -> None:
        self._give_up(move.discarded, "3.4")
        self.decide(c.D_DONE)

    def _give_up(self, cards: moves.Cards, rule: str) -> None:
        """Take cards from the hand of the seat to act."""
        decisions = sorted([c.D_CARD + CARD_NUMBERS[name] for name in cards])
        given = api.try_decisions(self.p, decisions)
        if given < len(decisions):
            check_in_hand(self.p, self.p.seat, cards, rule, decisions[:given])
        self.decisions += decisions

    def first_island(self, move: moves.FirstIsland) -> None:
        if move.to is not None:
            if not self.decide(c.D_DOCK + self._island(move.to, "3.5")):
                _refuse("3.5", "a face-up tile can be placed, so the first ship must bring a tile")
            return
        assert move.laid is not None
        assert move.part is not None
        self._lay(move.laid, "3.5")
        self._dock_at_laid(moves.PartAt(move.laid.tile, move.part), "3.5")

    def _lay(self, laid: moves.Exploration, rule: str) -> None:
        """Lay a face-up tile."""
        area, tile = self.p.area, self.setup.tile_numbers.get(laid.tile, -1)
        if tile < 0 or tile not in area:
            _refuse(rule, f"tile {laid.tile} is not in the exploration area")
        if not self.decide(c.D_EXPLORE + area.index(tile)):
            _refuse("2", f"tile {laid.tile} fits nowhere")
        frontier = self.p.frontier_cell[: self.p.frontier_count]
        wanted = cell_number(laid.cell)
        if wanted not in frontier:
            _refuse("2", f"cell {list(laid.cell)} is not an empty cell next to a tile in play")
        if not self.decide(c.D_CELL + frontier.index(wanted)) or not (
            laid.rotation < c.SIDES and self.decide(c.D_ROTATION + laid.rotation)
        ):
            _refuse(
                "2",
                f"tile {laid.tile} turned by {laid.rotation} does not fit at {list(laid.cell)}: "
                "touching sides must agree, and land must meet land at least once",
            )

    def _dock_at_laid(self, part: moves.PartAt | moves.Berth, rule: str) -> None:
        """Dock at a part of the tile just laid; the engine knows its first part on that island."""
        number = self.setup.part_number(part)
        if number is None or number // c.PARTS != self.p.laying:
            _refuse(rule, "the ship docks at a part of the tile just laid")
        first = number // c.PARTS * c.PARTS
        islands = self.p.island[first : first + c.PARTS]
        self.decide(c.D_PART + islands.index(islands[number - first]))

    def _island(self, part: moves.PartAt | moves.Berth, rule: str) -> int:
        """Return the island of a part, by its oldest part."""
        number = self.setup.part_number(part)
        island = -1 if number is None else api.island_of_part(self.p, number)
        if island < 0:
            _refuse(rule, f"part {part.part} of tile {part.tile} is not in play")
        return island

    def _hideout(self, hideout: moves.Berth) -> int:
        """Return the tile of a hideout in play."""
        tile = self.setup.tile_numbers.get(hideout.tile, -1)
        if tile < 0 or self.p.order[tile] < 0 or not self.setup.tile_set.tiles[tile].hideout:
            _refuse("4.2", f"there is no hideout of tile {hideout.tile} in play")
        return tile

    def ship(self, move: moves.Ship) -> None:
        self._start_ship(move)
        if move.explored is not None:
            if move.to.hideout:
                _refuse("4.2", "a ship that explores docks at a part of the new tile")
            self._lay(move.explored, "4.2")
            self._dock_at_laid(move.to, "4.2")
        elif move.to.hideout:
            if not self.decide(c.D_HIDEOUT + self._hideout(move.to)):
                _refuse("4.2", f"the hideout of tile {move.to.tile} is taken")
        elif not self.decide(c.D_DOCK + self._island(move.to, "4.2")):
            _refuse("4.2", "the ship already lies at that island")
        self._pay(move.paid)

    def _start_ship(self, move: moves.Ship) -> None:
        if isinstance(move.origin, str):
            decision, lack = c.D_RESERVE, "no ship is left in your reserve"
        elif move.origin.hideout:
            decision = c.D_FROM_HIDEOUT + self._hideout(move.origin)
            lack = f"no ship of yours is on the hideout of tile {move.origin.tile}"
        else:
            decision = c.D_FROM_ISLAND + self._island(move.origin, "4.2")
            lack = f"no ship of yours lies at part {move.origin.part} of tile {move.origin.tile}"
        if not self.decide(decision):
            self._check_ship_card()
            _refuse("4.2", f"{lack}, or it has nowhere to go")

    def _check_ship_card(self) -> None:
        """Raise IllegalMove without a Ship card, or another to pay for it."""
        if api.cards_of_kind(self.p, self.p.seat, c.SHIP) == 0:
            _refuse("4.1", f"ship cannot be played: {Obstacle('card')}")
        spare = api.cards_in_hand(self.p, self.p.seat) - 1
        if spare < 1:
            _refuse("4.1", f"ship cannot be played: {Obstacle('cards', 1, spare)}")

    def work(self, move: moves.Plantation | moves.GoldMine | moves.Ruins) -> None:
        self._pay(move.paid, self._start_work(move.site, move.type))

    def building(self, move: moves.Building) -> None:
        cost = self._start_work(move.site, move.type)
        option = 0
        if (move.building == "fort") != (move.resource is None):
            _refuse("4.3", "a fort copies nothing, and a trading post copies one resource")
        if move.resource is not None:
            if move.resource == "gold":
                _refuse("4.3", "a trading post never copies gold")
            option = 1 + RESOURCES.index(move.resource)
        if not self.decide(c.D_BUILD + option):
            _refuse("4.3", f"nobody works a {move.resource} plantation on that island")
        self._pay(move.paid, cost)

    def _start_work(self, at: moves.SiteAt, card: str) -> int:
        """Choose the site; return what it costs."""
        setup, p = self.setup, self.p
        site = setup.site_number(at)
        if site is None or p.order[setup.tile_numbers[at.tile]] < 0:
            _refuse(
                "4.1", f"there is no site {at.site} on part {at.part} of tile {at.tile} in play"
            )
        kind = setup.site_kind(site)
        if CARD_FOR[kind] != card:
            _refuse("4.1", f"a {card} card does not work a {kind} site")
        cost = api.cost_at(p, site)
        if not self.decide(c.D_SITE + site):
            if p.pioneer[site] >= 0:
                _refuse("4.1", "a pioneer stands on that site already")
            obstacle = site_obstacle(setup, p, site)
            _refuse(_rule_of(p, card, cost, obstacle), f"{card} cannot be played there: {obstacle}")
        return cost

    def _pay(self, paid: moves.Cards, cost: int = 1) -> None:
        if len(paid) != cost:
            _refuse("4.1", f"the action costs {cost}, but {len(paid)} were paid")
        self._give_up(paid, "4.1")

    def market(self, move: moves.Market) -> None:
        resource = RESOURCES.index(move.resource)
        if not self.decide(c.D_MARKET + resource):
            obstacle = market_obstacle(self.p, resource) or Obstacle("card")
            _refuse("4.4", f"{move.resource} cannot be raised: {obstacle}")

    def end_turn(self, _: moves.EndTurn) -> None:
        self.decide(c.D_END_TURN)


def _rule_of(p: Position, card: str, cost: int, obstacle: Obstacle | None) -> str:
    """The section that forbids working a site: 4.5 if only pirates make it too dear."""
    if obstacle and obstacle.reason == "buildings":
        return "1"
    usual = api.cost(CARD_NUMBERS[card], False)
    if obstacle and obstacle.reason == "cards" and usual < cost and usual < p.hand_size[p.seat]:
        return "4.5"
    return "4.1"


_CARRIERS: dict[type, Callable[[_Carrier, Any], None]] = {
    moves.Mulligan: _Carrier.mulligan,
    moves.FirstIsland: _Carrier.first_island,
    moves.Ship: _Carrier.ship,
    moves.Plantation: _Carrier.work,
    moves.GoldMine: _Carrier.work,
    moves.Ruins: _Carrier.work,
    moves.Building: _Carrier.building,
    moves.Market: _Carrier.market,
    moves.EndTurn: _Carrier.end_turn,
}
