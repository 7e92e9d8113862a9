"""Who is asking: what tokens and codes open, and what each role may see (A-01, H-02)."""

from collections.abc import Sequence
from dataclasses import dataclass

from ilos.server.refusal import Refusal
from ilos.server.state import TableState
from ilos.server.tokens import hashed, same
from ilos.store import Store

MOST_TOKENS = 6


@dataclass(frozen=True)
class Access:
    """What somebody may do at a table."""

    chairs: tuple[int, ...] = ()
    host: bool = False
    invited: bool = False  # showed the invitation code

    @property
    def inside(self) -> bool:
        """Belongs to the table."""
        return self.host or bool(self.chairs)

    def seats(self, state: TableState) -> list[int]:
        """The seats held, in turn order."""
        return sorted(state.seat_of(chair) for chair in self.chairs)


async def find_access(store: Store, state: TableState, tokens: Sequence[str]) -> Access:
    """What the shown tokens and codes open; a wrong one is refused, not passed over."""
    if len(tokens) > MOST_TOKENS:
        raise Refusal("wrong_token", "too many tokens")
    code = [token for token in tokens if same(token, state.code)]
    others = [hashed(token) for token in tokens if not same(token, state.code)]
    found = await store.chairs_of(state.id, others) if others else {}
    if len(found) < len(set(others)):
        raise Refusal("wrong_token", "this link is not valid for this table, or not any more")
    chairs = tuple(sorted({chair for chair in found.values() if chair is not None}))
    return Access(chairs, host=None in found.values(), invited=bool(code))


def check_may_look(state: TableState, access: Access) -> None:
    """Whether this role may see the table at all."""
    if access.inside:
        return
    if state.settings.visibility == "private" and not access.invited:
        raise Refusal("unknown_table", "there is no such table, or it is private")
    if state.status != "open" and not state.settings.spectators:
        raise Refusal("not_allowed", "this table admits no spectators")
