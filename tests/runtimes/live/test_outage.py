"""A run that ends its own backend: a real process, which begins again from its store."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

import pytest

from harness.backend.config import BackendConfig
from harness.clock import MILLISECOND, Instant
from harness.dialects.http import HttpRequest
from harness.errors import LocalError
from harness.history import observation as seen
from harness.runtimes.live.outage import OwnBackend
from harness.runtimes.server.embedded import EmbeddedServer
from harness.swarm.effects import (
    Answered,
    Call,
    Connected,
    ConnectFailed,
    Disconnected,
    Drop,
    Effect,
    Heal,
    Message,
    Outage,
    OutagePoint,
    Stop,
)
from tests.runtimes.live.played import Puppet, connect, of, play_all

SESSION = HttpRequest(method="POST", path="/v1/sessions", token=None, body=b'{"name":"Ana"}')
DOWN = 50 * MILLISECOND


def outage(how: Literal["kill", "stop"] = "kill", point: OutagePoint = "idle", down: int = DOWN) -> Outage:
    return Outage("t1", how, point, down)


class Returning:
    """Ends the backend when its socket is open, opens the next until it is back, and then ends."""

    def __init__(self, *blow: Effect) -> None:
        self._blow = blow
        self._sockets = 1

    def __call__(self, party: Puppet, message: Message, now: Instant) -> Sequence[Effect]:
        if isinstance(message, Connected):
            return self._blow if self._sockets == 1 else [party.end(now)]
        if isinstance(message, Disconnected | ConnectFailed):
            self._sockets += 1
            return [connect(f"t1/ana#{self._sockets}")]
        return []


def faults(observed: Sequence[seen.Observation]) -> list[tuple[str, str, str]]:
    """Begun and ended faults: which, whose, on which connection."""
    kinds = {seen.FaultBegun: "+", seen.FaultEnded: "-"}
    return [
        (kinds[type(o)] + o.fault, o.who, o.connection)
        for o in observed
        if isinstance(o, seen.FaultBegun | seen.FaultEnded)
    ]


@pytest.mark.parametrize(("how", "code", "by"), [("kill", 1006, "us"), ("stop", 1001, "them")], ids=["kill", "stop"])
def test_the_backend_ends_and_begins_again_at_its_place(
    tmp_path: Path, how: Literal["kill", "stop"], code: int, by: str
) -> None:
    """Another process serves the same address; what broke, broke by a fault of ours, and the run is complete."""
    with EmbeddedServer(BackendConfig(), store=str(tmp_path / "store.sqlite")) as server:
        before = server.pid, server.url
        observed = play_all(server.url, Puppet([connect()], Returning(outage(how))), seconds=30, backend=server)
        assert server.pid != before[0]
        assert server.url == before[1]
    fault = f"server-{how}"
    assert faults(observed) == [(f"+{fault}", "t1", ""), (f"+{fault}", "t1/ana", "t1/ana#1"), (f"-{fault}", "t1", "")]
    assert [(o.code, o.by) for o in of(observed, seen.Closed)][:1] == [(code, by)]  # type: ignore[union-attr]
    assert of(observed, seen.RunEnded)[0].complete  # type: ignore[union-attr]
    down = [o.at for o in observed if isinstance(o, seen.FaultBegun | seen.FaultEnded) and not o.connection]
    assert down[1] - down[0] >= DOWN


@pytest.mark.parametrize(("point", "kept"), [("before-write", 0), ("after-write", 1)])
def test_it_dies_at_a_point_of_a_step(tmp_path: Path, point: OutagePoint, kept: int) -> None:
    """The call that would store something kills it: nobody hears of it, and it is stored or is not."""
    store = tmp_path / "store.sqlite"
    with EmbeddedServer(BackendConfig(), store=str(store)) as server:
        party = Puppet([connect()], Returning(outage(point=point), Call("t1/ana", 1, SESSION)))
        observed = play_all(server.url, party, seconds=30, backend=server)
    assert [message.response for message in party.heard if isinstance(message, Answered)] == [None]
    assert ("+server-kill", "t1/ana", "t1/ana#1") in faults(observed)
    assert [o.by for o in of(observed, seen.Closed)][:1] == ["us"]  # type: ignore[union-attr]
    with sqlite3.connect(store) as db:
        assert db.execute("SELECT count(*) FROM kept WHERE kind = 'session'").fetchone() == (kept,)
    db.close()


def test_everybody_at_the_backend_is_hit(tmp_path: Path) -> None:
    """A socket of another party, too; that reads nothing until the backend is back, and then finds a fault of ours."""

    def ben(party: Puppet, message: Message, now: Instant) -> Sequence[Effect]:
        if isinstance(message, Connected):
            party.alarm = now + 3_500 * MILLISECOND
            return [Drop("t2/ben#1", "stall")]
        return [party.end(now)] if isinstance(message, Disconnected) else [Heal("t2/ben#1")]

    def late(party: Puppet, message: Message, now: Instant) -> Sequence[Effect]:
        return [connect()] if isinstance(message, Stop) else blow(party, message, now)

    blow = Returning(outage())

    with EmbeddedServer(BackendConfig(), store=str(tmp_path / "store.sqlite")) as server:
        ana = Puppet([], late, alarm=500 * MILLISECOND)
        observed = play_all(
            server.url, ana, Puppet([connect("t2/ben#1", "t2/ben")], ben, name="t2"), seconds=30, backend=server
        )
    told = faults(observed)
    assert told.index(("+server-kill", "t2/ben", "t2/ben#1")) > told.index(("-server-kill", "t1", ""))
    assert {o.by for o in of(observed, seen.Closed) if o.connection == "t2/ben#1"} == {"us"}  # type: ignore[union-attr]


def test_a_second_outage_while_it_is_down_is_none(tmp_path: Path) -> None:
    """It is down already."""
    with EmbeddedServer(BackendConfig(), store=str(tmp_path / "store.sqlite")) as server:
        party = Puppet([connect()], Returning(outage(), outage("stop")))
        observed = play_all(server.url, party, seconds=30, backend=server)
    assert [fault for fault, _, connection in faults(observed) if not connection] == ["+server-kill", "-server-kill"]


def test_a_run_can_end_while_its_backend_is_down(tmp_path: Path) -> None:
    """Or is about to be killed at a point that never comes."""

    def react(party: Puppet, message: Message, now: Instant) -> Sequence[Effect]:
        return [outage(point="after-write"), party.end(now)] if isinstance(message, Connected) else []

    with EmbeddedServer(BackendConfig(), store=str(tmp_path / "store.sqlite")) as server:
        observed = play_all(server.url, Puppet([connect()], react), seconds=30, backend=server)
        assert server.alive
    assert faults(observed) == []


def test_a_backend_that_is_not_ours_cannot_be_ended(tmp_path: Path) -> None:
    """Whoever plays such a script against one has a bug."""
    with (
        EmbeddedServer(BackendConfig()) as server,
        pytest.raises(LocalError, match="t1 ends a backend that is not ours"),
    ):
        play_all(server.url, Puppet([connect()], Returning(outage())))


def test_a_backend_that_does_not_come_back_ends_the_run(tmp_path: Path) -> None:
    """With the reason."""
    store = tmp_path / "store.sqlite"

    class Spoilt(EmbeddedServer):
        def begin(self) -> None:
            if self.url:
                for path in tmp_path.iterdir():
                    path.write_bytes(b"spoilt " * 1000)
            super().begin()

    own: OwnBackend
    with Spoilt(BackendConfig(), store=str(store)) as own, pytest.raises(LocalError, match="cannot start: cannot use"):
        play_all(own.url, Puppet([connect()], Returning(outage())), seconds=30, backend=own)
