"""Behaviour of `harness.metrics.glimpse`."""

import pytest

from harness.dialects.native import NativeDialect, encode_event, number_frame
from harness.metrics.glimpse import Glimpse, glimpse
from harness.wire import commands as cmd
from harness.wire import events as ev


def test_it_reads_the_fields_of_an_event_and_skips_the_rest() -> None:
    """The names are those of the real codec."""
    played = ev.Played(number=4, group=4, match="m", turn=2, seat=1, count=2, rank="K", left=3, auto="clock")
    assert glimpse(number_frame(encode_event(played), 7)) == Glimpse(type="played", number=4, auto="clock")


def test_it_reads_the_fields_of_a_command() -> None:
    """Id and type are there."""
    assert glimpse(NativeDialect().encode(cmd.Call(id="a", turn=3))) == Glimpse(type="call", id="a")


@pytest.mark.parametrize("raw", [b"", b"\xff\xfe", b"[1]", b'{"type":7}', b"{", b"[" * 100_000])
def test_anything_else_is_none(raw: bytes) -> None:
    """Garbage is answered with None, whatever it is."""
    assert glimpse(raw) is None
