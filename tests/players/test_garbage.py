"""The catalogue of garbage is what it says."""

from __future__ import annotations

import json

import pytest

from harness.dialects.native import FRAME_BYTES_MAX, decode_command
from harness.errors import CommandError
from harness.players.garbage import BORNE, CLOSING, GARBAGE, Garbage
from harness.wire.commands import Play


@pytest.mark.parametrize("kind", BORNE, ids=lambda kind: kind.name)
def test_borne_garbage_is_malformed_and_of_legal_size(kind: Garbage) -> None:
    """Each frame is refused as malformed, but for duplicate keys, which decode to an illegal move."""
    raw = kind.raw("t1/ana-7", 12)
    assert kind.text and len(raw) <= FRAME_BYTES_MAX
    if kind.name == "duplicate_keys":
        command = decode_command(raw)
        assert isinstance(command, Play) and (command.id, command.turn, len(command.cards)) == ("t1/ana-7", 12, 4)
        assert json.loads(raw, object_pairs_hook=lambda pairs: [key for key, _ in pairs]).count("cards") == 2
    else:
        with pytest.raises(CommandError) as error:
            decode_command(raw)
        assert error.value.code == "malformed"


@pytest.mark.parametrize("kind", CLOSING, ids=lambda kind: kind.name)
def test_closing_garbage_is_binary_oversized_or_no_text(kind: Garbage) -> None:
    """These end a connection by the size limit, the frame type or the encoding."""
    raw = kind.raw("t1/ana-7", 12)
    if len(raw) > FRAME_BYTES_MAX:
        with pytest.raises(CommandError, match="too_large"):
            decode_command(raw)
    elif kind.text:
        with pytest.raises(UnicodeDecodeError):
            raw.decode()
    assert kind.closes


def test_the_catalogue_is_complete_and_keyed_by_name() -> None:
    """Every kind of the fault catalogue that fits into one frame is there."""
    assert set(GARBAGE) >= {
        "truncated", "nan", "huge_number", "depth_10000", "duplicate_keys", "lone_surrogate", "bom", "array",
        "minus_one", "two_to_53", "invalid_utf8", "binary", "oversized", "cards_as_bools",
    }  # fmt: skip
    assert set(BORNE) | set(CLOSING) == set(GARBAGE.values())
    assert all(name == kind.name for name, kind in GARBAGE.items())
    assert len(GARBAGE["depth_10000"].template) == 10_000
    assert GARBAGE["truncated"].raw('a"b', 3) == b'{"type":"play","id":"a\\"b","turn":3,"cards":["K"'
