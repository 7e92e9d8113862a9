"""The heuristics: every legal decision gets a score, and the scores are sensible and honest."""

import re
from pathlib import Path

from bot_games import another_world, positions

from ilos.engine import face, policy
from ilos.engine.constants import D_CARD, D_END_TURN, D_MARKET, D_SITE, PH_ACTION, PH_PAY
from ilos.engine.policy import WEIGHTS, Outlook, Weights, duel, scored_options


def test_exactly_the_legal_decisions_are_scored() -> None:
    """RULES 4: no more, no fewer."""
    outlook = Outlook()
    for game in positions(3, seed=2):
        found = [decision for decision, _ in scored_options(game.position, outlook)]
        assert found == face.legal_decisions(game.position)


def test_scoring_changes_nothing() -> None:
    """Thinking about a position leaves it alone."""
    outlook = Outlook()
    for game in positions(2, seed=3):
        before = game.position.snapshot()
        scored_options(game.position, outlook)
        assert game.position.snapshot() == before


def test_scores_depend_only_on_what_the_seat_may_know() -> None:
    """RULES 6: other hands and the pile do not matter."""
    outlook = Outlook()
    for number, game in enumerate(positions(4, seed=4)):
        twin = another_world(game, seed=number)
        mine = scored_options(game.position, outlook)
        assert scored_options(twin.position, outlook) == mine


def test_in_the_last_turn_whatever_yields_is_worth_its_cards() -> None:
    """RULES 5: cards are worth nothing in the end, and production counts once more."""
    outlook = Outlook()
    checked = 0
    for seed in range(6):
        for game in positions(2, seed):
            p = game.position
            if p.ending and p.phase == PH_ACTION and p.pioneers[p.seat] > 0:
                for decision, score in scored_options(p, outlook):
                    if D_SITE <= decision < D_MARKET:
                        kind = game.setup.site_kind(decision - D_SITE)
                        if kind in ("ebony", "spice", "pigment", "gold", "ruins"):
                            assert score > 0
                            checked += 1
    assert checked


def test_ending_the_turn_is_the_measure_of_everything() -> None:
    """Doing nothing scores 0."""
    outlook = Outlook()
    for game in positions(2, seed=6):
        if game.position.phase == PH_ACTION:
            assert dict(scored_options(game.position, outlook))[D_END_TURN] == 0.0


def test_the_cheapest_cards_pay() -> None:
    """Payments: of plantation and ruins cards, the ruins go first while no ruins are in play."""
    game = next(g for g in positions(2, seed=1) if g.position.phase == PH_ACTION)
    p = game.position.copy()
    hand = p.hand
    hand[p.seat * 6 : p.seat * 6 + 6] = [1, 1, 0, 0, 1, 0]
    p.set("hand", hand)
    p.set("hand_size", [3, 5, 0, 0, 0])
    outlook = Outlook()
    face.take_decision(p, 8)
    while p.phase != PH_PAY:
        face.take_decision(p, max(scored_options(p, outlook), key=lambda o: o[1])[0])
    assert max(scored_options(p, outlook), key=lambda o: o[1])[0] == D_CARD + 4


def test_a_duel_is_played_to_its_end() -> None:
    """Both outlooks play by the rules."""
    game = next(positions(3, seed=8))
    p = game.position.copy()
    duel(p, Outlook(), Outlook(Weights(card=0.3)), 1)
    assert face.is_over(p)


def test_every_weight_is_a_field() -> None:
    """`Weights` and the C side of it name the same numbers."""
    source = Path(policy.__file__).with_name("policy.pxd").read_text()
    fields = source[source.index("cdef class Weights") : source.index("cdef class Outlook")]
    assert re.findall(r"cdef public double (\w+)", fields) == list(WEIGHTS)
    assert all(getattr(Weights(), name) == value for name, value in WEIGHTS.items())
