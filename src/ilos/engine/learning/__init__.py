"""Observations, histories and batches of games, for programs that learn; holds no rule."""
