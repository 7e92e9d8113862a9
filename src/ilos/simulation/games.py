"""The game loop: seats choose moves from what they may know, and observers are told what happens.

`simulate`, `balance`, `arena` and `play` all run their games through `run_game`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

from ilos.bots import Bot, Budget, create
from ilos.rules.chance import SeededChance, whole_seed
from ilos.rules.events import Event
from ilos.rules.game import Game
from ilos.rules.moves import Move
from ilos.rules.names import COLOURS
from ilos.rules.setup import Options, Player, Setup
from ilos.rules.tiles import TileSet
from ilos.views import View, view

AnyGame = TypeVar("AnyGame", bound=Game)

_GENERATORS = 6  # a game's seed feeds this many: one for chance, one for each seat


class Seat(Protocol):
    """Whatever chooses the moves of a seat: a bot, or a person at the terminal."""

    def choose(self, seen: View) -> Move | str:
        """Return a legal move of the seat that the view belongs to, or its short text."""
        ...


class Observer:
    """Is told what happens in a game; override what you need."""

    def before_move(self, game: Game, seat: int) -> None:
        """Hear that a seat is about to choose."""

    def after_move(self, game: Game, event: Event) -> None:
        """Hear what was played, once it is part of the game."""


class BotSeat:
    """A bot with its generator, and the budget for each of its moves."""

    def __init__(
        self, bot: Bot, rng: SeededChance, new_budget: Callable[[], Budget] = Budget
    ) -> None:
        self._bot = bot
        self._rng = rng
        self._new_budget = new_budget

    def choose(self, seen: View) -> Move | str:
        return self._bot.choose(seen, seen.legal_moves, self._new_budget(), self._rng)


def run_game(game: AnyGame, seats: Sequence[Seat], observers: Sequence[Observer] = ()) -> AnyGame:
    """Play a game to its end; what a seat or an observer raises ends it early."""
    while not game.is_over:
        seat = game.position.seat
        for observer in observers:
            observer.before_move(game, seat)
        try:
            event = game.play(seats[seat].choose(view(game, seat)), seat)
        except (Exception, SystemExit) as error:  # a stranger's bot may raise anything
            player = game.setup.players[seat]
            error.add_note(f"bot {player.bot!r}" if player.bot else player.name)
            raise
        for observer in observers:
            observer.after_move(game, event)
    return game


def bot_setup(bots: Sequence[str], options: Options, tile_set: TileSet) -> Setup:
    """Return a table with only bots at it."""
    players = tuple(
        Player(f"{bot} {seat + 1}", colour, "bot", bot)
        for seat, (bot, colour) in enumerate(zip(bots, COLOURS, strict=False))
    )
    return Setup(players, options, tile_set)


def play_game(
    setup: Setup,
    seed: int,
    bots: Sequence[Bot] | None = None,
    observers: Sequence[Observer] = (),
) -> Game:
    """Play a whole game between bots; the same seed gives the same game.

    Without `bots` they are made by the names that the setup gives.
    """
    seated = bots or [create(player.bot or "random") for player in setup.players]
    deal, *luck = generators(seed)
    seats = [BotSeat(bot, rng) for bot, rng in zip(seated, luck, strict=False)]
    return run_game(Game(setup, deal), seats, observers)


def generators(seed: int) -> list[SeededChance]:
    """Return the generator of a game's chance, then one for each of five seats."""
    first = whole_seed(seed) * _GENERATORS
    return [SeededChance(first + number) for number in range(_GENERATORS)]
