"""The journal of a room: what went into it, so that a later life of the backend can play it again.

Entry 1 is a `Header`: the room as it was when the journal began, with the root seed of the match that begins with
it. Each entry after it is an `Entry`: one input that had an effect, with its time. Alarms are inputs like others,
so nothing has to be timed when a journal is played again. A journal begins anew with each match, when a match is
over, and when a lobby has gone on for long; so it never holds more than one match.

No credential is in it: of secrets there are digests.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal, TypeAlias

import msgspec
from msgspec import Struct

from harness.backend.messages import Effect, JournalDropped, Journaled
from harness.clock import Instant
from harness.dialects.dialect import RoomOptions
from harness.wire import commands as cm
from harness.wire import events as ev
from harness.wire.policy import Policy

VERSION: Final = 1
"""Goes up whenever the same entries would lead to another room."""

LOBBY_ENTRIES_MAX: Final = 64
"""Outside of matches a journal begins anew after so many entries."""

Act: TypeAlias = Literal[
    "joined", "bot_added", "bot_removed", "rematch", "left", "attached", "lost", "said", "away", "expired", "clock",
    "auto", "bot", "resumed",
]  # fmt: skip


class Legacy(Struct, frozen=True, kw_only=True):
    """What a match leaves to the next one at the table.

    Attributes:
        players: Public ids by seat.
        ring: Bluff: the seats in the order of the turns.
        dealer: Bluff: who dealt.
    """

    players: tuple[str, ...]
    ring: tuple[int, ...] = ()
    dealer: int | None = None


class KeptMember(Struct, frozen=True, kw_only=True):
    """A member as a journal keeps him; see `harness.backend.member.Member`.

    Attributes:
        linked: He had a connection when the journal began.
    """

    player: str
    name: str
    human: bool
    issue: int
    digest: bytes
    linked: bool
    absent_since: Instant
    away: bool
    ready: bool
    restarted: bool
    seat: int | None
    answers: dict[str, bytes]


class Header(Struct, frozen=True, kw_only=True):
    """What a room was when its journal began.

    Attributes:
        now: When that was.
        match: The match that begins with the journal, "" outside of matches.
        root: Root seed of that match.
    """

    version: int
    now: Instant
    code: str
    key: bytes
    options: RoomOptions
    policy: Policy
    owner: str
    phase: ev.Phase
    members: tuple[KeptMember, ...]
    issued: int
    lobby_since: Instant
    deserted_since: Instant
    number: int
    group: int
    result: ev.Result | None
    previous: Legacy | None
    pupil: str
    match: str
    root: bytes


class Entry(Struct, frozen=True, array_like=True, omit_defaults=True):
    """One input.

    Attributes:
        act: What it was.
        now: When.
        number: The room's number after it: a replay that differs is found out.
        player: Whom it was about.
        mark: Mark of the alarm that rang, or the pause before the fresh clock.
        digest: Digest of the secret that was issued.
        command: What was said.
    """

    act: Act
    now: Instant
    number: int
    player: str = ""
    mark: int = 0
    digest: bytes = b""
    command: cm.Move | cm.Leave | None = None


_encode: Final = msgspec.msgpack.Encoder().encode
_header: Final = msgspec.msgpack.Decoder(Header)
_entry: Final = msgspec.msgpack.Decoder(Entry)


class Journal:
    """Where the inputs of one room are written.

    Args:
        new_name: Gives a journal id that was never used.

    Attributes:
        name: The id of the running journal, "" before the first.
        entries: How many entries it has.
        replaying: What is done now was written before; nothing is written again.
        outdated: The state has changed by more than entries can say: the next thing written is a header.
    """

    __slots__ = ("_new_name", "entries", "name", "outdated", "replaying")

    def __init__(self, new_name: Callable[[], str]) -> None:
        self._new_name = new_name
        self.name = ""
        self.entries = 0
        self.replaying = False
        self.outdated = True

    def is_full(self, *, playing: bool) -> bool:
        """The next thing written must be a header."""
        return self.outdated or (not playing and self.entries >= LOBBY_ENTRIES_MAX)

    def begin(self, header: Header, out: list[Effect]) -> None:
        """A new journal takes over."""
        self.drop(out)
        self.name = self._new_name()
        self.entries = 1
        self.outdated = False
        out.append(Journaled(self.name, 1, _encode(header)))

    def write(self, entry: Entry, out: list[Effect]) -> None:
        """One more entry."""
        self.entries += 1
        out.append(Journaled(self.name, self.entries, _encode(entry)))

    def drop(self, out: list[Effect]) -> None:
        """Nothing will be rebuilt from this journal any more."""
        if self.name:
            out.append(JournalDropped(self.name))

    def goes_on(self, name: str, entries: int) -> None:
        """It was played again, and is written on."""
        self.name = name
        self.entries = entries
        self.replaying = self.outdated = False


def read_header(body: bytes) -> Header:
    """Entry 1. Raises msgspec.MsgspecError."""
    return _header.decode(body)


def read_entry(body: bytes) -> Entry:
    """A later entry. Raises msgspec.MsgspecError."""
    return _entry.decode(body)
