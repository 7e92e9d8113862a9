"""The heuristics: every legal decision gets a score, and the scores are sensible and honest."""

from bot_games import another_world, positions

from ilos.engine import api
from ilos.engine.constants import D_CARD, D_END_TURN, D_MARKET, D_SITE, PH_ACTION, PH_PAY
from ilos.engine.search.evaluation import WEIGHTS
from ilos.engine.search.heuristics import Evaluation, Weights, duel, scored_options


def test_exactly_the_legal_decisions_are_scored() -> None:
    """RULES 4: no more, no fewer."""
    evaluation = Evaluation()
    for game in positions(3, seed=2):
        found = [decision for decision, _ in scored_options(game.position, evaluation)]
        assert found == api.legal_decisions(game.position)


def test_scoring_changes_nothing() -> None:
    """Thinking about a position leaves it alone."""
    evaluation = Evaluation()
    for game in positions(2, seed=3):
        before = game.position.snapshot()
        scored_options(game.position, evaluation)
        assert game.position.snapshot() == before


def test_scores_depend_only_on_what_the_seat_may_know() -> None:
    """RULES 6: other hands and the pile do not matter."""
    evaluation = Evaluation()
    for number, game in enumerate(positions(4, seed=4)):
        twin = another_world(game, seed=number)
        mine = scored_options(game.position, evaluation)
        assert scored_options(twin.position, evaluation) == mine


def test_in_the_last_turn_whatever_yields_is_worth_its_cards() -> None:
    """RULES 5: cards are worth nothing in the end, and production counts once more."""
    evaluation = Evaluation()
    checked = 0
    for seed in range(6):
        for game in positions(2, seed):
            p = game.position
            if p.ending and p.phase == PH_ACTION and p.pioneers[p.seat] > 0:
                for decision, score in scored_options(p, evaluation):
                    if D_SITE <= decision < D_MARKET:
                        kind = game.setup.site_kind(decision - D_SITE)
                        if kind in ("ebony", "spice", "pigment", "gold", "ruins"):
                            assert score > 0
                            checked += 1
    assert checked


def test_ending_the_turn_is_the_measure_of_everything() -> None:
    """Doing nothing scores 0."""
    evaluation = Evaluation()
    for game in positions(2, seed=6):
        if game.position.phase == PH_ACTION:
            assert dict(scored_options(game.position, evaluation))[D_END_TURN] == 0.0


def test_the_cheapest_cards_pay() -> None:
    """Payments: of plantation and ruins cards, the ruins go first while no ruins are in play."""
    game = next(g for g in positions(2, seed=1) if g.position.phase == PH_ACTION)
    p = game.position.copy()
    hand = p.hand
    hand[p.seat * 6 : p.seat * 6 + 6] = [1, 1, 0, 0, 1, 0]
    p.set("hand", hand)
    p.set("hand_size", [3, 5, 0, 0, 0])
    evaluation = Evaluation()
    api.take_decision(p, 8)
    while p.phase != PH_PAY:
        api.take_decision(p, max(scored_options(p, evaluation), key=lambda o: o[1])[0])
    assert max(scored_options(p, evaluation), key=lambda o: o[1])[0] == D_CARD + 4


def test_a_duel_is_played_to_its_end() -> None:
    """Both evaluations play by the rules."""
    game = next(positions(3, seed=8))
    p = game.position.copy()
    duel(p, Evaluation(), Evaluation(Weights(card=0.3)), 1)
    assert api.is_over(p)


def test_every_weight_can_be_read_and_changed() -> None:
    """`Weights` has the numbers of `evaluation.py`, whichever is changed."""
    for name, value in WEIGHTS.items():
        changed = Weights(**{name: value + 1})
        assert {n: getattr(changed, n) for n in WEIGHTS} == {**WEIGHTS, name: value + 1}
