"""The SQLite file of settled matches."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from harness.backend.messages import Keep
from harness.errors import LocalError
from harness.runtimes.server.store import ResultStore
from tests.runtimes.server.served import settled


def test_results_survive_in_order(tmp_path: Path) -> None:
    """What was added is loaded by the next life, in the order of settling."""
    path = str(tmp_path / "results.sqlite")
    store = ResultStore(path)
    for match in ("m3", "m1", "m2"):
        store.add(settled(match))
    store.close()
    again = ResultStore(path)
    assert again.load() == (settled("m3"), settled("m1"), settled("m2"))
    again.close()


def test_a_match_is_kept_once() -> None:
    """Adding the same match twice adds nothing, and the first result stays (BLF-E45)."""
    store = ResultStore()
    store.add(settled("m1", points=10))
    store.add(settled("m1", points=99))
    assert store.load() == (settled("m1", points=10),)
    store.close()


def test_each_match_is_durable_by_itself(tmp_path: Path) -> None:
    """A reader sees a match as soon as `add` has returned; nothing waits for a later commit."""
    path = str(tmp_path / "results.sqlite")
    store = ResultStore(path)
    store.add(settled("m1"))
    reader = ResultStore(path)
    assert reader.load() == (settled("m1"),)
    reader.close()
    store.close()


def test_a_result_that_cannot_be_written_waits_for_the_next(tmp_path: Path) -> None:
    """While another process holds the file, results are kept; the next attempt writes them all."""
    path = str(tmp_path / "results.sqlite")
    store = ResultStore(path, patience_s=0.01)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(LocalError, match="cannot write"):
        store.add(settled("m1"))
    assert store.waiting == 1
    other.execute("COMMIT")
    other.close()
    store.add(settled("m2"))
    assert store.waiting == 0
    assert store.load() == (settled("m1"), settled("m2"))
    store.close()


def test_files_that_are_no_store_are_refused(tmp_path: Path) -> None:
    """No database, a database of another program, a store of another version, and no place at all."""
    text = tmp_path / "notes.txt"
    text.write_text("These are notes, and quite long ones, so that this is no empty database at all.\n" * 20)
    with pytest.raises(LocalError, match="not a database"):
        ResultStore(str(text))
    assert text.read_text().startswith("These are notes")
    foreign = tmp_path / "foreign.sqlite"
    with sqlite3.connect(foreign) as db:
        db.execute("CREATE TABLE theirs (x)")
    db.close()
    with pytest.raises(LocalError, match="another program"):
        ResultStore(str(foreign))
    newer = tmp_path / "newer.sqlite"
    ResultStore(str(newer)).close()
    with sqlite3.connect(newer) as db:
        db.execute("PRAGMA user_version=9")
    db.close()
    with pytest.raises(LocalError, match="version 9"):
        ResultStore(str(newer))
    with pytest.raises(LocalError, match="cannot open"):
        ResultStore(str(tmp_path / "missing" / "results.sqlite"))


def test_a_damaged_row_is_reported(tmp_path: Path) -> None:
    """A row that is no result is an error with the file's name, not a silent gap in the boards."""
    path = str(tmp_path / "results.sqlite")
    ResultStore(path).close()
    with sqlite3.connect(path) as db:
        db.execute("INSERT INTO settled (match, ended, body) VALUES ('m1', '', '{}')")
    db.close()
    store = ResultStore(path)
    with pytest.raises(LocalError, match="damaged"):
        store.load()
    store.close()


def test_records_survive_in_the_order_of_their_last_writing(tmp_path: Path) -> None:
    """The last body of each kind and key; what was forgotten is gone; results are beside them."""
    path = str(tmp_path / "results.sqlite")
    store = ResultStore(path)
    for record in (
        Keep("blocks", "a", b"1"),
        Keep("log", "a", b"2"),
        Keep("blocks", "b", b"3"),
        Keep("blocks", "a", b"4"),
        Keep("log", "a", None),
        Keep("log", "never", None),
    ):
        store.add(record)
    store.add(settled("m1"))
    store.close()
    again = ResultStore(path)
    assert again.kept() == (Keep("blocks", "b", b"3"), Keep("blocks", "a", b"4"))
    assert again.load() == (settled("m1"),)
    again.close()


def test_a_store_of_the_first_version_is_taken_over(tmp_path: Path) -> None:
    """It had results only, and they are still there."""
    path = str(tmp_path / "results.sqlite")
    store = ResultStore(path)
    store.add(settled("m1"))
    store.close()
    old = sqlite3.connect(path, isolation_level=None)
    old.execute("DROP TABLE kept")
    old.execute("PRAGMA user_version=1")
    old.close()
    again = ResultStore(path)
    assert again.load() == (settled("m1"),)
    assert again.kept() == ()
    again.add(Keep("log", "m1", b"x"))
    again.close()


def test_records_of_a_damaged_store(tmp_path: Path) -> None:
    """A store that cannot be read says so."""
    path = str(tmp_path / "results.sqlite")
    store = ResultStore(path)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("DROP TABLE kept")
    other.close()
    with pytest.raises(LocalError, match="damaged"):
        store.kept()
    store.close()
