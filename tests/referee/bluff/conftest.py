"""Every clean history of Bluff, one after the other."""

from __future__ import annotations

import pytest

from tests.referee.bluff.histories import CLEAN
from tests.referee.histories import History


@pytest.fixture(params=CLEAN)
def clean(request: pytest.FixtureRequest) -> History:
    """Every history of a backend that did nothing wrong."""
    return CLEAN[request.param]()
