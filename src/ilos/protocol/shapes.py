"""The two kinds of struct every message is made of: plain shapes and tagged messages."""

import re

import msgspec

# Raised when an old client could misread a message; it is then told to reload.
PROTOCOL = 2


def tag_of(name: str) -> str:
    """The `type` of a message class: `SubmitMove` travels as `submit_move`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


class Shape(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A part of a message: closed, so that a misspelt or smuggled field is refused."""


class Tagged(Shape, tag_field="type", tag=tag_of):
    """One member of a closed union, told apart by its `type`."""
