"""How many notices went out in a day, by address, sender and host: all processes count together."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "notice_counts",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("began", sa.BigInteger, nullable=False),
        sa.Column("count", sa.Integer, nullable=False),
    )
