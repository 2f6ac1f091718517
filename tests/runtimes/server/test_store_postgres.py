"""A store in a real PostgreSQL server, which these tests start."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable

import psycopg
import pytest

from harness.backend.messages import Journaled
from harness.errors import LocalError
from harness.runtimes.server.store import Store
from harness.runtimes.server.store_postgres import PostgresDatabase
from tests.runtimes.server.postgres import IMPATIENT, OWNER, PASSWORD, PostgresServer
from tests.runtimes.server.served import settled

WAIT_S = 15.0


def until(write: Callable[[], None]) -> None:
    """Call it until it raises no error of ours."""
    end = time.monotonic() + WAIT_S
    while True:
        try:
            return write()
        except LocalError:
            assert time.monotonic() < end
            time.sleep(0.05)


def backend_of(url: str) -> tuple[int, ...]:
    """Process ids of the server's side of our connections to this database."""
    with psycopg.connect(url) as other:
        rows = other.execute(
            "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
            " AND application_name = 'bluff-harness'"
        ).fetchall()
    return tuple(pid for (pid,) in rows)


@pytest.mark.parametrize(
    ("broken", "message"),
    [
        ({"password": "wrong"}, "password authentication failed"),
        ({"user": "stranger"}, "password authentication failed"),
        ({"database": "no_such"}, "does not exist"),
    ],
)
def test_a_wrong_address_is_told(postgres: PostgresServer, broken: dict[str, str], message: str) -> None:
    """In the database's own words, which store was meant, and without the password."""
    with pytest.raises(LocalError, match=message) as raised:
        PostgresDatabase(postgres.url(**broken))
    assert str(raised.value).startswith("cannot open the store postgresql://")
    assert PASSWORD not in str(raised.value)
    assert "wrong" not in str(raised.value)


def test_a_server_that_is_not_there_is_told() -> None:
    """No server behind a port, and a port that is none."""
    with pytest.raises(LocalError, match=r"cannot open the store postgresql://127.0.0.1:1/x: .*refused"):
        PostgresDatabase("postgresql://ana:secret@127.0.0.1:1/x")
    with pytest.raises(LocalError, match=r"cannot open the store postgresql://127.0.0.1:port/x: .*port"):
        PostgresDatabase("postgresql://ana:secret@127.0.0.1:port/x")


@pytest.mark.parametrize("url", ["postgresql://ana:secret@[h/x", "postgresql://h/x?secret=1", "postgresql://["])
def test_an_address_that_is_none(url: str) -> None:
    """It is not repeated: there may be a password in it."""
    with pytest.raises(LocalError, match="no address of a database") as raised:
        PostgresDatabase(url)
    assert "secret" not in str(raised.value)


def test_databases_that_are_no_store_are_refused(postgres: PostgresServer) -> None:
    """One with tables of another program, one of a later version, one that says it is another program's, and an
    encoding that has no room for names. None of them is changed."""
    url = postgres.database()
    with psycopg.connect(url, autocommit=True) as db:
        db.execute("CREATE TABLE theirs (x int)")
    with pytest.raises(LocalError, match=r"tables of another program \(theirs\)"):
        PostgresDatabase(url)
    with psycopg.connect(url, autocommit=True) as db:
        assert db.execute("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'").fetchone() == (1,)
    url = postgres.database()
    PostgresDatabase(url).close()
    with psycopg.connect(url, autocommit=True) as db:
        for change, message in (
            ("UPDATE harness_store SET version = 9", "version 9"),
            ("UPDATE harness_store SET application = 'patience'", "another program, patience"),
            ("DELETE FROM harness_store", "without a version"),
        ):
            db.execute(change.encode())
            with pytest.raises(LocalError, match=message):
                PostgresDatabase(url)
    with pytest.raises(LocalError, match="encoding is LATIN1"):
        PostgresDatabase(postgres.database("-E", "LATIN1", "-T", "template0"))


def test_schemas_are_stores_of_their_own(postgres: PostgresServer) -> None:
    """Two in one database do not see each other; a schema that is not there is told."""
    url = postgres.database()
    with psycopg.connect(url, autocommit=True) as db:
        db.execute("CREATE SCHEMA one")
        db.execute("CREATE SCHEMA two")
    one, two = (Store(PostgresDatabase(f"{url}&options=-c%20search_path%3D{name}")) for name in ("one", "two"))
    one.add([settled("m1")])
    assert (one.load(), two.load()) == ((settled("m1"),), ())
    one.close()
    two.close()
    with pytest.raises(LocalError, match="no schema"):
        PostgresDatabase(f"{url}&options=-c%20search_path%3Dthree")


def test_somebody_who_may_not_make_tables(postgres: PostgresServer) -> None:
    """Is told so."""
    url = postgres.database()
    with psycopg.connect(url, autocommit=True) as db:
        db.execute("CREATE ROLE guest LOGIN PASSWORD 'guest'")
    with pytest.raises(LocalError, match="permission denied"):
        PostgresDatabase(url.replace(f"{OWNER}:{PASSWORD}", "guest:guest"))


def test_results_wait_for_the_disk_and_moves_do_not(postgres: PostgresServer) -> None:
    """Unless the address says otherwise: then nothing is changed about it."""
    url = postgres.database()
    for options, lazy in (("", True), ("&options=-c%20synchronous_commit%3Don", False)):
        database = PostgresDatabase(url + options)
        assert database._session is not None
        assert database._session.lazy is lazy
        for durable in (True, False):
            database.write([("DELETE FROM settled WHERE match = ?", ("x",))], durable=durable)
        assert database.read("SHOW synchronous_commit") == [("off" if lazy else "on",)]
        database.close()


def test_a_lost_connection_comes_back(postgres: PostgresServer) -> None:
    """Meanwhile entries wait and nobody else does; then they are written, and the lock is ours again."""
    url = postgres.database() + IMPATIENT
    store = Store(PostgresDatabase(url))
    store.add([Journaled("r1", 1, b"a")])
    postgres.stop()
    try:
        for ordinal in (2, 3):
            begun = time.monotonic()
            with pytest.raises(LocalError, match=r"cannot write .* (the connection was lost|cannot open|terminating)"):
                store.add([Journaled("r1", ordinal, b"a")])
            assert time.monotonic() - begun < 1
        assert store.waiting == 2
    finally:
        postgres.start()
    until(store.flush)
    assert store.waiting == 0
    assert [entry.ordinal for entry in store.journals()] == [1, 2, 3]
    with pytest.raises(LocalError, match="in use by another server"):
        PostgresDatabase(url)
    store.close()


def test_a_database_that_does_not_answer_is_given_up(postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """A stopped process of the database keeps the server waiting for a bounded time, once."""
    monkeypatch.setattr("harness.runtimes.server.store_postgres.PATIENCE_S", 0.2)
    url = postgres.database()
    store = Store(PostgresDatabase(url))
    (pid,) = backend_of(url)
    os.kill(pid, signal.SIGSTOP)
    try:
        begun = time.monotonic()
        with pytest.raises(LocalError, match="cannot write"):
            store.add([Journaled("r1", 1, b"a")])
        assert time.monotonic() - begun < 3
    finally:
        os.kill(pid, signal.SIGCONT)
    until(store.flush)
    assert [entry.ordinal for entry in store.journals()] == [1]
    store.close()


def test_a_store_that_another_server_took_meanwhile_is_not_written(postgres: PostgresServer) -> None:
    """Who was away for so long that another one has the lock waits with what it has to write."""
    url = postgres.database()
    store = Store(PostgresDatabase(url + IMPATIENT))
    (pid,) = backend_of(url)
    taken = threading.Event()
    with psycopg.connect(url, autocommit=True) as other:
        waiting = threading.Thread(
            target=lambda: (
                other.execute("SELECT pg_advisory_lock(%s, hashtext('public'))", (0x424C5546,)),
                taken.set(),
            )
        )
        waiting.start()
        with psycopg.connect(url, autocommit=True) as killer:
            killer.execute("SELECT pg_terminate_backend(%s)", (pid,))
        assert taken.wait(WAIT_S)
        waiting.join()
        end = time.monotonic() + WAIT_S
        with pytest.raises(LocalError, match="in use by another server"):
            while time.monotonic() < end:
                try:
                    store.add([Journaled("r1", 1, b"a")])
                except LocalError as error:
                    if "in use" in str(error):
                        raise
                    time.sleep(0.05)
    until(store.flush)
    store.close()


def test_closing_while_the_database_is_away(postgres: PostgresServer) -> None:
    """A server can be stopped then; it says what was lost by an error of its last attempt."""
    store = Store(PostgresDatabase(postgres.database()))
    postgres.stop()
    try:
        with pytest.raises(LocalError):
            store.add([Journaled("r1", 1, b"a")])
        with pytest.raises(LocalError):
            store.flush()
        store.close()
    finally:
        postgres.start()
