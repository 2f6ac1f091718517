"""A store in a PostgreSQL database. Needs the extra `postgres`."""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from collections.abc import Iterator, Sequence
from typing import Any, Final, TypeAlias

import psycopg
from msgspec import Struct
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from harness.errors import LocalError
from harness.runtimes.server.store import VERSION, Statement

RETRY_S: Final = 0.5
"""Pause between two attempts to get a lost connection back."""

PATIENCE_S: Final = 5.0
"""A database that does not answer for so long is given up: its connection is cut. The server stands still meanwhile."""

_APPLICATION: Final = "bluff-harness"
_LOCK: Final = 0x424C5546  # "BLUF"
_DEFAULTS: Final = {"connect_timeout": "3", "tcp_user_timeout": "3000", "application_name": _APPLICATION}
_OPTIONS: Final = "-c synchronous_commit=off -c statement_timeout=3s -c lock_timeout=2s"
"""Those of the address come after these and win.

Not to wait for the database's disk at each move is what the SQLite store does, too: a transaction survives the death of
our process, and only the death of the database itself may take the last half second. Results do wait for the disk.
"""

_SCHEMA: Final = (
    "CREATE TABLE harness_store (application text NOT NULL, version integer NOT NULL)",
    """
CREATE TABLE settled (
    ordinal bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    match text NOT NULL UNIQUE,
    ended text NOT NULL,
    body text NOT NULL
)
""",
    """
CREATE TABLE kept (
    ordinal bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    kind text NOT NULL,
    key text NOT NULL,
    body bytea NOT NULL,
    UNIQUE (kind, key)
)
""",
    """
CREATE TABLE journal (
    room text NOT NULL,
    ordinal bigint NOT NULL,
    body bytea NOT NULL,
    PRIMARY KEY (room, ordinal)
)
""",
)
_TABLES: Final = """
SELECT relname FROM pg_class
WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p')
  AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_class.oid AND deptype = 'e')
ORDER BY relname
"""

_Row: TypeAlias = tuple[Any, ...]


class _Session(Struct, frozen=True, kw_only=True):
    """One connection that holds the lock of the store.

    Attributes:
        lazy: Transactions do not wait for the database's disk unless told to.
    """

    connection: psycopg.Connection[_Row]
    cursor: psycopg.Cursor[_Row]
    lazy: bool


class PostgresDatabase:
    """One schema of one database, with a lock in it that we hold as long as we are connected.

    A thread of its own gets a lost connection back, and cuts one that does not answer, so that the server never waits
    for a database that is not there.

    Args:
        url: `postgresql://…`; what it leaves out comes from libpq's environment variables, as everywhere.

    Raises:
        LocalError: The database cannot be reached, is in use by another server, or holds something else.
    """

    def __init__(self, url: str) -> None:
        try:
            asked = conninfo_to_dict(url)
        except psycopg.Error:
            # libpq's own words would repeat parts of the address, and there may be a password in it.
            raise LocalError("the store is no address of a database; write postgresql://user@host:5432/name") from None
        self.name = _name(asked)
        options = f"{_OPTIONS} {asked.get('options') or ''}".strip()
        self._conninfo = make_conninfo("", **{**_DEFAULTS, **asked, "options": options})
        self._lost = ""
        self._busy_since: float | None = None
        self._session: _Session | None = self._open()
        self._closing = threading.Event()
        self._keeper = threading.Thread(target=self._keep, name="harness-store", daemon=True)
        self._keeper.start()

    def write(self, statements: Sequence[Statement], *, durable: bool) -> None:
        """Carry out all of these or none, in one round trip; see `Database`."""
        with self._using() as session:
            if len(statements) == 1 and not (durable and session.lazy):
                _execute(session, statements[0])
                return
            # No statement waits for the answer of the one before; after an error, the database carries out none.
            with session.connection.pipeline():
                session.cursor.execute("BEGIN")
                if durable and session.lazy:
                    session.cursor.execute("SET LOCAL synchronous_commit = on")
                for statement in statements:
                    _execute(session, statement)
                session.cursor.execute("COMMIT")

    def read(self, query: str) -> Sequence[tuple[Any, ...]]:
        """All rows of a query; see `Database`."""
        with self._using() as session:
            return session.cursor.execute(query.encode()).fetchall()

    def close(self) -> None:
        """Close the connection, which gives the lock back."""
        self._closing.set()
        self._keeper.join()
        if self._session is not None:
            self._session.connection.close()

    @contextlib.contextmanager
    def _using(self) -> Iterator[_Session]:
        session = self._session
        if session is None:
            raise LocalError(self._lost)
        self._busy_since = time.monotonic()
        try:
            yield session
        except psycopg.Error as error:
            self._recover(session, error)
            raise LocalError(_text(error)) from None
        finally:
            self._busy_since = None

    def _recover(self, session: _Session, error: psycopg.Error) -> None:
        """After an error: end the transaction that it happened in, or give the connection up."""
        with contextlib.suppress(psycopg.Error):
            session.connection.rollback()
        if session.connection.closed:
            self._lost = f"the connection was lost: {_text(error)}"
            self._session = None

    def _keep(self) -> None:
        """Life of the thread: connect again, and cut what does not answer."""
        while not self._closing.wait(RETRY_S):
            session, since = self._session, self._busy_since
            if session is None:
                try:
                    self._session = self._open()
                except LocalError as error:
                    self._lost = str(error)
            elif since is not None and time.monotonic() - since > PATIENCE_S:
                with contextlib.suppress(psycopg.Error, OSError):
                    _cut(session.connection)

    def _open(self) -> _Session:
        try:
            connection = psycopg.connect(self._conninfo, autocommit=True)
        except psycopg.Error as error:
            raise LocalError(f"cannot open the store {self.name}: {_text(error)}") from None
        try:
            _prepare(connection)
            (commit,) = _one(connection, "SHOW synchronous_commit")
            return _Session(connection=connection, cursor=connection.cursor(), lazy=commit == "off")
        except (psycopg.Error, LocalError) as error:
            connection.close()
            raise LocalError(f"cannot use the store {self.name}: {_text(error)}") from None


def _prepare(connection: psycopg.Connection[_Row]) -> None:
    """Take the lock, look whether this is a store of ours, and make one of it when it is empty."""
    (schema,) = _one(connection, "SELECT current_schema()")
    if schema is None:
        raise LocalError("it has no schema to make tables in; see search_path")
    (encoding,) = _one(connection, "SHOW server_encoding")
    if encoding != "UTF8":
        raise LocalError(f"its encoding is {encoding}, and names in every script need UTF8")
    try:
        # A server that was killed a moment ago may still have it: the database has to notice first.
        connection.execute("SELECT pg_advisory_lock(%s, hashtext(%s))", (_LOCK, schema))
    except psycopg.errors.LockNotAvailable:
        raise LocalError("it is in use by another server") from None
    tables = [name for (name,) in connection.execute(_TABLES)]
    if "harness_store" in tables:
        application, version = _one(connection, "SELECT application, version FROM harness_store")
        if application != _APPLICATION:
            raise LocalError(f"it is a store of another program, {application}")
        if version != VERSION:
            raise LocalError(f"it has version {version}, this program reads version {VERSION}")
    elif tables:
        raise LocalError(
            f"schema {schema} holds tables of another program ({', '.join(tables[:3])}); give the server its own"
        )
    else:
        with connection.transaction():
            for table in _SCHEMA:
                connection.execute(table.encode())
            connection.execute("INSERT INTO harness_store VALUES (%s, %s)", (_APPLICATION, VERSION))


def _one(connection: psycopg.Connection[_Row], query: str) -> _Row:
    row = connection.execute(query.encode()).fetchone()
    if row is None:
        raise LocalError("it is a store without a version")
    return row


def _execute(session: _Session, statement: Statement) -> None:
    sql, values = statement
    session.cursor.execute(sql.replace("?", "%s").encode(), values)


def _cut(connection: psycopg.Connection[_Row]) -> None:
    """End a connection that somebody waits for, who then gets an error."""
    with socket.socket(fileno=connection.fileno()) as ended:
        try:
            ended.shutdown(socket.SHUT_RDWR)
        finally:
            ended.detach()


def _name(asked: dict[str, Any]) -> str:
    host = asked.get("host") or asked.get("hostaddr") or ""
    port = f":{asked['port']}" if asked.get("port") else ""
    return f"postgresql://{host}{port}/{asked.get('dbname') or asked.get('user') or ''}"


def _text(error: Exception) -> str:
    return " ".join(str(error).split())
