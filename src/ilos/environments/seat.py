"""The Gymnasium environment: one seat learns, bots sit in the others.

The bots get what bots always get, a view of their own seat (RULES 6). Masks come from
`action_masks()`, as sb3-contrib's MaskablePPO asks for them.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

import gymnasium
import numpy as np
from gymnasium.spaces import Discrete

from ilos.bots import Bot, Budget, as_bot
from ilos.bots.decoding import decode, is_move_complete
from ilos.engine import api
from ilos.engine.constants import DECISIONS
from ilos.engine.learning.batch import rewards
from ilos.engine.learning.history import History
from ilos.environments.coding import action_to_string, string_to_action
from ilos.environments.history import history_rows, note_event
from ilos.environments.observations import Coding, Kind
from ilos.environments.snapshots import Snapshots
from ilos.environments.table import (
    RENDER_MODES,
    action_mask,
    bare_setup,
    check_render_mode,
    check_seat,
    oracle,
    rendered,
    whole_number,
)
from ilos.environments.table import observation as flat_observation
from ilos.rules.chance import SeededChance
from ilos.rules.errors import wrong_type
from ilos.rules.events import Event
from ilos.rules.game import Game
from ilos.rules.moves import Move
from ilos.rules.names import COLOURS
from ilos.views import view

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from ilos.rules.names import Edition
    from ilos.rules.setup import Stocks
    from ilos.rules.tiles import TileSet

Reward = Literal["win", "margin", "lead"]
REWARDS = ("win", "margin", "lead")
SCALE = 100.0  # a good score: "margin" and "lead" are counted in hundreds
ILLEGAL = -1.0  # what an action that the mask forbids earns; nothing else happens


class SeatEnv(Snapshots, gymnasium.Env[Any, Any]):
    """One seat against bots, by name, as `module:Class`, or as objects.

    `seat` is the learner's (None: drawn again for each game). The reward is "win" (at the end: 1
    for winning alone, and all rewards of a game add up to 0), "margin" (at the end: own worth less
    that of the best other) or "lead" (the same, paid after every decision as it comes and goes).
    An observation is flat or by names (`observation="dict"`); with `history` it has so many rows
    of the past beside it.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 2}

    def __init__(
        self,
        bots: Sequence[str | Bot] = ("greedy",),
        seat: int | None = None,
        *,
        reward: Reward = "win",
        edition: Edition = "en",
        stocks: Stocks = "screened",
        max_rounds: int = 100,
        tile_set: TileSet | None = None,
        observation: Kind = "flat",
        history: int = 0,
        render_mode: str | None = None,
    ) -> None:
        check_render_mode(render_mode)
        self._coding = Coding(observation, history)
        if isinstance(bots, str) or not isinstance(bots, Sequence):
            raise wrong_type("bots", bots, "a list with a bot for each other seat")
        if not 1 <= len(bots) < len(COLOURS):
            raise ValueError(f"bots names {len(bots)} bots, not 1 to {len(COLOURS) - 1}")
        self._bots = [as_bot(bot) for bot in bots]
        self.setup = bare_setup(len(bots) + 1, edition, stocks, max_rounds, tile_set)
        check_seat(seat, len(bots) + 1)
        if reward not in REWARDS:
            raise ValueError(f"reward {reward!r} is not one of {', '.join(REWARDS)}")
        self.render_mode = render_mode
        self.observation_space = self._coding.space(self.setup)
        self.action_space = Discrete(DECISIONS)
        self.seat = seat or 0
        self._fixed_seat = seat
        self._reward = reward
        self._game = Game(self.setup)
        self._history = History(1, history)
        self._forget_move()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin a game and let the bots play up to the learner's first decision."""
        super().reset(seed=seed, options=options)
        players = len(self.setup.players)
        luck = [SeededChance(int(self.np_random.integers(2**63))) for _ in range(players + 1)]
        drawn = int(self.np_random.integers(players))
        self.seat = drawn if self._fixed_seat is None else self._fixed_seat
        self._game = Game(self.setup, luck[players])
        self._history = History(1, self._coding.rows)
        if self._coding.rows:
            for event in self._game.events:  # the deal
                note_event(self._history, self.setup, self._game.position, event)
        self._luck = luck
        self._lead = 0
        self._let_others_play()
        return self._observe(), {"seat": self.seat}

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Take a decision; chance, forced decisions and the bots' moves follow at once."""
        if not self._game.events:  # nothing is dealt
            raise ValueError("no game has begun: call reset() before step()")
        if self._game.is_over:
            raise ValueError("the game is over: reset begins another")
        decision = whole_number("action", action, 0, DECISIONS - 1)
        if not api.is_legal(self._position, decision):
            return self._observe(), ILLEGAL, False, False, {"seat": self.seat, "illegal": True}
        self._decide(decision)
        while not self._game.is_over and len(legal := api.legal_decisions(self._position)) == 1:
            self._decide(legal[0])
        over = self._game.is_over
        info = {"seat": self.seat, **(self._result() if over else {})}
        return self._observe(), self._earned(over), over, False, info

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal now."""
        return action_mask(self._position, self.seat).astype(np.bool_)

    def render(self) -> Any:
        """What the learner's seat sees, as text or as an array of colours."""
        return rendered(view(self._game, self.seat), self.render_mode)

    def _forget_move(self) -> None:
        """A move begins: decisions are tried on a copy, and played once the move is whole."""
        self._position = self._game.position.copy()
        self._decisions: list[int] = []

    def _decide(self, decision: int) -> None:
        phase = self._position.phase
        api.take_decision(self._position, decision)
        self._decisions.append(decision)
        if is_move_complete(self._position, phase, decision):
            self._play(decode(self.setup, self._game.position, self._decisions), self.seat)
            self._let_others_play()

    def _let_others_play(self) -> None:
        game = self._game
        while not game.is_over and game.position.seat != self.seat:
            seat = game.position.seat
            seen = view(game, seat)
            bot = self._bots[seat - (seat > self.seat)]
            self._play(bot.choose(seen, seen.legal_moves, Budget(), self._luck[seat]), seat)
        self._forget_move()

    def _play(self, move: Move | str, seat: int) -> None:
        before = self._game.position
        event = self._game.play(move, seat)
        if self._coding.rows:
            note_event(self._history, self.setup, before, event)

    def state(self) -> NDArray[np.int8]:
        """Everything, hidden things included: for critics, never for players (see `oracle`)."""
        return oracle(self._position)

    def action_to_string(self, action: int) -> str:
        """Return an action in words."""
        return action_to_string(self.setup, action)

    def string_to_action(self, text: str) -> int:
        """Return the action that the words stand for."""
        return string_to_action(self.setup, text)

    def history(self) -> list[Event]:
        """Return all events so far, with what the learner's seat may know of them."""
        return list(view(self._game, self.seat).events)

    def _observe(self) -> Any:
        flat = flat_observation(self._position, self.seat, self.setup.options.stocks)
        return self._coding.shaped(self.setup, flat, self._rows() if self._coding.rows else None)

    def _rows(self) -> NDArray[np.int16]:
        """The past, and the decisions of the learner's move under way."""
        whole = copy.copy(self._history)
        whole.note(0, self.seat, self._decisions)
        return history_rows(whole, self._position, self.seat)

    def _earned(self, over: bool) -> float:
        if self._reward == "win":
            return rewards(self._game.position)[self.seat] if over else 0.0
        if self._reward == "margin" and not over:
            return 0.0
        worths = [score.value for score in self._game.scores()]
        own = worths.pop(self.seat)
        before, self._lead = self._lead, own - max(worths)
        return (self._lead - before) / SCALE

    def _result(self) -> dict[str, Any]:
        result = self._game.result()
        assert result is not None
        return {
            "winners": list(result.winners),
            "worths": [score.value for score in result.scores],
            "rounds": self._game.round,
        }
