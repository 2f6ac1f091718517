"""Nobody plays what he does not hold: what is the same in games in which cards are played face down."""

from __future__ import annotations

from typing import ClassVar

from harness.clock import Instant
from harness.referee.connection import Connection
from harness.referee.oracle import Oracle
from harness.wire import commands as cmd
from harness.wire import events as ev


class Holding(Oracle):
    """Judges acknowledged plays of our own seats; base of oracles of the conservation of cards."""

    plays: ClassVar[type[cmd.Play] | type[cmd.Lay]]
    """The command by which cards are played."""
    held_rule: ClassVar[str]
    """They are cards of the own hand."""

    def on_ok(self, connection: Connection, event: ev.Ok, at: Instant) -> None:
        """An acknowledged play holds only faces that the hand can hold."""
        sent = connection.sent.get(event.id)
        room = connection.room
        match = room.match if room is not None else None
        if room is None or match is None or sent is None or sent.answered is not None:
            return
        if not isinstance(sent.command, self.plays) or connection.player not in match.seats:
            return
        seat = match.seats.index(connection.player)
        hand = match.hands.get(seat)
        if hand is None or not hand.number < event.number <= room.number + 1:
            # Not known, or not the hand of which these cards were played.
            self.undecidable += 1
            return
        self.evaluated += 1
        if not hand.admits(sent.command.cards):
            held, played = " ".join(hand.cards.elements()), " ".join(sent.command.cards)
            verb = sent.command.__struct_config__.tag
            what = f"seat {seat} holds {held} at most and was let {verb} {played}"
            self.convict(
                self.checks[0], self.held_rule, what, at=at, room=room, seats=(seat,), connections=(connection,)
            )
