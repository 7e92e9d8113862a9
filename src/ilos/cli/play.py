"""`ilos play`: a whole game in the terminal, pleasant over SSH and with a screen reader."""

from __future__ import annotations

import argparse
import re
import secrets
import textwrap
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

from rich.console import Console
from rich.text import Text

from ilos.bots import Bot, Budget, Pace, TurnTimer, create
from ilos.bots.hints import suggest
from ilos.cli.asking import Asker, Request
from ilos.cli.bots import KNOWN_BOTS, bots_named, check_bots
from ilos.cli.files import only_record, tile_set_named
from ilos.cli.hint_words import hint_in_words
from ilos.cli.parser import (
    EDITION_HELP,
    MAX_ROUNDS_HELP,
    TILES_HELP,
    CommandError,
    Parser,
    whole_number,
)
from ilos.drawing import islands_in_words, position_text
from ilos.drawing.events import event_in_words
from ilos.drawing.words import (
    amount,
    exploration_in_words,
    hideouts_in_words,
    joined,
    market_in_words,
    printable,
    seats_in_words,
)
from ilos.records.compressed import open_compressed
from ilos.records.record import BadRecord, Record, read_record, record_to_line, write_record
from ilos.rules import scoring
from ilos.rules.chance import SeededChance
from ilos.rules.events import Event
from ilos.rules.game import Game
from ilos.rules.moves import Move
from ilos.rules.names import COLOURS, EDITIONS
from ilos.rules.setup import MAX_ROUNDS, Options, Player, Setup
from ilos.simulation.games import BotSeat, Observer, Seat, run_game
from ilos.system import interruptible
from ilos.views import View, view

EXAMPLES = """\
  ilos play
  ilos play --players 3 --bots gentle,skilled --edition fr
  ilos play --resume ilos-saved.json
"""
SAVED = "ilos-saved.json"
# What a new game is, unless options say otherwise; a saved game has its own.
NEW_GAME = {
    "players": None,
    "bots": "gentle",
    "edition": "en",
    "stocks": "screened",
    "max_rounds": 100,
    "tiles": None,
    "seed": None,
    "name": "You",
}
WIDEST = 100  # columns of text; longer lines are hard to read
HELP = """\
Play cards to act, and pay with other cards: any card pays for 1. Ships open islands to you, \
pioneers on sites make resources every turn, and each resource is worth its price at the end. \
Anyone who deploys a tenth pioneer starts the last round; the greatest worth wins.
Type a number of the list, or a letter: b shows the board, i tells the islands in words, \
m the market and the merchants, l the last moves, t suggests a move, u goes back one step: to the \
question before, then to your move before. q ends the program: the game is saved after every \
move."""
# What the sentences of the log say that someone does, without the ending of the third person.
_VERBS = re.compile(
    r"\b(keep|give|draw|lay|dock|explore|turn|send|plant|dig|search|find|build|raise|produce"
    r"|score|make|own)e?s\b"
)
INKS = {
    "red": "red",
    "green": "green",
    "black": "bold",
    "yellow": "yellow",
    "blue": "blue",
    "ebony": "bold",
    "spice": "dark_orange3",
    "pigment": "magenta",
    "gold": "yellow",
}


def add_arguments(parser: Parser) -> None:
    """What `ilos play` takes."""
    add = parser.add_argument
    add(
        "--players",
        metavar="N",
        type=whole_number(2, 5),
        help="players, 2 to 5, with you (default 3)",
    )
    add(
        "--bots",
        metavar="A,B,…",
        help=f"one bot, or one for each other player: {KNOWN_BOTS} (default gentle)",
    )
    add("--edition", choices=EDITIONS, help=EDITION_HELP)
    add(
        "--stocks",
        choices=("screened", "open"),
        help="whether stocks of others are hidden behind screens or open (default screened)",
    )
    add(
        "--max-rounds",
        metavar="M",
        type=whole_number(1, MAX_ROUNDS),
        help=MAX_ROUNDS_HELP,
    )
    add("--tiles", metavar="FILE", help=TILES_HELP)
    add(
        "--seed",
        metavar="S",
        type=whole_number(0),
        help="a number; the same number deals the same cards and tiles, while bots that think "
        "for a time may move otherwise (default: a random one)",
    )
    add("--name", help="your name (default You)")
    add(
        "--resume",
        metavar="FILE",
        help="go on with the game saved in this file, and save it there; its luck to come is new",
    )
    add(
        "--save",
        metavar="FILE",
        help=f"a new file to save the game in (default {SAVED}; ilos-saved-2.json if that exists)",
    )


def run(args: argparse.Namespace) -> int:
    """Play to the end, or until interrupted; what was played is always in the file."""
    game = _resumed(args) if args.resume else _new(args)
    check_bots([player.bot or "gentle" for player in game.setup.players if player.kind == "bot"])
    saver = _Saver(_file(args), must_be_new=not args.resume or args.save is not None)
    saver.save(game)
    table = Table(game, saver)
    try:
        with interruptible():
            table.play()
    except (KeyboardInterrupt, EOFError):
        with suppress(OSError):  # the terminal may be gone, but the game is saved
            table.say(f"\nSaved. Go on with: ilos play --resume {saver.file}")
    except OSError:
        return 0  # as above
    return 0


def _file(args: argparse.Namespace) -> str:
    """Where the game is saved: never over what lies there, unless it is the game resumed."""
    if args.save or args.resume:
        return str(args.save or args.resume)
    name, number = SAVED, 2
    while Path(name).exists():
        name = SAVED.replace(".json", f"-{number}.json")
        number += 1
    return name


def _new(args: argparse.Namespace) -> Game:
    given = {name: value for name, value in vars(args).items() if value is not None}
    args = argparse.Namespace(**{**NEW_GAME, **given})
    if not args.name.strip():
        raise CommandError("--name is empty: say a name, or leave it out")
    bots = bots_named(args.bots)
    check_bots(bots)
    players = args.players or (3 if len(bots) == 1 else len(bots) + 1)
    if len(bots) not in (1, players - 1):
        others = amount(players - 1, "other player")
        raise CommandError(f"--bots names {len(bots)} bots for {others}: name one or all")
    bots = bots * (players - 1) if len(bots) == 1 else bots
    seats = [Player(args.name, COLOURS[0])]
    seats += [
        Player(f"{bot.capitalize()} {colour}", colour, "bot", bot)
        for bot, colour in zip(bots, COLOURS[1:], strict=False)
    ]
    options = Options(edition=args.edition, max_rounds=args.max_rounds, stocks=args.stocks)
    seed = secrets.randbits(64) if args.seed is None else args.seed
    return Game(Setup(tuple(seats), options, tile_set_named(args.tiles)), SeededChance(seed))


def _resumed(args: argparse.Namespace) -> Game:
    name = args.resume
    for option in NEW_GAME:
        if getattr(args, option) is not None:
            raise CommandError(
                f"--{option.replace('_', '-')} is for a new game; "
                f"{name} says how the game that you resume is played"
            )
    record: Record = only_record(name)
    try:
        game = read_record(record)
    except BadRecord as error:
        raise CommandError(f"{name}: {error}") from None
    if game.is_over:
        raise CommandError(f"{name}: that game is over; `ilos show` draws it")
    return game.copy(SeededChance(secrets.randbits(64)))


class _Saver(Observer):
    """Writes the record after every move, whole or not at all."""

    def __init__(self, file: str, must_be_new: bool) -> None:
        self.file = file
        if must_be_new and Path(file).exists():
            raise CommandError(
                f"{file} exists; go on with it by `ilos play --resume {file}`, "
                "or name another file with --save"
            )

    def save(self, game: Game) -> None:
        unfinished = Path(f"{self.file}.part")
        try:
            with open_compressed(unfinished, "wb", ending=self.file) as file:
                file.write(record_to_line(write_record(game)) + b"\n")
            unfinished.replace(self.file)
        except OSError as error:
            raise CommandError(f"{self.file} cannot be written: {error.strerror}") from None

    def after_move(self, game: Game, event: Event) -> None:  # noqa: ARG002
        self.save(game)


class _PacedSeat(BotSeat):
    """A bot that takes neither for a move nor for a turn longer than a person likes to wait."""

    def __init__(self, game: Game, seat: int, bot: Bot) -> None:
        super().__init__(bot, SeededChance(secrets.randbits(64)), self._budget)
        self._game = game
        self._seat = seat
        self._timer = TurnTimer(Pace(), time.monotonic)
        self._given = Budget()

    def _budget(self) -> Budget:
        self._given = self._timer.budget((self._game.round, self._seat))
        return self._given

    def choose(self, seen: View) -> Move | str:
        move = super().choose(seen)
        self._timer.spent(self._given)
        return move


class Table(Observer):
    """A game between the person at the terminal and bots."""

    def __init__(self, game: Game, saver: _Saver) -> None:
        self.game = game
        self._saver = saver
        self._console = Console(highlight=False, markup=False, soft_wrap=False)
        self._width = min(self._console.width, WIDEST)
        players = game.setup.players
        self._inks = {printable(p.name): INKS[p.colour] for p in players}
        self._seats: list[Seat] = [
            _PacedSeat(game, seat, create(player.bot or "gentle"))
            if player.kind == "bot"
            else PersonSeat(self, seat)
            for seat, player in enumerate(players)
        ]
        self.viewer = next((s for s, p in enumerate(players) if p.kind == "human"), 0)
        self._shown_round = -1

    def play(self) -> None:
        """Play to the end and tell the score."""
        self.say("Ilôs. Type h for help at any time, Ctrl-C to stop.")
        self.say(f"The game is saved in {self._saver.file} after every move.")
        run_game(self.game, self._seats, (self._saver, self))
        self._end()

    def before_move(self, game: Game, seat: int) -> None:
        """Draw the board once a round, before the first person moves."""
        if isinstance(self._seats[seat], PersonSeat) and game.round != self._shown_round:
            self._shown_round = game.round
            self.board()

    def after_move(self, game: Game, event: Event) -> None:  # noqa: ARG002
        """Tell what was played."""
        self.tell_events(1)

    def say(self, text: str) -> None:
        """Print lines that fit the window, in colours where the terminal has them."""
        for line in text.split("\n"):
            painted = Text("\n".join(_wrapped(line, self._width)))
            for words in (INKS, self._inks):
                for word, ink in words.items():
                    painted.highlight_regex(rf"(?<!\w){re.escape(word)}(?!\w)", ink)
            self._console.print(painted, width=self._width)

    def ask(self, question: str) -> str:
        """Ask on a line of its own; the question is wrapped like everything else."""
        *above, last = _wrapped(question, self._width)
        for line in above:
            self.say(line)
        return input(f"{last.rstrip()} ")

    def _lines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.say(_second_person(line))

    def view(self) -> View:
        """What the person may see now."""
        return view(self.game, self.viewer)

    def tell_events(self, count: int) -> None:
        """Tell the last events in words."""
        seen = self.view()
        shown, setup = seen.data, seen.setup
        self._lines(event_in_words(event, shown, setup) for event in seen.events[-count:])

    def board(self) -> None:
        """Draw the archipelago; round, prices and merchants below it."""
        seen = self.view()
        shown, setup = seen.data, seen.setup
        self.say("")
        if shown.archipelago:
            self.say(position_text(shown, setup, self._width))
        self.market()

    def market(self) -> None:
        """Tell the prices, the tiles to explore and the merchants."""
        seen = self.view()
        shown, setup = seen.data, seen.setup
        for words in (market_in_words, exploration_in_words, seats_in_words):
            self._lines(words(shown, setup))

    def islands(self) -> None:
        """Tell islands and hideouts."""
        seen = self.view()
        shown, setup = seen.data, seen.setup
        self._lines([*islands_in_words(shown, setup), *hideouts_in_words(shown, setup)])

    def hint(self) -> None:
        """Suggest a move: always the same in the same position, also after a resume."""
        seen = self.view()
        best, *_ = suggest(seen, seen.legal_moves, Budget(), SeededChance(0), count=1)
        self.say(hint_in_words(seen, best))

    def undo(self) -> None:
        """Take back the last move of this turn, if nothing was revealed since."""
        if not self.game.can_undo:
            self.say("Nothing to take back: something was revealed, or your turn has just begun.")
            return
        self.say(f"Taken back: {self.game.undo().type.replace('_', ' ')}.")
        self._saver.save(self.game)

    def do(self, word: str) -> None:
        """Do what a person asked for instead of a move."""
        answers: dict[str, Callable[[], None]] = {
            "board": self.board,
            "islands": self.islands,
            "market": self.market,
            "log": lambda: self.tell_events(12),
            "hint": self.hint,
            "undo": self.undo,
            "help": lambda: self.say(HELP),
        }
        if word == "quit":
            raise EOFError
        answers[word]()

    def _end(self) -> None:
        """The score, broken down by resource."""
        from rich.table import Table as Grid

        result = self.game.result()
        assert result is not None
        self.board()
        grid = Grid(title="Stock × price")
        names = [printable(player.name) for player in self.game.setup.players]
        prices = scoring.prices(self.game.setup, self.game.position)
        for column in ("merchant", *prices, "worth", "pioneers"):
            grid.add_column(column, justify="left" if column == "merchant" else "right")
        for name, score in zip(names, result.scores, strict=True):
            parts = [f"{score.stock[r]} × {prices[r]}" for r in prices]
            grid.add_row(name, *parts, str(score.value), str(score.pioneers))
        self._console.print(grid)
        why = "a tenth pioneer" if result.reason == "pioneers" else "the limit of rounds"
        winners = joined(names[seat] for seat in result.winners)
        self.say(f"The game ended by {why}. Winner: {winners}.")
        if sum(s.value == max(x.value for x in result.scores) for s in result.scores) > 1:
            self.say("The worth was tied, so deployed pioneers decided.")
        self.say(f"The whole game is in {self._saver.file}: `ilos show` draws it.")


def _wrapped(line: str, width: int) -> list[str]:
    """A long line in several; those of a numbered list begin below its words.

    >>> _wrapped("  1. one two three", 12)
    ['  1. one two', '     three']
    """
    if len(line) <= width:
        return [line]
    number = re.match(r" *\d+\. ", line)
    return textwrap.wrap(line, width, subsequent_indent=" " * number.end() if number else "")


def _second_person(sentence: str) -> str:
    """A sentence about You in good English: `You give back`, not `You gives back`.

    >>> _second_person("You gives back market and draws ship.")
    'You give back market and draw ship.'
    """
    if not sentence.startswith(("You ", "You, ")):
        return sentence
    return _VERBS.sub(r"\1", sentence).replace("You is dealt", "You are dealt")


class PersonSeat:
    """A person at the terminal."""

    def __init__(self, table: Table, seat: int) -> None:
        self._table = table
        self._seat = seat
        self._asker = Asker(table.ask, table.say)

    def choose(self, seen: View) -> Move:
        """Ask until there is a legal move; what else is asked for is done in between."""
        self._table.viewer = self._seat
        while True:
            try:
                move = self._asker.move(seen)
            except Request as request:
                self._table.do(request.word)
                if request.word == "undo":
                    self._asker.forget()
                    seen = self._table.view()
                continue
            if move in seen.legal_moves:
                return move
            self._table.say("That is not possible.")
