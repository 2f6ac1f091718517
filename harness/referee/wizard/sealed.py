"""Bids that nobody else may see: not at the table, not in snapshots, logs or refusals. Without the rules engine."""

from __future__ import annotations

import re
from typing import Final

from harness.clock import Instant
from harness.dialects.dialect import LobbyCall
from harness.dialects.http import HttpResponse
from harness.errors import RemoteError
from harness.history.observation import Exchange
from harness.referee.connection import Connection
from harness.referee.moment import Moment
from harness.referee.oracle import Oracle
from harness.referee.room import Room
from harness.referee.scene import Scene
from harness.referee.wizard.match import SEALED, WizardMatch
from harness.wire import events as ev
from harness.wire.options import WizardOptions
from harness.wire.refusals import REFUSALS

_NUMBER: Final = re.compile(r"\d+")


class BidsUnseen(Oracle):
    """P1: while bids are hidden or secret, a number is told to its owner alone.

    Observes: bids, what shows them, private frames, refusals.
    Statement: where bids are made at once no public bid has a number (WIZ-E11); hidden ones are shown when all are
        in and not before (WIZ-21), secret ones by the score alone, when no card is left (WIZ-23); a private
        frame tells the receiver the bid that he made and no other; a refusal has no number in it that the
        documented one has not.
    Alarm: none known.
    Cost: O(1) per frame.
    """

    name = "hand_privacy"
    checks = ("P1",)
    game = "wizard"

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self.public = {
            ev.TricksBid: self.on_bid,
            ev.BidsRevealed: self.on_revealed,
            ev.RoundScored: self.on_scored,
        }
        self.frames = {ev.WizardHand: self.on_hand, ev.Refused: self.on_refused}

    def on_bid(self, room: Room, event: ev.TricksBid, moment: Moment) -> None:
        """A number for all to see."""
        match = WizardMatch.at(room)
        assert match is not None
        self.evaluated += 1
        if match.ways in SEALED:
            self._no(
                room, "WIZ-E11", f"the bid of seat {event.seat} is told to all, and bids are {match.ways}", event.seat
            )

    def on_revealed(self, room: Room, event: ev.BidsRevealed, moment: Moment) -> None:
        """All numbers at once."""
        match = WizardMatch.at(room)
        assert match is not None
        self.evaluated += 1
        if match.ways != "hidden":
            rule = "WIZ-23" if match.ways == "secret" else "WIZ-21"
            self._no(room, rule, f"all bids are shown before the round is scored, and bids are {match.ways}")
        elif match.whole and not all(match.placed):
            waiting = [seat for seat, placed in enumerate(match.placed) if not placed]
            self._no(room, "WIZ-21", "hidden bids are shown, and not all are in", *waiting)

    def on_scored(self, room: Room, event: ev.RoundScored, moment: Moment) -> None:
        """The score tells the bids, too."""
        match = WizardMatch.at(room)
        assert match is not None
        self.evaluated += 1
        if match.whole and match.is_sealed() and any(match.sizes):
            self._no(room, "WIZ-23", "unseen bids are told with the score, and the round is not played to its end")

    def on_hand(self, connection: Connection, event: ev.WizardHand, at: Instant) -> None:
        """The receiver's own bid."""
        room = connection.room
        match = WizardMatch.at(room)
        if match is None or room is None or (match.match, match.deal) != (event.match, event.round):
            self.undecidable += 1
            return
        if connection.number != room.number or not match.whole or connection.player not in match.seats:
            self.undecidable += 1
            return
        self.evaluated += 1
        seat = match.seats.index(connection.player)
        wrong = _not_own(match, seat, event.bid)
        if wrong:
            what = f"seat {seat} is shown {wrong}"
            self.convict("P1", "WIZ-E11", what, at=at, room=room, seats=(seat,), connections=(connection,))

    def on_refused(self, connection: Connection, event: ev.Refused, at: Instant) -> None:
        """A refusal says no more than the protocol does."""
        room = connection.room
        match = WizardMatch.at(room)
        if match is None or event.id is None or match.ways not in SEALED:
            return
        self.evaluated += 1
        documented = REFUSALS[event.code].meaning if event.code in REFUSALS else ""
        told = set(_NUMBER.findall(event.detail)) - set(_NUMBER.findall(documented))
        if told:
            what = f"a refusal ({event.code}) tells {' and '.join(sorted(told))}, and bids are {match.ways}"
            self.convict("P1", "WIZ-E11", what, at=at, room=room, connections=(connection,))

    def _no(self, room: Room, rule: str, what: str, *seats: int) -> None:
        self.convict("P1", rule, what, at=self.scene.now, room=room, seats=seats)


def _not_own(match: WizardMatch, seat: int, bid: int | None) -> str:
    """What is wrong with the bid that the owner of this seat is shown as his own; "" when nothing is."""
    made = match.bid_of(seat)
    if bid is None:
        return "no bid, and has bid" if match.placed[seat] and match.phase != "scored" else ""
    if not match.placed[seat]:
        return f"a bid of {bid}, and has not bid"
    return f"a bid of {bid}, and made one of {made}" if made is not None and bid != made else ""


class UnseenOnReturn(Oracle):
    """P7: a snapshot shows the own bid, and of hidden and secret ones no other.

    Observes: snapshots of Wizard.
    Statement: while numbers are unseen a snapshot has none but the receiver's (WIZ-E11), and it has that one, as he
        made it, once he has bid.
    Alarm: what the clock bid for him is 0 by WIZ-E19, what an AI bid is not known.
    Cost: O(seats) per snapshot.
    """

    name = "resume_privacy"
    checks = ("P7",)
    game = "wizard"

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self.frames = {ev.Snapshot: self.on_snapshot}

    def on_snapshot(self, connection: Connection, event: ev.Snapshot, at: Instant) -> None:
        """Which bids does it show?"""
        table, own = event.table, event.seat
        if not isinstance(table, ev.WizardView):
            return
        self.evaluated += 1
        chosen = event.options.bids if isinstance(event.options, WizardOptions) else "standard"
        unseen = chosen == "secret" or (chosen == "hidden" and table.phase != "play")
        room = self.scene.rooms.get(event.room)
        others = [seat for seat, bid in enumerate(table.bids) if bid is not None and seat != own]
        if unseen and others:
            told = ", ".join(f"seat {seat}: {table.bids[seat]}" for seat in others)
            self._no(connection, room, f"a snapshot tells what others bid ({told}), and bids are {chosen}", others, at)
        if own is None:
            return
        bid = table.bids[own]
        if (bid is not None) != table.placed[own]:
            what = f"seat {own} has {'bid' if table.placed[own] else 'not bid'}, and its snapshot shows {bid}"
            self._no(connection, room, what, (own,), at)
        match = WizardMatch.at(room)
        if match is None or not match.whole or (match.match, match.deal) != (table.match, table.round):
            self.undecidable += 1
            return
        made = match.bid_of(own)
        if bid is not None and made is not None and bid != made:
            self._no(connection, room, f"seat {own} made a bid of {made}, and its snapshot shows {bid}", (own,), at)

    def _no(
        self, connection: Connection, room: Room | None, what: str, seats: tuple[int, ...] | list[int], at: Instant
    ) -> None:
        self.convict("P7", "WIZ-E11", what, at=at, room=room, seats=seats, connections=(connection,))


class UnseenInLogs(Oracle):
    """P10: the log of a match with hidden or secret bids has no bid with its number but where the table saw it.

    Observes: starts of matches of Wizard, and every log that one of our players was given.
    Statement: where bids are made at once a log has no open bid (WIZ-E11), where they are secret it does not show
        them all before the score (WIZ-23).
    Alarm: of matches that began before we watched nothing can be said.
    Cost: O(events) per log.
    """

    name = "public_log"
    checks = ("P10",)
    game = "wizard"

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self.public = {ev.MatchStarted: self.on_started}
        self.calls = {"match_log": self.on_log}
        self._ways: dict[str, str] = scene.memory()

    def on_started(self, room: Room, event: ev.MatchStarted, moment: Moment) -> None:
        """How bids are made in this match."""
        self._ways[event.match] = event.options.bids if isinstance(event.options, WizardOptions) else "standard"

    def on_log(self, call: LobbyCall, exchange: Exchange, player: str) -> None:
        """A log was given."""
        ways = self._ways.get(call.what)
        if ways is None or exchange.status != 200:
            return
        try:
            events = self.scene.dialect.read_log(HttpResponse(status=exchange.status, body=exchange.answer))
        except RemoteError:
            # What is no log at all is judged for every game.
            return
        self.evaluated += 1
        for event in events:
            if isinstance(event, ev.TricksBid) and ways in SEALED:
                self._no(exchange, "WIZ-E11", f"the log tells the bid of seat {event.seat}, and bids are {ways}")
            elif isinstance(event, ev.BidsRevealed) and ways != "hidden":
                self._no(exchange, "WIZ-23", f"the log shows all bids before the score, and bids are {ways}")

    def _no(self, exchange: Exchange, rule: str, what: str) -> None:
        self.convict("P10", rule, what, at=exchange.at, evidence=self.scene.call_evidence(exchange.who))
