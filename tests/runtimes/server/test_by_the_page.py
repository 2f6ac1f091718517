"""All four games, played over real sockets by a client that knows only docs/protocol.md."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from harness.backend.config import BackendConfig
from harness.backend.gate import Gate
from harness.seed import root_of
from tests.runtimes.server.by_the_page import Client
from tests.runtimes.server.served import ThreadedServer

GAMES: list[tuple[int, dict[str, Any]]] = [
    (4, {"game": "bluffers", "seats": 4}),
    (2, {"seats": 2}),
    (3, {"game": "liars_dice", "seats": 3}),
    (3, {"game": "liars_dice", "seats": 3, "liars_dice": {"ones": "low"}}),
    (2, {"game": "bluff", "seats": 2}),
    (4, {"game": "bluff", "seats": 4, "bluff": {"end": "play_on", "direction": "anticlockwise"}}),
    (3, {"game": "wizard", "seats": 3, "wizard": {"length": "five"}}),
    (4, {"game": "wizard", "seats": 4, "wizard": {"length": "five", "bids": "hidden"}}),
    (3, {"game": "wizard", "seats": 3, "wizard": {"length": "five", "bids": "secret"}}),
]


@pytest.fixture(scope="module")
def server() -> Iterator[ThreadedServer]:
    with ThreadedServer(
        lambda url, past: Gate(BackendConfig(), root_of(7), settled=past.load(), kept=past.kept())
    ) as running:
        yield running


@pytest.mark.parametrize(("seats", "options"), GAMES, ids=lambda value: str(value).replace(" ", ""))
def test_a_whole_match(server: ThreadedServer, seats: int, options: dict[str, Any]) -> None:
    """Nobody is ever refused, everybody is told the same result, and it is that of the match that was started."""
    owner = Client(server.url, server.ws, "Owner", None, options)
    clients = [owner, *(Client(server.url, server.ws, f"Guest {n}", owner.room, {}) for n in range(1, seats))]
    for client in clients:
        client.start()
    for client in clients:
        assert client.seated.wait(10), client.problem
    match = owner.begin()
    for client in clients:
        client.join(60)
        assert client.problem == ""
    results = [client.result for client in clients]
    assert results[0] is not None
    assert all(result == results[0] for result in results)
    assert results[0]["match"] == match
    assert results[0]["seats"] == [client.me for client in clients]
    assert 1 in results[0]["places"]
    assert all(client.moves for client in clients)
    public = [[frame for frame in client.frames if "number" in frame and "group" in frame] for client in clients]
    said = [{frame["number"]: {**frame, "seq": 0} for frame in frames} for frames in public]
    for heard in said[1:]:
        assert heard.items() <= said[0].items()


def test_the_client_knows_nothing_of_the_harness() -> None:
    """Otherwise it would prove nothing about the page."""
    source = Path(__file__).with_name("by_the_page.py").read_text()
    assert not [line for line in source.splitlines() if line.startswith(("from harness", "import harness"))]
