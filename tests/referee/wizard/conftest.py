"""Every clean history of Wizard, one after the other."""

from __future__ import annotations

import pytest

from tests.referee.histories import History
from tests.referee.wizard.histories import CLEAN


@pytest.fixture(params=CLEAN)
def clean(request: pytest.FixtureRequest) -> History:
    """Every history of a backend that did nothing wrong."""
    return CLEAN[request.param]()
