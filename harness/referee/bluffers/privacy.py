"""What a call turns up. Written without the rules engine."""

from __future__ import annotations

from harness.referee.bluffers.match import BluffersMatch
from harness.referee.moment import Moment
from harness.referee.oracle import Oracle
from harness.referee.room import Room
from harness.referee.scene import Scene
from harness.wire import events as ev


class CardsTurnedUp(Oracle):
    """P1: a call of Bluffers turns up the claimed cards and no others.

    Observes: calls.
    Statement: exactly as many faces are turned up as were claimed (BLF-16).
    Alarm: none known.
    Cost: O(1) per call.
    """

    name = "hand_privacy"
    checks = ("P1",)
    game = "bluffers"

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self.public = {ev.Called: self.on_called}

    def on_called(self, room: Room, event: ev.Called, moment: Moment) -> None:
        """Exactly the cards of the last claim are turned up (BLF-16)."""
        match = BluffersMatch.at(room)
        claim = match.claim if match is not None else None
        claimed = claim[1] if claim is not None else 0
        self.evaluated += 1
        if len(event.cards) != claimed:
            what = f"{len(event.cards)} cards were turned up, {claimed} were claimed"
            self.convict("P1", "BLF-16", what, at=self.scene.now, room=room, seats=(event.claimant,))
