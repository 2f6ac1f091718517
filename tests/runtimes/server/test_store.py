"""What every store promises, wherever it is kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from harness.backend.messages import JournalDropped, Journaled, Keep
from harness.errors import LocalError
from harness.runtimes.server.store import TOGETHER, Statement, Store
from harness.runtimes.server.store_address import open_store
from tests.runtimes.server.postgres import IMPATIENT
from tests.runtimes.server.served import settled


@pytest.fixture(params=["sqlite", "postgres"])
def opened(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[], Store]:
    """Opens the same store, again and again; an empty one at first."""
    if request.param == "sqlite":
        address = str(tmp_path / "store.sqlite")
    else:
        address = request.getfixturevalue("postgres").database() + IMPATIENT
    return lambda: open_store(address)


def test_results_survive_in_order(opened: Callable[[], Store]) -> None:
    """What was added is loaded by the next life, in the order of settling."""
    store = opened()
    for match in ("m3", "m1", "m2"):
        store.add([settled(match)])
    store.close()
    again = opened()
    assert again.load() == (settled("m3"), settled("m1"), settled("m2"))
    assert again.waiting == 0
    again.close()


def test_a_match_is_kept_once(opened: Callable[[], Store]) -> None:
    """Adding the same match twice adds nothing, and the first result stays (BLF-E45)."""
    store = opened()
    store.add([settled("m1", points=10)])
    store.add([settled("m1", points=99)])
    assert store.load() == (settled("m1", points=10),)
    store.close()


def test_records_survive_in_the_order_of_their_last_writing(opened: Callable[[], Store]) -> None:
    """The last body of each kind and key; what was forgotten is gone; results are beside them."""
    store = opened()
    for record in (
        Keep("blocks", "a", b"1"),
        Keep("log", "a", b"2"),
        Keep("blocks", "b", b"3\0\xff"),
        Keep("blocks", "a", b"4"),
        Keep("log", "a", None),
        Keep("log", "never", None),
    ):
        store.add([record])
    store.add([settled("m1")])
    store.close()
    again = opened()
    assert again.kept() == (Keep("blocks", "b", b"3\0\xff"), Keep("blocks", "a", b"4"))
    assert again.load() == (settled("m1"),)
    again.close()


def test_journals_survive_until_they_are_dropped(opened: Callable[[], Store]) -> None:
    """Each in its own order, whatever order they were written in; a dropped one leaves nothing."""
    store = opened()
    for ordinal in range(1, 12):
        store.add(
            [Journaled("r2", ordinal, b"%d" % ordinal), Journaled("r1", ordinal, b""), Journaled("r3", ordinal, b"x")]
        )
    store.add([JournalDropped("r1"), JournalDropped("never")])
    store.close()
    again = opened()
    assert again.journals() == (
        *(Journaled("r2", ordinal, b"%d" % ordinal) for ordinal in range(1, 12)),
        *(Journaled("r3", ordinal, b"x") for ordinal in range(1, 12)),
    )
    again.close()


def test_writing_a_batch_twice_changes_nothing(opened: Callable[[], Store]) -> None:
    """So a batch of which nobody knows whether it was written can be written again."""
    store = opened()
    batch = [
        Journaled("r1", 1, b"a"),
        Keep("log", "a", b"1"),
        settled("m1"),
        Journaled("r2", 1, b"b"),
        JournalDropped("r2"),
    ]
    store.add(batch)
    before = store.load(), store.kept(), store.journals()
    store.add(batch)
    assert (store.load(), store.kept(), store.journals()) == before
    store.close()


def test_a_batch_is_written_whole_or_not_at_all(opened: Callable[[], Store], monkeypatch: pytest.MonkeyPatch) -> None:
    """When its last statement cannot be carried out, nothing of it is there, and the store goes on to work."""
    store = opened()
    monkeypatch.setattr("harness.runtimes.server.store._DROP", "DELETE FROM nothing WHERE room = ?")
    for batch in ([Journaled("r1", 1, b"a"), JournalDropped("r1")], [settled("m1"), JournalDropped("r1")]):
        with pytest.raises(LocalError, match="cannot write to the store"):
            store.add(batch)
    assert store.waiting == 3
    assert (store.load(), store.journals()) == ((), ())
    monkeypatch.undo()
    store.add([Keep("log", "a", b"1")])
    assert store.waiting == 0
    assert store.load() == (settled("m1"),)
    store.close()


def test_a_store_is_used_by_one_server_at_a_time(opened: Callable[[], Store]) -> None:
    """A second one is refused and told why, and can have it as soon as the first has closed it."""
    store = opened()
    with pytest.raises(LocalError, match="in use by another server"):
        opened()
    store.close()
    opened().close()


def test_a_damaged_store_says_so(opened: Callable[[], Store], monkeypatch: pytest.MonkeyPatch) -> None:
    """A row that is no result, or a table that is not there, is an error with the store's name, not a silent gap."""
    store = opened()
    store._database.write(
        [("INSERT INTO settled (match, ended, body) VALUES (?, ?, ?)", ("m1", "", "{}"))], durable=True
    )
    with pytest.raises(LocalError, match=r"the store .* is damaged"):
        store.load()
    for table in ("settled", "kept", "journal"):
        store._database.write([(f"DROP TABLE {table}", ())], durable=False)
    for read in (store.load, store.kept, store.journals):
        with pytest.raises(LocalError, match=r"the store .* is damaged"):
            read()
    store.close()


class Away:
    """A database that can be away; keeps its transactions."""

    name = "nowhere"

    def __init__(self) -> None:
        self.away = False
        self.written: list[Sequence[Statement]] = []
        self.durable: list[bool] = []

    def write(self, statements: Sequence[Statement], *, durable: bool) -> None:
        if self.away:
            raise LocalError("away")
        self.written.append(statements)
        self.durable.append(durable)

    def read(self, query: str) -> Sequence[tuple[Any, ...]]:
        raise LocalError(query)

    def close(self) -> None:
        self.away = True


def test_what_cannot_be_written_waits_in_order() -> None:
    """Later batches wait behind it, also when only `flush` is called; then many go in one transaction."""
    database = Away()
    store = Store(database)
    database.away = True
    count = TOGETHER + 1
    for ordinal in range(1, count + 1):
        with pytest.raises(LocalError, match="cannot write to the store nowhere: away"):
            store.add([Journaled("r1", ordinal, b"")])
    assert store.waiting == count
    database.away = False
    store.flush()
    assert store.waiting == 0
    assert [len(statements) for statements in database.written] == [TOGETHER, 1]
    written = [values[1] for statements in database.written for _, values in statements]
    assert written == list(range(1, count + 1))


def test_what_waits_does_not_grow_for_ever() -> None:
    """While a database is away for long, journals that were dropped meanwhile are not kept for it."""
    database = Away()
    store = Store(database)
    database.away = True
    for match in range(20):
        for batch in (
            [Journaled(f"r{match}", 1, b"")],
            [Journaled("long", match + 1, b"")],
            [JournalDropped(f"r{match}")],
        ):
            with pytest.raises(LocalError):
                store.add(batch)
    assert store.waiting == 40


def test_only_results_ask_for_the_disk() -> None:
    """A batch with a result must survive the death of the database, too; a move need not."""
    database = Away()
    store = Store(database)
    store.add([Journaled("r1", 1, b"")])
    store.add([Journaled("r1", 2, b""), settled("m1")])
    assert database.durable == [False, True]
