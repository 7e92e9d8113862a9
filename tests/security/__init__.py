"""Attacks, beside the first of each kind in tests/server/test_security.py."""
