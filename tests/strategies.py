"""What random tests draw from: setups on odd and on default tiles, moves, whole games.

Everything follows from a seed, so a failing example is one number.
"""

from collections.abc import Iterator
from random import Random

from hypothesis import strategies as st
from naive import STYLES, Record, random_game, random_header
from sizes import examples

from ilos.bots.decoding import decode, is_move_complete
from ilos.engine import api
from ilos.engine.constants import D_END_TURN, D_SITE
from ilos.engine.position import IS_COMPILED, Position
from ilos.records.record import read_setup, write_record
from ilos.records.tile_sets import default_tile_set
from ilos.rules.chance import SeededChance
from ilos.rules.game import Game
from ilos.rules.moves import Move
from ilos.rules.names import COLOURS, EDITIONS
from ilos.rules.setup import Options, Player, Setup, Stocks

seeds = st.integers(min_value=0, max_value=2**32 - 1)


def amount(compiled: int) -> int:
    """How many examples: all of them compiled, a twentieth on the slow uncompiled engine."""
    return examples(compiled if IS_COMPILED else max(1, compiled // 20))


def a_default_setup(rng: Random, max_rounds: int | None = None) -> Setup:
    """Two to five players on the default tiles."""
    colours = rng.sample(COLOURS, rng.randint(2, 5))
    players = tuple(Player(colour.title(), colour) for colour in colours)
    rounds = max_rounds or rng.choice((3, 8, 20))
    stocks: Stocks = "open" if rng.random() < 0.5 else "screened"
    options = Options(edition=rng.choice(EDITIONS), max_rounds=rounds, stocks=stocks)
    return Setup(players, options, default_tile_set())


def an_odd_setup(rng: Random, max_rounds: int | None = None) -> Setup:
    """Two to five players on odd but well-formed tiles."""
    return read_setup(random_header(rng, max_rounds))


def a_setup_of_any_sort(rng: Random, max_rounds: int | None = None) -> Setup:
    """Odd tiles two times out of three."""
    return (an_odd_setup if rng.random() < 0.67 else a_default_setup)(rng, max_rounds)


def a_naive_record(seed: int, max_rounds: int | None = None) -> Record:
    """A game played by the naive reference, in any of its styles."""
    rng = Random(seed)
    return random_game(random_header(rng, max_rounds), rng, STYLES[seed % len(STYLES)])


def a_record_on_odd_tiles(seed: int, max_rounds: int | None = None) -> Record:
    """A game on odd tiles, mostly by the engine, which is a hundred times quicker."""
    if seed % 8 == 0:
        return a_naive_record(seed, max_rounds)
    return write_record(a_played_game(an_odd_setup(Random(seed), max_rounds), seed))


def a_random_move(setup: Setup, position: Position, rng: Random, thrift: float = 0.0) -> Move:
    """Random decisions up to a whole move; `thrift` is how often a turn is ended at once.

    Otherwise sites are preferred, or random players would hardly ever settle.
    """
    p = position.copy()
    decisions: list[int] = []
    while True:
        options = api.legal_decisions(p)
        phase = p.phase
        if options[0] == D_END_TURN and rng.random() < thrift:
            return decode(setup, position, [D_END_TURN])
        if not decisions and rng.random() < 0.5:
            options = [option for option in options if option >= D_SITE] or options
        decisions.append(rng.choice(options))
        api.take_decision(p, decisions[-1])
        if is_move_complete(p, phase, decisions[-1]):
            return decode(setup, position, decisions)


def plays(setup: Setup, seed: int) -> Iterator[Game]:
    """One game after each of its moves, from the deal to its end; always the same object."""
    rng = Random(seed)
    game = Game(setup, SeededChance(seed))
    thrift = rng.choice((0.0, 0.1, 0.6, 0.9))
    yield game
    while not game.is_over:
        game.play(a_random_move(setup, game.position, rng, thrift))
        yield game


def a_played_game(setup: Setup, seed: int) -> Game:
    """A finished game."""
    *_, game = plays(setup, seed)
    return game
