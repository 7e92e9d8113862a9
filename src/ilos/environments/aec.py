"""The PettingZoo environment: agents take decisions one after the other, each from its own view."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper

from ilos.engine import api
from ilos.engine.constants import DECISIONS
from ilos.engine.learning.batch import rewards, settle
from ilos.engine.learning.history import History, decide_noted, settle_noted
from ilos.environments.coding import action_to_string, string_to_action
from ilos.environments.history import history_rows, history_space
from ilos.environments.observations import Coding, Kind
from ilos.environments.snapshots import Snapshots
from ilos.environments.table import (
    RENDER_MODES,
    action_mask,
    bare_setup,
    check_render_mode,
    oracle,
    oracle_space,
    rendered,
    spectator_view,
    whole_number,
)
from ilos.environments.table import observation as flat_observation

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ilos.rules.names import Edition
    from ilos.rules.setup import Stocks
    from ilos.rules.tiles import TileSet


def env(**options: Any) -> OrderEnforcingWrapper:
    """The environment in PettingZoo's usual wrappers; options as for `AecEnv`."""
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(AecEnv(**options)))


class AecEnv(Snapshots, AECEnv):  # type: ignore[misc]  # PettingZoo ships without types
    """A game of 2 to 5 agents; an action is one decision of the engine.

    An observation is flat or by names (`observation="dict"`); with `history` it has so many rows
    of the past. Chance and forced decisions are taken inside. Rewards come at the end: they add up
    to 0, and winning alone is worth 1. An action that the mask forbids raises ValueError, and
    nothing changes.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "ilos_v1",
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        players: int = 2,
        *,
        edition: Edition = "en",
        stocks: Stocks = "screened",
        max_rounds: int = 100,
        tile_set: TileSet | None = None,
        observation: Kind = "flat",
        history: int = 0,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        check_render_mode(render_mode)
        self._coding = Coding(observation, history)
        self.setup = bare_setup(players, edition, stocks, max_rounds, tile_set)
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.state_space = oracle_space()
        self._observation_spaces = {agent: self._space() for agent in self.possible_agents}
        self._action_spaces = {agent: Discrete(DECISIONS) for agent in self.possible_agents}
        self._luck = np.random.default_rng()
        self._position = api.new_position(self.setup.printed)
        self._history = History(1, history)

    def _space(self) -> Dict:
        spaces = {"observation": self._coding.present_space(self.setup)}
        if self._coding.rows:
            spaces["history"] = history_space(self._coding.rows)
        return Dict({**spaces, "action_mask": Box(0, 1, (DECISIONS,), np.int8)})

    def observation_space(self, agent: str) -> Dict:
        """Return the space of what an agent observes."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """Return the space of what an agent may decide."""
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Begin a game; without a seed, luck goes on from the last one given."""
        if seed is not None:
            self._luck = np.random.default_rng(seed)
        chance = int(self._luck.integers(2**63))
        self._position = api.new_position(self.setup.printed, chance)
        self._history = History(1, self._coding.rows)
        self._settle()
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self._position.seat]

    def last(self, observe: bool = True) -> Any:
        """What the agent to act is told: observation, reward, termination, truncation, info."""
        self._check_begun("last")
        return super().last(observe)

    def _check_begun(self, call: str) -> None:
        if not hasattr(self, "agent_selection"):
            raise ValueError(f"no game has begun: call reset() before {call}()")

    def observe(self, agent: str) -> dict[str, Any]:
        """What the agent may know, and what it may decide if it is to act."""
        if agent not in self._seats:
            raise ValueError(f"there is no agent {agent!r}; there are {', '.join(self._seats)}")
        seat = self._seats[agent]
        seen = flat_observation(self._position, seat, self.setup.options.stocks)
        observed = {
            "observation": self._coding.present(self.setup, seen),
            "action_mask": action_mask(self._position, seat),
        }
        if self._coding.rows:
            observed["history"] = history_rows(self._history, self._position, seat)
        return observed

    def state(self) -> NDArray[np.int8]:
        """Everything, hidden things included: for critics, never for players (see `oracle`)."""
        return oracle(self._position)

    def action_to_string(self, action: int) -> str:
        """Return an action in words."""
        return action_to_string(self.setup, action)

    def string_to_action(self, text: str) -> int:
        """Return the action that the words stand for."""
        return string_to_action(self.setup, text)

    def step(self, action: int | None) -> None:
        """Take a decision of the agent to act; chance and forced decisions follow at once."""
        self._check_begun("step")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None or not self._decide(whole_number("action", action, 0, DECISIONS - 1)):
            raise ValueError(f"action {action} is not legal for {agent} now: see action_mask")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self._settle() == 0:
            self._end()
        self.agent_selection = self.possible_agents[self._position.seat]
        self._accumulate_rewards()

    def _decide(self, action: int) -> bool:
        if not self._coding.rows:
            return api.try_decision(self._position, action)
        if not api.is_legal(self._position, action):
            return False
        decide_noted(self._history, self._position, action)
        return True

    def _settle(self) -> int:
        if self._coding.rows:
            return settle_noted(self._history, self._position)
        return settle(self._position)

    def _end(self) -> None:
        for agent, reward in zip(self.possible_agents, rewards(self._position), strict=True):
            self.rewards[agent] = reward
            self.terminations[agent] = True
            self.infos[agent] = {"worth": api.seat_worth(self._position, self._seats[agent])}

    def render(self) -> Any:
        """What a spectator sees, as text or as an array of colours."""
        return rendered(spectator_view(self.setup, self._position), self.render_mode)

    def close(self) -> None:
        """Nothing is open."""
