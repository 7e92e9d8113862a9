"""Quick reactions are lines of chat."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column."""
    op.add_column("chat_lines", sa.Column("reaction", sa.String(16)))
