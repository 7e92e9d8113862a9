"""The game in the rulebook's words: names, tile sets, moves, games, choices; no input or output."""
