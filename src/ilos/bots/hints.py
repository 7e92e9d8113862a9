"""Suggestions for a person: the search's best moves, each with a reason to put into words.

Reasons are a closed list, the same that the protocol sends and the client translates; the numbers
are what those sentences need. Everything comes from the asker's own view.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, get_args

from ilos.bots.decoding import decode
from ilos.bots.search_bot import SearchBot
from ilos.engine import api
from ilos.engine.constants import CARD_KINDS, D_END_TURN, RUINS_GOLD
from ilos.engine.constants import RESOURCES as RESOURCE_COUNT
from ilos.rules import moves
from ilos.rules.choices import island_of
from ilos.rules.moves import Move
from ilos.rules.names import RESOURCES

if TYPE_CHECKING:
    from ilos.bots.budget import Budget
    from ilos.bots.search_bot import Thoughts
    from ilos.engine.position import Position
    from ilos.rules.chance import SeededChance
    from ilos.rules.legal_moves import LegalMoves
    from ilos.rules.setup import Setup
    from ilos.views import View

Reason = Literal[
    "keep_hand",
    "better_hand",  # cards
    "good_island",
    "reach_sites",  # tile
    "new_sites",  # tile
    "raid_rival",  # tile
    "leave_hideout",  # tile
    "produce",  # resource
    "gold_pays_most",  # price
    "ruins_pay_now",  # gold, price
    "fort_protects",  # tile
    "fort_draws",  # tile
    "trading_post_copies",  # resource
    "price_helps_you_most",  # resource, stock, production
    "last_pioneer",  # pioneers
    "draw_for_more",  # cards, hand
    "nothing_better",
]
REASONS: tuple[Reason, ...] = get_args(Reason)
Numbers = dict[str, str | int]
ADVISER = "expert"  # the level that makes suggestions


class Suggestion(NamedTuple):
    """A move with why, and the numbers that the words need."""

    move: Move
    reason: Reason
    numbers: Numbers


def suggest(
    view: View,
    legal_moves: LegalMoves,  # noqa: ARG001  the same signature as a bot's
    budget: Budget,
    rng: SeededChance,
    count: int = 3,
) -> list[Suggestion]:
    """The best moves for the viewer, best first; at most so many, at least one."""
    return suggestions(SearchBot(ADVISER).ponder(view, budget, rng), count)


def suggestions(thoughts: Thoughts, count: int) -> list[Suggestion]:
    """The best moves by what was thought."""
    view = thoughts.view
    best = thoughts.choices([])[: max(1, count)]
    walks = [thoughts.walk([decision]) for decision, _, _ in best] or [thoughts.walk([])]
    found = [decode(view.setup, thoughts.masked, decisions) for decisions in walks]
    return [Suggestion(move, *reason_for(view.setup, view.position, move)) for move in found]


def reason_for(setup: Setup, p: Position, move: Move) -> tuple[Reason, Numbers]:
    """Why the seat to move may want such a move."""
    works = isinstance(move, (moves.Plantation, moves.GoldMine, moves.Ruins, moves.Building))
    if works and p.pioneers[p.seat] == 1 and not p.ending:
        return "last_pioneer", {"pioneers": 1}
    match move:
        case moves.Mulligan(discarded=cards):
            return ("better_hand", {"cards": len(cards)}) if cards else ("keep_hand", {})
        case moves.FirstIsland():
            return "good_island", {}
        case moves.Ship():
            return _for_ship(move)
        case moves.Plantation(site=at):
            return "produce", {
                "resource": setup.tile_set.tile(at.tile).parts[at.part].sites[at.site]
            }
        case moves.GoldMine():
            return "gold_pays_most", {"price": _gold_price(setup, p)}
        case moves.Ruins():
            return "ruins_pay_now", {"gold": RUINS_GOLD, "price": _gold_price(setup, p)}
        case moves.Building():
            return _for_building(setup, p, move)
        case moves.Market(resource=resource):
            place = p.seat * RESOURCE_COUNT + RESOURCES.index(resource)
            held: Numbers = {"stock": p.stock[place], "production": p.production[place]}
            return "price_helps_you_most", {"resource": resource, **held}
        case moves.EndTurn():
            return _for_end(p)


def _gold_price(setup: Setup, p: Position) -> int:
    return setup.tile_set.market["gold"][p.step[RESOURCES.index("gold")]]


def _for_ship(move: moves.Ship) -> tuple[Reason, Numbers]:
    if move.to.hideout:
        return "raid_rival", {"tile": move.to.tile}
    if move.explored is not None:
        return "new_sites", {"tile": move.explored.tile}
    if not isinstance(move.origin, str) and move.origin.hideout:
        return "leave_hideout", {"tile": move.origin.tile}
    return "reach_sites", {"tile": move.to.tile}


def _for_building(setup: Setup, p: Position, move: moves.Building) -> tuple[Reason, Numbers]:
    if move.resource is not None:
        return "trading_post_copies", {"resource": move.resource}
    island = island_of(setup, p, moves.PartAt(move.site.tile, move.site.part))
    raided = api.pays_piracy(p, island, p.seat)
    return ("fort_protects" if raided else "fort_draws"), {"tile": move.site.tile}


def _for_end(p: Position) -> tuple[Reason, Numbers]:
    if api.legal_decisions(p) == [D_END_TURN]:
        return "nothing_better", {}
    hand = sum(p.hand[p.seat * CARD_KINDS : (p.seat + 1) * CARD_KINDS])
    return "draw_for_more", {"cards": api.cards_to_draw(p, p.seat), "hand": hand}
