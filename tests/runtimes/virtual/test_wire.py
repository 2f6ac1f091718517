from __future__ import annotations

from typing import cast

import pytest

from harness.runtimes.virtual.network import Link
from harness.runtimes.virtual.wire import ENDINGS, Ending, PartyHost, Wire


@pytest.fixture
def wire() -> Wire:
    """A connection that is open at the client's end."""
    wire = Wire("t1/ana#1", "t1/ana", cast("PartyHost", None), Link(jitter=5), b"r" * 32)
    assert wire.opening
    assert not wire.reading
    wire.open()
    return wire


def test_an_open_wire_reads(wire: Wire) -> None:
    """Once open, frames are taken as they arrive and nothing is held."""
    assert (wire.opening, wire.reading, wire.held) == (False, True, None)
    assert wire.release() is None
    assert wire.reading


def test_a_stalled_wire_holds_until_all_is_released(wire: Wire) -> None:
    """What is held comes back in order; only when the last of it is taken is reading normal again."""
    wire.stall()
    assert not wire.reading
    assert wire.held is not None
    wire.held.extend([b"1", b"2"])
    assert wire.release() is None
    wire.stalled = False
    assert (wire.release(), wire.reading) == (b"1", False)
    wire.stall()
    assert list(wire.held) == [b"2"]
    wire.stalled = False
    assert (wire.release(), wire.release(), wire.reading, wire.held) == (b"2", None, True, None)


def test_an_ended_wire_holds_nothing(wire: Wire) -> None:
    """With the client's end goes what it has not read, and the stall."""
    wire.stall()
    assert wire.held is not None
    wire.held.append(Ending(1006, "network", ""))
    wire.end()
    assert (wire.gone, wire.reading, wire.stalled, wire.held) == (True, False, False, None)
    assert wire.release() is None


def test_both_directions_have_weather_of_their_own(wire: Wire) -> None:
    """The lanes of one connection draw from different streams."""
    ups = [wire.up.arrival(now * 100) for now in range(20)]
    assert ups != [wire.down.arrival(now * 100) for now in range(20)]


def test_every_ending_of_the_contract_is_known() -> None:
    """All ways of `Drop` but the stall end a connection, and only a clean close has a close code of its own."""
    assert ENDINGS == {"close": 1000, "rst": 1006, "kill": 1006, "hole": 1006, "fin-mid-frame": 1006}
