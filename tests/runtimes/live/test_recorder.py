"""The clock of a run and its tap, without a network."""

from __future__ import annotations

from harness.history.observation import Observation, Opened, Received
from harness.runtimes.live.recorder import Recorder


def test_only_the_first_failure_counts() -> None:
    """What fails after it is a consequence; the run is ended once."""
    ends: list[str] = []
    recorder = Recorder(None, lambda: ends.append("end"))
    first = ValueError("first")
    recorder.fail(first)
    recorder.fail(ValueError("second"))
    assert recorder.failure is first
    assert ends == ["end"]


def test_a_tap_that_raised_is_left_alone() -> None:
    """It gets nothing after its own bug, but gets what follows a bug of others."""
    seen: list[Observation] = []

    def tap(observation: Observation) -> None:
        seen.append(observation)
        if len(seen) == 2:
            raise ValueError("a bug in the tap")

    recorder = Recorder(tap, lambda: None)
    recorder.fail(ValueError("a bug in a party"))
    for _ in range(3):
        recorder.received("t1/ana", "t1/ana#1", b"{}", True)
    assert [type(o) for o in seen] == [Received, Received]
    assert recorder.frames_in == 3


def test_time_never_goes_back() -> None:
    """An observation that says an earlier time than the last one is moved up to it."""
    seen: list[Observation] = []
    recorder = Recorder(seen.append, lambda: None)
    for at in (5, 3, 7):
        recorder.observe(Opened(at=at, who="t1/ana", connection="t1/ana#1"))
    assert [o.at for o in seen] == [5, 5, 7]
