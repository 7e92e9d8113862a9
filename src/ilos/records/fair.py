"""Fair shuffles, scheme `ilos-fair/2`: luck that anyone can redo from a finished record.

The players commit to their nonces, then the host to its secret; only after that the nonces are
opened and the game is dealt, so nobody can choose a part to suit the others. Each draw has a number
that stands once in a record. When the secret is open everybody can check every outcome. Records of
`ilos-fair/1`, where the nonces were not committed to, are read too. docs/fair-shuffles.md gives the
construction for other programs, and says exactly what it promises and what not.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ilos.engine.constants import AREA, FIRST_HAND
from ilos.rules.events import Event, SetupEvent, move_of
from ilos.rules.game import Game
from ilos.rules.setup import Setup

SCHEME = "ilos-fair/2"
OLD_SCHEME = "ilos-fair/1"

_SPACE = 1 << 256  # an HMAC-SHA256 is a number below this


def new_secret() -> bytes:
    """256 bits from the operating system."""
    return secrets.token_bytes(32)


def commitment(secret: bytes) -> str:
    """What is published before anything is dealt: the SHA-256 of the secret."""
    return hashlib.sha256(secret).hexdigest()


def nonce_hash(nonce: str) -> str:
    """What a player publishes to commit to a nonce: the SHA-256 of its text."""
    return hashlib.sha256(nonce.encode()).hexdigest()


def seal(committed: str, hashes: Sequence[str], nonces: Sequence[str]) -> str:
    """Return the digest of all that is fixed before a nonce is opened: `committed` by the host.

    A chair without a hash counts with its nonce, which was known from the start.
    """
    fixed = [hashed or nonce for hashed, nonce in zip(hashes, nonces, strict=True)]
    return hashlib.sha256(bytes.fromhex(committed) + digest_of_nonces(fixed)).hexdigest()


def digest_of_nonces(nonces: Sequence[str]) -> bytes:
    """SHA-256 over every nonce with its length before it, so that no two lists look alike."""
    joined = hashlib.sha256()
    for nonce in nonces:
        text = nonce.encode()
        joined.update(len(text).to_bytes(4, "big") + text)
    return joined.digest()


class FairChance:
    """Outcomes derived from secret, nonces and the number of the draw.

    >>> chance = FairChance(bytes(32), ["a", "b"])
    >>> [chance.draw([1, 1, 1]) for _ in range(5)], chance.counter
    ([0, 1, 0, 2, 1], 5)
    >>> chance.counter = 3
    >>> chance.draw([1, 1, 1])
    2
    """

    def __init__(
        self,
        secret: bytes,
        nonces: Sequence[str],
        counter: int = 0,
        hashes: Sequence[str] | None = None,  # None: the old scheme
    ) -> None:
        self.counter = counter  # the number of the next draw
        self._made_from = (secret, tuple(nonces))
        self._hashes = hashes
        prefix = OLD_SCHEME.encode()
        if hashes is not None:
            sealed = seal(commitment(secret), hashes, nonces)
            prefix = SCHEME.encode() + bytes.fromhex(sealed)
        prefix += digest_of_nonces(nonces)
        self._mac = hmac.new(secret, prefix, "sha256")  # up to where messages differ

    def __reduce__(self) -> tuple[type[FairChance], tuple[object, ...]]:
        return (FairChance, (*self._made_from, self.counter, self._hashes))

    def __copy__(self) -> FairChance:
        """A twin that counts its own draws."""
        twin = object.__new__(FairChance)
        twin.__dict__.update(self.__dict__)
        return twin

    def draw(self, weights: Sequence[int]) -> int:
        """An index in proportion to its weight; uses up one number whatever happens.

        Numbers in the last, incomplete run of `total` are thrown back and asked for again, so every
        outcome is exactly as likely as its weight says.
        """
        total = sum(weights)
        if total <= 0:
            raise ValueError("nothing can happen: all weights are 0")
        number = self.counter
        self.counter += 1
        left = self._below(total, number)
        for index, weight in enumerate(weights):
            left -= weight
            if left < 0:
                return index
        raise AssertionError("weights are not negative")

    def _below(self, total: int, number: int) -> int:
        whole = _SPACE - _SPACE % total
        attempt = 0
        while (value := self._value(number, attempt)) >= whole:
            attempt += 1
        return value % total

    def _value(self, number: int, attempt: int) -> int:
        mac = self._mac.copy()
        mac.update((number << 32 | attempt).to_bytes(12, "big"))
        return int.from_bytes(mac.digest(), "big")


@dataclass(frozen=True)
class Fair:
    """The `fair` object of a record; `secret` and `draws` are None until the game has ended."""

    commitment: str
    nonces: tuple[str, ...]
    secret: bytes | None = None
    draws: tuple[int | None, ...] | None = None  # first draw of each event; None: not ours
    first: int | None = None  # which chair draw 0 made the first player, if it was drawn
    hashes: tuple[str, ...] | None = None  # by chair, "" without one; None: the old scheme

    @property
    def scheme(self) -> str:
        """The name of the scheme."""
        return OLD_SCHEME if self.hashes is None else SCHEME

    def to_json(self) -> dict[str, Any]:
        """As it stands in a record."""
        value: dict[str, Any] = {
            "scheme": self.scheme,
            "commitment": self.commitment,
            "nonces": list(self.nonces),
            "secret": self.secret.hex() if self.secret else None,
        }
        if self.hashes is not None:
            value["hashes"] = list(self.hashes)
        if self.draws is not None:
            value["draws"] = list(self.draws)
        if self.first is not None:
            value["first"] = self.first
        return value


class NotFair(ValueError):
    """A `fair` object that cannot be read or does not fit its record; `str()` says why."""


def fair_from_json(value: object) -> Fair:
    """Reads the `fair` object of a record; raises NotFair."""
    if not isinstance(value, Mapping):
        raise NotFair("fair: there is no object with scheme, commitment, nonces and secret")
    if value.get("scheme") not in (SCHEME, OLD_SCHEME):
        raise NotFair(f"fair.scheme: only {SCHEME} and {OLD_SCHEME} are known here")
    nonces = _nonces(value.get("nonces"))
    is_old = value["scheme"] == OLD_SCHEME
    return Fair(
        commitment=_hex(value.get("commitment"), "commitment").hex(),
        nonces=nonces,
        secret=_hex(value["secret"], "secret") if value.get("secret") is not None else None,
        draws=_draws(value.get("draws")),
        first=_first(value.get("first")),
        hashes=None if is_old else _hashes(value.get("hashes"), len(nonces)),
    )


def _hex(value: object, name: str) -> bytes:
    if not isinstance(value, str) or not re.fullmatch("[0-9a-f]{64}", value):
        raise NotFair(f"fair.{name}: 64 hexadecimal digits are needed")
    return bytes.fromhex(value)


def _nonces(value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(nonce, str) for nonce in value):
        raise NotFair("fair.nonces: a list of texts is needed")
    return tuple(value)


def _hashes(value: object, count: int) -> tuple[str, ...]:
    if not isinstance(value, list) or len(value) != count:
        raise NotFair("fair.hashes: a list with one text for each nonce is needed")
    return tuple(hashed and _hex(hashed, "hashes").hex() for hashed in value)


def _draws(value: object) -> tuple[int | None, ...] | None:
    if value is None:
        return None
    if not isinstance(value, list) or not all(_is_number(draw) for draw in value):
        raise NotFair("fair.draws: a list of numbers from 0 up (or null) is needed")
    return tuple(value)


def _is_number(value: object) -> bool:
    return value is None or (type(value) is int and 0 <= value < 1 << 63)


def _first(value: object) -> int | None:
    if value is not None and not (type(value) is int and 0 <= value < 5):
        raise NotFair("fair.first: a chair from 0 to 4 is needed")
    return value


@dataclass(frozen=True)
class FairCheck:
    """What the check of a whole game found when it found no fault."""

    draws: int  # outcomes of chance redone and found the same
    skipped: int  # draws of moves that were taken back: used up, and in no event
    promise: str = ""  # what that proves of who chose the shuffle, and what it does not


def check_draws(setup: Setup, events: Sequence[Event], fair: Fair) -> FairCheck:
    """Redoes every outcome of chance of a finished game; raises NotFair at the first difference."""
    if fair.secret is None or fair.draws is None:
        raise NotFair("fair.secret: it is open only when the game has ended")
    if commitment(fair.secret) != fair.commitment:
        raise NotFair("fair.secret: its SHA-256 is not the commitment")
    if len(fair.draws) != len(events):
        raise NotFair(f"fair.draws: {len(events)} events need as many numbers")
    _check_nonces(fair)
    chance = FairChance(fair.secret, fair.nonces, hashes=fair.hashes)
    if fair.first is not None and chance.draw([1] * len(setup.players)) != fair.first:
        raise NotFair("fair.first: draw 0 gives another first player")
    found = _redo(setup, events, fair.draws, chance)
    return replace(found, promise="; ".join([promise(fair), *_doubts(fair, found.skipped)]))


def _doubts(fair: Fair, skipped: int) -> list[str]:
    """Return what the draws leave to the memory of those who played."""
    doubts = []
    strange = sum(draw is None for draw in fair.draws or ())
    if strange:
        doubts.append(f"{strange} events are another game's and were not checked")
    elif fair.first is None:
        doubts.append("the first player was not drawn")
    if skipped:
        doubts.append(f"{skipped} draws were skipped, as when moves are taken back")
    return doubts


def _check_nonces(fair: Fair) -> None:
    for chair, (hashed, nonce) in enumerate(zip(fair.hashes or (), fair.nonces, strict=False)):
        if hashed and nonce and nonce_hash(nonce) != hashed:
            raise NotFair(f"fair.nonces: the one of chair {chair} is not what it committed to")


def promise(fair: Fair) -> str:
    """Return what a record whose draws are right proves of who chose the shuffle."""
    if fair.hashes is None:
        return (
            f"{OLD_SCHEME}: a host who knew the secret and sat down last could choose the shuffle"
        )
    parts = list(zip(fair.hashes, fair.nonces, strict=True))
    opened = sum(bool(hashed and nonce) for hashed, nonce in parts)
    unopened = sum(bool(hashed and not nonce) for hashed, nonce in parts)
    if not opened:
        return f"{SCHEME}: no player opened a part of their own, so the host made the shuffle alone"
    if any(nonce and not hashed for hashed, nonce in parts):
        return f"{SCHEME}: a part was not committed to, so the host could choose the shuffle"
    if unopened:
        return (
            f"{SCHEME}: {opened} opened their part and {unopened} did not: the host, together with"
            f" all who did not, could choose one of {2**unopened} shuffles"
        )
    return (
        f"{SCHEME}: {opened} opened their part; no one chose the shuffle, not the host either,"
        " unless all of them are the host's"
    )


def draws_of_deal(events: Sequence[Event], first: int) -> list[int]:
    """The first draw of the set-up and of each deal, which follow each other without a gap."""
    draws = []
    for event in events:
        draws.append(first)
        first += AREA if isinstance(event, SetupEvent) else FIRST_HAND
    return draws


def _redo(
    setup: Setup,
    events: Sequence[Event],
    draws: Sequence[int | None],
    chance: FairChance,
) -> FairCheck:
    used, done, start = chance.counter, 0, 0
    game = Game(setup).copy(chance)
    if draws and draws[0] is not None:
        game, start = _redo_deal(setup, events, draws, chance), len(setup.players) + 1
        used, done = chance.counter, chance.counter - draws[0]
    skipped, is_ours = 0, start > 0
    for index in range(start, len(events)):
        first = draws[index]
        if first is None:
            if is_ours:
                raise NotFair(f"event {index}: only a game's first events can be another game's")
            game.replay(events[index])
            continue
        if first < used:
            raise NotFair(f"event {index}: draw {first} was used before")
        chance.counter = first
        _compare(index, events[index], game.play(move_of(events[index])))
        skipped += first - used
        used, done = chance.counter, done + chance.counter - first
        is_ours = True
    return FairCheck(done, skipped)


def _redo_deal(
    setup: Setup,
    events: Sequence[Event],
    draws: Sequence[int | None],
    chance: FairChance,
) -> Game:
    if draws[0] != chance.counter:
        raise NotFair("event 0: the first draw is not used here")
    game = Game(setup, chance)
    dealt = len(game.events)
    if list(draws[:dealt]) != draws_of_deal(game.events, draws[0] or 0):
        raise NotFair("fair.draws: the deals follow each other without a gap")
    for index, redone in enumerate(game.events):
        _compare(index, events[index], redone)
    return game


def _compare(index: int, event: Event, redone: Event) -> None:
    if redone != event:
        raise NotFair(f"event {index}: the draws give another outcome than the record has")
