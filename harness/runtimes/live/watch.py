"""Notices a target that died in the middle of a run."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from harness.errors import TargetError
from harness.runtimes.live.target import Target, probe

TRIES: Final = 3
PAUSE_S: Final = 0.5


class TargetWatch:
    """Asks the target whether it is there, but only after something has failed.

    Args:
        target: The target.
        on_death: Called once with the reason when `TRIES` probes in a row were not answered.
    """

    def __init__(self, target: Target, on_death: Callable[[str], None]) -> None:
        self._target = target
        self._on_death = on_death
        self._task: asyncio.Task[None] | None = None

    def suspect(self) -> None:
        """A connection broke or a call failed."""
        if self._task is None:
            self._task = asyncio.create_task(self._check())

    def forget(self) -> None:
        """Whatever failed until now is no reason to ask."""
        if self._task is not None:
            self._task.cancel()
            self._task = None

    def stop(self) -> None:
        """Ask no more."""
        if self._task is not None:
            self._task.cancel()

    async def _check(self) -> None:
        reason = ""
        for _ in range(TRIES):
            try:
                await probe(self._target)
            except TargetError as error:
                reason = str(error)
                await asyncio.sleep(PAUSE_S)
            else:
                await asyncio.sleep(PAUSE_S)
                self._task = None
                return
        self._on_death(f"the target stopped answering: {reason}")
