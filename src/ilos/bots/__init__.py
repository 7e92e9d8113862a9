"""Players that choose a move from what their seat may know: random, greedy, and a tree search."""

from ilos.bots.bot import Bot
from ilos.bots.budget import Budget, Pace, TurnTimer
from ilos.bots.levels import LEVELS, Level
from ilos.bots.registry import UnknownBot, as_bot, create, names

__all__ = [
    "LEVELS",
    "Bot",
    "Budget",
    "Level",
    "Pace",
    "TurnTimer",
    "UnknownBot",
    "as_bot",
    "create",
    "names",
]
