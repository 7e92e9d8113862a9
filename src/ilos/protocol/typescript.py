"""Writes `web/src/protocol/messages.ts`: `python -m ilos.protocol.typescript`."""

import sys
import types
import typing
from pathlib import Path
from typing import Annotated, Any, Literal, Union

import msgspec

from ilos.protocol.codes import CLOSE_CODES, RefusalCode
from ilos.protocol.outline import Outline, aliases, is_total, outlines
from ilos.protocol.shapes import PROTOCOL

HEAD = """\
// Generated from ilos.protocol by `python -m ilos.protocol.typescript`; never edit by hand.

export const PROTOCOL = {protocol};

export const CLOSE_REASONS: Record<number, string> = {{
{closes}
}};
"""

_PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", type(None): "null"}


def typescript() -> str:
    """The whole file."""
    closes = "\n".join(f"  {code}: {_quote(why)}," for code, why in CLOSE_CODES.items())
    parts = [HEAD.format(protocol=PROTOCOL, closes=closes)]
    names = {"RefusalCode": RefusalCode, **aliases()}
    for name, value in names.items():
        parts.append(f"export type {name} = {type_name(value, skip=name)};\n")
    parts += [_interface(outline) for outline in outlines()]
    return "\n".join(parts)


def _interface(outline: Outline) -> str:
    lines = [f"/** {outline.text} */", f"export interface {outline.name} {{"]
    if outline.tag is not None:
        field, value = outline.tag
        lines.append(f"  {field}: {_quote(value)};")
    for item in outline.fields:
        note = f" // {item.note}" if item.note else ""
        mark = "" if item.required else "?"
        lines.append(f"  {item.name}{mark}: {type_name(item.type)};{note}")
    return "\n".join([*lines, "}\n"])


def type_name(value: Any, skip: str = "") -> str:
    """A type as TypeScript writes it; `skip` is the alias being defined."""
    named = next((n for n, a in aliases().items() if n != skip and _same(a, value)), None)
    if named is not None and skip == "":
        return named
    origin, arguments = typing.get_origin(value), typing.get_args(value)
    if origin is Annotated:
        title = next(
            (m.title for m in arguments[1:] if isinstance(m, msgspec.Meta) and m.title), None
        )
        if is_total(value):
            return type_name(arguments[0]).removeprefix("Partial<").removesuffix(">")
        return title or type_name(arguments[0])
    if origin in (Union, types.UnionType):
        return " | ".join(type_name(part) for part in arguments)
    if origin is Literal:
        return " | ".join(_literal(part) for part in arguments)
    if origin is list or (origin is tuple and arguments[-1] is ...):
        inner = type_name(arguments[0])
        return f"({inner})[]" if " | " in inner else f"{inner}[]"
    if origin is tuple:
        return "[" + ", ".join(type_name(part) for part in arguments) + "]"
    if origin is dict:
        return f"Partial<Record<{type_name(arguments[0])}, {type_name(arguments[1])}>>"
    return _PLAIN.get(value) or str(value.__name__)


def _same(alias: Any, value: Any) -> bool:
    return alias is value or (typing.get_origin(alias) is not None and alias == value)


def _literal(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else _quote(str(value))


def _quote(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


if __name__ == "__main__":
    Path(sys.argv[1] if len(sys.argv) > 1 else "web/src/protocol/messages.ts").write_text(
        typescript(), encoding="utf-8"
    )
