"""The role of a requester at a table and what it may see (H-02); `admission` determines it."""

from dataclasses import dataclass

from ilos.server.refusal import Refusal
from ilos.server.tables.state import TableState


@dataclass(frozen=True)
class Access:
    """What a requester may do at a table."""

    chairs: tuple[int, ...] = ()
    host: bool = False
    invited: bool = False  # presented the invitation code

    @property
    def is_member(self) -> bool:
        """Whether the requester is the host or holds a seat."""
        return self.host or bool(self.chairs)

    @property
    def sees_code(self) -> bool:
        """Whether the invitation code may be shown: to members and those who presented it."""
        return self.is_member or self.invited

    def check_player(self) -> None:
        """Raise Refusal unless the requester holds a seat."""
        if not self.chairs:
            raise Refusal("not_allowed", "only players may do that")

    def seats(self, state: TableState) -> list[int]:
        """Return the seats held, in turn order."""
        return sorted(state.seat_of(chair) for chair in self.chairs)


def check_may_view(state: TableState, access: Access) -> None:
    """Raise Refusal unless this role may see the table at all."""
    if access.is_member:
        return
    if access.invited and state.status in ("finished", "stopped"):
        return  # a finished game is shared by its code, even without spectators
    if state.status != "open" and not state.settings.spectators:
        raise Refusal("not_allowed", "this table admits no spectators")
