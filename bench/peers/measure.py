"""Measures one peer with its own published interface: random play, or tree search.

    python measure.py NAME [SECONDS]

Run by the Python of the peers' own environment; prints one JSON object. Rates are by the CPU
time of this process, so a busy neighbour costs little.
"""

import json
import os
import random
import sys
import time
from collections.abc import Callable, Iterator

Counts = dict[str, float]
RNG = random.Random(1)


def catanatron(players: int) -> Callable[[], Counts]:
    """Random games of Catan; most of its decisions are forced, as its own count has them."""
    from catanatron import Color, Game, RandomPlayer

    colours = [Color.RED, Color.BLUE, Color.ORANGE, Color.WHITE][:players]

    def once() -> Counts:
        game = Game([RandomPlayer(colour) for colour in colours], seed=RNG.randrange(1 << 30))
        game.play()
        return {"decisions": len(game.state.actions), "games": 1}

    return once


def _weighted(outcomes: list[tuple[int, float]]) -> int:
    return RNG.choices([a for a, _ in outcomes], [p for _, p in outcomes])[0]


def open_spiel(name: str) -> Callable[[], Counts]:
    """Random games of OpenSpiel's C++ rules, driven from Python."""
    import pyspiel

    game = pyspiel.load_game(name)

    def once() -> Counts:
        state, decisions = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(_weighted(state.chance_outcomes()))
            else:
                state.apply_action(RNG.choice(state.legal_actions()))
                decisions += 1
        return {"decisions": decisions, "games": 1}

    return once


def open_spiel_mcts(name: str) -> Callable[[], Counts]:
    """OpenSpiel's own Python tree search with one random rollout a simulation."""
    import numpy as np
    import pyspiel
    from open_spiel.python.algorithms import mcts

    game = pyspiel.load_game(name)
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(7))
    bot = mcts.MCTSBot(game, 2.0, 50, evaluator, random_state=np.random.RandomState(3))
    root = game.new_initial_state()

    def once() -> Counts:
        bot.step(root)
        return {"simulations": 50}

    return once


def python_chess() -> Callable[[], Counts]:
    """Random games of python-chess, from its own objects."""
    import chess

    def once() -> Counts:
        board, moves = chess.Board(), 0
        while not board.is_game_over():
            board.push(RNG.choice(list(board.legal_moves)))
            moves += 1
        return {"decisions": moves, "games": 1}

    return once


def rlcard(name: str) -> Callable[[], Counts]:
    """RLCard's env.run with its RandomAgent."""
    import rlcard as package
    from rlcard.agents import RandomAgent

    env = package.make(name)
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])

    def once() -> Counts:
        trajectories, _ = env.run(is_training=False)
        return {"decisions": sum(len(t) // 2 for t in trajectories), "games": 1}

    return once


def pettingzoo(name: str) -> Callable[[], Counts]:
    """A PettingZoo classic environment, random legal actions."""
    import importlib

    import numpy as np

    env = importlib.import_module(f"pettingzoo.classic.{name}").env()

    def steps() -> Iterator[int]:
        env.reset(seed=RNG.randrange(1 << 30))
        for _ in env.agent_iter():
            seen, _, terminated, truncated, info = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            legal = seen["action_mask"] if "action_mask" in seen else info["action_mask"]
            env.step(int(RNG.choice(np.flatnonzero(legal))))
            yield 1

    return lambda: {"decisions": sum(steps()), "games": 1}


def pgx(name: str) -> Callable[[], Counts]:
    """Pgx on JAX, one core: 256 games at once, 64 jitted steps a call."""
    os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
    import jax
    import pgx as package
    from pgx.experimental import act_randomly, auto_reset

    batch, inner = 256, 64
    env = package.make(name)
    step = jax.vmap(auto_reset(env.step, env.init))

    def body(carry, _):
        state, key = carry
        key, first, second = jax.random.split(key, 3)
        action = act_randomly(first, state.legal_action_mask)
        state = step(state, action, jax.random.split(second, batch))
        return (state, key), state.terminated.sum()

    run = jax.jit(lambda state, key: jax.lax.scan(body, (state, key), None, length=inner))
    state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), batch))
    box = [state, jax.random.PRNGKey(1)]

    def once() -> Counts:
        (box[0], box[1]), done = run(box[0], box[1])
        return {"decisions": batch * inner, "games": int(done.sum())}

    return once


PEERS: dict[str, Callable[[], Callable[[], Counts]]] = {
    "catanatron 2p": lambda: catanatron(2),
    "catanatron 4p": lambda: catanatron(4),
    "open_spiel hearts": lambda: open_spiel("hearts"),
    "open_spiel backgammon": lambda: open_spiel("backgammon"),
    "open_spiel havannah": lambda: open_spiel("havannah"),
    "open_spiel mcts havannah": lambda: open_spiel_mcts("havannah"),
    "python-chess": python_chess,
    "rlcard uno": lambda: rlcard("uno"),
    "rlcard gin-rummy": lambda: rlcard("gin-rummy"),
    "pettingzoo tictactoe": lambda: pettingzoo("tictactoe_v3"),
    "pgx backgammon": lambda: pgx("backgammon"),
}


def rates(once: Callable[[], Counts], seconds: float) -> Counts:
    """Counts a CPU second."""
    once()  # warm up
    total: Counts = {}
    start = time.process_time()
    while time.process_time() - start < seconds:
        for key, count in once().items():
            total[key] = total.get(key, 0) + count
    spent = time.process_time() - start
    return {key: count / spent for key, count in total.items()}


if __name__ == "__main__":
    print(json.dumps(rates(PEERS[sys.argv[1]](), float(sys.argv[2]))))
