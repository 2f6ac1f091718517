from __future__ import annotations

import hashlib
import io

import pytest
import zstandard
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.clock import SECOND
from harness.history import journal as journal_module
from harness.history.journal import Journal, JournalError, JournalReader, read_history
from harness.history.lines import HEADER, line_of
from harness.history.observation import Observation, Opened, Received, RunEnded
from tests.history.sightings import observations


def _received(at: int, raw: bytes = b"{}") -> Received:
    return Received(at=at, who="t1/ana", connection="t1/ana#1", raw=raw)


def _written(seen: list[Observation], **options: int | None) -> bytes:
    file = io.BytesIO()
    with Journal(file, **options) as journal:
        for observation in seen:
            journal.note(observation)
    return file.getvalue()


def _compressed(*lines: bytes, ending: bytes = b"\n") -> io.BytesIO:
    return io.BytesIO(zstandard.compress(b"\n".join(lines) + ending))


@given(st.lists(observations(), max_size=30), st.integers(1, 8), st.sampled_from([None, 0, SECOND]))
@settings(deadline=None)
def test_what_was_written_is_read(seen: list[Observation], lines: int, after: int | None) -> None:
    """A history comes back whole and with the digest of its writer, however often it was flushed."""
    file = io.BytesIO()
    journal = Journal(file, flush_lines=lines, flush_after=after)
    for observation in seen:
        journal.note(observation)
    journal.close()
    file.seek(0)
    history = read_history(file)
    assert history.observations == tuple(seen)
    assert history.digest == journal.digest()
    assert not history.truncated
    assert journal.lines == len(seen)


@given(st.lists(observations(), max_size=12), st.data())
@settings(deadline=None)
def test_every_prefix_of_a_file_can_be_read(seen: list[Observation], data: st.DataObject) -> None:
    """A file cut anywhere gives a prefix of its observations and says that it was cut."""
    whole = _written(seen, flush_lines=3)
    length = data.draw(st.integers(0, len(whole) - 1))
    history = read_history(io.BytesIO(whole[:length]))
    assert history.truncated
    assert history.observations == tuple(seen)[: len(history.observations)]


@given(st.lists(observations(), min_size=1, max_size=12), st.data())
@settings(deadline=None)
def test_damage_is_an_error_or_harmless(seen: list[Observation], data: st.DataObject) -> None:
    """A file with one byte changed is refused, or read as it was, or looks cut: never anything else."""
    whole = bytearray(_written(seen, flush_lines=3))
    where = data.draw(st.integers(0, len(whole) - 1))
    whole[where] ^= data.draw(st.integers(1, 255))
    try:
        history = read_history(io.BytesIO(bytes(whole)))
    except JournalError:
        return
    assert history.truncated or history.observations == tuple(seen)


@given(st.binary(max_size=300))
@settings(deadline=None)
def test_garbage_is_no_history(garbage: bytes) -> None:
    """Foreign bytes are refused with a JournalError, compressed or not."""
    with pytest.raises(JournalError):
        read_history(io.BytesIO(b"x" + garbage))
    with pytest.raises(JournalError):
        read_history(_compressed(garbage))


def test_a_dead_writer_loses_only_what_was_not_flushed() -> None:
    """What was flushed is on the file, readable, while the writer is still at it."""
    file = io.BytesIO()
    buffered = io.BufferedWriter(file)
    journal = Journal(buffered, flush_lines=1000, flush_after=None)
    journal.note(_received(1))
    journal.flush()
    journal.note(_received(2))
    history = read_history(io.BytesIO(file.getvalue()))
    assert history.observations == (_received(1),)
    assert history.truncated


def test_a_journal_identifies_itself_at_once() -> None:
    """An unfinished journal without observations is already known as a history."""
    file = io.BytesIO()
    Journal(file)
    history = read_history(io.BytesIO(file.getvalue()))
    assert history.observations == ()
    assert history.truncated


def test_a_second_of_the_run_flushes() -> None:
    """An observation a second after the last flush flushes all there is; one just before does not."""
    file = io.BytesIO()
    journal = Journal(file)
    journal.note(_received(1))
    empty = len(file.getvalue())
    journal.note(_received(SECOND - 1))
    assert len(file.getvalue()) == empty
    journal.note(_received(SECOND))
    assert len(read_history(io.BytesIO(file.getvalue())).observations) == 3
    flushed = len(file.getvalue())
    journal.note(_received(2 * SECOND - 1))
    assert len(file.getvalue()) == flushed


def test_a_number_of_lines_flushes() -> None:
    """Many observations in one moment are flushed, too."""
    file = io.BytesIO()
    journal = Journal(file, flush_lines=3, flush_after=None)
    journal.note(_received(1))
    journal.note(_received(1))
    before = len(read_history(io.BytesIO(file.getvalue())).observations)
    journal.note(_received(1))
    assert (before, len(read_history(io.BytesIO(file.getvalue())).observations)) == (0, 3)


def test_the_digest_is_the_sha256_of_the_lines() -> None:
    """Anybody can check a digest with zstd and sha256sum, and a journal without a file takes the same."""
    seen: list[Observation] = [Opened(at=1, who="a", connection="a#1"), RunEnded(at=2, complete=True)]
    lines = HEADER + b"\n" + line_of(seen[0]) + b"\n" + line_of(seen[1]) + b"\n"
    hashing = Journal(None)
    for observation in seen:
        hashing.note(observation)
    hashing.close()
    assert hashing.digest() == hashlib.sha256(lines).hexdigest()
    history = read_history(io.BytesIO(_written(seen)))
    assert history.digest == hashing.digest()
    assert zstandard.ZstdDecompressor().decompressobj().decompress(_written(seen)) == lines


def test_flushing_changes_no_digest() -> None:
    """The digest can be asked in between, and does not depend on blocks."""
    first, second = Journal(None, flush_lines=1), Journal(io.BytesIO(), flush_lines=100, flush_after=None)
    for at in range(10):
        first.note(_received(at))
        second.note(_received(at))
        if at == 5:
            assert first.digest() == second.digest()
    assert first.digest() == second.digest()


def test_a_closed_journal_takes_nothing_more() -> None:
    """Closing twice is harmless; noting afterwards is an error, and the file stays open for its owner."""
    file = io.BytesIO()
    journal = Journal(file)
    journal.close()
    length = len(file.getvalue())
    journal.close()
    journal.flush()
    assert len(file.getvalue()) == length
    with pytest.raises(ValueError, match="closed"):
        journal.note(_received(1))


def test_a_journal_is_finished_when_its_block_raises() -> None:
    """Whatever happens to the run, what was noted is a whole file."""
    file = io.BytesIO()
    with pytest.raises(ZeroDivisionError), Journal(file) as journal:
        journal.note(_received(1))
        raise ZeroDivisionError
    history = read_history(io.BytesIO(file.getvalue()))
    assert history.observations == (_received(1),)
    assert not history.truncated


def test_a_reader_streams() -> None:
    """Observations come one by one; whether the file was cut is known at the end."""
    seen: list[Observation] = [_received(at, b"x" * 50_000) for at in range(3)]
    reader = JournalReader(io.BytesIO(_written(seen)))
    walk = iter(reader)
    assert next(walk) == seen[0]
    assert (reader.lines, reader.truncated) == (1, None)
    assert list(walk) == seen[1:]
    assert (reader.lines, reader.truncated) == (3, False)


@pytest.mark.parametrize(
    ("file", "complaint"),
    [
        (io.BytesIO(b"PK\x03\x04"), "not compressed with zstd"),
        (io.BytesIO(b"x"), "not compressed with zstd"),
        (_compressed(b"hello"), "first line does not say so"),
        (_compressed(line_of(RunEnded(at=1, complete=True))), "first line does not say so"),
        (_compressed(b'{"kind":"history","format":2}'), "format 2; this version reads format 1"),
        (_compressed(HEADER, line_of(_received(1)), b"{"), "line 3 of the history is no observation"),
        (_compressed(HEADER, HEADER), "line 2 .* second beginning"),
        (_compressed(HEADER, b""), "line 2 "),
        (_compressed(HEADER, line_of(_received(1)), ending=b""), "middle of a line"),
        (io.BytesIO(_written([]) + b"more"), "something follows its end"),
        (io.BytesIO(_written([]) + b"\0" * 10_000), "something follows its end"),
        (io.BytesIO(_written([])[:6] + b"\xff" * 40), "damaged near byte 0"),
    ],
)
def test_what_is_wrong_with_a_file_is_said(file: io.BytesIO, complaint: str) -> None:
    """Each way of being no history has its own message."""
    with pytest.raises(JournalError, match=complaint):
        read_history(file)


def test_more_after_exactly_one_chunk_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """What follows the end is found also when the end is the end of what was read at once."""
    whole = _written([])
    monkeypatch.setattr(journal_module, "_CHUNK_BYTES", len(whole))
    assert not read_history(io.BytesIO(whole)).truncated
    with pytest.raises(JournalError, match="something follows"):
        read_history(io.BytesIO(whole + b"more"))


def test_an_endless_line_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that inflates to one enormous line is refused before it fills the memory."""
    monkeypatch.setattr(journal_module, "LINE_BYTES_MAX", 1000)
    with pytest.raises(JournalError, match="more than 1000 bytes"):
        read_history(_compressed(HEADER, b"x" * 2000, ending=b""))
