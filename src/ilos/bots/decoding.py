"""From the engine's decisions back to a move in the rulebook's words."""

from __future__ import annotations

from collections.abc import Sequence

from ilos.engine import face
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
    Plantation,
    Ruins,
    Ship,
    first_dock,
)
from ilos.rules.names import CARDS, RESOURCES
from ilos.rules.setup import Setup, cell_at


def is_move_complete(p: Position, before: int, decision: int) -> bool:
    """Has the decision just taken in a phase (`before`) ended a move?"""
    if before == PH_MULLIGAN:
        return decision == D_DONE
    return p.phase in (PH_ACTION, PH_FIRST) or face.is_chance_pending(p) or face.is_over(p)


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
