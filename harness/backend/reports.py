"""Reports about players (BLF-E35, FEAT-32): stored with the match and its log, without any effect on a match."""

from __future__ import annotations

from typing import Final

import msgspec

from harness.backend.config import BackendConfig
from harness.backend.logs import Logs
from harness.backend.messages import Effect, Keep
from harness.seed import derive

KIND: Final = "report"


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """One report, as moderators read it in the store.

    Attributes:
        report: Its id.
        by: Who reports.
        player: About whom.
        room: Where they met, "" when the reporter named a match alone.
        match: The match, None when none had begun there; its public log lies beside the report.
        reason: In the reporter's own words.
        at: ISO 8601 in UTC.
    """

    report: str
    by: str
    player: str
    room: str
    match: str | None
    reason: str
    at: str


class Reports:
    """The latest reports, oldest first.

    Args:
        config: How many are kept.
        root: Root of their ids.
        logs: Where the logs of the matches are, which must stay as long as a report is about them.
    """

    __slots__ = ("_config", "_filed", "_logs", "_reports", "_root")

    def __init__(self, config: BackendConfig, root: bytes, logs: Logs) -> None:
        self._config = config
        self._root = root
        self._logs = logs
        self._filed = 0
        self._reports: dict[str, Report] = {}

    def __len__(self) -> int:
        return len(self._reports)

    def file(
        self, *, by: str, player: str, room: str, match: str | None, reason: str, at: str, out: list[Effect]
    ) -> Report:
        """Keep a report; the oldest makes room for it when there are too many."""
        self._filed += 1
        key = "r" + derive(self._root, "report", self._filed).hex()[:16]
        report = Report(report=key, by=by, player=player, room=room, match=match, reason=reason, at=at)
        self._add(report)
        out.append(Keep(KIND, key, msgspec.json.encode(report)))
        if len(self._reports) > self._config.reports_max:
            oldest = self._reports.pop(next(iter(self._reports)))
            out.append(Keep(KIND, oldest.report, None))
            if oldest.match is not None and all(other.match != oldest.match for other in self._reports.values()):
                self._logs.release(oldest.match)
        return report

    def restore(self, body: bytes) -> None:
        """What a store kept."""
        self._add(msgspec.json.decode(body, type=Report))

    def _add(self, report: Report) -> None:
        self._reports[report.report] = report
        if report.match is not None:
            self._logs.hold(report.match)
