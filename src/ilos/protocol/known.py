"""Reading what another release wrote: what this one does not know is left out.

Requests are closed, so that a misspelt field is refused. Data that is already stored, and answers
of a server, may come from a newer release that only added fields.
"""

from typing import Any, TypeVar

import msgspec
from msgspec import inspect

T = TypeVar("T")


def decode_known(text: bytes | str, kind: type[T]) -> T:
    """Decode a JSON text without the keys that `kind` does not name.

    >>> from ilos.protocol.tables import TableSettings
    >>> decode_known('{"title": "Friday", "fog": true}', TableSettings).title
    'Friday'
    """
    try:
        return msgspec.json.decode(text, type=kind)
    except msgspec.ValidationError:
        known = _known(msgspec.json.decode(text), inspect.type_info(kind))
        return msgspec.json.decode(msgspec.json.encode(known), type=kind)


def _known(value: Any, shape: inspect.Type) -> Any:
    if isinstance(shape, inspect.Metadata):
        return _known(value, shape.type)
    if isinstance(shape, inspect.UnionType):
        return _known(value, _member(value, shape))
    if isinstance(shape, inspect.ListType | inspect.VarTupleType) and isinstance(value, list):
        return [_known(item, shape.item_type) for item in value]
    if isinstance(shape, inspect.DictType) and isinstance(value, dict):
        return {key: _known(item, shape.value_type) for key, item in value.items()}
    if isinstance(shape, inspect.StructType) and isinstance(value, dict):
        kept = {field.encode_name: field.type for field in shape.fields}
        tag = {shape.tag_field} if shape.tag_field else set()
        return {
            key: _known(item, kept[key]) if key in kept else item
            for key, item in value.items()
            if key in kept or key in tag
        }
    return value


def _member(value: Any, union: inspect.UnionType) -> inspect.Type:
    """The struct or list of a union that a value is meant to be."""
    for shape in union.types:
        bare = shape.type if isinstance(shape, inspect.Metadata) else shape
        if isinstance(bare, inspect.StructType) and isinstance(value, dict):
            if not bare.tag_field or value.get(bare.tag_field) == bare.tag:
                return bare
        elif isinstance(bare, inspect.ListType | inspect.VarTupleType) and isinstance(value, list):
            return bare
    return inspect.AnyType()
