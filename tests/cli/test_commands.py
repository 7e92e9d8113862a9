"""The commands as a person types them: what they print, where, and with which exit code."""

import argparse
import gzip
import importlib
import json
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from importlib.metadata import PackageNotFoundError
from itertools import takewhile
from pathlib import Path

import pytest

import ilos
from ilos.cli import COMMANDS, doctor, main
from ilos.cli.completion import parser_of
from ilos.records.tile_sets import default_tile_set, read_tile_set

ROOT = Path(__file__).parents[2]
SAMPLES = ROOT / "tests/samples"
SAMPLE = str(SAMPLES / "a-2p-en.json")


@pytest.fixture
def games(tmp_path):
    """Three simulated games in one file."""
    out = tmp_path / "games.jsonl"
    words = ["--players", "3", "--games", "3", "--seed", "5", "--jobs", "1", "--out", str(out)]
    assert main(["simulate", *words]) == 0
    return out


def spoilt(games, line, change):
    """The file with one line changed."""
    lines = games.read_bytes().splitlines()
    lines[line] = change(lines[line])
    games.write_bytes(b"\n".join(lines) + b"\n")
    return str(games)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself_with_examples(
    capsys: pytest.CaptureFixture[str], command: str
) -> None:
    """--help prints what it takes and how it is used."""
    with pytest.raises(SystemExit) as ended:
        main([command, "--help"])
    said = capsys.readouterr().out
    assert ended.value.code == 0
    assert "examples:" in said
    assert f"ilos {command}" in said


@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_says_what_it_does_and_its_default(command: str) -> None:
    """In the help, and so in the completions and the manual page."""
    parsers: list[argparse.ArgumentParser] = [parser_of(command)]
    for parser in parsers:
        for action in parser._actions:
            if isinstance(action, argparse._SubParsersAction):
                parsers += action.choices.values()
                continue
            assert action.help, f"{parser.prog} {action.dest}"
            assert not action.help.startswith(("default", "of ", "at ", "for ", "or ", "on "))
            if action.option_strings and action.default not in (None, False, argparse.SUPPRESS):
                assert "default" in action.help, f"{parser.prog} {action.dest}"


def test_the_overview_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    """`ilos --help` is enough to find the way."""
    assert main(["--help"]) == 0
    said = capsys.readouterr().out
    assert all(command in said for command in COMMANDS)


def test_help_and_version_are_words_too(capsys: pytest.CaptureFixture[str]) -> None:
    """As people type them from other programs."""

    def said(*words: str) -> str:
        with suppress(SystemExit):
            assert main(list(words)) == 0
        return capsys.readouterr().out

    assert said("help") == said("--help") != ""
    assert said("help", "play") == said("play", "--help") != ""
    assert said("version") == said("--version") != ""
    assert main(["help", "nothing"]) == 2


def documented_commands() -> Iterator[str]:
    """Every line of the documentation and of the help that is a command."""
    pages = [*ROOT.glob("docs/**/*.md"), ROOT / "README.md", ROOT / "CONTRIBUTING.md"]
    texts = [page.read_text(encoding="utf-8") for page in pages]
    texts += [importlib.import_module(f"ilos.cli.{name}").EXAMPLES for name in COMMANDS]
    for text in texts:
        yield from re.findall(r"^ *(?:[A-Z_]+=\S+ )*ilos ([a-z]+\b.*)$", text, re.MULTILINE)


def test_every_documented_command_can_be_typed() -> None:
    """No page names an option that there is not; what follows a pipe is another command."""
    commands = list(documented_commands())
    assert len(commands) > 50
    for command in commands:
        words = takewhile(lambda word: word not in "|>", shlex.split(command, comments=True))
        parser_of(next(words)).parse_args(list(words))


def test_help_does_not_load_the_engine() -> None:
    """So that it answers at once."""
    code = "import sys; from ilos.cli import main; main(['--help']); "
    code += "assert not any(m.startswith(('ilos.engine', 'rich', 'msgspec')) for m in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)


def test_simulated_games_verify(games, capsys: pytest.CaptureFixture[str]) -> None:
    """What we write, we accept."""
    assert main(["verify", str(games)]) == 0
    assert capsys.readouterr().out.startswith("3 good, 0 bad, ")


def test_the_same_seed_gives_the_same_games_in_any_number_of_processes(tmp_path: Path) -> None:
    """Byte for byte."""
    written = []
    for jobs in ("1", "2"):
        out = tmp_path / f"games-{jobs}.jsonl"
        words = ["--games", "4", "--seed", "9", "--jobs", jobs, "--out", str(out)]
        assert main(["simulate", *words]) == 0
        written.append(out.read_bytes())
    assert written[0] == written[1]


@pytest.mark.parametrize("ending", ["", ".gz", ".zst"])
def test_records_are_written_and_read_as_their_ending_says(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], ending
) -> None:
    """Gzip and Zstandard everywhere; other programs can read what we write."""
    out = tmp_path / f"games.jsonl{ending}"
    assert main(["simulate", "--games", "3", "--jobs", "1", "--out", str(out)]) == 0
    magic = {"": b'{"', ".gz": b"\x1f\x8b", ".zst": b"\x28\xb5\x2f\xfd"}[ending]
    assert out.read_bytes().startswith(magic)
    assert main(["verify", str(out)]) == 0
    assert capsys.readouterr().out.startswith("3 good")
    assert main(["show", str(out), "--line", "3"]) == 0
    assert [file.name for file in tmp_path.iterdir()] == [out.name]


@pytest.mark.parametrize("ending", [".gz", ".zst"])
def test_a_compressed_file_that_is_cut_or_none_at_all_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], ending
) -> None:
    """One line that says so."""
    out = tmp_path / f"games.jsonl{ending}"
    assert main(["simulate", "--games", "3", "--jobs", "1", "--out", str(out)]) == 0
    for spoilt_bytes in (b"not compressed", out.read_bytes()[:-100]):
        capsys.readouterr()
        out.write_bytes(spoilt_bytes)
        assert main(["verify", str(out)]) == 2
        assert capsys.readouterr().err == (
            f"ilos: {out} cannot be read: it is not a whole {ending} file\n"
        )


BOT = "from ilos.bots.greedy import GreedyBot\nclass Mine(GreedyBot):\n    pass\n"


def test_simulate_finds_a_bot_in_a_file_of_this_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Module:Class as in the arena."""
    (tmp_path / "bot_for_simulate.py").write_text(BOT)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.path", list(sys.path))
    words = ["--bots", "bot_for_simulate:Mine,random", "--games", "8", "--jobs", "2"]
    assert main(["simulate", *words, "--out", "games.jsonl"]) == 0
    assert "bot_for_simulate:Mine" in capsys.readouterr().err


PRINTING = """\
from ilos.bots.greedy import GreedyBot
print("loaded")
class Mine(GreedyBot):
    def __init__(self):
        super().__init__()
        print("made")
    def choose(self, *given):
        print("thinking")
        return super().choose(*given)
"""


@pytest.mark.parametrize(
    "words",
    [
        ["simulate", "--games", "1", "--jobs", "1", "--out", "-"],
        ["simulate", "--games", "8", "--jobs", "2", "--out", "-"],
        ["arena", "--games", "2", "--jobs", "1", "--json", "--out", "arena"],
    ],
)
def test_what_a_bot_prints_is_kept_out_of_the_output(tmp_path: Path, words: list[str]) -> None:
    """So that the output is JSON alone; what was printed is on standard error."""
    (tmp_path / "printing_bot.py").write_text(PRINTING)
    command = [sys.executable, "-m", "ilos", *words, "--bots", "printing_bot:Mine,random"]
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    texts = ran.stdout.splitlines() if words[0] == "simulate" else [ran.stdout]
    assert all(isinstance(json.loads(text), dict) for text in texts)
    for printed in ("loaded", "made", "thinking"):
        assert printed in ran.stderr


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_bot_that_fails_in_a_simulated_game_is_named_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, jobs
) -> None:
    """No traceback; no file that looks complete."""
    source = BOT.replace("    pass", "    def choose(self, *_):\n        raise ValueError('lost')")
    (tmp_path / f"failing_bot_{jobs}.py").write_text(source)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.path", list(sys.path))
    words = ["--bots", f"failing_bot_{jobs}:Mine", "--games", "8", "--jobs", jobs]
    assert main(["simulate", *words, "--out", "games.jsonl"]) == 2
    where = f"bot 'failing_bot_{jobs}:Mine', {tmp_path / f'failing_bot_{jobs}.py'}, line 4"
    told = f"ilos: a game could not be finished: {where}: ValueError: lost\n"
    assert capsys.readouterr().err == told
    assert not list(tmp_path.glob("games*"))


@pytest.mark.parametrize(
    "fault,said",
    [("return 'end'", "IllegalMove: "), ("raise SystemExit(3)", "SystemExit: 3")],
)
def test_a_bot_that_plays_foul_or_leaves_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, fault, said
) -> None:
    """It does not end the command without a word."""
    name = f"foul_bot_{len(fault)}"
    source = BOT.replace("    pass", f"    def choose(self, *_):\n        {fault}")
    (tmp_path / f"{name}.py").write_text(source)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.path", list(sys.path))
    assert main(["simulate", "--bots", f"random,{name}:Mine", "--out", "games.jsonl"]) == 2
    error = capsys.readouterr().err
    assert f"bot '{name}:Mine'" in error
    assert said in error
    assert not list(tmp_path.glob("games*"))


def test_games_before_a_fault_are_kept_in_a_file_that_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Under a name that does not look complete."""
    source = BOT.replace(
        "    pass",
        "    made = 0\n    def __init__(self):\n        super().__init__()\n"
        "        Mine.made += 1\n"
        "    def choose(self, *given):\n"
        "        if Mine.made > 2: raise ValueError('tired')\n"
        "        return super().choose(*given)",
    )
    (tmp_path / "tired_bot.py").write_text(source)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.path", list(sys.path))
    words = ["--bots", "tired_bot:Mine,random", "--games", "3", "--jobs", "1"]
    assert main(["simulate", *words, "--out", "games.jsonl.gz"]) == 2
    assert "what was reached is in games.jsonl.gz.part" in capsys.readouterr().err
    with gzip.open("games.jsonl.gz.part") as file:
        assert len(file.readlines()) == 1


def test_verify_names_line_event_and_rule_of_a_bad_game(
    games, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit 1: the file is good, a game in it is not."""

    def raise_gold(line):
        record = json.loads(line)
        record["events"][9] = {"type": "market", "seat": 0, "resource": "gold"}
        return json.dumps(record).encode()

    name = spoilt(games, 1, raise_gold)
    assert main(["verify", name]) == 1
    said = capsys.readouterr().out.splitlines()
    assert said[0].startswith(f"{name}, line 2: event 9: ")
    assert "(rule " in said[0]
    assert said[1].startswith("2 good, 1 bad, ")


def test_a_line_that_is_not_json_is_a_bad_game(games, capsys: pytest.CaptureFixture[str]) -> None:
    """The others are still checked."""
    name = spoilt(games, 0, lambda _: b'{"format": ')
    assert main(["verify", name, "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert (found["good"], found["games"]) == (2, 3)
    assert found["bad"][0]["line"] == 1


@pytest.mark.parametrize(
    "text", [b"[" * 200_000, b"\xff\xfe{", b"{" + b" " * 6_000_000 + b"}", b"nonsense", b"[]"]
)
def test_what_is_no_record_is_refused_without_a_traceback(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text
) -> None:
    """Deep nesting, wrong encodings, more than 5 MiB."""
    name = tmp_path / "bad.json"
    name.write_bytes(text)
    assert main(["verify", str(name)]) == 1
    assert "0 good, 1 bad" in capsys.readouterr().out


def test_a_missing_file_is_exit_2_and_the_rest_is_checked(
    games, capsys: pytest.CaptureFixture[str]
) -> None:
    """One clear line on stderr."""
    assert main(["verify", "no-such-file.json", str(games)]) == 2
    said = capsys.readouterr()
    assert said.err == "ilos: no-such-file.json cannot be read: No such file or directory\n"
    assert said.out.startswith("3 good")


@pytest.mark.parametrize("expected", sorted(SAMPLES.glob("*.view-*.json")), ids=lambda p: p.stem)
def test_view_gives_the_masked_record_of_the_samples(
    capsys: pytest.CaptureFixture[str], expected
) -> None:
    """docs/record.md, partial views."""
    game, kind, viewer, _, after = expected.stem.replace(".", "-view-", 1).rsplit("-", 4)
    name = SAMPLES / f"{expected.name.split('.')[0]}.json"
    seat = viewer.removeprefix("seat") if viewer.startswith("seat") else "none"
    words = ["--after", after, "--seat", seat, "--json"]
    assert main(["view", str(name), *words]) == 0
    assert json.loads(capsys.readouterr().out) == json.loads(expected.read_bytes()), (game, kind)


def test_moves_lists_the_legal_moves_of_a_sample(capsys: pytest.CaptureFixture[str]) -> None:
    """As JSON: events without payment and outcomes."""
    assert main(["moves", SAMPLE, "--after", "28", "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    expected = json.loads((SAMPLES / "a-2p-en.moves-after-28.json").read_bytes())
    assert sorted(map(str, map(sorted, map(dict.items, listed)))) == sorted(
        map(str, map(sorted, map(dict.items, expected)))
    )


def test_moves_are_listed_as_texts_that_a_game_plays(capsys: pytest.CaptureFixture[str]) -> None:
    """One a line (docs/notation.md), and how many they are; without --after at the end."""
    game = ilos.load(SAMPLE)
    for after in (3, 28):
        assert main(["moves", SAMPLE, "--after", str(after)]) == 0
        *listed, count = capsys.readouterr().out.splitlines()
        position = ilos.Record(game)[after - 3]
        assert listed == [position.text(move) for move in position.legal_moves]
        seat = position.pending.seat
        assert seat is not None
        name = position.setup.players[seat].name
        assert count == f"{len(listed)} legal moves of {name} after {after} events"
    assert main(["moves", SAMPLE]) == 0
    assert capsys.readouterr().out == f"0 legal moves after {len(game.events)} events\n"


def test_moves_is_empty_while_chance_is_pending_and_after_the_end(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Nobody is to choose."""
    events = len(json.loads(Path(SAMPLE).read_bytes())["events"])
    for after in ("0", "1", "2", str(events)):
        assert main(["moves", SAMPLE, "--after", after, "--json"]) == 0
        assert json.loads(capsys.readouterr().out) == []


def test_masked_records_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    """Legal moves need the whole truth."""
    name = str(SAMPLES / "a-2p-en.view-seat0-after-42.json")
    for words in (["moves", name, "--json"], ["show", name], ["view", name, "--seat", "0"]):
        assert main(words) == 2
        said = capsys.readouterr()
        assert said.out == ""
        assert said.err.startswith(f"ilos: {name}, line 1: ")
        assert "one viewer saw" in said.err


def test_show_draws_text_and_svg(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """What everybody can see."""
    assert main(["show", SAMPLE, "--after", "20"]) == 0
    assert "Round" in capsys.readouterr().out
    out = tmp_path / "game.svg"
    assert main(["show", SAMPLE, "--svg", "--out", str(out)]) == 0
    assert out.read_text().lstrip().startswith("<svg")


def test_tiles_check_names_the_fault(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """All faults are listed, and exit 2: there is nothing to play with."""
    assert main(["tiles", "check"]) == 0
    bad = tmp_path / "bad.toml"
    bad.write_text("name = 'x'\ntiles = []\n[market]\n")
    assert main(["tiles", "check", str(bad)]) == 2
    said = capsys.readouterr()
    assert "not exactly 20" in said.out
    assert said.err.count("\n") == 1
    assert "not exactly 20" not in said.err


def test_tiles_check_of_a_missing_file_is_one_sentence(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """A file that is not there has no faults to count."""
    name = str(tmp_path / "none.toml")
    assert main(["tiles", "check", name]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err == f"ilos: {name}: the file cannot be read: No such file or directory\n"


def test_a_tile_set_begins_with_a_copy(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """The set of the game with its comments; a copy of another file says the same."""
    mine, again = str(tmp_path / "mine.toml"), str(tmp_path / "again.toml")
    assert main(["tiles", "copy", "--out", mine]) == 0
    assert "# " in Path(mine).read_text(encoding="utf-8")
    assert main(["tiles", "copy", mine, "--out", again]) == 0
    assert read_tile_set(mine) == read_tile_set(again) == default_tile_set()
    assert main(["tiles", "copy"]) == 0
    assert capsys.readouterr().out == Path(mine).read_text(encoding="utf-8")


@pytest.mark.parametrize("words", [["tiles", "copy"], ["tiles", "draw"], ["show", SAMPLE]])
def test_a_dash_is_standard_output_for_every_command(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, words
) -> None:
    """No file is called so."""
    assert main(words) == 0
    printed = capsys.readouterr().out
    monkeypatch.chdir(tmp_path)
    assert main([*words, "--out", "-"]) == 0
    assert capsys.readouterr().out == printed
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "words",
    [
        ["simulate", "--out", "mine.gz"],
        ["tiles", "copy", "--out", "mine.toml"],
        ["tiles", "draw", "--out", "mine.svg"],
        ["show", SAMPLE, "--out", "mine.txt"],
    ],
)
def test_what_is_there_is_not_written_over(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, words
) -> None:
    """Games that took an hour, and a tile set that was edited."""
    monkeypatch.chdir(tmp_path)
    mine = tmp_path / words[-1]
    mine.write_text("precious")
    assert main(words) == 2
    said = capsys.readouterr().err
    forced = words[0] != "simulate"
    choice = ", or write over it with --force" if forced else ""
    assert said == f"ilos: {mine.name} exists; name a new file with --out{choice}\n"
    assert [file.read_text() for file in tmp_path.iterdir()] == ["precious"]
    if forced:
        assert main([*words, "--force"]) == 0
        assert mine.read_text(encoding="utf-8") != "precious"


def test_tiles_draw_and_list_show_every_tile(capsys: pytest.CaptureFixture[str]) -> None:
    """All twenty."""
    for action in ("draw", "list"):
        assert main(["tiles", action]) == 0
        said = capsys.readouterr().out
        assert all(f"T{number:02}" in said for number in range(1, 21))


@pytest.mark.parametrize(
    "words",
    [
        ["simulate"],
        ["simulate", "--players", "1", "--out", "x"],
        ["simulate", "--bots", "nobody", "--out", "x"],
        ["simulate", "--games", "many", "--out", "x"],
        ["simulate", "--games", str(10**23), "--out", "x"],
        ["simulate", "--bots", "skilled?simulations=abc", "--out", "x"],
        ["simulate", "--bots", "no_such_module:Bot", "--out", "x"],
        ["simulate", "--bots", ",", "--out", "x"],
        ["simulate", "--tiles", "none.toml", "--out", "x"],
        ["simulate", "--max-rounds", "501", "--out", "x"],
        ["simulate", "--out", "/no/such/folder/x.jsonl"],
        ["moves", "none.json", "--after", "1"],
        ["moves", SAMPLE, "--after", "-1"],
        ["moves", SAMPLE, "--line", "7", "--after", "1"],
        ["view", SAMPLE, "--after", "3", "--seat", "4"],
        ["view", SAMPLE, "--after", "3", "--seat", "x"],
        ["view", SAMPLE, "--after", "9999", "--seat", "0"],
        ["show", SAMPLE, "--svg", "--text"],
        ["show", SAMPLE, "--svg", "--out", "game.png"],
        ["tiles", "paint"],
        ["tiles", "list", "--out", "x"],
        ["tiles", "check", "--out", "x"],
        ["tiles", "copy", "--json"],
        ["tiles", "draw", "--out", "my.png"],
        ["dataset", "--noise", "0.1", "--out", "x"],
        ["dataset", "--noise", "0.1", "--search", "3", "--out", "x"],
        ["dataset", "--bot", "greedy", "--search", "3", "--out", "x"],
        ["verify"],
        ["doctor", ""],
        ["balance", "--jobs", str(10**23)],
        ["balance", "--data", "games.jsonl.gz"],
        ["simulate", "--out", "games.jsonl.xz"],
        ["verify", "--wrong", SAMPLE],
        ["unknown"],
        [],
    ],
)
def test_bad_input_is_one_line_on_stderr_and_exit_2(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words
) -> None:
    """No traceback, nothing on standard output, nothing written."""
    monkeypatch.chdir(tmp_path)
    assert main(words) == 2
    said = capsys.readouterr()
    if words:
        assert said.out == ""
        assert said.err.startswith("ilos: ")
        assert said.err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_bench_reports_every_number_of_players(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The keys that a script reads."""
    monkeypatch.setattr("ilos.cli.bench.SECONDS", 0.01)
    assert main(["bench", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert set(found) == {"compiled", "players", "state_bytes", "copy_us"}
    assert set(found["players"]) == {"2", "3", "4", "5"}
    keys = {"games_per_s", "moves_per_s", "decisions_per_s", "decisions_per_game"}
    assert all(set(row) == keys for row in found["players"].values())
    assert found["state_bytes"] < 2048


def test_a_command_or_option_that_is_nearly_right_is_suggested(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The nearest known word is offered."""
    assert main(["simulat"]) == 2
    assert "did you mean 'simulate'?" in capsys.readouterr().err
    assert main(["verify", "--jsn", SAMPLE]) == 2
    assert "did you mean --json?" in capsys.readouterr().err
    assert main(["simulate", "--game", "3"]) == 2  # a required option is missing, too
    assert "there is no option --game; did you mean --games?" in capsys.readouterr().err


def test_python_m_ilos_is_the_command() -> None:
    """For people whose scripts folder is not on the path."""
    said = subprocess.run(
        [sys.executable, "-m", "ilos", "--help"], check=True, capture_output=True, text=True
    )
    assert "usage: ilos COMMAND" in said.stdout


def test_doctor_tells_what_is_here(capsys: pytest.CaptureFixture[str]) -> None:
    """Engine, client, extras, data."""
    assert main(["doctor"]) == 0
    said = capsys.readouterr().out
    for word in ("Ilôs ", "Python ", "Engine: ", "Browser client: ", "Extra research: "):
        assert word in said
    assert main(["doctor", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert {"server", "research", "training", "ray"} <= set(found["extras"])


def test_doctor_tells_which_extras_lack_what(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also what is asked for by another extra, or on some systems only."""

    def nothing_is_there(library):
        raise PackageNotFoundError(library)

    monkeypatch.setattr(doctor, "version", nothing_is_there)
    assert main(["doctor", "--json"]) == 0
    extras = json.loads(capsys.readouterr().out)["extras"]
    assert extras["openspiel"] == [*extras["research"], "open_spiel"]
    assert extras["training"] == [*extras["research"], "sb3-contrib", "torch"]
    assert "uvloop" not in extras["server"]


def test_doctor_answers_when_only_the_base_is_installed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the libraries of the server there is no folder of data to name."""
    monkeypatch.setitem(sys.modules, "platformdirs", None)  # importing it fails
    monkeypatch.delenv("ILOS_DATA", raising=False)
    monkeypatch.delenv("ILOS_DATABASE", raising=False)
    assert main(["doctor", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["data"] is None


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish", "man"])
def test_completions_and_manual_know_every_command_and_option(
    capsys: pytest.CaptureFixture[str], shell
) -> None:
    """Made from the parsers."""
    assert main(["completion", shell]) == 0
    said = capsys.readouterr().out.replace("\\-", "-")
    assert all(command in said for command in COMMANDS)
    assert "max-rounds" in said


# Each shell is asked as it completes for a person; {words} is what was typed, {script} our file.
ASK = {
    "bash": "source {script}; COMP_WORDS=({words}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); "
    "_ilos; echo ${{COMPREPLY[@]}}",
    "fish": "source {script}; complete -C '{words}' | string replace -r '\\t.*' ''; true",
    "zsh": r"""zmodload zsh/zpty; zpty shell TERM=dumb zsh -f -i
        zpty -w shell "PS1=; fpath=({folder} \$fpath); autoload -Uz compinit; compinit -u -D
            show() {{ print -r -- \"<\$BUFFER>\"; BUFFER= }}; zle -N show; bindkey ^X show
            print REA''DY"
        zpty -r shell seen '*READY*'; zpty -w -n shell "{words}"$'\t\x18'
        zpty -r shell seen '*<*>*'; seen=${{${{seen##*<}}%>*}}; print -r -- ${{${{=seen}}[-1]}}""",
}


@pytest.mark.parametrize(
    "words, expected",
    [
        ("ilos sim", "simulate"),
        ("ilos --ver", "--version"),
        ("ilos arena --gau", "--gauntlet"),
        ("ilos play --edition f", "fr"),
        ("ilos tiles dr", "draw"),
        ("ilos admin bac", "backup"),
    ],
)
@pytest.mark.parametrize("shell", [shell for shell in ASK if shutil.which(shell)])
def test_a_shell_completes_commands_options_and_values(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], shell: str, words: str, expected: str
) -> None:
    """Bash, and zsh and fish where they are installed, are asked themselves."""
    assert main(["completion", shell]) == 0
    script = tmp_path / "_ilos"
    script.write_text(capsys.readouterr().out, encoding="utf-8")
    ask = ASK[shell].format(script=script, folder=tmp_path, words=words)
    quiet = {"bash": "--norc", "fish": "--no-config", "zsh": "-f"}[shell]
    said = subprocess.run([shell, quiet, "-c", ask], capture_output=True, text=True, check=True)
    assert said.stdout.split() == [expected]


def test_man_shows_the_page_without_a_warning(capsys: pytest.CaptureFixture[str]) -> None:
    """With the values that options take and the commands of commands; groff itself is asked."""
    assert main(["completion", "man"]) == 0
    page = capsys.readouterr().out
    assert "\n.B \\-\\-edition {en,fr,de}\n" in page
    assert "\n.B backup\n" in page
    if groff := shutil.which("groff"):
        command = [groff, "-man", "-ww", "-Kutf8", "-Tutf8"]
        shown = subprocess.run(command, input=page, check=True, capture_output=True, text=True)
        assert shown.stderr == ""
        assert "ilos arena" in shown.stdout


def test_serve_refuses_to_start_without_the_browser_client(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """One line that says what to do, instead of a blank page."""
    monkeypatch.setattr("ilos.cli.serve.CLIENT", tmp_path / "index.html")
    assert main(["serve", "--data", str(tmp_path)]) == 2
    said = capsys.readouterr().err
    assert "the browser client is not part of this installation" in said
    assert said.count("\n") == 1
    assert list(tmp_path.iterdir()) == []
