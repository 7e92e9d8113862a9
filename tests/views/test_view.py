"""The view as JSON (docs/protocol.md), seen at a table in the middle of a game."""

import json
from random import Random
from typing import Any

import msgspec
import pytest
from strategies import a_setup_of_any_sort, plays
from tables import a_game, a_new_game, play, sail

from ilos.records.record import setup_data
from ilos.rules.game import Game
from ilos.rules.moves import EndTurn, Mulligan, to_builtins
from ilos.views import view

KEYS = {
    "viewer", "events", "phase", "round", "to_move", "last_round", "exploration", "stack",
    "archipelago", "islands", "ships", "pioneers", "seats", "hand", "pile", "discard", "prices",
    "markers", "market_played", "buildings", "result",
}  # fmt: skip


def busy(**more: Any) -> Game:
    described: dict[str, Any] = {
        "tiles": {"A": "!0 ebony construction | 3 spice construction", "B": "3 gold"},
        "laid": "A B@1,0",
        "area": "F00 F01",
        "ships": "0:A0 1:A! 0:A1",
        "pioneers": "0:A0.0 1:A0.1=fort 0:A1.0 1:A1.1=spice",
        "hand": "ship*2",
        **more,
    }
    return a_game(**described)


def seen(game: Game, viewer: int | None = 0) -> dict[str, Any]:
    shown: dict[str, Any] = msgspec.json.decode(view(game, viewer).text)
    return shown


def test_a_view_has_all_its_keys_and_no_others() -> None:
    """docs/protocol.md."""
    for viewer in (0, 1, None):
        assert set(seen(busy(), viewer)) == KEYS


def test_tiles_are_shown_in_the_order_laid() -> None:
    """docs/protocol.md: archipelago."""
    assert seen(busy())["archipelago"] == [
        {"tile": "A", "cell": [0, 0], "rotation": 0},
        {"tile": "B", "cell": [1, 0], "rotation": 0},
    ]


def test_islands_show_who_is_there() -> None:
    """docs/protocol.md: oldest first, named by the number of the oldest part."""
    first, second = seen(busy())["islands"]
    assert first == {
        "name": 0,
        "parts": [{"tile": "A", "part": 0}, {"tile": "B", "part": 0}],
        "ships": [1, 0],
        "forts": [1],
        "raiders": [1],
        "worked": ["ebony"],
    }
    assert (second["name"], second["forts"], second["worked"]) == (1, [], ["spice"])


def test_ships_lie_where_they_were_seen_to_dock() -> None:
    """docs/protocol.md: ships."""
    assert seen(busy())["ships"] == [
        {"seat": 0, "tile": "A", "part": 0},
        {"seat": 1, "tile": "A", "hideout": True},
        {"seat": 0, "tile": "A", "part": 1},
    ]
    game = busy()
    play(game, sail("B0", "A1"))
    assert seen(game)["ships"][-1] == {"seat": 0, "tile": "A", "part": 1}
    assert len(seen(game)["ships"]) == 3


def test_pioneers_show_their_buildings() -> None:
    """docs/protocol.md: building and resource."""
    shown = [(p["seat"], p["building"], p["resource"]) for p in seen(busy())["pioneers"]]
    assert shown == [
        (0, None, None),
        (1, "fort", None),
        (0, None, None),
        (1, "trading_post", "spice"),
    ]


def test_seats_show_what_is_public() -> None:
    """docs/protocol.md: ships and pioneers in reserve; draw at the end of the turn."""
    mine, other = seen(busy())["seats"]
    assert (mine["hand"], mine["ships"], mine["pioneers"], mine["draw"]) == (2, 3, 8, 5)
    assert (other["ships"], other["draw"]) == (4, 4), "a fort draws, a pirate does not in `en`"
    assert mine["production"] == {"ebony": 1, "spice": 1, "pigment": 0, "gold": 0}


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_phases_follow_each_other(viewer: int | None) -> None:
    """docs/protocol.md: mulligan, first_islands, turns, over."""
    game = a_new_game(2, max_rounds=1)
    phases = []
    while not game.is_over:
        phases.append((seen(game, viewer)["phase"], seen(game, viewer)["to_move"]))
        game.play(list(game.legal_moves)[-1])
    assert phases == [(phase, seat) for phase in PHASES for seat in (0, 1)]
    assert (seen(game, viewer)["phase"], seen(game, viewer)["to_move"]) == ("over", None)


PHASES = ("mulligan", "first_islands", "turns")


def test_the_last_round_is_announced() -> None:
    """RULES 5: after a tenth pioneer, or in the last of max_rounds."""
    assert not seen(busy())["last_round"]
    assert seen(busy(max_rounds=1))["last_round"]
    assert seen(busy(fields={"ending": 1}))["last_round"]


def test_a_view_is_json_and_small() -> None:
    """A browser gets it at every move."""
    for game in plays(a_setup_of_any_sort(Random(3), 4), 3):
        for viewer in (None, 0):
            found = seen(game, viewer)
            assert json.loads(json.dumps(found)) == found
            assert set(found) == KEYS


def test_the_static_part_is_that_of_the_record() -> None:
    """docs/protocol.md: setup."""
    setup = to_builtins(setup_data(busy().setup))
    assert set(setup) == {"rules", "players", "tile_set", "market"}
    assert len(setup["tile_set"]["tiles"]) == 20


def test_the_view_of_the_seat_to_move_knows_its_moves() -> None:
    """Bots choose from a view alone."""
    for game in plays(a_setup_of_any_sort(Random(4), 3), 4):
        seat = game.pending.seat
        if seat is not None:
            mine = view(game, seat)
            truth = game.choices()
            found = mine.choices()
            assert truth is not None
            assert found is not None
            assert found == truth
            assert len(mine.legal_moves) == len(game.legal_moves)


def test_a_view_does_not_change_when_the_game_goes_on() -> None:
    """What was seen stays as it was seen."""
    game = a_new_game(2)
    before = view(game, 0)
    shown, position = before.text, before.position.snapshot()
    events = list(before.events)
    play(game, Mulligan(()), Mulligan(()))
    assert before.position.snapshot() == position
    assert before.events == events
    assert before.text == shown


def test_the_result_shows_at_the_end() -> None:
    """docs/protocol.md: result."""
    game = busy(max_rounds=1, to_act=1, hand="")
    assert seen(game)["result"] is None
    play(game, EndTurn())
    result = game.result()
    assert result is not None
    assert seen(game, None)["result"] == to_builtins(result)
