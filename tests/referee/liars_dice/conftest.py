"""Every clean history of Liar's Dice, one after the other."""

from __future__ import annotations

import pytest

from tests.referee.histories import History
from tests.referee.liars_dice.histories import CLEAN


@pytest.fixture(params=CLEAN)
def clean(request: pytest.FixtureRequest) -> History:
    """Every history of a backend that did nothing wrong."""
    return CLEAN[request.param]()
