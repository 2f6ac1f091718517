"""What all rooms of one backend share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from harness.backend.civil import Civil
from harness.backend.config import BackendConfig

if TYPE_CHECKING:  # pragma: no cover
    from harness.backend.parts import Parts


class House:
    """One backend's config, chance and common books. Reachable from one gate only.

    Attributes:
        config: All limits.
        root: Root of all chance of this life of the backend.
        parts: The classes to build from.
        alarms: Everything that is due some day.
        civil: Civil time.
        codec: Bytes and messages.
        ledger: Results and boards.
        secrets: Resume secrets and whose they are.
        sessions: Sessions by token.
    """

    __slots__ = ("alarms", "civil", "codec", "config", "ledger", "parts", "root", "secrets", "sessions")

    def __init__(self, config: BackendConfig, root: bytes, parts: Parts) -> None:
        self.config = config
        self.root = root
        self.parts = parts
        self.alarms = parts.alarms(config.tick_ms)
        self.civil = Civil()
        self.codec = parts.codec()
        self.ledger = parts.ledger(config)
        self.secrets = parts.secrets()
        self.sessions = parts.sessions(config, root)
