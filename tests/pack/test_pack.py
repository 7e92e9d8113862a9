"""The pack for the page: the engine in WebAssembly plays the very games the native one plays."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).parent.parent
PACK = TESTS.parent / "build" / "pack"
LISTING = PACK / "pack.json"


@pytest.fixture(autouse=True)
def built_pack() -> None:
    """Everything here is about the pack, so it must be there."""
    assert LISTING.exists(), "the pack has not been built: run `make pack`"


def native(*arguments: str, pure: str = "0") -> list[str]:
    """What the program prints on this machine."""
    environment = {**os.environ, "ILOS_PURE": pure, "PYTHONPATH": str(TESTS)}
    return lines([sys.executable, str(TESTS / "pack/games.py"), *arguments], environment)


def in_webassembly(*arguments: str) -> list[str]:
    """What the same program prints in WebAssembly, run by Node."""
    return lines(["node", str(TESTS / "pack/run.mjs"), "pack/games.py", *arguments], {**os.environ})


def lines(command: list[str], environment: dict[str, str]) -> list[str]:
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout.splitlines()


def test_the_pack_is_no_larger_than_eight_megabytes() -> None:
    listing = json.loads(LISTING.read_text())
    sizes = {name: (PACK / name).stat().st_size for name in listing["files"]}
    assert sizes == {name: file["bytes"] for name, file in listing["files"].items()}
    assert sum(file["wire"] for file in listing["files"].values()) <= 8_000_000


def test_a_thousand_seeded_games_have_the_same_checksum_everywhere() -> None:
    compiled = native("decisions", "50", "1000")
    assert compiled[0] == "compiled"
    assert in_webassembly("decisions", "50", "1000") == compiled
    assert native("decisions", "50", "1000", pure="1") == ["uncompiled", *compiled[1:]]


def test_games_between_bots_have_the_same_records_byte_for_byte() -> None:
    assert in_webassembly("records", "12") == native("records", "12")


def test_every_level_plays_the_same_move_from_the_same_view_and_seed() -> None:
    assert in_webassembly("moves") == native("moves")


def test_bots_choose_the_same_moves_with_one_worker_and_with_several() -> None:
    environment = {**os.environ, "PYTHONPATH": str(TESTS)}
    jobs = lines([sys.executable, str(TESTS / "pack/jobs.py")], environment)
    wanted = [json.loads(job)["answer"] for job in jobs]
    for workers in (1, 3):
        done = subprocess.run(
            ["node", str(TESTS / "pack/pool.mjs"), str(workers)],
            input="\n".join(jobs),
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr[-2000:]
        *answers, by_worker = done.stdout.splitlines()
        assert len(json.loads(by_worker)) == workers
        assert all(json.loads(by_worker)), "every worker answered something"
        assert [json.loads(answer) for answer in answers] == wanted
