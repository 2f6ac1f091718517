"""Civil time and seasons."""

from __future__ import annotations

import pytest

from harness.backend.civil import Civil, iso_of, season_of
from harness.clock import SECOND


def test_civil_time_goes_on_with_the_machine():
    """Between two messages it advances with `now`; a message sets it anew, also backwards."""
    civil = Civil()
    assert civil.utc_ms(now=2 * SECOND) == 2_000
    civil.set(1_000_000, now=5 * SECOND)
    assert civil.utc_ms(now=6 * SECOND) == 1_001_000
    civil.set(0, now=6 * SECOND)
    assert civil.utc_ms(now=6 * SECOND) == 0


@pytest.mark.parametrize(
    ("utc_ms", "season", "iso"),
    [
        (0, "1970-01", "1970-01-01T00:00:00.000Z"),
        (1_769_903_999_999, "2026-01", "2026-01-31T23:59:59.999Z"),
        (1_769_904_000_000, "2026-02", "2026-02-01T00:00:00.000Z"),
        (1_709_251_199_999, "2024-02", "2024-02-29T23:59:59.999Z"),
        (1_798_761_600_000, "2027-01", "2027-01-01T00:00:00.000Z"),
    ],
)
def test_months_in_utc(utc_ms, season, iso):
    """The last millisecond of a month is the old season's, the next the new one's (BLF-E32)."""
    assert season_of(utc_ms) == season
    assert iso_of(utc_ms) == iso
