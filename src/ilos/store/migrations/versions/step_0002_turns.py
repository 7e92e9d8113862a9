"""Whose turn it is, and in which round, in columns of their own: every move writes them.

Nothing is read or copied, so no table is locked for long: of a table nobody has moved at since, the
summary says it. Processes from before go on, and keep all of it in the summary.
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Adds the columns; SQLite loses an index that every move wrote and nobody asked there."""
    op.add_column("tables", sa.Column("round", sa.Integer))
    op.add_column("tables", sa.Column("to_move", sa.Integer))
    if op.get_bind().dialect.name == "sqlite":
        op.drop_index("tables_by_change", "tables")
