"""A view as plain data, so that it can be sent to another process: what a bot worker is given."""

from itertools import takewhile

import msgspec

from ilos.engine.position import Position
from ilos.records.record import SetupData, setup_data, setup_of
from ilos.rules.events import Event
from ilos.rules.game import Fleet, ShipAt
from ilos.views.view import View


class ViewSnapshot(msgspec.Struct, frozen=True):
    """All that is in a view, and nothing that is not."""

    viewer: int | None
    setup: SetupData | None  # None: as in the earlier view that the receiver has
    position: dict[str, int | list[int]]  # masked
    events: list[Event]  # masked; after those that the receiver has
    fleet: tuple[ShipAt, ...]
    known: int = 0  # so many events of the earlier view come first


def take_snapshot(seen: View) -> ViewSnapshot:
    """The view, ready to be sent."""
    return ViewSnapshot(
        viewer=seen.viewer,
        setup=setup_data(seen.setup),
        position=seen.position.snapshot(),
        events=seen.events,
        fleet=tuple(seen.fleet),
    )


def shorten(snapshot: ViewSnapshot, earlier: ViewSnapshot) -> ViewSnapshot:
    """The same without what a receiver has who was sent the earlier one, both whole."""
    if (snapshot.viewer, snapshot.setup) != (earlier.viewer, earlier.setup):
        return snapshot
    pairs = zip(snapshot.events, earlier.events, strict=False)
    known = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    return msgspec.structs.replace(
        snapshot, setup=None, events=snapshot.events[known:], known=known
    )


def restore(snapshot: ViewSnapshot, earlier: View | None = None) -> View:
    """The view of which the snapshot was taken; `earlier` is the one before of a shortened one."""
    if snapshot.setup is not None:
        setup, events = setup_of(snapshot.setup), snapshot.events
    elif earlier is not None:
        setup, events = earlier.setup, [*earlier.events[: snapshot.known], *snapshot.events]
    else:
        raise ValueError("this part of a view needs the view before it")
    position = Position(setup.printed)
    position.restore(snapshot.position)
    return View(snapshot.viewer, setup, position, events, Fleet(snapshot.fleet))
