"""A bot that looks one move ahead: the best decision by the engine's heuristics."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ilos.bots.decoding import decode, is_move_complete
from ilos.engine import api
from ilos.engine.search.heuristics import Evaluation, scored_options
from ilos.views.imagine import masked_with_stocks, remember

if TYPE_CHECKING:
    from ilos.bots.budget import Budget
    from ilos.engine.position import Position
    from ilos.rules.chance import SeededChance
    from ilos.rules.legal_moves import LegalMoves
    from ilos.rules.moves import Move
    from ilos.views import View


class GreedyBot:
    """Good targets and good payments, but no plan beyond the move."""

    def __init__(self) -> None:
        self._evaluation = Evaluation()

    def choose(
        self,
        view: View,
        legal_moves: LegalMoves,  # noqa: ARG002  decisions are quicker to list
        budget: Budget,  # noqa: ARG002
        rng: SeededChance,  # noqa: ARG002
    ) -> Move:
        start = masked_with_stocks(view, remember(view))
        p = start.copy()
        decisions: list[int] = []
        while True:
            phase = p.phase
            decision, _ = max(self._options(p), key=lambda option: option[1])
            decisions.append(decision)
            api.take_decision(p, decision)
            if is_move_complete(p, phase, decision):
                return decode(view.setup, start, decisions)

    def _options(self, p: Position) -> list[tuple[int, float]]:
        """The decisions it considers, each with its score."""
        return scored_options(p, self._evaluation)
