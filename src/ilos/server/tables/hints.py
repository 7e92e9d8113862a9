"""Hints: the moves a bot would make with the requester's view; `ilos.bots.hints` explains them."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import TYPE_CHECKING

from ilos.bots.hints import ADVISER, Suggestion, reason_for
from ilos.protocol.client import AskHint
from ilos.protocol.server import Hint
from ilos.server.refusal import Refusal
from ilos.server.tables.access import Access
from ilos.server.tables.presenter import raw
from ilos.server.tables.state import TableState
from ilos.server.tables.tokens import keyed_hash
from ilos.views import View, view

if TYPE_CHECKING:
    from ilos.server.botpool.scheduler import BotScheduler
    from ilos.server.table_app import TableApp

SUGGESTIONS = 3  # worse moves than these help no player
_KEPT = 256  # positions whose suggestions are cached


class HintService:
    """The best moves for each position, cached so that another hint is always another move."""

    def __init__(self, scheduler: BotScheduler) -> None:
        self._scheduler = scheduler
        self._searches: OrderedDict[str, asyncio.Task[list[Suggestion]]] = OrderedDict()

    async def find(self, seen: View, rank: int, key: str, requester: str) -> Suggestion:
        """Return the suggestion of that rank; `key` is the position: table, seat and version."""
        suggestions = await asyncio.shield(self.search(seen, key, requester))
        if rank >= len(suggestions):
            raise Refusal("no_hint", "there is no other suggestion")
        return suggestions[rank]

    def search(self, seen: View, key: str, requester: str) -> asyncio.Task[list[Suggestion]]:
        """Return the search for the best moves of a position, started if it was not before."""
        if key not in self._searches:
            seat, _, _version = key.rpartition(":")
            task = asyncio.create_task(self._ask(seen, f"hint:{seat}", requester))
            self._searches[key] = task
            if len(self._searches) > _KEPT:
                self._searches.popitem(last=False)
        return self._searches[key]

    def has_helped(self, who: str) -> bool:
        """Return whether a table, or a seat as `key` names it, was given a hint of late."""
        return any(key.startswith(f"{who}:") for key in self._searches)

    async def _ask(self, seen: View, key: str, requester: str) -> list[Suggestion]:
        """Return the best moves; a single one if the worker was lost."""
        found = await self._scheduler.suggest(seen, ADVISER, key, requester, SUGGESTIONS)
        if found:
            return found
        move = await self._scheduler.choose_move(seen, ADVISER, key, requester)
        return [Suggestion(move, *reason_for(seen.setup, seen.position, move))]


async def hint(
    app: TableApp, state: TableState, access: Access, address: str, command: AskHint
) -> Hint:
    """Return a hint for the seat that is to move, if it is the requester's; raise Refusal."""
    seen, version = view_for_hint(state, access), state.version
    key = hint_key(state, seen.viewer)
    requester = keyed_hash(app.store.pepper, address)
    if not app.bot_seconds.has(requester):
        raise Refusal("quota", "your share of bot time is used up for today", state.version)
    return await find_hint(app, seen, version, key, requester, command)


def hint_key(state: TableState, seat: int | None) -> str:
    """Return what names the position of a seat: its table, the seat and the version."""
    return f"{state.id}:{seat}:{state.version}"


async def find_hint(
    app: TableApp, seen: View, version: int, key: str, requester: str, command: AskHint
) -> Hint:
    """Return the hint of the rank that was asked for, with its reason."""
    move, reason, values = await app.hint_service.find(seen, command.rank, key, requester)
    return Hint(
        id=command.id,
        version=version,
        move=raw(move),
        bot=ADVISER,
        reason=reason,
        values=values,
    )


def view_for_hint(state: TableState, access: Access) -> View:
    """Return the view of the seat that is to move, if it is the requester's; raise Refusal."""
    if not state.allows_hints:
        raise Refusal("hints_off", "this table is played without hints", state.version)
    seat = state.to_move
    if seat is None or seat not in access.seats(state) or state.game is None:
        raise Refusal("not_your_turn", "hints are for the seat that is to move", state.version)
    return view(state.game, seat)
