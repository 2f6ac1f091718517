"""What is made of frames that strict decoding refuses."""

from __future__ import annotations

import json

import pytest

from harness.referee.salvage import salvage
from harness.wire import events as ev
from tests.referee.histories import dropped, event_of, find, kind

PULLED = {"type": "pulled", "seq": 3, "number": 7, "group": 7, "match": "m1", "seat": 0, "pulls": 1, "fired": False}


def snapshot() -> dict[str, object]:
    """A snapshot with a table, as it came."""
    index = find(dropped(), kind(ev.Snapshot, phase="playing"))
    fields = json.loads(dropped()[index].raw)  # type: ignore[union-attr]
    assert isinstance(fields, dict)
    return fields


@pytest.mark.parametrize("raw", [b"", b"\xff\xfe", b"[1,2]", b"7", b"[" * 100_000, b'{"type":'])
def test_bytes_that_are_no_object_are_nothing(raw: bytes) -> None:
    """Nothing can be read of them, and nothing raises."""
    assert (salvage(raw).kind, salvage(raw).unknown, salvage(raw).event) == ("", (), None)


def test_kind_that_nobody_knows_is_named() -> None:
    """Its fields are no fields of anything; a type that is no text has no name."""
    assert (salvage(b'{"type":"boom","x":1}').kind, salvage(b'{"type":"boom","x":1}').event) == ("boom", None)
    assert salvage(b'{"type":[1]}').kind == ""
    assert salvage(b"{}").kind == ""


def test_unknown_fields_are_named_and_left_out() -> None:
    """The rest is the event that it would have been."""
    saved = salvage(json.dumps({**PULLED, "bullet": 4, "deck": ["K"]}).encode())
    assert saved.kind == "pulled"
    assert saved.unknown == ("bullet", "deck")
    assert saved.event == ev.Pulled(seq=3, number=7, group=7, match="m1", seat=0, pulls=1, fired=False)


def test_unknown_fields_are_found_on_every_level() -> None:
    """In structs, in lists of structs; each is named with its path. A `type` below the top is unknown, too."""
    fields = snapshot()
    fields["table"]["hands"] = [["K"]]  # type: ignore[index]
    fields["table"]["type"] = "open"  # type: ignore[index]
    fields["members"][1]["secret"] = "s"  # type: ignore[index]
    fields["policy"]["cheat"] = True  # type: ignore[index]
    saved = salvage(json.dumps(fields).encode())
    assert set(saved.unknown) == {"table.hands", "table.type", "members.secret", "policy.cheat"}
    assert isinstance(saved.event, ev.Snapshot)
    index = find(dropped(), kind(ev.Snapshot, phase="playing"))
    assert saved.event == event_of(dropped()[index])


def test_fields_of_a_wrong_kind_leave_no_event() -> None:
    """What does not decode without the unknown fields either is no event, but its kind is still named."""
    saved = salvage(json.dumps({**PULLED, "seat": "zero", "extra": 1}).encode())
    assert (saved.kind, saved.unknown, saved.event) == ("pulled", ("extra",), None)
    for wrong in ("none", 7, ["none", 7]):
        assert salvage(json.dumps({**snapshot(), "members": wrong, "table": wrong}).encode()).event is None
