"""`ilos play`: a whole game in the terminal, pleasant over SSH and with a screen reader."""

from __future__ import annotations

import argparse
import secrets
import sys
import time
from pathlib import Path

from ilos.bots import Bot, Pace, TurnTimer, UnknownBot, create
from ilos.cli.asking import Asker, Deed
from ilos.cli.files import one_record, tile_set_named
from ilos.cli.parser import CommandError, Parser, whole_number
from ilos.drawing import islands_in_words, position_text
from ilos.drawing.events import event_in_words
from ilos.drawing.words import (
    exploration_in_words,
    hideouts_in_words,
    joined,
    market_in_words,
    seats_in_words,
)
from ilos.records.record import BadRecord, Record, read_record, record_to_line, write_record
from ilos.rules.chance import SeededChance
from ilos.rules.errors import MoveError
from ilos.rules.game import Game
from ilos.rules.names import COLOURS, EDITIONS
from ilos.rules.setup import MAX_ROUNDS, Options, Player, Setup
from ilos.views import View, view

EXAMPLES = """\
  ilos play
  ilos play --players 3 --bots gentle,skilled --edition fr
  ilos play --resume ilos-saved.json
"""
SAVED = "ilos-saved.json"
HELP = """\
Play cards to act, and pay with other cards: any card pays for 1. Ships open islands to you,
pioneers on sites make resources every turn, and each resource is worth its price at the end.
Whoever deploys a tenth pioneer starts the last round; the greatest worth wins.
Type a number of the list, or a letter: b shows the board, i tells the islands in words,
m the market and the merchants, l the last moves, u takes back your last move,
q saves the game so that you can go on later."""


def add_arguments(parser: Parser) -> None:
    """What `ilos play` takes."""
    add = parser.add_argument
    add("--players", metavar="N", type=whole_number(2, 5), help="you and bots (default 3)")
    add("--bots", metavar="A,B,…", default="gentle", help="a bot, or one for each other seat")
    add("--edition", choices=EDITIONS, default="en")
    add("--stocks", choices=("screened", "open"), default="screened")
    add("--max-rounds", metavar="M", type=whole_number(1, MAX_ROUNDS), default=100)
    add("--tiles", metavar="FILE", help="a tile set (default: the set of the game)")
    add("--seed", metavar="S", type=whole_number(0), help="for a game that can be dealt again")
    add("--name", default="You", help="your name")
    add("--resume", metavar="FILE", help="go on with a saved game")
    add("--save", metavar="FILE", default=SAVED, help=f"where to save (default {SAVED})")


def run(args: argparse.Namespace) -> int:
    """Play to the end, or until interrupted."""
    table = Table(_resumed(args) if args.resume else _new(args))
    try:
        table.play()
    except (KeyboardInterrupt, EOFError):
        _save(table.game, args.save)
        return 0
    return 0


def _new(args: argparse.Namespace) -> Game:
    bots = args.bots.split(",")
    players = args.players or (3 if len(bots) == 1 else len(bots) + 1)
    if len(bots) not in (1, players - 1):
        raise CommandError(f"--bots names {len(bots)} bots for {players - 1} other seats")
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
    record: Record = one_record(args.resume, 1)
    try:
        game = read_record(record)
    except BadRecord as error:
        raise CommandError(f"{args.resume}: {error}") from None
    if game.is_over:
        raise CommandError(f"{args.resume}: that game is over; `ilos show` draws it")
    return game.copy(SeededChance(secrets.randbits(64)))


def _save(game: Game, name: str) -> None:
    try:
        Path(name).write_bytes(record_to_line(write_record(game)) + b"\n")
    except OSError as error:
        raise CommandError(f"{name} cannot be written: {error.strerror}") from None
    print(f"\nSaved. Go on with: ilos play --resume {name}")


class Table:
    """A game between the person at the terminal and bots."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._asker = Asker(input, print)
        try:
            self._bots: dict[int, Bot] = {
                seat: create(player.bot or "gentle")
                for seat, player in enumerate(game.setup.players)
                if player.kind == "bot"
            }
        except UnknownBot as error:
            raise CommandError(str(error)) from None
        self._luck = SeededChance(secrets.randbits(64))
        self._timers = {seat: TurnTimer(Pace(), time.monotonic) for seat in self._bots}
        self._human = next(
            (s for s, player in enumerate(game.setup.players) if player.kind == "human"), 0
        )

    def play(self) -> None:
        """Turn after turn."""
        print("Ilôs. Type h for help at any time, Ctrl-C to save and stop.")
        shown_round = -1
        while not self.game.is_over:
            seat = self.game.pending.seat
            assert seat is not None
            if seat in self._bots:
                self._bot_moves(seat)
                continue
            if self.game.round != shown_round:
                shown_round = self.game.round
                self._board()
            self._person_moves()
        self._end()

    def _view(self) -> View:
        return view(self.game, self._human)

    def _tell(self) -> None:
        seen = self._view()
        print(event_in_words(seen.events[-1], seen.to_json(), seen.setup_to_json()))

    def _bot_moves(self, seat: int) -> None:
        seen = view(self.game, seat)
        budget = self._timers[seat].budget((self.game.round, seat))
        move = self._bots[seat].choose(seen, seen.legal_moves(), budget, self._luck)
        self._timers[seat].spent(budget)
        self.game.play(move, seat)
        self._tell()

    def _person_moves(self) -> None:
        chosen = self._asker.move(self._view())
        if isinstance(chosen, Deed):
            self._do(chosen.word)
            return
        try:
            self.game.play(chosen, self._human)
        except MoveError as error:
            print(f"That is not possible: {error}")
            return
        self._tell()

    def _do(self, word: str) -> None:
        seen = self._view()
        shown, setup = seen.to_json(), seen.setup_to_json()
        if word == "b":
            self._board()
        elif word == "i":
            print("\n".join([*islands_in_words(shown, setup), *hideouts_in_words(shown, setup)]))
        elif word == "m":
            lines = [market_in_words, exploration_in_words, seats_in_words]
            print("\n".join(line for words in lines for line in words(shown, setup)))
        elif word == "l":
            for event in seen.events[-12:]:
                print(event_in_words(event, shown, setup))
        elif word == "u":
            self._undo()
        elif word == "h":
            print(HELP)
        elif word == "q":
            raise EOFError

    def _undo(self) -> None:
        if not self.game.can_undo:
            print("Nothing to take back: something was revealed, or your turn has just begun.")
            return
        print(f"Taken back: {self.game.undo()['type'].replace('_', ' ')}.")

    def _board(self) -> None:
        seen = self._view()
        shown, setup = seen.to_json(), seen.setup_to_json()
        print()
        if shown["archipelago"]:
            print(position_text(shown, setup))
        print("\n".join([*market_in_words(shown, setup), *seats_in_words(shown, setup)]))
        print()

    def _end(self) -> None:
        """The score, broken down by resource."""
        result = self.game.result()
        assert result is not None
        from rich.console import Console
        from rich.table import Table as Grid

        self._board()
        grid = Grid(title="Stock × price")
        names = [player.name for player in self.game.setup.players]
        prices = result.scores[0].prices
        for column in ("merchant", *prices, "worth", "pioneers"):
            grid.add_column(column, justify="left" if column == "merchant" else "right")
        for name, score in zip(names, result.scores, strict=True):
            parts = [f"{score.stock[r]} × {prices[r]}" for r in prices]
            grid.add_row(name, *parts, str(score.value), str(score.pioneers))
        Console().print(grid)
        why = "a tenth pioneer" if result.reason == "pioneers" else "the limit of rounds"
        winners = joined(names[seat] for seat in result.winners)
        print(f"The game ended by {why}. Winner: {winners}.")
        if sum(s.value == max(x.value for x in result.scores) for s in result.scores) > 1:
            print("The worth was tied, so deployed pioneers decided.")
        sys.stdout.flush()
