"""Frames that are no commands of the native dialect, or only just: the catalogue of garbage.

Frames marked `closes` end the connection at once (binary, oversized, not UTF-8); the others are
each refused as `malformed`, and a connection bears a few of them.
"""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec import Struct

from harness.dialects.native import FRAME_BYTES_MAX


class Garbage(Struct, frozen=True, kw_only=True):
    """One kind of garbage.

    Attributes:
        name: What it is.
        template: The bytes; `ID` stands for a quoted command id and `TURN` for the turn's number.
        text: False for a binary frame.
        closes: The backend ends the connection because of it.
    """

    name: str
    template: bytes
    text: bool = True
    closes: bool = False

    def raw(self, command: str, turn: int) -> bytes:
        """The frame, with this command id and turn put in where it has a place for them."""
        return self.template.replace(b"ID", msgspec.json.encode(command)).replace(b"TURN", b"%d" % turn)


def _registry(*kinds: Garbage) -> dict[str, Garbage]:
    return {kind.name: kind for kind in kinds}


GARBAGE: Final = _registry(
    Garbage(name="empty", template=b""),
    Garbage(name="not_json", template=b"call!"),
    Garbage(name="null_byte", template=b'{"type":"call","id":ID,"turn":TURN}\x00'),
    Garbage(name="truncated", template=b'{"type":"play","id":ID,"turn":TURN,"cards":["K"'),
    Garbage(name="two_in_one", template=b'{"type":"ping","id":ID}{"type":"call","id":ID,"turn":TURN}'),
    Garbage(name="bom", template=b'\xef\xbb\xbf{"type":"call","id":ID,"turn":TURN}'),
    Garbage(name="array", template=b'[{"type":"call","id":ID,"turn":TURN}]'),
    Garbage(name="string", template=b'"call"'),
    Garbage(name="null", template=b"null"),
    Garbage(name="nan", template=b'{"type":"call","id":ID,"turn":NaN}'),
    Garbage(name="huge_number", template=b'{"type":"call","id":ID,"turn":1e400}'),
    Garbage(name="minus_one", template=b'{"type":"call","id":ID,"turn":-1}'),
    Garbage(name="two_to_53", template=b'{"type":"call","id":ID,"turn":9007199254740992}'),
    Garbage(name="fraction", template=b'{"type":"call","id":ID,"turn":TURN.5}'),
    Garbage(name="turn_as_text", template=b'{"type":"call","id":ID,"turn":"TURN"}'),
    Garbage(name="turn_as_bool", template=b'{"type":"call","id":ID,"turn":true}'),
    Garbage(name="id_as_number", template=b'{"type":"call","id":7,"turn":TURN}'),
    Garbage(name="id_too_long", template=b'{"type":"ping","id":"' + b"x" * 65 + b'"}'),
    Garbage(name="id_missing", template=b'{"type":"call","turn":TURN}'),
    Garbage(name="cards_missing", template=b'{"type":"play","id":ID,"turn":TURN}'),
    Garbage(name="cards_as_text", template=b'{"type":"play","id":ID,"turn":TURN,"cards":"K"}'),
    Garbage(name="cards_as_bools", template=b'{"type":"play","id":ID,"turn":TURN,"cards":[true]}'),
    Garbage(name="cards_as_object", template=b'{"type":"play","id":ID,"turn":TURN,"cards":{"0":"K"}}'),
    Garbage(name="cards_too_many", template=b'{"type":"play","id":ID,"turn":TURN,"cards":["K"' + b',"K"' * 64 + b"]}"),
    Garbage(name="type_unknown", template=b'{"type":"win","id":ID}'),
    Garbage(name="type_as_number", template=b'{"type":7,"id":ID}'),
    Garbage(name="prototype", template=b'{"type":"ping","id":ID,"__proto__":{"isAdmin":true}}'),
    # The last of two equal keys wins in most decoders, the first in some: neither reading is a legal move.
    Garbage(name="duplicate_keys", template=b'{"type":"play","id":ID,"turn":TURN,"cards":[],"cards":["K","K","K",""]}'),
    Garbage(name="lone_surrogate", template=b'{"type":"ping","id":"\\ud800"}'),
    Garbage(name="deep", template=b"[" * 2_000 + b"]" * 2_000),
    Garbage(name="deep_in_field", template=b'{"type":"call","id":ID,"turn":' + b"[" * 1_900 + b"]" * 1_900 + b"}"),
    Garbage(name="depth_10000", template=b"[" * 10_000, closes=True),
    Garbage(name="oversized", template=b'{"type":"ping","id":ID' + b" " * FRAME_BYTES_MAX + b"}", closes=True),
    Garbage(name="invalid_utf8", template=b'{"type":"ping","id":"\xff\xfe"}', closes=True),
    Garbage(name="binary", template=b"\x00\x01\x02\x03", text=False, closes=True),
    Garbage(name="binary_command", template=b'{"type":"call","id":ID,"turn":TURN}', text=False, closes=True),
)
"""Every kind of garbage by name."""

BORNE: Final = tuple(kind for kind in GARBAGE.values() if not kind.closes)
"""Garbage that a connection survives."""

CLOSING: Final = tuple(kind for kind in GARBAGE.values() if kind.closes)
"""Garbage after which the backend closes; the party reconnects."""
