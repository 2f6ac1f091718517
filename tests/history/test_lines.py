from __future__ import annotations

import json

import pytest
from hypothesis import given, settings

from harness.history.lines import FORMAT, HEADER, format_of, line_of, observation_of
from harness.history.observation import Exchange, FaultBegun, Observation, Received, RunEnded, Sent
from tests.history.sightings import observations


@given(observations())
@settings(deadline=None)
def test_every_observation_comes_back_from_its_line(observation: Observation) -> None:
    """A line keeps every field of every kind of observation, whatever bytes it holds, on one line."""
    line = line_of(observation)
    assert b"\n" not in line
    assert observation_of(line) == observation


def test_readable_bytes_stay_readable() -> None:
    """A frame that is UTF-8 is plain text in its line, in any script."""
    line = line_of(Received(at=7, who="t1/زهرا", connection="t1/زهرا#1", raw='{"name":"サクラ"}'.encode()))
    assert json.loads(line) == {
        "kind": "received",
        "at": 7,
        "who": "t1/زهرا",
        "connection": "t1/زهرا#1",
        "raw": '{"name":"サクラ"}',
    }
    assert "サクラ" in line.decode()


def test_other_bytes_are_base64() -> None:
    """A frame that is no UTF-8 is base64, and says so."""
    sent = Sent(at=7, who="a", connection="a#1", raw=b"\xff\x00", text=False)
    assert json.loads(line_of(sent))["raw"] == {"base64": "/wA="}
    assert json.loads(line_of(sent))["text"] is False
    assert observation_of(line_of(sent)) == sent


def test_an_exchange_keeps_both_bodies() -> None:
    """Question and answer of a call are written each for itself: one may be text and the other not."""
    exchange = Exchange(
        at=9,
        sent=5,
        who="a",
        method="POST",
        path="/v1/rooms",
        token="t",
        body=b"{}",
        status=201,
        answer=b"\xc3",
        call=4,
    )
    line = json.loads(line_of(exchange))
    assert (line["body"], line["answer"], line["call"]) == ("{}", {"base64": "ww=="}, 4)
    assert observation_of(line_of(exchange)) == exchange


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        (b"", "truncated"),
        (b"[" * 100_000, "array"),
        (b'{"kind":"opened","at":1,"who":"a","connection":"c","extra":1}', "extra"),
        (b'{"kind":"sent","at":1,"who":"a","connection":"c","raw":"x","extra":1}', "extra"),
        (b'{"kind":"opened","at":1,"who":"a"}', "connection"),
        (b'{"kind":"opened","at":"1","who":"a","connection":"c"}', "int"),
        (b'{"kind":"shouted","at":1}', "shouted"),
        (b'{"at":1}', "kind"),
        (b'{"kind":"run_ended","at":1,"complete":\xff}', "invalid"),
        (b'{"kind":"sent","at":1,"who":"a","connection":"c","raw":{"base64":"!"}}', "base64"),
        (b'{"kind":"sent","at":1,"who":"a","connection":"c","raw":{"base64":"AA==","more":1}}', "more"),
        (b'{"kind":"sent","at":1,"who":"a","connection":"c","raw":"\\ud800"}', "truncated"),
        (HEADER, "second beginning"),
    ],
)
def test_a_line_that_is_no_observation_is_refused(line: bytes, complaint: str) -> None:
    """Whatever is missing, added, mistyped or no JSON at all is a ValueError that names it."""
    with pytest.raises(ValueError, match=complaint):
        observation_of(line)


def test_deep_nesting_is_refused() -> None:
    """A line nested deeper than the decoder goes is refused like any other."""
    with pytest.raises(ValueError, match=r"recursion|malformed|unknown"):
        observation_of(b'{"kind":"run_ended","at":1,"complete":true,"x":' + b"[" * 100_000)


def test_the_first_line_states_its_format() -> None:
    """Only a header states a format; observations and garbage state none."""
    assert format_of(HEADER) == FORMAT
    assert format_of(b'{"kind":"history","format":99}') == 99
    assert format_of(line_of(RunEnded(at=1, complete=True))) is None
    assert format_of(b"\xff") is None


def test_equal_observations_have_equal_lines() -> None:
    """A line depends on nothing but the values: defaults given by hand or left out are the same."""
    first = FaultBegun(at=1, who="a", connection="c", fault="rst")
    assert line_of(first) == line_of(FaultBegun(fault="rst", connection="c", who="a", at=1))
    assert line_of(Received(at=1, who="a", connection="c", raw=b"x")) == line_of(
        Received(at=1, who="a", connection="c", raw=b"x", text=True)
    )
