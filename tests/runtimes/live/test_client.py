"""One socket of the live runtime and every way to break it, against a scripted backend."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest
from picows import ws_connect
from websockets.frames import Opcode

from harness.clock import Instant
from harness.history import observation as seen
from harness.runtimes.live.client import SocketClient, Stage
from harness.swarm.effects import (
    Arrived,
    Connected,
    ConnectFailed,
    Disconnected,
    Drop,
    Effect,
    Heal,
    Message,
    Transmit,
)
from tests.runtimes.live.played import WAIT_S, Puppet, RudeBackend, connect, of, play_all, say, server_frame, texts
from tests.runtimes.server.served import ThreadedServer

NAME = "t1/ana#1"


def test_frames_are_tapped_before_the_party_hears_of_them(backend: ThreadedServer) -> None:
    """Opened, Sent, Received and Closed come in the order of what happened, with who and connection."""

    def react(party: Puppet, message: Message, now: Instant) -> Sequence[Effect]:
        if isinstance(message, Connected):
            return [say("echo سلام")]
        if isinstance(message, Arrived):
            return [Drop(NAME, "close")]
        return [party.end(now)]

    party = Puppet([connect()], react)
    observed = play_all(backend.url, party)
    assert [type(o) for o in observed] == [
        seen.Opened, seen.Sent, seen.Received, seen.FaultBegun, seen.Closed, seen.PartyEnded, seen.RunEnded,
    ]  # fmt: skip
    received = observed[2]
    assert isinstance(received, seen.Received)
    assert (received.who, received.connection, received.raw) == ("t1/ana", NAME, "سلام".encode())
    closed = observed[4]
    assert isinstance(closed, seen.Closed)
    assert (closed.code, closed.by) == (1000, "us")
    assert party.heard[-1] == Disconnected(NAME, 1000, "us")


@pytest.mark.parametrize(("how", "code"), [("close", 1000), ("rst", 1006), ("kill", 1006), ("fin-mid-frame", 1006)])
def test_a_dropped_connection_is_gone_for_the_party_and_for_the_backend(
    backend: ThreadedServer, how: str, code: int
) -> None:
    """The party hears at once that it cut its connection; the backend notices, too, and takes it off its list."""

    def react(party: Puppet, message: Message, now: Instant) -> Sequence[Effect]:
        if message == Connected(NAME):
            return [say("echo first")]
        if isinstance(message, Arrived) and message.raw == b"first":
            return [Drop(NAME, how), say("echo lost"), Drop(NAME, "rst"), Heal(NAME)]
        if isinstance(message, Disconnected):
            assert (message.code, message.by) == (code, "us")
            return [connect("t1/ben#1", "t1/ben")]
        if isinstance(message, Connected):
            return [say("all who is there?", "t1/ben#1")]
        return [party.end(now)]

    party = Puppet([connect()], react)
    observed = play_all(backend.url, party)
    (fault,) = of(observed, seen.FaultBegun)
    assert isinstance(fault, seen.FaultBegun)
    assert fault.fault == how
    assert [o.raw for o in of(observed, seen.Sent)] == [b"echo first", b"all who is there?"]  # type: ignore[union-attr]
    # The reset may still be on its way to the backend, but nothing more comes in from that connection.
    assert texts(party) == [b"first", b"who is there?"]


@pytest.mark.parametrize(
    ("how", "ended", "last"),
    [("close", "fin", b"\x88\x82"), ("rst", "rst", b""), ("kill", "rst", b""), ("fin-mid-frame", "fin", b"\x81\xc0")],
)
def test_what_the_backend_sees_of_a_fault(how: str, ended: str, last: bytes) -> None:
    """RST is a reset without a byte, a cut frame half a frame and FIN, a close a close frame (and we do not wait
    for ever for the answer)."""

    def react(party: Puppet, message: Message, now: Instant) -> Sequence[Effect]:
        return [Drop(NAME, how)] if isinstance(message, Connected) else [party.end(now)]

    with RudeBackend(b"") as rude:
        play_all(rude.url, Puppet([connect()], react))
    assert rude.ended == ended
    assert rude.got[:2] == last
    if how == "fin-mid-frame":
        assert len(rude.got) < 2 + 4 + 0x40


def test_a_hole_swallows_both_directions_until_the_end(backend: ThreadedServer) -> None:
    """A hole tells nobody: the backend keeps the connection and sends into it, and none of that is observed."""

    def react(party: Puppet, message: Message, now: Instant) -> Sequence[Effect]:
        if message == Connected(NAME):
            return [Drop(NAME, "hole"), connect("t1/ben#1", "t1/ben")]
        if isinstance(message, Connected):
            return [say("all into the hole", "t1/ben#1")]
        if isinstance(message, Arrived):
            return [party.end(now)]
        return []

    party = Puppet([connect()], react)
    observed = play_all(backend.url, party)
    (received,) = of(observed, seen.Received)
    assert isinstance(received, seen.Received)
    assert received.connection == "t1/ben#1"
    assert Disconnected(NAME, 1006, "us") in party.heard


def test_a_hole_is_filled_after_its_time(backend: ThreadedServer) -> None:
    """After `hole_s` the descriptor is given back, so that a long run does not run out of them."""

    def react(party: Puppet, message: Message, now: Instant) -> Sequence[Effect]:
        if message == Connected(NAME):
            return [Drop(NAME, "hole"), connect("t1/ben#1", "t1/ben")]
        if isinstance(message, Connected | Arrived):
            if isinstance(message, Arrived) and message.raw == b"1":
                return [party.end(now)]
            return [say("count", "t1/ben#1")]
        return []

    gate_counts = Puppet([connect()], react)
    play_all(backend.url, gate_counts, hole_s=0.05)
    assert texts(gate_counts)[-1] == b"1"


def test_a_stall_holds_everything_back_in_order(backend: ThreadedServer) -> None:
    """While stalled nothing comes in, also not what had been read already; after the heal all of it comes, in order."""
    waited: list[int] = []

    def react(party: Puppet, message: Message, now: Instant) -> Sequence[Effect]:
        if isinstance(message, Connected):
            return [say(f"echo {i}") for i in range(3)] + [say("echo go")]
        if message == Arrived(NAME, b"0"):
            party.alarm = now + 50_000_000
            return [Drop(NAME, "stall"), Drop(NAME, "stall"), say("echo 4")]
        if isinstance(message, Arrived):
            return [Drop(NAME, "close"), party.end(now)] if message.raw == b"4" else []
        waited.append(len(texts(party)))
        return [Heal(NAME), Heal(NAME)]

    party = Puppet([connect()], react)
    observed = play_all(backend.url, party)
    assert waited[0] == 1
    assert texts(party) == [b"0", b"1", b"2", b"go", b"4"]
    kinds = [type(o) for o in observed]
    assert (kinds.count(seen.FaultBegun), kinds.count(seen.FaultEnded)) == (2, 1)
    assert kinds.index(seen.FaultEnded) < [i for i, o in enumerate(observed) if isinstance(o, seen.Received)][1]


def test_binary_frames_go_out_as_such(backend: ThreadedServer) -> None:
    """`text=False` sends a binary frame, and the backend's close code comes back."""

    def react(party: Puppet, message: Message, now: Instant) -> Sequence[Effect]:
        if isinstance(message, Connected):
            return [Transmit(NAME, b"\x00", text=False)]
        return [party.end(now)]

    party = Puppet([connect()], react)
    observed = play_all(backend.url, party)
    assert party.heard[-1] == Disconnected(NAME, 1003, "them")
    (closed,) = of(observed, seen.Closed)
    assert isinstance(closed, seen.Closed)
    assert (closed.code, closed.by, closed.reason) == (1003, "them", "text only")


@pytest.mark.parametrize("code", [4000, 4006, 1000])
def test_close_codes_of_the_backend_arrive(backend: ThreadedServer, code: int) -> None:
    """Codes that the library knows and codes of the application alike."""

    def react(party: Puppet, message: Message, now: Instant) -> Sequence[Effect]:
        return [say(f"close {code} bye")] if isinstance(message, Connected) else [party.end(now)]

    party = Puppet([connect()], react)
    play_all(backend.url, party)
    assert party.heard[-1] == Disconnected(NAME, code, "them")


def test_a_connection_dropped_while_it_opens_never_opens(backend: ThreadedServer) -> None:
    """Drop before Connected: Unopened, ConnectFailed, and the name is used up."""

    def react(party: Puppet, message: Message, now: Instant) -> Sequence[Effect]:
        assert isinstance(message, ConnectFailed)
        return [party.end(now)]

    party = Puppet([connect(), Drop(NAME, "rst")], react)
    observed = play_all(backend.url, party)
    assert [type(o) for o in observed] == [seen.FaultBegun, seen.Unopened, seen.PartyEnded, seen.RunEnded]


def end_on(kind: type) -> Puppet:
    def react(party: Puppet, message: Message, now: Instant) -> Sequence[Effect]:
        return [party.end(now)] if isinstance(message, kind) else []

    return Puppet([connect()], react)


def test_fragments_of_the_backend_are_joined() -> None:
    """Fragments with a ping in between are one message; the ping is answered, a pong ignored."""
    payload = (
        server_frame(Opcode.TEXT, b"one ", fin=False)
        + server_frame(Opcode.PING, b"?")
        + server_frame(Opcode.PONG, b"!")
        + server_frame(Opcode.CONT, b"mess", fin=False)
        + server_frame(Opcode.CONT, b"age")
        + server_frame(Opcode.BINARY, b"\x00")
    )
    with RudeBackend(payload) as rude:

        def react(party: Puppet, message: Message, now: Instant) -> Sequence[Effect]:
            return [party.end(now)] if isinstance(message, Arrived) and not message.text else []

        party = Puppet([connect()], react)
        play_all(rude.url, party)
    assert party.heard[1:] == [Arrived(NAME, b"one message"), Arrived(NAME, b"\x00", text=False)]
    assert rude.got.startswith(b"\x8a\x81")


RUDE = {
    "masked": (b"\x81\x81\x00\x00\x00\x00x", 1002),
    "reserved opcode": (b"\x83\x00", 1002),
    "continuation first": (server_frame(Opcode.CONT, b"x"), 1002),
    "text inside fragments": (server_frame(Opcode.TEXT, b"x", fin=False) + server_frame(Opcode.TEXT, b"y"), 1002),
    "frame over the limit": (b"\x82\x7f\x00\x00\x01\x00\x00\x00\x00\x00", 1009),
    "fragments over the limit": (
        server_frame(Opcode.TEXT, b"x" * 700_000, fin=False) + server_frame(Opcode.CONT, b"x" * 700_000, fin=False),
        1009,
    ),
}


@pytest.mark.parametrize("name", RUDE)
def test_a_backend_that_breaks_the_websocket_protocol_is_hung_up_on(name: str) -> None:
    """We close with the code of RFC 6455; the observation says that we did it and why."""
    payload, code = RUDE[name]
    with RudeBackend(payload) as rude:
        party = end_on(Disconnected)
        observed = play_all(rude.url, party)
    (closed,) = of(observed, seen.Closed)
    assert isinstance(closed, seen.Closed)
    assert (closed.code, closed.by) == (code, "us")
    assert closed.reason.startswith("cannot read the backend")


def test_bad_utf8_is_left_to_the_dialect() -> None:
    """Text that is no UTF-8 is tapped as it came: the referee has to see it."""
    with RudeBackend(server_frame(Opcode.TEXT, b"\xff\xfe")) as rude:
        party = end_on(Arrived)
        play_all(rude.url, party)
    assert texts(party) == [b"\xff\xfe"]


def test_a_close_without_code_is_1005() -> None:
    """RFC 6455 has a number for a close frame that says nothing."""
    with RudeBackend(server_frame(Opcode.CLOSE, b"")) as rude:
        party = end_on(Disconnected)
        play_all(rude.url, party)
    assert party.heard[-1] == Disconnected(NAME, 1005, "them")


def test_a_connection_that_just_breaks_is_nobodys_fault_yet() -> None:
    """No close frame at all: 1006 by the network."""
    with RudeBackend(b"", hang_up=True) as rude:
        party = end_on(Disconnected)
        play_all(rude.url, party)
    assert party.heard[-1] == Disconnected(NAME, 1006, "network")


@pytest.mark.parametrize(
    ("payload", "reason"),
    [
        (b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n", "200"),
        (b"HTTP/1.1 302 Found\r\nlocation: http://127.0.0.1:1/\r\ncontent-length: 0\r\n\r\n", "302"),
        (b"\x00\xff rubbish \r\n\r\n", ""),
        (b"", "hung up"),
    ],
    ids=["no upgrade", "redirect", "rubbish", "silence"],
)
def test_a_refused_handshake_is_an_observation(payload: bytes, reason: str) -> None:
    """Whatever a backend answers instead of an upgrade, the party hears ConnectFailed with a reason."""
    with RudeBackend(payload, upgrade=False, hang_up=True) as rude:
        party = end_on(ConnectFailed)
        observed = play_all(rude.url, party)
    (unopened,) = of(observed, seen.Unopened)
    assert isinstance(unopened, seen.Unopened)
    assert reason in unopened.reason
    assert unopened.reason


def test_a_handshake_that_is_not_answered_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """A backend that accepts and then says nothing is an observation within the limit, and no hanging socket."""
    monkeypatch.setattr("harness.runtimes.live.client.CONNECT_S", 0.1)
    with RudeBackend(b"", upgrade=False) as rude:
        observed = play_all(rude.url, end_on(ConnectFailed))
    (unopened,) = of(observed, seen.Unopened)
    assert isinstance(unopened, seen.Unopened)
    assert unopened.reason == "not open within 0.1 s"
    assert rude.ended == "fin"


def test_a_handshake_that_is_under_way_ends_with_the_run() -> None:
    """What is still opening when the run ends is observed as not opened, and its socket is given back."""
    with RudeBackend(b"", upgrade=False) as rude:
        party = Puppet([connect()], lambda party, message, now: [party.end(now)], alarm=1_000_000_000)
        observed = play_all(rude.url, party)
    assert [type(o) for o in observed] == [seen.PartyEnded, seen.Unopened, seen.RunEnded]
    assert rude.ended == "fin"


def test_a_handshake_that_succeeds_too_late_is_let_go(backend: ThreadedServer) -> None:
    """When the owner has given up, a socket that opens all the same is reset, and the owner hears nothing."""

    class Nobody:
        def __getattr__(self, name: str) -> object:
            raise AssertionError(f"{name} of the owner was called")

    async def main() -> None:
        client = SocketClient("t1/ana", NAME, Nobody())  # type: ignore[arg-type]
        client.stage = Stage.GONE
        await ws_connect(lambda request, response: client, backend.ws, use_aiofastnet=False)
        await asyncio.wait_for(client.finished.wait(), WAIT_S)

    asyncio.run(main())


def test_a_stall_in_the_middle_of_catching_up_holds_back_the_rest(backend: ThreadedServer) -> None:
    """A party that stalls again while it catches up gets the rest after the next heal."""
    counts: list[int] = []

    def react(party: Puppet, message: Message, now: Instant) -> Sequence[Effect]:
        if isinstance(message, Connected):
            return [say(f"echo {i}") for i in range(4)]
        if message in (Arrived(NAME, b"0"), Arrived(NAME, b"1")):
            party.alarm = now + 50_000_000
            return [Drop(NAME, "stall")]
        if isinstance(message, Arrived):
            return [party.end(now)] if message.raw == b"3" else []
        counts.append(len(texts(party)))
        return [Heal(NAME)]

    party = Puppet([connect()], react)
    play_all(backend.url, party)
    assert counts[:2] == [1, 2]
    assert texts(party) == [b"0", b"1", b"2", b"3"]


def test_a_backend_that_never_reads_does_not_hang_the_end_of_a_run() -> None:
    """What the backend does not take is dropped after a while, with its socket."""

    def react(party: Puppet, message: Message, now: Instant) -> Sequence[Effect]:
        return [Transmit(NAME, b"x" * 20_000_000)] if isinstance(message, Connected) else [party.end(now)]

    with RudeBackend(server_frame(Opcode.CLOSE, b"\x0f\xa0"), deaf=True) as rude:
        party = Puppet([connect()], react)
        play_all(rude.url, party)
    assert party.heard[-1] == Disconnected(NAME, 4000, "them")


def test_a_stall_reaches_the_backend() -> None:
    """Nothing is taken from the network while stalled, so the backend gets rid of no more than buffers hold (B4)."""
    frames = 60
    sent: list[bool] = []

    def react(party: Puppet, message: Message, now: Instant) -> Sequence[Effect]:
        if isinstance(message, Connected):
            party.alarm = now + 300_000_000
            return [Drop(NAME, "stall")]
        if isinstance(message, Arrived):
            return [party.end(now)] if len(texts(party)) == frames else []
        sent.append(rude.sent)
        return [Heal(NAME)]

    with RudeBackend(server_frame(Opcode.BINARY, b"x" * 500_000) * frames) as rude:
        party = Puppet([connect()], react)
        play_all(rude.url, party)
    assert sent[0] is False
    assert rude.sent
