"""The tables of the database; `migrations/` builds them and a test compares the two."""

from sqlalchemy import (
    BigInteger,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData()

tables = Table(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("code", String(16), nullable=False, unique=True),  # to invite others
    Column("secret", String(64), nullable=False),  # of the fair shuffle; leaves only after the end
    Column("creator", String(64), nullable=False),  # keyed hash of the address, for quotas
    Column("visibility", String(16), nullable=False),
    Column("status", String(16), nullable=False),
    Column("created", BigInteger, nullable=False),  # milliseconds
    Column("changed", BigInteger, nullable=False),
    Column("head", Integer, nullable=False),  # number of the last log entry
    Column("waiting", String(8)),  # "bot", "human" or null: for whom the table waits
    Column("deadline", BigInteger),  # when the clock of the waiting seat runs out
    Column("round", Integer),  # these two change with nearly every move, the summary seldom
    Column("to_move", Integer),
    Column("summary", Text, nullable=False),  # for lists; made from the log
    Column("marked", BigInteger),  # for deletion: the server's running time when it was marked
    Index("tables_by_status", "status", "visibility", "created"),
    Index("tables_by_deadline", "deadline"),
    Index("tables_by_creator", "creator", "status"),
)

# For `changed_since`, which only processes ask that share PostgreSQL; every move writes it.
Index("tables_by_change", tables.c.changed, info={"only": "postgresql"}).ddl_if("postgresql")

log_entries = Table(
    "log_entries",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("format", Integer, nullable=False),  # version of the body's format, for later readers
    Column("command_id", String(64)),  # chosen by the client: the same id never takes effect twice
    Column("body", Text, nullable=False),
    UniqueConstraint("table_id", "command_id", name="log_entries_by_command"),
)

tokens = Table(
    "tokens",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("hash", String(64), primary_key=True),  # SHA-256 of a token of 160 random bits
    Column("chair", Integer),  # null: the host
    Column("created", BigInteger, nullable=False),
)

chair_settings = Table(
    "chair_settings",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("chair", Integer, primary_key=True, autoincrement=False),
    Column("email", String(254)),
    Column("webhook", String(500)),
    Column("muted", String(64), nullable=False),  # chairs, separated by spaces; -1: spectators
    Column("notified", Integer, nullable=False),  # version of the last notification
    Column("email_proof", String(64)),  # hash of the code in the link, then "confirmed"
    Column("webhook_proof", String(64)),
    Column("requester", String(64)),  # keyed hash of the address that asked for notices
    Column("notified_at", BigInteger),  # when the last notification went out
)

chat_lines = Table(
    "chat_lines",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("command_id", String(64), nullable=False),
    Column("chair", Integer),  # null: a spectator
    Column("name", String(64), nullable=False),
    Column("text", Text, nullable=False),
    Column("audience", String(16), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("reaction", String(16)),  # a quick reaction instead of a text
    UniqueConstraint("table_id", "command_id", name="chat_lines_by_command"),
)

records = Table(
    "records",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("created", BigInteger, nullable=False),
    Column("creator", String(64), nullable=False),
    Column("body", Text, nullable=False),
    Column("marked", BigInteger),  # as for tables
    Column("size", Integer, nullable=False, server_default="0"),  # bytes of the body
    Index("records_by_creation", "created"),
    Index("records_by_creator", "creator", "size"),
)

bans = Table(
    "bans",
    metadata,
    Column("kind", String(16), primary_key=True),  # "address" or "token"
    Column("hash", String(64), primary_key=True),
    Column("until", BigInteger),  # null: for good
    Column("reason", String(200), nullable=False),
)

leases = Table(
    "leases",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("version", Integer, nullable=False),
    Column("owner", String(64), nullable=False),
    Column("until", BigInteger, nullable=False),
)

outages = Table(
    "outages",
    metadata,
    Column("began", BigInteger, primary_key=True, autoincrement=False),  # the last sign of life
    Column("ended", BigInteger, nullable=False),
)

notice_counts = Table(
    "notice_counts",
    metadata,
    Column("hash", String(64), primary_key=True),  # keyed, of an address, a sender or a host
    Column("began", BigInteger, nullable=False),  # when the day of this count began
    Column("count", Integer, nullable=False),
)

keys = Table(
    "keys",
    metadata,
    Column("name", String(32), primary_key=True),
    Column("value", String(128), nullable=False),
)
