"""Writes `web/src/protocol`, types and decoders: `python -m ilos.protocol.typescript`."""

import re
import sys
import types
import typing
from pathlib import Path
from typing import Annotated, Any, Literal, Union

import msgspec

from ilos.protocol.codes import RefusalCode
from ilos.protocol.outline import Outline, aliases, is_total, outlines
from ilos.protocol.shapes import PROTOCOL
from ilos.rules.cards import PRINTED

HEAD = """\
// Generated from ilos.protocol by `python -m ilos.protocol.typescript`; never edit by hand.

export const PROTOCOL = {protocol};
"""

# A ship lies at a part or in a hideout: of these two fields exactly one travels.
EITHER = ("part", "hideout")

_PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", type(None): "null"}


def typescript() -> str:
    """The types."""
    parts = [HEAD.format(protocol=PROTOCOL)]
    for name, value in named_types().items():
        parts.append(_alias(name, value))
    parts += [_interface(outline) for outline in outlines()]
    parts.append(_printed())
    return "\n".join(parts)


def _printed() -> str:
    """The table of RULES 4.1, which no message carries: it is the same in every game."""
    rows = [
        f"  {card}: {{ "
        + ", ".join(
            f"{name}: {'null' if value is None else value}"
            for name, value in printed._asdict().items()
        )
        + " },"
        for card, printed in PRINTED.items()
    ]
    text = "/** What is printed on the cards: cost, cost under piracy, own ships needed. */"
    kind = "{ cost: number; piracy: number | null; ships: number | null }"
    head = f"export const PRINTED: Readonly<Record<Card, Readonly<{kind}>>> = {{"
    return "\n".join([text, head, *rows, "};\n"])


def named_types() -> dict[str, Any]:
    """Every union and every list of words that has a name."""
    return {"RefusalCode": RefusalCode, **aliases()}


def _alias(name: str, value: Any) -> str:
    if typing.get_origin(value) is not Literal:
        return f"export type {name} = {type_name(value, skip=name)};\n"
    words = ", ".join(literal(part) for part in typing.get_args(value))
    listed = list_name(name)
    return (
        f"export const {listed} = [{words}] as const;\n"
        f"export type {name} = (typeof {listed})[number];\n"
    )


def list_name(name: str) -> str:
    """The constant that lists the words of a type: `SITE_KINDS` for `SiteKind`."""
    plural = re.sub("y$", "ie", re.sub("us$", "use", name)).removesuffix("s") + "s"
    return re.sub(r"(?<!^)(?=[A-Z])", "_", plural).upper()


def _interface(outline: Outline) -> str:
    text = f"/** {outline.text} */"
    lines = [] if outline.tag is None else [f"{outline.tag[0]}: {_quote(outline.tag[1])};"]
    for item in outline.fields:
        note = f" // {item.note}" if item.note else ""
        mark = "" if item.required else "?"
        lines.append(f"{item.name}{mark}: {type_name(item.type)};{note}")
    if not is_either(outline):
        body = [f"  readonly {line}" for line in lines]
        return "\n".join([text, f"export interface {outline.name} {{", *body, "}\n"])
    both = "".join(f"readonly {line} " for line in lines[:-2])
    return (
        f"{text}\nexport type {outline.name} =\n"
        f"  | {{ {both}readonly part: number }}\n  | {{ {both}readonly hideout: true }};\n"
    )


def is_either(outline: Outline) -> bool:
    """Whether the struct ends with the two fields of which one travels."""
    return tuple(item.name for item in outline.fields[-2:]) == EITHER


def type_name(value: Any, skip: str = "") -> str:
    """A type as TypeScript writes it; `skip` is the alias being defined."""
    named = next((n for n, a in aliases().items() if n != skip and is_same(a, value)), None)
    if named is not None and skip == "":
        return named
    origin, arguments = typing.get_origin(value), typing.get_args(value)
    if origin is Annotated:
        if is_total(value):
            return type_name(arguments[0]).replace("Partial<", "").removesuffix(">")
        title = title_of(value)
        return title.replace("Event[]", "readonly Event[]") if title else type_name(arguments[0])
    if origin in (Union, types.UnionType):
        return " | ".join(type_name(part) for part in arguments)
    if origin is Literal:
        return " | ".join(literal(part) for part in arguments)
    if origin is list or (origin is tuple and arguments[-1] is ...):
        inner = type_name(arguments[0])
        return f"readonly ({inner})[]" if " | " in inner else f"readonly {inner}[]"
    if origin is tuple:
        return "readonly [" + ", ".join(type_name(part) for part in arguments) + "]"
    if origin is dict:
        names = f"{type_name(arguments[0])}, {type_name(arguments[1])}"
        return f"Readonly<Partial<Record<{names}>>>"
    return _PLAIN.get(value) or str(value.__name__)


def title_of(value: Any) -> str | None:
    """What a piece of ready JSON holds, in the words of TypeScript."""
    notes = typing.get_args(value)[1:]
    return next((m.title for m in notes if isinstance(m, msgspec.Meta) and m.title), None)


def is_same(alias: Any, value: Any) -> bool:
    """Whether a type is the one that an alias names."""
    return alias is value or (typing.get_origin(alias) is not None and alias == value)


def literal(value: object) -> str:
    """A word of a closed list."""
    return str(value).lower() if isinstance(value, bool) else _quote(str(value))


def _quote(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def main(folder: Path) -> None:
    """Write the files."""
    from ilos.protocol.decoders import decoders

    for name, text in {"messages.ts": typescript(), **decoders()}.items():
        (folder / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "web/src/protocol"))
