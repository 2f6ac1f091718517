"""Bytes to commands and events to bytes: the native dialect, from the server's side."""

from __future__ import annotations

from harness.dialects import native
from harness.wire.commands import Command
from harness.wire.events import Event


class Codec:
    """Strict in, allow-list out. Stateless."""

    __slots__ = ()

    def decode(self, raw: bytes) -> Command:
        """One frame from a client. Raises CommandError, whatever the bytes."""
        return native.decode_command(raw)

    def encode(self, event: Event) -> bytes:
        """One event without its `seq`."""
        return native.encode_event(event)
