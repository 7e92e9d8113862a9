"""The sizes of imported records, for quotas of storage; the index answers without the records."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column and its index."""
    op.add_column("records", sa.Column("size", sa.Integer, nullable=False, server_default="0"))
    op.execute(sa.text("UPDATE records SET size = length(body)"))
    op.create_index("records_by_creator", "records", ["creator", "size"])
