"""`ilos dataset`: whole games as arrays that are read in three lines."""

import json
from pathlib import Path

import numpy as np
import pytest

from ilos.cli import main
from ilos.environments.dataset import searched_shard, shards, write_shard


@pytest.mark.parametrize("words", [["--bot", "random"], ["--bot", "greedy", "--noise", "0.2"]])
def test_a_shard_holds_whole_games(tmp_path: Path, words: list[str]) -> None:
    """Every action is legal, and outcomes are those of 3 players."""
    out = tmp_path / "data"
    assert main(["dataset", "--games", "12", "--players", "3", *words, "--out", str(out)]) == 0
    with np.load(out / "00000.npz") as shard:
        seen, masks, actions = shard["observations"], shard["masks"], shard["actions"]
        seats, outcomes = shard["seats"], shard["outcomes"]
    assert seen.shape == (len(actions), 2990)
    assert masks[np.arange(len(actions)), actions].all()
    assert (masks.sum(axis=1) >= 2).all()
    assert set(np.unique(seats)) == {0, 1, 2}
    assert set(np.unique(outcomes)) <= {-0.5, 0.0, 0.25, 1.0}
    about = json.loads((out / "dataset.json").read_text())
    assert (about["games"], about["decisions"]) == (12, len(actions))


def test_a_search_tells_its_policy(tmp_path: Path) -> None:
    """Shares of visits over legal decisions; with several shards."""
    out = tmp_path / "data"
    assert main(["dataset", "--games", "9", "--search", "4", "--out", str(out)]) == 0
    found = list(shards(out))
    assert len(found) == 2
    for shard in found:
        policies, masks = shard["policies"].astype(np.float32), shard["masks"]
        assert np.allclose(policies.sum(axis=1), 1, atol=0.01)
        assert (policies[~masks] == 0).all()
        assert (policies[np.arange(len(masks)), shard["actions"]] > 0).all()


def test_no_game_is_in_two_shards() -> None:
    """The last shard may be shorter, and still has games of its own."""
    whole, short = (searched_shard(2, 3, games, 1) for games in (2, 1))
    assert len(short["actions"]) < len(whole["actions"])
    for name, column in short.items():
        assert np.array_equal(whole[name][: len(column)], column)


def test_numpy_reads_what_was_written(tmp_path: Path) -> None:
    """The same file that NumPy would write, with every kind of array."""
    shard = {"a": np.arange(6, dtype=np.int16).reshape(2, 3), "b": np.array([True, False])}
    write_shard(tmp_path, 7, shard)
    with np.load(tmp_path / "00007.npz") as found:
        assert found.files == ["a", "b"]
        for name, column in shard.items():
            assert found[name].dtype == column.dtype
            assert np.array_equal(found[name], column)
    assert [path.name for path in tmp_path.iterdir()] == ["00007.npz"]


def test_the_same_seed_gives_the_same_data(tmp_path: Path) -> None:
    """And a folder that is there is never written into."""
    folders = [str(tmp_path / name) for name in "ab"]
    for folder in folders:
        assert main(["dataset", "--games", "4", "--out", folder]) == 0
    first, second = (next(shards(folder)) for folder in folders)
    assert all(np.array_equal(first[name], second[name]) for name in first)
    assert main(["dataset", "--games", "4", "--out", folders[0]]) == 2


class Interrupting:
    """A column in whose middle the writing of a shard is interrupted."""

    def __init__(self, column) -> None:
        self.dtype, self.shape, self.flags = column.dtype, column.shape, column.flags

    @property
    def data(self) -> None:
        raise KeyboardInterrupt


@pytest.mark.parametrize("finished", [0, 1])
def test_an_interruption_keeps_whole_shards_alone_and_says_so(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    finished: int,
) -> None:
    """Without any, the folder is removed, so that the same command can be run again."""

    def searched(players: int, seed: int, games: int, simulations: int):
        shard = searched_shard(players, seed, games, simulations)
        if seed == 1 + finished:
            shard["actions"] = Interrupting(shard["actions"])  # type: ignore[assignment]
        return shard

    monkeypatch.setattr("ilos.environments.dataset.searched_shard", searched)
    out = tmp_path / "data"
    assert main(["dataset", "--games", "9", "--search", "1", "--out", str(out)]) == 130
    said = capsys.readouterr().err
    if finished:
        assert f"8 games, {len(next(shards(out))['actions'])} decisions are kept in {out}" in said
        assert sorted(path.name for path in out.iterdir()) == ["00000.npz", "dataset.json"]
        assert json.loads((out / "dataset.json").read_text())["games"] == 8
    else:
        assert f"no file was finished; {out} is removed" in said
        assert not out.exists()


def test_a_folder_without_shards_is_refused_at_once(tmp_path: Path) -> None:
    """A misspelt name is not a dataset of no games."""
    with pytest.raises(FileNotFoundError, match="nope is no folder"):
        shards(tmp_path / "nope")
    with pytest.raises(FileNotFoundError, match="holds no shards"):
        shards(tmp_path)
