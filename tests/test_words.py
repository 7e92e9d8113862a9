"""One vocabulary: words that docs/glossary.md forbids appear nowhere."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
FOLDERS = ("src", "tests", "docs", "examples", "bench", "experiments", "scripts", "deploy")
PAGES = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "Makefile")
WEB = ("web/src", "web/e2e", "web/bench")
KINDS = {".py", ".ts", ".svelte", ".mjs", ".md", ".toml", ".html", ".css", ".yml", ""}

# The law as it was given, history that must not change, what is built, and the list itself.
KEPT = ("docs/rules.md", "docs/record.md", "docs/glossary.md", "tests/test_words.py")
FOLDERS_KEPT = ("src/ilos/store/migrations/versions", "src/ilos/server/web")


def forbidden(kind: str = ".py") -> list[str]:
    """The words of the glossary's list; the part about Python holds for Python alone."""
    text = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
    everywhere, python = text.split("## Words that may not appear")[1].split("In Python,")
    tables = [everywhere, python] if kind == ".py" else [everywhere]
    rows = [row for table in tables for row in table.splitlines() if row.startswith("| ")]
    cells = [row.split("|")[1].strip() for row in rows]
    return [word for cell in cells if cell not in ("word", "---") for word in cell.split(", ")]


def our_files() -> list[Path]:
    """Everything that people write and read."""
    found = [ROOT / page for page in PAGES]
    for folder in (*FOLDERS, *WEB):
        found += [path for path in (ROOT / folder).rglob("*") if path.suffix in KINDS]
    names = ((path, path.relative_to(ROOT).as_posix()) for path in found if path.is_file())
    return [
        path
        for path, name in names
        if name not in KEPT and not name.startswith(FOLDERS_KEPT)
        if not {"__pycache__", "node_modules"}.intersection(path.parts)
    ]


def test_the_list_is_read() -> None:
    """A test that finds no words finds no faults."""
    assert {"anew", "whoever", "somebody", "deed", "deeds", "rooms"} <= set(forbidden())
    assert "anew" in forbidden(".ts")
    assert "rooms" not in forbidden(".ts")
    assert len(our_files()) > 500


def test_no_forbidden_word_appears() -> None:
    """Glossary: words that may not appear."""
    patterns = {kind: _pattern(forbidden(kind)) for kind in KINDS}
    faults = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()[:80]}"
        for path in our_files()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if patterns[path.suffix].search(line)
    ]
    assert faults == []


def _pattern(words: list[str]) -> re.Pattern[str]:
    some = "|".join(map(re.escape, words))
    return re.compile(rf"(?<![a-z])({some})(?![a-z])", re.IGNORECASE)  # in `a_name` too
