"""An event of the log in one plain sentence, told with what the viewer may know of it."""

from collections.abc import Callable, Mapping
from typing import Any

from ilos.drawing.island_names import island_name
from ilos.drawing.words import joined, printable

Json = Mapping[str, Any]


def event_in_words(event: Json, view_json: Json, setup_json: Json) -> str:
    """What happened; `event` and `view_json` (the position after it) are of one viewer."""
    if event["type"] == "setup":
        return f"The exploration area shows {joined(event['exploration'])}."
    name = str(setup_json["players"][event["seat"]]["name"])
    return printable(f"{name} {_TELLERS[event['type']](event, view_json)}.")


def island_of(place: Json, view_json: Json) -> str:
    """The name of the island that a part belongs to."""
    part = {"tile": place["tile"], "part": place["part"]}
    for island in view_json["islands"]:
        if part in island["parts"]:
            return island_name(island["name"])
    return str(place["tile"])


def _cards(cards: list[str] | int) -> str:
    if isinstance(cards, list):
        return joined(card.replace("_", " ") for card in cards) or "no card"
    return "1 card" if cards == 1 else f"{cards} cards"


def _mulligan(event: Json, _: Json) -> str:
    if not event["discarded"]:
        return "keeps the first hand"
    return f"gives back {_cards(event['discarded'])} and draws {_cards(event['drawn'])}"


def _turned_up(revealed: str | None) -> str:
    return f"; {revealed} is turned up" if revealed else ""


def _first_island(event: Json, view: Json) -> str:
    if event["tile"] is None:
        return f"docks at {island_of(event['to'], view)}, since no tile fits"
    at = island_of(event, view)
    return f"lays {event['tile']} and docks at {at}{_turned_up(event['revealed'])}"


def _ship(event: Json, view: Json) -> str:
    where = event["from"]
    ship = "a ship from the reserve"
    if isinstance(where, Mapping):
        at = f"the hideout of {where['tile']}" if "hideout" in where else island_of(where, view)
        ship = f"a ship from {at}"
    if event["explored"]:
        laid = event["explored"]
        at = island_of(event["to"], view)
        return f"explores {laid['tile']} with {ship} and docks at {at}" + _turned_up(
            laid["revealed"]
        )
    if "hideout" in event["to"]:
        return f"turns pirate on {event['to']['tile']} with {ship}"
    return f"sends {ship} to {island_of(event['to'], view)}"


def _work(deed: str) -> Callable[[Json, Json], str]:
    def tell(event: Json, view: Json) -> str:
        return f"{deed} on {island_of(event['site'], view)}, for {len(event['paid'])} cards"

    return tell


def _building(event: Json, view: Json) -> str:
    at = island_of(event["site"], view)
    if event["building"] == "fort":
        return f"builds a fort on {at}"
    return f"builds a trading post on {at}, copying {event['resource']}"


def _end_turn(event: Json, _: Json) -> str:
    made = joined(f"{count} {name}" for name, count in event["produced"].items() if count)
    told = f"produces {made or 'nothing'} and draws {_cards(event['drawn'])}"
    for entry in event["taken"]:
        told += f", taking {entry['card'] or 'a card'} from seat {entry['seat']}"
    return told


_TELLERS: dict[str, Callable[[Json, Json], str]] = {
    "deal": lambda event, _: f"is dealt {_cards(event['cards'])}",
    "mulligan": _mulligan,
    "first_island": _first_island,
    "ship": _ship,
    "plantation": _work("plants"),
    "gold_mine": _work("digs a gold mine"),
    "ruins": _work("searches ruins and finds 3 gold"),
    "building": _building,
    "market": lambda event, _: f"raises the price of {event['resource']}",
    "end_turn": _end_turn,
}
