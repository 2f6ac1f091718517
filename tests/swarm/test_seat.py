"""One actor's connections: hello, loss, coming back, takeovers, knocks, forgetting."""

from __future__ import annotations

import pytest

from harness.clock import MILLISECOND, SECOND
from harness.dialects.dialect import Seating, Session
from harness.dialects.http import HttpRequest, HttpResponse
from harness.players.acts import Ask, GoAway, Knock, Say, SayRaw
from harness.seed import root_of
from harness.swarm import effects as fx
from harness.swarm.desk import Desk
from harness.swarm.seat import FAILURES_MAX, Seat
from harness.wire.commands import Hello, PingServer
from tests.swarm.world import DIALECT, actor

HELLO = DIALECT.encode(Hello(secret="s3cret"))
SEATED = HttpResponse(
    status=201, body=b'{"room":"BCDF","invite":"/join/BCDF","player":"p1","secret":"s3cret"}'
)  # fmt: skip


class Rig:
    """A seat with its desk, and what it was told."""

    def __init__(self) -> None:
        self.desk = Desk()
        self.links: dict[str, Seat] = {}
        self.failed: list[str] = []
        self.seat = Seat(
            "t1", actor("ana"), DIALECT, root=root_of(1), desk=self.desk, links=self.links,
            failed=lambda why, now: self.failed.append(why),
        )  # fmt: skip
        self.seat.session = Session(player="p1", token="t0ken")
        self.seat.seated(Seating(room="BCDF", secret="s3cret"))

    def online(self, now: int = 0) -> str:
        name = self.seat.dial()
        self.seat.connected(name, now=now)
        self.seat.greet(now=now)
        return name

    def effects(self) -> list[fx.Effect]:
        done, self.desk.out = self.desk.out, []
        return done


@pytest.fixture
def rig() -> Rig:
    return Rig()


def test_hello_follows_the_connection(rig: Rig) -> None:
    """A connection is asked for by name, and the first thing said on it is hello."""
    assert rig.seat.gone
    name = rig.seat.dial()
    assert rig.effects() == [fx.Connect("t1/ana", name)] and rig.links == {name: rig.seat}
    assert rig.seat.dialing and not rig.seat.gone

    rig.seat.connected(name, now=1)

    assert rig.effects() == [fx.Transmit(name, HELLO)]
    assert (rig.seat.connection, rig.seat.live, rig.seat.dialing) == (name, False, False)


def test_a_connection_that_was_given_up_is_closed_when_it_opens(rig: Rig) -> None:
    """A newer attempt replaces an older one that is still on its way."""
    old, new = rig.seat.dial(), rig.seat.dial()
    rig.effects()
    rig.seat.connected(old, now=1)
    assert rig.effects() == [fx.Drop(old, "close")] and rig.seat.connection is None
    rig.seat.connected(new, now=1)
    assert rig.seat.connection == new
    rig.seat.connected("t1/ana#99", now=1)
    assert rig.effects()[-1] == fx.Drop("t1/ana#99", "close")


@pytest.mark.parametrize(("code", "member"), [(4001, False), (4002, False), (4004, False), (4006, False), (4000, True)])
def test_codes_after_which_nobody_comes_back(rig: Rig, code: int, member: bool) -> None:
    """Expired, room closed, bad secret, left: the seat is gone. Replaced: somebody else has it now."""
    name = rig.online()
    rig.seat.closed(name, code, now=SECOND)
    assert rig.seat.member is member and rig.seat.gone and rig.desk.next() is None
    assert rig.seat.old_secrets == ([] if member else ["s3cret"])


@pytest.mark.parametrize("code", [1000, 1003, 1006, 1009, 1011, 4003, 4005])
def test_other_codes_are_mended_after_a_quarter_of_a_second(rig: Rig, code: int) -> None:
    """The actor dials again by itself."""
    name = rig.online()
    rig.effects()
    rig.seat.closed(name, code, now=SECOND)
    assert rig.desk.next() == SECOND + 250 * MILLISECOND and not rig.seat.gone
    rig.desk.ring(now=2 * SECOND)
    assert [type(effect) for effect in rig.effects()] == [fx.Connect]


def test_too_many_losses_in_a_row_are_not_mended(rig: Rig) -> None:
    """Lost as soon as greeted, seven times: the actor stays away. The party is not failed for that."""
    for loss in range(FAILURES_MAX + 1):
        name = rig.online() if loss == 0 else next(iter(reversed(rig.links)))
        if loss:
            rig.seat.connected(name, now=0)
            rig.seat.greet(now=0)
        rig.seat.closed(name, 4003, now=SECOND)
        rig.desk.ring(now=1000 * SECOND)
    assert rig.seat.gone and not rig.failed and rig.desk.next() is None


def test_a_connection_that_lasted_ends_the_row(rig: Rig) -> None:
    """After two seconds a connection counts as a good one."""
    for _ in range(3 * FAILURES_MAX):
        name = rig.online()
        rig.seat.closed(name, 4003, now=2 * SECOND)
        assert rig.desk.next() == 2 * SECOND + 250 * MILLISECOND
        rig.desk.ring(now=3 * SECOND)
        rig.seat.unopened(next(iter(reversed(rig.links))), "no", now=3 * SECOND)
        rig.desk._alarms.clear()


def test_a_server_that_stays_down_fails_the_party(rig: Rig) -> None:
    """1001 again and again is fatal."""
    name = rig.online()
    rig.seat._failures = FAILURES_MAX
    rig.seat.closed(name, 1001, now=SECOND)
    assert rig.failed == ["ana was told that the server goes down"]


def test_what_we_ended_ourselves_is_no_loss(rig: Rig) -> None:
    """Dropping is for the script: the runtime's word about the end changes nothing."""
    name = rig.online()
    rig.effects()
    assert rig.seat.drop("rst") == name
    assert rig.effects() == [fx.Drop(name, "rst")] and rig.seat.gone
    rig.seat.closed(name, 1006, now=1)
    assert rig.desk.next() is None


def test_an_alarm_that_comes_too_late_dials_no_more(rig: Rig) -> None:
    """Whoever came back, or was sent away meanwhile, is not brought back once more."""
    name = rig.online()
    rig.seat.closed(name, 1006, now=0)
    rig.online()
    rig.effects()
    rig.desk.ring(now=SECOND)
    assert rig.effects() == []


def test_a_loss_while_a_new_connection_is_on_its_way_is_nothing(rig: Rig) -> None:
    """The old connection may break during a takeover."""
    name = rig.online()
    rig.seat.dial()
    rig.seat.closed(name, 1006, now=0)
    assert rig.desk.next() is None and rig.seat.dialing


def test_a_knock_ends_with_its_answer_or_after_two_seconds(rig: Rig) -> None:
    """An extra socket says its hello and nothing else."""
    one, two, three = (rig.seat.knock(b"{}") for _ in range(3))
    rig.effects()
    for name in (one, two, three):
        rig.seat.connected(name, now=0)
    assert rig.effects() == [fx.Transmit(name, b"{}") for name in (one, two, three)]

    rig.seat.answered_extra(one, now=1)
    rig.seat.answered_extra(one, now=1)
    rig.seat.closed(two, 4004, now=1)
    assert rig.effects() == [fx.Drop(one, "close")]

    rig.desk.ring(now=2 * SECOND)
    assert rig.effects() == [fx.Drop(three, "close")] and rig.seat.connection is None


def test_a_knock_that_cannot_connect_is_forgotten(rig: Rig) -> None:
    """It is not tried again."""
    name = rig.seat.knock(b"{}")
    rig.seat.unopened(name, "no", now=0)
    assert rig.desk.next() is None


def test_hanging_up_closes_everything(rig: Rig) -> None:
    """The own connection, extra ones, and one that is just being opened."""
    own = rig.online()
    extra, opening = rig.seat.knock(b"{}"), rig.seat.dial()
    rig.effects()
    rig.seat.hang_up()
    assert rig.effects() == [fx.Drop(extra, "close"), fx.Drop(opening, "close"), fx.Drop(own, "close")]
    assert rig.seat.gone


def test_a_kill_forgets_the_secret_and_joining_again_tells_it(rig: Rig) -> None:
    """Only the account is known: join by code, then connect under the name given before."""
    rig.online()
    rig.seat.drop("kill")
    assert rig.seat.seating is None and rig.seat.member
    rig.effects()

    name = rig.seat.dial()
    call = rig.effects()[0]
    assert isinstance(call, fx.Call) and call.request.path == "/v1/rooms/BCDF/members"
    rig.desk.answered(fx.Answered(call.call, SEATED), now=1)

    assert rig.effects() == [fx.Connect("t1/ana", name)] and not rig.seat.old_secrets


@pytest.mark.parametrize("answer", [None, HttpResponse(status=429), HttpResponse(status=503)])
def test_a_busy_lobby_is_asked_again_for_the_secret(rig: Rig, answer: HttpResponse | None) -> None:
    """What passes is waited for."""
    rig.online()
    rig.seat.drop("kill")
    rig.seat.dial()
    rig.effects()
    rig.desk.answered(fx.Answered(1, answer), now=0)
    assert rig.desk.next() == 250 * MILLISECOND and rig.seat.member
    rig.desk.ring(now=SECOND)
    assert isinstance(rig.effects()[0], fx.Call)


@pytest.mark.parametrize("answer", [HttpResponse(status=409), HttpResponse(status=201, body=b"[]")])
def test_a_refusal_to_tell_the_secret_is_the_end_of_the_seat(rig: Rig, answer: HttpResponse) -> None:
    """Who is not let in again is no member."""
    rig.online()
    rig.seat.drop("kill")
    rig.seat.dial()
    rig.desk.answered(fx.Answered(1, answer), now=0)
    assert not rig.seat.member and rig.seat.gone


def test_a_secret_that_comes_too_late_is_not_used(rig: Rig) -> None:
    """A newer attempt counts."""
    rig.online()
    rig.seat.drop("kill")
    rig.seat.dial()
    rig.seat.dial(secret="x")
    rig.effects()
    rig.desk.answered(fx.Answered(1, SEATED), now=0)
    assert rig.effects() == []


def test_a_new_secret_makes_the_one_before_an_old_one(rig: Rig) -> None:
    """The same secret again does not."""
    rig.seat.seated(Seating(room="BCDF", secret="s3cret"))
    assert rig.seat.old_secrets == []
    rig.seat.seated(Seating(room="BCDF", secret="other"))
    assert rig.seat.old_secrets == ["s3cret"] and rig.seat.player.memory.secret == "other"
    rig.seat.unseated()
    rig.seat.unseated()
    assert rig.seat.old_secrets == ["s3cret", "other"]


def test_a_refused_foreign_secret_costs_no_seat(rig: Rig) -> None:
    """Trying another's secret on the own connection ends that connection only."""
    name = rig.seat.dial(secret="p2")
    rig.seat.connected(name, now=0)
    rig.seat.closed(name, 4004, now=0)
    assert rig.seat.member and rig.seat.gone


def test_acts_become_effects(rig: Rig) -> None:
    """Every act of a player, in order; a signed call carries the own token."""
    name = rig.online()
    rig.effects()
    request = HttpRequest(method="GET", path="/v1/x")
    ping = PingServer(id="a-1")
    rig.seat._act(
        (Say(ping), SayRaw(b"?", False), Ask(request), Ask(request, signed=False), Knock(Hello(secret="p2"))), 0
    )
    sent, raw, signed, unsigned, knock = rig.effects()
    assert sent == fx.Transmit(name, DIALECT.encode(ping)) and raw == fx.Transmit(name, b"?", False)
    assert isinstance(signed, fx.Call) and signed.request.token == "t0ken"
    assert isinstance(unsigned, fx.Call) and unsigned.request.token is None
    assert isinstance(knock, fx.Connect) and knock.connection != name


def test_going_away_and_coming_back(rig: Rig) -> None:
    """A player who goes away comes back when it said so, or never; what it wants meanwhile is not sent."""
    rig.online()
    rig.effects()
    rig.seat._act((GoAway("rst", 3 * SECOND), Say(PingServer(id="a-1")), SayRaw(b"?"), GoAway("rst", None)), 0)
    assert [type(effect) for effect in rig.effects()] == [fx.Drop] and not rig.seat.gone
    assert rig.desk.next() == 3 * SECOND
    rig.desk.ring(now=3 * SECOND)
    assert [type(effect) for effect in rig.effects()] == [fx.Connect]

    never = Rig()
    never.online()
    never.seat._act((GoAway("close", None),), 0)
    assert never.seat.gone and never.desk.next() is None


@pytest.mark.parametrize("meanwhile", ["unseated", "walk_away", "dial"])
def test_who_has_left_meanwhile_does_not_come_back(rig: Rig, meanwhile: str) -> None:
    """The plan to come back is void for one who is no member, was sent away for good, or is coming already."""
    rig.online()
    rig.seat._act((GoAway("rst", SECOND),), 0)
    getattr(rig.seat, meanwhile)()
    rig.effects()
    rig.desk.ring(now=SECOND)
    assert rig.effects() == []


def test_the_player_without_session_signs_nothing() -> None:
    """Before there is a session, a call goes out as it is."""
    rig = Rig()
    rig.seat.session = None
    rig.seat.ask(HttpRequest(method="GET", path="/"), signed=True)
    call = rig.effects()[0]
    assert isinstance(call, fx.Call) and call.request.token is None and rig.seat.player_id == ""
