"""A view as plain data, so that it can travel to another process: what a bot worker is given."""

from typing import Any

import msgspec

from ilos.engine.position import Position
from ilos.records.record import header_to_json, read_setup
from ilos.rules.events import Event
from ilos.rules.game import Fleet, ShipAt
from ilos.rules.moves import Berth
from ilos.views.view import View


class Parcel(msgspec.Struct, frozen=True):
    """All that is in a view, and nothing that is not."""

    viewer: int | None
    header: dict[str, Any]  # setup, as a record begins
    position: dict[str, int | list[int]]  # masked
    events: list[Event]  # masked
    fleet: list[tuple[int, Berth]]


def pack(seen: View) -> Parcel:
    """The view, ready to travel."""
    return Parcel(
        viewer=seen.viewer,
        header=header_to_json(seen.setup),
        position=seen.position.snapshot(),
        events=seen.events,
        fleet=[(ship.seat, ship.berth) for ship in seen.fleet],
    )


def unpack(parcel: Parcel) -> View:
    """The view that was packed."""
    setup = read_setup(parcel.header)
    position = Position(setup.tables)
    position.restore(parcel.position)
    fleet = Fleet(ShipAt(seat, berth) for seat, berth in parcel.fleet)
    return View(parcel.viewer, setup, position, parcel.events, fleet)
