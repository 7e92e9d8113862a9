"""The tree search: it counts right, plays by the rules, and finds what is there to find."""

import pytest
from bot_games import positions

from ilos.engine import api
from ilos.engine.constants import D_END_TURN, PH_ACTION, RESOURCES
from ilos.engine.position import IS_COMPILED
from ilos.engine.search.tree import Search
from ilos.rules.game import Game
from ilos.views import view
from ilos.views.imagine import masked_with_stocks, remember

MANY = 200 if IS_COMPILED else 12  # uncompiled, a simulated game takes a while


def search_of(game: Game, seed: int = 1, capacity: int = 2_000) -> Search:
    seen = view(game, game.pending.seat)
    memory = remember(seen)
    return Search(masked_with_stocks(seen, memory), memory.unknown(), seed, capacity)


def some_turns(seed: int) -> list[Game]:
    """The first positions of a game in which actions are to be chosen."""
    found = []
    for game in positions(2 + seed % 4, seed):
        if game.position.phase == PH_ACTION and len(api.legal_decisions(game.position)) > 1:
            found.append(game.copy())
            if len(found) == 4:
                break
    return found


def test_every_simulation_visits_one_choice() -> None:
    """Visits of the choices add up to the simulations."""
    for game in some_turns(1):
        search = search_of(game)
        search.run(MANY)
        assert search.simulations() == MANY
        assert sum(visits for _, visits, _ in search.choices([])) == MANY


def test_only_legal_decisions_are_tried() -> None:
    """RULES 4: the tree's choices are among the legal decisions, and results lie in 0..1."""
    for game in some_turns(2):
        search = search_of(game)
        search.run(MANY)
        legal = api.legal_decisions(game.position)
        for decision, _, value in search.choices([]):
            assert decision in legal
            assert 0.0 <= value <= 1.0


def test_the_same_seed_gives_the_same_tree() -> None:
    """Reproducible, however the simulations are portioned."""
    for game in some_turns(3):
        whole, parts = search_of(game, seed=5), search_of(game, seed=5)
        whole.run(12)
        for _ in range(4):
            parts.run(3)
        assert whole.choices([]) == parts.choices([])


def test_a_full_pool_of_nodes_is_no_harm() -> None:
    """Without room for new nodes the search goes on with those it has."""
    game = some_turns(4)[0]
    search = search_of(game, capacity=3)
    search.run(20)
    assert search.size == 3
    assert search.simulations() == 20


def test_the_tree_is_kept_after_an_own_decision() -> None:
    """Tree reuse: what was thought about the decision taken is not lost."""
    game = some_turns(5)[0]
    search = search_of(game)
    search.run(MANY)
    first = max(search.choices([]), key=lambda choice: choice[1])
    seen = view(game, game.pending.seat)
    memory = remember(seen)
    masked = masked_with_stocks(seen, memory)
    api.take_decision(masked, first[0])
    assert search.advance([first[0]], masked, memory.unknown()) == first[1]


def test_a_decision_never_thought_of_starts_a_new_tree() -> None:
    """Tree reuse: there may be nothing to keep."""
    game = some_turns(5)[0]
    search = search_of(game)
    search.run(1)
    tried = {decision for decision, _, _ in search.choices([])}
    other = next(d for d in api.legal_decisions(game.position) if d not in tried)
    seen = view(game, game.pending.seat)
    memory = remember(seen)
    masked = masked_with_stocks(seen, memory)
    api.take_decision(masked, other)
    assert search.advance([other], masked, memory.unknown()) == 0


def test_random_games_are_played_to_the_end_too() -> None:
    """For measuring speed against other programs."""
    game = some_turns(6)[0]
    search = search_of(game)
    search.random = True
    search.run(20)
    assert search.simulations() == 20


def test_in_the_last_turn_of_all_it_takes_the_win_that_is_there() -> None:
    """RULES 4.4, 5: behind by one, with a price to raise on a stock of its own."""
    for game in positions(2, seed=9):
        p = game.position
        if p.phase == PH_ACTION and p.seat == 1 and p.markers and not p.market_played:
            break
    p = game.position.copy()
    p.set("ending", 1)
    p.set("production", [0] * 20)
    p.set("pioneers", [5, 0, 0, 0, 0])
    p.set("step", [0] * RESOURCES)
    p.set("stock", [20, 0, 0, 0, 0, 15, 0, 0] + [0] * 12)
    hand = p.hand
    hand[6:12] = [0, 0, 0, 0, 0, 1]
    p.set("hand", hand)
    p.set("hand_size", [p.hand_size[0], 1, 0, 0, 0])
    p.set("discard_size", sum(p.discard))
    memory = remember(view(game, 1))
    hidden = [p.hand[card] + p.pile[card] for card in range(6)]
    unknown = type(memory.unknown())(1, hidden)
    search = Search(p, unknown, 1, 500)
    search.run(40 if IS_COMPILED else 10)
    best = max(search.choices([]), key=lambda choice: choice[1])[0]
    assert best != D_END_TURN


def test_bad_input_is_refused() -> None:
    """Cards that do not add up, and a pool without room."""
    game = some_turns(7)[0]
    with pytest.raises(ValueError, match="room"):
        search_of(game, capacity=0)
    seen = view(game, game.pending.seat)
    unknown = remember(seen).unknown()
    wrong = seen.position.copy()
    wrong.set("pile_size", 0)
    with pytest.raises(ValueError, match="hidden cards"):
        Search(wrong, unknown, 1)
