"""Settled matches in one SQLite file: what survives a restart."""

from __future__ import annotations

import sqlite3
from typing import Final

import msgspec

from harness.backend.messages import Settled
from harness.errors import LocalError

MEMORY: Final = ":memory:"
_APPLICATION: Final = 0x424C5546  # "BLUF"
_VERSION: Final = 1
_SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS settled (
    ordinal INTEGER PRIMARY KEY AUTOINCREMENT,
    match TEXT NOT NULL UNIQUE,
    ended TEXT NOT NULL,
    body TEXT NOT NULL
)
"""


class ResultStore:
    """Keeps `Settled` results, each match once (BLF-E45).

    A match is written in one transaction before any player is told of it: the write-ahead log needs no
    fsync for that, so it takes some 50 microseconds and survives the death of the process; only a power
    cut may take the last matches.

    Args:
        path: A file, created when missing, or `:memory:`.
        patience_s: How long to wait for another process that holds the file; the server stands still meanwhile.

    Raises:
        LocalError: The file cannot be opened, is no store, or is one of another version.
    """

    def __init__(self, path: str = MEMORY, *, patience_s: float = 0.2) -> None:
        self.path = path
        self._waiting: list[Settled] = []
        try:
            self._db = sqlite3.connect(path, isolation_level=None, timeout=patience_s)
        except sqlite3.Error as error:
            raise LocalError(f"cannot open the store {path}: {error}") from None
        try:
            self._prepare()
        except (sqlite3.Error, LocalError) as error:
            self._db.close()
            raise LocalError(f"cannot use the store {path}: {error}") from None

    def _prepare(self) -> None:
        (application,) = self._db.execute("PRAGMA application_id").fetchone()
        (version,) = self._db.execute("PRAGMA user_version").fetchone()
        (tables,) = self._db.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if tables and application != _APPLICATION:
            raise LocalError("it is a database of another program")
        if tables and version != _VERSION:
            raise LocalError(f"it has version {version}, this program reads version {_VERSION}")
        self._db.execute("PRAGMA journal_mode=WAL")
        self._db.execute("PRAGMA synchronous=NORMAL")
        self._db.execute(f"PRAGMA application_id={_APPLICATION}")
        self._db.execute(f"PRAGMA user_version={_VERSION}")
        self._db.execute(_SCHEMA)

    @property
    def waiting(self) -> int:
        """Results that could not be written yet; they are tried again with the next one."""
        return len(self._waiting)

    def add(self, settled: Settled) -> None:
        """Keep one result; a match that is already there changes nothing.

        Raises:
            LocalError: The file cannot be written now. The result is kept and written with the next.
        """
        self._waiting.append(settled)
        self.flush()

    def flush(self) -> None:
        """Write every result that waits, each in a transaction of its own.

        Raises:
            LocalError: The file cannot be written now; nothing is lost.
        """
        try:
            while self._waiting:
                settled = self._waiting[0]
                self._db.execute(
                    "INSERT OR IGNORE INTO settled (match, ended, body) VALUES (?, ?, ?)",
                    (settled.result.match, settled.result.ended, msgspec.json.encode(settled).decode()),
                )
                del self._waiting[0]
        except sqlite3.Error as error:
            raise LocalError(f"cannot write to the store {self.path}: {error}") from None

    def load(self) -> tuple[Settled, ...]:
        """All results in the order in which they were settled.

        Raises:
            LocalError: A row is damaged.
        """
        try:
            rows = self._db.execute("SELECT body FROM settled ORDER BY ordinal").fetchall()
            return tuple(msgspec.json.decode(body, type=Settled) for (body,) in rows)
        except (sqlite3.Error, msgspec.MsgspecError) as error:
            raise LocalError(f"the store {self.path} is damaged: {error}") from None

    def close(self) -> None:
        """Close the file. Write what waits with `flush` before."""
        self._db.close()
