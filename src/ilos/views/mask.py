"""Masking events and records for a viewer (RULES 6, docs/record.md "Partial views").

What is hidden becomes its number. A kind of event that is not named here is not shown.
"""

from collections.abc import Mapping
from typing import Any

from ilos.rules import events
from ilos.rules.events import Event
from ilos.rules.moves import to_builtins

Json = dict[str, Any]

# Events of which everybody sees all.
_PUBLIC = (
    events.SetupEvent,
    events.FirstIslandEvent,
    events.ShipEvent,
    events.PlantationEvent,
    events.GoldMineEvent,
    events.RuinsEvent,
    events.BuildingEvent,
    events.MarketEvent,
)


def mask_event(event: Event, viewer: int | None) -> Event:
    """The event as a seat, or a spectator (None), may know it.

    >>> mask_event(events.DealEvent(1, ("ship",) * 5), viewer=0)
    DealEvent(seat=1, cards=5)
    """
    match event:
        case events.DealEvent():
            return events.DealEvent(event.seat, _hidden(event.cards, event.seat, viewer))
        case events.MulliganEvent():
            drawn = _hidden(event.drawn, event.seat, viewer)
            return events.MulliganEvent(event.seat, event.discarded, drawn)
        case events.EndTurnEvent():
            drawn = _hidden(event.drawn, event.seat, viewer)
            taken = tuple(_mask_taken(entry, event.seat, viewer) for entry in event.taken)
            return events.EndTurnEvent(event.seat, event.produced, drawn, taken)
        case _ if isinstance(event, _PUBLIC):
            return event
    raise TypeError(f"nothing says what may be shown of a {type(event).__name__}")


def is_alike(event: Event) -> bool:
    """Whether everybody may know the same of an event."""
    return isinstance(event, _PUBLIC)


def _hidden(cards: events.Hidden, seat: int, viewer: int | None) -> events.Hidden:
    """Cards that only the seat itself sees; the others see how many."""
    return cards if seat == viewer or isinstance(cards, int) else len(cards)


def _mask_taken(entry: events.Taken, taker: int, viewer: int | None) -> events.Taken:
    """RULES 4.7: taker and victim know which card moved."""
    return entry if viewer in (taker, entry.seat) else events.Taken(entry.seat, None)


FAIR_KEYS = ("scheme", "commitment", "nonces", "hashes")  # public while a game runs


def mask_record(record: Mapping[str, Any], viewer: int | None, after: int | None = None) -> Json:
    """The record that a viewer may hold after so many events (all, if not said)."""
    past = record["events"][:after]
    complete = len(past) == len(record["events"])
    shown: Json = {key: record[key] for key in ("format", "rules", "players", "tile_set", "market")}
    shown["events"] = [to_builtins(mask_event(events.read_event(event), viewer)) for event in past]
    shown["viewer"] = viewer
    if "fair" in record:
        over = complete and ("result" in record or "stopped" in record)
        fair = record["fair"]
        known = {key: fair[key] for key in FAIR_KEYS if key in fair}
        shown["fair"] = {**known, "secret": fair["secret"] if over else None}
    if "substitutes" in record:
        shown["substitutes"] = [s for s in record["substitutes"] if s["after"] <= len(past)]
    if complete:
        shown |= {key: record[key] for key in ("result", "stopped") if key in record}
    return shown
