"""Connections: hello, limits, junk, pings, close codes."""

from __future__ import annotations

import pytest

from harness.backend.messages import Closed, Frame
from harness.clock import MILLISECOND, SECOND
from harness.dialects.native import NativeDialect
from harness.wire import commands as cm
from harness.wire import events as ev

DIALECT = NativeDialect()

JUNK = {
    "nothing": b"",
    "blank": b" ",
    "half": b'{"type":"play","id":"x","turn":1,"cards":["K"',
    "no json": b"hello there",
    "null": b"null",
    "list": b"[]",
    "number": b"17",
    "no type": b'{"id":"x"}',
    "unknown type": b'{"type":"shoot","id":"x"}',
    "event": b'{"type":"ok","id":"x","number":1}',
    "not utf-8": b'{"type":"ping","id":"\xff\xfe"}',
    "surrogate": b'{"type":"ping","id":"\\ud800"}',
    "nul": b"\x00" * 40,
    "deep": b"[" * 4000,
    "deep field": b'{"type":"play","id":"x","turn":1,"cards":' + b"[" * 2000 + b"]" * 2000 + b"}",
    "wrong types": b'{"type":"play","id":5,"turn":"1","cards":"KKK"}',
    "cards null": b'{"type":"play","id":"x","turn":1,"cards":null}',
    "negative turn": b'{"type":"call","id":"x","turn":-1}',
    "huge turn": b'{"type":"call","id":"x","turn":99999999999999999999999999}',
    "float turn": b'{"type":"call","id":"x","turn":1.5}',
    "empty id": b'{"type":"leave","id":""}',
    "long id": b'{"type":"leave","id":"' + b"x" * 65 + b'"}',
    "too many cards": b'{"type":"play","id":"x","turn":1,"cards":[' + b'"K",' * 64 + b'"K"]}',
    "score": b'{"type":"play","id":"x","turn":1,"cards":["K"],"score":100}',
    "points": b'{"type":"call","id":"x","turn":1,"points":100}',
    "place": b'{"type":"leave","id":"x","place":1}',
    "rank": b'{"type":"play","id":"x","turn":1,"cards":["K"],"rank":"A"}',
    "seed": b'{"type":"play","id":"x","turn":1,"cards":["K"],"seed":1}',
    "seat": b'{"type":"play","id":"x","turn":1,"cards":["K"],"seat":1}',
    "clock": b'{"type":"call","id":"x","turn":1,"timed_out":true}',
}


@pytest.fixture
def socket(world):
    """A connection that has said nothing."""
    (ana,) = world.room(1)
    bare = type(ana.socket)(world)
    bare.owner = ana
    return bare


def test_no_hello_in_time(world, socket):
    """Five seconds without hello: closed 4003."""
    world.move_to(5 * SECOND)
    assert socket.close_code is None
    world.wake()
    assert socket.close_code == 4003


def test_a_hello_in_time_is_enough(world, socket):
    """The hello timer of a socket that said hello does nothing."""
    world.move_to(4 * SECOND)
    socket.say(cm.Hello(secret=socket.owner.seating.secret))
    world.pass_ms(4_000)
    assert socket.close_code is None


@pytest.mark.parametrize("secret", ["x", "player", "token", "code", "name", "prefix"])
def test_only_the_secret_opens_a_seat(world, socket, secret):
    """Neither public id nor token, code, name or half a secret is a secret: refused, closed 4004 (C4)."""
    ana = socket.owner
    wrong = {
        "player": ana.id,
        "token": ana.account.token,
        "code": ana.code,
        "name": ana.name,
        "prefix": ana.seating.secret[:-1],
    }.get(secret, secret)
    socket.say(cm.Hello(secret=wrong))
    (refused,) = socket.events
    assert (refused.code, refused.id, refused.rule) == ("bad_secret", None, "BLF-E39")
    assert socket.close_code == 4004
    assert ana.socket.close_code is None


def test_hello_comes_first(world, socket):
    """Commands before hello are refused and count as strikes; a hello still works after them."""
    for index in range(7):
        socket.say(cm.PingServer(id=f"p{index}"))
        assert (socket.events[-1].code, socket.events[-1].id) == ("hello_first", f"p{index}")
    socket.say(cm.PingServer(id="p8"))
    assert socket.close_code == 4003


def test_hello_comes_once(world):
    """A second hello on the same socket is refused."""
    (ana,) = world.room(1)
    ana.socket.say(cm.Hello(secret=ana.seating.secret))
    assert ana.last(ev.Refused).code == "hello_twice"
    assert ana.socket.close_code is None


@pytest.mark.parametrize("junk", JUNK.values(), ids=JUNK.keys())
def test_junk_changes_nothing(world, junk):
    """Whatever it is: refused as malformed to the sender alone; the match goes on untouched (B1, L3, T8)."""
    ana, ben = world.match(2)
    ana.take(), ben.take()
    ana.socket.raw(junk)
    (refused,) = ana.take()
    assert (refused.id, refused.code, refused.rule) == (None, "malformed", "WIRE")
    assert ben.take() == []
    ana.connect()
    assert ana.last(ev.Snapshot).table.remaining_ms == 32_000
    assert ana.last(ev.Snapshot).table.sizes == (5, 5)


def test_eight_malformed_frames_close_the_socket(world):
    """The eighth is still refused, then 4003; the player is absent from that moment on."""
    ana, ben = world.room(2)
    ben.take()
    for _ in range(7):
        ana.socket.raw(b"{")
    assert ana.socket.close_code is None
    ana.socket.raw(b"{")
    assert [event.code for event in ana.take()[-8:]] == ["malformed"] * 8
    assert ana.socket.close_code == 4003
    world.pass_ms(10_000)
    assert ben.kinds() == [ev.Away]


def test_binary_frames_close_the_socket(world):
    """1003, without an answer."""
    ana, _ = world.room(2)
    ana.take()
    ana.socket.raw(b'{"type":"ping","id":"x"}', text=False)
    assert (ana.take(), ana.socket.close_code) == ([], 1003)


def test_large_frames_close_the_socket(world):
    """4,096 bytes are taken, 4,097 are closed 1009."""
    ana, _ = world.room(2)
    ana.take()
    ana.socket.raw(b'{"type":"ping","id":"x"}'.ljust(4096))
    assert ana.kinds() == [ev.Pong]
    ana.socket.raw(b'{"type":"ping","id":"x"}'.ljust(4097))
    assert (ana.take(), ana.socket.close_code) == ([], 1009)


def test_a_closed_socket_is_deaf(world):
    """Frames that were under way when we closed are dropped, and the runtime's own goodbye is fine."""
    ana, ben = world.match(2)
    ana.socket.raw(b"", text=False)
    ben.take()
    ana.socket.say(cm.Leave(id="late"))
    assert ben.take() == []
    assert world.gate.connections == 2
    ana.drop()
    ana.drop()
    world.send(Closed("never there"))
    world.send(Frame("never there", b"{}"))
    assert world.gate.connections == 1


def test_pong_answers_in_order(world):
    """A ping is answered with its own id, after everything that came before it."""
    ana, ben = world.match(2)
    player = world.turn_of([ana, ben])
    player.take()
    player.play()
    player.socket.say(cm.PingServer(id="sandwich"))
    player.socket.say(cm.PongServer(id="whatever"))
    events = player.take()
    assert isinstance(events[-1], ev.Pong)
    assert events[-1].id == "sandwich"
    assert isinstance(events[-2], ev.TurnStarted)


def test_rate_limit(world):
    """A hundred frames at once, then fifty a second; the rest is refused with rate, and has no effect."""
    ana, ben = world.match(2)
    world.pass_ms(2_000)
    ana.take(), ben.take()
    for index in range(102):
        ana.socket.say(cm.PingServer(id=f"p{index}"))
    kinds = ana.kinds()
    assert kinds == [ev.Pong] * 100 + [ev.Refused] * 2
    assert (ana.last(ev.Refused).code, ana.last(ev.Refused).id) == ("rate", "p101")
    ana.socket.raw(b"{")
    assert (ana.last(ev.Refused).code, ana.last(ev.Refused).id) == ("rate", None)
    ana.socket.say(cm.Hello(secret="x"))
    assert (ana.last(ev.Refused).code, ana.last(ev.Refused).id) == ("rate", None)
    assert DIALECT.read_problem(ana.join(ana.code)) == "rate"
    assert ana.call("rematch").status == 429
    assert isinstance(ben.doubt(turn=9), ev.Refused)
    world.pass_ms(20)
    ana.take()
    ana.socket.say(cm.PingServer(id="again"))
    ana.socket.say(cm.PingServer(id="too soon"))
    assert ana.kinds() == [ev.Pong, ev.Refused]


def test_a_rate_refusal_is_not_remembered(world):
    """A command that was refused for its rate may be sent again under its id."""
    ana, _ = world.room(2)
    for index in range(120):
        ana.socket.say(cm.PingServer(id=f"p{index}"))
    assert ana.leave(id="bye").code == "rate"
    world.pass_ms(1_000)
    assert isinstance(ana.leave(id="bye"), ev.Ok)


def test_silence_is_asked_and_then_given_up(world):
    """A ping after a third of the idle time, 4005 at the whole of it; from then on the player is absent."""
    ana, ben = world.room(2)
    ana.socket.answers_pings = False
    ana.take(), ben.take()
    world.move_to(10 * SECOND)
    assert ana.take() == []
    world.wake()
    assert ana.kinds() == [ev.Ping]
    world.move_to(30 * SECOND)
    assert (ana.take(), ana.socket.close_code) == ([], None)
    world.wake()
    assert ana.socket.close_code == 4005
    assert ben.take() == []
    world.pass_ms(10_000)
    assert ben.kinds() == [ev.Away]


def test_any_frame_is_a_sign_of_life(world):
    """Junk, too: a connection that says something every 29 s lives on."""
    ana, _ = world.room(2)
    ana.socket.answers_pings = False
    for _ in range(5):
        world.pass_ms(29_000)
        ana.socket.raw(b"?")
    assert ana.socket.close_code is None
    world.pass_ms(30_000)
    assert ana.socket.close_code == 4005


def test_a_backend_that_slept_asks_before_it_gives_up(world):
    """Overslept by a minute, it pings first: silence counts only while it listens."""
    ana, _ = world.room(2)
    ana.socket.answers_pings = False
    world.now = 60 * SECOND
    world.wake()
    assert ana.socket.close_code is None
    assert isinstance(ana.socket.events[-1], ev.Ping)
    world.now = 80 * SECOND
    world.wake()
    assert ana.socket.close_code == 4005


def test_short_rooms_have_short_idle_times(make_world):
    """The idle time shrinks with the turn clock, as the policy says."""
    world = make_world(allow_short_clocks=True)
    ana, _ = world.room(2, turn_ms=3_000)
    ana.socket.answers_pings = False
    assert ana.last(ev.Snapshot).policy.idle_ms == 3_000
    world.pass_ms(2_999)
    assert ana.socket.close_code is None
    world.pass_ms(1)
    assert ana.socket.close_code == 4005
    assert world.now == 3_000 * MILLISECOND
