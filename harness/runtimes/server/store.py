"""One SQLite file: settled matches, and the records that the gate wants kept. What survives a restart."""

from __future__ import annotations

import sqlite3
from typing import Final

import msgspec

from harness.backend.messages import Keep, Settled
from harness.errors import LocalError

MEMORY: Final = ":memory:"
_APPLICATION: Final = 0x424C5546  # "BLUF"
_VERSION: Final = 2
_OLDER: Final = (1,)
"""Versions that become the present one by what `_SCHEMA` adds to them."""
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
)


class ResultStore:
    """Keeps `Settled` results, each match once (BLF-E45), and `Keep` records, the last one of each kind and key.

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
        self._waiting: list[Settled | Keep] = []
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
        if tables and version not in (_VERSION, *_OLDER):
            raise LocalError(f"it has version {version}, this program reads version {_VERSION}")
        self._db.execute("PRAGMA journal_mode=WAL")
        self._db.execute("PRAGMA synchronous=NORMAL")
        self._db.execute(f"PRAGMA application_id={_APPLICATION}")
        self._db.execute(f"PRAGMA user_version={_VERSION}")
        for table in _SCHEMA:
            self._db.execute(table)

    @property
    def waiting(self) -> int:
        """Results and records that could not be written yet; they are tried again with the next one."""
        return len(self._waiting)

    def add(self, entry: Settled | Keep) -> None:
        """Keep one result, of which a match that is already there changes nothing, or one record.

        Raises:
            LocalError: The file cannot be written now. The entry is kept and written with the next.
        """
        self._waiting.append(entry)
        self.flush()

    def flush(self) -> None:
        """Write everything that waits, each in a transaction of its own.

        Raises:
            LocalError: The file cannot be written now; nothing is lost.
        """
        try:
            while self._waiting:
                self._write(self._waiting[0])
                del self._waiting[0]
        except sqlite3.Error as error:
            raise LocalError(f"cannot write to the store {self.path}: {error}") from None

    def _write(self, entry: Settled | Keep) -> None:
        if isinstance(entry, Settled):
            self._db.execute(
                "INSERT OR IGNORE INTO settled (match, ended, body) VALUES (?, ?, ?)",
                (entry.result.match, entry.result.ended, msgspec.json.encode(entry).decode()),
            )
        elif entry.body is None:
            self._db.execute("DELETE FROM kept WHERE kind = ? AND key = ?", (entry.kind, entry.key))
        else:
            self._db.execute(
                "INSERT OR REPLACE INTO kept (kind, key, body) VALUES (?, ?, ?)", (entry.kind, entry.key, entry.body)
            )

    def kept(self) -> tuple[Keep, ...]:
        """All records, in the order in which they were last written.

        Raises:
            LocalError: The file cannot be read.
        """
        try:
            rows = self._db.execute("SELECT kind, key, body FROM kept ORDER BY ordinal").fetchall()
        except sqlite3.Error as error:
            raise LocalError(f"the store {self.path} is damaged: {error}") from None
        return tuple(Keep(kind, key, body) for kind, key, body in rows)

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
