"""PettingZoo, Gymnasium and vector environments (extra `research`)."""
