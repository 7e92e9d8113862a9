"""What CONTRIBUTING, "How to add", asks for and nothing else would miss."""

import inspect
from pathlib import Path

from ilos.protocol.tables import TableSettings
from ilos.server.tables.summary import summarize
from ilos.store.rows import TableSummary

ROOT = Path(__file__).parent.parent

# Options for programs: the page offers one tile set, the safety valve of RULES 5 and a drawn start.
NOT_ASKED = {"tile_set", "max_rounds", "first_player"}


def test_every_option_of_a_table_is_asked_for_in_the_page() -> None:
    """An option of a table: its question in CreateTable.svelte, or a line above."""
    page = (ROOT / "web/src/lobby/CreateTable.svelte").read_text(encoding="utf-8")
    missing = {name for name in TableSettings.__struct_fields__ if name not in page}
    assert missing == NOT_ASKED


def test_every_column_of_the_summary_is_given_its_value() -> None:
    """A column of a table's summary: its value in summary.py, not the default of the field."""
    source = inspect.getsource(summarize)
    assert [name for name in TableSummary.__struct_fields__ if f"{name}=" not in source] == []
