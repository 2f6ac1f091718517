"""The last frames of every connection, kept as evidence for findings."""

from __future__ import annotations

from collections import deque
from typing import Final

from harness.history.observation import Closed, Exchange, Observation, Received, Sent
from harness.verdict import Evidence

TEXT_MAX: Final = 400
"""Evidence is cut to this many characters."""

_BYTES_MAX: Final = 4 * TEXT_MAX  # Enough for TEXT_MAX characters of UTF-8.


class Recorder:
    """Keeps the last frames of each connection and the last HTTP calls of each player.

    Memory is bounded by what is open: of connections that ended, and of players that make calls, only
    the latest are remembered. Every observation costs the same small time, however many there are.

    Args:
        frames: How many frames of a connection, or calls of a player, are kept.
        ended: How many ended connections, and how many players, are kept.
    """

    __slots__ = ("_calls", "_ended", "_ended_max", "_frames", "_rings")

    def __init__(self, *, frames: int = 32, ended: int = 1024) -> None:
        self._frames = frames
        self._ended_max = ended
        self._rings: dict[str, deque[Received | Sent | Closed]] = {}
        self._ended: deque[str] = deque()
        self._calls: dict[str, deque[Exchange]] = {}

    def note(self, observation: Observation) -> None:
        """Remember a frame, a call or the end of a connection; anything else is no evidence."""
        if type(observation) is Received or type(observation) is Sent:
            self._ring(observation.connection).append(observation)
        elif type(observation) is Closed:
            self._ring(observation.connection).append(observation)
            self._forget_after(observation.connection)
        elif type(observation) is Exchange:
            self._note_call(observation)

    def evidence(self, source: str, last: int = 8) -> tuple[Evidence, ...]:
        """The last things seen, oldest first.

        Args:
            source: A connection; or a player, for its HTTP calls.
            last: How many at most; no more are given than are kept.

        Returns:
            Nothing for a source that was never seen, or is forgotten.
        """
        kept = self._rings.get(source) or self._calls.get(source) or ()
        return tuple(_evidence_of(observation) for observation in list(kept)[-last:])

    def _ring(self, connection: str) -> deque[Received | Sent | Closed]:
        ring = self._rings.get(connection)
        if ring is None:
            ring = self._rings[connection] = deque(maxlen=self._frames)
        return ring

    def _forget_after(self, connection: str) -> None:
        self._ended.append(connection)
        if len(self._ended) > self._ended_max:
            self._rings.pop(self._ended.popleft(), None)

    def _note_call(self, exchange: Exchange) -> None:
        calls = self._calls.pop(exchange.who, None)
        if calls is None:
            calls = deque(maxlen=self._frames)
            if len(self._calls) >= self._ended_max:
                del self._calls[next(iter(self._calls))]
        self._calls[exchange.who] = calls  # Back in as the latest.
        calls.append(exchange)


def _evidence_of(seen: Received | Sent | Closed | Exchange) -> Evidence:
    if type(seen) is Received:
        return Evidence(at=seen.at, connection=seen.connection, who=seen.who, way="in", text=_cut(seen.raw))
    if type(seen) is Sent:
        return Evidence(at=seen.at, connection=seen.connection, who=seen.who, way="out", text=_cut(seen.raw))
    if type(seen) is Closed:
        way = "out" if seen.by == "us" else "in"
        text = f"closed {seen.code} by {seen.by} {seen.reason}".rstrip()[:TEXT_MAX]
        return Evidence(at=seen.at, connection=seen.connection, who=seen.who, way=way, text=text)
    assert isinstance(seen, Exchange)
    answer = f"{seen.status} {_cut(seen.answer)}" if seen.status else f"no answer: {seen.error}"
    question = f"{seen.method} {seen.path} {_cut(seen.body)}".rstrip()
    text = f"{question} -> {answer}"[:TEXT_MAX]
    return Evidence(at=seen.at, connection="http", who=seen.who, way="out", text=text)


def _cut(raw: bytes) -> str:
    """The text of a frame; bytes that are no UTF-8 are shown as escapes."""
    return raw[:_BYTES_MAX].decode(errors="backslashreplace")[:TEXT_MAX]
