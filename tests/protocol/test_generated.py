"""The generated files are those that the definitions give."""

from pathlib import Path
from typing import get_args

import web_samples

from ilos.protocol.codes import RefusalCode
from ilos.protocol.decoders import decoders
from ilos.protocol.reference import reference
from ilos.protocol.typescript import typescript
from ilos.rules.cards import PRINTED

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


def test_every_refusal_says_what_it_means() -> None:
    """The comment beside a code is its row on the page of the protocol."""
    page = reference("")
    assert [code for code in get_args(RefusalCode) if f"| `{code}` | " not in page] == []


def test_the_samples_of_the_client_are_what_the_engine_says() -> None:
    """Run `scripts/samples` if this fails."""
    written = {path.name: path.read_text("utf-8") for path in web_samples.FOLDER.glob("*.ts")}
    assert web_samples.files() == written


def test_the_table_on_the_cards_is_that_of_the_rules() -> None:
    """RULES 4.1, cost, cost under piracy and ships."""
    assert {card: tuple(row) for card, row in PRINTED.items()} == {
        "ship": (1, None, None),
        "plantation": (2, 3, 1),
        "gold_mine": (5, 7, 2),
        "building": (2, 4, 2),
        "ruins": (7, 7, 1),
        "market": (1, None, None),
    }
