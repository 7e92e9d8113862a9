"""Many games between bots: the game loop, the process pool, the arena, the study of balance.

>>> from ilos.records.tile_sets import default_tile_set
>>> from ilos.rules.setup import Options
>>> from ilos.simulation import bot_setup, play_game
>>> play_game(bot_setup(["greedy", "random"], Options(), default_tile_set()), seed=1).is_over
True
"""

from ilos.simulation.games import BotSeat, Observer, Seat, bot_setup, play_game, run_game

__all__ = ["BotSeat", "Observer", "Seat", "bot_setup", "play_game", "run_game"]
