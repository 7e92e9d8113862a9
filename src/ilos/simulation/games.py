"""One game between bots, each of which sees only what its seat may know."""

from __future__ import annotations

from collections.abc import Sequence

from ilos.bots import Bot, Budget, create
from ilos.rules.chance import SeededChance
from ilos.rules.game import Game
from ilos.rules.names import COLOURS
from ilos.rules.setup import Options, Player, Setup
from ilos.rules.tiles import TileSet
from ilos.views import view

_SEATS = 6  # a game's seed feeds this many generators: one for chance, one for each seat


def bot_setup(bots: Sequence[str], options: Options, tile_set: TileSet) -> Setup:
    """A table with only bots at it."""
    players = tuple(
        Player(f"{bot} {seat + 1}", colour, "bot", bot)
        for seat, (bot, colour) in enumerate(zip(bots, COLOURS, strict=False))
    )
    return Setup(players, options, tile_set)


def play_game(setup: Setup, seed: int, bots: Sequence[Bot] | None = None) -> Game:
    """Play a whole game; the same seed gives the same game."""
    game = Game(setup, SeededChance(seed * _SEATS))
    minds = bots or [create(player.bot or "random") for player in setup.players]
    luck = [SeededChance(seed * _SEATS + 1 + seat) for seat in range(len(minds))]
    while not game.is_over:
        seat = game.position.seat
        seen = view(game, seat)
        game.play(minds[seat].choose(seen, seen.legal_moves(), Budget(), luck[seat]), seat)
    return game
