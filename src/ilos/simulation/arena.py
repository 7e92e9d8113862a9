"""An arena: plays every game of a plan, keeps each result as it comes, and can be resumed.

A folder holds one arena: `games.jsonl` (the plan, then a line for each game), and when all games
are played `standings.csv`, `standings.json` and `report.html`.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from ilos.simulation.playing import Result
from ilos.simulation.report import write_report
from ilos.simulation.schedule import Match, Plan, count, matches
from ilos.simulation.standings import Table, table_of
from ilos.simulation.workers import Limits, play_all

FORMAT = "ilos-arena-1"


class ArenaError(ValueError):
    """An arena that cannot be run or resumed."""


class Arena:
    """The games of one plan in one folder."""

    def __init__(self, plan: Plan, folder: Path) -> None:
        self.plan = plan
        self.folder = folder
        self.results: dict[str, Result] = {}
        self._file = folder / "games.jsonl"
        self._open()

    def _open(self) -> None:
        """Read what was played before, or begin."""
        header = {"format": FORMAT, "plan": self.plan.to_json()}
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            if not self._file.exists() or self._file.stat().st_size == 0:
                self._file.write_text(json.dumps(header) + "\n", encoding="utf-8")
                return
            lines = self._file.read_text(encoding="utf-8").splitlines(keepends=True)
        except (OSError, UnicodeDecodeError) as error:
            raise ArenaError(f"{self._file} cannot be used: {error}") from error
        if _parsed(lines[0]) != header:
            raise ArenaError(
                f"{self._file} belongs to another arena (other bots, seed or options); "
                "choose another folder with --out, or remove it"
            )
        self._take_over(lines[1:])

    def _take_over(self, lines: list[str]) -> None:
        """Keep whole lines; an interruption may have cut the last one."""
        known = {match.id: match for match in matches(self.plan)}
        good = []
        for line in lines:
            result = _parsed(line) if line.endswith("\n") else None
            if isinstance(result, dict) and result.get("game") in known:
                self.results[result["game"]] = result
                good.append(line)
        if len(good) < len(lines):
            head = json.dumps({"format": FORMAT, "plan": self.plan.to_json()}) + "\n"
            self._file.write_text(head + "".join(good), encoding="utf-8")

    @property
    def total(self) -> int:
        return count(self.plan)

    def missing(self) -> Iterator[Match]:
        """The games not yet played."""
        return (match for match in matches(self.plan) if match.id not in self.results)

    def run(
        self,
        jobs: int,
        limits: Limits | None = None,
        on_result: Callable[[Result], None] | None = None,
    ) -> Table:
        """Play what is missing in local processes; the final standings, all files written."""
        return self.collect(play_all(self.plan, self.missing(), jobs, limits), on_result)

    def collect(
        self, results: Iterator[Result], on_result: Callable[[Result], None] | None = None
    ) -> Table:
        """Take in results from wherever they are played."""
        with self._file.open("a", encoding="utf-8") as file:
            for result in results:
                file.write(json.dumps(result, ensure_ascii=False) + "\n")
                file.flush()
                self.results[result["game"]] = result
                if on_result is not None:
                    on_result(result)
        table = self.table()
        self._write_tables(table)
        write_report(self.folder / "report.html", table, self._in_order())
        return table

    def table(self) -> Table:
        """The standings so far."""
        return table_of(self.plan, self._in_order())

    def _in_order(self) -> list[Result]:
        """As planned, not as they came in: ratings depend on the order."""
        played = (self.results.get(match.id) for match in matches(self.plan))
        return [result for result in played if result is not None]

    def _write_tables(self, table: Table) -> None:
        found = table.to_json()
        (self.folder / "standings.json").write_text(json.dumps(found, indent=2), encoding="utf-8")
        with (self.folder / "standings.csv").open("w", encoding="utf-8", newline="") as file:
            rows: list[dict[str, Any]] = found["standings"]
            writer = csv.DictWriter(file, list(rows[0]))
            writer.writeheader()
            writer.writerows(rows)
        with (self.folder / "games.csv").open("w", encoding="utf-8", newline="") as file:
            _write_games(file, self._in_order())


def _parsed(line: str) -> Any:
    try:
        return json.loads(line)
    except ValueError:
        return None


def _write_games(file: Any, results: list[Result]) -> None:
    """One line for each seat of each game."""
    writer = csv.writer(file)
    writer.writerow(["game", "seed", "seat", "bot", "points", "score", "rounds", "reason"])
    for result in results:
        for seat, bot in enumerate(result["seats"]):
            score = result["scores"][seat] if result["scores"] else ""
            facts = [result["points"][seat], score, result["rounds"], result["reason"]]
            writer.writerow([result["game"], result["seed"], seat, bot, *facts])
