"""docs/hosting/faults-and-attacks.md is true: no row without a test, and every test is there."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "hosting" / "faults-and-attacks.md").read_text(encoding="utf-8")
ROWS = {
    **{f"I{n}": None for n in range(1, 8)},
    **{f"F-{n:02}": None for n in range(1, 25)},
    **{f"H-{n:02}": None for n in range(1, 14)},
    **{f"A-{n:02}": None for n in range(1, 23)},
    **{f"U-{n:02}": None for n in range(1, 8)},
}


def named() -> dict[str, list[str]]:
    """The tests of each row."""
    rows = re.findall(r"^\| ([IFHAU]-?\d+) \|(.*)\|$", PAGE, flags=re.MULTILINE)
    return {name: re.findall(r"`((?:tests|web|bench|scripts)/[^`]+)`", row) for name, row in rows}


def test_every_fault_and_attack_has_its_test() -> None:
    """No row is missing, in order, and none is empty."""
    found = named()
    assert list(found) == list(ROWS)
    assert [name for name, tests in found.items() if not tests] == []


def test_every_test_named_is_there() -> None:
    """A test that is renamed or removed is noticed here."""
    missing = []
    for name, tests in named().items():
        for test in tests:
            path, _, function = test.partition("::")
            file = ROOT / path
            text = file.read_text(encoding="utf-8") if file.is_file() else ""
            there = f"def {function}(" in text or f"\n{function} = " in text
            if not text or (function and not there):
                missing.append(f"{name}: {test}")
    assert missing == []
