"""The public log of each match: what everybody at the table saw, enough to settle a report (FEAT-54)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from harness.backend.civil import iso_of
from harness.backend.config import BackendConfig
from harness.backend.messages import Effect, Keep
from harness.dialects.personal import LogBody
from harness.wire.events import PublicEvent

KIND: Final = "log"
_DAY_MS: Final = 86_400_000
_encode: Final = msgspec.json.Encoder().encode


class _Head(msgspec.Struct, frozen=True):
    """What must be known of a log without reading all of it."""

    seats: tuple[str, ...]
    ended: str


class _Log(msgspec.Struct, frozen=True):
    head: _Head
    body: bytes


class Logs:
    """Logs by match id, oldest first.

    A log holds the room's public events and nothing else, so a card that was never turned up is not in it.
    It is kept for `log_days` days, and no more than `logs_max` of them are; those that a report is about stay
    as long as the report.
    """

    __slots__ = ("_config", "_logs", "_reported")

    def __init__(self, config: BackendConfig) -> None:
        self._config = config
        self._logs: dict[str, _Log] = {}
        self._reported: dict[str, _Log | None] = {}

    def __len__(self) -> int:
        return len(self._logs) + sum(log is not None for log in self._reported.values())

    def close(
        self, match: str, seats: tuple[str, ...], events: Sequence[PublicEvent], *, utc_ms: int, out: list[Effect]
    ) -> None:
        """A match is over, or stopped: keep its log, and let the old ones go."""
        ended = iso_of(utc_ms)
        body = _encode(LogBody(match=match, seats=seats, ended=ended, events=tuple(events)))
        self._put(match, _Log(_Head(seats, ended), body))
        out.append(Keep(KIND, match, body))
        self.expire(utc_ms=utc_ms, out=out)

    def read(self, match: str, player: str) -> bytes | None:
        """The encoded log of a match at which this player sat; None when there is none."""
        log = self._find(match)
        return log.body if log is not None and player in log.head.seats else None

    def seats(self, match: str) -> tuple[str, ...]:
        """Player id by seat of a match whose log is kept; () when it is not."""
        log = self._find(match)
        return log.head.seats if log is not None else ()

    def hold(self, match: str) -> None:
        """A report is about this match, which may still go on: its log must stay."""
        if match not in self._reported:
            self._reported[match] = self._logs.pop(match, None)

    def release(self, match: str) -> None:
        """The last report about this match is gone."""
        log = self._reported.pop(match, None)
        if log is not None:
            self._logs[match] = log

    def expire(self, *, utc_ms: int, out: list[Effect]) -> None:
        """Let go of what is too old or too much."""
        oldest = iso_of(max(0, utc_ms - self._config.log_days * _DAY_MS))
        while self._logs:
            match = next(iter(self._logs))
            if len(self._logs) <= self._config.logs_max and self._logs[match].head.ended >= oldest:
                return
            del self._logs[match]
            out.append(Keep(KIND, match, None))

    def restore(self, match: str, body: bytes) -> None:
        """What a store kept."""
        self._put(match, _Log(msgspec.json.decode(body, type=_Head), body))

    def _find(self, match: str) -> _Log | None:
        return self._logs.get(match) or self._reported.get(match)

    def _put(self, match: str, log: _Log) -> None:
        if match in self._reported:
            self._reported[match] = log
        else:
            self._logs[match] = log
