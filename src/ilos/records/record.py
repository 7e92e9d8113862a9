"""The game record `ilos-record/1` (docs/record.md): writing, reading, refusing.

Reading a record replays it: whatever the rules do not allow is refused with the index of the
event and the rule, and nothing is changed by a refusal.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

import msgspec

from ilos.records.tile_sets import BadTileSet, read_embedded_tile_set
from ilos.rules.errors import IllegalMove, NotAMove, TooLate
from ilos.rules.events import read_event
from ilos.rules.game import Game
from ilos.rules.moves import Shape, to_builtins
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


def read_record(record: Mapping[str, Any], after: int | None = None) -> Game:
    """Replay a record, wholly checked; or only its first `after` events, for a look at them."""
    if "viewer" in record:
        raise BadRecord("this is a masked view of a game; only a full record can be replayed")
    game = Game(read_setup(record))
    events = _need(record, "events", list)
    if len(events) > MAX_EVENTS:
        raise BadRecord(f"{len(events)} events are more than {MAX_EVENTS}")
    if after is not None and after > len(events):
        raise BadRecord(f"the record has only {len(events)} events, not {after}")
    for index, event in enumerate(events[:after]):
        replay_event(game, index, event)
    if after is None:
        _check_end(game, record)
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
    if record.get("format") != FORMAT:
        raise BadRecord(f"the format is {_shown(record.get('format'))}, not {FORMAT!r}")
    options = _options(_need(record, "rules", dict))
    players = tuple(_player(value) for value in _need(record, "players", list))
    tiles, market = _need(record, "tile_set", dict), _need(record, "market", dict)
    try:
        return Setup(players, options, read_embedded_tile_set(tiles, market))
    except BadTileSet as error:
        raise BadRecord(str(error)) from None
    except ValueError as error:
        raise BadRecord(f"players: {error}") from None


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:37]}..."


_KINDS = {list: "a list", dict: "an object", str: "a text", int: "a whole number"}


def _need(value: Mapping[str, Any], key: str, kind: type) -> Any:
    if key not in value:
        raise BadRecord(f"the key {key!r} is missing")
    if type(value[key]) is not kind:
        raise BadRecord(f"{key}: {_shown(value[key])} is not {_KINDS[kind]}")
    return value[key]


def _options(rules: Mapping[str, Any]) -> Options:
    edition, max_rounds = _need(rules, "edition", str), _need(rules, "max_rounds", int)
    version, stocks = rules.get("version", RULES_VERSION), rules.get("stocks", "screened")
    try:
        return Options(edition=edition, max_rounds=max_rounds, stocks=stocks, version=version)
    except ValueError as error:
        raise BadRecord(f"rules: {error}") from None


def _player(value: object) -> Player:
    if not isinstance(value, Mapping):
        raise BadRecord("players: a player is an object")
    kind = _need(value, "kind", str)
    if kind not in ("human", "bot"):
        raise BadRecord(f"players: kind {_shown(kind)} is not one of human, bot")
    bot = value.get("bot") if kind == "bot" else None
    if bot is not None and not isinstance(bot, str):
        raise BadRecord(f"players: bot {_shown(bot)} is not a name")
    name, colour = _need(value, "name", str), _need(value, "colour", str)
    return Player(name, colour, kind, bot)


def _check_end(game: Game, record: Mapping[str, Any]) -> None:
    """RULES 5 and docs/record.md: a result exactly when the game is over, and the right one."""
    result = game.result()
    if "stopped" in record and record["stopped"] not in ("agreed", "abandoned"):
        raise BadRecord(f"stopped: {_shown(record['stopped'])} is not one of agreed, abandoned")
    if result is None:
        if record.get("result") is not None:
            raise BadRecord("there is a result, but the game is not over", rule="5")
    elif "stopped" in record:
        raise BadRecord("the game is over, so it cannot have been broken off", rule="5")
    elif not isinstance(record.get("result"), Mapping):
        raise BadRecord("the game is over, but there is no result", rule="5")
    else:
        for path, given, right in _differences(record["result"], to_builtins(result), "result"):
            raise BadRecord(f"{path} is {_shown(given)}, but {_shown(right)} follows", rule="5")
    _check_substitutes(game, record)


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


def _check_substitutes(game: Game, record: Mapping[str, Any]) -> None:
    for entry in _need(record, "substitutes", list) if "substitutes" in record else []:
        if not isinstance(entry, Mapping):
            raise BadRecord("substitutes: an entry is an object")
        seat, after = _need(entry, "seat", int), _need(entry, "after", int)
        _need(entry, "bot", str)
        if not 0 <= seat < len(game.setup.players) or not 0 <= after <= len(game.events):
            raise BadRecord(f"substitutes: no seat {seat} after {after} events")
