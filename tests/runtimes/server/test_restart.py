"""A server that is stopped and started again on the same store: what its players find."""

from __future__ import annotations

import asyncio
from pathlib import Path

import httpx
import pytest

from harness.backend.config import BackendConfig
from harness.backend.gate import Gate
from harness.backend.messages import Journaled
from harness.runtimes.server.driver import ServedGate
from harness.runtimes.server.run import serve
from harness.runtimes.server.store import Store
from harness.runtimes.server.store_address import open_store
from harness.seed import root_of
from tests.runtimes.server.served import WAIT_S, ThreadedServer


def make(url: str, past: Store) -> ServedGate:
    """The real gate, with what the store had kept."""
    return Gate(BackendConfig(), root_of(1), settled=past.load(), kept=past.kept(), journals=past.journals())


def test_sessions_blocks_and_tutorial_survive_a_restart(tmp_path: Path) -> None:
    """Tokens are good, blocks, logs and reports are there, and a skipped tutorial is not offered again."""
    store = str(tmp_path / "store.sqlite")
    with ThreadedServer(make, store=store) as server, httpx.Client(base_url=server.url) as client:
        ana, ben = (client.post("/v1/sessions", json={"name": name}).json() for name in ("Ana", "Ben"))
        own = {"authorization": f"Bearer {ana['token']}"}
        his = {"authorization": f"Bearer {ben['token']}"}
        room = client.post("/v1/rooms", headers=own).json()["room"]
        client.post(f"/v1/rooms/{room}/members", headers=his)
        match = client.post(f"/v1/rooms/{room}/start", headers=own).json()["match"]
        report = {"player": ben["player"], "room": room, "reason": "rude"}
        assert client.post("/v1/reports", headers=own, json=report).json()["match"] == match
        assert client.delete(f"/v1/rooms/{room}/members/me", headers=his).status_code == 204
        assert client.post("/v1/blocks", headers=own, json={"player": ben["player"]}).status_code == 201
        assert client.delete("/v1/tutorial", headers=own).status_code == 204
        before = [client.get(path, headers=own).json() for path in paths(match)]
    with ThreadedServer(make, store=store) as server, httpx.Client(base_url=server.url) as client:
        assert [client.get(path, headers=own).json() for path in paths(match)] == before
        assert client.get(f"/v1/matches/{match}/log", headers=his).status_code == 200
        assert client.get("/v1/players/me", headers=own).json()["tutorial"] is False
        assert client.get("/v1/blocks", headers=own).json() == {"players": [ben["player"]]}
    kept = open_store(store)
    assert [record.kind for record in kept.kept()].count("report") == 1
    kept.close()


def paths(match: str) -> tuple[str, ...]:
    """What is read before and after."""
    return ("/v1/players/me", "/v1/blocks", f"/v1/matches/{match}", f"/v1/matches/{match}/log", "/v1/boards/world")


def test_a_room_that_cannot_be_rebuilt_is_void(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """The log says so, its journal is forgotten, and the server serves."""
    path = str(tmp_path / "store.sqlite")
    store = open_store(path)
    store.add([Journaled("j1", 1, b"rubbish")])
    store.close()

    async def once() -> None:
        stop = asyncio.Event()
        serving = asyncio.create_task(serve(BackendConfig(), store=open_store(path), stop=stop))
        async with asyncio.timeout(WAIT_S):
            while "is void" not in caplog.text:
                await asyncio.sleep(0.01)
            stop.set()
            await serving

    asyncio.run(once())
    assert "nobody gets points for its match (j1: " in caplog.text
    store = open_store(path)
    assert store.journals() == ()
    store.close()
