"""RULES 5: the end and scoring."""

from itertools import product
from typing import Any

import pytest
from tables import a_game, play, refused, work

from ilos import new_game
from ilos.engine import api
from ilos.engine.constants import PIONEERS
from ilos.rules import scoring
from ilos.rules.errors import TooLate
from ilos.rules.game import Game
from ilos.rules.moves import EndTurn

TILES = {"A": "03 ebony spice pigment gold"}


def late(pioneers: tuple[int, ...] = (1, 4), **more: Any) -> Game:
    """Near the end; `pioneers` still in the reserves."""
    described: dict[str, Any] = {"hand": "plantation ship*2", "ships": "0:A0 1:A0", **more}
    game = a_game(tiles=TILES, seats=len(pioneers), **described)
    game.position.set("pioneers", [*pioneers, *[10] * (5 - len(pioneers))])
    return game


def finished(stocks: dict[int, dict[str, int]], reserves: tuple[int, ...] = (10, 10)) -> Game:
    """A game that has just ended by the safety valve, with these stocks."""
    game = late(reserves, stock=stocks, max_rounds=1, to_act=len(reserves) - 1, ships="")
    play(game, EndTurn())
    assert game.is_over
    return game


def test_the_round_is_played_to_its_end_after_a_tenth_pioneer() -> None:
    """RULES 5: so that all have had the same number of turns."""
    game = late()
    play(game, work("plantation", "A0.0", "ship*2"))
    assert game.pending.seat == 0, "that turn is finished normally"
    play(game, EndTurn())
    assert game.pending.seat == 1
    play(game, EndTurn())
    assert game.is_over


def test_the_last_to_play_sits_before_seat_0() -> None:
    """RULES 5: the last seat's tenth pioneer ends the game with its own turn."""
    game = late((4, 1), to_act=1)
    play(game, work("plantation", "A0.0", "ship*2"), EndTurn())
    assert game.is_over


def test_without_a_tenth_pioneer_the_game_goes_on() -> None:
    """RULES 5: nine are not enough."""
    game = late((2, 4), round=7)
    play(game, work("plantation", "A0.0", "ship*2"), EndTurn(), EndTurn())
    assert not game.is_over
    assert (game.round, game.pending.seat) == (8, 0)


def test_the_reason_is_the_pioneers() -> None:
    """RULES 5."""
    game = late()
    play(game, work("plantation", "A0.0", "ship*2"), EndTurn(), EndTurn())
    result = game.result()
    assert result is not None
    assert (result.reason, result.scores[0].pioneers) == ("pioneers", 10)


def test_after_the_end_nobody_moves() -> None:
    """RULES 5: the game is over."""
    game = finished({0: {"gold": 1}})
    assert game.pending.kind == "over"
    assert list(game.legal_moves) == []
    with pytest.raises(TooLate):
        game.play(EndTurn())


def test_there_is_no_result_while_the_game_runs() -> None:
    """RULES 5: scored at the end."""
    assert late().result() is None


def test_stock_counts_at_current_prices() -> None:
    """RULES 5: each token in the stock is worth its current price."""
    game = late(
        stock={0: {"ebony": 3, "pigment": 1, "gold": 2}}, steps={"ebony": 4, "gold": 1, "spice": 2}
    )
    assert [score.value for score in game.scores()] == [3 * 5 + 1 * 1 + 2 * 4, 0]


def test_production_boards_do_not_count() -> None:
    """RULES 5."""
    game = late(pioneers=(9, 9))
    game.position.set("production", [5] * 20)
    assert [score.value for score in game.scores()] == [0, 0]


def test_the_last_production_counts() -> None:
    """RULES 5: that turn is finished normally, production included."""
    game = late()
    play(game, work("plantation", "A0.1", "ship*2"), EndTurn(), EndTurn())
    result = game.result()
    assert result is not None
    assert result.scores[0].stock["spice"] == 1


def test_the_highest_sum_wins() -> None:
    """RULES 5."""
    result = finished({0: {"ebony": 9}, 1: {"gold": 4}}).result()
    assert result is not None
    assert result.winners == (1,)
    assert [score.value for score in result.scores] == [9, 12]


def test_ties_go_to_more_deployed_pioneers() -> None:
    """RULES 5."""
    game = finished({0: {"gold": 1}, 1: {"ebony": 3}}, (7, 6))
    result = game.result()
    assert result is not None
    assert result.winners == (1,)
    assert api.winners(game.position) == [1]


def test_if_still_tied_all_of_those_win() -> None:
    """RULES 5."""
    game = finished({0: {"gold": 1}, 1: {"ebony": 3}, 2: {"gold": 1}}, (6, 7, 6))
    result = game.result()
    assert result is not None
    assert result.winners == (0, 2)
    assert api.winners(game.position) == [0, 2]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_searching_bots_rank_as_the_result_does(players: int) -> None:
    """RULES 5: the engine's ranking and the exact one are compared over every order of seats."""
    game = new_game(["Ana", "Bo", "Cy", "Di", "Ed"][:players], seed=1)
    p = game.position
    for standing in product(product((0, 1, 2)[: 7 - players], (6, 7)), repeat=players):
        p.set(
            "stock", [n for value, _ in standing for n in (value, 0, 0, 0)] + p.stock[4 * players :]
        )
        p.set("pioneers", [PIONEERS - deployed for _, deployed in standing] + p.pioneers[players:])
        assert tuple(api.winners(p)) == scoring.winners(game.scores())


def test_pioneers_break_ties_only() -> None:
    """RULES 5: one point more beats ten pioneers."""
    result = finished({0: {"ebony": 1}}, (10, 1)).result()
    assert result is not None
    assert result.winners == (0,)


def test_an_empty_game_has_only_winners() -> None:
    """RULES 5: nobody has anything, so all are tied."""
    result = finished({}).result()
    assert result is not None
    assert result.winners == (0, 1)


# ---- safety valve ------------------------------------------------------------------------


def test_the_safety_valve_ends_the_game_after_max_rounds() -> None:
    """RULES 5 [D]: a game that has lasted max_rounds rounds ends after that round."""
    game = a_game(tiles=TILES, max_rounds=3)
    for turn in range(3 * 2):
        assert not game.is_over
        assert game.round == 1 + turn // 2
        play(game, EndTurn())
    result = game.result()
    assert result is not None
    assert result.reason == "max_rounds"


def test_if_both_ends_fall_in_one_round_the_reason_is_the_pioneers() -> None:
    """RULES 5 [D]."""
    game = late(max_rounds=1)
    play(game, work("plantation", "A0.0", "ship*2"), EndTurn(), EndTurn())
    result = game.result()
    assert result is not None
    assert result.reason == "pioneers"


@pytest.mark.parametrize("rounds", [0, -1, 501, 1.0, True, "9", None])
def test_max_rounds_is_1_to_500(rounds: object) -> None:
    """RULES 5 [D]: option, 1–500."""
    with pytest.raises(ValueError, match="max_rounds"):
        a_game(tiles=TILES, max_rounds=rounds)


def test_500_rounds_can_be_played() -> None:
    """RULES 5 [D]: the highest number of rounds; production adds up to the end."""
    game = a_game(tiles=TILES, pioneers="0:A0.0 0:A0.3", max_rounds=500, round=500)
    game.position.set("stock", [4990] * 20)
    play(game, EndTurn(), EndTurn())
    result = game.result()
    assert result is not None
    assert result.scores[0].stock["gold"] == 4991


def test_the_end_is_no_reason_to_stop_working() -> None:
    """RULES 5: others act as usual in the last round."""
    game = late((1, 4), hands={1: "plantation ship*2"})
    play(game, work("plantation", "A0.0", "ship*2"))
    assert refused(game, work("plantation", "A0.1", "ship*2")) == "4.1"
    play(game, EndTurn(), work("plantation", "A0.1", "ship*2"), EndTurn())
    assert game.is_over
