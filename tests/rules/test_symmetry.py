"""What cannot matter: how the archipelago is turned, who wears which colour, what tiles are called.

A record is transformed as a whole, and must then replay to the same scores, with as many legal
moves at every step.
"""

import copy
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from strategies import a_played_game, a_setup_of_any_sort, amount, seeds

from ilos.records.record import Record, read_record, write_record
from ilos.rules.names import COLOURS

Change = Callable[[Record, Random], Record]


def turned(record: Record, rng: Random) -> Record:
    """The whole archipelago turned: printed sides and cells by the same sixth of a circle."""
    return moved(record, rng.randint(1, 5), 1)


def mirrored(record: Record, rng: Random) -> Record:
    """The whole archipelago seen in a mirror, and turned."""
    return moved(record, rng.randint(0, 5), -1)


def moved(record: Record, turn: int, hand: int) -> Record:
    """Side s becomes hand × s + turn; a rotation t becomes hand × t; cells follow their sides."""
    new = copy.deepcopy(record)
    for tile in new["tile_set"]["tiles"]:
        for part in tile["parts"]:
            part["sides"] = [(hand * side + turn) % 6 for side in part["sides"]]
    for event in new["events"]:
        laid = event if event["type"] == "first_island" else event.get("explored")
        if laid and laid["tile"] is not None:
            laid["cell"] = moved_cell(laid["cell"], turn, hand)
            laid["rotation"] = hand * laid["rotation"] % 6
    return new


def moved_cell(cell: list[int], turn: int, hand: int) -> list[int]:
    """(q, r) is q steps east and r steps to side 1; each step goes where its side goes."""
    ways = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
    east, next_way = ways[turn % 6], ways[(hand + turn) % 6]
    q, r = cell
    return [q * east[0] + r * next_way[0], q * east[1] + r * next_way[1]]


def repainted(record: Record, rng: Random) -> Record:
    """Other colours and names."""
    new = copy.deepcopy(record)
    for player, colour in zip(new["players"], rng.sample(COLOURS, 5), strict=False):
        player["colour"], player["name"] = colour, f"the {colour} lord"
    return new


def renamed(record: Record, rng: Random) -> Record:
    """Tiles in another order and with other ids."""
    new = copy.deepcopy(record)
    tiles = new["tile_set"]["tiles"]
    names = {
        tile["id"]: f"tile {n}" for tile, n in zip(tiles, rng.sample(range(99), 20), strict=True)
    }
    for tile in tiles:
        tile["id"] = names[tile["id"]]
    rng.shuffle(tiles)
    return {**new, "events": [with_names(event, names) for event in new["events"]]}


def with_names(value: Any, names: dict[str, str]) -> Any:
    """Ids of tiles stand under `tile`, `revealed` and `exploration`."""
    if isinstance(value, list):
        return [with_names(entry, names) for entry in value]
    if not isinstance(value, dict):
        return value
    found = {key: with_names(entry, names) for key, entry in value.items()}
    for key in ("tile", "revealed"):
        if found.get(key) is not None:
            found[key] = names[found[key]]
    if "exploration" in found:
        found["exploration"] = [names[tile] for tile in found["exploration"]]
    return found


def reprinted(record: Record, rng: Random) -> Record:
    """Each tile printed the other way round, and laid turned back; the first tile cannot be."""
    new = copy.deepcopy(record)
    first = next(event["tile"] for event in new["events"] if event["type"] == "first_island")
    turns = {tile["id"]: rng.randint(0, 5) for tile in new["tile_set"]["tiles"]} | {first: 0}
    for tile in new["tile_set"]["tiles"]:
        for part in tile["parts"]:
            part["sides"] = [(side + turns[tile["id"]]) % 6 for side in part["sides"]]
    for event in new["events"]:
        laid = event if event["type"] == "first_island" else event.get("explored")
        if laid and laid["tile"] is not None:
            laid["rotation"] = (laid["rotation"] - turns[laid["tile"]]) % 6
    return new


@pytest.mark.parametrize("change", [turned, mirrored, repainted, renamed, reprinted])
@settings(max_examples=amount(25))
@given(seeds)
def test_it_does_not_matter(change: Change, seed: int) -> None:
    """RULES 2, 3: everything is counted from sides, seats and parts alone."""
    rng = Random(seed)
    record = write_record(a_played_game(a_setup_of_any_sort(rng, 12), seed))
    other = change(record, rng)
    game = read_record(other)
    assert write_record(game)["result"] == record["result"]
    for after in rng.sample(range(len(record["events"])), 4):
        first, second = read_record(record, after), read_record(other, after)
        assert len(first.legal_moves) == len(second.legal_moves)
        assert first.position.hand == second.position.hand
        assert first.position.islands == second.position.islands
        assert first.scores() == second.scores()
