"""Search, and the heuristics and imagined positions that it thinks with; holds no rule."""
