"""Bots at tables: the scheduler, the pool of worker processes, the worker itself."""
