"""Prints a checksum over every decision and every state of some seeded games.

Run by `test_checksum.py` in processes of its own, once compiled and once not.
"""

import sys
import zlib
from random import Random

from naive import odd_tile_set

from ilos.engine import api
from ilos.engine.constants import D_SITE
from ilos.engine.position import IS_COMPILED, Printed
from ilos.records.tile_sets import default_tile_set, read_embedded_tile_set
from ilos.rules.names import RESOURCES, SITE_KINDS


def printed(rng: Random) -> Printed:
    """Odd tiles, every second time the default ones."""
    odd = odd_tile_set(rng)
    tile_set = read_embedded_tile_set(odd["tile_set"], odd["market"])
    if rng.random() < 0.5:
        tile_set = default_tile_set()
    tiles = [
        (tile.hideout, [(p.sides, [SITE_KINDS.index(s) for s in p.sites]) for p in tile.parts])
        for tile in tile_set.tiles
    ]
    prices = [tile_set.market[resource] for resource in RESOURCES]
    return Printed(rng.randint(2, 5), rng.random() < 0.5, rng.randint(2, 8), tiles, prices)


def folded(seed: int, sum_so_far: int) -> int:
    """Play one game and fold whatever can be seen of it into the sum."""
    rng = Random(seed)
    p = api.new_position(printed(rng), seed)
    while not api.is_over(p):
        options = api.legal_decisions(p)
        weights = api.chance_weights(p)
        if weights:
            api.let_happen(p, rng.choices(range(len(weights)), weights)[0])
        else:
            eager = [option for option in options if option >= D_SITE] or options
            api.take_decision(p, rng.choice(eager if rng.random() < 0.5 else options))
        text = repr((sorted(p.snapshot().items()), options, weights))
        sum_so_far = zlib.crc32(text.encode(), sum_so_far)
    worth = [api.seat_worth(p, seat) for seat in range(p.printed.players)]
    return zlib.crc32(repr((worth, api.winners(p))).encode(), sum_so_far)


if __name__ == "__main__":
    total = 0
    for number in range(int(sys.argv[1])):
        total = folded(number, total)
    print(IS_COMPILED, f"{total:08x}")
