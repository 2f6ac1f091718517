"""Policy and caps are plain values."""

from __future__ import annotations

import msgspec
import pytest

from harness.wire.policy import Caps, Policy
from tests.wire.samples import POLICY


def test_policy_is_strict():
    """Round trip, and no unknown promise."""
    raw = msgspec.json.encode(POLICY)
    assert msgspec.json.decode(raw, type=Policy) == POLICY
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(raw[:-1] + b',"bullet":3}', type=Policy)


def test_the_native_backend_can_do_everything():
    """A cap that is missing is said so explicitly."""
    caps = Caps()
    assert all(getattr(caps, name) is True for name in Caps.__struct_fields__)
    assert Caps(resume=False).resume is False
