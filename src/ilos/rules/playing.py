"""Turning a move into the engine's decisions (RULES 3.4, 3.5, 4), or saying which rule forbids it.

`carry_out` changes the position it is given as it goes; a caller that must have a move whole or
not at all gives it a copy.
"""

from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from ilos.engine import api
from ilos.engine.constants import (
    AREA,
    D_BUILD,
    D_CARD,
    D_CELL,
    D_DOCK,
    D_DONE,
    D_END_TURN,
    D_EXPLORE,
    D_FROM_HIDEOUT,
    D_FROM_ISLAND,
    D_HIDEOUT,
    D_MARKET,
    D_PART,
    D_RESERVE,
    D_ROTATION,
    D_SITE,
    PARTS,
    PH_ACTION,
    PH_FIRST,
    PH_MULLIGAN,
    SHIP,
)
from ilos.engine.position import Position
from ilos.rules.errors import IllegalMove
from ilos.rules.moves import (
    Berth,
    Building,
    Cards,
    EndTurn,
    Exploration,
    FirstIsland,
    GoldMine,
    Market,
    Move,
    Mulligan,
    PartAt,
    Plantation,
    Ruins,
    Ship,
    SiteAt,
)
from ilos.rules.names import CARDS, RESOURCES
from ilos.rules.obstacles import CARD_FOR, Obstacle, market_obstacle, site_obstacle
from ilos.rules.setup import Setup, cell_number

CARD_NUMBERS: dict[str, int] = {name: number for number, name in enumerate(CARDS)}


def carry_out(setup: Setup, p: Position, move: Move) -> None:
    """Play a move of the seat to act, up to where chance adds its outcomes; or IllegalMove."""
    due = _DUE.get(p.phase)
    if due is None or not isinstance(move, due[0]):
        said = due[1] if due else "chance is to act first"
        raise IllegalMove("3" if p.round == 0 else "4.1", f"{said}, not {move.type}")
    _CARRIERS[type(move)](setup, p, move)


_DUE: dict[int, tuple[Any, str]] = {
    PH_MULLIGAN: (Mulligan, "a mulligan is due"),
    PH_FIRST: (FirstIsland, "a first island is due"),
    PH_ACTION: (
        Ship | Plantation | GoldMine | Ruins | Building | Market | EndTurn,
        "an action or the end of the turn is due",
    ),
}


def _refuse(rule: str, message: str) -> NoReturn:
    raise IllegalMove(rule, message)


def _mulligan(setup: Setup, p: Position, move: Mulligan) -> None:  # noqa: ARG001
    _give_up(p, move.discarded, "3.4")
    api.take_decision(p, D_DONE)


def _give_up(p: Position, cards: Cards, rule: str) -> None:
    """The decisions that take cards from the hand of the seat to act."""
    decisions = sorted([D_CARD + CARD_NUMBERS[name] for name in cards])
    given = api.try_decisions(p, decisions)
    if given < len(decisions):
        check_in_hand(p, p.seat, cards, rule, decisions[:given])


def check_in_hand(
    p: Position, seat: int, cards: Cards, rule: str, given: Sequence[int] = ()
) -> None:
    """Raise IllegalMove unless a seat has these cards, those given up already included."""
    for name in set(cards):
        count = cards.count(name)
        number = CARD_NUMBERS[name]
        held = api.cards_of_kind(p, seat, number) + given.count(D_CARD + number)
        if held < count:
            _refuse(rule, f"{count} {name} given up, but only {held} in the hand to give")


def _first_island(setup: Setup, p: Position, move: FirstIsland) -> None:
    if move.to is not None:
        _first_dock(setup, p, move.to)
        return
    assert move.laid is not None
    assert move.part is not None
    _lay(setup, p, move.laid, "3.5")
    _dock_at_laid(setup, p, PartAt(move.laid.tile, move.part), "3.5")


def _first_dock(setup: Setup, p: Position, to: PartAt) -> None:
    if not api.try_decision(p, D_DOCK + _island(setup, p, to, "3.5")):
        _refuse("3.5", "a face-up tile can be placed, so the first ship must come with a tile")


def _lay(setup: Setup, p: Position, laid: Exploration, rule: str) -> None:
    """The decisions that lay a face-up tile."""
    tile_id, cell, rotation = laid.tile, laid.cell, laid.rotation
    tile = setup.tile_numbers.get(tile_id, -1)
    area = p.area
    slots = [slot for slot in range(AREA) if tile >= 0 and area[slot] == tile]
    if not slots:
        _refuse(rule, f"tile {tile_id} is not in the exploration area")
    if not api.try_decision(p, D_EXPLORE + slots[0]):
        _refuse("2", f"tile {tile_id} fits nowhere")
    count = p.frontier_count
    frontier = p.frontier_cell[:count]
    wanted = cell_number(cell)
    if wanted not in frontier:
        _refuse("2", f"cell {list(cell)} is not an empty cell next to a tile in play")
    if not api.try_decision(p, D_CELL + frontier.index(wanted)) or not (
        rotation < 6 and api.try_decision(p, D_ROTATION + rotation)
    ):
        _refuse(
            "2",
            f"tile {tile_id} turned by {rotation} does not fit at {list(cell)}: touching sides "
            "must agree, and land must meet land at least once",
        )


def _dock_at_laid(setup: Setup, p: Position, part: PartAt | Berth, rule: str) -> None:
    """Dock at a part of the tile just laid; the engine knows its first part on that island."""
    number = setup.part_number(part)
    if number is None or number // PARTS != p.laying:
        _refuse(rule, "the ship docks at a part of the tile just laid")
    island = p.island
    first = number // PARTS * PARTS
    twin = next(i for i in range(PARTS) if island[first + i] == island[number])
    api.take_decision(p, D_PART + twin)


def _island(setup: Setup, p: Position, part: PartAt | Berth, rule: str) -> int:
    """The island of a part, by its oldest part."""
    number = setup.part_number(part)
    island = -1 if number is None else api.island_of_part(p, number)
    if island < 0:
        _refuse(rule, f"part {part.part} of tile {part.tile} is not in play")
    return island


def _hideout(setup: Setup, p: Position, hideout: Berth) -> int:
    tile = setup.tile_numbers.get(hideout.tile, -1)
    if tile < 0 or p.order[tile] < 0 or not setup.tile_set.tiles[tile].hideout:
        _refuse("4.2", f"there is no hideout of tile {hideout.tile} in play")
    return tile


def _ship(setup: Setup, p: Position, move: Ship) -> None:
    _start_ship(setup, p, move)
    if move.explored is not None:
        if move.to.hideout:
            _refuse("4.2", "a ship that explores docks at a part of the new tile")
        _lay(setup, p, move.explored, "4.2")
        _dock_at_laid(setup, p, move.to, "4.2")
    elif move.to.hideout:
        if not api.try_decision(p, D_HIDEOUT + _hideout(setup, p, move.to)):
            _refuse("4.2", f"the hideout of tile {move.to.tile} is taken")
    elif not api.try_decision(p, D_DOCK + _island(setup, p, move.to, "4.2")):
        _refuse("4.2", "the ship already lies at that island")
    _pay(p, move.paid)


def _start_ship(setup: Setup, p: Position, move: Ship) -> None:
    if isinstance(move.origin, str):
        decision, lack = D_RESERVE, "no ship is left in your reserve"
    elif move.origin.hideout:
        decision = D_FROM_HIDEOUT + _hideout(setup, p, move.origin)
        lack = f"no ship of yours is on the hideout of tile {move.origin.tile}"
    else:
        decision = D_FROM_ISLAND + _island(setup, p, move.origin, "4.2")
        lack = f"no ship of yours lies at part {move.origin.part} of tile {move.origin.tile}"
    if not api.try_decision(p, decision):
        _check_ship_card(p)
        _refuse("4.2", f"{lack}, or it has nowhere to go")


def _work(setup: Setup, p: Position, move: Plantation | GoldMine | Ruins) -> None:
    _pay(p, move.paid, _start_work(setup, p, move.site, move.type))


def _building(setup: Setup, p: Position, move: Building) -> None:
    cost = _start_work(setup, p, move.site, move.type)
    option = 0
    if (move.building == "fort") != (move.resource is None):
        _refuse("4.3", "a fort copies nothing, and a trading post copies one resource")
    if move.resource is not None:
        if move.resource == "gold":
            _refuse("4.3", "a trading post never copies gold")
        option = 1 + RESOURCES.index(move.resource)
    if not api.try_decision(p, D_BUILD + option):
        _refuse("4.3", f"nobody works a {move.resource} plantation on that island")
    _pay(p, move.paid, cost)


def _start_work(setup: Setup, p: Position, at: SiteAt, card: str) -> int:
    """Choose the site; what it costs."""
    site = setup.site_number(at)
    if site is None or p.order[setup.tile_numbers[at.tile]] < 0:
        _refuse("4.1", f"there is no site {at.site} on part {at.part} of tile {at.tile} in play")
    kind = setup.site_kind(site)
    if CARD_FOR[kind] != card:
        _refuse("4.1", f"a {card} card does not work a {kind} site")
    cost = api.cost_at(p, site)
    if not api.try_decision(p, D_SITE + site):
        if p.pioneer[site] >= 0:
            _refuse("4.1", "a pioneer stands on that site already")
        obstacle = site_obstacle(setup, p, site)
        _refuse(_rule_of(p, card, cost, obstacle), f"{card} cannot be played there: {obstacle}")
    return cost


def _rule_of(p: Position, card: str, cost: int, obstacle: Obstacle | None) -> str:
    """The section that forbids working a site: 4.5 if only pirates make it too dear."""
    if obstacle and obstacle.reason == "buildings":
        return "1"
    usual = api.cost(CARD_NUMBERS[card], False)
    if obstacle and obstacle.reason == "cards" and usual < cost and usual < p.hand_size[p.seat]:
        return "4.5"
    return "4.1"


def _check_ship_card(p: Position) -> None:
    """Raise IllegalMove without a Ship card, or another to pay for it."""
    if api.cards_of_kind(p, p.seat, SHIP) == 0:
        _refuse("4.1", f"ship cannot be played: {Obstacle('card')}")
    spare = api.cards_in_hand(p, p.seat) - 1
    if spare < 1:
        _refuse("4.1", f"ship cannot be played: {Obstacle('cards', 1, spare)}")


def _pay(p: Position, paid: Cards, cost: int = 1) -> None:
    if len(paid) != cost:
        _refuse("4.1", f"the action costs {cost}, but {len(paid)} were paid")
    _give_up(p, paid, "4.1")


def _market(setup: Setup, p: Position, move: Market) -> None:  # noqa: ARG001
    resource = RESOURCES.index(move.resource)
    if not api.try_decision(p, D_MARKET + resource):
        obstacle = market_obstacle(p, resource) or Obstacle("card")
        _refuse("4.4", f"{move.resource} cannot be raised: {obstacle}")


def _end_turn(setup: Setup, p: Position, move: EndTurn) -> None:  # noqa: ARG001
    api.take_decision(p, D_END_TURN)


_CARRIERS: dict[type, Callable[[Setup, Position, Any], None]] = {
    Mulligan: _mulligan,
    FirstIsland: _first_island,
    Ship: _ship,
    Plantation: _work,
    GoldMine: _work,
    Ruins: _work,
    Building: _building,
    Market: _market,
    EndTurn: _end_turn,
}
