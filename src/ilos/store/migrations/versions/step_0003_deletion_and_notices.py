"""What is past its time is marked before it is deleted; addresses for notices are confirmed first.

Only columns are added, each empty: processes from before go on. An address that was never confirmed
gets no more notices until its owner confirms it.
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns."""
    op.add_column("tables", sa.Column("marked", sa.BigInteger))
    op.add_column("records", sa.Column("marked", sa.BigInteger))
    op.add_column("chairs", sa.Column("email_proof", sa.String(64)))
    op.add_column("chairs", sa.Column("webhook_proof", sa.String(64)))
    op.add_column("chairs", sa.Column("asker", sa.String(64)))
    op.add_column("chairs", sa.Column("told", sa.BigInteger))
