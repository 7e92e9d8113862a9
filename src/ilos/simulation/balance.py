"""A study of balance: the same deals for every edition, played by one kind of bot in all seats.

Every game is a line of a file as soon as it is over, so a study that was interrupted goes on
where it stopped. `balance_facts` reads a game, `balance_report` writes the page.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import Any, NamedTuple

from ilos.records.tile_sets import default_tile_set, parse_tile_set, write_tile_set
from ilos.rules.names import Edition
from ilos.rules.setup import Options
from ilos.simulation.balance_facts import GameFacts, facts_of
from ilos.simulation.games import bot_setup, play_game
from ilos.simulation.identity import identities
from ilos.simulation.pool import Report, run_tasks


class OtherStudy(ValueError):
    """The file holds games of another study."""


class Deal(NamedTuple):
    """One game of a study."""

    players: int
    edition: Edition
    seed: int


@dataclass(frozen=True)
class Study:
    """What is played."""

    bot: str = "skilled"
    games: int = 200  # for each number of players and edition
    seed: int = 1
    players: tuple[int, ...] = (2, 3, 4, 5)
    editions: tuple[Edition, ...] = ("en", "fr")  # RULES 7: fr and de are the same game
    tiles: str = ""  # the text of a tile set file; the default set if empty

    def deals(self) -> Iterator[Deal]:
        """All games, mixed, so that an unfinished study is even too."""
        for seed in range(self.seed, self.seed + self.games):
            for players in self.players:
                for edition in self.editions:
                    yield Deal(players, edition, seed)

    @property
    def size(self) -> int:
        return self.games * len(self.players) * len(self.editions)

    @cached_property
    def header(self) -> dict[str, Any]:
        """What games must have in common to be counted together; BadBot if there is no such bot."""
        tiles = self.tiles or write_tile_set(default_tile_set())
        digest = hashlib.sha256(tiles.encode()).hexdigest()[:16]
        identity = identities([self.bot])[self.bot]
        return {"study": 2, "bot": self.bot, "identity": identity, "tiles": digest}


def play_deal(study: Study, deal: Deal) -> GameFacts:
    """Play one game; the same deal and bot give the same game."""
    tile_set = parse_tile_set(study.tiles) if study.tiles else default_tile_set()
    setup = bot_setup([study.bot] * deal.players, Options(edition=deal.edition), tile_set)
    return facts_of(play_game(setup, deal.seed), deal.seed)


def _work(study: Study, deal: Deal, report: Report) -> GameFacts:
    report(deal)
    return play_deal(study, deal)


def run(study: Study, data: Path | None, jobs: int) -> Iterator[GameFacts]:
    """Yield the facts of every game of the study: those that the file holds, then the rest.

    Each new game is written to the file, if one is given, before it is passed on. OtherStudy if
    the file holds games of other bots or tiles.
    """
    wanted = set(study.deals())
    done = {}
    for game in read(study, data) if data else ():
        deal = Deal(game["players"], game["edition"], game["seed"])  # type: ignore[arg-type]
        if deal in wanted:
            done[deal] = game
    yield from done.values()
    left = [deal for deal in study.deals() if deal not in done]
    games = run_tasks(partial(_work, study), left, jobs)
    if data is None:
        yield from games
    elif left:
        yield from _kept(study, data, games)


def _kept(study: Study, data: Path, games: Iterator[GameFacts]) -> Iterator[GameFacts]:
    """Write each game to the file before it is passed on."""
    data.parent.mkdir(parents=True, exist_ok=True)
    is_new = not data.exists()
    with data.open("a", encoding="utf-8") as file:
        if is_new:
            file.write(json.dumps(study.header) + "\n")
        for game in games:
            file.write(json.dumps(game) + "\n")
            file.flush()
            yield game


def read(study: Study, data: Path) -> list[GameFacts]:
    """The games that a file holds; a line that was cut off by an interruption is dropped."""
    if not data.exists():
        return []
    try:
        lines = data.read_text(encoding="utf-8").splitlines(keepends=True)
        whole = [line for line in lines if line.endswith("\n")]
        header, *games = [json.loads(line) for line in whole] or [None]
    except ValueError:
        raise OtherStudy(f"{data} is no file of a balance study") from None
    if len(whole) < len(lines):
        data.write_text("".join(whole), encoding="utf-8")
    if header is None:
        data.unlink()
        return []
    if header != study.header:
        raise OtherStudy(f"{data} holds games of another study ({header}), not {study.header}")
    return games
