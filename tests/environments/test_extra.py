"""The environments are an extra: the base does without their libraries and says what is missing."""

import subprocess
import sys

import pytest


@pytest.mark.parametrize("library", ["numpy", "gymnasium", "pettingzoo"])
def test_a_missing_library_is_named_with_what_to_do(library: str) -> None:
    """Environments: `pip install 'ilos[research]'`."""
    code = f"import sys; sys.modules[{library!r}] = None; import ilos.environments"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    said = ran.stderr.strip().splitlines()[-1]
    assert said.endswith(
        f"environments need {library}, which is not installed: pip install 'ilos[research]'"
    )


def test_the_engine_steps_many_games_without_numpy() -> None:
    """Environments: NumPy is met only through the buffer protocol."""
    code = "import sys; sys.modules['numpy'] = None; import ilos.engine.learning.batch"
    subprocess.run([sys.executable, "-c", code], check=True)
