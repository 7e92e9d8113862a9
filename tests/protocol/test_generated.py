"""The generated files are those that the definitions give."""

from pathlib import Path

from ilos.protocol.decoders import decoders
from ilos.protocol.reference import reference
from ilos.protocol.typescript import typescript

ROOT = Path(__file__).parents[2]


def test_the_typescript_types_are_up_to_date() -> None:
    """Run `python -m ilos.protocol.typescript` if this fails."""
    written = (ROOT / "web/src/protocol/messages.ts").read_text(encoding="utf-8")
    assert typescript() == written


def test_the_decoders_are_up_to_date() -> None:
    """Run `python -m ilos.protocol.typescript` if this fails."""
    for name, text in decoders().items():
        assert text == (ROOT / "web/src/protocol" / name).read_text(encoding="utf-8")


def test_the_protocol_page_is_up_to_date() -> None:
    """Run `python -m ilos.protocol.reference` if this fails."""
    written = (ROOT / "docs/protocol.md").read_text(encoding="utf-8")
    assert reference(written) == written
