"""Issue: a whole game in the terminal, interrupted and resumed, read by a screen reader."""

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from ilos.bots.hints import REASONS
from ilos.cli import main
from ilos.cli.hint_words import WHY
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


def play(monkeypatch: pytest.MonkeyPatch, typist: Callable[[str], str], *words: str) -> int:
    monkeypatch.setattr("builtins.input", typist)
    return main(["play", *words])


def scripted(*answers: str) -> Callable[[str], str]:
    """Keeps the hand and takes what comes first until the first choice; then says the answers."""
    left = list(answers)
    begun: list[bool] = []

    def answer(question: str) -> str:
        begun.append("Your choice" in question)
        if any(begun):
            return left.pop(0) if left else "q"
        return "1" if "(1 to" in question else ""

    return answer


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty current folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("players", ["2", "5"])
def test_a_whole_game_is_played_to_a_score_breakdown_and_saved(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], here, players: str
) -> None:
    """A person who answers the numbered questions gets to the end, whatever is chosen."""
    code = play(monkeypatch, Typist(3), "--players", players, "--bots", "random", "--seed", "4")
    said = capsys.readouterr().out
    assert code == 0
    assert "Stock × price" in said
    assert "Winner: " in said
    assert read_record(parse_record((here / "ilos-saved.json").read_bytes())).is_over


@pytest.mark.parametrize("name", ["saved.json", "saved.json.gz", "saved.json.zst"])
def test_ctrl_c_saves_the_record_and_says_how_to_resume(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], here, name: str
) -> None:
    """The saved record is good, and playing goes on from it, into the same file."""
    words = ["--bots", "random", "--seed", "4", "--save", name]
    stopped = play(monkeypatch, Typist(5, patience=15), *words)
    assert stopped == 0
    assert f"ilos play --resume {name}" in capsys.readouterr().out
    assert main(["verify", name]) == 0
    assert play(monkeypatch, Typist(6), "--resume", name) == 0
    assert "Winner: " in capsys.readouterr().out
    assert [file.name for file in here.iterdir()] == [name]


def test_an_existing_save_is_never_overwritten_unasked(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], here
) -> None:
    """A named file is refused, the usual name gets a number."""
    (here / "mine.json").write_text("precious")
    assert play(monkeypatch, scripted("q"), "--bots", "random", "--save", "mine.json") == 2
    assert "ilos play --resume mine.json" in capsys.readouterr().err
    for _ in range(2):
        assert play(monkeypatch, scripted("q"), "--bots", "random") == 0
    names = {"mine.json", "ilos-saved.json", "ilos-saved-2.json"}
    assert {file.name for file in here.iterdir()} == names
    assert (here / "mine.json").read_text() == "precious"


@pytest.mark.usefixtures("here")
def test_undo_goes_back_one_step_at_a_time(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """To the question before, and at the first one to the move before."""
    words = ["--bots", "random", "--seed", "4"]
    play(monkeypatch, scripted("1", "u", "u", "h", "b", "i", "m", "l"), *words)
    said = capsys.readouterr().out
    assert said.count("Round 1. Prices: ebony 1, spice 1, pigment 1, gold 3.") >= 2
    assert "Nothing to take back" in said
    assert "Play cards to act" in said


@pytest.mark.usefixtures("here")
def test_a_hint_names_a_move_and_why(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """At any question, without losing the answers given so far."""
    play(monkeypatch, scripted("hint", "1", "t", "u"), "--bots", "random", "--seed", "4")
    assert len(hints(capsys)) == 2


def hints(capsys: pytest.CaptureFixture[str]) -> list[str]:
    return re.findall(r"^Hint: [^.]*\.", capsys.readouterr().out, flags=re.MULTILINE)


@pytest.mark.usefixtures("here")
def test_a_position_has_the_same_hint_after_a_resume(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It depends on what the person sees, not on the clock or on luck."""
    for seed in ("4", "5"):
        name = f"saved-{seed}.json"
        new = ["--bots", "random", "--seed", seed, "--save", name]
        play(monkeypatch, scripted("t", "t"), *new)
        before = hints(capsys)
        play(monkeypatch, scripted("t"), "--resume", name)
        assert before + hints(capsys) == [before[0]] * 3


def test_sentences_about_you_are_in_the_second_person(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], here
) -> None:
    """You give back, not You gives back; whatever happens in a game."""
    assert play(monkeypatch, Typist(3), "--players", "2", "--bots", "random", "--seed", "4") == 0
    said = capsys.readouterr().out
    told = re.findall(r"^You (\w+)", said, flags=re.MULTILINE)
    assert {"keep", "lay", "produce", "score"} <= set(told)
    assert not [word for word in told if word.endswith("s")]
    assert len(parse_record((here / "ilos-saved.json").read_bytes())["events"]) > 5


def test_every_reason_of_a_hint_has_words() -> None:
    """The list of reasons is closed."""
    assert set(WHY) == set(REASONS)


@pytest.mark.usefixtures("here")
def test_text_fits_the_window_and_has_no_colours_in_a_pipe(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """At 60 columns every line is at most 60 wide."""
    monkeypatch.setenv("COLUMNS", "60")
    play(monkeypatch, scripted("h", "m", "i"), "--bots", "random", "--seed", "4")
    said = capsys.readouterr().out
    assert max(map(len, said.splitlines())) <= 60
    assert "\x1b" not in said
    assert re.search(
        r"^  1\. Tile .*\n     \w", said, re.MULTILINE
    )  # below the words, not the number


@pytest.mark.usefixtures("here")
def test_a_terminal_gets_colours(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Merchants and goods are painted."""
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    play(monkeypatch, scripted("m"), "--bots", "random", "--seed", "4")
    said = capsys.readouterr().out
    assert "\x1b[31mYou\x1b[0m, \x1b[31mred" in said
    assert "\nYour hand: " in said  # not the "You" of "Your"


@pytest.mark.usefixtures("here")
def test_the_hand_is_told_in_good_english(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Grammar; several ships, but ruins are ruins."""
    play(monkeypatch, Typist(3), "--players", "2", "--bots", "random", "--seed", "4")
    hands = " ".join(re.findall(r"^Your hand: (.*)", capsys.readouterr().out, re.MULTILINE))
    assert re.search(r"\b[2-9] ships\b", hands)
    assert not re.search(
        r"\b([2-9] (ship|plantation|gold mine|building|market)|1 \w+s(?<!ruins))\b", hands
    )


def test_cards_are_chosen_by_numbers_or_names(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], here
) -> None:
    """Numbers wherever one chooses; what is no card of the hand is asked again."""
    answers = iter(["9", "1 1", "xyz", "1 2", "q"])
    assert play(monkeypatch, lambda _: next(answers, "q"), "--bots", "random", "--seed", "4") == 0
    said = capsys.readouterr().out
    assert said.count("is no card of the list that is still free") == 2
    assert "is not the beginning of one card's name" in said
    events = parse_record((here / "ilos-saved.json").read_bytes())["events"]
    mulligan = next(event for event in events if event["type"] == "mulligan")
    assert len(mulligan["discarded"]) == 2


def test_a_dropped_terminal_loses_nothing(here) -> None:
    """SIGHUP, as when the connection breaks; the saved game is whole."""
    leader, follower = os.openpty()
    code = (
        "import fcntl, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0)\n"
        "from ilos.cli import main; raise SystemExit(main(['play', '--bots', 'random']))"
    )
    program = subprocess.Popen(
        [sys.executable, "-c", code],
        stdin=follower,
        stdout=follower,
        stderr=follower,
        start_new_session=True,
        cwd=here,
    )
    os.close(follower)
    said = b""
    while b"Cards to swap" not in said:
        said += os.read(leader, 4096)
    os.write(leader, b"\n")
    while b"Which tile" not in said and b"Dock where" not in said:
        said += os.read(leader, 4096)
    os.close(leader)  # the terminal is gone
    assert program.wait(60) == 0
    game = read_record(parse_record((here / "ilos-saved.json").read_bytes()))
    assert len(game.events) > 4


def test_play_finds_a_bot_in_a_file_of_this_folder(monkeypatch: pytest.MonkeyPatch, here) -> None:
    """Module:Class as in the arena."""
    source = "from ilos.bots.greedy import GreedyBot\nclass Mine(GreedyBot):\n    pass\n"
    (here / "bot_for_play.py").write_text(source)
    monkeypatch.setattr("sys.path", list(sys.path))
    assert play(monkeypatch, scripted("q"), "--bots", "bot_for_play:Mine") == 0


@pytest.mark.parametrize(
    "words",
    [
        ["--players", "6"],
        ["--bots", "nobody"],
        ["--bots", "random,random,random", "--players", "3"],
        ["--resume", "no-such-file.json"],
        ["--tiles", "no-such-file.toml"],
        ["--edition", "it"],
        ["--name", ""],
        ["--name", " "],
    ],
)
def test_bad_options_are_one_line_on_stderr(
    capsys: pytest.CaptureFixture[str], here, words
) -> None:
    """Exit 2, nothing on standard output, no traceback, no file."""
    assert main(["play", *words]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("ilos: ")
    assert said.err.count("\n") == 1
    assert list(here.iterdir()) == []


@pytest.mark.parametrize(
    "option, value",
    [
        ("--players", "4"),
        ("--bots", "random"),
        ("--edition", "en"),
        ("--stocks", "screened"),
        ("--max-rounds", "100"),
        ("--tiles", "my.toml"),
        ("--seed", "4"),
        ("--name", "Ana"),
    ],
)
@pytest.mark.usefixtures("here")
def test_a_resumed_game_takes_no_options_of_a_new_one(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], option, value
) -> None:
    """They would be ignored, so they are refused, even if they say what is usual."""
    assert play(monkeypatch, scripted("q"), "--bots", "random", "--save", "mine.json") == 0
    assert main(["play", "--resume", "mine.json", option, value]) == 2
    assert f"{option} is for a new game" in capsys.readouterr().err


def test_a_file_of_several_games_is_not_resumed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], here
) -> None:
    """Saving the first would lose the others."""
    assert play(monkeypatch, scripted("q"), "--bots", "random", "--save", "mine.json") == 0
    two = 2 * (here / "mine.json").read_bytes()
    (here / "games.jsonl").write_bytes(two)
    assert main(["play", "--resume", "games.jsonl"]) == 2
    assert "holds several games" in capsys.readouterr().err
    assert (here / "games.jsonl").read_bytes() == two
