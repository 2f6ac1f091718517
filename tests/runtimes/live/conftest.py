"""A scripted backend on real sockets."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from server.served import ScriptedGate, ThreadedServer


@pytest.fixture(scope="package")
def backend() -> Iterator[ThreadedServer]:
    with ThreadedServer(lambda url, settled: ScriptedGate()) as running:
        yield running
