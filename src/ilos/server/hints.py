"""Hints: what a bot would do that sees what the asker sees; `ilos.bots.hints` knows why."""

from collections import OrderedDict

from ilos.rules.moves import Move
from ilos.server.refusal import Refusal
from ilos.server.thinking import Thinking
from ilos.views import View

ADVISER = "expert"
IDEAS = 3  # what a search liked less than that helps nobody
_KEPT = 256  # positions whose ideas are remembered


class Advice:
    """One adviser's best moves for each position, so that another idea is always another one."""

    def __init__(self, thinking: Thinking) -> None:
        self._thinking = thinking
        self._known: OrderedDict[str, list[Move]] = OrderedDict()

    async def find(self, seen: View, rank: int, key: str, asker: str) -> tuple[Move, str]:
        """The idea of that rank and whose it is; `key` names the position at its table."""
        if key not in self._known:
            found = await self._thinking.ideas(seen, ADVISER, f"hint:{key}", asker, IDEAS)
            # A worker that was lost has no list; a single move is found in any case.
            self._known[key] = found or [
                await self._thinking.find(seen, ADVISER, f"hint:{key}", asker)
            ]
            if len(self._known) > _KEPT:
                self._known.popitem(last=False)
        ideas = self._known[key]
        if rank >= len(ideas):
            raise Refusal("no_hint", "there is no other idea")
        return ideas[rank], ADVISER
