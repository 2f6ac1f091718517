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
    m73_bots_are_real_players,
    m74_ties_numbered_through,
    m75_pages_overlap,
    m76_board_from_a_copy,
    m77_dead_codes_open,
    m78_everybody_owns,
    m79_absent_shown_present,
    m80_one_more_than_seats,
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
    m73_bots_are_real_players,
    m74_ties_numbered_through,
    m75_pages_overlap,
    m76_board_from_a_copy,
    m77_dead_codes_open,
    m78_everybody_owns,
    m79_absent_shown_present,
    m80_one_more_than_seats,
)

MUTANTS: Final[Mapping[str, Mutant]] = {module.MUTANT.name: module.MUTANT for module in _MODULES}
"""name -> mutant, in the order in which they are listed."""
