"""The score sheet and who ends where. Plain arithmetic, without the rules engine."""

from __future__ import annotations

from collections.abc import Sequence

from harness.referee.moment import Moment
from harness.referee.oracle import Oracle
from harness.referee.room import Room
from harness.referee.scene import Scene
from harness.referee.wizard.deck import points_of
from harness.referee.wizard.match import WizardMatch
from harness.wire import events as ev


class ScoreSheet(Oracle):
    """L1: a round is scored once, from the bids that were made and the tricks that were taken.

    Observes: lines of the score sheet.
    Statement: a line is that of the round that was just played to its last card; its tricks are those that were
        given and its bids those that were made; its points are 20 and 10 a trick for a bid that was made, else 10
        off for each trick that it missed by (WIZ-20); each line goes into the totals once (WIZ-E21).
    Alarm: after a hole in the public events only the points of each line are judged; what others bid unseen is
        not known before.
    Cost: O(seats) per round.
    """

    name = "points"
    checks = ("L1",)
    game = "wizard"

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self.public = {ev.RoundScored: self.on_scored}

    def on_scored(self, room: Room, event: ev.RoundScored, moment: Moment) -> None:
        """A line of the sheet."""
        match = WizardMatch.at(room)
        assert match is not None
        self.evaluated += 1
        line = event.line
        for seat, (bid, won, points) in enumerate(zip(line.bids, line.won, line.points, strict=True)):
            expected = points_of(bid, won)
            if points != expected:
                what = f"seat {seat} bid {bid}, took {won} and is given {points}, it should be {expected}"
                self._no(room, "WIZ-20", what, seat)
        if not match.whole:
            self.undecidable += 1
            return
        self._round(room, match, line)
        self._bids(room, match, line)
        totals = [before + points for before, points in zip(match.totals, line.points, strict=True)]
        if list(event.totals) != totals:
            self._no(room, "WIZ-20", f"the totals are {list(event.totals)}, they should be {totals}")

    def _round(self, room: Room, match: WizardMatch, line: ev.Line) -> None:
        """It is the round that was played, to its end, with the tricks that were given."""
        if line.round != match.deal:
            self._no(room, "WIZ-E21", f"round {line.round} is scored, running is round {match.deal}")
        elif match.phase == "scored":
            self._no(room, "WIZ-E21", f"round {line.round} is scored a second time")
        elif any(match.sizes) or match.trick:
            self._no(room, "WIZ-05", f"round {line.round} is scored before its last trick is played")
        if list(line.won) != match.won:
            self._no(room, "WIZ-15", f"tricks by seat are {list(line.won)}, given were {match.won}")

    def _bids(self, room: Room, match: WizardMatch, line: ev.Line) -> None:
        """The bids are those that were made."""
        for seat, bid in enumerate(line.bids):
            made = match.bid_of(seat)
            if made is None:
                self.undecidable += 1
            elif bid != made:
                self._no(room, "WIZ-23", f"seat {seat} bid {made}, and is scored for {bid}", seat)
            if not 0 <= bid <= match.each:
                self._no(room, "WIZ-12", f"seat {seat} is scored for a bid of {bid} of {match.each}", seat)

    def _no(self, room: Room, rule: str, what: str, *seats: int) -> None:
        self.convict("L1", rule, what, at=self.scene.now, room=room, seats=seats)


class WizardPlacement(Oracle):
    """R5: after the last round places follow from the totals.

    Observes: results of Wizard.
    Statement: a match ends with its last round; the totals are those of the sheet; a place is one more than the
        number of seats with more points, so equals share it (WIZ-E16); who left is last (WIZ-E20).
    Alarm: after a hole in the public events nothing is judged until a snapshot closes it.
    Cost: O(seats squared) per result.
    """

    name = "placement"
    checks = ("R5",)
    game = "wizard"

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self.public = {ev.MatchOver: self.on_over}

    def on_over(self, room: Room, event: ev.MatchOver, moment: Moment) -> None:
        """A result."""
        match = WizardMatch.at(room)
        if match is None or not match.whole:
            self.undecidable += 1
            return
        self.evaluated += 1
        result = event.result
        if len(match.sheet) != len(match.rounds) or match.phase != "scored":
            self._no(room, "WIZ-05", f"the match is over after {len(match.sheet)} of {len(match.rounds)} rounds")
        if list(result.totals) != match.totals:
            self._no(room, "WIZ-20", f"the result says {list(result.totals)} points, the sheet {match.totals}")
        gone = sorted(match.ai)
        if sorted(result.ai) != gone:
            self._no(room, "WIZ-E20", f"an AI played seats {sorted(result.ai)}, taken over were {gone}")
        expected = places_of(match.totals, gone)
        wrong = [seat for seat, place in enumerate(result.places) if place != expected[seat]]
        if wrong:
            rule = "WIZ-E20" if set(wrong) & set(gone) else "WIZ-E16"
            what = (
                f"places are {list(result.places)} with totals {match.totals} and leavers {gone}, should be {expected}"
            )
            self._no(room, rule, what, *wrong)

    def _no(self, room: Room, rule: str, what: str, *seats: int) -> None:
        self.convict("R5", rule, what, at=self.scene.now, room=room, seats=seats)


def places_of(totals: Sequence[int], gone: Sequence[int]) -> list[int]:
    """Place by seat: leavers last, everybody else behind all who have more points."""
    return [
        len(totals) if seat in gone else 1 + sum(other > own for other in totals) for seat, own in enumerate(totals)
    ]
