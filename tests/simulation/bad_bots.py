"""Bots that misbehave, each in its own way."""

import os
import signal
from pathlib import Path
from threading import Event

from ilos.bots.greedy import GreedyBot
from ilos.rules.moves import Market


class Raising(GreedyBot):
    def choose(self, *_):
        raise RuntimeError("I have lost my map")


class Leaving(GreedyBot):
    def choose(self, *_):
        raise SystemExit(0)


class Hanging(GreedyBot):
    def choose(self, *_):
        Event().wait()


class Dying(GreedyBot):
    def choose(self, *_):
        os.abort()


class Babbling(GreedyBot):
    def choose(self, *_):
        return {"type": "win"}


class Foul(GreedyBot):
    """Plays a first island again and again."""

    first = None

    def choose(self, view, legal_moves, budget, rng):
        move = super().choose(view, legal_moves, budget, rng)
        if view.position.round == 0:
            self.first = move
        return self.first


class Malformed(GreedyBot):
    """Plays a move whose fields are of no known type."""

    def choose(self, *_):
        return Market(resource=["gold"])  # type: ignore[arg-type]


class Greedier(GreedyBot):
    """Wants all the memory there is."""

    def choose(self, view, legal_moves, budget, rng):
        self.hoard = [bytearray(1 << 28) for _ in range(1 << 10)]
        return super().choose(view, legal_moves, budget, rng)


class Unborn(GreedyBot):
    def __init__(self):
        raise ValueError("no licence")


class Assassin(GreedyBot):
    """Kills the process that started its own, once; a file remembers that it has."""

    def choose(self, view, legal_moves, budget, rng):
        mark = Path(os.environ["ASSASSIN"])
        if not mark.exists():
            mark.touch()
            os.kill(os.getppid(), signal.SIGKILL)
        return super().choose(view, legal_moves, budget, rng)
