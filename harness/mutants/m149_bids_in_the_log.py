"""M149: the log of a match with unseen bids shows them as they were made (WIZ-E11)."""

from __future__ import annotations

from collections.abc import Sequence

from harness.backend.logs import Logs
from harness.backend.messages import Effect
from harness.backend.parts import Parts
from harness.mutants.mutant import Mutant
from harness.wire import events as ev


class TalkingLogs(Logs):
    """Writes down the number of every bid."""

    def close(
        self, match: str, seats: tuple[str, ...], events: Sequence[ev.PublicEvent], *, utc_ms: int, out: list[Effect]
    ) -> None:
        """As it should be, with the numbers, which the scores have told by now."""
        lines = [event.line.bids for event in events if isinstance(event, ev.RoundScored)]
        rounds = 0
        told: list[ev.PublicEvent] = []
        for event in events:
            rounds += isinstance(event, ev.RoundDealt)
            bids = lines[rounds - 1] if 0 < rounds <= len(lines) else ()
            told.append(_told(event, bids) if isinstance(event, ev.BidSealed) and bids else event)
        super().close(match, seats, told, utc_ms=utc_ms, out=out)


def _told(event: ev.BidSealed, bids: tuple[int, ...]) -> ev.TricksBid:
    return ev.TricksBid(
        number=event.number,
        group=event.group,
        match=event.match,
        turn=event.turn,
        seat=event.seat,
        tricks=bids[event.seat],
        auto=event.auto,
    )


MUTANT = Mutant(
    name="M149",
    about="Secret bids are in the log before the score.",
    oracle="public_log",
    check="P10",
    parts=Parts(logs=TalkingLogs),
)
