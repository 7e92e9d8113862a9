"""PettingZoo, Gymnasium and vector environments (extra `research`).

`gymnasium.make("ilos.environments:Ilos-v1")` makes a `SeatEnv` and `gymnasium.make_vec` a
`SeatVectorEnv`; once this is imported, "Ilos-v1" is enough.
"""

try:
    import gymnasium  # noqa: F401
    import numpy as np  # noqa: F401
    import pettingzoo  # noqa: F401
except ImportError as error:
    raise ImportError(
        f"environments need {error.name}, which is not installed: pip install 'ilos[research]'"
    ) from error

import ilos
from ilos.engine.learning.observation import ACTION_VERSION, OBSERVATION_VERSION
from ilos.environments.aec import AecEnv, env
from ilos.environments.seat import SeatEnv
from ilos.environments.seat_vector import SeatVectorEnv
from ilos.environments.vector import VectorEnv

__all__ = [
    "ACTION_VERSION",
    "OBSERVATION_VERSION",
    "AecEnv",
    "SeatEnv",
    "SeatVectorEnv",
    "VectorEnv",
    "env",
]

ilos.register_environments()
