"""Marks: how the events of one game, or the calls of the platform, show that a rule is at work.

A module of its own for each game, named after it; its class stands in `harness.referee.coverage.MARKERS`, its ids in
`harness.referee.rulebook`.
"""

from __future__ import annotations

from collections import Counter
from typing import ClassVar

from harness.referee.oracle import Handlers
from harness.referee.scene import Scene


class Marks:
    """Base of all marks. Tables as those of an oracle say what is listened to; nothing here convicts.

    Args:
        scene: What the referee knows; read only.
        counts: How often each id was seen at work; shared by all marks of a run.
    """

    game: ClassVar[str] = ""
    """The game in whose rooms public events and frames are listened to; "" for all of them."""

    def __init__(self, scene: Scene, counts: Counter[str]) -> None:
        self.scene = scene
        self.counts = counts
        self.frames: Handlers = {}
        self.public: Handlers = {}
        self.commands: Handlers = {}
        self.calls: Handlers = {}
        self.observations: Handlers = {}

    def mark(self, *ids: str) -> None:
        """These ids were seen at work."""
        self.counts.update(ids)
