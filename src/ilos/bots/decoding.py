"""From the engine's decisions to a move in the rulebook's words, and from a move to decisions."""

from __future__ import annotations

from collections.abc import Sequence

from ilos.engine import api
from ilos.engine.constants import (
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
)
from ilos.engine.position import Position
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
    Origin,
    PartAt,
    Plantation,
    Ruins,
    Ship,
    first_dock,
)
from ilos.rules.names import CARDS, RESOURCES
from ilos.rules.setup import Setup, cell_at, cell_number


def is_move_complete(p: Position, before: int, decision: int) -> bool:
    """Has the decision just taken in a phase (`before`) ended a move?"""
    if before == PH_MULLIGAN:
        return decision == D_DONE
    return p.phase in (PH_ACTION, PH_FIRST) or api.is_chance_pending(p) or api.is_over(p)


def decode(setup: Setup, position: Position, decisions: Sequence[int]) -> Move:
    """The move that a whole run of decisions makes in this position."""
    first = decisions[0]
    if position.phase == PH_MULLIGAN:
        return Mulligan(_cards(decisions[:-1]))
    if position.phase == PH_FIRST:
        return _first_island(setup, position, decisions)
    if first == D_END_TURN:
        return EndTurn()
    if first >= D_MARKET:
        return Market(RESOURCES[first - D_MARKET])
    if first >= D_SITE:
        return _work(setup, first - D_SITE, decisions[1:])
    return _ship(setup, position, decisions)


def _cards(decisions: Sequence[int]) -> Cards:
    return tuple(CARDS[decision - D_CARD] for decision in decisions)


def _first_island(setup: Setup, p: Position, decisions: Sequence[int]) -> Move:
    if decisions[0] < D_EXPLORE:
        return first_dock(setup.part_at(decisions[0] - D_DOCK))
    laid, part = _exploration(setup, p, decisions)
    return FirstIsland(laid.tile, laid.cell, laid.rotation, part)


def _exploration(setup: Setup, p: Position, decisions: Sequence[int]) -> tuple[Exploration, int]:
    """Tile, cell, rotation and part, decided in this order."""
    slot, where, rotation, part = decisions[:4]
    tile = setup.tile_id(p.area[slot - D_EXPLORE])
    cell = cell_at(p.frontier_cell[where - D_CELL])
    return Exploration(tile, cell, rotation - D_ROTATION), part - D_PART


def _ship(setup: Setup, p: Position, decisions: Sequence[int]) -> Ship:
    first, target = decisions[:2]
    origin: Origin
    if first == D_RESERVE:
        origin = "reserve"
    elif first >= D_FROM_HIDEOUT:
        origin = setup.hideout_at(first - D_FROM_HIDEOUT)
    else:
        origin = setup.shore_at(first - D_FROM_ISLAND)
    if target >= D_EXPLORE:
        laid, part = _exploration(setup, p, decisions[1:])
        return Ship(origin, Berth(laid.tile, part), laid, _cards(decisions[5:]))
    if target >= D_HIDEOUT:
        to = setup.hideout_at(target - D_HIDEOUT)
    else:
        to = setup.shore_at(target - D_DOCK)
    return Ship(origin, to, None, _cards(decisions[2:]))


def _work(setup: Setup, site: int, rest: Sequence[int]) -> Move:
    at = setup.sites[site]
    kind = setup.site_kind(site)
    if kind == "construction":
        option = rest[0] - D_BUILD
        if option == 0:
            return Building(at, "fort", None, _cards(rest[1:]))
        return Building(at, "trading_post", RESOURCES[option - 1], _cards(rest[1:]))
    if kind == "gold":
        return GoldMine(at, _cards(rest))
    if kind == "ruins":
        return Ruins(at, _cards(rest))
    return Plantation(at, _cards(rest))


def encode(setup: Setup, position: Position, move: Move) -> list[int]:
    """Return the decisions that make a legal move in this position; `decode` turns them back.

    A ship that docks at an island is coded by that island's oldest part.
    """
    match move:
        case Mulligan():
            return [*_paid(move.discarded), D_DONE]
        case EndTurn():
            return [D_END_TURN]
        case Market():
            return [D_MARKET + RESOURCES.index(move.resource)]
        case FirstIsland(to=None):
            assert move.laid is not None
            assert move.part is not None
            return _laid(setup, position, [], move.laid, move.part)
        case FirstIsland():
            assert move.to is not None
            return [D_DOCK + _island(setup, position, move.to)]
        case Ship():
            return _sailed(setup, position, move)
    site = setup.site_number(move.site)
    assert site is not None
    options = []
    if isinstance(move, Building):
        crop = 0 if move.resource is None else 1 + RESOURCES.index(move.resource)
        options = [D_BUILD + crop]
    return [D_SITE + site, *options, *_paid(move.paid)]


def _paid(cards: Cards) -> list[int]:
    return sorted(D_CARD + CARDS.index(card) for card in cards)


def _island(setup: Setup, p: Position, part: PartAt | Berth) -> int:
    number = setup.part_number(part)
    assert number is not None
    return api.island_of_part(p, number)


def _sailed(setup: Setup, p: Position, move: Ship) -> list[int]:
    if isinstance(move.origin, str):
        first = D_RESERVE
    elif move.origin.hideout:
        first = D_FROM_HIDEOUT + setup.tile_numbers[move.origin.tile]
    else:
        first = D_FROM_ISLAND + _island(setup, p, move.origin)
    if move.explored is not None:
        assert move.to.part is not None
        way = _laid(setup, p, [first], move.explored, move.to.part)
    elif move.to.hideout:
        way = [first, D_HIDEOUT + setup.tile_numbers[move.to.tile]]
    else:
        way = [first, D_DOCK + _island(setup, p, move.to)]
    return [*way, *_paid(move.paid)]


def _laid(setup: Setup, p: Position, before: list[int], laid: Exploration, part: int) -> list[int]:
    """The decisions that lay a tile and dock there, at its first part on the island chosen."""
    tile = setup.tile_numbers[laid.tile]
    where = p.frontier_cell[: p.frontier_count].index(cell_number(laid.cell))
    way = [*before, D_EXPLORE + p.area.index(tile), D_CELL + where, D_ROTATION + laid.rotation]
    after = p.copy()
    for decision in way:
        api.take_decision(after, decision)
    first = tile * PARTS
    islands = after.island[first : first + PARTS]
    return [*way, D_PART + islands.index(islands[part])]
