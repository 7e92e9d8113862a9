"""RULES 4.6: production."""

from tables import a_game, board, play, stock, work

from ilos.rules.moves import EndTurn

TILES = {"A": "03 ebony ebony spice pigment gold construction ruins"}


def test_one_token_for_each_token_on_the_board() -> None:
    """RULES 4.6: into the stock."""
    pioneers = "0:A0.0 0:A0.1 0:A0.2 0:A0.4 0:A0.5=spice 1:A0.3"
    game = a_game(tiles=TILES, pioneers=pioneers, stock={0: {"gold": 2}})
    assert board(game, 0) == {"ebony": 2, "spice": 2, "gold": 1}
    event = play(game, EndTurn())
    assert event.produced == {"ebony": 2, "spice": 2, "gold": 1}
    assert stock(game, 0) == {"ebony": 2, "spice": 2, "gold": 3}


def test_the_board_is_not_used_up() -> None:
    """RULES 4.6: it produces every turn."""
    game = a_game(tiles=TILES, pioneers="0:A0.0")
    play(game, EndTurn(), EndTurn(), EndTurn())
    assert (stock(game, 0), board(game, 0)) == ({"ebony": 2}, {"ebony": 1})


def test_only_the_player_whose_turn_ends_produces() -> None:
    """RULES 4.6."""
    game = a_game(tiles=TILES, pioneers="0:A0.0 1:A0.2")
    play(game, EndTurn())
    assert (stock(game, 0), stock(game, 1)) == ({"ebony": 1}, {})


def test_what_was_planted_this_turn_produces_this_turn() -> None:
    """RULES 4: production follows the actions."""
    game = a_game(tiles=TILES, ships="0:A0", hand="plantation ship*2")
    play(game, work("plantation", "A0.3", "ship*2"), EndTurn())
    assert stock(game, 0) == {"pigment": 1}


def test_pirates_do_not_touch_production() -> None:
    """RULES 4.5, 4.6: piracy raises costs, nothing else."""
    game = a_game(tiles={"A": "!03 ebony"}, pioneers="0:A0.0", ships="1:A!")
    play(game, EndTurn())
    assert stock(game, 0) == {"ebony": 1}


def test_an_empty_board_produces_nothing() -> None:
    """RULES 4.6."""
    game = a_game(tiles=TILES)
    assert play(game, EndTurn()).produced == {}
