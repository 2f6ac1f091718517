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
    m35_same_card_twice,
    m39_other_cards_turned_up,
    m41_places_by_name,
    m42_leaver_credited,
    m47_client_score,
    m48_points_twice,
    m49_absent_winner_unpaid,
    m52_month_of_the_start,
    m121_pile_turned_up,
    m122_next_leads_after_passes,
    m123_clock_lies,
    m124_may_call_himself,
    m125_card_falls_under_the_table,
    m126_jokers_lie,
    m127_out_at_once,
    m128_no_equal_places,
    m129_claimant_is_not_asked,
    m130_dealer_drawn_anew,
    m131_claim_is_still_in_hand,
    m132_laid_open,
    m133_leaver_is_next,
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
    m35_same_card_twice,
    m39_other_cards_turned_up,
    m41_places_by_name,
    m42_leaver_credited,
    m47_client_score,
    m48_points_twice,
    m49_absent_winner_unpaid,
    m52_month_of_the_start,
    m121_pile_turned_up,
    m122_next_leads_after_passes,
    m123_clock_lies,
    m124_may_call_himself,
    m125_card_falls_under_the_table,
    m126_jokers_lie,
    m127_out_at_once,
    m128_no_equal_places,
    m129_claimant_is_not_asked,
    m130_dealer_drawn_anew,
    m131_claim_is_still_in_hand,
    m132_laid_open,
    m133_leaver_is_next,
)

MUTANTS: Final[Mapping[str, Mutant]] = {module.MUTANT.name: module.MUTANT for module in _MODULES}
"""name -> mutant, in the order in which they are listed."""
