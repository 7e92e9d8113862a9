"""Every bot: legal moves always, the same seed the same game, and never longer than its budget."""

import pytest
from bot_games import NAMES, choose, play_out, positions

from ilos import bots, new_game
from ilos.bots import Budget, Pace, TurnTimer
from ilos.bots.decoding import decode, is_move_complete
from ilos.bots.search_bot import SearchBot
from ilos.engine import api
from ilos.rules.chance import SeededChance
from ilos.rules.playing import carry_out
from ilos.views import view

ALL = ("random", "greedy", "gentle", "skilled", "expert", "master")


class Ticking:
    """A clock that goes on by a step each time it is read."""

    def __init__(self, step: float) -> None:
        self.now = 0.0
        self.step = step

    def __call__(self) -> float:
        self.now += self.step
        return self.now


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("name", ALL)
def test_a_bot_plays_whole_games_by_the_rules(name: str, players: int) -> None:
    """RULES 4: `Game.play` refuses every illegal move, so a game that ends had none."""
    game = play_out([bots.create(name) for _ in range(players)], seed=players, simulations=6)
    assert game.result() is not None


@pytest.mark.parametrize("name", ALL)
def test_the_same_seed_gives_the_same_game(name: str) -> None:
    """Without a cap on time a bot is reproducible from its seed."""
    games = [
        play_out([bots.create(name), bots.create("greedy")], seed=3, simulations=20).events
        for _ in range(2)
    ]
    assert games[0] == games[1]


def test_several_threads_give_the_same_game_too() -> None:
    """Each thread grows its own tree from its own seed."""
    games = [
        play_out([SearchBot(threads=3), SearchBot(threads=3)], seed=3, simulations=30).events
        for _ in range(2)
    ]
    assert games[0] == games[1]


def test_a_search_stops_when_its_time_is_out() -> None:
    """A level is a number of simulations with a cap on time."""
    game = next(positions(2, seed=1))
    clock = Ticking(0.3)
    budget = Budget(simulations=1_000_000, seconds=1.0, clock=clock)
    SearchBot().choose(view(game, 0), game.legal_moves, budget, SeededChance(1))
    assert clock.now < 2.0


def test_a_turn_has_its_own_cap() -> None:
    """At most 5 s a move and 12 s a turn: the last moves of a long turn come quickly."""
    clock = Ticking(0.0)
    timer = TurnTimer(Pace(5.0, 12.0), clock)
    given = []
    for turn in (1, 1, 1, 1, 2):
        budget = timer.budget(turn)
        given.append(budget.seconds)
        clock.now += budget.seconds or 0.0
        timer.spent(budget)
    assert given == pytest.approx([5.0, 5.0, 2.0, 0.1, 5.0])


def test_every_level_keeps_within_5_seconds_a_move_and_12_a_turn() -> None:
    """The caps of the strongest level are the longest."""
    assert all(level.pace.move <= 5 and level.pace.turn <= 12 for level in bots.LEVELS.values())


def test_a_budget_in_seconds_needs_a_clock() -> None:
    """Bots never look at a clock of their own."""
    with pytest.raises(ValueError, match="clock"):
        Budget(seconds=1.0)


def test_thoughts_are_kept_within_a_turn_while_nothing_is_revealed() -> None:
    """Tree reuse: the second move of a turn starts from what was thought about it before."""
    bot = SearchBot(simulations=60)
    game = new_game(NAMES[:2], seed=2)
    luck = SeededChance(4)
    kept = fresh = 0
    while not game.is_over:
        seat = game.pending.seat
        if seat == 1:
            seen = view(game, 1)
            game.play(choose(bots.create("greedy"), seen, 0), 1)
            continue
        before = bot._thoughts
        could_go_on = game.can_undo
        game.play(bot.choose(view(game, 0), game.legal_moves, Budget(), luck), 0)
        kept += bot._thoughts is before and could_go_on
        fresh += bot._thoughts is not before and could_go_on
    assert kept > 5
    assert fresh == 0


def test_a_run_of_decisions_is_the_move_it_says() -> None:
    """`decode` and `carry_out` are each other's inverse, for every kind of move."""
    seen_kinds = set()
    for seed in range(12):
        luck = SeededChance(seed)
        for game in positions(2 + seed % 4, seed):
            p = game.position.copy()
            decisions = []
            while True:
                options = api.legal_decisions(p)
                phase = p.phase
                decisions.append(options[luck.below(len(options))])
                api.take_decision(p, decisions[-1])
                if is_move_complete(p, phase, decisions[-1]):
                    break
            move = decode(game.setup, game.position, decisions)
            seen_kinds.add(move.type)
            same = game.position.copy()
            carry_out(game.setup, same, move)
            assert same.snapshot() == p.snapshot()
    assert len(seen_kinds) == 9


def test_greedy_beats_random() -> None:
    """The ladder's first step; the arena measures the others."""
    won = 0
    for seed in range(10):
        seats = [bots.create("greedy"), bots.create("random")]
        game = play_out(seats if seed % 2 else seats[::-1], seed)
        result = game.result()
        assert result is not None
        won += (1 - seed % 2) in result.winners
    assert won >= 9
