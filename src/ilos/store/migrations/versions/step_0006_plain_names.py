"""Tables and columns get the names that the program uses.

On PostgreSQL, which processes share, each old name stays as a view that can be written, so that
processes from before go on. SQLite keeps the text of a table's definition, so the tables are made
again there and their rows copied.
"""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

# The old table, its new name, the columns that are renamed, and its unique constraint.
RENAMED = (
    (
        "entries",
        "log_entries",
        {"form": "format", "deed_id": "command_id"},
        ("entries_by_deed", "log_entries_by_command"),
    ),
    ("chat", "chat_lines", {"deed_id": "command_id"}, ("chat_by_deed", "chat_lines_by_command")),
    ("chairs", "chair_settings", {"asker": "requester", "told": "notified_at"}, None),
)


def upgrade() -> None:
    """Rename them."""
    bind = op.get_bind()
    for old, new, columns, unique in RENAMED:
        names = [column["name"] for column in sa.inspect(bind).get_columns(old)]
        if bind.dialect.name == "sqlite":
            _create(new)
            op.execute(sa.text(f"INSERT INTO {new} SELECT {', '.join(names)} FROM {old}"))  # noqa: S608  names from above
            op.drop_table(old)
            continue
        op.rename_table(old, new)
        for before, after in columns.items():
            op.alter_column(new, before, new_column_name=after)
        constraints = [(f"{old}_{kind}", f"{new}_{kind}") for kind in ("pkey", "table_id_fkey")]
        for before, after in [*constraints, *([unique] if unique else [])]:
            op.execute(sa.text(f"ALTER TABLE {new} RENAME CONSTRAINT {before} TO {after}"))
        shown = [f"{columns[name]} AS {name}" if name in columns else name for name in names]
        op.execute(sa.text(f"CREATE VIEW {old} AS SELECT {', '.join(shown)} FROM {new}"))  # noqa: S608


def _create(name: str) -> None:
    """Make a table with its columns in the order of the old one."""
    table_id = sa.Column(
        "table_id",
        sa.String(32),
        sa.ForeignKey("tables.id", ondelete="CASCADE"),
        primary_key=True,
        nullable=False,
    )
    columns: dict[str, list[sa.Column[object] | sa.UniqueConstraint]] = {
        "log_entries": [
            sa.Column("version", sa.Integer, primary_key=True, autoincrement=False),
            sa.Column("at", sa.BigInteger, nullable=False),
            sa.Column("format", sa.Integer, nullable=False),
            sa.Column("command_id", sa.String(64)),
            sa.Column("body", sa.Text, nullable=False),
            sa.UniqueConstraint("table_id", "command_id", name="log_entries_by_command"),
        ],
        "chat_lines": [
            sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
            sa.Column("command_id", sa.String(64), nullable=False),
            sa.Column("chair", sa.Integer),
            sa.Column("name", sa.String(64), nullable=False),
            sa.Column("text", sa.Text, nullable=False),
            sa.Column("audience", sa.String(16), nullable=False),
            sa.Column("at", sa.BigInteger, nullable=False),
            sa.UniqueConstraint("table_id", "command_id", name="chat_lines_by_command"),
        ],
        "chair_settings": [
            sa.Column("chair", sa.Integer, primary_key=True, autoincrement=False),
            sa.Column("email", sa.String(254)),
            sa.Column("webhook", sa.String(500)),
            sa.Column("muted", sa.String(64), nullable=False),
            sa.Column("notified", sa.Integer, nullable=False),
            sa.Column("email_proof", sa.String(64)),
            sa.Column("webhook_proof", sa.String(64)),
            sa.Column("requester", sa.String(64)),
            sa.Column("notified_at", sa.BigInteger),
        ],
    }
    op.create_table(name, table_id, *columns[name])
