"""Reads the message definitions once, for the generators: names, fields, types, notes."""

import functools
import inspect
import io
import tokenize
import types
import typing
from dataclasses import dataclass
from typing import Any, Literal, Union

import msgspec

from ilos.protocol.messages import MODULES


@dataclass(frozen=True)
class Field:
    """One field of a message."""

    name: str  # as it travels
    type: Any
    required: bool
    default: object
    note: str  # the comment beside it


@dataclass(frozen=True)
class Outline:
    """One message or shape."""

    name: str
    section: str  # the module it lives in
    text: str  # first paragraph of its docstring
    tag: tuple[str, str] | None  # tag field and value
    fields: tuple[Field, ...]


def outlines() -> list[Outline]:
    """Every struct of the protocol in the order of definition."""
    return [_outline(struct) for module in MODULES for struct in _structs(module)]


@functools.cache
def aliases() -> dict[str, Any]:
    """Every named union and literal: `Card`, `Move`, `ServerMessage`."""
    return {
        name: value
        for module in MODULES
        for name, value in vars(module).items()
        if _is_alias(value) and not name.startswith("_")
    }


def _is_alias(value: Any) -> bool:
    return typing.get_origin(value) in (Literal, Union, types.UnionType) or is_total(value)


def is_total(value: Any) -> bool:
    """Is this a dictionary with an entry for every key?"""
    return any(getattr(meta, "extra_json_schema", None) for meta in typing.get_args(value)[1:])


def _structs(module: types.ModuleType) -> list[type[msgspec.Struct]]:
    return [
        value
        for value in vars(module).values()
        if isinstance(value, type)
        and issubclass(value, msgspec.Struct)
        and value.__module__ == module.__name__
        and not value.__name__.startswith("_")
        and not value.__subclasses__()  # a base is no shape of its own
    ]


def _outline(struct: type[msgspec.Struct]) -> Outline:
    hints = typing.get_type_hints(struct, include_extras=True)
    notes = _notes(struct)
    config = struct.__struct_config__
    fields = tuple(
        Field(
            field.encode_name,
            hints[field.name],
            _is_always_there(field, config),
            _default(field),
            notes.get(field.name, ""),
        )
        for field in msgspec.structs.fields(struct)
    )
    tag = (config.tag_field, str(config.tag)) if config.tag_field else None
    section = struct.__module__.rsplit(".", 1)[-1]
    text = " ".join((inspect.getdoc(struct) or "").partition("\n\n")[0].split())
    return Outline(struct.__name__, section, text, tag, fields)


def _is_always_there(field: msgspec.structs.FieldInfo, config: Any) -> bool:
    """A client may leave out what has a default; what we write ourselves (frozen) is complete."""
    if config.frozen:
        return field.default is msgspec.NODEFAULT or not config.omit_defaults
    return field.required


def _default(field: msgspec.structs.FieldInfo) -> object:
    if field.default is not msgspec.NODEFAULT:
        return field.default
    return field.default_factory() if field.default_factory is not msgspec.NODEFAULT else None


def _notes(struct: type[msgspec.Struct]) -> dict[str, str]:
    """The trailing comment of each field, read from the source, so that it is written once."""
    notes: dict[str, str] = {}
    name = None
    reader = io.StringIO(inspect.getsource(struct)).readline
    for token in tokenize.generate_tokens(reader):
        if token.type == tokenize.NAME and token.start[1] == 4 and token.line[:4] == "    ":
            name = token.string
        elif token.type == tokenize.COMMENT and name and token.line.strip()[0] != "#":
            notes[name] = token.string.lstrip("# ")
    return notes
