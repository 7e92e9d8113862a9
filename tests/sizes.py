"""How large the big tests are: as CI runs them, or as `make nightly` does.

One setting rules every size: HYPOTHESIS_PROFILE=nightly, which `make nightly` sets.
"""

import os


def size(ci: int, nightly: int) -> int:
    """How many rounds, pairs or messages a test tries."""
    return nightly if os.environ.get("HYPOTHESIS_PROFILE") == "nightly" else ci
