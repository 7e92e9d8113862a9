"""H-06, H-07, H-10: luck that nobody can guess, and bots that see no more than their seat."""

import re
import sys
from collections import Counter
from pathlib import Path

import msgspec
import pytest
from sizes import size

import ilos
from ilos.records.fair import FairChance, new_secret
from ilos.server.botpool.jobs import Job, bot_job
from ilos.views import view
from leaks.worlds import pairs, replayed

SOURCE = Path(ilos.__file__).parent
DRAWS = size(20_000, 1_000_000)
POSITIONS = size(60, 10_000)
GUARDED = ("engine", "rules", "records", "views", "server", "store", "protocol")


def imports(path: Path) -> set[str]:
    """The modules a file imports, by their first name."""
    text = path.read_text(encoding="utf-8")
    return set(re.findall(r"^\s*(?:from|import)\s+(\w+)", text, re.MULTILINE))


def test_nothing_that_deals_cards_uses_the_random_module() -> None:
    """H-06: no Mersenne Twister anywhere near a game; secrets come from the operating system."""
    for room in GUARDED:
        for path in (SOURCE / room).rglob("*.py"):
            if path.name == "load.py":
                continue  # a tool that plays many games from outside; it deals nothing
            assert "random" not in imports(path), path
            assert "numpy" not in imports(path), path
    assert len(new_secret()) * 8 == 256
    assert len({new_secret() for _ in range(100)}) == 100


def chi_square(counts: list[int], weights: list[int]) -> float:
    total, whole = sum(counts), sum(weights)
    expected = [total * weight / whole for weight in weights]
    return sum((n - e) ** 2 / e for n, e in zip(counts, expected, strict=True))


# Critical values of chi-square at p = 0.001 for each number of outcomes less one.
CRITICAL = {1: 10.83, 2: 13.82, 5: 20.52, 19: 43.82}


@pytest.mark.parametrize(
    "weights", [[1, 1], [3, 2, 1], [30, 20, 10, 12, 6, 12], [1] * 20], ids=["2", "3", "cards", "20"]
)
@pytest.mark.parametrize("secret", [bytes(32), bytes(range(32)), b"\xff" * 32])
def test_outcomes_are_as_frequent_as_their_weights(weights: list[int], secret: bytes) -> None:
    """H-06: chi-square with fixed secrets, p > 0.001."""
    chance = FairChance(secret, ["a", "b"])
    counts = Counter(chance.draw(weights) for _ in range(DRAWS))
    found = chi_square([counts[index] for index in range(len(weights))], weights)
    assert found < CRITICAL[len(weights) - 1]


def test_every_order_of_a_small_deck_is_as_frequent_as_the_others() -> None:
    """H-06: whole shuffles, not single draws."""
    chance = FairChance(b"\x07" * 32, [])
    orders: Counter[tuple[int, ...]] = Counter()
    for _ in range(DRAWS // 3):
        left = [1, 1, 1]
        order = []
        while any(left):
            card = chance.draw(left)
            left[card] = 0
            order.append(card)
        orders[tuple(order)] += 1
    assert chi_square(list(orders.values()), [1] * 6) < CRITICAL[5]


def test_what_a_worker_gets_is_the_same_in_two_worlds() -> None:
    """H-10: the job is a view; every byte of it follows from what the seat may know."""
    compared = 0
    for seats in (2, 4):
        for pair in pairs(seats, "screened", POSITIONS, seed=9):
            here = replayed(pair.setup, pair.events)
            there = replayed(pair.setup, pair.other)
            seat = here.pending.seat
            if seat is None or seat != pair.viewer:
                continue
            jobs = [bot_job(view(game, seat), "greedy", "t:0", 1) for game in (here, there)]
            assert msgspec.json.encode(jobs[0]) == msgspec.json.encode(jobs[1])
            compared += pair.differ
    assert compared > 5


def test_a_job_has_no_room_for_secrets() -> None:
    """H-10: a worker is told key, bot, seed, view, how long and how many suggestions."""
    assert Job.__struct_fields__ == ("key", "bot", "seed", "view", "seconds", "suggestions")


def test_no_bot_and_no_worker_imports_the_store() -> None:
    """H-10: not even by way of another module."""
    for path in (SOURCE / "bots").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        assert "ilos.store" not in text, path
        assert "ilos.server" not in text, path
    for name in ("worker", "jobs"):
        path = SOURCE / "server" / "botpool" / f"{name}.py"
        assert "ilos.store" not in path.read_text(encoding="utf-8"), path
    assert "ilos.server.botpool.jobs" in sys.modules
