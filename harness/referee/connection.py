"""One socket of one of our players, as far as both ends of it are known."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from harness.clock import Instant
from harness.referee.moment import NEVER
from harness.wire import commands as cmd
from harness.wire import events as ev
from harness.wire.session import State

if TYPE_CHECKING:
    from harness.referee.room import Room

SENT_KEPT: Final = 128
"""Commands per player whose answers may still come."""


class SentCommand:
    """A command of ours and what came of it.

    Attributes:
        command: As sent.
        at: When.
        answered: When the answer came, None until then.
    """

    __slots__ = ("answered", "at", "command")

    def __init__(self, command: cmd.Command, at: Instant) -> None:
        self.command = command
        self.at = at
        self.answered: Instant | None = None


class Connection:
    """One socket of one of our players.

    Attributes:
        name, who: As observed.
        opened, closed: When; None while it lives.
        live: Open as far as both sides could know, and not cut off by a fault.
        stalled: We read nothing for the moment; arrivals are late by our own fault.
        secret: What its hello showed.
        player, room: Whom and where its snapshot said it sits; "" and None before.
        state: Where it stands in `harness.wire.session`.
        after: Where the frame that is being judged puts it; None when that frame is not allowed in `state`.
        seq, number: Highest per-connection number and highest public number seen on it.
        heard: When we last sent something on it; when it was opened, before that.
        acked: Latest sending of ours that the server had answered here before now.
        sent: The player's last commands by id; shared by all his connections, as a resend may go over another.
        snapshot: The snapshot it began with.
        malformed: Frames sent that were no commands.
        faults: Names of the faults injected on it.
    """

    __slots__ = (
        "acked",
        "after",
        "closed",
        "faults",
        "heard",
        "live",
        "malformed",
        "name",
        "number",
        "opened",
        "player",
        "room",
        "secret",
        "sent",
        "seq",
        "snapshot",
        "stalled",
        "state",
        "who",
    )

    def __init__(self, name: str, who: str, opened: Instant, sent: dict[str, SentCommand]) -> None:
        self.name = name
        self.who = who
        self.opened = opened
        self.heard = opened
        self.closed: Instant | None = None
        self.live = True
        self.stalled = False
        self.secret = ""
        self.player = ""
        self.room: Room | None = None
        self.state = State.NEW
        self.after: State | None = None
        self.seq = 0
        self.number = 0
        self.acked: Instant = NEVER
        self.sent = sent
        self.snapshot: ev.Snapshot | None = None
        self.malformed = 0
        self.faults: list[str] = []

    def remember(self, key: str, command: cmd.Command, at: Instant) -> None:
        """Keep a command until its answer can no longer come; a resend is the same command."""
        if key in self.sent:
            return
        self.sent[key] = SentCommand(command, at)
        if len(self.sent) > SENT_KEPT:
            del self.sent[next(iter(self.sent))]
