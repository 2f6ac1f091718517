"""Histories on disk: one JSON line per observation, zstd-compressed, readable up to the last flushed line.

`harness.history.lines` has the lines. The digest of a history is the SHA-256 of its uncompressed lines,
so it does not depend on when something was flushed. A journal gets an open binary file and leaves
it to its owner; it knows no paths.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from types import TracebackType
from typing import BinaryIO, Final

import msgspec
import zstandard

from harness.clock import SECOND, Duration, Instant
from harness.errors import HarnessError
from harness.history.lines import FORMAT, HEADER, format_of, line_of, observation_of
from harness.history.observation import Observation

LINE_BYTES_MAX: Final = 64 * 1024 * 1024
"""A longer line is not ours."""

_LEVEL: Final = 3
_MAGIC: Final = b"\x28\xb5\x2f\xfd"
_CHUNK_BYTES: Final = 4096  # Compressed; small, so that a file that inflates enormously is refused early.


class JournalError(HarnessError):
    """A file is no history, is damaged, or is of a format that this version does not read."""


class Journal:
    """Writes a history.

    Lines are gathered and written out in blocks; whatever was flushed can be read again, even if the
    process dies in the middle of the next block.

    Args:
        file: Open for writing bytes; stays open. None takes the digest only.
        flush_lines: Flush after this many lines.
        flush_after: Flush as soon as an observation is this much later than the last flush; None for never.
            Only sensible where the time of the run is real.

    Attributes:
        lines: How many observations were noted.
    """

    def __init__(
        self, file: BinaryIO | None, *, flush_lines: int = 1024, flush_after: Duration | None = SECOND
    ) -> None:
        self._file = file
        self._flush_lines = flush_lines
        self._flush_after = flush_after
        self._flushed_at: Instant = 0
        self._pending: list[bytes] = [HEADER]
        self._hash = hashlib.sha256()
        self._zstd = zstandard.ZstdCompressor(level=_LEVEL, write_checksum=True).compressobj()
        self._closed = False
        self.lines = 0
        self.flush()

    def note(self, observation: Observation) -> None:
        """Write one observation; this is a tap.

        Raises:
            ValueError: The journal is closed.
        """
        if self._closed:
            raise ValueError("this journal is closed")
        self.lines += 1
        self._pending.append(line_of(observation))
        waited = observation.at - self._flushed_at
        if len(self._pending) >= self._flush_lines or (self._flush_after is not None and waited >= self._flush_after):
            self._flushed_at = observation.at
            self.flush()

    def flush(self) -> None:
        """Write out what is pending, so that it can be read whatever happens next."""
        block = self._take_pending()
        if block and self._file is not None:
            self._file.write(self._zstd.compress(block) + self._zstd.flush(zstandard.COMPRESSOBJ_FLUSH_BLOCK))
            self._file.flush()

    def close(self) -> None:
        """Finish the history. Does not close the file. Closing twice is allowed."""
        if self._closed:
            return
        self._closed = True
        block = self._take_pending()
        if self._file is not None:
            self._file.write(self._zstd.compress(block) + self._zstd.flush())
            self._file.flush()

    def digest(self) -> str:
        """The SHA-256 of the lines so far, in hexadecimal digits."""
        self.flush()
        return self._hash.hexdigest()

    def __enter__(self) -> Journal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _take_pending(self) -> bytes:
        if not self._pending:
            return b""
        self._pending.append(b"")
        block = b"\n".join(self._pending)
        self._pending.clear()
        self._hash.update(block)
        return block


class JournalReader:
    """Reads a history, line by line, once.

    A file that ends too early, because its writer died, is read up to its last whole line.
    Anything else that is not exactly a history is an error.

    Args:
        file: Open for reading bytes, at the start of the history; stays open.

    Attributes:
        lines: How many observations were read so far.
        truncated: The file ended too early. Known after the last observation; None before.
    """

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._hash = hashlib.sha256()
        self.lines = 0
        self.truncated: bool | None = None

    def __iter__(self) -> Iterator[Observation]:
        """The observations in order.

        Raises:
            JournalError: The file is no history, damaged, or of another format.
        """
        whole_lines = self._whole_lines()
        header = next(whole_lines, None)
        if header is None:
            return
        _check_header(header)
        for number, raw in enumerate(whole_lines, start=2):
            try:
                observation = observation_of(raw)
            except ValueError as error:
                raise JournalError(f"line {number} of the history is no observation: {error}") from None
            self.lines += 1
            yield observation

    def digest(self) -> str:
        """The SHA-256 of the lines read so far, in hexadecimal digits."""
        return self._hash.hexdigest()

    def _whole_lines(self) -> Iterator[bytes]:
        rest = b""
        for block in self._blocks():
            lines = (rest + block).split(b"\n")
            rest = lines.pop()
            for line in lines:
                self._hash.update(line + b"\n")
                yield line
            if len(rest) > LINE_BYTES_MAX:
                raise JournalError(f"a line of more than {LINE_BYTES_MAX} bytes is not from a history")
        if rest and not self.truncated:
            raise JournalError("the history ends in the middle of a line, though its compression is complete")

    def _blocks(self) -> Iterator[bytes]:
        """The uncompressed bytes; sets `truncated` at the end."""
        zstd = zstandard.ZstdDecompressor().decompressobj()
        position = 0
        while chunk := self._file.read(_CHUNK_BYTES):
            if zstd.eof:
                break
            if position == 0 and chunk[:4] != _MAGIC[: len(chunk)]:
                raise JournalError("not a history: the file is not compressed with zstd")
            try:
                yield zstd.decompress(chunk)
            except zstandard.ZstdError as error:
                raise JournalError(f"the history is damaged near byte {position}: {error}") from None
            position += len(chunk)
        if chunk or zstd.unused_data:
            raise JournalError("not a history: something follows its end")
        self.truncated = not zstd.eof


class History(msgspec.Struct, frozen=True, kw_only=True):
    """A history in memory.

    Attributes:
        observations: In the order in which they were noted.
        digest: The SHA-256 of the lines that could be read.
        truncated: The writer did not finish the file; what it flushed last is the end of this history.
    """

    observations: tuple[Observation, ...]
    digest: str
    truncated: bool


def read_history(file: BinaryIO) -> History:
    """Read a whole history from an open file.

    Raises:
        JournalError: The file is no history, damaged, or of another format.
    """
    reader = JournalReader(file)
    observations = tuple(reader)
    return History(observations=observations, digest=reader.digest(), truncated=bool(reader.truncated))


def _check_header(raw: bytes) -> None:
    found = format_of(raw)
    if found is None:
        raise JournalError('not a history: its first line does not say so ("kind":"history")')
    if found != FORMAT:
        raise JournalError(f"a history of format {found}; this version reads format {FORMAT}")
