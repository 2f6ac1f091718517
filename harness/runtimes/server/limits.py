"""What the shell bounds before the gate sees anything; the game's own limits are the gate's."""

from __future__ import annotations

from msgspec import Struct


class ServerLimits(Struct, frozen=True, kw_only=True):
    """Limits of the shell.

    Attributes:
        frame_bytes_max: WebSocket messages over this are cut off by the library with 1009. Above the
            gate's own limit, so that the gate refuses what is merely too large for the protocol.
        body_bytes_max: HTTP bodies over this are refused with 413 before they are read.
        body_ms: An HTTP body has to be complete within this time (408).
        answer_ms: The gate has to answer an HTTP call within this time (503).
        queue_frames_max: A client that leaves more frames than this unread is disconnected (B4).
        queue_bytes_max: The same in bytes.
        close_ms: After a close frame, the socket is cut when the client has not answered in this time.
    """

    frame_bytes_max: int = 65_536
    body_bytes_max: int = 16_384
    body_ms: int = 5_000
    answer_ms: int = 5_000
    queue_frames_max: int = 1_024
    queue_bytes_max: int = 262_144
    close_ms: int = 2_000
