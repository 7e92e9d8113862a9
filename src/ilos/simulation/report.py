"""The report of an arena: tables and plots in one HTML file that needs nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path

from ilos.drawing.words import amount
from ilos.rules.names import RESOURCES
from ilos.simulation import plots
from ilos.simulation.match import Result
from ilos.simulation.schedule import count
from ilos.simulation.standings import COLUMNS, Table, interval, percent

_ACTIONS = (
    "ship", "explore", "raid", "plantation", "gold_mine", "fort", "trading_post", "ruins", "market",
)  # fmt: skip

_INTERVALS = (
    "Shares of wins have 95 % intervals (Wilson), which take games for independent of each other."
)

_STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; } th, td { padding: .2rem .8rem; text-align: right; }
th:first-child, td:first-child { text-align: left; } tr + tr { border-top: 1px solid #8884; }
svg { width: 100%; max-width: 44rem; }
svg text { font: 11px system-ui, sans-serif; fill: currentColor; }
.grid { stroke: currentColor; opacity: .15; } .range { stroke: #1b6a86; stroke-width: 2; }
.even { stroke: #c8553d; stroke-dasharray: 4 3; }
:root { color-scheme: light dark; }
"""


def write_report(path: Path, table: Table, results: Sequence[Result]) -> None:
    """Write the report of these games."""
    plan = table.plan
    title = f"Arena: {', '.join(plan.bots)}"
    played = [result for result in results if result["scores"] is not None]
    kind = plan.format.replace("_", " ")
    total = count(plan)
    games = amount(len(results), "game") + (f" of {total}" if len(results) < total else "")
    about = f"{games}, {plan.players} players, {kind}, seed {plan.seed}"
    body = [
        f"<h1>{escape(title)}</h1>",
        f"<p>{escape(about)}, edition {escape(plan.edition)}. {_INTERVALS}</p>",
        "<h2>Standings</h2>" + _html_table(list(COLUMNS), table.cells()),
        _pairings(table),
        _forfeits(results),
        *(f"<h2>{escape(name)}</h2>{plot}" for name, plot in _plots(table, played).items()),
    ]
    page = (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{escape(title)}</title>'
        f"<style>{_STYLE}</style><body>{''.join(body)}</body></html>"
    )
    path.write_text(page, encoding="utf-8")


def _html_table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    top = "".join(f"<th>{escape(name)}</th>" for name in head)
    lines = ["".join(f"<td>{escape(str(cell))}</td>" for cell in row) for row in rows]
    return f"<table><tr>{top}</tr>{''.join(f'<tr>{line}</tr>' for line in lines)}</table>"


def _pairings(table: Table) -> str:
    rows = []
    for meeting in table.meetings:
        m = meeting.to_json()
        within = f"{percent(m['low'])} – {percent(m['high'])}"
        others = ", ".join(m["bots"][1:])
        rows.append([f"{m['bots'][0]} against {others}", percent(m["share"]), within, m["games"]])
    head = ["pairing", "first wins", "95 % interval", "games"]
    return "<h2>Pairings</h2>" + _html_table(head, rows)


def _forfeits(results: Sequence[Result]) -> str:
    found = [(r["game"], r["forfeit"]) for r in results if r["forfeit"] is not None]
    if not found:
        return ""
    rows = [[forfeit["bot"], game, forfeit["why"]] for game, forfeit in found]
    return "<h2>Forfeits</h2>" + _html_table(["bot", "game", "why"], rows)


def _plots(table: Table, played: Sequence[Result]) -> dict[str, str]:
    """By heading, which names what is counted."""
    ratings = [
        (s.bot, s.rating, s.rating - 1.96 * s.doubt, s.rating + 1.96 * s.doubt)
        for s in table.ranked()
    ]
    scores: dict[str, list[float]] = {bot: [] for bot in table.plan.bots}
    used = {bot: [0.0] * len(_ACTIONS) for bot in table.plan.bots}
    for result in played:
        for seat, bot in enumerate(result["seats"]):
            scores[bot].append(result["scores"][seat])
            for i, action in enumerate(_ACTIONS):
                used[bot][i] += result["actions"][seat].get(action, 0)
    use = {bot: [n / max(1, len(scores[bot])) for n in counts] for bot, counts in used.items()}
    names = [action.replace("_", " ") for action in _ACTIONS]
    lengths = {"games": [float(result["rounds"]) for result in played]}
    return {
        "Ratings, with 95 % intervals": plots.intervals("Ratings", ratings, None),
        "Scores, in % of seats": plots.histogram("Scores", "score", scores),
        "Length, in % of games": plots.histogram("Rounds", "rounds", lengths, bins=40),
        "Share of wins by seat, with 95 % intervals": _seats(table, played),
        "Use of each action, times a game": plots.bars("Actions", "action", names, use),
        "Prices, in steps risen on average": plots.lines(
            "Prices", "round", price_paths(played), headroom=1.4
        ),
    }


def _seats(table: Table, played: Sequence[Result]) -> str:
    players = table.plan.players
    rows = []
    for seat in range(players):
        won = sum(result["points"][seat] for result in played)
        low, high = interval(won, len(played))
        rows.append((f"seat {seat}", won / max(1, len(played)), low, high))
    return plots.intervals("Share of wins by seat", rows, 1 / players)


def price_paths(played: Sequence[Result]) -> dict[str, list[tuple[float, float]]]:
    """The mean step of each row by round; a game that is over keeps its last prices."""
    longest = max((len(result["prices"]) for result in played), default=0)
    paths: dict[str, list[tuple[float, float]]] = {resource: [] for resource in RESOURCES}
    for number in range(longest):
        steps = [r["prices"][min(number, len(r["prices"]) - 1)] for r in played if r["prices"]]
        for i, resource in enumerate(RESOURCES):
            paths[resource].append((number + 1.0, sum(step[i] for step in steps) / len(steps)))
    return paths
