"""What all rooms of one backend share."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from harness.backend.blocks import KIND as BLOCKS
from harness.backend.blocks import Blocks
from harness.backend.civil import Civil, season_of
from harness.backend.config import BackendConfig
from harness.backend.logs import KIND as LOG
from harness.backend.messages import Effect, Keep
from harness.backend.reports import KIND as REPORT
from harness.backend.reports import Reports
from harness.backend.sessions import KIND as SESSION
from harness.backend.sessions import Account
from harness.backend.tutorial import KIND as TUTORIAL
from harness.backend.tutorial import Tutorials
from harness.clock import Instant
from harness.errors import CommandError
from harness.seed import derive

if TYPE_CHECKING:  # pragma: no cover
    from harness.backend.parts import Parts


LIFE: Final = "life"
"""The record that counts the lives of a backend which wrote anything."""


class House:
    """One backend's config, chance and common books. Reachable from one gate only.

    Attributes:
        config: All limits.
        root: Root of all chance of this life of the backend.
        parts: The classes to build from.
        alarms: Everything that is due some day.
        civil: Civil time.
        blocks: Who blocked whom.
        codec: Bytes and messages.
        ledger: Results and boards.
        logs: Public logs of matches.
        reports: Reports about players.
        secrets: Resume secrets and whose they are.
        sessions: Sessions by token.
        tutorials: Who is through with the tutorial.
    """

    __slots__ = (
        "_journals", "alarms", "blocks", "civil", "codec", "config", "ledger", "logs", "parts", "reports", "root",
        "secrets", "sessions", "tutorials",
    )  # fmt: skip

    def __init__(self, config: BackendConfig, root: bytes, parts: Parts) -> None:
        self._journals = 0
        self.config = config
        self.root = root
        self.parts = parts
        self.alarms = parts.alarms(config.tick_ms)
        self.blocks = Blocks(config)
        self.civil = Civil()
        self.codec = parts.codec()
        self.ledger = parts.ledger(config)
        self.logs = parts.logs(config)
        self.reports = Reports(config, root, self.logs)
        self.secrets = parts.secrets()
        self.sessions = parts.sessions(config, root)
        self.tutorials = Tutorials()

    def new_journal(self) -> str:
        """The id of a journal, never used before in any life."""
        self._journals += 1
        return derive(self.root, "journal", self._journals).hex()[:24]

    def restore(self, kept: Iterable[Keep]) -> None:
        """Take over the records that a store kept, in the order in which they were kept."""
        for record in kept:
            assert record.body is not None
            if record.kind == SESSION:
                self.sessions.restore(record.key, record.body)
            elif record.kind == BLOCKS:
                self.blocks.restore(record.key, record.body)
            elif record.kind == LOG:
                self.logs.restore(record.key, record.body)
            elif record.kind == REPORT:
                self.reports.restore(record.body)
            elif record.kind != LIFE:
                assert record.kind == TUTORIAL
                self.tutorials.restore(record.key)

    def forget(self, player: str, *, out: list[Effect]) -> None:
        """A session is gone for good, and what was kept for it with it."""
        out.append(Keep(SESSION, player, None))
        self.blocks.forget(player, out=out)
        self.tutorials.forget(player, out=out)

    def caller(self, token: str | None, *, now: Instant) -> Account:
        """The session that makes a call, which counts against its rate.

        Raises:
            CommandError: `bad_token` or `rate`.
        """
        account = self.sessions.find(token, now=now)
        if not account.bucket.take(now=now):
            raise CommandError("rate")
        return account

    def viewer(self, token: str | None, *, now: Instant) -> Account | None:
        """The session of a call that is open to everybody; None without one that we know.

        Raises:
            CommandError: `rate`.
        """
        try:
            return self.caller(token, now=now)
        except CommandError as refused:
            if refused.code == "bad_token":
                return None
            raise

    def season(self, *, now: Instant) -> str:
        """The running season, `YYYY-MM` in UTC (BLF-E32)."""
        return season_of(self.civil.utc_ms(now=now))
