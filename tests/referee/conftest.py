"""Every clean history, one after the other."""

from __future__ import annotations

import pytest

from tests.referee.histories import CLEAN_HISTORIES, History


@pytest.fixture(params=CLEAN_HISTORIES)
def clean(request: pytest.FixtureRequest) -> History:
    """Every history of a backend that did nothing wrong."""
    return CLEAN_HISTORIES[request.param]()
