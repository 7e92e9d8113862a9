"""Writes the generated half of `docs/protocol.md`: every message with its fields and their meaning.

`python -m ilos.protocol.reference` keeps what stands above the mark and rewrites what is below.
"""

import inspect
import re
import sys
from pathlib import Path

import msgspec

from ilos.protocol import codes
from ilos.protocol.codes import CLOSE_CODES, STATUS
from ilos.protocol.outline import Outline, aliases, outlines
from ilos.protocol.typescript import type_name

MARK = "<!-- generated below this line by `python -m ilos.protocol.reference` -->"

SECTIONS = {
    "client": "Client to server",
    "server": "Server to client",
    "http": "Bodies of HTTP calls",
    "tables": "Tables",
    "moves": "Moves",
    "events": "Events",
    "choices": "Choices",
    "tiles": "Tiles",
    "setup": "Players and options",
    "record": "The set-up",
    "view_data": "Views",
    "game": "Ships",
    "scoring": "Results",
    "verdicts": "Verdicts",
}


def reference(page: str) -> str:
    """The page with its generated half renewed."""
    return page.split(MARK)[0] + MARK + "\n\n" + _generated()


def _generated() -> str:
    parts = [_codes()]
    for section, title in SECTIONS.items():
        parts.append(f"## {title}\n")
        parts += [_entry(outline) for outline in outlines() if outline.section == section]
    parts.append("## Named values\n")
    rows = [f"| `{name}` | {_cell(type_name(value, name))} |" for name, value in aliases().items()]
    parts.append("\n".join(["| Name | One of |", "| --- | --- |", *rows, ""]))
    return "\n".join(parts)


def _codes() -> str:
    refusals = [
        f"| `{code}` | {STATUS.get(code, 409)} | {why} |"
        for code, why in re.findall(r'    "(\w+)",  # (.+)', inspect.getsource(codes))
    ]
    closes = [f"| {code} | {why} |" for code, why in CLOSE_CODES.items()]
    head = ["## Refusals and closings\n", "| Refusal | HTTP | Meaning |", "| --- | --- | --- |"]
    close = ["", "| Close code | Why |", "| --- | --- |"]
    return "\n".join([*head, *refusals, *close, *closes, ""])


def _entry(outline: Outline) -> str:
    title = f"`{outline.tag[1]}`: {outline.name}" if outline.tag else outline.name
    lines = [f"### {title}\n", outline.text, ""]
    if outline.fields:
        lines += ["| Field | Type | Left out | Meaning |", "| --- | --- | --- | --- |"]
    for field in outline.fields:
        left_out = "no" if field.required else f"`{_default(field.default)}`"
        kind = _cell(type_name(field.type))
        lines.append(f"| `{field.name}` | {kind} | {left_out} | {_cell(field.note, code=False)} |")
    return "\n".join([*lines, ""])


def _default(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _cell(text: str, code: bool = True) -> str:
    escaped = text.replace("readonly ", "").replace("|", "\\|")
    return f"`{escaped}`" if code and escaped else escaped


if __name__ == "__main__":
    path = Path(sys.argv[1] if len(sys.argv) > 1 else "docs/protocol.md")
    path.write_text(reference(path.read_text(encoding="utf-8")), encoding="utf-8")
