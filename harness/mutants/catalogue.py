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
    m141_revokes_allowed,
    m142_last_wizard_wins,
    m143_missed_bid_costs_nothing,
    m144_ties_by_seat,
    m145_leaver_keeps_his_rank,
    m146_sealed_bid_is_public,
    m147_bids_in_snapshot,
    m148_neighbours_bid,
    m149_bids_in_the_log,
    m150_winner_deals,
    m151_five_rounds_of_all_cards,
    m152_stale_hand,
    m153_clock_bids_all,
    m154_wizard_led_binds,
    m155_sealed_bids_in_turn,
    m156_jester_makes_trump,
    m157_hidden_bids_shuffled,
    m158_no_debts,
    m159_second_bid_counts,
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
    m141_revokes_allowed,
    m142_last_wizard_wins,
    m143_missed_bid_costs_nothing,
    m144_ties_by_seat,
    m145_leaver_keeps_his_rank,
    m146_sealed_bid_is_public,
    m147_bids_in_snapshot,
    m148_neighbours_bid,
    m149_bids_in_the_log,
    m150_winner_deals,
    m151_five_rounds_of_all_cards,
    m152_stale_hand,
    m153_clock_bids_all,
    m154_wizard_led_binds,
    m155_sealed_bids_in_turn,
    m156_jester_makes_trump,
    m157_hidden_bids_shuffled,
    m158_no_debts,
    m159_second_bid_counts,
)

MUTANTS: Final[Mapping[str, Mutant]] = {module.MUTANT.name: module.MUTANT for module in _MODULES}
"""name -> mutant, in the order in which they are listed."""
