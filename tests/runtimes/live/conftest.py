"""A scripted backend on real sockets."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from harness.runtimes.server.limits import ServerLimits
from tests.runtimes.server.served import ScriptedGate, ThreadedServer


@pytest.fixture(scope="package")
def backend() -> Iterator[ThreadedServer]:
    with ThreadedServer(lambda url, settled: ScriptedGate(), limits=ServerLimits(answer_ms=600)) as running:
        yield running


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Backends of these tests that do not end a connection never will; waiting for them proves nothing."""
    for module in ("client", "party"):
        monkeypatch.setattr(f"harness.runtimes.live.{module}.CLOSE_S", 0.1)
