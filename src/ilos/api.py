"""What `import ilos` gives: games that show, save and draw themselves, and files of games.

Everything here is a thin layer over `ilos.rules`, `ilos.records` and `ilos.views`.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from os import PathLike
from typing import overload

from ilos.bots import Bot, create
from ilos.drawing import position_svg, tile_sheet_svg
from ilos.records.compressed import open_compressed
from ilos.records.record import BadRecord, parse_record, read_record, record_to_line, write_record
from ilos.records.tile_sets import default_tile_set
from ilos.rules.chance import SeededChance
from ilos.rules.events import Event
from ilos.rules.game import Game as RulesGame
from ilos.rules.moves import Move
from ilos.rules.names import COLOURS, Edition
from ilos.rules.notation import move_text, parse_move
from ilos.rules.setup import Options, Player, Setup, Stocks
from ilos.rules.tiles import TileSet
from ilos.simulation.games import BotSeat, bot_setup, generators, run_game
from ilos.views import View, view

Path = str | PathLike[str]


class Game(RulesGame):
    """A game of Ilôs: `legal_moves`, `play`, `undo`, `view`, `save`."""

    def play(self, move: Move | str, seat: int | None = None) -> Event:
        """Play a move, or the short text of one, and let chance answer; return the event."""
        return super().play(parse_move(move) if isinstance(move, str) else move, seat)

    def view(self, seat: int | None = None) -> View:
        """Return what a seat, or a spectator (None), may know of the game now."""
        return view(self, seat)

    def text(self, move: Move) -> str:
        """Return the short text of a move; `play` takes it too (docs/notation.md)."""
        return move_text(move, self.setup.tile_set)

    def save(self, path: Path) -> None:
        """Write the record of the game; compressed if the name ends in .gz or .zst."""
        save([self], path)

    def _repr_svg_(self) -> str:
        return _view_svg(self.view(None))


def _view_svg(seen: View) -> str:
    return position_svg(seen.data, seen.setup)


# Notebooks ask an object for its picture; the drawings lie above views and tile sets.
View._repr_svg_ = _view_svg  # type: ignore[attr-defined]
TileSet._repr_svg_ = tile_sheet_svg  # type: ignore[attr-defined]


class Record(Sequence[Game]):
    """A saved game: the position after each event, from the whole deal on.

    >>> from ilos import new_game
    >>> record = Record(new_game(["Ana", "Bo"], seed=7))
    >>> len(record), record[-1].pending
    (1, Pending(kind='seat', seat=0))
    """

    def __init__(self, game: RulesGame) -> None:
        self.setup = game.setup
        self.events: tuple[Event, ...] = tuple(game.events)
        self._dealt = len(game.setup.players) + 1

    def __len__(self) -> int:
        return max(0, len(self.events) - self._dealt + 1)

    def __iter__(self) -> Iterator[Game]:
        game = Game(self.setup)
        for number, event in enumerate(self.events, 1):
            game.replay(event)
            if number >= self._dealt:
                yield game.copy()

    @overload
    def __getitem__(self, index: int) -> Game: ...
    @overload
    def __getitem__(self, index: slice) -> list[Game]: ...
    def __getitem__(self, index: int | slice) -> Game | list[Game]:
        if isinstance(index, slice):
            return list(self)[index]
        number = range(len(self))[index]
        return next(itertools.islice(self, number, None))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Record):
            return NotImplemented
        return self.setup == other.setup and self.events == other.events

    def __hash__(self) -> int:
        return hash((self.setup, len(self.events)))

    def __repr__(self) -> str:
        names = ", ".join(player.name for player in self.setup.players)
        return f"<Record: {len(self.events)} events of {names}>"


def new_game(
    players: Sequence[str | Player],
    *,
    seed: int,
    edition: Edition = "en",
    max_rounds: int = 100,
    stocks: Stocks = "screened",
    tile_set: TileSet | None = None,
) -> Game:
    """Deal a game that is ready for the first mulligan; the same seed gives the same game."""
    seated = tuple(
        Player(player, colour) if isinstance(player, str) else player
        for player, colour in zip(players, COLOURS, strict=False)
    )
    if len(seated) < len(players):
        raise ValueError(f"{len(players)} players, but Ilôs is for 2 to 5")
    options = Options(edition=edition, max_rounds=max_rounds, stocks=stocks)
    return Game(Setup(seated, options, tile_set or default_tile_set()), SeededChance(seed))


def play_game(
    players: Sequence[str | Bot],
    *,
    seed: int,
    edition: Edition = "en",
    max_rounds: int = 100,
    tile_set: TileSet | None = None,
) -> Game:
    """Let bots, given by name or as objects, play a game; the same seed gives the same game."""
    names = [bot if isinstance(bot, str) else type(bot).__name__ for bot in players]
    seated = [create(bot) if isinstance(bot, str) else bot for bot in players]
    options = Options(edition=edition, max_rounds=max_rounds)
    setup = bot_setup(names, options, tile_set or default_tile_set())
    deal, *luck = generators(seed)
    seats = [BotSeat(bot, rng) for bot, rng in zip(seated, luck, strict=False)]
    return run_game(Game(setup, deal), seats)


def load(path: Path, line: int = 1, *, seed: int | None = None) -> Game:
    """Read and check a saved game; with a seed for the luck to come it can be played on.

    `line` chooses among the games of a file with one a line (.jsonl). BadRecord says what is wrong.
    """
    text = next(itertools.islice(_texts(path), line - 1, None), None) if line > 0 else None
    if text is None:
        raise ValueError(f"{path} has no line {line}")
    game = _game(text, path, line)
    return game if seed is None else game.copy(SeededChance(seed))


def load_all(path: Path) -> Iterator[Game]:
    """Read and check the games of a file one after the other, as `load` does."""
    for line, text in enumerate(_texts(path), 1):
        yield _game(text, path, line)


def _texts(path: Path) -> Iterator[bytes]:
    """The records of a file: one a line, or a single one over many lines, as people write it."""
    with open_compressed(path, "rb") as file:
        lines = (line for line in file if line.strip())
        first = next(lines, b"")
        if _is_record(first):
            yield first
            yield from lines
        else:
            yield first + file.read()


def _game(text: bytes, path: Path, line: int) -> Game:
    try:
        found = read_record(parse_record(text))
    except BadRecord as error:
        error.add_note(f"in {path}, line {line}")
        raise
    game = Game(found.setup)
    for event in found.events:
        game.replay(event)
    return game


def _is_record(line: bytes) -> bool:
    """Is the line a whole JSON object, as in a file with one game a line?"""
    try:
        parse_record(line)
    except ValueError:
        return False
    return True


def save(games: Iterable[RulesGame], path: Path) -> None:
    """Write records, one a line; compressed if the name ends in .gz or .zst."""
    with open_compressed(path, "wb") as file:
        for game in games:
            file.write(record_to_line(write_record(game)) + b"\n")
