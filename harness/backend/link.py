"""One open socket, as the backend knows it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from harness.backend.messages import Send
from harness.clock import Instant
from harness.dialects.native import number_frame

if TYPE_CHECKING:  # pragma: no cover
    from harness.backend.member import Member


class Link:
    """A connection.

    Attributes:
        connection: The runtime's name for it.
        seq: Frames sent on it so far.
        member: Whose it is, None before a good hello. It stays set when the member moved to another socket.
        open: False from the moment that we decided to close it; nothing is sent or heard any more.
        heard: When the last frame came in.
        give_up: When silence has lasted too long; None until a ping was sent into it.
        strikes: Malformed frames so far.
    """

    __slots__ = ("connection", "give_up", "heard", "member", "open", "seq", "strikes")

    def __init__(self, connection: str, *, now: Instant) -> None:
        self.connection = connection
        self.seq = 0
        self.member: Member | None = None
        self.open = True
        self.heard = now
        self.give_up: Instant | None = None
        self.strikes = 0

    def frame(self, body: bytes) -> Send:
        """The next frame on this connection: an encoded event with its `seq`."""
        self.seq += 1
        return Send(self.connection, number_frame(body, self.seq))
