"""Prints checksums of seeded games: run natively, uncompiled and in WebAssembly by test_pack.py.

- `games.py decisions COUNT...`: every decision of the first so many games, and their ends
- `games.py records COUNT`: the records of games between bots, byte for byte
- `games.py moves`: what bots of every level choose from the same views and seeds
"""

import hashlib
import sys
import zlib
from random import Random

import msgspec
from bot_games import choose, deal, play_out, positions

from ilos import bots
from ilos.bots.levels import LEVELS
from ilos.engine import api
from ilos.engine.position import IS_COMPILED
from ilos.records.record import record_to_line, write_record
from ilos.rules.names import EDITIONS
from ilos.views import view


def folded(seed: int, sum_so_far: int) -> int:
    """Play one game at random and fold all that was decided, and its end, into the sum."""
    rng = Random(seed)
    edition = rng.choice(EDITIONS)
    game = deal(rng.randint(2, 5), seed, edition, max_rounds=30)
    p = game.position
    while not api.is_over(p):
        weights = api.chance_weights(p)
        if weights:
            taken = rng.choices(range(len(weights)), weights)[0]
            api.let_happen(p, taken)
        else:
            taken = rng.choice(api.legal_decisions(p))
            api.take_decision(p, taken)
        sum_so_far = zlib.crc32(taken.to_bytes(2), sum_so_far)
    worth = [api.seat_worth(p, seat) for seat in range(p.printed.players)]
    return zlib.crc32(repr((worth, sorted(p.snapshot().items()))).encode(), sum_so_far)


def decisions(counts: list[int]) -> None:
    """The checksum after each of these numbers of games."""
    total = 0
    for number in range(max(counts)):
        total = folded(number, total)
        if number + 1 in counts:
            print(number + 1, f"{total:08x}")


def records(count: int) -> None:
    """One line for each game: the hash of its record."""
    kinds = ("greedy", "gentle", "random")
    for number in range(count):
        seats = [bots.create(kinds[(number + seat) % 3]) for seat in range(2 + number % 4)]
        line = record_to_line(write_record(play_out(seats, number)))
        print(number, hashlib.sha256(line).hexdigest())


def moves() -> None:
    """The move of each level, from the same view with the same seed and the same simulations."""
    for level in LEVELS:
        for number, game in enumerate(positions(3, seed=5)):
            if number % 40 == 7:
                seen = view(game, game.pending.seat)
                move = choose(bots.create(level), seen, number, 200)
                print(level, number, msgspec.json.encode(move).decode())


if __name__ == "__main__":
    print("compiled" if IS_COMPILED else "uncompiled")
    what, numbers = sys.argv[1], [int(text) for text in sys.argv[2:]]
    if what == "decisions":
        decisions(numbers)
    elif what == "records":
        records(numbers[0])
    else:
        moves()
