"""What a seat may see. Written without the rules engine, from the frames themselves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

from harness.clock import Instant
from harness.history.observation import Exchange, Received
from harness.referee.connection import Connection
from harness.referee.oracle import Oracle
from harness.referee.room import Room
from harness.referee.salvage import Salvaged
from harness.referee.scene import Scene
from harness.wire import events as ev

HAND: Final = 5
"""Cards dealt to a seat (BLF-05)."""

SEARCHED: Final = 8
"""Shorter secrets are not searched for."""


class HandPrivacy(Oracle):
    """P1, closed world: a frame holds nothing but what its schema allows, and no faces but the receiver's own.

    Observes: every frame.
    Statement: strict decoding succeeds; private cards come to seats in the match, five at most, and only what the
        seat may still hold; a call turns up exactly as many faces as were claimed.
    Alarm: a protocol that grew a field; fields are versioned with the dialect.
    Cost: O(bytes) per frame.
    """

    name = "hand_privacy"
    checks = ("P1",)

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self.frames = {Salvaged: self.on_undecodable, ev.Cards: self.on_cards, ev.Played: self.on_played}
        self.public = {ev.Called: self.on_called}

    def on_undecodable(self, connection: Connection, saved: Salvaged, seen: Received, error: str) -> None:
        """A frame that strict decoding refused."""
        if saved.kind == "snapshot":
            return
        self.evaluated += 1
        fields = ", ".join(saved.unknown)
        what = f"a {saved.kind} carries {fields}, which nobody may see" if fields else error
        self.convict("P1", "BLF-08", what, at=seen.at, room=connection.room, connections=(connection,))

    def on_played(self, connection: Connection, event: ev.Played, at: Instant) -> None:
        """Decoded strictly, so it has no faces."""
        self.evaluated += 1

    def on_cards(self, connection: Connection, event: ev.Cards, at: Instant) -> None:
        """The receiver's own cards."""
        self.evaluated += 1
        room = connection.room
        match = room.match if room is not None else None
        if room is None or match is None or match.match != event.match:
            self.undecidable += 1
            return
        if connection.player not in match.seats:
            what = "somebody without a seat in this match gets cards"
            self.convict("P1", "BLF-08", what, at=at, room=room, connections=(connection,))
            return
        seat = match.seats.index(connection.player)
        known = match.hands.get(seat)
        if len(event.cards) > HAND:
            what = f"seat {seat} is shown {len(event.cards)} cards, a hand has {HAND}"
            self.convict("P1", "BLF-08", what, at=at, room=room, seats=(seat,), connections=(connection,))
        elif event.hand == match.hand and known is not None and not known.admits(event.cards):
            what = f"seat {seat} is shown {' '.join(event.cards)}, which is not its hand"
            self.convict("P1", "BLF-08", what, at=at, room=room, seats=(seat,), connections=(connection,))

    def on_called(self, room: Room, event: ev.Called, moment: object) -> None:
        """Exactly the cards of the last claim are turned up (BLF-16)."""
        claim = room.match.claim if room.match is not None else None
        claimed = claim[1] if claim is not None else 0
        self.evaluated += 1
        if len(event.cards) != claimed:
            what = f"{len(event.cards)} cards were turned up, {claimed} were claimed"
            self.convict("P1", "BLF-16", what, at=self.scene.now, room=room, seats=(event.claimant,))


class Audience(Oracle):
    """P6: who is out of the match, or not in it, sees what the public sees.

    Observes: deals, private cards and snapshots.
    Statement: nothing is dealt to a seat whose place is decided, no cards come to its player after he was told so,
        and a snapshot for somebody who is out or has no seat holds none.
    Alarm: house rules that show hands to the dead; none here (BLF-E43).
    Cost: O(1) per frame.
    """

    name = "audience"
    checks = ("P6",)

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self.public = {ev.HandStarted: self.on_hand}
        self.frames = {
            ev.Cards: self.on_cards,
            ev.Snapshot: self.on_snapshot,
            ev.Eliminated: self.on_gone,
            ev.LeftTable: self.on_gone,
        }
        self._out: dict[str, str] = scene.memory()
        """By connection, the match that its player was told to be out of."""

    def on_hand(self, room: Room, event: ev.HandStarted, moment: object) -> None:
        """A seat that is out is dealt nothing (BLF-05)."""
        self.evaluated += 1
        for seat, place in enumerate(room.match.places if room.match is not None else ()):
            if place and event.sizes[seat]:
                what = f"seat {seat} is out, but {event.sizes[seat]} cards are dealt to it"
                self.convict("P6", "BLF-05", what, at=self.scene.now, room=room, seats=(seat,))

    def on_gone(self, connection: Connection, event: ev.Eliminated | ev.LeftTable, at: Instant) -> None:
        """Somebody is out: is it the one who is told so here?"""
        if self._seat(connection, event.match) == event.seat:
            self._out[connection.name] = event.match

    def on_cards(self, connection: Connection, event: ev.Cards, at: Instant) -> None:
        """Private cards go to living seats only."""
        self.evaluated += 1
        if self._out.get(connection.name) == event.match:
            seat = self._seat(connection, event.match)
            what = f"seat {seat} is out, was told so, and still gets cards"
            self.convict("P6", "BLF-E43", what, at=at, room=connection.room, seats=(seat,), connections=(connection,))

    def on_snapshot(self, connection: Connection, event: ev.Snapshot, at: Instant) -> None:
        """Snapshots of those who are out hold no cards."""
        table = event.bluffers
        if table is None:
            return
        self.evaluated += 1
        if event.seat is not None and table.places[event.seat] is None:
            return
        self._out[connection.name] = table.match
        if table.cards:
            what = "a snapshot shows cards to somebody who is not in the match any more"
            room = self.scene.rooms.get(event.room)
            self.convict("P6", "BLF-E43", what, at=at, room=room, connections=(connection,))

    def _seat(self, connection: Connection, match: str) -> int:
        """The receiver's seat in this match; -1 when he has none, or it is not the one that is known."""
        known = connection.room.match if connection.room is not None else None
        if known is None or known.match != match or connection.player not in known.seats:
            return -1
        return known.seats.index(connection.player)


class ResumePrivacy(Oracle):
    """P7: a snapshot tells no more than the live stream would have.

    Observes: snapshots.
    Statement: strict decoding succeeds, and the cards in it are ones that this seat may hold.
    Alarm: none known.
    Cost: O(hand) per snapshot.
    """

    name = "resume_privacy"
    checks = ("P7",)

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self.frames = {Salvaged: self.on_undecodable, ev.Snapshot: self.on_snapshot}

    def on_undecodable(self, connection: Connection, saved: Salvaged, seen: Received, error: str) -> None:
        """A snapshot that strict decoding refused."""
        if saved.kind != "snapshot":
            return
        self.evaluated += 1
        fields = ", ".join(saved.unknown)
        what = f"the snapshot carries {fields}, which this seat may not see" if fields else error
        room = self.scene.rooms.get(saved.event.room) if isinstance(saved.event, ev.Snapshot) else None
        self.convict("P7", "BLF-08", what, at=seen.at, room=room, connections=(connection,))

    def on_snapshot(self, connection: Connection, event: ev.Snapshot, at: Instant) -> None:
        """The cards in a snapshot are the receiver's own."""
        room = self.scene.rooms.get(event.room)
        match = room.match if room is not None else None
        if event.bluffers is None or event.seat is None:
            return
        self.evaluated += 1
        if room is None or match is None or match.match != event.bluffers.match or match.hand != event.bluffers.hand:
            self.undecidable += 1
            return
        known = match.hands.get(event.seat)
        if known is None or not known.whole:
            self.undecidable += 1
        elif Counter[str](event.bluffers.cards) - Counter(known.dealt):
            shown, dealt = " ".join(event.bluffers.cards), " ".join(known.dealt)
            what = f"the snapshot shows seat {event.seat} {shown}, it was dealt {dealt}"
            self.convict("P7", "BLF-08", what, at=at, room=room, seats=(event.seat,), connections=(connection,))


class CredentialSecrecy(Oracle):
    """P4: a player's credentials are never shown to anybody else, and are not his public id.

    Observes: public events and snapshots, refusals, HTTP answers.
    Statement: no session token or resume secret of another player occurs in them, and in public events and
        snapshots not even the receiver's own; no secret equals or holds a public id.
    Alarm: secrets under 8 characters are not searched for, they collide by chance.
    Cost: O(bytes x players of the party) per such event.
    """

    name = "credential_secrecy"
    checks = ("P4",)

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self.observations = {Exchange: self.on_exchange}
        self.public = dict.fromkeys((ev.Roster, ev.MatchStarted, ev.MatchOver, ev.Away, ev.Back), self.on_public)
        self.frames = {ev.Snapshot: self.on_snapshot, ev.Refused: self.on_refused}

    def on_public(self, room: Room, event: ev.PublicEvent, moment: object) -> None:
        """Public events with strings of players in them; the others have no room for a secret."""
        members = event.members if type(event) is ev.Roster else room.members
        self._search(repr(event), [member.player for member in members], self.scene.now, room)

    def on_snapshot(self, connection: Connection, event: ev.Snapshot, at: Instant) -> None:
        """A snapshot may not even show the receiver's own secrets: it is logged and shared as a picture."""
        room = self.scene.rooms.get(event.room)
        self._search(repr(event), [member.player for member in event.members], at, room, connection)

    def on_refused(self, connection: Connection, event: ev.Refused, at: Instant) -> None:
        """Error texts like to repeat things."""
        self._search(event.detail, self._others(connection.who, connection.player), at, connection.room, connection)

    def on_exchange(self, exchange: Exchange) -> None:
        """An HTTP answer shows nobody else's secrets."""
        player = self.scene.book.player_of_token.get(exchange.token, "")
        text = exchange.answer.decode("utf-8", "replace")
        call = self.scene.dialect.read_call(exchange.method, exchange.path)
        if call.kind == "session":
            # It gives out the caller's own token; others of the same name have theirs from elsewhere.
            player = self.scene.book.player_of_who.get(exchange.who, "")
        room = self.scene.rooms.get(call.room.upper())
        self._search(text, self._others(exchange.who, player), exchange.at, room)
        if call.kind in ("create", "join", "session") and player:
            for secret in self.scene.book.secrets.get(player, ()):
                self.evaluated += 1
                if player in secret or secret in player:
                    what = "a credential can be told from the public id"
                    self.convict("P4", "BLF-E39", what, at=exchange.at, evidence=self.scene.call_evidence(exchange.who))

    def _others(self, who: str, player: str) -> list[str]:
        return [other for other in self.scene.players(who) if other != player]

    def _search(
        self, text: str, players: Iterable[str], at: Instant, room: Room | None, connection: Connection | None = None
    ) -> None:
        self.evaluated += 1
        for player in players:
            for secret in self.scene.book.secrets.get(player, ()):
                if len(secret) >= SEARCHED and secret in text:
                    connections = (connection,) if connection is not None else ()
                    what = f"a credential of {player} is shown to others"
                    self.convict("P4", "BLF-E39", what, at=at, room=room, connections=connections)
