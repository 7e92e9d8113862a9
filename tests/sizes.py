"""How large the big tests are: as CI runs them, or as `make test-fast` and `make nightly` do.

One setting rules every size, HYPOTHESIS_PROFILE: those two set it to `fast` and `nightly`.
"""

import os


def size(ci: int, nightly: int) -> int:
    """How many rounds, pairs or messages a test tries."""
    return nightly if os.environ.get("HYPOTHESIS_PROFILE") == "nightly" else ci


def examples(ci: int) -> int:
    """How many examples a test tries that is not for the night."""
    return max(1, ci // 5) if os.environ.get("HYPOTHESIS_PROFILE") == "fast" else ci
