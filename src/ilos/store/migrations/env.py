"""Alembic's entry: the connection comes from `ilos.store.migrate`, never from a file."""

from alembic import context

from ilos.store.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    transactional_ddl=False,
)
context.run_migrations()
