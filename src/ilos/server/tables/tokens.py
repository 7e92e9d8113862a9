"""Tokens, ids and codes: drawn from the operating system, kept only as hashes (A-01, A-02)."""

import hashlib
import hmac
import secrets

CODE_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"  # no 0, 1, i, l, o: they are read aloud
# 31 ** 6 = 887,503,681 codes. So few are safe only with `GuessLimiter` and because a code is found
# only while its table is open or running: docs/hosting/settings.md has the arithmetic.
CODE_LENGTH = 6


def new_token() -> str:
    """Return a new seat or host token: 160 random bits; no dash in front, as commands take it."""
    while (token := secrets.token_urlsafe(20)).startswith("-"):
        pass
    return token


def new_id() -> str:
    """Return a new public id of a table or record, which cannot be guessed or enumerated."""
    return secrets.token_hex(8)


def new_code() -> str:
    """Return a new invitation code that a person can type."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


def hash_token(token: str) -> str:
    """Return what is stored of a token. Tokens are long and random, so no salt is needed."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def keyed_hash(pepper: str, text: str) -> str:
    """Return what is stored of an address: useless without this installation's key."""
    return hmac.new(pepper.encode(), text.encode(), "sha256").hexdigest()


def constant_time_equal(one: str, other: str) -> bool:
    """Compare in a time that does not depend on where they differ."""
    return hmac.compare_digest(one.encode("utf-8", "surrogatepass"), other.encode())
