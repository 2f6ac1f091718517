"""What several tests of the server need."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.peers import peer
from tests.runtimes.server.postgres import PostgresServer, programs


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """A real PostgreSQL server."""
    folder = peer(programs(), "PostgreSQL", "Debian: apt-get install postgresql")
    with PostgresServer(folder) as server:
        yield server
