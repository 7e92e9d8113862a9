"""The simplest bot: a random decision, and another, until a move is made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ilos.bots.decoding import decode, is_move_complete
from ilos.engine import api

if TYPE_CHECKING:
    from ilos.bots.budget import Budget
    from ilos.rules.chance import SeededChance
    from ilos.rules.legal_moves import LegalMoves
    from ilos.rules.moves import Move
    from ilos.views import View


class RandomBot:
    """Plays uniformly random decisions."""

    def choose(
        self,
        view: View,
        legal_moves: LegalMoves,  # noqa: ARG002  decisions are quicker to list
        budget: Budget,  # noqa: ARG002
        rng: SeededChance,
    ) -> Move:
        p = view.position.copy()
        decisions: list[int] = []
        while True:
            options = api.legal_decisions(p)
            phase = p.phase
            decisions.append(options[rng.below(len(options))])
            api.take_decision(p, decisions[-1])
            if is_move_complete(p, phase, decisions[-1]):
                return decode(view.setup, view.position, decisions)
