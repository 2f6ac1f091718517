from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.runtimes.virtual.network import Lane, Link

ROOT = b"r" * 32

chances = st.floats(0, 1)
links = st.builds(
    Link,
    latency=st.integers(0, 50),
    jitter=st.integers(0, 50),
    stall_chance=chances,
    stall=st.integers(0, 200),
    stalls=st.lists(st.integers(0, 400), unique=True, max_size=6).map(
        lambda edges: tuple(zip(sorted(edges)[::2], sorted(edges)[1::2], strict=False))
    ),
    cut_chance=chances,
)


@given(links, st.lists(st.integers(0, 60), max_size=40))
@settings(deadline=None)
def test_a_lane_is_first_in_first_out(link: Link, gaps: list[int]) -> None:
    """Whatever the weather, nothing overtakes, arrives before its latency, or inside a stall."""
    lane = Lane(link, ROOT, "lane")
    now = last = 0
    for gap in gaps:
        now += gap
        at = lane.arrival(now)
        assert at >= last
        assert at >= now + link.latency
        assert not any(begin <= at < end for begin, end in link.stalls)
        last = at


def test_a_steady_lane_takes_exactly_its_latency() -> None:
    """Without jitter, stalls and cuts there is no chance at all."""
    link = Link(latency=20, stall_chance=0.5, refuse_chance=0.5)
    assert link.steady()
    lane = Lane(link, ROOT, "lane")
    assert [lane.arrival(now) for now in (0, 0, 7)] == [20, 20, 27]
    assert not lane.breaks()


@pytest.mark.parametrize("weather", [{"jitter": 1}, {"stall_chance": 0.1, "stall": 1}, {"stalls": ((1, 2),)},
                                     {"cut_chance": 0.1}])  # fmt: skip
def test_any_weather_makes_a_link_unsteady(weather: dict[str, object]) -> None:
    """Each kind of bad weather is noticed."""
    assert not Link(latency=5, **weather).steady()


def test_jitter_covers_its_whole_range() -> None:
    """Frames far apart take every delay from latency to latency plus jitter, and no other."""
    lane = Lane(Link(latency=10, jitter=3), ROOT, "lane")
    assert {lane.arrival(now) - now for now in range(0, 20_000, 100)} == {10, 11, 12, 13}


def test_a_stalled_frame_holds_up_those_behind_it() -> None:
    """A frame that is held up takes that much longer, and what was sent behind it waits for it."""
    lane = Lane(Link(latency=10, stall_chance=0.3, stall=1_000), ROOT, "lane")
    arrivals = [lane.arrival(now) for now in range(0, 400, 20)]
    held = [at for now, at in zip(range(0, 400, 20), arrivals, strict=True) if at != now + 10]
    assert arrivals[0] in (10, 1_010)
    assert held
    assert arrivals == sorted(arrivals)
    assert Lane(Link(latency=10, stall_chance=1, stall=100), ROOT, "lane").arrival(0) == 110


def test_nothing_arrives_during_a_stall() -> None:
    """What would arrive from the first to just before the last moment of a span arrives at its end."""
    lane = Lane(Link(latency=10, stalls=((20, 50), (70, 90))), ROOT, "lane")
    assert [lane.arrival(now) for now in (9, 10, 39, 40, 41, 60, 80)] == [19, 50, 50, 50, 51, 90, 90]


def test_lanes_of_different_names_are_independent() -> None:
    """A lane's chance comes from its name: the same name gives the same delays, another gives others."""
    link = Link(jitter=1_000_000)

    def delays(*names: str) -> list[int]:
        lane = Lane(link, ROOT, *names)
        return [lane.arrival(now * 10_000_000) for now in range(8)]

    assert delays("link", "a", "up") == delays("link", "a", "up")
    assert delays("link", "a", "up") != delays("link", "a", "down")


def test_cuts_come_as_often_as_said() -> None:
    """A chance of 0 never cuts, even in other bad weather; 1 always does."""
    assert not any(Lane(Link(jitter=1), ROOT, str(n)).breaks() for n in range(50))
    assert all(Lane(Link(cut_chance=1), ROOT, str(n)).breaks() for n in range(50))


@pytest.mark.parametrize(
    "wrong",
    [
        {"latency": -1},
        {"jitter": -1},
        {"stall": -1},
        {"stall_chance": 1.5},
        {"refuse_chance": -0.1},
        {"cut_chance": 2},
        {"stalls": ((5, 5),)},
        {"stalls": ((5, 4),)},
        {"stalls": ((5, 8), (7, 9))},
    ],
)
def test_an_impossible_link_is_refused(wrong: dict[str, object]) -> None:
    """A link that goes back in time, or has no chance, cannot be made."""
    with pytest.raises(ValueError, match="of a link must"):
        Link(**wrong)
