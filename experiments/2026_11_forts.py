"""Are forts too weak, or do the bots only think so? And can a tile set help?

    python experiments/2026_11_forts.py [TILES.toml]

`docs/balance.md` says that hardly anybody builds a fort. Here one seat likes forts better than the
others do, all else being equal: if forts were undervalued, it would win more often.
"""

import sys
from pathlib import Path

from ilos.engine import api
from ilos.engine.search.evaluation import WEIGHTS
from ilos.engine.search.heuristics import Evaluation, Weights, duel
from ilos.environments.table import bare_setup
from ilos.records.tile_sets import default_tile_set, read_tile_set

GAMES = 3_000
TASTES = ((1.0, 1.0), (1.5, 2.0), (2.0, 4.0))  # of the cards a fort draws, of its shelter


def try_taste(players: int, draw: float, shelter: float, printed: object) -> tuple[float, float]:
    """Share of wins and forts a game of the seat with this taste."""
    fond, plain = Evaluation(Weights(fort_draw=draw, shelter=shelter)), Evaluation()
    won = forts = 0.0
    for game in range(GAMES):
        seed, seat = divmod(game, players)
        position = api.new_position(printed, seed)
        duel(position, fond, plain, 1 << seat)
        winners = api.winners(position)
        won += (seat in winners) / len(winners)
        forts += position.fort_count[seat]
    return won / GAMES, forts / GAMES


def main() -> None:
    """Print a line for each taste."""
    tiles = read_tile_set(Path(sys.argv[1])) if len(sys.argv) > 1 else default_tile_set()
    usual = (WEIGHTS["fort_draw"], WEIGHTS["shelter"])
    for players in (2, 4):
        printed = bare_setup(players, tile_set=tiles).printed
        for draw, shelter in (usual, *TASTES):
            won, forts = try_taste(players, draw, shelter, printed)
            taste = f"{draw:.2f} for cards, {shelter:.1f} for shelter"
            print(f"{players} players, {taste}: {won:.1%} won, {forts:.2f} forts a game")


if __name__ == "__main__":
    main()
