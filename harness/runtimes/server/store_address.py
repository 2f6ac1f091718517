"""Which store an address means."""

from __future__ import annotations

from typing import Final

from harness.errors import LocalError
from harness.runtimes.server.store import Database, Store
from harness.runtimes.server.store_sqlite import SqliteDatabase

_POSTGRES: Final = ("postgresql", "postgres")


def open_store(address: str) -> Store:
    """Open the store at this address; see `open_database`."""
    return Store(open_database(address))


def open_database(address: str) -> Database:
    """Open the database of a store.

    Args:
        address: Path of an SQLite file, `:memory:`, or `postgresql://…` in any form that libpq reads.

    Raises:
        LocalError: It cannot be used; the message says why, and repeats no password.
    """
    scheme, found, _ = address.partition("://")
    if not found:
        return SqliteDatabase(address)
    if scheme not in _POSTGRES:
        raise LocalError(f"{scheme}:// is no kind of store; give the path of a file, or postgresql://…")
    try:
        from harness.runtimes.server.store_postgres import PostgresDatabase  # noqa: PLC0415
    except ImportError as error:
        raise LocalError(
            f"a store in PostgreSQL needs the extra: pip install 'bluff-harness[postgres]' ({error})"
        ) from None
    return PostgresDatabase(address)
