"""What `import ilos` gives: games that show, save and draw themselves, and files of games.

Everything here is a thin layer over `ilos.rules`, `ilos.records` and `ilos.views`.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from os import PathLike
from typing import overload

from ilos.bots import Bot, as_bot
from ilos.drawing import position_svg, tile_sheet_svg
from ilos.records.compressed import BROKEN, open_compressed
from ilos.records.record import BadRecord, parse_record, read_record, record_to_line, write_record
from ilos.records.tile_sets import default_tile_set
from ilos.rules.chance import SeededChance
from ilos.rules.errors import wrong_type
from ilos.rules.events import Event
from ilos.rules.game import Game as RulesGame
from ilos.rules.moves import Move
from ilos.rules.names import COLOURS, Edition
from ilos.rules.notation import move_text
from ilos.rules.setup import Options, Player, Setup, Stocks
from ilos.rules.tiles import TileSet
from ilos.simulation.games import BotSeat, bot_setup, generators, run_game
from ilos.views import View, view

Path = str | PathLike[str]


class Game(RulesGame):
    """A game of Ilôs: `legal_moves`, `play`, `undo`, `view`, `save`."""

    def view(self, seat: int | None = None) -> View:
        """Return what a seat, or a spectator (None), may know of the game now."""
        return view(self, seat)

    def text(self, move: Move) -> str:
        """Return the short text of a move; `play` takes it too (docs/notation.md)."""
        return move_text(move, self.setup.tile_set)

    def save(self, path: Path) -> None:
        """Write the record of the game; compressed if the name ends in .gz or .zst."""
        save(self, path)

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
        if not isinstance(game, RulesGame):
            raise wrong_type("game", game, "a Game; ilos.load reads one from a file")
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
        try:
            number = range(len(self))[index]
        except IndexError:
            raise IndexError(f"the record has positions 0 to {len(self) - 1}") from None
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
    _check_players(players)
    seated = tuple(
        Player(player, colour) if isinstance(player, str) else player
        for player, colour in zip(players, COLOURS, strict=False)
    )
    options = Options(edition=edition, max_rounds=max_rounds, stocks=stocks)
    setup = Setup(seated, options, _tile_set(tile_set))
    for name in (player.name for player in seated):
        if not name.strip():
            raise ValueError(f"a player's name is {name!r}; every player needs one")
    return Game(setup, SeededChance(seed))


def play_game(
    players: Sequence[str | Bot],
    *,
    seed: int,
    edition: Edition = "en",
    max_rounds: int = 100,
    tile_set: TileSet | None = None,
) -> Game:
    """Let bots, given by name or as objects, play a game; the same seed gives the same game."""
    _check_players(players)
    names = [bot if isinstance(bot, str) else type(bot).__name__ for bot in players]
    seated = [as_bot(bot) for bot in players]
    options = Options(edition=edition, max_rounds=max_rounds)
    setup = bot_setup(names, options, _tile_set(tile_set))
    deal, *luck = generators(seed)
    seats = [BotSeat(bot, rng) for bot, rng in zip(seated, luck, strict=False)]
    return run_game(Game(setup, deal), seats)


def _check_players(players: object) -> None:
    """Refuse what is no list of players, a single name above all: it is a sequence of letters."""
    if isinstance(players, str) or not isinstance(players, Sequence):
        raise wrong_type("players", players, "a list such as ['Ana', 'Bo']")
    if len(players) > len(COLOURS):  # what Setup would no more see
        raise ValueError(f"Ilôs is for 2 to {len(COLOURS)} players, not {len(players)}")


def _tile_set(chosen: TileSet | None) -> TileSet:
    return default_tile_set() if chosen is None else chosen


def load(path: Path, line: int | None = None, *, seed: int | None = None) -> Game:
    """Read and check a saved game; with a seed for the luck to come it can be played on.

    `line` chooses among the games of a file with one a line (.jsonl), counted from 1; without it
    there must be only one. BadRecord says what is wrong.
    """
    if line is None and len(list(itertools.islice(_texts(path), 2))) > 1:
        raise ValueError(
            f"{path} holds several games: ilos.load_all reads them all, and a line chooses one"
        )
    number = 1 if line is None else line
    text = next(itertools.islice(_texts(path), number - 1, None), None) if number > 0 else None
    if text is None:
        raise ValueError(f"{path} has no line {number}")
    game = _game(text, path, number)
    return game if seed is None else game.copy(SeededChance(seed))


def load_all(path: Path) -> Iterator[Game]:
    """Read and check the games of a file one after the other, as `load` does.

    A file that cannot be opened is told at once, a bad game when its turn comes.
    """
    open_compressed(path, "rb").close()
    return (_game(text, path, line) for line, text in enumerate(_texts(path), 1))


def _texts(path: Path) -> Iterator[bytes]:
    """The records of a file: one a line, or a single one over many lines, as people write it."""
    try:
        with open_compressed(path, "rb") as file:
            lines = (line for line in file if line.strip())
            first = next(lines, b"")
            if _is_record(first):
                yield first
                yield from lines
            else:
                yield first + file.read()
    except BROKEN:
        raise ValueError(f"{path} cannot be read: it is not what its ending says") from None


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


def save(games: RulesGame | Iterable[RulesGame], path: Path) -> None:
    """Write a game, or several one a line; compressed if the name ends in .gz or .zst."""
    if isinstance(games, RulesGame):
        games = [games]
    if not isinstance(games, Iterable):
        raise wrong_type("games", games, "a Game or several")
    with open_compressed(path, "wb") as file:
        for game in games:
            if not isinstance(game, RulesGame):
                raise wrong_type("one of the games", game, "a Game")
            file.write(record_to_line(write_record(game)) + b"\n")
