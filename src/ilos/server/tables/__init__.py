"""One table (state, commands, presenter, seats, clock, chat) and the registry of all tables."""
