"""Ilôs as a game of OpenSpiel (extra `openspiel`): `pyspiel.load_game("python_ilos")`.

Chance is explicit: outcomes 0 to 5 are cards by kind, 6 to 25 tiles by number. An information
state is what a player with a perfect memory knows: as text the chain of own observations and
actions, as a tensor the observation and the last rows of the past (parameter `history`).
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

import numpy as np

try:
    import pyspiel
except ImportError as error:
    raise ImportError(
        "the OpenSpiel game needs open_spiel: pip install 'ilos[openspiel]'"
    ) from error

from ilos.engine import api
from ilos.engine.constants import CARD_KINDS, DECISIONS, TILES
from ilos.engine.learning.batch import rewards
from ilos.engine.learning.history import History, decide_noted, happen_noted
from ilos.engine.learning.observation import GROUPS, OBSERVATION_SIZE
from ilos.environments.coding import action_to_string
from ilos.environments.history import history_rows
from ilos.environments.observations import as_dict
from ilos.environments.table import bare_setup, observation
from ilos.rules.names import CARDS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

MAX_DECISIONS = 100_000  # more than any game of 500 rounds has
DEFAULTS = {"players": 2, "max_rounds": 100, "edition": "en", "open_stocks": False, "history": 1024}

GAME_TYPE = pyspiel.GameType(
    short_name="python_ilos",
    long_name="Ilôs",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=5,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    provides_factored_observation_string=False,
    parameter_specification=DEFAULTS,
)


class IlosGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel ships without types
    """The game with its parameters: players, max_rounds, edition, open_stocks, history."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = {**DEFAULTS, **(params or {})}
        players = int(given["players"])
        self.setup = bare_setup(
            players,
            edition=str(given["edition"]),  # type: ignore[arg-type]  # checked there
            stocks="open" if given["open_stocks"] else "screened",
            max_rounds=int(given["max_rounds"]),
        )
        self.rows = int(given["history"])
        info = pyspiel.GameInfo(
            num_distinct_actions=DECISIONS,
            max_chance_outcomes=CARD_KINDS + TILES,
            num_players=players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=MAX_DECISIONS,
        )
        super().__init__(GAME_TYPE, info, dict(params or {}))

    def new_initial_state(self) -> IlosState:
        return IlosState(self)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None
    ) -> IlosObserver | None:
        """What a player sees; public and private parts are not told apart."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if not kind.public_info or kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            return None
        if params:
            raise ValueError(f"observers take no parameters; given were {dict(params)}")
        return IlosObserver(self.rows if kind.perfect_recall else 0, kind.perfect_recall)


class IlosState(pyspiel.State):  # type: ignore[misc]  # as above
    """One moment of a game."""

    def __init__(self, game: IlosGame) -> None:
        super().__init__(game)
        self.setup = game.setup
        self.position = api.new_position(game.setup.printed)
        self.history_rows = History(1, game.rows)
        self.recalled = [""] * len(game.setup.players)  # by player: own observations and actions

    def current_player(self) -> int:
        if api.is_over(self.position):
            return int(pyspiel.PlayerId.TERMINAL)
        if api.is_chance_pending(self.position):
            return int(pyspiel.PlayerId.CHANCE)
        return int(self.position.seat)

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(api.legal_decisions(self.position)) if player == self.position.seat else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        weights = api.chance_weights(self.position)
        first = CARD_KINDS if api.is_tile_pending(self.position) else 0
        total = sum(weights)
        return [(first + k, weight / total) for k, weight in enumerate(weights) if weight]

    def _apply_action(self, action: int) -> None:
        if self.is_chance_node():
            outcome = action - CARD_KINDS if action >= CARD_KINDS else action
            happen_noted(self.history_rows, self.position, outcome)
            return
        player = self.position.seat
        self.recalled[player] = f"{self.recalled[player]} {self.digest(player)}:{action}"
        if not api.is_legal(self.position, action):
            raise ValueError(f"action {action} is not legal now")
        decide_noted(self.history_rows, self.position, action)

    def digest(self, player: int) -> str:
        """A short text that is the same for the same observation."""
        return hashlib.blake2b(self.observe(player).tobytes(), digest_size=8).hexdigest()

    def observe(self, player: int) -> NDArray[np.int8]:
        """The flat observation of a player."""
        return observation(self.position, player, self.setup.options.stocks)

    def _action_to_string(self, player: int, action: int) -> str:
        if player != pyspiel.PlayerId.CHANCE:
            return action_to_string(self.setup, action)
        if action < CARD_KINDS:
            return f"drawn {CARDS[action]}"
        return f"turned up {self.setup.tile_id(action - CARD_KINDS)}"

    def is_terminal(self) -> bool:
        return bool(api.is_over(self.position))

    def returns(self) -> list[float]:
        if not self.is_terminal():
            return [0.0] * len(self.setup.players)
        return list(rewards(self.position))

    def __str__(self) -> str:
        return f"round {self.position.round}, history {' '.join(map(str, self.history()))}"


class IlosObserver:
    """Writes what a player sees into an array, with names for its groups."""

    def __init__(self, rows: int, perfect_recall: bool) -> None:
        self._perfect_recall = perfect_recall
        self._rows = rows
        self.tensor: NDArray[np.float32] = np.zeros(OBSERVATION_SIZE + 2 * rows, np.float32)
        self.dict: dict[str, NDArray[np.float32]] = {}
        start = 0
        for group in GROUPS:
            size = group.times * group.width
            shaped = self.tensor[start : start + size].reshape(group.times, group.width)
            self.dict[group.name] = shaped
            start += size
        if rows:
            self.dict["history"] = self.tensor[start:].reshape(rows, 2)

    def set_from(self, state: IlosState, player: int) -> None:
        self.tensor[:OBSERVATION_SIZE] = state.observe(player)
        if self._rows:
            self.dict["history"][:] = history_rows(state.history_rows, state.position, player)

    def string_from(self, state: IlosState, player: int) -> str:
        if self._perfect_recall:
            return f"player {player}:{state.recalled[player]} {state.digest(player)}"
        named = as_dict(state.setup, state.observe(player))
        told = [
            f"{group}.{field} {values.ravel().tolist()}"
            for group, fields in named.items()
            if group != "printed"
            for field, values in fields.items()
            if values.any()
        ]
        return f"player {player}: {'; '.join(told)}"


pyspiel.register_game(GAME_TYPE, IlosGame)
