"""Noticing that a target died."""

from __future__ import annotations

import asyncio

import pytest

from harness.runtimes.live.target import Target
from harness.runtimes.live.watch import TargetWatch

NOBODY = Target(
    http="http://127.0.0.1:1", ws="ws://127.0.0.1:1", host="127.0.0.1:1", family=2, address=("127.0.0.1", 1), tls=None
)


def test_what_is_forgotten_is_no_reason_to_ask(monkeypatch: pytest.MonkeyPatch) -> None:
    """A check that runs is given up; a later suspicion begins a new one, which finds the target dead."""
    monkeypatch.setattr("harness.runtimes.live.watch.PAUSE_S", 0.01)

    async def watched() -> list[str]:
        dead: list[str] = []
        died = asyncio.Event()

        def on_death(reason: str) -> None:
            dead.append(reason)
            died.set()

        watch = TargetWatch(NOBODY, on_death)
        watch.forget()
        watch.suspect()
        watch.forget()
        assert len(asyncio.all_tasks()) == 2
        watch.suspect()
        async with asyncio.timeout(5):
            await died.wait()
        return dead

    (reason,) = asyncio.run(watched())
    assert reason.startswith("the target stopped answering")
