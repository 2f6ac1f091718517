"""The whole backend as one machine: connections, frames and HTTP calls in, frames and answers out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from harness.backend.config import BackendConfig
from harness.backend.house import LIFE, House
from harness.backend.messages import (
    Closed,
    Effect,
    Frame,
    HttpCall,
    HttpReply,
    JournalDropped,
    Journaled,
    Keep,
    Message,
    Opened,
    Settled,
    WallClock,
)
from harness.backend.parts import CLEAN, Parts
from harness.backend.rebuild import rebuild
from harness.clock import Instant
from harness.seed import derive


class Gate:
    """The embedded backend. All its state is reachable from here; equal messages give equal effects.

    Args:
        config: Every limit.
        root: 32 bytes that all chance comes from; secret and random in earnest, derived from a seed in tests.
        parts: The classes to build from.
        settled: Matches that were settled in earlier lives, oldest first: results and boards go on from there.
        kept: Records that were kept in earlier lives: sessions, blocks, reports, logs, tutorials, and their number.
        journals: The entries of all journals that were not dropped, each journal in order.

    Attributes:
        now: The last instant that this life or those before know of. A later life goes on from here.
        void: Why rooms of earlier lives could not be rebuilt, by the id of their journal; nobody gets points there.
    """

    __slots__ = (
        "_alarms", "_asleep", "_house", "_life", "_lobby", "_routes", "_sockets", "_unsigned", "now", "void",
    )  # fmt: skip

    def __init__(
        self, config: BackendConfig, root: bytes, *, parts: Parts = CLEAN, settled: Iterable[Settled] = (),
        kept: Iterable[Keep] = (), journals: Iterable[Journaled] = (),
    ) -> None:  # fmt: skip
        past, records = tuple(settled), tuple(kept)
        # A later life under the same root must not issue the ids and secrets of an earlier one again.
        life = derive(root, "life", len(past), past[-1].result.match) if past else root
        if records:
            life = derive(life, "kept", len(records), records[-1].kind, records[-1].key)
        self._life = 1 + max((int(record.body or b"0") for record in records if record.kind == LIFE), default=0)
        house = House(config, life if self._life == 1 else derive(life, "life", self._life), parts)
        for match in past:
            house.ledger.settle(match.result, match.awards)
        entries = tuple(journals)
        self._house = house
        self._alarms = house.alarms
        self._lobby = parts.lobby(house)
        self._routes = parts.routes(house, self._lobby)
        self._sockets = parts.sockets(house)
        house.restore(records)
        rebuilt = rebuild(house, self._lobby, entries, {match.result.match for match in past})
        self.now: Instant = rebuilt.last
        self.void = rebuilt.void
        self._asleep = bool(entries)
        self._unsigned = True

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
        assert now >= self.now
        out: list[Effect] = []
        if self._asleep:
            self._resume(now, out)
        self.now = now
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
            self._sockets.closed(message.connection, now=now, out=out)
        else:
            assert isinstance(message, WallClock)
            self._house.civil.set(message.utc_ms, now=now)
        if self._unsigned:
            self._sign(out)
        return out

    def wake(self, *, now: Instant) -> Sequence[Effect]:
        """Do what is due at `now`; harmless when nothing is."""
        assert now >= self.now
        out: list[Effect] = []
        if self._asleep:
            self._resume(now, out)
        self.now = now
        self._alarms.ring(now, now=now, out=out)
        if self._unsigned:
            self._sign(out)
        return out

    def deadline(self) -> Instant | None:
        """When `wake` wants to be called next; at once, when rooms of an earlier life wait for it."""
        return self.now if self._asleep else self._alarms.deadline()

    def _resume(self, now: Instant, out: list[Effect]) -> None:
        """The first thing in a later life: rooms go on, with fresh clocks from now; void ones are forgotten."""
        self._asleep = False
        self._house.sessions.refresh(now=now)
        out.extend(map(JournalDropped, self.void))
        for room in self._lobby.rooms():
            room.resume(last=self.now, now=now, out=out)

    def _sign(self, out: list[Effect]) -> None:
        """With the first thing that is stored the store learns that this life was: the next issues other ids."""
        if any(isinstance(effect, Keep | Journaled) for effect in out):
            self._unsigned = False
            out.append(Keep(LIFE, LIFE, str(self._life).encode()))
