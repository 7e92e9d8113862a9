"""The game record `ilos-record/1` (docs/record.md): writing, reading, refusing.

Reading a record replays it: whatever the rules do not allow is refused with the index of the
event and the rule, and nothing is changed by a refusal.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, Literal, TypeVar

import msgspec

from ilos.records.tile_sets import BadTileSet, read_embedded_tile_set
from ilos.rules.errors import IllegalMove, NotAMove, TooLate
from ilos.rules.events import read_event
from ilos.rules.game import Game
from ilos.rules.moves import Index, Shape, complaint, to_builtins
from ilos.rules.names import RESOURCES, PriceRows
from ilos.rules.setup import RULES_VERSION, Options, Player, Setup
from ilos.rules.tiles import Tile, TileSet

FORMAT: Final = "ilos-record/1"
MAX_BYTES: Final = 5 * 1024 * 1024
MAX_EVENTS: Final = 20_000

Record = dict[str, Any]


_LONGEST = 300  # characters of what is said about a record


class BadRecord(ValueError):
    """A record that is refused; `index` is the event's, None for what is not in an event."""

    def __init__(self, message: str, index: int | None = None, rule: str | None = None) -> None:
        if len(message) > _LONGEST:  # it quotes the record, which may hold anything
            message = f"{message[: _LONGEST - 3]}..."
        where = "" if index is None else f"event {index}: "
        law = "" if rule is None else f" (rule {rule})"
        if rule == "record":
            law = " (docs/record.md, events)"
        super().__init__(f"{where}{message}{law}")
        self.message, self.index, self.rule = message, index, rule

    def __reduce__(self) -> tuple[type[BadRecord], tuple[str, int | None, str | None]]:
        return (BadRecord, (self.message, self.index, self.rule))


class TileSetData(Shape, frozen=True):
    """The twenty tiles, in an order that tells nothing of the shuffle."""

    name: str
    tiles: tuple[Tile, ...]


class SetupData(Shape, frozen=True):
    """What was agreed before the game, as a record says it before its events."""

    rules: Options
    players: tuple[Player, ...]
    tile_set: TileSetData
    market: PriceRows


def setup_data(setup: Setup) -> SetupData:
    """What does not change during a game, and is no secret."""
    printed = setup.tile_set
    market = {resource: tuple(printed.market[resource]) for resource in RESOURCES}
    return SetupData(setup.options, setup.players, TileSetData(printed.name, printed.tiles), market)


def setup_of(data: SetupData) -> Setup:
    """The set-up that `setup_data` wrote."""
    tile_set = TileSet(data.tile_set.name, data.tile_set.tiles, data.market)
    return Setup(data.players, data.rules, tile_set)


def write_record(game: Game) -> Record:
    """The record of a game, with its result if it is over.

    >>> from ilos import new_game
    >>> record = write_record(new_game(["Ana", "Bo"], seed=7))
    >>> record["format"], [event["type"] for event in record["events"]]
    ('ilos-record/1', ['setup', 'deal', 'deal'])
    """
    record = {"format": FORMAT, **to_builtins(setup_data(game.setup))}
    record["events"] = to_builtins(list(game.events))
    result = game.result()
    if result is not None:
        record["result"] = to_builtins(result)
    return record


def record_to_line(record: Record) -> bytes:
    """A record as one line of UTF-8 JSON, without the line's end."""
    return msgspec.json.encode(record)


def parse_record(data: bytes) -> Record:
    """The JSON object in a text; BadRecord if it is too large, not JSON or not an object."""
    if len(data) > MAX_BYTES:
        raise BadRecord(f"a record of {len(data)} bytes is larger than 5 MiB")
    try:
        value = msgspec.json.decode(data)
    except RecursionError:
        raise BadRecord("this is nested too deeply to be a record") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadRecord(f"this is not JSON: {error}") from None
    if not isinstance(value, dict):
        raise BadRecord("a record is a JSON object")
    return value


class _Human(Shape, frozen=True, tag_field="kind", tag="human"):
    name: str
    colour: str


class _Bot(Shape, frozen=True, tag_field="kind", tag="bot"):
    name: str
    colour: str
    bot: str | None = None


class _Rules(Shape, frozen=True):
    edition: str
    max_rounds: int
    version: object = RULES_VERSION
    stocks: object = "screened"


class _Substitute(Shape, frozen=True):
    seat: Index
    after: Index
    bot: str


class _Form(Shape, frozen=True):
    """What a record must have before its events are looked at one by one."""

    format: object
    rules: _Rules
    players: tuple[_Human | _Bot, ...]
    tile_set: dict[str, object]
    market: dict[str, object]


class _Whole(_Form, frozen=True):
    events: list[object]
    stopped: Literal["agreed", "abandoned"] | msgspec.UnsetType = msgspec.UNSET
    substitutes: tuple[_Substitute, ...] = ()


def read_record(record: Mapping[str, Any], after: int | None = None) -> Game:
    """Replay a record, wholly checked; or only its first `after` events, for a look at them."""
    if "viewer" in record:
        raise BadRecord(
            "this file holds what one viewer saw of a game; a record saved after the end has all"
        )
    whole = _read(record, _Whole)
    game, events = Game(_setup(whole)), whole.events
    if len(events) > MAX_EVENTS:
        raise BadRecord(f"{len(events)} events are more than {MAX_EVENTS}")
    if after is not None and after > len(events):
        raise BadRecord(f"the record has only {len(events)} events, not {after}")
    for index, event in enumerate(events[:after]):
        replay_event(game, index, event)
    if after is None:
        _check_end(game, record.get("result"), whole)
    return game


def replay_event(game: Game, index: int, event: object) -> None:
    """Play one event of a record, or BadRecord with its index and the rule."""
    try:
        game.replay(read_event(event))
    except IllegalMove as error:
        raise BadRecord(error.message, index, error.rule) from None
    except TooLate as error:
        raise BadRecord(str(error), index, error.rule) from None
    except NotAMove as error:
        raise BadRecord(str(error), index, "record") from None


def read_setup(record: Mapping[str, Any]) -> Setup:
    """What was agreed before the game."""
    return _setup(_read(record, _Form))


Read = TypeVar("Read", bound=_Form)


def _read(record: Mapping[str, Any], form: type[Read]) -> Read:
    if "format" not in record:
        raise BadRecord(f"this is no record of a game: it has no format, such as {FORMAT!r}")
    if record["format"] != FORMAT:
        raise BadRecord(f"the format is {_shown(record['format'])}, not {FORMAT!r}")
    try:
        return msgspec.convert(record, form)
    except (msgspec.ValidationError, RecursionError) as error:
        raise BadRecord(complaint(error)) from None


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:37]}..."


def _setup(form: _Form) -> Setup:
    try:
        options = Options(**msgspec.structs.asdict(form.rules))
    except ValueError as error:
        raise BadRecord(f"rules: {error}") from None
    players = tuple(Player(**to_builtins(player)) for player in form.players)
    try:
        return Setup(players, options, read_embedded_tile_set(form.tile_set, form.market))
    except BadTileSet as error:
        raise BadRecord(str(error)) from None
    except ValueError as error:
        raise BadRecord(f"players: {error}") from None


def _check_end(game: Game, given: object, whole: _Whole) -> None:
    """RULES 5 and docs/record.md: a result exactly when the game is over, and the right one."""
    result = game.result()
    if result is None:
        if given is not None:
            raise BadRecord("there is a result, but the game is not over", rule="5")
    elif whole.stopped is not msgspec.UNSET:
        raise BadRecord("the game is over, so it cannot have been broken off", rule="5")
    elif not isinstance(given, Mapping):
        raise BadRecord("the game is over, but there is no result", rule="5")
    else:
        for path, wrong, right in _differences(given, to_builtins(result), "result"):
            raise BadRecord(f"{path} is {_shown(wrong)}, but {_shown(right)} follows", rule="5")
    for seat, after in ((one.seat, one.after) for one in whole.substitutes):
        if seat >= len(game.setup.players) or after > len(game.events):
            raise BadRecord(f"substitutes: no seat {seat} after {after} events")


def _differences(given: Any, right: Any, path: str) -> Iterator[tuple[str, Any, Any]]:
    """Where what is given is not what follows; extra keys do not matter."""
    if isinstance(right, dict):
        if not isinstance(given, Mapping):
            yield path, given, right
        else:
            for key in right:
                yield from _differences(given.get(key), right[key], f"{path}.{key}")
    elif isinstance(right, list):
        if not isinstance(given, list) or len(given) != len(right):
            yield path, given, right
        else:
            for i, (a, b) in enumerate(zip(given, right, strict=True)):
                yield from _differences(a, b, f"{path}[{i}]")
    elif type(given) is not type(right) or given != right:
        yield path, given, right
