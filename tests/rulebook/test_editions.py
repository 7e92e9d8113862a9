"""RULES 7: editions."""

import pytest
from tables import a_game, play

from ilos.rules.moves import EndTurn
from ilos.rules.setup import Options

PIRATES = {"en": 0, "fr": 1, "de": 1}


@pytest.mark.parametrize("edition, each", PIRATES.items())
@pytest.mark.parametrize("pirates", range(3))
def test_does_a_ship_on_a_hideout_draw(edition: str, each: int, pirates: int) -> None:
    """RULES 7: no in `en`, yes in `fr` and `de`; ships on shores always do."""
    game = a_game(
        tiles={"A": "!03", "B": "!03"},
        laid="A B@1,0",
        ships=" ".join(["0:A0", "0:A!", "0:B!"][: 1 + pirates]),
        edition=edition,
    )
    assert len(play(game, EndTurn()).drawn) == 3 + 1 + pirates * each


def test_the_default_edition_is_english() -> None:
    """RULES 7 [D]."""
    assert Options().edition == "en"


@pytest.mark.parametrize("edition", ["es", "EN", "", None])
def test_there_are_three_editions(edition: object) -> None:
    """RULES 7: en, fr, de."""
    with pytest.raises(ValueError, match="edition"):
        Options(edition=edition)  # type: ignore[arg-type]
