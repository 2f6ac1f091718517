"""What survives the death of a backend in the virtual world."""

from __future__ import annotations

from harness.backend.messages import JournalDropped, Journaled, Keep, Settled
from harness.runtimes.virtual.store import MemoryStore
from harness.wire.events import Result

RESULT = Result(match="m", seats=("a",), places=(1,), points=(5,), ranked=True, season="2026-01", ended="")


def test_the_last_record_of_a_key_is_kept_and_moves_to_the_end() -> None:
    """One without a body forgets it."""
    store = MemoryStore()
    store.commit([Keep("session", "a", b"1"), Keep("session", "b", b"2"), Keep("session", "a", b"3")])
    assert store.kept() == (Keep("session", "b", b"2"), Keep("session", "a", b"3"))
    store.commit([Keep("session", "b", None), Keep("session", "c", None)])
    assert store.kept() == (Keep("session", "a", b"3"),)


def test_results_are_kept_in_order() -> None:
    """All of them."""
    store = MemoryStore()
    store.commit([Settled(RESULT, (("a", "Ana", 5),))])
    assert [settled.result.match for settled in store.settled()] == ["m"]


def test_journals_are_kept_until_they_are_dropped() -> None:
    """Each in its own order, whatever came in between."""
    store = MemoryStore()
    entries = [Journaled("x", 1, b"a"), Journaled("y", 1, b"b"), Journaled("x", 2, b"c")]
    store.commit(entries)
    assert store.journals() == (entries[0], entries[2], entries[1])
    store.commit([JournalDropped("x"), JournalDropped("z")])
    assert store.journals() == (entries[1],)
