"""Hints: the moves a bot would make with the requester's view; `ilos.bots.hints` explains them."""

from collections import OrderedDict

from ilos.bots.hints import ADVISER
from ilos.rules.moves import Move
from ilos.server.botpool.scheduler import BotScheduler
from ilos.server.refusal import Refusal
from ilos.views import View

SUGGESTIONS = 3  # worse moves than these help no player
_KEPT = 256  # positions whose suggestions are cached


class HintService:
    """The best moves for each position, cached so that another hint is always another move."""

    def __init__(self, scheduler: BotScheduler) -> None:
        self._scheduler = scheduler
        self._known: OrderedDict[str, list[Move]] = OrderedDict()

    async def find(self, seen: View, rank: int, key: str, requester: str) -> tuple[Move, str]:
        """Return the suggestion of that rank and its bot; `key` identifies the position."""
        if key not in self._known:
            found = await self._scheduler.suggest_moves(
                seen, ADVISER, f"hint:{key}", requester, SUGGESTIONS
            )
            # Without the list of a lost worker, fall back to a single move.
            self._known[key] = found or [
                await self._scheduler.choose_move(seen, ADVISER, f"hint:{key}", requester)
            ]
            if len(self._known) > _KEPT:
                self._known.popitem(last=False)
        suggestions = self._known[key]
        if rank >= len(suggestions):
            raise Refusal("no_hint", "there is no other suggestion")
        return suggestions[rank], ADVISER
