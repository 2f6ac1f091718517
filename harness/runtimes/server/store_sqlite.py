"""A store in one SQLite file."""

from __future__ import annotations

import contextlib
import fcntl
import os
import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from harness.errors import LocalError
from harness.runtimes.server.store import OLDER, VERSION, Statement

MEMORY: Final = ":memory:"
LOCK: Final = "-lock"
"""What the name of the file that says who uses a store ends with; it stays, its lock does not."""

_APPLICATION: Final = 0x424C5546  # "BLUF"
_SCHEMA: Final = (
    """
CREATE TABLE IF NOT EXISTS settled (
    ordinal INTEGER PRIMARY KEY AUTOINCREMENT,
    match TEXT NOT NULL UNIQUE,
    ended TEXT NOT NULL,
    body TEXT NOT NULL
)
""",
    """
CREATE TABLE IF NOT EXISTS kept (
    ordinal INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,
    key TEXT NOT NULL,
    body BLOB NOT NULL,
    UNIQUE (kind, key)
)
""",
    """
CREATE TABLE IF NOT EXISTS journal (
    room TEXT NOT NULL,
    ordinal INTEGER NOT NULL,
    body BLOB NOT NULL,
    PRIMARY KEY (room, ordinal)
) WITHOUT ROWID
""",
)


class SqliteDatabase:
    """One file, and one more beside it that is locked as long as we live, so that no second server uses the store.

    The write-ahead log needs no fsync for a transaction: it takes some 50 microseconds and survives the death of the
    process; only a power cut may take the last ones, and never a half.

    Args:
        path: A file, created when missing, or `:memory:`.
        patience_s: How long to wait for another process that holds the file; the server stands still meanwhile.

    Raises:
        LocalError: The file cannot be opened, is in use, is no store, or is one of another version.
    """

    def __init__(self, path: str = MEMORY, *, patience_s: float = 0.2) -> None:
        self.name = path
        with contextlib.ExitStack() as opened:
            try:
                if path != MEMORY:
                    opened.callback(os.close, _lock(path))
                self._db = sqlite3.connect(path, isolation_level=None, timeout=patience_s)
            except (OSError, ValueError, sqlite3.Error) as error:
                raise LocalError(f"cannot open the store {path}: {error}") from None
            opened.callback(self._db.close)
            try:
                self._prepare()
            except (sqlite3.Error, LocalError) as error:
                raise LocalError(f"cannot use the store {path}: {error}") from None
            self._opened = opened.pop_all()

    def _prepare(self) -> None:
        (application,) = self._db.execute("PRAGMA application_id").fetchone()
        (version,) = self._db.execute("PRAGMA user_version").fetchone()
        (tables,) = self._db.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if tables and application != _APPLICATION:
            raise LocalError("it is a database of another program")
        if tables and version not in (VERSION, *OLDER):
            raise LocalError(f"it has version {version}, this program reads version {VERSION}")
        self._db.execute("PRAGMA journal_mode=WAL")
        self._db.execute("PRAGMA synchronous=NORMAL")
        with self._transaction():
            self._db.execute(f"PRAGMA application_id={_APPLICATION}")
            for table in _SCHEMA:
                self._db.execute(table)
            self._db.execute(f"PRAGMA user_version={VERSION}")

    def write(self, statements: Sequence[Statement], *, durable: bool) -> None:
        """Carry out all of these or none; see `Database`."""
        try:
            with self._transaction():
                for sql, values in statements:
                    self._db.execute(sql, values)
        except sqlite3.Error as error:
            raise LocalError(str(error)) from None

    def read(self, query: str) -> Sequence[tuple[Any, ...]]:
        """All rows of a query; see `Database`."""
        try:
            return self._db.execute(query).fetchall()
        except sqlite3.Error as error:
            raise LocalError(str(error)) from None

    def close(self) -> None:
        """Close the file, and let others use it."""
        self._opened.close()

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[None]:
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._db.execute("COMMIT")
        except BaseException:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            raise


def _lock(path: str) -> int:
    """Take the lock of a store; returns its file descriptor, which has it until it is closed or we die.

    It is a file of its own: SQLite's locks on the store itself would be lost as soon as we closed a second descriptor
    of it, and must stay free for a backup of the running store.
    """
    descriptor = os.open(Path(path).resolve().as_posix() + LOCK, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        raise LocalError(f"the store {path} is in use by another server") from None
    return descriptor
