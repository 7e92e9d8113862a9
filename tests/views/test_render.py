"""Looking together gives everybody exactly their own view (RULES 6)."""

import msgspec
import pytest

from ilos import new_game
from ilos.records.tile_sets import default_tile_set
from ilos.rules.chance import SeededChance
from ilos.rules.game import Game
from ilos.rules.moves import to_builtins
from ilos.rules.tiles import TileSet
from ilos.views import view
from ilos.views.render import render_views


@pytest.mark.parametrize("players", [2, 3, 5])
@pytest.mark.parametrize("stocks", ["screened", "open"])
def test_what_each_sees_is_their_own_view(players: int, stocks: str) -> None:
    """At every moment of a whole game, for all seats and a spectator."""
    game = new_game(["A", "B", "C", "D", "E"][:players], seed=9, max_rounds=8, stocks=stocks)  # type: ignore[arg-type]
    check_whole_game(game, players)


def test_tiles_may_have_any_name() -> None:
    """A tile set of one's own; RECORD asks only that an id is a text."""
    printed = default_tile_set()
    tiles = [
        msgspec.structs.replace(tile, id=f'"{tile.id}\\\n\u00e9\u2028') for tile in printed.tiles
    ]
    odd = TileSet("odd", tuple(tiles), printed.market)
    check_whole_game(new_game(["A", "B"], seed=4, max_rounds=6, tile_set=odd), 2)


def check_whole_game(game: Game, players: int) -> None:
    luck = SeededChance(9)
    viewers = [None, *range(players)]
    while True:
        together = render_views(game, viewers)
        for viewer in viewers:
            seen = view(game, viewer)
            shown, choices = together[viewer]
            assert bytes(shown) == seen.text
            offered = seen.choices()
            assert msgspec.json.decode(choices) == to_builtins(offered)
        if game.is_over:
            return
        moves = list(game.legal_moves)
        game.play(moves[luck.below(len(moves))])
