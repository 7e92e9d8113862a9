"""Habits of all tests: nothing depends on luck, and what is tested is what is written."""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# The same examples on every run; `make nightly` looks for new ones.
# No deadlines: speed is the business of bench/.
settings.register_profile(
    "steady",
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile(
    "nightly",
    max_examples=5_000,
    deadline=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "steady"))

ENGINE = Path(__file__).parent.parent / "src" / "ilos" / "engine"


def pytest_configure() -> None:
    """Refuse to test a compiled engine that is older than its source."""
    for compiled in ENGINE.glob("*.so"):
        name = compiled.name.partition(".")[0]
        sources = [ENGINE / f"{name}.py", ENGINE / f"{name}.pxd"]
        if any(s.exists() and s.stat().st_mtime > compiled.stat().st_mtime for s in sources):
            raise pytest.UsageError(
                f"{compiled.name} is older than {name}.py: build it again with `make build`"
            )
