"""How tests that need another program are skipped, or are not."""

from __future__ import annotations

import pytest

from tests.peers import REQUIRED, peer


def test_what_is_there_is_used() -> None:
    """Nothing happens."""
    assert peer("/bin/x", "X", "apt-get install x") == "/bin/x"


def test_what_is_missing_skips_with_a_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    """The reason says how to get it."""
    monkeypatch.delenv(REQUIRED, raising=False)
    with pytest.raises(pytest.skip.Exception, match=r"X is not installed \(apt-get install x\)"):
        peer(None, "X", "apt-get install x")


def test_what_is_missing_fails_where_all_is_required(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that continuous integration cannot leave a proof out unnoticed."""
    monkeypatch.setenv(REQUIRED, "1")
    with pytest.raises(pytest.fail.Exception, match="HARNESS_REQUIRE_PEERS=1 requires it"):
        peer(None, "X", "apt-get install x")
