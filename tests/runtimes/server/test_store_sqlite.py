"""A store in an SQLite file."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from harness.backend.messages import Journaled, Keep
from harness.errors import LocalError
from harness.runtimes.server.store import Store
from harness.runtimes.server.store_sqlite import MEMORY, SqliteDatabase
from tests.runtimes.server.served import settled


def test_each_batch_is_there_by_itself(tmp_path: Path) -> None:
    """A reader sees a match as soon as `add` has returned; nothing waits for a later commit, and readers may read."""
    path = str(tmp_path / "store.sqlite")
    store = Store(SqliteDatabase(path))
    store.add([settled("m1")])
    reader = sqlite3.connect(path)
    assert reader.execute("SELECT match FROM settled").fetchall() == [("m1",)]
    reader.close()
    store.close()


def test_a_running_store_can_be_copied(tmp_path: Path) -> None:
    """The copy is a store as it was at that moment, and the server has not noticed."""
    store = Store(SqliteDatabase(str(tmp_path / "store.sqlite")))
    store.add([settled("m1")])
    with sqlite3.connect(tmp_path / "store.sqlite") as source, sqlite3.connect(tmp_path / "copy.sqlite") as target:
        source.backup(target)
    source.close()
    target.close()
    store.add([settled("m2")])
    copy = Store(SqliteDatabase(str(tmp_path / "copy.sqlite")))
    assert copy.load() == (settled("m1"),)
    copy.close()
    store.close()


def test_a_held_file_is_waited_for(tmp_path: Path) -> None:
    """While another process holds the file, entries wait; the next attempt writes them all."""
    path = str(tmp_path / "store.sqlite")
    store = Store(SqliteDatabase(path, patience_s=0.01))
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(LocalError, match="cannot write"):
        store.add([settled("m1")])
    assert store.waiting == 1
    other.execute("COMMIT")
    other.close()
    store.add([settled("m2")])
    assert store.load() == (settled("m1"), settled("m2"))
    store.close()


def test_files_that_are_no_store_are_refused(tmp_path: Path) -> None:
    """No database, a database of another program, a store of a later version, and no place at all."""
    text = tmp_path / "notes.txt"
    text.write_text("These are notes, and quite long ones, so that this is no empty database at all.\n" * 20)
    with pytest.raises(LocalError, match="not a database"):
        SqliteDatabase(str(text))
    assert text.read_text().startswith("These are notes")
    foreign = tmp_path / "foreign.sqlite"
    with sqlite3.connect(foreign) as db:
        db.execute("CREATE TABLE theirs (x)")
    db.close()
    with pytest.raises(LocalError, match="another program"):
        SqliteDatabase(str(foreign))
    newer = tmp_path / "newer.sqlite"
    SqliteDatabase(str(newer)).close()
    with sqlite3.connect(newer) as db:
        db.execute("PRAGMA user_version=9")
    db.close()
    with pytest.raises(LocalError, match="version 9"):
        SqliteDatabase(str(newer))
    with pytest.raises(LocalError, match="cannot open"):
        SqliteDatabase(str(tmp_path / "missing" / "store.sqlite"))
    with pytest.raises(LocalError, match="cannot open"):
        SqliteDatabase("\0 no path")
    with pytest.raises(LocalError, match="cannot open"):
        SqliteDatabase(str(tmp_path))


@pytest.mark.parametrize("version", [1, 2])
def test_a_store_of_an_older_version_is_taken_over(tmp_path: Path, version: int) -> None:
    """What it had is still there, and it takes what it could not before."""
    path = str(tmp_path / "store.sqlite")
    store = Store(SqliteDatabase(path))
    store.add([settled("m1"), Keep("log", "m1", b"x")])
    store.close()
    old = sqlite3.connect(path, isolation_level=None)
    old.execute("DROP TABLE journal")
    if version == 1:
        old.execute("DROP TABLE kept")
    old.execute(f"PRAGMA user_version={version}")
    old.close()
    again = Store(SqliteDatabase(path))
    assert again.load() == (settled("m1"),)
    assert again.kept() == ((Keep("log", "m1", b"x"),) if version == 2 else ())
    again.add([Journaled("r1", 1, b"y"), Keep("log", "m2", b"x")])
    assert again.journals() == (Journaled("r1", 1, b"y"),)
    again.close()
    new = sqlite3.connect(path)
    assert new.execute("PRAGMA user_version").fetchone() == (3,)
    new.close()


def test_the_lock_is_on_the_file_not_on_its_name(tmp_path: Path) -> None:
    """Another path to the same file is refused as well."""
    database = SqliteDatabase(str(tmp_path / "store.sqlite"))
    (tmp_path / "link.sqlite").symlink_to(tmp_path / "store.sqlite")
    with pytest.raises(LocalError, match="in use by another server"):
        SqliteDatabase(str(tmp_path / "link.sqlite"))
    database.close()
    SqliteDatabase(str(tmp_path / "link.sqlite")).close()


def test_what_is_in_memory_is_nobody_elses() -> None:
    """Any number of servers can have a store of that kind, and no file is made."""
    one, two = Store(SqliteDatabase(MEMORY)), Store(SqliteDatabase())
    one.add([settled("m1")])
    assert two.load() == ()
    one.close()
    two.close()
    assert not Path(MEMORY + "-lock").exists()
