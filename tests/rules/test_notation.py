"""Every move has a short text, and the text is read back (docs/notation.md)."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import a_setup_of_any_sort, amount, plays

from ilos.rules.errors import NotAMove
from ilos.rules.moves import GoldMine, PartAt, Plantation, Ship, SiteAt, first_dock
from ilos.rules.notation import move_text, parse_move


@pytest.mark.parametrize("seed", range(amount(6)))
def test_every_legal_move_is_read_back_from_its_text(seed: int) -> None:
    """On odd tile sets too."""
    for turn, game in enumerate(plays(a_setup_of_any_sort(Random(seed), 3), seed)):
        if turn % 9 == 0:
            for move in game.legal_moves[::11]:
                assert parse_move(move_text(move)) == move
                assert parse_move(move_text(move, game.setup.tile_set)) == move


def test_a_plantation_says_what_it_grows() -> None:
    """The good is for readers; the site alone says it."""
    move = Plantation(SiteAt("T03", 1, 0), ("ship", "market"))
    assert parse_move("plant spice T03.1.0 pay ship,market") == move
    assert parse_move("  plant   T03.1.0 pay ship,market ") == move


def test_the_fallback_of_the_first_islands_has_a_text() -> None:
    """RULES 3.5."""
    assert move_text(first_dock(PartAt("T03", 1))) == "island dock T03.1"
    assert parse_move("island dock T03.1") == first_dock(PartAt("T03", 1))


@pytest.mark.parametrize("name", ["A", "a b", 'x"y', "T.1", "é!", "\\", ""])
def test_a_tile_may_have_any_name(name: str) -> None:
    """What is no plain word is quoted."""
    move = GoldMine(SiteAt(name, 1, 2), ("ship",))
    assert parse_move(move_text(move)) == move


@pytest.mark.parametrize(
    "text, why",
    [
        ("", "missing"),
        ("sail away", "begins no move"),
        ("plant T03", "not a site"),
        ("plant T03.1.0 pay sheep", "'sheep' is no card; there are ship, "),
        ("ship reserve", "'to'"),
        ("ship reserve to T03.1.0 pay ship", "not a part"),
        ("market silk", "'silk' is no resource; there are ebony, "),
        ("end now", "too much"),
        ("island dock T03!", "part"),
        ('ship reserve to "a.0', "cannot be read"),
        ("island T03 at 0,1 turn 2 dock T04.0", "T03"),
        ("island T03 at 0;1 turn 2 dock T03.0", "cell"),
        ("x" * 10_000, "no move"),
    ],
)
def test_a_text_that_is_no_move_says_why(text: str, why: str) -> None:
    """Text that is no move has an error of its own."""
    with pytest.raises(NotAMove, match=why):
        parse_move(text)


@given(st.text() | st.from_regex(r"(ship|plant|island|post) [T0-9.!,a-z ]{0,40}", fullmatch=True))
def test_any_text_is_a_move_or_not_a_move(text: str) -> None:
    """No other error comes from reading."""
    try:
        parse_move(text)
    except NotAMove as error:
        assert len(str(error)) < 300  # noqa: PT017  both outcomes are right


def test_a_ship_can_be_told_in_full() -> None:
    """A pirate that leaves its hideout to explore."""
    text = "ship T05! explore T07 at 1,-1 turn 4 dock T07.0 pay ship"
    move = parse_move(text)
    assert isinstance(move, Ship)
    assert move_text(move) == text
