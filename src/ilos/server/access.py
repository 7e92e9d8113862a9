"""Who is asking, and what each role may see (H-02); `entering` finds out by tokens and codes."""

from dataclasses import dataclass

from ilos.server.refusal import Refusal
from ilos.server.state import TableState


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

    @property
    def sees_code(self) -> bool:
        """May be shown the invitation code: belongs to the table, or knows it already."""
        return self.inside or self.invited

    def seats(self, state: TableState) -> list[int]:
        """The seats held, in turn order."""
        return sorted(state.seat_of(chair) for chair in self.chairs)


def check_may_look(state: TableState, access: Access) -> None:
    """Whether this role may see the table at all."""
    if access.inside:
        return
    if access.invited and state.status in ("finished", "stopped"):
        return  # a game that is over is shared by its code, spectators or not
    if state.status != "open" and not state.settings.spectators:
        raise Refusal("not_allowed", "this table admits no spectators")
