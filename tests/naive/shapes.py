"""The shapes of values in a record (RECORD.md): what is a number, a name, a list, a key.

Every check raises `Broken`, which knows the rule but not where in the record it was broken.
"""

from typing import Any

CARDS = ("ship", "plantation", "gold_mine", "building", "ruins", "market")
CARD_COUNTS = {
    "ship": 30,
    "plantation": 20,
    "building": 12,
    "market": 12,
    "gold_mine": 10,
    "ruins": 6,
}
RESOURCES = ("ebony", "spice", "pigment", "gold")
PLANTATION_RESOURCES = ("ebony", "spice", "pigment")
SITE_KINDS = ("ebony", "spice", "pigment", "gold", "construction", "ruins")
BUILDINGS = ("fort", "trading_post")
COLOURS = ("red", "green", "black", "yellow", "blue")
EDITIONS = ("en", "fr", "de")

Event = dict[str, Any]
Record = dict[str, Any]


class Broken(Exception):
    """A rule is broken; the caller, who knows the place, turns this into `Refused`."""

    def __init__(self, rule: str, message: str) -> None:
        super().__init__(f"{message} ({rule})")
        self.rule = rule
        self.message = message


class Refused(Exception):
    """What a reader says of a bad record: the event index (None: outside the events), the rule."""

    def __init__(self, index: int | None, rule: str, message: str) -> None:
        where = "record" if index is None else f"event {index}"
        super().__init__(f"{where}: {message} ({rule})")
        self.index = index
        self.rule = rule
        self.message = message


def key(value: Any, name: str) -> Any:
    """The value of a required key of an object."""
    if not isinstance(value, dict):
        raise Broken("RECORD keys", f"expected an object with the key {name!r}, found {value!r}")
    if name not in value:
        raise Broken("RECORD keys", f"the key {name!r} is missing")
    return value[name]


def is_whole(value: Any) -> bool:
    """Whole numbers only: JSON's true and 1.0 are no numbers of seats, sides or cards."""
    return isinstance(value, int) and not isinstance(value, bool)


def whole(value: Any, what: str, low: int | None = None, high: int | None = None) -> int:
    if not is_whole(value):
        raise Broken("RECORD types", f"{what} must be a whole number, found {value!r}")
    number = int(value)
    if (low is not None and number < low) or (high is not None and number > high):
        raise Broken("RECORD values", f"{what} must lie between {low} and {high}, found {number}")
    return number


def text(value: Any, what: str) -> str:
    if not isinstance(value, str):
        raise Broken("RECORD types", f"{what} must be text, found {value!r}")
    return value


def listed(value: Any, what: str, length: int | None = None) -> list[Any]:
    if not isinstance(value, list):
        raise Broken("RECORD types", f"{what} must be a list, found {value!r}")
    if length is not None and len(value) != length:
        raise Broken("RECORD values", f"{what} must have {length} entries, found {len(value)}")
    return value


def one_of(value: Any, names: tuple[str, ...], what: str) -> str:
    if not isinstance(value, str) or value not in names:
        raise Broken("RECORD names", f"{what} must be one of {', '.join(names)}, found {value!r}")
    return value


def cards(value: Any, what: str, length: int | None = None) -> list[str]:
    return [one_of(card, CARDS, f"a card of {what}") for card in listed(value, what, length)]
