"""What a bot is: one method that gets what a person in its seat gets, and returns a move."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, runtime_checkable

if TYPE_CHECKING:
    from ilos.bots.budget import Budget
    from ilos.rules.chance import SeededChance
    from ilos.rules.legal_moves import LegalMoves
    from ilos.rules.moves import Move
    from ilos.views import View


@runtime_checkable
class Bot(Protocol):
    """A player. It may keep thoughts between its own moves, but no true state ever reaches it."""

    def choose(
        self, view: View, legal_moves: LegalMoves, budget: Budget, rng: SeededChance
    ) -> Move | str:
        """A legal move for the seat that the view belongs to, or the short text of one.

        `rng` is the bot's only source of luck and `budget` its only clock.
        """
        ...
