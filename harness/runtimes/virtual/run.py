"""The virtual world: parties and a gate on one simulated clock, with a simulated network between them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol

from msgspec import Struct

from harness.backend import messages as gated
from harness.clock import Instant
from harness.history.observation import RunEnded
from harness.machine import Machine
from harness.runtimes.virtual.client import Client, Tap
from harness.runtimes.virtual.loop import Host, Loop
from harness.runtimes.virtual.network import Link
from harness.runtimes.virtual.server import Server
from harness.runtimes.virtual.store import Rebuild
from harness.swarm import effects as played

EPOCH_MS: Final = 1_767_225_600_000
"""Civil time at the start of a run unless told otherwise: 2026-01-01T00:00:00Z."""


class Party(Machine[played.Message, played.Effect], Protocol):
    """What this runtime needs of a party; `harness.swarm.party.Party` is one."""

    def begin(self, *, now: Instant) -> Sequence[played.Effect]:
        """Say what the party does first."""


class Ran(Struct, frozen=True, kw_only=True):
    """What a run was.

    Attributes:
        ended: The last instant of the run.
        events: How many events the loop was given.
        complete: Every party came to its own end before time was over.
    """

    ended: Instant
    events: int
    complete: bool


def run(
    parties: Sequence[Party],
    gate: Machine[gated.Message, gated.Effect],
    *,
    link: Link,
    root: bytes,
    tap: Tap | None,
    until: Instant,
    stop: Instant | None = None,
    utc_ms: int = EPOCH_MS,
    rebuild: Rebuild | None = None,
) -> Ran:
    """Let parties play against a gate until all have ended, nothing is left to happen, or time is over.

    Equal arguments give equal observations in equal order, whatever the hash seed.

    Args:
        parties: All of them begin at 0.
        gate: The backend.
        link: The network.
        root: The root of the network's chance; machines have their own.
        tap: Is shown every observation in order of time, `RunEnded` last. None costs nothing.
        until: The hard end. Parties that have not ended by then are told `Stop(at_once=True)`; what they
            do about it is observed, but reaches nobody.
        stop: When parties are told `Stop()`, so that they can end by themselves; None for never.
        utc_ms: Civil time at 0, milliseconds since 1970. The gate is told civil time at 0, and again
            before the first thing that it hears or does in each civil second.
        rebuild: Makes the backend anew from what was stored, after an outage; None when there will be none.

    Returns:
        How long it was, in virtual time and in events, and whether it was complete.

    Raises:
        LocalError: A machine broke the protocol between machines and runtimes.
    """
    loop = Loop()
    server = Server(loop, gate, utc_ms, rebuild=rebuild)
    client = Client(loop, server, link, root, tap)
    server.client = client
    hosts = [Host(loop, party, client.obey) for party in parties]
    client.playing = len(hosts)
    loop.running = client.playing > 0
    if stop is not None:
        for host in hosts:
            loop.add(stop, client.stop, host, False)
    server.begin()
    for host, party in zip(hosts, parties, strict=True):
        host.follow(0, party.begin(now=0))
    loop.play(until)
    complete = client.playing == 0
    reason = "" if complete else f"{client.playing} of {len(hosts)} parties had not ended"
    for host in hosts:
        client.stop(loop.now, host, True)
    if tap is not None:
        tap(RunEnded(at=loop.now, complete=complete, reason=reason))
    return Ran(ended=loop.now, events=loop.events, complete=complete)
