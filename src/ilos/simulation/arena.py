"""An arena: plays every game of a plan, keeps each result as it comes, and can be resumed.

A folder holds one arena: `games.jsonl` (the plan, then a line for each game), and, written at the
end or when the run is interrupted, `standings.csv`, `standings.json`, `games.csv` and
`report.html`. The same plan with more games goes on from what lies there.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from ilos.simulation.identity import Identity, identities
from ilos.simulation.match import Result, play_all
from ilos.simulation.pool import Limits
from ilos.simulation.report import write_report
from ilos.simulation.schedule import Match, Plan, count, matches
from ilos.simulation.standings import Table, table_of

FORMAT = "ilos-arena-2"


class ArenaError(ValueError):
    """An arena that cannot be run or resumed."""


class Arena:
    """The games of one plan in one folder; BadBot if a bot of the plan cannot be made."""

    def __init__(
        self,
        plan: Plan,
        folder: Path,
        *,
        fresh: bool = False,
        bots: Mapping[str, Identity] | None = None,
    ) -> None:
        self.plan = plan
        self.folder = folder
        self.results: dict[str, Result] = {}
        self._header: dict[str, Any] = {
            "format": FORMAT,
            "plan": {name: value for name, value in plan.to_json().items() if name != "games"},
            "identities": dict(bots if bots is not None else identities(plan.bots)),
        }
        self._file = folder / "games.jsonl"
        self._open(fresh)

    def _open(self, fresh: bool) -> None:
        """Read what was played before, or begin."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            if fresh or not self._file.exists() or self._file.stat().st_size == 0:
                self._write([])
                return
            lines = self._file.read_text(encoding="utf-8").splitlines(keepends=True)
        except (OSError, UnicodeDecodeError) as error:
            raise ArenaError(f"{self._file} cannot be used: {error}") from error
        self._check_header(_parsed(lines[0]))
        self._take_over(lines[1:])

    def _check_header(self, header: Any) -> None:
        if header == self._header:
            return
        told = "choose another folder with --out, or play all games again with --fresh"
        if isinstance(header, dict) and header.get("plan") == self._header["plan"]:
            before, now = header.get("identities", {}), self._header["identities"]
            changed = ", ".join(bot for bot in now if before.get(bot) != now[bot])
            if changed:
                raise ArenaError(f"{self._file} was played by another version of {changed}; {told}")
        raise ArenaError(
            f"{self._file} belongs to another arena (other bots, seed or options); {told}"
        )

    def _take_over(self, lines: list[str]) -> None:
        """Keep whole lines; an interruption may have cut the last one."""
        planned = {match.id for match in matches(self.plan)}
        whole = []
        for line in lines:
            result = _parsed(line) if line.endswith("\n") else None
            if isinstance(result, dict) and "game" in result:
                whole.append(line)
                if result["game"] in planned:
                    self.results[result["game"]] = result
        if len(whole) < len(lines):
            self._write(whole)

    def _write(self, lines: list[str]) -> None:
        head = json.dumps(self._header) + "\n"
        self._file.write_text(head + "".join(lines), encoding="utf-8")

    @property
    def total(self) -> int:
        return count(self.plan)

    def missing(self) -> Iterator[Match]:
        """Yield the games not yet played."""
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
        """Take in results from wherever they are played; an interrupted run is reported too."""
        try:
            with self._file.open("a", encoding="utf-8") as file:
                for result in results:
                    file.write(json.dumps(result, ensure_ascii=False) + "\n")
                    file.flush()
                    self.results[result["game"]] = result
                    if on_result is not None:
                        on_result(result)
        finally:
            table = self.write_report()
        return table

    def write_report(self) -> Table:
        """Write tables and report of the games so far, and return the standings."""
        table = self.table()
        self._write_tables(table)
        write_report(self.folder / "report.html", table, self._in_order())
        return table

    def table(self) -> Table:
        """Return the standings so far."""
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
