"""Behaviour of `harness.metrics.meter`."""

from harness.clock import MILLISECOND, SECOND, Instant
from harness.dialects.native import NativeDialect, encode_event, number_frame
from harness.history import observation as ob
from harness.metrics.meter import Meter
from harness.metrics.timeline import Timeline
from harness.wire import commands as cmd
from harness.wire import events as ev
from harness.wire.policy import Policy

POLICY = Policy(
    turn_ms=30_000, away_ms=1, auto_delay_ms=1, deal_pause_ms=1, grace_ms=0, tick_ms=0, idle_ms=1, lobby_drop_ms=1,
    points={},
)  # fmt: skip


class Tape:
    """Observations with times in milliseconds, for one meter."""

    def __init__(self) -> None:
        self.meter = Meter()

    def opened(self, at: int, who: str, connection: str) -> None:
        self.meter.observe(ob.Opened(at=at * MILLISECOND, who=who, connection=connection))

    def closed(self, at: int, who: str, connection: str, by: str = "us") -> None:
        self.meter.observe(ob.Closed(at=at * MILLISECOND, who=who, connection=connection, code=1000, by=by))

    def sent(self, at: int, who: str, connection: str, command: cmd.Command) -> None:
        raw = NativeDialect().encode(command)
        self.meter.observe(ob.Sent(at=at * MILLISECOND, who=who, connection=connection, raw=raw))

    def received(self, at: int, who: str, connection: str, event: ev.Event) -> None:
        raw = number_frame(encode_event(event), 1)
        self.meter.observe(ob.Received(at=at * MILLISECOND, who=who, connection=connection, raw=raw))

    def ended(self, at: int) -> None:
        self.meter.observe(ob.RunEnded(at=at * MILLISECOND, complete=True))

    def seated(self, at: int, who: str, connection: str) -> None:
        """Open, say hello 1 ms later, get the snapshot 10 ms after that."""
        self.opened(at, who, connection)
        self.sent(at + 1, who, connection, cmd.Hello(secret="s"))
        self.received(at + 11, who, connection, snapshot())

    def times(self, name: str) -> list[Instant]:
        """Every time of a trend, in whole milliseconds."""
        counts = self.meter.trends[name].counts() if name in self.meter.trends else ()
        return [round(us / 1000) for us, count in counts for _ in range(count)]


def snapshot(number: int = 0, room: str = "BBBB") -> ev.Snapshot:
    return ev.Snapshot(
        number=number, room=room, owner="p", phase="lobby", members=(), you="p", seat=None, policy=POLICY, table=None,
        result=None,
    )  # fmt: skip


def played(number: int, auto: ev.Auto | None = None) -> ev.Played:
    return ev.Played(number=number, group=number, match="m", turn=1, seat=0, count=1, rank="K", left=4, auto=auto)


def test_a_move_is_measured_to_its_answer_and_to_its_own_event() -> None:
    """`ack` ends with `ok`, `echo` with the public event whose number the answer named."""
    tape = Tape()
    tape.seated(0, "t/ana", "c1")
    tape.sent(100, "t/ana", "c1", cmd.Play(id="a", turn=1, cards=("K",)))
    tape.received(130, "t/ana", "c1", ev.Ok(id="a", number=5))
    tape.received(131, "t/ana", "c1", played(4))
    tape.received(140, "t/ana", "c1", played(5))
    assert tape.times("ack") == [30]
    assert tape.times("echo") == [40]
    assert tape.meter.counters["moves"] == {"": 1}
    assert tape.meter.counters["applied"] == {"": 1}


def test_a_resend_is_measured_from_the_first_time_and_once() -> None:
    """The second answer to the same id belongs to no open move."""
    tape = Tape()
    tape.seated(0, "t/ana", "c1")
    tape.sent(100, "t/ana", "c1", cmd.Call(id="a", turn=1))
    tape.sent(110, "t/ana", "c1", cmd.Call(id="a", turn=1))
    tape.received(130, "t/ana", "c1", ev.Ok(id="a", number=5))
    tape.received(140, "t/ana", "c1", ev.Ok(id="a", number=5))
    assert tape.times("ack") == [30]
    assert tape.meter.counters["moves"] == {"": 2}
    assert tape.meter.counters["applied"] == {"": 1}


def test_a_refused_move_has_no_ack() -> None:
    """Refusals are counted by code; one without a readable id does not disturb."""
    tape = Tape()
    tape.seated(0, "t/ana", "c1")
    tape.sent(100, "t/ana", "c1", cmd.Call(id="a", turn=1))
    tape.received(130, "t/ana", "c1", ev.Refused(id="a", code="not_your_turn", rule="BLF-13"))
    tape.received(131, "t/ana", "c1", ev.Refused(id=None, code="malformed", rule="WIRE"))
    tape.received(140, "t/ana", "c1", ev.Ok(id="a", number=5))
    assert tape.times("ack") == []
    assert tape.meter.counters["refused"] == {"not_your_turn": 1, "malformed": 1}


def test_the_first_snapshot_is_a_join_and_later_ones_are_resumes() -> None:
    """A player who had a seat before resumes, on whatever connection."""
    tape = Tape()
    tape.seated(0, "t/ana", "c1")
    tape.closed(20, "t/ana", "c1", by="network")
    tape.seated(100, "t/ana", "c2")
    assert tape.times("join") == [10]
    assert tape.times("resume") == [10]
    assert tape.meter.counters["closed"] == {"network": 1}
    assert tape.meter.counters["connects"] == {"": 2}


def test_a_snapshot_nobody_asked_for_is_no_time() -> None:
    """Without a hello there is nothing to measure from."""
    tape = Tape()
    tape.opened(0, "t/ana", "c1")
    tape.received(5, "t/ana", "c1", snapshot())
    assert tape.times("join") == []


def test_seat_is_measured_from_the_first_session_call() -> None:
    """From `POST /v1/sessions` being sent to the first snapshot; failed calls and other calls do not count."""
    tape = Tape()
    for at, path, status in (
        (10, "/v1/sessions", 503),
        (20, "/v1/sessions", 201),
        (30, "/v1/rooms", 201),
        (31, "/x", 0),
    ):
        tape.meter.observe(
            ob.Exchange(
                at=(at + 4) * MILLISECOND, sent=at * MILLISECOND, who="t/ana", method="POST", path=path, token="",
                body=b"", status=status, answer=b"",
            )
        )  # fmt: skip
    tape.seated(100, "t/ana", "c1")
    assert tape.times("seat") == [91]
    assert tape.times("http") == [4, 4, 4]
    assert tape.meter.counters["http_calls"] == {"503": 1, "201": 2, "0": 1}


def test_fanout_is_the_spread_between_our_sockets_in_a_room() -> None:
    """First to last arrival of the same number; an event that only one socket got has no spread."""
    tape = Tape()
    tape.seated(0, "t/ana", "c1")
    tape.seated(0, "t/ben", "c2")
    tape.received(100, "t/ana", "c1", played(1))
    tape.received(103, "t/ben", "c2", played(1))
    tape.received(110, "t/ana", "c1", played(2))
    tape.ended(200)
    assert tape.times("fanout") == [3]


def test_fanout_of_old_events_is_settled_while_the_run_goes_on() -> None:
    """A room keeps its newest events only; what comes later than that is too late to count."""
    tape = Tape()
    tape.seated(0, "t/ana", "c1")
    tape.seated(0, "t/ben", "c2")
    tape.received(100, "t/ana", "c1", played(1))
    tape.received(103, "t/ben", "c2", played(1))
    for number in range(2, 66):
        tape.received(100 + number, "t/ana", "c1", played(number))
    assert tape.times("fanout") == [3]
    tape.received(400, "t/ben", "c2", played(1))
    tape.ended(500)
    assert tape.times("fanout") == [3]


def test_public_events_are_counted_once_per_room() -> None:
    """Automatic moves, hands and matches are counted at their first arrival."""
    tape = Tape()
    tape.seated(0, "t/ana", "c1")
    tape.seated(0, "t/ben", "c2")
    result = ev.Result(match="m", seats=(), places=(), points=(), ranked=False, season=None, ended="")
    story = (
        ev.HandStarted(number=1, group=1, match="m", hand=1, opener=0, table="K", sizes=(5, 5)),
        played(2, auto="away"),
        played(3, auto="clock"),
        ev.MatchOver(number=4, group=4, result=result),
    )
    for connection in ("c1", "c2"):
        for event in story:
            tape.received(100, "t/ana", connection, event)
    counters = tape.meter.counters
    assert counters["hands"] == {"": 1}
    assert counters["matches"] == {"": 1}
    assert counters["auto_moves"] == {"away": 1, "clock": 1}
    assert counters["events"] == {"": 4}


def test_a_ping_is_measured_to_its_pong() -> None:
    """A pong that nobody asked for is no time."""
    tape = Tape()
    tape.seated(0, "t/ana", "c1")
    tape.sent(100, "t/ana", "c1", cmd.PingServer(id="p"))
    tape.received(107, "t/ana", "c1", ev.Pong(id="p"))
    tape.received(108, "t/ana", "c1", ev.Pong(id="p"))
    assert tape.times("pong") == [7]


def test_what_belongs_to_no_room_and_no_connection_is_counted_only() -> None:
    """Private events, garbage, frames after the end, events before a snapshot: none of them breaks the meter."""
    tape = Tape()
    tape.opened(0, "t/ana", "c1")
    tape.received(1, "t/ana", "c1", played(1))
    tape.received(2, "t/ana", "c1", ev.Cards(match="m", hand=1, cards=()))
    tape.received(3, "t/ana", "nowhere", played(2))
    tape.meter.observe(ob.Received(at=4, who="t/ana", connection="c1", raw=b"\xff"))
    tape.meter.observe(ob.Received(at=4, who="t/ana", connection="c1", raw=b"{}"))
    tape.meter.observe(ob.Sent(at=4, who="t/ana", connection="c1", raw=b"garbage"))
    tape.sent(5, "t/ana", "nowhere", cmd.Call(id="a", turn=1))
    tape.sent(5, "t/ana", "c1", cmd.Leave(id="b"))
    tape.meter.observe(ob.Unopened(at=6, who="t/ana", connection="c9", reason="refused"))
    tape.meter.observe(ob.FaultBegun(at=7, who="t/ana", connection="c1", fault="rst"))
    tape.meter.observe(ob.PartyEnded(at=8, party="t", outcome="done"))
    counters = tape.meter.counters
    assert counters["undecodable"] == {"": 2}
    assert counters["frames_in"] == {"": 5}
    assert counters["frames_out"] == {"": 3}
    assert counters["connect_failures"] == {"": 1}
    assert counters["faults"] == {"rst": 1}
    assert "events" not in counters
    assert "moves" not in counters


def test_a_second_run_begins_anew_and_adds_up() -> None:
    """After `RunEnded`, rooms, sessions and players of the run are forgotten, figures stay."""
    tape = Tape()
    for _ in range(2):
        tape.seated(0, "t/ana", "c1")
        tape.received(100, "t/ana", "c1", played(1))
        tape.ended(2_000)
    assert tape.times("join") == [10, 10]
    assert tape.meter.counters["events"] == {"": 2}
    assert tape.meter.seconds() == 4.0


def test_measured_values_add_up_in_another_meter() -> None:
    """What one meter measured, added to two others, is twice as much in the one that got it twice."""
    tape = Tape()
    tape.seated(0, "t/ana", "c1")
    tape.ended(1_000)
    measured = tape.meter.measured()
    other = Meter()
    other.add(measured)
    assert other.measured() == measured
    other.add(measured)
    assert other.seconds() == 2 * SECOND / 1e9
    assert other.counters["connects"] == {"": 2}


def test_moves_and_deals_of_every_game_count() -> None:
    """A bid is a move, a round is a deal, and dice are nobody else's business."""
    tape = Tape()
    tape.seated(0, "t/ana", "c1")
    tape.received(50, "t/ana", "c1", ev.RoundStarted(number=3, group=3, match="m", round=1, opener=0, sizes=(5, 5)))
    tape.received(50, "t/ana", "c1", ev.Dice(match="m", round=1, dice=(1, 2, 3, 4, 5)))
    tape.sent(100, "t/ana", "c1", cmd.Bid(id="a", turn=1, quantity=1, face=2))
    tape.received(120, "t/ana", "c1", ev.Ok(id="a", number=4))
    assert tape.times("ack") == [20]
    assert tape.meter.counters["moves"] == {"": 1}
    assert tape.meter.counters["hands"] == {"": 1}
    assert tape.meter.counters["events"] == {"": 1}


def test_a_timeline_is_told_everything_with_its_time() -> None:
    """Moves, players, matches and faults land in the windows in which they happened."""
    tape = Tape()
    line = tape.meter.timeline = Timeline()
    tape.seated(0, "t/ana", "c1")
    started = ev.MatchStarted(number=1, group=1, match="m", game="bluffers", seats=("p",), ranked=False)
    tape.received(500, "t/ana", "c1", started)
    tape.sent(1100, "t/ana", "c1", cmd.Play(id="a", turn=1, cards=("K",)))
    tape.received(1130, "t/ana", "c1", ev.Ok(id="a", number=2))
    tape.meter.observe(ob.FaultBegun(at=2 * SECOND, who="t/ana", connection="c1", fault="stall"))
    tape.meter.observe(ob.FaultEnded(at=3 * SECOND, who="t/ana", connection="c1", fault="stall"))
    result = ev.Result(
        match="m", seats=("p",), places=(1,), points=(0,), ranked=False, season=None, ended="2026-01-01T00:00:00.000Z"
    )  # fmt: skip
    tape.received(3100, "t/ana", "c1", ev.MatchOver(number=3, group=3, result=result))
    Tape().meter.observe(ob.FaultEnded(at=0, who="t/ana", connection="c1", fault="stall"))
    tape.closed(4100, "t/ana", "c1")
    tape.closed(5100, "t/ana", "c9")
    windows = line.curves().windows
    assert windows[1].times["ack"] == {30_000: 1}
    assert windows[1].counts["applied"] == 1
    assert windows[2].counts["faults"] == 1
    assert [(band.kind, band.begun, band.ended) for band in line.curves().bands] == [("stall", 2.0, 3.0)]
    assert [(window.players, window.tables) for window in windows] == [(1, 1)] * 4 + [(1, 0), (0, 0)]
