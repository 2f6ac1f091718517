"""What survives a restart: settled matches, the records that the gate wants kept, and the journals of its rooms.

The statements here are understood by every database that a store can be in; what differs (connecting, types, locks)
is in a module for each: `store_sqlite` and `store_postgres`. `store_address` finds the one that is meant.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Protocol, TypeAlias

import msgspec

from harness.backend.messages import JournalDropped, Journaled, Keep, Settled
from harness.errors import LocalError

VERSION: Final = 3
"""1 had results only, 2 records as well, 3 has journals as well; the older two become the present one in place."""

OLDER: Final = (1, 2)

Entry: TypeAlias = Settled | Keep | Journaled | JournalDropped
"""The effects of a gate that a store takes."""

Statement: TypeAlias = tuple[str, tuple[str | int | bytes, ...]]
"""One statement with `?` for each of its values."""

TOGETHER: Final = 500
"""As many batches that had to wait are written in one transaction."""

_SETTLE: Final = "INSERT INTO settled (match, ended, body) VALUES (?, ?, ?) ON CONFLICT (match) DO NOTHING"
_FORGET: Final = "DELETE FROM kept WHERE kind = ? AND key = ?"
_KEEP: Final = "INSERT INTO kept (kind, key, body) VALUES (?, ?, ?)"
_JOURNAL: Final = "INSERT INTO journal (room, ordinal, body) VALUES (?, ?, ?) ON CONFLICT (room, ordinal) DO NOTHING"
_DROP: Final = "DELETE FROM journal WHERE room = ?"
_ALL_SETTLED: Final = "SELECT body FROM settled ORDER BY ordinal"
_ALL_KEPT: Final = "SELECT kind, key, body FROM kept ORDER BY ordinal"
_ALL_JOURNALED: Final = "SELECT room, ordinal, body FROM journal ORDER BY room, ordinal"


class Database(Protocol):
    """One open database with the tables of `VERSION` in it, held by this process alone.

    Attributes:
        name: What to call it in messages; holds no password.
    """

    name: str

    def write(self, statements: Sequence[Statement], *, durable: bool) -> None:
        """Carry out all of these or none, in one transaction.

        Args:
            statements: In order.
            durable: Also safe from the death of the database itself, where that costs extra.

        Raises:
            LocalError: They could not be written now, or nobody knows whether they were. Each statement of a store
                does the same when it is carried out twice.
        """

    def read(self, query: str) -> Sequence[tuple[Any, ...]]:
        """All rows of a query.

        Raises:
            LocalError: They cannot be read.
        """

    def close(self) -> None:
        """Let go of the database."""


class Store:
    """Keeps what a gate says must survive, one batch in one transaction.

    A match is kept once (BLF-E45), a record in place of the one of the same kind and key, a journal until it is
    dropped. A batch that cannot be written waits, and those after it wait behind it, so that what is in the database
    is always what the gate said up to some moment.

    Args:
        database: Where; closed with the store.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._waiting: list[Sequence[Entry]] = []

    @property
    def name(self) -> str:
        """What to call it in messages."""
        return self._database.name

    @property
    def waiting(self) -> int:
        """Entries that could not be written yet; they are tried again with the next batch."""
        return sum(map(len, self._waiting))

    def add(self, batch: Sequence[Entry]) -> None:
        """Keep what one step of the gate said.

        Raises:
            LocalError: It cannot be written now. It is kept and written with the next batch.
        """
        self._waiting.append(batch)
        try:
            self.flush()
        except LocalError:
            self._shrink()
            raise

    def flush(self) -> None:
        """Write everything that waits, in order.

        Raises:
            LocalError: It cannot be written now; nothing is lost.
        """
        while self._waiting:
            entries = [entry for batch in self._waiting[:TOGETHER] for entry in batch]
            statements = [statement for entry in entries for statement in _statements(entry)]
            durable = any(type(entry) is Settled for entry in entries)
            try:
                self._database.write(statements, durable=durable)
            except LocalError as error:
                raise LocalError(f"cannot write to the store {self.name}: {error}") from None
            del self._waiting[:TOGETHER]

    def load(self) -> tuple[Settled, ...]:
        """All results in the order in which they were settled.

        Raises:
            LocalError: They cannot be read, or a row is damaged.
        """
        try:
            return tuple(msgspec.json.decode(body, type=Settled) for (body,) in self._database.read(_ALL_SETTLED))
        except (LocalError, msgspec.MsgspecError) as error:
            raise self._damaged(error) from None

    def kept(self) -> tuple[Keep, ...]:
        """All records, in the order in which they were last written.

        Raises:
            LocalError: They cannot be read.
        """
        try:
            return tuple(Keep(*row) for row in self._database.read(_ALL_KEPT))
        except LocalError as error:
            raise self._damaged(error) from None

    def journals(self) -> tuple[Journaled, ...]:
        """The entries of all journals that were not dropped, each journal in order.

        Raises:
            LocalError: They cannot be read.
        """
        try:
            return tuple(Journaled(*row) for row in self._database.read(_ALL_JOURNALED))
        except LocalError as error:
            raise self._damaged(error) from None

    def close(self) -> None:
        """Close the database. Write what waits with `flush` before."""
        self._database.close()

    def _shrink(self) -> None:
        """Let no entry wait whose journal was dropped meanwhile: the database may be away for long."""
        dropped = {entry.room for batch in self._waiting for entry in batch if type(entry) is JournalDropped}
        self._waiting = [
            [entry for entry in batch if not (type(entry) is Journaled and entry.room in dropped)]
            for batch in self._waiting
        ]

    def _damaged(self, error: Exception) -> LocalError:
        return LocalError(f"the store {self.name} is damaged: {error}")


def _statements(entry: Entry) -> Sequence[Statement]:
    if type(entry) is Journaled:
        return ((_JOURNAL, (entry.room, entry.ordinal, entry.body)),)
    if type(entry) is JournalDropped:
        return ((_DROP, (entry.room,)),)
    if type(entry) is Settled:
        return ((_SETTLE, (entry.result.match, entry.result.ended, msgspec.json.encode(entry).decode())),)
    assert type(entry) is Keep
    forgotten: Statement = (_FORGET, (entry.kind, entry.key))
    if entry.body is None:
        return (forgotten,)
    return forgotten, (_KEEP, (entry.kind, entry.key, entry.body))
