"""The first form of the database."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Makes all tables."""
    op.create_table(
        "tables",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("code", sa.String(16), nullable=False, unique=True),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.Column("creator", sa.String(64), nullable=False),
        sa.Column("visibility", sa.String(16), nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
        sa.Column("head", sa.Integer, nullable=False),
        sa.Column("waiting", sa.String(8)),
        sa.Column("deadline", sa.BigInteger),
        sa.Column("summary", sa.Text, nullable=False),
    )
    op.create_index("tables_by_change", "tables", ["changed"])
    op.create_index("tables_by_status", "tables", ["status", "visibility", "created"])
    op.create_index("tables_by_deadline", "tables", ["deadline"])
    op.create_index("tables_by_creator", "tables", ["creator", "status"])
    op.create_table(
        "entries",
        _table_id(),
        sa.Column("version", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("form", sa.Integer, nullable=False),
        sa.Column("deed_id", sa.String(64)),
        sa.Column("body", sa.Text, nullable=False),
        sa.UniqueConstraint("table_id", "deed_id", name="entries_by_deed"),
    )
    op.create_table(
        "tokens",
        _table_id(),
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("chair", sa.Integer),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "chairs",
        _table_id(),
        sa.Column("chair", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("email", sa.String(254)),
        sa.Column("webhook", sa.String(500)),
        sa.Column("muted", sa.String(64), nullable=False),
        sa.Column("notified", sa.Integer, nullable=False),
    )
    op.create_table(
        "chat",
        _table_id(),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("deed_id", sa.String(64), nullable=False),
        sa.Column("chair", sa.Integer),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("audience", sa.String(16), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.UniqueConstraint("table_id", "deed_id", name="chat_by_deed"),
    )
    op.create_table(
        "records",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("creator", sa.String(64), nullable=False),
        sa.Column("body", sa.Text, nullable=False),
    )
    op.create_index("records_by_creation", "records", ["created"])
    op.create_table(
        "bans",
        sa.Column("kind", sa.String(16), primary_key=True),
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("until", sa.BigInteger),
        sa.Column("reason", sa.String(200), nullable=False),
    )
    op.create_table(
        "leases",
        _table_id(),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "keys",
        sa.Column("name", sa.String(32), primary_key=True),
        sa.Column("value", sa.String(128), nullable=False),
    )


def _table_id() -> sa.Column[str]:
    return sa.Column(
        "table_id",
        sa.String(32),
        sa.ForeignKey("tables.id", ondelete="CASCADE"),
        primary_key=True,
        nullable=False,
    )
