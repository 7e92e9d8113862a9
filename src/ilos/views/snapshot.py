"""A view as plain data, so that it can be sent to another process: what a bot worker is given."""

import msgspec

from ilos.engine.position import Position
from ilos.records.record import SetupData, setup_data, setup_of
from ilos.rules.events import Event
from ilos.rules.game import Fleet, ShipAt
from ilos.views.view import View


class ViewSnapshot(msgspec.Struct, frozen=True):
    """All that is in a view, and nothing that is not."""

    viewer: int | None
    setup: SetupData
    position: dict[str, int | list[int]]  # masked
    events: list[Event]  # masked
    fleet: tuple[ShipAt, ...]


def take_snapshot(seen: View) -> ViewSnapshot:
    """The view, ready to be sent."""
    return ViewSnapshot(
        viewer=seen.viewer,
        setup=setup_data(seen.setup),
        position=seen.position.snapshot(),
        events=seen.events,
        fleet=tuple(seen.fleet),
    )


def restore(snapshot: ViewSnapshot) -> View:
    """The view of which the snapshot was taken."""
    setup = setup_of(snapshot.setup)
    position = Position(setup.tables)
    position.restore(snapshot.position)
    return View(snapshot.viewer, setup, position, snapshot.events, Fleet(snapshot.fleet))
