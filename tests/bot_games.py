"""Games between bots, for the tests of bots: positions to think about, and hidden worlds."""

from collections.abc import Iterator

from ilos import bots
from ilos.bots import Bot, Budget
from ilos.records.tile_sets import default_tile_set
from ilos.rules.chance import SeededChance
from ilos.rules.game import Game
from ilos.rules.moves import Move
from ilos.rules.names import COLOURS, Edition
from ilos.rules.setup import Options, Player, Setup
from ilos.views import View, imagine, view

NAMES = ("Ana", "Bo", "Cy", "Di", "Eve")


def deal(players: int, seed: int, edition: Edition = "en", max_rounds: int = 100) -> Game:
    """What `ilos.new_game` deals, with what the pack has of `ilos`: tests/pack plays these, too."""
    seats = tuple(map(Player, NAMES[:players], COLOURS))
    options = Options(edition=edition, max_rounds=max_rounds)
    return Game(Setup(seats, options, default_tile_set()), SeededChance(seed))


def choose(bot: Bot, seen: View, seed: int, simulations: int | None = None) -> Move | str:
    """A bot's move from a view, without a clock."""
    return bot.choose(seen, seen.legal_moves, Budget(simulations), SeededChance(seed))


def positions(players: int, seed: int) -> Iterator[Game]:
    """The game before each move, as greedy players with some folly play it."""
    game = deal(players, seed)
    luck = SeededChance(seed)
    sensible, silly = bots.create("greedy"), bots.create("random")
    while not game.is_over:
        yield game
        seat = game.pending.seat
        bot = silly if luck.below(5) == 0 else sensible
        game.play(bot.choose(view(game, seat), game.legal_moves, Budget(), luck), seat)


def another_world(game: Game, seed: int) -> Game:
    """A game that looks the same to the seat to move, with other cards where it cannot see."""
    twin = game.copy()
    twin.position = imagine(view(game, game.pending.seat), SeededChance(seed))
    return twin


def play_out(seats: list[Bot], seed: int, simulations: int | None = None) -> Game:
    """A whole game between bots."""
    game = deal(len(seats), seed)
    luck = [SeededChance(seed + 1 + seat) for seat in range(len(seats))]
    while not game.is_over:
        seat = game.pending.seat
        assert seat is not None
        seen = view(game, seat)
        move = seats[seat].choose(seen, seen.legal_moves, Budget(simulations), luck[seat])
        game.play(move, seat)
    return game
