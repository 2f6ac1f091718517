"""The last time that we ended the backend, as far as the client edge knows when that was."""

from __future__ import annotations

from harness.clock import Instant

ALL: str = ""
"""The connection that a fault of the whole backend names."""


class Outage:
    """One end of the backend and what followed.

    Attributes:
        begun: When we ended it.
        ended: When it was back, None until then. Whatever it does at its new beginning, it does in between.
    """

    __slots__ = ("begun", "ended")

    def __init__(self, begun: Instant) -> None:
        self.begun = begun
        self.ended: Instant | None = None
