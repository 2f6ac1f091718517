"""Whole runs of the live world: how they begin, how they end, and what may go wrong."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import time
from collections.abc import Sequence

import pytest

from harness.backend.config import BackendConfig
from harness.clock import SECOND, Instant
from harness.dialects.dialect import RoomOptions
from harness.dialects.http import HttpRequest
from harness.dialects.native import NativeDialect
from harness.errors import LocalError, TargetError
from harness.history import observation as seen
from harness.history.observation import Observation
from harness.runtimes.live.progress import Progress
from harness.runtimes.live.run import play, run
from harness.runtimes.server.embedded import EmbeddedServer
from harness.scenario.plan import ActorPlan, PartyPlan
from harness.seed import root_of
from harness.swarm.effects import (
    Answered,
    Arrived,
    Call,
    Connected,
    Drop,
    Effect,
    Heal,
    Message,
    Note,
    Stop,
    Transmit,
)
from harness.swarm.party import Party
from tests.runtimes.live.played import WAIT_S, Puppet, check, connect, of, play_all, say, texts
from tests.runtimes.server.served import ThreadedServer

NAME = "t1/ana#1"


def quiet(party: Puppet, message: Message, now: Instant) -> Sequence[Effect]:
    """Do nothing until told to stop."""
    return [party.end(now)] if isinstance(message, Stop) else []


def deaf(party: Puppet, message: Message, now: Instant) -> Sequence[Effect]:
    """Do nothing, whatever happens."""
    return []


def ended(observed: list[Observation]) -> seen.RunEnded:
    last = observed[-1]
    assert isinstance(last, seen.RunEnded)
    return last


# -- beginnings ----------------------------------------------------------------------------------


def test_real_parties_play_real_matches() -> None:
    """Three rooms of four play a match each on real sockets, with drops, and every party ends well."""
    personas = ("honest", "bluffer", "flapper", "caller")
    plans = [
        PartyPlan(
            party=f"t{index}",
            room=RoomOptions(turn_ms=600),
            actors=tuple(
                ActorPlan(actor=actor, name=actor, persona=persona, think=(5_000_000, 30_000_000))
                for actor, persona in zip(("ana", "ben", "cho", "dee"), personas, strict=True)
            ),
        )
        for index in range(3)
    ]
    observed: list[Observation] = []
    with EmbeddedServer(BackendConfig(allow_short_clocks=True), root=root_of(1)) as server:
        run(
            [Party(plan, NativeDialect(), root_of(1)) for plan in plans],
            target=server.url,
            dialect=NativeDialect(),
            tap=observed.append,
            seconds=15,
            ramp=0.1,
        )
    check(observed)
    outcomes = sorted((o.party, o.outcome) for o in of(observed, seen.PartyEnded))  # type: ignore[union-attr]
    assert outcomes == [("t0", "done"), ("t1", "done"), ("t2", "done")]
    assert ended(observed).complete
    assert ended(observed).lag_max < SECOND
    assert sum(b'"type":"match_over"' in o.raw for o in of(observed, seen.Received)) >= 3  # type: ignore[union-attr]


def test_an_unreachable_target_is_reported_in_time() -> None:
    """Nobody listens: TargetError at once, nothing observed, no party begun."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        url = f"http://127.0.0.1:{taken.getsockname()[1]}"
    party = Puppet([connect()], quiet)
    with pytest.raises(TargetError, match="cannot be reached"):
        play_all(url, party)
    assert party.heard == []


def test_a_target_that_accepts_but_says_nothing_is_unreachable(monkeypatch: pytest.MonkeyPatch) -> None:
    """A port that swallows everything is given up on within the limit."""
    monkeypatch.setattr("harness.runtimes.live.target.REACH_S", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        begun = time.monotonic()
        with pytest.raises(TargetError, match=r"within 0\.2 s"):
            play_all(f"http://127.0.0.1:{silent.getsockname()[1]}", Puppet([], quiet))
    assert time.monotonic() - begun < 2


@pytest.mark.parametrize("target", ["", "ftp://x", "http://", "http://x:notaport", "http://no-such-host.invalid:1"])
def test_targets_that_are_none(target: str) -> None:
    """Text that is no address, and names that nobody knows."""
    with pytest.raises(TargetError):
        play_all(target, Puppet([], quiet))


def test_parties_begin_one_after_the_other(backend: ThreadedServer) -> None:
    """A ramp spreads the beginnings; a party that has not begun when time is over never begins."""
    parties = [Puppet([connect(f"t{i}/ana#1", f"t{i}/ana")], quiet, name=f"t{i}") for i in range(3)]
    observed = play_all(backend.url, *parties, seconds=0.3, ramp=0.6)
    opened = [o.at for o in of(observed, seen.Opened)]
    assert len(opened) == 2
    assert opened[1] - opened[0] > 0.15 * SECOND
    assert parties[2].heard == []
    assert ended(observed).complete


def test_a_party_whose_turn_to_begin_comes_too_late_never_begins(backend: ThreadedServer) -> None:
    """While others still finish, nobody new begins."""

    def stubborn(party: Puppet, message: Message, now: Instant) -> Sequence[Effect]:
        return [party.end(now)] if isinstance(message, Stop) and message.at_once else []

    late = Puppet([connect("t2/ben#1", "t2/ben")], quiet, name="t2")
    observed = play_all(backend.url, Puppet([], stubborn), late, seconds=0.05, stop_after=0.3, ramp=0.3)
    assert late.heard == []
    assert [type(o) for o in observed] == [seen.PartyEnded, seen.RunEnded]


def test_a_run_of_nobody_ends_at_once(backend: ThreadedServer) -> None:
    """No parties, no waiting."""
    observed = play_all(backend.url)
    assert [type(o) for o in observed] == [seen.RunEnded]


# -- ends ----------------------------------------------------------------------------------------


def test_a_run_ends_with_its_last_party(backend: ThreadedServer) -> None:
    """Nobody waits for the time to be over when all parties are done; open sockets are closed and observed."""
    party = Puppet([connect()], lambda party, message, now: [party.end(now)])
    begun = time.monotonic()
    observed = play_all(backend.url, party, seconds=60)
    assert time.monotonic() - begun < WAIT_S
    assert [type(o) for o in observed] == [seen.Opened, seen.PartyEnded, seen.Closed, seen.RunEnded]


def test_time_over_is_announced_first_and_enforced_later(backend: ThreadedServer) -> None:
    """Stop, then after `stop_after` Stop at once; a party that obeys the second makes the run complete."""

    def stubborn(party: Puppet, message: Message, now: Instant) -> Sequence[Effect]:
        return [party.end(now)] if isinstance(message, Stop) and message.at_once else []

    party = Puppet([], stubborn)
    observed = play_all(backend.url, party, seconds=0.05, stop_after=0.1)
    assert party.heard == [Stop(), Stop(at_once=True)]
    assert ended(observed).complete
    assert 0.15 * SECOND <= ended(observed).at < SECOND


def test_a_party_that_never_ends_does_not_hang_the_run(
    backend: ThreadedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is left behind, and the run is incomplete."""
    monkeypatch.setattr("harness.runtimes.live.run.LAST_WORDS_S", 0.05)
    observed = play_all(backend.url, Puppet([], deaf), seconds=0.05, stop_after=0.05)
    assert not ended(observed).complete
    assert "1 parties did not end" in ended(observed).reason


def test_a_target_that_dies_ends_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """The server is killed: the broken socket is observed, the parties are stopped, the run is incomplete."""
    monkeypatch.setattr("harness.runtimes.live.watch.PAUSE_S", 0.05)
    with EmbeddedServer(BackendConfig()) as server:
        assert server.pid is not None

        def react(party: Puppet, message: Message, now: Instant) -> Sequence[Effect]:
            if isinstance(message, Connected):
                assert server.pid is not None
                os.kill(server.pid, signal.SIGKILL)
            return quiet(party, message, now)

        party = Puppet([connect()], react)
        observed = play_all(server.url, party, seconds=30)
    closed = of(observed, seen.Closed)
    assert [(o.code, o.by) for o in closed] == [(1006, "network")]  # type: ignore[union-attr]
    assert Stop(at_once=True) in party.heard
    assert not ended(observed).complete
    assert ended(observed).reason.startswith("the target stopped answering")


def test_trouble_with_a_living_target_is_no_death(backend: ThreadedServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """A refused socket makes us ask whether the target lives; it does, and the run goes on."""
    monkeypatch.setattr("harness.runtimes.live.watch.PAUSE_S", 0.01)

    class Elsewhere(NativeDialect):
        socket_path = "/nowhere"  # type: ignore[misc]

    def react(party: Puppet, message: Message, now: Instant) -> Sequence[Effect]:
        if isinstance(message, Stop):
            return [party.end(now)]
        names = iter(range(2, 99))
        return [connect(f"t1/ana#{len(party.heard) + next(names)}")] if len(party.heard) < 3 else []

    observed: list[Observation] = []
    party = Puppet([connect()], react)
    run([party], target=backend.url, dialect=Elsewhere(), tap=observed.append, seconds=0.4)
    assert len(of(observed, seen.Unopened)) == 3
    assert ended(observed).complete


def interrupting(times: int) -> Puppet:
    """A party that presses Ctrl-C as soon as it is connected, and ends when it is told to stop at once."""

    def react(party: Puppet, message: Message, now: Instant) -> Sequence[Effect]:
        if isinstance(message, Connected):
            os.kill(os.getpid(), signal.SIGINT)
        if isinstance(message, Stop) and times == 1:
            return [party.end(now)]
        if isinstance(message, Stop):
            os.kill(os.getpid(), signal.SIGINT)
        return []

    return Puppet([connect()], react)


def test_ctrl_c_ends_a_run_in_good_order(backend: ThreadedServer) -> None:
    """The parties are stopped, sockets closed, the history ends with RunEnded; afterwards signals are as they were."""
    before = signal.getsignal(signal.SIGINT)

    def theirs(number: int, frame: object) -> None:
        """A handler of whoever embeds us."""

    ours = signal.signal(signal.SIGTERM, theirs)
    try:
        party = interrupting(1)
        observed = play_all(backend.url, party, seconds=60)
        assert signal.getsignal(signal.SIGTERM) is theirs
    finally:
        signal.signal(signal.SIGTERM, ours)
    assert party.heard[-1] == Stop(at_once=True)
    assert (ended(observed).complete, ended(observed).reason) == (False, "interrupted")
    assert of(observed, seen.Closed)
    assert signal.getsignal(signal.SIGINT) is before


def test_a_second_ctrl_c_waits_for_nobody(backend: ThreadedServer) -> None:
    """Parties that do not end are left behind at once."""
    begun = time.monotonic()
    observed = play_all(backend.url, interrupting(2), seconds=60)
    assert time.monotonic() - begun < 2
    assert ended(observed).reason == "interrupted"


# -- bugs of ours --------------------------------------------------------------------------------


def test_a_tap_that_raises_ends_the_run_and_is_raised(backend: ThreadedServer) -> None:
    """A bug in a tap is neither swallowed by a callback nor able to hang the run; it is tapped no more."""
    calls: list[Observation] = []

    def tap(observation: Observation) -> None:
        calls.append(observation)
        raise ZeroDivisionError("a bug in the tap")

    with pytest.raises(ZeroDivisionError, match="a bug in the tap"):
        run([Puppet([connect()], quiet)], target=backend.url, dialect=NativeDialect(), tap=tap, seconds=60)
    assert len(calls) == 1


@pytest.mark.parametrize("moment", ["begin", "receive", "wake"])
def test_a_party_that_raises_ends_the_run_and_is_raised(backend: ThreadedServer, moment: str) -> None:
    """A bug in a party is raised after the history has got its end."""

    def broken(party: Puppet, message: Message, now: Instant) -> Sequence[Effect]:
        raise ZeroDivisionError("a bug in the party")

    party = Puppet([connect()] if moment == "receive" else [], broken, alarm=1 if moment == "wake" else None)
    if moment == "begin":
        party.begin = lambda *, now: broken(party, Stop(), now)  # type: ignore[method-assign]
    observed: list[Observation] = []
    with pytest.raises(ZeroDivisionError):
        run([party], target=backend.url, dialect=NativeDialect(), tap=observed.append, seconds=60)
    check(observed)
    assert (ended(observed).complete, ended(observed).reason) == (False, "a bug in the harness")


@pytest.mark.parametrize(
    "effect",
    [
        Transmit("t1/ana#9", b""),
        Drop("t1/ana#9", "rst"),
        Heal("t1/ana#9"),
        connect(),
        Drop(NAME, "hammer"),
        Transmit(NAME, b""),
        Drop(NAME, "stall"),
        "nonsense",
    ],
    ids=["transmit", "drop", "heal", "connect twice", "fault", "transmit too early", "stall too early", "no effect"],
)
def test_effects_that_make_no_sense_are_bugs(backend: ThreadedServer, effect: Effect) -> None:
    """A party that speaks of connections it never asked for, or in unknown words, is wrong, and hears it."""
    with pytest.raises(LocalError):
        play_all(backend.url, Puppet([connect(), effect], quiet))


def test_progress_is_shown_and_its_bugs_are_raised(backend: ThreadedServer) -> None:
    """`on_progress` sees counts that fit; when it raises, the run ends and the bug is raised."""
    shown: list[Progress] = []

    def react(party: Puppet, message: Message, now: Instant) -> Sequence[Effect]:
        return [say("echo x")] if isinstance(message, Connected) else quiet(party, message, now)

    play_all(backend.url, Puppet([connect()], react), seconds=0.4, on_progress=shown.append)
    assert (shown[-1].parties, shown[-1].done, shown[-1].connections) == (1, 0, 1)
    assert (shown[-1].frames_out, shown[-1].frames_in, shown[-1].seconds) == (1, 1, 0.4)
    assert shown[-1].elapsed_s > shown[0].elapsed_s

    def broken(progress: Progress) -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        play_all(backend.url, Puppet([], quiet), seconds=60, on_progress=broken)


# -- time ----------------------------------------------------------------------------------------


def test_deadlines_are_kept(backend: ThreadedServer) -> None:
    """A party is woken not before its deadline and soon after, also when the deadline moves forward."""
    woken: list[Instant] = []

    def react(party: Puppet, message: Message, now: Instant) -> Sequence[Effect]:
        if isinstance(message, Stop):
            woken.append(now)
            return [party.end(now)]
        party.alarm = due
        return []

    due = SECOND // 5
    party = Puppet([connect()], react, alarm=60 * SECOND)
    play_all(backend.url, party, seconds=60)
    assert due <= woken[0] < due + SECOND // 5


def test_notes_are_kept_in_time_order(backend: ThreadedServer) -> None:
    """A note that was written before something that is observed earlier is moved up, so that time never goes back."""
    step = seen.StepFired(at=0, party="t1", attempt=1, index=0, who="t1/ana", verb="play")

    def react(party: Puppet, message: Message, now: Instant) -> Sequence[Effect]:
        return [say("echo x"), Note(step), party.end(now)]

    observed = play_all(backend.url, Puppet([connect()], react))
    (fired,) = of(observed, seen.StepFired)
    (sent,) = of(observed, seen.Sent)
    assert fired.at == sent.at > 0


def test_a_slow_generator_is_told(backend: ThreadedServer) -> None:
    """A party that blocks the loop shows up in `lag_max` (X5)."""

    def react(party: Puppet, message: Message, now: Instant) -> Sequence[Effect]:
        until = time.monotonic() + 0.12
        while time.monotonic() < until:
            pass
        return [party.end(now)]

    observed = play_all(backend.url, Puppet([connect()], react))
    assert ended(observed).lag_max > 0.08 * SECOND


def test_effects_keep_their_order_when_one_causes_a_message(backend: ThreadedServer) -> None:
    """A message that an effect causes is heard after the remaining effects were carried out."""

    def step(index: int) -> Note:
        return Note(seen.StepFired(at=0, party="t1", attempt=1, index=index, who="t1/ana", verb="play"))

    def react(party: Puppet, message: Message, now: Instant) -> Sequence[Effect]:
        return [Drop(NAME, "rst"), step(1)] if isinstance(message, Connected) else [step(2), party.end(now)]

    observed = play_all(backend.url, Puppet([connect()], react))
    assert [o.index for o in of(observed, seen.StepFired)] == [1, 2]  # type: ignore[union-attr]


def test_runs_fit_into_other_loops(backend: ThreadedServer) -> None:
    """`play` runs on any loop, also in a thread that owns no signals, and needs no tap."""

    async def main() -> None:
        party = Puppet([connect()], lambda party, message, now: [party.end(now)])
        await play([party], target=backend.url, dialect=NativeDialect(), tap=None)

    asyncio.run(asyncio.wait_for(asyncio.to_thread(asyncio.run, main()), WAIT_S))


# -- calls ---------------------------------------------------------------------------------------


def test_calls_are_exchanges(backend: ThreadedServer) -> None:
    """Request and answer are observed together, with both times, and the party gets the answer under its number."""
    request = HttpRequest(method="POST", path="/v1/echo", token="s3cret", body=b'{"a":1}')

    def react(party: Puppet, message: Message, now: Instant) -> Sequence[Effect]:
        return [party.end(now)]

    party = Puppet([Call("t1/ana", 7, request)], react)
    observed = play_all(backend.url, party)
    exchange = observed[0]
    assert isinstance(exchange, seen.Exchange)
    assert (exchange.method, exchange.path, exchange.token, exchange.body) == ("POST", "/v1/echo", "s3cret", b'{"a":1}')
    assert (exchange.status, exchange.call, exchange.error) == (200, 7, "")
    assert b'"token":"s3cret"' in exchange.answer
    assert 0 < exchange.sent < exchange.at
    answered = party.heard[0]
    assert isinstance(answered, Answered)
    assert answered.response is not None
    assert answered.response.body == exchange.answer


def test_a_call_that_fails_is_an_exchange_too(backend: ThreadedServer) -> None:
    """A call that cannot be made has status 0 and says why."""
    request = HttpRequest(method="GET", path="/v1/echo", token="bad\ntoken")
    party = Puppet([Call("t1/ana", 1, request)], lambda party, message, now: [party.end(now)])
    observed = play_all(backend.url, party)
    exchange = observed[0]
    assert isinstance(exchange, seen.Exchange)
    assert (exchange.status, exchange.token) == (0, "bad\ntoken")
    assert exchange.error
    assert party.heard == [Answered(1, None, exchange.error)]


def test_a_call_that_is_cut_off_by_the_end_is_observed(backend: ThreadedServer) -> None:
    """Whether it had an effect is unknown, so the history must say that it was sent."""
    request = HttpRequest(method="GET", path="/v1/silent")
    party = Puppet([Call("t1/ana", 1, request), connect()], lambda party, message, now: [party.end(now)])
    observed = play_all(backend.url, party)
    (exchange,) = of(observed, seen.Exchange)
    assert isinstance(exchange, seen.Exchange)
    assert exchange.error == "the run was over before the answer came"
    assert exchange.sent < SECOND


def test_frames_after_the_end_of_a_party_are_not_its_business(backend: ThreadedServer) -> None:
    """A party that is done hears nothing more; what arrives until the run ends is observed all the same."""

    def first(party: Puppet, message: Message, now: Instant) -> Sequence[Effect]:
        return [say("echo late"), party.end(now)] if isinstance(message, Connected) else []

    def second(party: Puppet, message: Message, now: Instant) -> Sequence[Effect]:
        if isinstance(message, Connected):
            return [say("echo x", "t2/ben#1")]
        return [party.end(now)] if isinstance(message, Arrived) else []

    parties = [
        Puppet([connect()], first),
        Puppet([connect("t2/ben#1", "t2/ben")], second, name="t2"),
    ]
    play_all(backend.url, *parties)
    assert texts(parties[0]) == []
    assert texts(parties[1]) == [b"x"]
