"""Golden records: whole games that every later version must still replay to the same end.

`tests/records/golden/<name>.jsonl` is a game, `<name>.views.jsonl` beside it what a spectator and
each seat held half-way. `scripts/golden` writes them again; a diff there is a change of the rules.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from random import Random

from counting import COUNTS, SETUPS, report
from strategies import a_random_move
from tables import a_setup, a_tile_set

from ilos.records.record import Record, record_to_line, write_record
from ilos.records.tile_sets import default_tile_set
from ilos.rules.chance import SeededChance
from ilos.rules.game import Game
from ilos.rules.setup import Setup
from ilos.views import mask_record

FOLDER = Path(__file__).parent / "records" / "golden"

RICH = a_tile_set(
    {
        "A": "!03 ebony spice gold construction | 1 ruins",
        "B": "024 ebony pigment spice",
        "C": "!0 construction construction | 3 pigment spice",
    },
    filler="0134 ebony spice construction",
)
ISLETS = a_tile_set({"A": "!- ebony spice | - gold | 0 construction"}, filler="- spice pigment")


@dataclass(frozen=True)
class Golden:
    """A game to be kept: how it is set up, and what must have happened in it."""

    setup: Setup
    wanted: Callable[[Record], bool] = lambda _: True
    thrift: float = 0.1  # how often a turn is ended without an action


def reason(record: Record) -> str:
    return str(record["result"]["reason"])


def has_taken_cards(record: Record) -> bool:
    return any(event.get("taken") for event in record["events"])


def has_fallback(record: Record) -> bool:
    return any(event["type"] == "first_island" and event.get("to") for event in record["events"])


def highest(record: Record) -> list[dict[str, int]]:
    """The scores of those with the highest value."""
    scores = record["result"]["scores"]
    return [score for score in scores if score["value"] == max(s["value"] for s in scores)]


def is_tie_broken_by_pioneers(record: Record) -> bool:
    best = highest(record)
    return best[0]["value"] > 0 and len(best) > len(record["result"]["winners"])


def has_several_winners(record: Record) -> bool:
    return len(record["result"]["winners"]) > 1 and highest(record)[0]["value"] > 0


def rounds(record: Record) -> int:
    turns: int = sum(event["type"] == "end_turn" for event in record["events"])
    return turns // len(list(record["players"]))


def has_both_ends(record: Record) -> bool:
    return reason(record) == "pioneers" and rounds(record) == record["rules"]["max_rounds"]


def default(seats: int, edition: str, max_rounds: int, **options: str) -> Setup:
    return a_setup(seats, default_tile_set(), edition=edition, max_rounds=max_rounds, **options)


GAMES = {
    "two-players-en": Golden(default(2, "en", 25)),
    "three-players-fr": Golden(default(3, "fr", 15)),
    "four-players-de-open": Golden(default(4, "de", 12, stocks="open")),
    "five-players-en": Golden(default(5, "en", 10)),
    "pioneers": Golden(
        a_setup(2, RICH, edition="de", max_rounds=60), lambda r: reason(r) == "pioneers"
    ),
    "both-ends": Golden(a_setup(2, RICH, edition="fr", max_rounds=14), has_both_ends),
    "fallback": Golden(a_setup(3, ISLETS, max_rounds=6), has_fallback),
    "taken-cards": Golden(default(3, "fr", 12), has_taken_cards, thrift=0.9),
    "tie": Golden(a_setup(3, RICH, max_rounds=4), is_tie_broken_by_pioneers),
    "several-winners": Golden(a_setup(4, RICH, max_rounds=3), has_several_winners),
}


def a_game_with(golden: Golden, seed: int) -> Record:
    rng = Random(seed)
    game = Game(golden.setup, SeededChance(seed))
    while not game.is_over:
        game.play(a_random_move(golden.setup, game.position, rng, golden.thrift))
    return write_record(game)


def made(golden: Golden) -> Record:
    """The first game, over all seeds, in which the wanted thing happens."""
    return next(record for seed in count() if golden.wanted(record := a_game_with(golden, seed)))


def views(record: Record) -> Iterator[Record]:
    """What a spectator and each seat held half-way."""
    for viewer in (None, *range(len(record["players"]))):
        yield mask_record(record, viewer, len(record["events"]) // 2)


def write_golden_records() -> None:
    """Write every game and its views again."""
    FOLDER.mkdir(exist_ok=True)
    for name, golden in GAMES.items():
        record = made(golden)
        (FOLDER / f"{name}.jsonl").write_bytes(record_to_line(record) + b"\n")
        lines = b"".join(record_to_line(view) + b"\n" for view in views(record))
        (FOLDER / f"{name}.views.jsonl").write_bytes(lines)


if __name__ == "__main__":
    write_golden_records()
    for setup in SETUPS:
        (COUNTS / f"{setup}.txt").write_text("\n".join(report(setup)) + "\n", encoding="utf-8")
    print(f"{len(GAMES)} golden games and {len(SETUPS)} counts written; see `git diff tests`.")
