"""One seat against built-in bots, many games at once, behind Gymnasium's vector interface."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

import gymnasium
import numpy as np
from gymnasium.spaces import Discrete
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from ilos.engine.constants import DECISIONS
from ilos.engine.learning.batch import Batch
from ilos.engine.learning.observation import OBSERVATION_SIZE
from ilos.environments.observations import Coding, Kind
from ilos.environments.seat import ILLEGAL, SCALE
from ilos.environments.snapshots import Snapshots
from ilos.environments.table import bare_setup, check_seat, one_each, whole_number
from ilos.rules.errors import wrong_type

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ilos.rules.names import Edition
    from ilos.rules.setup import Stocks
    from ilos.rules.tiles import TileSet


class SeatVectorEnv(Snapshots, gymnasium.vector.VectorEnv[Any, Any, Any]):
    """What `SeatEnv` is, many times, stepped by the engine without Python in between.

    The other seats are all `random` or all `greedy`; for other bots ask Gymnasium for
    `vectorization_mode="sync"`. A game that ends is followed by another in the same step
    (`AutoresetMode.SAME_STEP`): `infos["final_obs"]` has its last observation, `infos["worths"]`
    and `infos["rounds"]` its end. `infos["action_mask"]` always belongs to the new observation.

    >>> import gymnasium
    >>> envs = gymnasium.make_vec("ilos.environments:Ilos-v1", num_envs=3, bots=["random"])
    >>> seen, infos = envs.reset(seed=1)
    >>> seen.shape, infos["action_mask"].shape
    ((3, 2990), (3, 393))
    """

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(
        self,
        num_envs: int = 1,
        bots: Sequence[str] = ("greedy",),
        seat: int | None = None,
        *,
        reward: Literal["win", "margin"] = "win",
        edition: Edition = "en",
        stocks: Stocks = "screened",
        max_rounds: int = 100,
        tile_set: TileSet | None = None,
        observation: Kind = "flat",
        history: int = 0,
        render_mode: None = None,
    ) -> None:
        super().__init__()
        num_envs = whole_number("num_envs", num_envs, 1)
        if not isinstance(bots, Sequence):
            raise wrong_type("bots", bots, "a list with a bot for each other seat")
        if isinstance(bots, str) or {*map(str, bots)} not in ({"random"}, {"greedy"}):
            raise ValueError(
                "the vector environment plays against 'random' or 'greedy' in all other seats, "
                f"not {bots!r}; vectorization_mode='sync' takes any bots"
            )
        if reward not in ("win", "margin"):
            raise ValueError(f"reward {reward!r} is not one of win, margin")
        if render_mode is not None:
            raise ValueError("the vector environment does not render; SeatEnv does")
        self.setup = bare_setup(len(bots) + 1, edition, stocks, max_rounds, tile_set)
        check_seat(seat, len(bots) + 1)
        self.num_envs = num_envs
        self.render_mode = None
        self._coding = Coding(observation, history)
        self.single_observation_space = self._coding.space(self.setup)
        self.single_action_space = Discrete(DECISIONS)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._reward = reward
        self._options = (bots[0], -1 if seat is None else seat)
        self._make_batch()

    def _make_batch(self) -> None:
        games, players = self.num_envs, len(self.setup.players)
        self._buffers: dict[str, NDArray[Any]] = {
            "observations": np.zeros((games, OBSERVATION_SIZE), np.int8),
            "finals": np.zeros((games, OBSERVATION_SIZE), np.int8),
            "masks": np.zeros((games, DECISIONS), np.uint8),
            "seats": np.zeros(games, np.int8),
            "learners": np.zeros(games, np.int8),
            "rewards": np.zeros((games, players), np.float32),
            "dones": np.zeros(games, np.uint8),
            "worths": np.zeros((games, players), np.int64),
            "rounds": np.zeros(games, np.int16),
        }
        if self._coding.rows:
            rows = (games, 2 * self._coding.rows)
            self._buffers["histories"] = np.zeros(rows, np.int16)
            self._buffers["final_histories"] = np.zeros(rows, np.int16)
        is_open = self.setup.options.stocks == "open"
        rivals, seat = self._options
        self._batch = Batch(self.setup.printed, games, is_open, self._buffers, rivals, seat)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin all games; without a seed, luck goes on from the last one given."""
        super().reset(seed=seed, options=options)
        self._batch.reset(int(self.np_random.integers(2**63)))
        return self._observed(), self._infos()

    def step(
        self, actions: Any
    ) -> tuple[Any, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Take a decision in every game; one that the mask forbids changes nothing and earns −1."""
        given = one_each(actions, self.num_envs).copy()
        within = (given >= 0) & (given < DECISIONS)
        games = np.arange(self.num_envs)
        illegal = ~(within & (self._buffers["masks"][games, np.where(within, given, 0)] > 0))
        given[illegal] = -1  # such a game is left as it is
        learners = self._buffers["learners"].copy()
        self._batch.step(given)
        done = self._buffers["dones"].astype(np.bool_)
        rewards = np.zeros(self.num_envs, np.float64)
        rewards[done] = self._earned(done, learners[done])
        rewards[illegal] = ILLEGAL
        infos = self._infos()
        if illegal.any():
            infos |= {"illegal": illegal, "_illegal": illegal}
        if done.any():
            infos |= self._ends(done)
        never = np.zeros(self.num_envs, np.bool_)
        return self._observed(), rewards, done, never, infos

    def _observed(self) -> Any:
        """All observations, as new arrays."""
        rows = self._coding.rows
        past = self._buffers["histories"].reshape(-1, rows, 2).copy() if rows else None
        return self._coding.shaped(self.setup, self._buffers["observations"].copy(), past)

    def _final(self, game: int) -> Any:
        """The last observation of the game that ended."""
        rows = self._coding.rows
        past = self._buffers["final_histories"][game].reshape(rows, 2).copy() if rows else None
        return self._coding.shaped(self.setup, self._buffers["finals"][game].copy(), past)

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal now, game by game."""
        return self._buffers["masks"].astype(np.bool_)

    def sample(self) -> NDArray[np.int64]:
        """A random legal decision for each game."""
        decisions: NDArray[np.int64] = np.zeros(self.num_envs, np.int64)
        self._batch.sample(decisions)
        return decisions

    def advise(self) -> NDArray[np.int64]:
        """What the bot `greedy` would decide in the learner's place, game by game."""
        decisions: NDArray[np.int64] = np.zeros(self.num_envs, np.int64)
        self._batch.advise(decisions)
        return decisions

    def _earned(self, done: NDArray[np.bool_], seats: NDArray[Any]) -> NDArray[Any]:
        own = np.arange(len(seats)), seats
        if self._reward == "win":
            won: NDArray[Any] = self._buffers["rewards"][done][own]
            return won
        worths = self._buffers["worths"][done].astype(np.float64)
        mine = worths[own]
        worths[own] = -np.inf
        margin: NDArray[Any] = (mine - worths.max(axis=1)) / SCALE
        return margin

    def _infos(self) -> dict[str, Any]:
        always = np.ones(self.num_envs, np.bool_)
        return {
            "action_mask": self.action_masks(),
            "_action_mask": always,
            "seat": self._buffers["learners"].astype(np.int64),
            "_seat": always,
        }

    def _ends(self, done: NDArray[np.bool_]) -> dict[str, Any]:
        ends: dict[str, Any] = {}
        finals = np.full(self.num_envs, None, object)
        for game in np.flatnonzero(done).tolist():
            finals[game] = self._final(game)
        ends["final_obs"] = finals
        for name in ("worths", "rounds"):
            ends[name] = self._buffers[name].copy()
        for name in tuple(ends):
            ends[f"_{name}"] = done.copy()
        told = {name: value for name, value in ends.items() if not name.endswith("final_obs")}
        return {**ends, "final_info": told, "_final_info": done.copy()}

    def __repr__(self) -> str:
        return (
            f"<{type(self).__name__}: {self.num_envs} games of {len(self.setup.players)} players>"
        )

    def __getstate__(self) -> dict[str, Any]:
        """A batch holds C memory: a pickle has its snapshot instead."""
        return {**self.__dict__, "_batch": self._batch.snapshot()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        buffers = state["_buffers"]
        self._make_batch()
        for name, array in buffers.items():
            self._buffers[name][:] = array
        self._batch.restore(state["_batch"])
