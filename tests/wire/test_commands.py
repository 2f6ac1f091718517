"""Commands: every one survives the wire, and nothing else does."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.wire import commands as cm
from tests.wire.samples import COMMANDS, commands

ENCODE = msgspec.json.Encoder().encode
DECODE = msgspec.json.Decoder(cm.Command).decode

FORGED = ("score", "points", "place", "winner", "rank", "seat", "seed", "timed_out", "at", "bullet", "player", "seq")


@given(commands)
def test_round_trip(command):
    """Encoded and decoded it is the same command."""
    assert DECODE(ENCODE(command)) == command


@given(commands, st.sampled_from(FORGED), st.integers() | st.text(max_size=5) | st.none())
def test_no_command_takes_a_field_more(command, field, value):
    """No score, place, rank, clock or seed can be said in any command (BLF-34, L3)."""
    with pytest.raises(msgspec.ValidationError):
        DECODE(ENCODE({**msgspec.json.decode(ENCODE(command)), field: value}))


def test_no_command_has_a_field_for_what_the_server_decides():
    """Checked on the types themselves."""
    named = {field for kind in COMMANDS for field in kind.__struct_fields__}
    assert named == {"secret", "id", "turn", "cards", "quantity", "face", "named", "suit", "tricks", "card"}


@pytest.mark.parametrize(
    "raw",
    [
        b'{"type":"play","id":"","turn":1,"cards":[]}',
        b'{"type":"play","id":"%s","turn":1,"cards":[]}' % (b"x" * 65),
        b'{"type":"play","id":"x","turn":-1,"cards":[]}',
        b'{"type":"play","id":"x","turn":2147483649,"cards":[]}',
        b'{"type":"play","id":"x","turn":1,"cards":["123456789"]}',
        b'{"type":"play","id":"x","turn":1,"cards":[%s]}' % b",".join([b'"K"'] * 65),
        b'{"type":"play","id":"x","turn":true,"cards":[]}',
        b'{"type":"bid","id":"x","turn":1,"quantity":2.5,"face":6}',
        b'{"type":"bid","id":"x","turn":1,"quantity":true,"face":6}',
        b'{"type":"bid","id":"x","turn":1,"quantity":2147483649,"face":6}',
        b'{"type":"bid_tricks","id":"x","turn":1,"tricks":"1"}',
        b'{"type":"lay","id":"x","turn":1,"cards":["123456789"],"named":"K"}',
        b'{"type":"lay","id":"x","turn":1,"cards":[],"named":"123456789"}',
        b'{"type":"lay","id":"x","turn":1,"cards":[%s],"named":"K"}' % b",".join([b'"K"'] * 257),
        b'{"type":"choose_trump","id":"x","turn":1,"suit":null}',
        b'{"type":"play_card","id":"x","turn":1,"card":"123456789"}',
        b'{"type":"hello","secret":""}',
        b'{"type":"hello","secret":"%s"}' % (b"x" * 129),
        b'{"type":"hello"}',
        b'{"type":"snapshot","secret":"x"}',
        b'{"TYPE":"hello","secret":"x"}',
    ],
)
def test_bounds(raw):
    """Ids, turns, cards and secrets have bounds."""
    with pytest.raises(msgspec.MsgspecError):
        DECODE(raw)


def test_nonsense_cards_decode():
    """So that they are refused by rule, with an id, and not by shape."""
    assert DECODE(b'{"type":"play","id":"x","turn":1,"cards":["joker"]}').cards == ("joker",)
    assert DECODE(b'{"type":"bid","id":"x","turn":1,"quantity":-1,"face":7}').face == 7
    assert DECODE(b'{"type":"lay","id":"x","turn":1,"cards":["K"],"named":"joker"}').named == "joker"
    assert DECODE(b'{"type":"lay","id":"x","turn":1,"cards":["K"]}').named is None
    assert DECODE(b'{"type":"play_card","id":"x","turn":1,"card":"Z9"}').card == "Z9"
