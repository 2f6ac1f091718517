"""Every limit of the embedded backend, in one frozen value."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from harness.clock import MILLISECOND, Duration
from harness.dialects.native import FRAME_BYTES_MAX
from harness.rules import bluffers as rules
from harness.wire.policy import Policy

TURN_MS_MIN: Final = 200
TURN_MS_MAX: Final = 60_000
"""The range of a room's own turn clock, where one is allowed."""

SCALED_MS_MIN: Final = 20
"""A delay that shrinks with a short turn clock shrinks to no less than this."""

POINTS: Final = {str(len(row)): row for row in rules.Options().points}
"""The points table by number of seats, as the policy states it (BLF-29)."""


class BackendConfig(Struct, frozen=True, kw_only=True):
    """How one backend is set up. Names end in their unit.

    Attributes:
        turn_ms, away_ms, auto_delay_ms, deal_pause_ms, grace_ms, tick_ms, idle_ms, lobby_drop_ms: As in
            `harness.wire.policy.Policy`.
        hello_ms: A socket must say hello within this time.
        think_ms: Shortest and longest time that a bot thinks.
        allow_short_clocks: Rooms may be opened with a turn clock of their own.
        test_chance: Rooms may be opened with scripted chance (DESIGN, `--test-chance`).
        frame_bytes_max: Largest frame from a client.
        body_bytes_max: Largest HTTP body from a client.
        path_chars_max: Longest HTTP path.
        strikes_max: Malformed frames on one connection until it is closed.
        rate_per_s: Messages that one session may send per second in the long run.
        rate_burst: Messages that one session may send at once.
        rooms_per_player_max: Rooms that one session may be a member of at the same time.
        rooms_max: Open rooms of the whole backend.
        sessions_max: Sessions that are remembered.
        session_idle_ms: A session without a room is forgotten after this long without a call.
        room_idle_ms: A room in which nobody is connected and nothing is played is closed after this long.
        answers_max: Answers to commands kept for each player, for resends.
        results_max: Finished matches that can still be looked up.
        seasons_max: Season boards that are kept.
        board_rows_max: Rows of a board that are shown when no page is asked for.
        board_page_max: Rows of the largest page of a board.
        tier_limits: Season points from which Bronze, Silver, Gold and Diamond begin (BLF-E34).
        blocks_max: Players that one session can block.
        reports_burst, report_interval_ms: Reports that one session can file at once, and one more after each interval.
        reports_max: Reports that are kept.
        logs_max, log_days: Public logs of matches that are kept, and for how long; those that a kept report is
            about stay with it (FEAT-54).
        guesses_burst, guess_interval_ms: Room codes that one session can get wrong at once, and one more after each
            interval (FEAT-05).
        strays_burst, strays_per_s: The same for all callers without a session together.
        bluff_turns_max: A match of Bluff that has gone on for so many turns is ended (CHT-E23).
        invite_base: What stands before `/join/CODE` in invite links.
    """

    turn_ms: int = 30_000
    away_ms: int = 10_000
    auto_delay_ms: int = 2_000
    deal_pause_ms: int = 2_000
    grace_ms: int = 0
    tick_ms: int = 0
    idle_ms: int = 30_000
    lobby_drop_ms: int = 60_000
    hello_ms: int = 5_000
    think_ms: tuple[int, int] = (600, 1_500)
    allow_short_clocks: bool = False
    test_chance: bool = False
    frame_bytes_max: int = FRAME_BYTES_MAX
    body_bytes_max: int = 4_096
    path_chars_max: int = 512
    strikes_max: int = 8
    rate_per_s: int = 50
    rate_burst: int = 100
    rooms_per_player_max: int = 8
    rooms_max: int = 50_000
    sessions_max: int = 200_000
    session_idle_ms: int = 86_400_000
    room_idle_ms: int = 600_000
    answers_max: int = 64
    results_max: int = 20_000
    seasons_max: int = 24
    board_rows_max: int = 10_000
    board_page_max: int = 100
    tier_limits: tuple[int, int, int, int] = (0, 50, 150, 400)
    blocks_max: int = 500
    reports_burst: int = 5
    report_interval_ms: int = 600_000
    reports_max: int = 1_000
    logs_max: int = 2_000
    log_days: int = 90
    guesses_burst: int = 20
    guess_interval_ms: int = 3_000
    strays_burst: int = 200
    strays_per_s: int = 20
    bluff_turns_max: int = 20_000
    invite_base: str = ""

    def policy(self, turn_ms: int | None = None) -> Policy:
        """What a room with this turn clock promises (None: the backend's own clock).

        A shorter clock shrinks the other delays of play in proportion, to no less than 20 ms each; a
        longer one leaves them alone.
        """
        turn = self.turn_ms if turn_ms is None else turn_ms

        def scaled(base: int) -> int:
            return min(base, max(SCALED_MS_MIN, base * turn // self.turn_ms))

        return Policy(
            turn_ms=turn,
            away_ms=scaled(self.away_ms),
            auto_delay_ms=scaled(self.auto_delay_ms),
            deal_pause_ms=scaled(self.deal_pause_ms),
            grace_ms=self.grace_ms,
            tick_ms=self.tick_ms,
            idle_ms=scaled(self.idle_ms),
            lobby_drop_ms=self.lobby_drop_ms,
            points=POINTS,
        )

    def think(self, turn_ms: int) -> tuple[Duration, Duration]:
        """The range in which bots think at a table with this turn clock, in proportion to it."""
        low, high = (min(ms, ms * turn_ms // self.turn_ms) for ms in self.think_ms)
        return low * MILLISECOND, high * MILLISECOND
