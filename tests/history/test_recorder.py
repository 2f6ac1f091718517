from __future__ import annotations

from harness.history.observation import Closed, Exchange, Opened, Received, Sent
from harness.history.recorder import Recorder
from harness.verdict import Evidence


def _received(connection: str, at: int, raw: bytes = b"{}") -> Received:
    return Received(at=at, who="t1/ana", connection=connection, raw=raw)


def _exchange(who: str, at: int, **fields: object) -> Exchange:
    values = {"method": "GET", "path": "/x", "token": "secret", "body": b"", "status": 200, "answer": b"{}"} | fields
    return Exchange(at=at, sent=at - 1, who=who, **values)


def _closed(connection: str, at: int, by: str = "them", reason: str = "") -> Closed:
    return Closed(at=at, who="t1/ana", connection=connection, code=4000, by=by, reason=reason)


def test_evidence_is_the_last_frames_of_a_connection() -> None:
    """Frames of both directions come back in order, oldest first, and only of the connection asked for."""
    recorder = Recorder()
    recorder.note(Opened(at=1, who="t1/ana", connection="a#1"))
    recorder.note(_received("a#1", 2, b"one"))
    recorder.note(_received("b#1", 3, b"other"))
    recorder.note(Sent(at=4, who="t1/ana", connection="a#1", raw=b"two"))
    recorder.note(_received("a#1", 5, b"three"))
    assert recorder.evidence("a#1") == (
        Evidence(at=2, connection="a#1", who="t1/ana", way="in", text="one"),
        Evidence(at=4, connection="a#1", who="t1/ana", way="out", text="two"),
        Evidence(at=5, connection="a#1", who="t1/ana", way="in", text="three"),
    )
    assert [evidence.text for evidence in recorder.evidence("a#1", last=2)] == ["two", "three"]
    assert recorder.evidence("never") == ()


def test_a_ring_is_bounded() -> None:
    """Only the last frames of a connection are kept, however many there were."""
    recorder = Recorder(frames=3)
    for at in range(100):
        recorder.note(_received("a#1", at))
    assert [evidence.at for evidence in recorder.evidence("a#1", last=50)] == [97, 98, 99]


def test_text_is_cut_and_always_readable() -> None:
    """At most 400 characters, never half a character, and bytes that are no text are escaped."""
    recorder = Recorder()
    recorder.note(_received("a#1", 1, "カ".encode() * 1000))
    recorder.note(_received("a#1", 2, b"\xff" * 1000))
    recorder.note(_received("a#1", 3, b"a\xffb"))
    recorder.note(_received("a#1", 4, "\U0001f0a1".encode() * 1000))
    texts = [evidence.text for evidence in recorder.evidence("a#1")]
    assert texts == ["カ" * 400, "\\xff" * 100, "a\\xffb", "\U0001f0a1" * 400]


def test_the_end_of_a_connection_is_evidence() -> None:
    """A close says its code, who did it and why; it counts as ours only when we did it."""
    recorder = Recorder()
    recorder.note(_closed("a#1", 1, "them", "replaced"))
    recorder.note(_closed("b#1", 2, "us"))
    recorder.note(_closed("c#1", 3, "network"))
    assert recorder.evidence("a#1") == (
        Evidence(at=1, connection="a#1", who="t1/ana", way="in", text="closed 4000 by them replaced"),
    )
    assert [(e.way, e.text) for e in recorder.evidence("b#1")] == [("out", "closed 4000 by us")]
    assert [(e.way, e.text) for e in recorder.evidence("c#1")] == [("in", "closed 4000 by network")]


def test_only_the_latest_ended_connections_are_remembered() -> None:
    """An ended connection can still be asked about, until enough others have ended; open ones always can."""
    recorder = Recorder(ended=2)
    recorder.note(_received("open", 1))
    for at, connection in enumerate(["a", "b", "c"], start=2):
        recorder.note(_received(connection, at))
        recorder.note(_closed(connection, at))
    assert recorder.evidence("a") == ()
    assert len(recorder.evidence("b")) == len(recorder.evidence("c")) == 2
    assert len(recorder.evidence("open")) == 1


def test_calls_are_evidence_of_their_player() -> None:
    """A call shows question and answer or why there was none, but never the token."""
    recorder = Recorder()
    recorder.note(_exchange("t1/ana", 5, method="POST", path="/v1/rooms", body=b'{"seats":4}', status=201))
    recorder.note(_exchange("t1/ana", 9, status=0, answer=b"", error="refused"))
    recorder.note(_exchange("t1/ben", 10, answer=b"x" * 1000))
    assert recorder.evidence("t1/ana") == (
        Evidence(at=5, connection="http", who="t1/ana", way="out", text='POST /v1/rooms {"seats":4} -> 201 {}'),
        Evidence(at=9, connection="http", who="t1/ana", way="out", text="GET /x -> no answer: refused"),
    )
    (long,) = recorder.evidence("t1/ben")
    assert len(long.text) == 400
    assert "secret" not in str(recorder.evidence("t1/ana"))


def test_only_the_latest_callers_are_remembered() -> None:
    """Calls are kept for the players who called last, a few for each."""
    recorder = Recorder(frames=2, ended=2)
    for at, who in enumerate(["a", "b", "a", "a", "c"]):
        recorder.note(_exchange(who, at))
    assert recorder.evidence("b") == ()
    assert [evidence.at for evidence in recorder.evidence("a")] == [2, 3]
    assert [evidence.at for evidence in recorder.evidence("c")] == [4]
