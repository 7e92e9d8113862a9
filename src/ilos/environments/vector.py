"""The vector environment: many games stepped in one call, straight into NumPy arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ilos.engine.constants import DECISIONS
from ilos.engine.learning.batch import Batch
from ilos.engine.learning.observation import OBSERVATION_SIZE
from ilos.environments.snapshots import Snapshots
from ilos.environments.table import bare_setup, one_each, oracle, whole_number
from ilos.rules.chance import whole_seed

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ilos.engine.position import Position
    from ilos.rules.names import Edition
    from ilos.rules.setup import Stocks
    from ilos.rules.tiles import TileSet


class VectorEnv(Snapshots):
    """Games side by side; each step takes one decision of the seat to act in every game.

    The arrays are made once and written again by `reset` and `step`: copy what you want to keep.
    Chance acts inside, forced decisions are not asked, and a game that ends is followed by
    another at once: then `dones` is 1, `rewards`, `worths` and `rounds` tell of the game that
    ended, and `observations`, `histories`, `masks` and `seats` of the one that has begun.

    >>> games = VectorEnv(3, players=2, seed=1)
    >>> games.step(games.sample())
    >>> games.observations.shape, games.masks.shape, games.rewards.tolist()[0]
    ((3, 2990), (3, 393), [0.0, 0.0])
    """

    def __init__(
        self,
        games: int,
        players: int = 2,
        seed: int = 0,
        *,
        edition: Edition = "en",
        stocks: Stocks = "screened",
        max_rounds: int = 100,
        tile_set: TileSet | None = None,
        history: int = 0,
    ) -> None:
        games = whole_number("games", games, 1)
        history = whole_number("history", history, 0)
        self.setup = bare_setup(players, edition, stocks, max_rounds, tile_set)
        self.games, self.players = games, players
        self.observations: NDArray[np.int8] = np.zeros((games, OBSERVATION_SIZE), np.int8)
        self.masks: NDArray[np.bool_] = np.zeros((games, DECISIONS), np.bool_)
        self.seats: NDArray[np.int8] = np.zeros(games, np.int8)
        self.rewards: NDArray[np.float32] = np.zeros((games, players), np.float32)
        self.dones: NDArray[np.bool_] = np.zeros(games, np.bool_)
        self.worths: NDArray[np.int64] = np.zeros((games, players), np.int64)
        self.rounds: NDArray[np.int16] = np.zeros(games, np.int16)
        self.histories: NDArray[np.int16] = np.zeros((games, history, 2), np.int16)
        self._sampled: NDArray[np.int64] = np.zeros(games, np.int64)
        buffers = {
            "observations": self.observations,
            "masks": self.masks.view(np.uint8),
            "seats": self.seats,
            "rewards": self.rewards,
            "dones": self.dones.view(np.uint8),
            "worths": self.worths,
            "rounds": self.rounds,
        }
        if history:
            rows = self.histories.reshape(games, 2 * history)
            buffers |= {"histories": rows, "final_histories": rows.copy()}
        self._batch = Batch(self.setup.printed, games, stocks == "open", buffers)
        self.reset(seed)

    def reset(self, seed: int | None = None) -> None:
        """Begin all games again, with the seed given last unless there is a new one.

        The same seed and decisions give the same games.
        """
        if seed is not None:
            self._seed = whole_seed(seed)
        self._batch.reset(self._seed)

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.games} games of {self.players} players>"

    def __getstate__(self) -> dict[str, Any]:
        """A batch holds C memory: a pickle has its snapshot instead."""
        return {**self.__dict__, "_batch": self._batch.snapshot()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        options = state["setup"].options
        self.__init__(  # type: ignore[misc]  # the arrays are made once, and filled in
            state["games"],
            state["players"],
            state["_seed"],
            edition=options.edition,
            stocks=options.stocks,
            max_rounds=options.max_rounds,
            tile_set=state["setup"].tile_set,
            history=state["histories"].shape[1],
        )
        for name, value in state.items():
            if isinstance(value, np.ndarray):
                getattr(self, name)[:] = value
        self._batch.restore(state["_batch"])

    def _take(self, found: Any) -> None:
        self.__setstate__(found.__getstate__())

    def state(self, game: int) -> NDArray[np.int8]:
        """Everything about one game, hidden things included: for critics, never for players."""
        return oracle(self._batch.position(game))

    def step(self, decisions: NDArray[np.integer]) -> None:
        """Take one legal decision in each game, or raise ValueError and change nothing."""
        self._batch.step(one_each(decisions, self.games))

    def sample(self) -> NDArray[np.int64]:
        """A random legal decision for each game, in an array that the next call overwrites."""
        self._batch.sample(self._sampled)
        return self._sampled

    def advise(self) -> NDArray[np.int64]:
        """What the bot `greedy` would decide in each game, in a new array."""
        decisions: NDArray[np.int64] = np.zeros(self.games, np.int64)
        self._batch.advise(decisions)
        return decisions

    def position(self, game: int) -> Position:
        """The whole truth about one game, hidden things included: for looking into it only."""
        return self._batch.position(game)
