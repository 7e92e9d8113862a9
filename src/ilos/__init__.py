"""Ilôs: the board game of islands, pioneers and pirates, for people, bots and researchers."""

__version__ = "0.1.0"
