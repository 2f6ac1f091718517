"""Other programs that some tests need. Where one is missing its tests are skipped, except where all must be there."""

from __future__ import annotations

import os
from typing import TypeVar

import pytest

REQUIRED = "HARNESS_REQUIRE_PEERS"
"""Set to 1 (as `.ci/run` does), a missing program fails its tests instead: no proof is left out unnoticed."""

FoundT = TypeVar("FoundT")


def peer(found: FoundT | None, name: str, install: str) -> FoundT:
    """What was found of a program; without it, the test is skipped, or fails where every peer is required.

    Args:
        found: A path, a module, whatever the test works with; None when it is not there.
        name: What is missing.
        install: How to get it.
    """
    if found is not None:
        return found
    reason = f"{name} is not installed ({install})"
    if os.environ.get(REQUIRED) == "1":
        pytest.fail(f"{reason}, and {REQUIRED}=1 requires it")
    pytest.skip(reason)
