"""Habits of all tests: nothing depends on luck."""

import os

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
