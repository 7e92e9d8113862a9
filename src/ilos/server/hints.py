"""Hints: what a bot would do that sees what the asker sees; `ilos.bots.hints` knows why."""

from ilos.rules.moves import Move
from ilos.server.refusal import Refusal
from ilos.server.thinking import Thinking
from ilos.views import View

# Who is asked, in order: the first gives the best idea, the others more of them.
ADVISERS = ("expert", "greedy", "skilled", "skilled", "gentle", "gentle", "random", "random")


async def find_hint(
    thinking: Thinking, seen: View, rank: int, key: str, asker: str
) -> tuple[Move, str]:
    """The idea of that rank and whose it is; the best one again if there are not so many."""
    found: list[tuple[Move, str]] = []
    for number, adviser in enumerate(ADVISERS):
        move = await thinking.find(seen, adviser, f"hint:{key}:{number}", asker)
        if all(move != other for other, _ in found):
            found.append((move, adviser))
        if len(found) > rank:
            return found[rank]
    if not found:
        raise Refusal("no_hint", "nobody has an idea")
    return found[rank % len(found)]
