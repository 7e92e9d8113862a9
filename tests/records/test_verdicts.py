"""What decided a game is computed from its scores: a price, a stock, or the pioneers."""

import json
from pathlib import Path

from ilos.records.record import read_record
from ilos.records.verdicts import Moment, Verdict, verdicts
from ilos.rules.game import Game
from ilos.rules.scoring import Score, prices

SAMPLES = Path(__file__).parents[1] / "samples"
START = {"ebony": 1, "spice": 1, "pigment": 1, "gold": 3}


def score(prices: dict[str, int] | None = None, pioneers: int = 5, **stock: int) -> Score:
    """A stock and its value at these prices, or those of the start."""
    at = {**START, **(prices or {})}
    held = {name: stock.get(name, 0) for name in START}
    value = sum(count * at[name] for name, count in held.items())
    return Score(held, value, pioneers)  # type: ignore[arg-type]


def moment(*scores: Score, **prices: int) -> Moment:
    """Scores, at the prices of the start unless others are named."""
    return Moment({**START, **prices}, scores)  # type: ignore[dict-item]


def test_a_price_decides_when_the_winner_would_not_have_won_without_its_rise() -> None:
    """The moment is the last rise of that price."""
    before = moment(score(ebony=10, gold=1), score(ebony=2, gold=5))
    risen = {"ebony": 4}
    after = moment(score(risen, ebony=10, gold=1), score(risen, ebony=2, gold=5), **risen)
    first, second = verdicts([before, before, after, after])
    assert first == Verdict("price", 1, 20, 3, "ebony", 4, 8)
    assert second == Verdict("price", 0, 20, 3, "ebony", 4, 8)


def test_otherwise_the_stock_that_is_worth_most_decides() -> None:
    """The moment is when the winner went ahead for good."""
    history = [
        moment(score(spice=2), score(spice=1)),
        moment(score(spice=2), score(spice=3)),
        moment(score(spice=2, gold=3), score(spice=3)),
        moment(score(spice=2, gold=3), score(spice=4)),
    ]
    winner, second = verdicts(history)
    assert winner == Verdict("stock", 1, 7, 3, "gold", 3, 3)
    assert second.rival == 0


def test_everybody_is_compared_with_the_winner_and_the_winner_with_the_second() -> None:
    """No matter who the seats are."""
    history = [moment(score(spice=1), score(spice=9), score(spice=4), score(spice=6))]
    assert [verdict.rival for verdict in verdicts(history)] == [1, 3, 1, 1]
    assert [verdict.margin for verdict in verdicts(history)] == [8, 3, 5, 3]


def test_equal_wealth_is_decided_by_pioneers_or_shared() -> None:
    """As rules, section 5, say."""
    by_pioneers = verdicts([moment(score(pioneers=8, spice=3), score(pioneers=7, spice=3))])
    assert [verdict.kind for verdict in by_pioneers] == ["pioneers", "pioneers"]
    shared = verdicts([moment(score(spice=3), score(spice=3), score(spice=1))])
    assert [verdict.kind for verdict in shared] == ["shared", "shared", "stock"]


def test_verdicts_on_recorded_games_hold_when_recomputed() -> None:
    """A price that decided: at its first value the seats would have changed places."""
    kinds = set()
    for path in sorted(SAMPLES.glob("?-?p-??.json")):
        played = read_record(json.loads(path.read_text(encoding="utf-8")))
        if played.result() is None:
            continue
        game, history = Game(played.setup), []
        for event in played.events:
            game.replay(event)
            history.append(Moment(prices(game.setup, game.position), game.scores()))
        for seat, verdict in enumerate(verdicts(history)):
            kinds.add(verdict.kind)
            final = history[-1].scores
            values = sorted((final[seat].value, final[verdict.rival].value))
            assert verdict.margin == values[1] - values[0]
            assert 1 <= verdict.event <= len(history)
            if verdict.kind == "price":
                assert verdict.resource is not None
                start = history[0].prices[verdict.resource]
                assert verdict.count * (verdict.price - start) >= verdict.margin  # type: ignore[operator]
    assert {"price", "stock"} <= kinds
