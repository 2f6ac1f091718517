"""What a call of Bluff turns up. Written without the rules engine."""

from __future__ import annotations

from harness.referee.bluff.match import BluffMatch
from harness.referee.moment import Moment
from harness.referee.oracle import Oracle
from harness.referee.room import Room
from harness.referee.scene import Scene
from harness.wire import events as ev


class LastClaimTurnedUp(Oracle):
    """P1: a call of Bluff turns up the last claim, and nothing else of the pile.

    Observes: calls.
    Statement: exactly as many faces are turned up as were claimed last (CHT-11, CHT-15).
    Alarm: none known.
    Cost: O(1) per call.
    """

    name = "hand_privacy"
    checks = ("P1",)
    game = "bluff"

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self.public = {ev.TurnedUp: self.on_turned_up}

    def on_turned_up(self, room: Room, event: ev.TurnedUp, moment: Moment) -> None:
        """Exactly the cards of the last claim are turned up."""
        match = BluffMatch.at(room)
        assert match is not None
        if not match.whole:
            self.undecidable += 1
            return
        self.evaluated += 1
        claimed = match.claim.count if match.claim is not None else 0
        if len(event.cards) != claimed:
            what = f"{len(event.cards)} cards were turned up, {claimed} were claimed"
            self.convict("P1", "CHT-11", what, at=self.scene.now, room=room, seats=(event.claimant,))
