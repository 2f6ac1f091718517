"""All planted bugs by name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from harness.mutants import (
    m01_face_down_cards,
    m03_public_id_is_secret,
    m11_hands_in_snapshot,
    m12_hands_in_the_log,
    m22_stale_timer,
    m24_junk_restarts_clock,
    m28_late_move_counts_too,
    m41_places_by_name,
    m42_leaver_credited,
    m47_client_score,
    m48_points_twice,
    m49_absent_winner_unpaid,
    m50_points_again,
    m52_month_of_the_start,
    m85_old_deadline,
    m86_secrets_lost,
    m87_numbers_again,
    m88_half_restored,
)
from harness.mutants.mutant import Mutant

_MODULES: Final = (
    m01_face_down_cards,
    m03_public_id_is_secret,
    m11_hands_in_snapshot,
    m12_hands_in_the_log,
    m22_stale_timer,
    m24_junk_restarts_clock,
    m28_late_move_counts_too,
    m41_places_by_name,
    m42_leaver_credited,
    m47_client_score,
    m48_points_twice,
    m49_absent_winner_unpaid,
    m50_points_again,
    m52_month_of_the_start,
    m85_old_deadline,
    m86_secrets_lost,
    m87_numbers_again,
    m88_half_restored,
)

MUTANTS: Final[Mapping[str, Mutant]] = {module.MUTANT.name: module.MUTANT for module in _MODULES}
"""name -> mutant, in the order in which they are listed."""
