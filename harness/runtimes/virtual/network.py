"""The simulated network: what a link does to what travels on it.

A link never loses, doubles or reorders a byte: like TCP, each direction of a connection delivers
in sending order or, once it is broken, nothing more. Bad weather is therefore delay (latency,
jitter, stalls) and breakage (refusals, cuts), never loss in between.
"""

from __future__ import annotations

from itertools import pairwise

from msgspec import Struct

from harness.clock import Duration, Instant
from harness.seed import Stream, stream


class Link(Struct, frozen=True, kw_only=True):
    """What lies between the players and the backend; the same for every connection and call.

    Attributes:
        latency: One way, for every frame, request, answer and handshake step.
        jitter: Up to this much more per frame, uniformly. Frames behind a late one wait for it.
        stall_chance: The chance that a frame (and so everything behind it) is held up by `stall`.
        stall: How long such a hold-up takes.
        stalls: Spans (from, to) in which nothing arrives; what would have arrived does at `to`.
            In order of time and apart from each other.
        refuse_chance: The chance that a connection or an HTTP call is refused before it reaches
            the backend.
        cut_chance: The chance that a frame breaks its connection instead of arriving.
    """

    latency: Duration = 0
    jitter: Duration = 0
    stall_chance: float = 0.0
    stall: Duration = 0
    stalls: tuple[tuple[Instant, Instant], ...] = ()
    refuse_chance: float = 0.0
    cut_chance: float = 0.0

    def __post_init__(self) -> None:
        if min(self.latency, self.jitter, self.stall) < 0:
            raise ValueError("latency, jitter and stall of a link must not be negative")
        if not all(0 <= chance <= 1 for chance in (self.stall_chance, self.refuse_chance, self.cut_chance)):
            raise ValueError("the chances of a link must be from 0 to 1")
        edges = [edge for span in self.stalls for edge in span]
        if any(after <= before for before, after in pairwise(edges)):
            raise ValueError("the stalls of a link must be in order of time and apart from each other")

    def steady(self) -> bool:
        """Whether every frame takes exactly `latency`, so that no chance is drawn at all."""
        return not (self.jitter or (self.stall_chance and self.stall) or self.stalls or self.cut_chance)


class Lane:
    """One direction of one connection, first in, first out.

    Args:
        link: What every frame goes through.
        root: The run's root of chance.
        names: The name of this lane's own stream of chance, drawn from only if the link is not steady.
    """

    __slots__ = ("_chance", "_last", "_latency", "_link")

    def __init__(self, link: Link, root: bytes, *names: str | int) -> None:
        self._link = link
        self._latency = link.latency
        self._last = 0
        self._chance: Stream | None = None if link.steady() else stream(root, *names)

    def arrival(self, now: Instant) -> Instant:
        """When a frame sent now arrives; never before a frame that was sent earlier."""
        chance = self._chance
        if chance is None:
            return now + self._latency
        link = self._link
        at = now + link.latency
        if link.jitter:
            at += chance.between(0, link.jitter)
        if link.stall_chance and chance.chance(link.stall_chance):
            at += link.stall
        at = max(at, self._last)
        for begin, end in link.stalls:
            if begin <= at < end:
                at = end
        self._last = at
        return at

    def breaks(self) -> bool:
        """Whether the frame about to be sent breaks the connection instead."""
        return self._chance is not None and self._link.cut_chance > 0 and self._chance.chance(self._link.cut_chance)
