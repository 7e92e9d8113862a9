"""Hints: what a bot would do that sees what the asker sees, and one reason why."""

from ilos.protocol.server import HintReason
from ilos.rules.moves import (
    Building,
    EndTurn,
    FirstDock,
    FirstIsland,
    GoldMine,
    HideoutAt,
    Market,
    Move,
    Mulligan,
    Plantation,
    Ruins,
    Ship,
)
from ilos.rules.names import RESOURCES
from ilos.server.refusal import Refusal
from ilos.server.thinking import Thinking
from ilos.views import View

# Who is asked, in order: the first gives the best idea, the others more of them.
ADVISERS = ("expert", "greedy", "skilled", "skilled", "gentle", "gentle", "random", "random")

Values = dict[str, str | int]


async def find_hint(thinking: Thinking, seen: View, rank: int, key: str) -> tuple[Move, str]:
    """The idea of that rank and whose it is; the best one again if there are not so many."""
    found: list[tuple[Move, str]] = []
    for number, adviser in enumerate(ADVISERS):
        move = await thinking.find(seen, adviser, f"hint:{key}:{number}")
        if all(move != other for other, _ in found):
            found.append((move, adviser))
        if len(found) > rank:
            return found[rank]
    if not found:
        raise Refusal("no_hint", "nobody has an idea")
    return found[rank % len(found)]


def reason(seen: View, move: Move) -> tuple[HintReason, Values]:
    """Why such a move is good, with the numbers of this moment; from the asker's view only."""
    me = seen.to_json()["seats"][seen.viewer or 0]
    if me["pioneers"] == 1 and isinstance(move, (Plantation, GoldMine, Ruins, Building)):
        return "last_pioneer", {"pioneers": 1}
    match move:
        case Mulligan():
            swapped = len(move.discarded)
            return ("better_hand", {"cards": swapped}) if swapped else ("keep_hand", {})
        case FirstIsland() | FirstDock():
            return "good_island", {}
        case Ship():
            return _of_ship(move)
        case Plantation():
            return "produce", {"resource": _resource(seen, move)}
        case GoldMine():
            return "gold_pays_most", {"price": _price(seen, "gold")}
        case Ruins():
            return "ruins_pay_now", {"gold": 3, "price": _price(seen, "gold")}
        case Building():
            return _of_building(seen, move)
        case Market():
            stock = me["stock"] or {}
            return "price_helps_you_most", {
                "resource": move.resource,
                "stock": stock.get(move.resource, 0),
                "production": me["production"][move.resource],
            }
        case EndTurn():
            return "draw_for_more", {"cards": me["draw"], "hand": me["hand"]}


def _of_ship(move: Ship) -> tuple[HintReason, Values]:
    if isinstance(move.to, HideoutAt):
        return "raid_rival", {"tile": move.to.tile}
    if move.explored is not None:
        return "new_sites", {"tile": move.explored.tile}
    if isinstance(move.origin, HideoutAt):
        return "leave_hideout", {"tile": move.origin.tile}
    return "reach_sites", {"tile": move.to.tile}


def _of_building(seen: View, move: Building) -> tuple[HintReason, Values]:
    if move.resource is not None:
        return "trading_post_copies", {"resource": move.resource}
    attacked = any(
        island["raiders"]
        and any((p["tile"], p["part"]) == (move.site.tile, move.site.part) for p in island["parts"])
        for island in seen.to_json()["islands"]
    )
    return ("fort_protects" if attacked else "fort_draws"), {"tile": move.site.tile}


def _resource(seen: View, move: Plantation) -> str:
    tile = seen.setup.tile_set.tile(move.site.tile)
    return str(tile.parts[move.site.part].sites[move.site.site])


def _price(seen: View, resource: str) -> int:
    steps: int = seen.to_json()["prices"][resource]
    row = next(seen.setup.tile_set.market[r] for r in RESOURCES if r == resource)
    return row[steps]
