"""The journal of one room: ids, ordinals, and when it begins anew."""

from __future__ import annotations

import itertools

from harness.backend.journal import LOBBY_ENTRIES_MAX, Entry, Header, Journal, read_entry, read_header
from harness.backend.messages import Effect, JournalDropped, Journaled
from harness.dialects.dialect import RoomOptions
from harness.wire import commands as cm
from tests.wire.samples import POLICY

HEADER = Header(
    version=1, now=5, code="BCDF", key=b"key", options=RoomOptions(), policy=POLICY, owner="p1", phase="lobby",
    members=(), issued=3, lobby_since=1, deserted_since=2, number=4, group=3, result=None, previous=None, pupil="",
    match="m", root=b"root",
)  # fmt: skip


def journal() -> Journal:
    names = (f"j{index}" for index in itertools.count(1))
    return Journal(lambda: next(names))


def test_a_journal_begins_with_a_header_and_counts_its_entries() -> None:
    """Ordinals from 1 without gaps; what was written is read back as it was."""
    written, out = journal(), list[Effect]()
    assert written.is_full(playing=True)
    written.begin(HEADER, out)
    entry = Entry("said", 7, 9, "p1", command=cm.Play(id="x", turn=3, cards=("K",)))
    written.write(entry, out)
    first, second = out
    assert isinstance(first, Journaled)
    assert isinstance(second, Journaled)
    assert [(first.room, first.ordinal), (second.room, second.ordinal)] == [("j1", 1), ("j1", 2)]
    assert read_header(first.body) == HEADER
    assert read_entry(second.body) == entry


def test_a_newer_journal_takes_over() -> None:
    """The older one is dropped, and its id is not used again."""
    written, out = journal(), list[Effect]()
    written.begin(HEADER, out)
    written.begin(HEADER, out)
    assert [type(effect) for effect in out] == [Journaled, JournalDropped, Journaled]
    assert out[1] == JournalDropped("j1")
    assert isinstance(out[2], Journaled)
    assert (out[2].room, out[2].ordinal) == ("j2", 1)


def test_a_journal_that_never_began_needs_no_dropping() -> None:
    """A room that closes before anything was written leaves nothing."""
    out: list[Effect] = []
    journal().drop(out)
    assert out == []


def test_in_a_lobby_it_begins_anew_after_so_many_entries() -> None:
    """So that nothing grows while people come and go; a match is never cut."""
    written, out = journal(), list[Effect]()
    written.begin(HEADER, out)
    for index in range(LOBBY_ENTRIES_MAX - 1):
        assert not written.is_full(playing=False)
        written.write(Entry("attached", index, index), out)
    assert written.is_full(playing=False)
    assert not written.is_full(playing=True)
    written.outdated = True
    assert written.is_full(playing=True)


def test_a_journal_goes_on_where_it_was_played_again() -> None:
    """Under its id, with the next ordinal."""
    written, out = journal(), list[Effect]()
    written.replaying = True
    written.goes_on("old", 7)
    assert not written.replaying
    written.write(Entry("clock", 1, 1), out)
    assert isinstance(out[0], Journaled)
    assert (out[0].room, out[0].ordinal) == ("old", 8)


def test_entries_are_small() -> None:
    """A move costs some 50 bytes."""
    out: list[Effect] = []
    written = journal()
    written.begin(HEADER, out)
    written.write(Entry("said", 10**12, 900, "p" + "a" * 12, command=cm.Call(id="h0-100", turn=100)), out)
    assert isinstance(out[1], Journaled)
    assert len(out[1].body) < 90
