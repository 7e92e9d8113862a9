"""Plots as SVG files that stand alone, for pages of the docs."""

from __future__ import annotations

import re

_STYLE = (
    "text{font:11px 'Alegreya Sans',system-ui,sans-serif;fill:#3b2618}"
    ".grid{stroke:#3b2618;opacity:.15}"
    ".range{stroke:#1b6a86;stroke-width:2}"
    ".even{stroke:#c8553d;stroke-dasharray:4 3}"
)


def standalone(plot: str) -> str:
    """A plot of `ilos.simulation.plots` as a file of its own, with paper, ink and its size.

    >>> from ilos.simulation import plots
    >>> standalone(plots.lines("Rise", "x", {"a": [(0, 0), (1, 1)]}))[:41]
    '<svg xmlns="http://www.w3.org/2000/svg" w'
    """
    found = re.match(r'<svg viewBox="0 0 (\d+) (\d+)"', plot)
    if found is None:
        raise ValueError("a plot begins with its size")
    size = f'width="{found[1]}" height="{found[2]}"'
    paper = f'<style>{_STYLE}</style><rect {size} fill="#fffbf0"/>'
    opened = plot.replace("<svg ", f'<svg xmlns="http://www.w3.org/2000/svg" {size} ', 1)
    return opened.replace("</title>", f"</title>{paper}", 1) + "\n"
