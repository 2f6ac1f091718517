"""The whole backend as one machine: connections, frames and HTTP calls in, frames and answers out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from harness.backend.config import BackendConfig
from harness.backend.house import House
from harness.backend.messages import (
    Closed,
    Effect,
    Frame,
    HttpCall,
    HttpReply,
    Journaled,
    Keep,
    Message,
    Opened,
    Settled,
    WallClock,
)
from harness.backend.parts import CLEAN, Parts
from harness.clock import Instant
from harness.seed import derive


class Gate:
    """The embedded backend. All its state is reachable from here; equal messages give equal effects.

    Args:
        config: Every limit.
        root: 32 bytes that all chance comes from; secret and random in earnest, derived from a seed in tests.
        parts: The classes to build from.
        settled: Matches that were settled in earlier lives, oldest first: results and boards go on from there.
        kept: Records that were kept in earlier lives: sessions, blocks, reports, logs, tutorials.
        journals: The entries of all journals that were not dropped, each journal in order.
    """

    __slots__ = ("_alarms", "_house", "_lobby", "_now", "_routes", "_sockets")

    def __init__(
        self, config: BackendConfig, root: bytes, *, parts: Parts = CLEAN, settled: Iterable[Settled] = (),
        kept: Iterable[Keep] = (), journals: Iterable[Journaled] = (),
    ) -> None:  # fmt: skip
        past, records = tuple(settled), tuple(kept)
        # A later life under the same root must not issue the ids and secrets of an earlier one again.
        life = derive(root, "life", len(past), past[-1].result.match) if past else root
        if records:
            life = derive(life, "kept", len(records), records[-1].kind, records[-1].key)
        house = House(config, life, parts)
        for match in past:
            house.ledger.settle(match.result, match.awards)
        house.restore(records)
        self._house = house
        self._alarms = house.alarms
        self._lobby = parts.lobby(house)
        self._routes = parts.routes(house, self._lobby)
        self._sockets = parts.sockets(house)
        self._now: Instant = 0

    @property
    def rooms(self) -> int:
        """Open rooms."""
        return len(self._lobby)

    @property
    def connections(self) -> int:
        """Sockets that are not known to be gone."""
        return len(self._sockets)

    @property
    def sessions(self) -> int:
        """Sessions that are remembered."""
        return len(self._house.sessions)

    def receive(self, message: Message, *, now: Instant) -> Sequence[Effect]:
        """Take one message and say what follows.

        What was due before `now` is done first; what is due exactly now comes after the message (BLF-E28).

        Args:
            message: From the runtime. Frames and calls may hold any bytes.
            now: Nanoseconds since the run began. Must not go backwards.

        Returns:
            Effects in order.
        """
        assert now >= self._now
        self._now = now
        out: list[Effect] = []
        if isinstance(message, Frame):
            # It may have waited for us while its sender's silence ran out: hear it before judging that.
            self._sockets.heard(message.connection, now=now)
        due = self._alarms.deadline()
        if due is not None and due < now:
            self._alarms.ring(now - 1, now=now, out=out)
        if isinstance(message, Frame):
            self._sockets.frame(message.connection, message.raw, text=message.text, now=now, out=out)
        elif isinstance(message, HttpCall):
            place = len(out)
            response = self._routes.answer(message.request, now=now, out=out)
            out.insert(place, HttpReply(message.call, response))
        elif isinstance(message, Opened):
            self._sockets.opened(message.connection, now=now)
        elif isinstance(message, Closed):
            self._sockets.closed(message.connection, now=now)
        else:
            assert isinstance(message, WallClock)
            self._house.civil.set(message.utc_ms, now=now)
        return out

    def wake(self, *, now: Instant) -> Sequence[Effect]:
        """Do what is due at `now`; harmless when nothing is."""
        assert now >= self._now
        self._now = now
        out: list[Effect] = []
        self._alarms.ring(now, now=now, out=out)
        return out

    def deadline(self) -> Instant | None:
        """When `wake` wants to be called next."""
        return self._alarms.deadline()
