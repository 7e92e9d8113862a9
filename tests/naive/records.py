"""Whole records (RECORD.md): checking one, and masking it for a viewer."""

import copy
import json
from typing import Any

from .header import header_problems
from .rules import NaiveGame
from .shapes import RESOURCES, Broken, Event, Record, Refused, key, listed, one_of, whole

MAX_BYTES = 5 * 1024 * 1024
MAX_EVENTS = 20_000

# What a masked record may show: everything else could carry a secret.
HEADER_KEYS = ("format", "rules", "players", "tile_set", "market")
EVENT_KEYS = {
    "setup": ("exploration",),
    "deal": ("seat", "cards"),
    "mulligan": ("seat", "discarded", "drawn"),
    "first_island": ("seat", "tile", "cell", "rotation", "part", "revealed", "to"),
    "ship": ("seat", "from", "to", "explored", "paid"),
    "plantation": ("seat", "site", "paid"),
    "gold_mine": ("seat", "site", "paid"),
    "ruins": ("seat", "site", "paid"),
    "building": ("seat", "site", "building", "resource", "paid"),
    "market": ("seat", "resource"),
    "end_turn": ("seat", "produced", "drawn", "taken"),
}


def check_record(record: Any) -> list[Refused]:
    """Everything wrong with a full record; after the first bad event the rest is not judged."""
    problems = [Refused(None, broken.rule, broken.message) for broken in header_problems(record)]
    if problems:
        return problems
    try:
        check_limits(record)
        game = replay(record)
        check_end(record, game)
    except Broken as broken:
        return [Refused(None, broken.rule, broken.message)]
    except Refused as refused:
        return [refused]
    return []


def check_limits(record: Record) -> None:
    events = listed(key(record, "events"), "events")
    if len(events) > MAX_EVENTS:
        raise Broken("RECORD bad input", f"{len(events)} events, at most {MAX_EVENTS} are allowed")
    text = json.dumps(record, ensure_ascii=False, separators=(",", ":"))
    if len(text.encode("utf-8", errors="surrogatepass")) > MAX_BYTES:
        raise Broken("RECORD bad input", "the record is larger than 5 MiB")
    for substitute in record.get("substitutes", []):
        whole(substitute["after"], "the event count of a substitute", 0, len(events))


def replay(record: Record, after: int | None = None) -> NaiveGame:
    """The game after the first `after` events (all of them if None)."""
    game = NaiveGame(record)
    for event in record["events"][:after]:
        game.apply(event)
    return game


def check_end(record: Record, game: NaiveGame) -> None:
    """A finished game has a result, a running one has none, a broken off one `stopped`."""
    if "stopped" in record:
        one_of(record["stopped"], ("agreed", "abandoned"), "stopped")
        if "result" in record:
            raise Broken("RECORD result", "a game that was broken off has no result")
        if game.phase == "over":
            raise Broken("RECORD result", "a game that is over cannot be broken off")
        return
    if game.phase != "over":
        if "result" in record:
            raise Broken("RECORD result", "the game is not over, but there is a result")
        return
    if "result" not in record:
        raise Broken("RECORD result", "the game is over, but there is no result")
    check_result(record["result"], game)


def check_result(found: Any, game: NaiveGame) -> None:
    expected = game.result()
    reason = one_of(key(found, "reason"), ("pioneers", "max_rounds"), "the reason")
    if reason != expected["reason"]:
        raise Broken("RULES 5", f"the reason is {expected['reason']}, not {reason}")
    last = len(game.seats) - 1
    winners = [
        whole(seat, "a winner", 0, last) for seat in listed(key(found, "winners"), "winners")
    ]
    if sorted(winners) != expected["winners"]:
        raise Broken("RULES 5", f"the winners are {expected['winners']}, not {winners}")
    scores = listed(key(found, "scores"), "scores", len(game.seats))
    for seat in range(len(game.seats)):
        check_score(seat, scores[seat], expected["scores"][seat])


def check_score(seat: int, found: Any, expected: dict[str, Any]) -> None:
    stock = key(found, "stock")
    for name in RESOURCES:
        count = whole(key(stock, name), f"seat {seat}'s {name}")
        if count != expected["stock"][name]:
            raise Broken("RULES 5", f"seat {seat} has {expected['stock'][name]} {name}")
    for name in stock:
        one_of(name, RESOURCES, "a resource of a stock")
    for name in ("value", "pioneers"):
        if whole(key(found, name), f"seat {seat}'s {name}") != expected[name]:
            raise Broken("RULES 5", f"seat {seat}'s {name} is {expected[name]}")


# ---- partial views -----------------------------------------------------------------------


def mask(record: Record, viewer: int | None, after: int | None = None) -> Record:
    """What a seat, or a spectator (None), may hold after the first `after` events."""
    events = record["events"]
    shown = len(events) if after is None else after
    if not 0 <= shown <= len(events):
        raise ValueError(f"the record has {len(events)} events, not {shown}")
    if viewer is not None and not 0 <= viewer < len(record["players"]):
        raise ValueError(f"there is no seat {viewer}")
    view: Record = {name: copy.deepcopy(record[name]) for name in HEADER_KEYS}
    view["events"] = [masked_event(event, viewer) for event in events[:shown]]
    view["viewer"] = viewer
    if "substitutes" in record:
        known = [entry for entry in record["substitutes"] if entry["after"] <= shown]
        view["substitutes"] = copy.deepcopy(known)
    if shown == len(events):
        for name in ("result", "stopped"):
            if name in record:
                view[name] = copy.deepcopy(record[name])
    if "fair" in record:
        view["fair"] = copy.deepcopy(record["fair"])
        if "result" not in view and "stopped" not in view:
            view["fair"]["secret"] = None
    return view


def masked_event(event: Event, viewer: int | None) -> Event:
    kind = event["type"]
    names = [name for name in EVENT_KEYS[kind] if name in event]
    shown: Event = {"type": kind, **{name: copy.deepcopy(event[name]) for name in names}}
    if kind in ("deal", "mulligan", "end_turn") and event["seat"] != viewer:
        hidden = "cards" if kind == "deal" else "drawn"
        shown[hidden] = len(event[hidden])
    if kind == "end_turn" and event["seat"] != viewer:
        for entry in shown["taken"]:
            if entry["seat"] != viewer:
                entry["card"] = None
    return shown
