# ruff: noqa: ARG001 - all ways to spoil a thing share one signature, few need all of it
"""Ways to spoil a record around its events: order, result, options, players, tiles, chart.

Each function changes a copy of a finished legal record and gives it back with the index of the
event that must be refused, or None when the fault lies outside the events.
"""

from collections.abc import Callable
from random import Random
from typing import Any

from .corrupt_events import NOBODY
from .records import MAX_EVENTS, mask
from .shapes import COLOURS, RESOURCES, Record

Spoilt = tuple[Record, int | None]
RecordChange = Callable[[Record, Random], Spoilt | None]
RECORD_CHANGES: dict[str, RecordChange] = {}

NEVER_TWICE = ("setup", "deal", "mulligan", "first_island", "end_turn")


def change(function: RecordChange) -> RecordChange:
    RECORD_CHANGES[function.__name__] = function
    return function


def register_value(name: str, path: tuple[Any, ...], *values: Any) -> None:
    """A corruption that puts one of these values where the path leads."""

    def put(record: Record, rng: Random) -> Spoilt | None:
        holder: Any = record
        for step in path[:-1]:
            holder = holder[step]
        holder[path[-1]] = rng.choice(values)
        return record, None

    RECORD_CHANGES[name] = put


def register_missing(name: str, *paths: tuple[Any, ...]) -> None:
    """A corruption that removes the key to which one of these paths leads."""

    def remove(record: Record, rng: Random) -> Spoilt | None:
        path = rng.choice(paths)
        holder: Any = record
        for step in path[:-1]:
            holder = holder[step]
        del holder[path[-1]]
        return record, None

    RECORD_CHANGES[name] = remove


# ---- order of events ---------------------------------------------------------------------


def key_events(record: Record) -> list[int]:
    return [i for i, event in enumerate(record["events"]) if event["type"] in NEVER_TWICE]


@change
def event_left_out(record: Record, rng: Random) -> Spoilt | None:
    index = rng.choice(key_events(record))
    del record["events"][index]
    return record, index if index < len(record["events"]) else None


@change
def event_twice(record: Record, rng: Random) -> Spoilt | None:
    index = rng.choice(key_events(record))
    record["events"].insert(index + 1, record["events"][index])
    return record, index + 1


@change
def neighbours_swapped(record: Record, rng: Random) -> Spoilt | None:
    setup = 1 + 3 * len(record["players"])
    index = rng.randrange(setup - 1)
    events = record["events"]
    events[index], events[index + 1] = events[index + 1], events[index]
    return record, index


@change
def event_after_the_end(record: Record, rng: Random) -> Spoilt | None:
    index = len(record["events"])
    record["events"].append(
        {"type": "end_turn", "seat": 0, "produced": {}, "drawn": [], "taken": []}
    )
    return record, index


@change
def dealt_more_ruins_than_there_are(record: Record, rng: Random) -> Spoilt | None:
    record["events"][1]["cards"] = ["ruins"] * 5
    record["events"][2]["cards"] = ["ruins"] * 5
    return record, 2


@change
def too_many_events(record: Record, rng: Random) -> Spoilt | None:
    last = record["events"][-1]
    record["events"] += [last] * (MAX_EVENTS + 1 - len(record["events"]))
    return record, None


register_value("events_are_no_list", ("events",), None, {}, 3)
register_missing("events_missing", ("events",))


# ---- result ------------------------------------------------------------------------------


@change
def result_of_another_reason(record: Record, rng: Random) -> Spoilt | None:
    was = record["result"]["reason"]
    record["result"]["reason"] = "max_rounds" if was == "pioneers" else "pioneers"
    return record, None


@change
def result_with_other_winners(record: Record, rng: Random) -> Spoilt | None:
    winners = record["result"]["winners"]
    everyone = list(range(len(record["players"])))
    others = [seat for seat in everyone if seat not in winners]
    choices: list[list[int]] = [[], others] if others else [[]]
    record["result"]["winners"] = rng.choice(choices)
    return record, None


@change
def result_with_another_number(record: Record, rng: Random) -> Spoilt | None:
    score = rng.choice(record["result"]["scores"])
    score[rng.choice(("value", "pioneers"))] += rng.choice((-1, 1))
    return record, None


@change
def result_with_another_stock(record: Record, rng: Random) -> Spoilt | None:
    stock = rng.choice(record["result"]["scores"])["stock"]
    stock[rng.choice(RESOURCES)] += 1
    return record, None


@change
def result_without_a_seat(record: Record, rng: Random) -> Spoilt | None:
    record["result"]["scores"].pop()
    return record, None


@change
def result_too_early(record: Record, rng: Random) -> Spoilt | None:
    del record["events"][rng.randrange(len(record["events"])) :]
    return record, None


@change
def stopped_for_an_unknown_reason(record: Record, rng: Random) -> Spoilt | None:
    record["events"].pop()
    del record["result"]
    record["stopped"] = "bored"
    return record, None


register_value("stopped_with_a_result", ("stopped",), "agreed", "abandoned")
register_value("result_is_no_object", ("result",), [], "pioneers", 0)
register_value("result_of_unknown_reason", ("result", "reason"), NOBODY, None)
register_missing("result_missing", ("result",))
register_missing(
    "result_incomplete",
    ("result", "reason"),
    ("result", "winners"),
    ("result", "scores"),
    ("result", "scores", 0, "value"),
    ("result", "scores", 0, "pioneers"),
    ("result", "scores", 0, "stock"),
    ("result", "scores", 0, "stock", "gold"),
)


# ---- format, options, players ------------------------------------------------------------

register_value("format_unknown", ("format",), "ilos-record/2", "ilos-record", 1, None)
register_value("version_unknown", ("rules", "version"), 0, 2, "1", None)
register_value("edition_unknown", ("rules", "edition"), "it", None, 0)
register_value("max_rounds_out_of_range", ("rules", "max_rounds"), 0, 501, -1, 10**30)
register_value("max_rounds_no_number", ("rules", "max_rounds"), True, "12", 12.5, None)
register_value("stocks_unknown", ("rules", "stocks"), "hidden", True)
register_value("colour_unknown", ("players", 0, "colour"), "white", None, ["red"])
register_value("kind_unknown", ("players", 1, "kind"), "cat", None)
register_value("name_no_text", ("players", 1, "name"), 5, None)
register_missing("format_missing", ("format",))
register_missing(
    "option_missing", ("rules",), ("rules", "edition"), ("rules", "max_rounds"), ("players",)
)
register_missing(
    "player_incomplete", ("players", 0, "name"), ("players", 0, "colour"), ("players", 1, "kind")
)


@change
def masked_record(record: Record, rng: Random) -> Spoilt | None:
    return mask(record, rng.choice((None, 0, 1)), rng.randint(0, len(record["events"]))), None


@change
def one_player(record: Record, rng: Random) -> Spoilt | None:
    del record["players"][1:]
    return record, None


@change
def six_players(record: Record, rng: Random) -> Spoilt | None:
    for colour in (*COLOURS, "white"):
        if all(player["colour"] != colour for player in record["players"]):
            record["players"].append({"name": "Extra", "colour": colour, "kind": "human"})
    return record, None


@change
def colour_twice(record: Record, rng: Random) -> Spoilt | None:
    record["players"][1]["colour"] = record["players"][0]["colour"]
    return record, None


# ---- tile set and chart ------------------------------------------------------------------


def some_tile(record: Record, rng: Random) -> dict[str, Any]:
    tile: dict[str, Any] = rng.choice(record["tile_set"]["tiles"])
    return tile


@change
def nineteen_tiles(record: Record, rng: Random) -> Spoilt | None:
    record["tile_set"]["tiles"].pop()
    return record, None


@change
def twenty_one_tiles(record: Record, rng: Random) -> Spoilt | None:
    record["tile_set"]["tiles"].append({**some_tile(record, rng), "id": NOBODY})
    return record, None


@change
def tile_id_twice(record: Record, rng: Random) -> Spoilt | None:
    tiles = record["tile_set"]["tiles"]
    tiles[0]["id"] = tiles[1]["id"]
    return record, None


@change
def tile_incomplete(record: Record, rng: Random) -> Spoilt | None:
    del some_tile(record, rng)[rng.choice(("id", "hideout", "parts"))]
    return record, None


@change
def hideout_neither_true_nor_false(record: Record, rng: Random) -> Spoilt | None:
    some_tile(record, rng)["hideout"] = rng.choice((0, 1, None, "true"))
    return record, None


@change
def tile_without_parts(record: Record, rng: Random) -> Spoilt | None:
    some_tile(record, rng)["parts"] = []
    return record, None


@change
def tile_with_four_parts(record: Record, rng: Random) -> Spoilt | None:
    some_tile(record, rng)["parts"] = [{"sides": [side], "sites": []} for side in range(4)]
    return record, None


@change
def part_incomplete(record: Record, rng: Random) -> Spoilt | None:
    del some_tile(record, rng)["parts"][0][rng.choice(("sides", "sites"))]
    return record, None


@change
def side_owned_twice(record: Record, rng: Random) -> Spoilt | None:
    sides = rng.choice(([[0, 1], [1, 2]], [[3, 3], []]))
    some_tile(record, rng)["parts"] = [{"sides": side, "sites": []} for side in sides]
    return record, None


@change
def side_out_of_range(record: Record, rng: Random) -> Spoilt | None:
    parts = [{"sides": [rng.choice((-1, 6, True, "0", 2.5))], "sites": []}]
    some_tile(record, rng)["parts"] = parts
    return record, None


@change
def parts_that_cross(record: Record, rng: Random) -> Spoilt | None:
    start = rng.randint(0, 5)
    first = [start, (start + rng.choice((2, 3))) % 6]
    second = [(start + 1) % 6, (start + rng.choice((4, 5))) % 6]
    some_tile(record, rng)["parts"] = [
        {"sides": first, "sites": ["ebony"]},
        {"sides": second, "sites": []},
    ]
    return record, None


@change
def site_unknown(record: Record, rng: Random) -> Spoilt | None:
    some_tile(record, rng)["parts"][0]["sites"] = [rng.choice(("silver", "fort", None, 3))]
    return record, None


@change
def nine_sites(record: Record, rng: Random) -> Spoilt | None:
    tile = some_tile(record, rng)
    for part in tile["parts"]:
        part["sites"] = []
    for number in range(9):
        tile["parts"][number % len(tile["parts"])]["sites"].append("spice")
    return record, None


register_value("tiles_are_no_list", ("tile_set", "tiles"), {}, None)
register_value("row_of_four_prices", ("market", "spice"), [1, 2, 3, 4])
register_value("row_of_six_prices", ("market", "gold"), [1, 2, 3, 4, 5, 6])
register_value("row_that_does_not_rise", ("market", "ebony"), [1, 2, 2, 4, 5], [5, 4, 3, 2, 1])
register_value("price_not_positive", ("market", "pigment"), [0, 1, 2, 3, 4], [-1, 1, 2, 3, 4])
register_value("price_not_whole", ("market", "gold"), [1, 2.5, 3, 4, 5], ["1", 2, 3, 4, 5])
register_missing(
    "tile_set_or_market_incomplete",
    ("tile_set",),
    ("tile_set", "name"),
    ("tile_set", "tiles"),
    ("market",),
    ("market", "gold"),
)
