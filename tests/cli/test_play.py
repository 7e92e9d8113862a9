"""Issue: a whole game in the terminal, interrupted and resumed, read by a screen reader."""

import re

import pytest

from ilos.cli import main
from ilos.records.record import parse_record, read_record
from ilos.rules.chance import SeededChance


class Typist:
    """Answers every question with something that is offered; stops when out of patience."""

    def __init__(self, seed: int, patience: int = 10_000) -> None:
        self._luck = SeededChance(seed)
        self._patience = patience
        self.asked: list[str] = []

    def __call__(self, question: str) -> str:
        self.asked.append(question)
        if len(self.asked) > self._patience:
            raise KeyboardInterrupt
        offered = re.search(r"\(1 to (\d+)", question)
        return str(self._luck.below(int(offered[1])) + 1) if offered else ""


def play(monkeypatch: pytest.MonkeyPatch, typist: Typist, *words: str) -> int:
    monkeypatch.setattr("builtins.input", typist)
    return main(["play", *words])


@pytest.mark.parametrize("players", ["2", "5"])
def test_a_whole_game_is_played_to_a_score_breakdown(monkeypatch, capsys, players):
    """A person who answers the numbered questions gets to the end, whatever is chosen."""
    code = play(monkeypatch, Typist(3), "--players", players, "--bots", "random", "--seed", "4")
    said = capsys.readouterr().out
    assert code == 0
    assert "Stock × price" in said
    assert "Winner: " in said


def test_ctrl_c_saves_the_record_and_says_how_to_resume(monkeypatch, capsys, tmp_path):
    """The saved record is good, and playing goes on from it."""
    saved = tmp_path / "saved.json"
    words = ["--bots", "random", "--save", str(saved)]
    assert play(monkeypatch, Typist(5, patience=15), *words, "--seed", "4") == 0
    assert f"ilos play --resume {saved}" in capsys.readouterr().out
    events = read_record(parse_record(saved.read_bytes())).events
    assert play(monkeypatch, Typist(6), "--resume", str(saved), *words) == 0
    assert "Winner: " in capsys.readouterr().out
    assert len(events) > 3


def test_undo_takes_back_the_last_move(monkeypatch, capsys):
    """Nothing was revealed by a market move or a fort; the list of choices is asked again."""
    wishes = iter(["", "1", "1", "h", "b", "i", "m", "l", "u", "q"])
    monkeypatch.setattr("builtins.input", lambda _: next(wishes, "1"))

    def script(question: str) -> str:
        if "Your choice" in question:
            return next(wishes, "q")
        return "1" if "(1 to" in question else ""

    monkeypatch.setattr("builtins.input", script)
    next(wishes), next(wishes), next(wishes)
    assert main(["play", "--bots", "random", "--seed", "4", "--save", "/dev/null"]) == 0
    said = capsys.readouterr().out
    assert "Nothing to take back" in said
    assert "Play cards to act" in said


@pytest.mark.parametrize(
    "words",
    [
        ["--players", "6"],
        ["--bots", "nobody"],
        ["--bots", "random,random,random", "--players", "3"],
        ["--resume", "no-such-file.json"],
        ["--tiles", "no-such-file.toml"],
        ["--edition", "it"],
    ],
)
def test_bad_options_are_one_line_on_stderr(capsys, words):
    """Exit 2, nothing on standard output, no traceback."""
    assert main(["play", *words]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("ilos: ")
    assert said.err.count("\n") == 1
