"""What the client checks in everything that arrives: the text of `web/src/protocol/*_decoders.ts`.

Two files, because the start page loads no game.
"""

import types
import typing
from typing import Annotated, Any, Literal, Union

from ilos.protocol import http, server
from ilos.protocol.outline import Outline, aliases, is_total, outlines
from ilos.protocol.tables import TableInfo
from ilos.protocol.typescript import (
    is_either,
    is_same,
    list_name,
    literal,
    named_types,
    title_of,
)

HEAD = """\
// Generated from ilos.protocol by `python -m ilos.protocol.typescript`; never edit by hand.
import * as is from "../lib/decode";
import * as M from "./messages";
"""

LOBBY = (
    server.LobbyMessage,
    TableInfo,
    http.Found,
    http.MyTablesAnswer,
    http.Problem,
    http.RecordImported,
    http.Seated,
    http.SeatOffered,
    http.ServerInfo,
    http.TableCreated,
    http.TableList,
)
GAME = (server.ServerMessage, http.Replay, http.Frames)

_PLAIN = {str: "is.string", int: "is.number", float: "is.number", bool: "is.boolean"}


def decoders() -> dict[str, str]:
    """The files with the decoders of all that is received, each after those it needs."""
    lobby = _Writer({})
    game = _Writer({name: f"lobby.{name}" for name in lobby.write(LOBBY)})
    game.write(GAME)
    imports = 'import * as lobby from "./lobby_decoders";\n'
    return {
        "lobby_decoders.ts": "\n".join([HEAD, *lobby.written.values()]) + "\n",
        "game_decoders.ts": "\n".join([HEAD + imports, *game.written.values()]) + "\n",
    }


class _Writer:
    def __init__(self, known: dict[str, str]) -> None:
        self.known = known  # what stands in another file, and how it is called here
        self.written: dict[str, str] = {}
        self.outlines = {outline.name: outline for outline in outlines()}

    def write(self, roots: tuple[Any, ...]) -> dict[str, str]:
        for root in roots:
            self.shape(root)
        return self.written

    def shape(self, value: Any) -> str:
        """The expression that checks a type; what it needs by name is written before."""
        name = next((n for n, a in aliases().items() if is_same(a, value)), None)
        return self.named(name) if name else self.expression(value)

    def named(self, name: str) -> str:
        if name in self.known:
            return self.known[name]
        if name not in self.written:
            outline = self.outlines.get(name)
            text = self.struct(outline) if outline else self.alias(name)
            self.written[name] = f"export const {name}: is.Shape<M.{name}> = {text};"
        return name

    def alias(self, name: str) -> str:
        value = named_types()[name]
        if typing.get_origin(value) is Literal:
            return f"is.oneOf(M.{list_name(name)})"
        return self.expression(value)

    def struct(self, outline: Outline) -> str:
        fields = [(item.name, self.field(item.type, item.required)) for item in outline.fields]
        if outline.tag is not None:
            fields.insert(0, (outline.tag[0], f'is.oneOf(["{outline.tag[1]}"])'))
        if not is_either(outline):
            return _object(fields)
        both = fields[:-2]
        part = _object([*both, ("part", "is.number")])
        hideout = _object([*both, ("hideout", "is.oneOf([true])")])
        return f"is.either({part}, {hideout})"

    def field(self, value: Any, required: bool) -> str:
        shape = self.shape(value)
        return shape if required else f"is.optional({shape})"

    def expression(self, value: Any) -> str:
        origin, arguments = typing.get_origin(value), typing.get_args(value)
        if origin is Annotated:
            if is_total(value):
                return self.total(arguments[0])
            title = title_of(value)
            return self.titled(title) if title else self.shape(arguments[0])
        if origin in (Union, types.UnionType):
            return self.union(arguments)
        if origin is Literal:
            return "is.oneOf([" + ", ".join(literal(part) for part in arguments) + "])"
        if origin is list or (origin is tuple and arguments[-1] is ...):
            return f"is.list({self.shape(arguments[0])})"
        if origin is tuple:
            return "is.tuple(" + ", ".join(self.shape(part) for part in arguments) + ")"
        if origin is dict:
            return f"is.dictionary({self.shape(arguments[1])})"
        return _PLAIN.get(value) or self.named(value.__name__)

    def total(self, value: Any) -> str:
        keys, inner = typing.get_args(value)
        shape = self.shape(inner)
        return _object([(str(key), shape) for key in typing.get_args(keys)])

    def union(self, parts: tuple[Any, ...]) -> str:
        some = [part for part in parts if part is not type(None)]
        if len(some) < len(parts):
            inner = self.shape(some[0]) if len(some) == 1 else self.union(tuple(some))
            return f"is.nullable({inner})"
        tags = [self.tag(part) for part in some]
        if None in tags:
            return "is.either(" + ", ".join(self.shape(part) for part in some) + ")"
        told = [(tag, self.shape(part)) for tag, part in zip(tags, some, strict=True) if tag]
        shapes = ", ".join(f"{word}: {shape}" for (_, word), shape in told)
        return f'is.tagged("{told[0][0][0]}", {{ {shapes} }})'

    def tag(self, value: Any) -> tuple[str, str] | None:
        outline = self.outlines.get(getattr(value, "__name__", ""))
        return outline.tag if outline else None

    def titled(self, title: str) -> str:
        if title.endswith(" | null"):
            return f"is.nullable({self.titled(title.removesuffix(' | null'))})"
        if title.endswith("[]"):
            return f"is.list({self.titled(title.removesuffix('[]'))})"
        return self.named(title)


def _object(fields: list[tuple[str, str]]) -> str:
    inner = ", ".join(name if name == shape else f"{name}: {shape}" for name, shape in fields)
    return f"is.object({{ {inner} }})"
