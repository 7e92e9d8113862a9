"""Decisions of bots as arrays: what the seat saw, might do, did, and what came of it.

A folder holds `dataset.json` and shards `00000.npz`, … of whole games, each with

- `observations`, int8, decisions × 2990, and `masks`, bool, decisions × 393;
- `actions`, int16, and `seats`, int8: what was decided, and by whom;
- `outcomes`, float32: the reward of that seat at the end of its game;
- `policies`, float16, decisions × 393, if a search decided: its visits, as shares.
"""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ilos.bots import Budget
from ilos.bots.search_bot import SearchBot
from ilos.engine import api
from ilos.engine.constants import DECISIONS, PH_PAY
from ilos.engine.learning.batch import rewards
from ilos.engine.learning.observation import ACTION_VERSION, OBSERVATION_VERSION
from ilos.environments.table import action_mask, bare_setup, observation
from ilos.environments.vector import VectorEnv
from ilos.rules.chance import SeededChance
from ilos.rules.game import Game
from ilos.views import view

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

GAMES = 256  # of a shard without search
SEARCHED_GAMES = 8  # of a shard with search

Shard = dict[str, "NDArray[Any]"]


class _Rows:
    """Room for the decisions of a shard, made once and grown when it is too small."""

    def __init__(self) -> None:
        self.count = 0
        self._room: Shard = {}

    def add(self, **columns: NDArray[Any]) -> None:
        more = len(next(iter(columns.values())))
        for name, values in columns.items():
            room = self._room.get(name)
            if room is None or len(room) < self.count + more:
                grown = np.empty(
                    (2 * (self.count + more) + 50_000, *values.shape[1:]), values.dtype
                )
                if room is not None:
                    grown[: self.count] = room[: self.count]
                self._room[name] = room = grown
            room[self.count : self.count + more] = values
        self.count += more

    def columns(self) -> Shard:
        """Views of what was added."""
        return {name: room[: self.count] for name, room in self._room.items()}


_room = _Rows()  # of the next shard: memory that was used before is quicker than new memory


def quick_shard(players: int, seed: int, games: int, bot: str, noise: float) -> Shard:
    """Whole games of `random` or `greedy` seats; a share `noise` of decisions is random.

    The arrays are only good until the next call.
    """
    env = VectorEnv(games, players, seed)
    luck = np.random.default_rng(seed)
    playing = np.ones(games, np.bool_)
    ends: NDArray[np.float32] = np.zeros((games, players), np.float32)
    _room.count = 0
    while playing.any():
        decisions = env.sample().copy()
        if bot == "greedy":
            best = env.advise()
            decisions = np.where(luck.random(games) < noise, decisions, best) if noise else best
        which = slice(None) if playing.all() else np.flatnonzero(playing)
        _room.add(
            observations=env.observations[which],
            masks=env.masks[which],
            actions=decisions[which].astype(np.int16),
            seats=env.seats[which],
            games=np.arange(games)[which],
        )
        env.step(decisions)
        over = env.dones & playing
        ends[over] = env.rewards[over]
        playing &= ~over
    shard = _room.columns()
    shard["outcomes"] = ends[shard.pop("games"), shard["seats"]]
    return shard


def searched_shard(players: int, seed: int, games: int, simulations: int) -> Shard:
    """Whole games of search bots, with how often each decision was visited."""
    rows: list[tuple[Any, ...]] = []
    outcomes: list[float] = []
    for game in range(games):
        before = len(rows)
        ends = _search_game(players, seed * SEARCHED_GAMES + game, simulations, rows)
        outcomes += [ends[row[3]] for row in rows[before:]]
    kinds = (np.int8, np.bool_, np.int16, np.int8, np.float16)
    names = ("observations", "masks", "actions", "seats", "policies")
    columns = zip(names, kinds, zip(*rows, strict=True), strict=True)
    shard: Shard = {name: np.array(column, kind) for name, kind, column in columns}
    shard["outcomes"] = np.array(outcomes, np.float32)
    return shard


def _search_game(
    players: int, seed: int, simulations: int, rows: list[tuple[Any, ...]]
) -> list[float]:
    """Play one game, add its decisions to the rows, and return what each seat earned."""
    setup = bare_setup(players)
    game = Game(setup, SeededChance(seed * 6))
    bots = [SearchBot("skilled", simulations) for _ in range(players)]
    luck = [SeededChance(seed * 6 + 1 + seat) for seat in range(players)]
    while not game.is_over:
        seat = game.position.seat
        thoughts = bots[seat].ponder(view(game, seat), Budget(), luck[seat])
        move = thoughts.move(0.0, luck[seat])
        p = game.position.copy()
        for number, decision in enumerate(thoughts.decisions):
            mask = action_mask(p, seat)
            if mask.sum() > 1:
                policy: NDArray[np.float32] = np.zeros(DECISIONS, np.float32)
                if p.phase != PH_PAY:
                    for choice, visits, _ in thoughts.choices(thoughts.decisions[:number]):
                        policy[choice] = visits
                if policy.sum() == 0:  # payments, and where the tree ends: the heuristics decided
                    policy[decision] = 1
                seen = observation(p, seat, setup.options.stocks)
                rows.append((seen, mask, decision, seat, policy / policy.sum()))
            api.take_decision(p, decision)
        game.play(move, seat)
    return list(rewards(game.position))


def write_shard(folder: Path, number: int, shard: Shard) -> None:
    """Write one file; it appears under its name only when it is whole.

    The same as `np.savez`, which copies every array once more and takes three times the CPU time.
    """
    unfinished = folder / f"{number:05}.part"
    try:
        with zipfile.ZipFile(unfinished, "w") as archive:
            for name, column in shard.items():
                with archive.open(f"{name}.npy", "w", force_zip64=True) as file:
                    header = np.lib.format.header_data_from_array_1_0(column)
                    np.lib.format.write_array_header_1_0(file, header)
                    file.write(column.data)
        unfinished.replace(folder / f"{number:05}.npz")
    finally:
        unfinished.unlink(missing_ok=True)


def write_about(folder: Path, **facts: object) -> None:
    """Say what the folder holds."""
    versions = {"observation_version": OBSERVATION_VERSION, "action_version": ACTION_VERSION}
    text = json.dumps({"format": "ilos-dataset-1", **versions, **facts}, indent=1)
    (folder / "dataset.json").write_text(text, encoding="utf-8")


def shards(folder: str | Path) -> Iterator[Shard]:
    """Return the shards of a folder, read one by one; FileNotFoundError if it has none."""
    paths = sorted(Path(folder).glob("*.npz"))
    if not paths:
        there = "holds no shards" if Path(folder).is_dir() else "is no folder"
        raise FileNotFoundError(f"{folder} {there}; `ilos dataset --out {folder}` makes some")
    return map(_read_shard, paths)


def _read_shard(path: Path) -> Shard:
    with np.load(path) as file:
        return {name: file[name] for name in file.files}
