"""A small table to put into a store."""

from ilos.store.log_entries import Created
from ilos.store.rows import NewEntry, NewTable, TableSummary

STANDING = TableSummary(status="open", waiting=None, deadline=None, summary="{}")


def a_table(name: str = "t1") -> NewTable:
    return NewTable(
        id=name, code=f"code-{name}", secret="5ec2e7", creator="me", visibility="listed"
    )


def created() -> NewEntry:
    return NewEntry(Created(settings={}, chairs=[], commitment="c0"))
