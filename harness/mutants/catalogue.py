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
    m52_month_of_the_start,
    m101_dice_with_the_bid,
    m102_dice_of_the_neighbour,
    m103_winner_opens,
    m104_ones_the_other_way,
    m105_bids_without_end,
    m106_timeout_bids_on,
    m107_all_that_was_missing,
    m108_lock_is_forgotten,
    m109_exactly_is_too_few,
    m110_wrong_one_is_out,
    m111_leaver_wins,
    m112_cups_in_snapshot,
    m113_ai_in_disguise,
    m114_anybody_opens,
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
    m52_month_of_the_start,
    m101_dice_with_the_bid,
    m102_dice_of_the_neighbour,
    m103_winner_opens,
    m104_ones_the_other_way,
    m105_bids_without_end,
    m106_timeout_bids_on,
    m107_all_that_was_missing,
    m108_lock_is_forgotten,
    m109_exactly_is_too_few,
    m110_wrong_one_is_out,
    m111_leaver_wins,
    m112_cups_in_snapshot,
    m113_ai_in_disguise,
    m114_anybody_opens,
)

MUTANTS: Final[Mapping[str, Mutant]] = {module.MUTANT.name: module.MUTANT for module in _MODULES}
"""name -> mutant, in the order in which they are listed."""
