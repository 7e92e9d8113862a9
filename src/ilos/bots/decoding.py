"""From the engine's decisions to a move in the rulebook's words, and back."""

from __future__ import annotations

from collections.abc import Sequence

from ilos.engine import api
from ilos.engine import constants as c
from ilos.engine.position import Position
from ilos.rules import moves
from ilos.rules.moves import Move
from ilos.rules.names import CARDS, RESOURCES
from ilos.rules.playing import carry_out
from ilos.rules.setup import Setup, cell_at


def is_move_complete(p: Position, before: int, decision: int) -> bool:
    """Whether the decision just taken in a phase (`before`) ended a move."""
    if before == c.PH_MULLIGAN:
        return decision == c.D_DONE
    return p.phase in (c.PH_ACTION, c.PH_FIRST) or api.is_chance_pending(p) or api.is_over(p)


def encode(setup: Setup, position: Position, move: Move) -> list[int]:
    """The decisions that make a move in this position, or IllegalMove; `decode` turns them back."""
    return carry_out(setup, position.copy(), move)


def decode(setup: Setup, position: Position, decisions: Sequence[int]) -> Move:
    """The move that a whole run of decisions makes in this position."""
    first = decisions[0]
    if position.phase == c.PH_MULLIGAN:
        return moves.Mulligan(_cards(decisions[:-1]))
    if position.phase == c.PH_FIRST:
        return _first_island(setup, position, decisions)
    if first == c.D_END_TURN:
        return moves.EndTurn()
    if first >= c.D_MARKET:
        return moves.Market(RESOURCES[first - c.D_MARKET])
    if first >= c.D_SITE:
        return _work(setup, first - c.D_SITE, decisions[1:])
    return _ship(setup, position, decisions)


def _cards(decisions: Sequence[int]) -> moves.Cards:
    return tuple(CARDS[decision - c.D_CARD] for decision in decisions)


def _first_island(setup: Setup, p: Position, decisions: Sequence[int]) -> Move:
    if decisions[0] < c.D_EXPLORE:
        return moves.first_dock(setup.part_at(decisions[0] - c.D_DOCK))
    laid, part = _exploration(setup, p, decisions)
    return moves.FirstIsland(laid.tile, laid.cell, laid.rotation, part)


def _exploration(
    setup: Setup, p: Position, decisions: Sequence[int]
) -> tuple[moves.Exploration, int]:
    """Tile, cell, rotation and part, decided in this order."""
    slot, where, rotation, part = decisions[:4]
    tile = setup.tile_id(p.area[slot - c.D_EXPLORE])
    cell = cell_at(p.frontier_cell[where - c.D_CELL])
    return moves.Exploration(tile, cell, rotation - c.D_ROTATION), part - c.D_PART


def _ship(setup: Setup, p: Position, decisions: Sequence[int]) -> moves.Ship:
    first, target = decisions[:2]
    origin: moves.Origin
    if first == c.D_RESERVE:
        origin = "reserve"
    elif first >= c.D_FROM_HIDEOUT:
        origin = setup.hideout_at(first - c.D_FROM_HIDEOUT)
    else:
        origin = setup.shore_at(first - c.D_FROM_ISLAND)
    if target >= c.D_EXPLORE:
        laid, part = _exploration(setup, p, decisions[1:])
        return moves.Ship(origin, moves.Berth(laid.tile, part), laid, _cards(decisions[5:]))
    if target >= c.D_HIDEOUT:
        to = setup.hideout_at(target - c.D_HIDEOUT)
    else:
        to = setup.shore_at(target - c.D_DOCK)
    return moves.Ship(origin, to, None, _cards(decisions[2:]))


def _work(setup: Setup, site: int, rest: Sequence[int]) -> Move:
    at = setup.sites[site]
    kind = setup.site_kind(site)
    if kind == "construction":
        option = rest[0] - c.D_BUILD
        if option == 0:
            return moves.Building(at, "fort", None, _cards(rest[1:]))
        return moves.Building(at, "trading_post", RESOURCES[option - 1], _cards(rest[1:]))
    if kind == "gold":
        return moves.GoldMine(at, _cards(rest))
    if kind == "ruins":
        return moves.Ruins(at, _cards(rest))
    return moves.Plantation(at, _cards(rest))
