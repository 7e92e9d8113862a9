"""Small plots as SVG text: inside a report, which is then one file, or as files of their own."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from html import escape
from math import ceil

WIDTH, HEIGHT = 640, 260
_LEFT, _RIGHT, _TOP, _BOTTOM = 56, 16, 16, 40
PALETTE = ("#1b6a86", "#c8553d", "#5b8c3e", "#8a5a9e", "#c99a2e", "#4a4a4a", "#d17ba0", "#2f8f83")


def _svg(body: Sequence[str], title: str, height: int = HEIGHT) -> str:
    return (
        f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{escape(title)}">'
        f"<title>{escape(title)}</title>{''.join(body)}</svg>"
    )


def _text(x: float, y: float, text: str, anchor: str = "middle") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'


def _line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" class="{kind}"/>'


def _step(span: float) -> float:
    """A round step that cuts a span into about five."""
    step = 1e-6
    while span / step > 6:
        for factor in (2, 2.5, 2):
            step *= factor
            if span / step <= 6:
                break
    return step


class _Frame:
    """Axes: from numbers to places on the page."""

    def __init__(self, x: tuple[float, float], y: tuple[float, float]) -> None:
        self._x, self._y = x, (y[0], y[1] if y[1] > y[0] else y[0] + 1)

    def at(self, x: float, y: float) -> tuple[float, float]:
        across = (x - self._x[0]) / ((self._x[1] - self._x[0]) or 1)
        up = (y - self._y[0]) / (self._y[1] - self._y[0])
        return (
            _LEFT + across * (WIDTH - _LEFT - _RIGHT),
            HEIGHT - _BOTTOM - up * (HEIGHT - _TOP - _BOTTOM),
        )

    def rulers(self, x_title: str, x_ticks: Sequence[tuple[float, str]] | None = None) -> list[str]:
        drawn = []
        step = _step(self._y[1] - self._y[0])
        level = self._y[0]
        while level <= self._y[1] + step / 1e6:
            x, y = self.at(self._x[0], level)
            drawn += [
                _line(x, y, WIDTH - _RIGHT, y, "grid"),
                _text(x - 6, y + 4, f"{level:g}", "end"),
            ]
            level += step
        if x_ticks is None:
            step = max(1.0, _step(self._x[1] - self._x[0]))
            first = ceil(self._x[0] / step)
            ticks = [i * step for i in range(first, int(self._x[1] / step) + 1)]
            x_ticks = [(tick, f"{tick:g}") for tick in ticks]
        for place, name in x_ticks:
            x, y = self.at(place, self._y[0])
            drawn.append(_text(x, y + 16, name))
        drawn.append(_text(WIDTH / 2, HEIGHT - 4, x_title))
        return drawn


def _legend(names: Sequence[str]) -> list[str]:
    drawn = []
    for i, name in enumerate(names):
        y = _TOP + 14 * i
        colour = PALETTE[i % len(PALETTE)]
        drawn.append(f'<rect x="{WIDTH - 150}" y="{y}" width="10" height="10" fill="{colour}"/>')
        drawn.append(_text(WIDTH - 136, y + 9, name, "start"))
    return drawn


def intervals(
    title: str, rows: Sequence[tuple[str, float, float, float]], even: float | None
) -> str:
    """Named values, each with its interval, one under the other; a mark where all are even."""
    low = min([row[2] for row in rows] + ([even] if even is not None else []))
    high = max([row[3] for row in rows] + ([even] if even is not None else []))
    span = (high - low) or 1.0
    height = 40 + 26 * len(rows)

    def x(value: float) -> float:
        return 250 + (value - low) / span * (WIDTH - 330)

    drawn = []
    if even is not None:
        drawn.append(_line(x(even), 8, x(even), height - 24, "even"))
        drawn.append(_text(x(even), height - 8, f"even: {even:.3g}"))
    for i, (name, value, least, most) in enumerate(rows):
        y = 20 + 26 * i
        drawn.append(_text(240, y + 4, name, "end"))
        drawn.append(_line(x(least), y, x(most), y, "range"))
        drawn.append(f'<circle cx="{x(value):.1f}" cy="{y}" r="4" fill="{PALETTE[0]}"/>')
        drawn.append(_text(WIDTH - 60, y + 4, f"{value:.3g}", "start"))
    return _svg(drawn, title, height)


def lines(
    title: str,
    x_title: str,
    series: Mapping[str, Sequence[tuple[float, float]]],
    headroom: float = 1.0,
) -> str:
    """Curves over a common axis; headroom above 1 leaves space for the names."""
    points = [point for curve in series.values() for point in curve] or [(0.0, 0.0)]
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    frame = _Frame((min(xs), max(xs)), (min(0.0, min(ys)), max(ys) * headroom))
    drawn = frame.rulers(x_title)
    for i, curve in enumerate(series.values()):
        places = " ".join("{:.1f},{:.1f}".format(*frame.at(*point)) for point in curve)
        colour = PALETTE[i % len(PALETTE)]
        drawn.append(
            f'<polyline points="{places}" fill="none" stroke="{colour}" stroke-width="2"/>'
        )
    return _svg(drawn + _legend(list(series)), title)


def bars(
    title: str,
    x_title: str,
    groups: Sequence[str],
    series: Mapping[str, Sequence[float]],
    headroom: float = 1.05,
) -> str:
    """Groups of bars, one bar for each series; headroom leaves space for the names."""
    top = max((value for values in series.values() for value in values), default=1.0)
    frame = _Frame((0, len(groups)), (0.0, top * headroom or 1.0))
    drawn = frame.rulers(x_title, [(i + 0.5, name) for i, name in enumerate(groups)])
    wide = 0.8 / max(1, len(series))
    for i, values in enumerate(series.values()):
        for k, value in enumerate(values):
            x, y = frame.at(k + 0.1 + i * wide, value)
            right, floor = frame.at(k + 0.1 + (i + 1) * wide, 0.0)
            box = f'x="{x:.1f}" y="{y:.1f}" width="{right - x - 1:.1f}" height="{floor - y:.1f}"'
            drawn.append(f'<rect {box} fill="{PALETTE[i % len(PALETTE)]}"/>')
    return _svg(drawn + _legend(list(series)), title)


def histogram(
    title: str, x_title: str, series: Mapping[str, Sequence[float]], bins: int = 20
) -> str:
    """How often values fall where, as curves of shares."""
    values = [value for numbers in series.values() for value in numbers]
    if not values:
        return lines(title, x_title, {})
    low, high = min(values), max(values)
    wide = max((high - low) / bins, 1.0)
    curves = {}
    for name, numbers in series.items():
        counts = [0] * (int((high - low) / wide) + 1)
        for number in numbers:
            counts[int((number - low) / wide)] += 1
        share = 100.0 / max(1, len(numbers))
        curves[name] = [(low + i * wide + (wide - 1) / 2, n * share) for i, n in enumerate(counts)]
    return lines(title, x_title, curves)


_STYLE = (
    "text{font:11px 'Alegreya Sans',system-ui,sans-serif;fill:#3b2618}"
    ".grid{stroke:#3b2618;opacity:.15}"
    ".range{stroke:#1b6a86;stroke-width:2}"
    ".even{stroke:#c8553d;stroke-dasharray:4 3}"
)


def standalone(plot: str) -> str:
    """A plot as a file of its own, with paper, ink and its size.

    >>> standalone(lines("Rise", "x", {"a": [(0, 0), (1, 1)]}))[:41]
    '<svg xmlns="http://www.w3.org/2000/svg" w'
    """
    found = re.match(r'<svg viewBox="0 0 (\d+) (\d+)"', plot)
    if found is None:
        raise ValueError("a plot begins with its size")
    size = f'width="{found[1]}" height="{found[2]}"'
    paper = f'<style>{_STYLE}</style><rect {size} fill="#fffbf0"/>'
    opened = plot.replace("<svg ", f'<svg xmlns="http://www.w3.org/2000/svg" {size} ', 1)
    return opened.replace("</title>", f"</title>{paper}", 1) + "\n"
