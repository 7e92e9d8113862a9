"""Masking events and records for a viewer (RULES 6, docs/record.md "Partial views").

Every event is built up from what its kind shows to everybody; what is hidden becomes its number.
A kind of event or a key that is not named here is not shown.
"""

from collections.abc import Mapping
from typing import Any

Json = dict[str, Any]

# What everybody sees of each kind of event.
_PUBLIC: dict[str, tuple[str, ...]] = {
    "setup": ("type", "exploration"),
    "deal": ("type", "seat"),
    "mulligan": ("type", "seat", "discarded"),
    "first_island": ("type", "seat", "tile", "cell", "rotation", "part", "to", "revealed"),
    "ship": ("type", "seat", "from", "to", "explored", "paid"),
    "plantation": ("type", "seat", "site", "paid"),
    "gold_mine": ("type", "seat", "site", "paid"),
    "ruins": ("type", "seat", "site", "paid"),
    "building": ("type", "seat", "site", "building", "resource", "paid"),
    "market": ("type", "seat", "resource"),
    "end_turn": ("type", "seat", "produced"),
}
# Lists of cards that only the seat itself sees; the others see how many.
_PRIVATE: dict[str, str] = {"deal": "cards", "mulligan": "drawn", "end_turn": "drawn"}


def mask_event(event: Mapping[str, Any], viewer: int | None) -> Json:
    """The event as a seat, or a spectator (None), may know it.

    >>> mask_event({"type": "deal", "seat": 1, "cards": ["ship"] * 5}, viewer=0)
    {'type': 'deal', 'seat': 1, 'cards': 5}
    """
    kind = event["type"]
    shown = {key: event[key] for key in _PUBLIC[kind] if key in event}
    private = _PRIVATE.get(kind)
    if private is not None:
        own = viewer is not None and event["seat"] == viewer
        shown[private] = event[private] if own else len(event[private])
    if kind == "end_turn":
        shown["taken"] = [_mask_taken(entry, event["seat"], viewer) for entry in event["taken"]]
    return shown


def is_alike(event: Mapping[str, Any]) -> bool:
    """Whether everybody may know the same of an event."""
    return event["type"] not in _PRIVATE


def _mask_taken(entry: Mapping[str, Any], taker: int, viewer: int | None) -> Json:
    """RULES 4.7: taker and victim know which card moved."""
    knows = viewer is not None and viewer in (taker, entry["seat"])
    return {"seat": entry["seat"], "card": entry["card"] if knows else None}


def mask_record(record: Mapping[str, Any], viewer: int | None, after: int | None = None) -> Json:
    """The record that a viewer may hold after so many events (all, if not said)."""
    events = record["events"][:after]
    complete = len(events) == len(record["events"])
    shown: Json = {key: record[key] for key in ("format", "rules", "players", "tile_set", "market")}
    shown["events"] = [mask_event(event, viewer) for event in events]
    shown["viewer"] = viewer
    if "fair" in record:
        over = complete and ("result" in record or "stopped" in record)
        fair = record["fair"]
        known = {key: fair[key] for key in ("scheme", "commitment", "nonces")}
        shown["fair"] = {**known, "secret": fair["secret"] if over else None}
    if "substitutes" in record:
        shown["substitutes"] = [s for s in record["substitutes"] if s["after"] <= len(events)]
    if complete:
        shown |= {key: record[key] for key in ("result", "stopped") if key in record}
    return shown
