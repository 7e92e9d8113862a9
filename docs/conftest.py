"""The examples of the documentation write files: each page gets a folder of its own."""

import dataclasses

import pytest

from ilos.records.tile_sets import default_tile_set, write_tile_set


@pytest.fixture(autouse=True)
def _own_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    mine = dataclasses.replace(default_tile_set(), name="my islands")
    (tmp_path / "my-islands.toml").write_text(write_tile_set(mine), encoding="utf-8")
