"""Counts of what lies within a few steps of small setups (see `tests/counting.py`)."""

import pytest
from counting import COUNTS, SETUPS, counts, report
from tables import a_game


@pytest.mark.parametrize("name", SETUPS)
def test_counts_are_as_they_were(name: str) -> None:
    """What is legal has not changed; the first steps that differ are shown."""
    kept = (COUNTS / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    found = report(name)
    differing = [line for line in found if line not in kept]
    assert differing == [], f"was: {[line for line in kept if line not in found]}"
    assert found == kept


def test_every_setup_has_its_counts() -> None:
    """No file is left over, and none is missing."""
    assert {path.stem for path in COUNTS.glob("*.txt")} == set(SETUPS)


def test_a_turn_can_be_counted_by_hand() -> None:
    """The last card of the game: end the turn, draw one of two kinds, three times over."""
    p = a_game(tiles={"A": "03"}, pile="ship*3 ruins*3", to_act=1, max_rounds=1).position
    # The end of the turn; then a card, twice, thrice: 1 + 2 + 4 places for chance, 8 endings.
    assert counts(p, 4) == (1, 1 + 2 + 4, 8)
