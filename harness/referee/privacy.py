"""What a seat may see. Written without the rules engine, from the frames themselves."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from harness.clock import Instant
from harness.history.observation import Exchange, Received
from harness.referee.connection import Connection
from harness.referee.games import MATCHES
from harness.referee.oracle import Oracle
from harness.referee.own import OWN, Own, own_deal
from harness.referee.room import Room
from harness.referee.salvage import Salvaged
from harness.referee.scene import Scene
from harness.wire import events as ev

UNSEEN: Final = (ev.Played, ev.Laid, ev.BidSealed)
"""Public events about what nobody else may see."""

SEARCHED: Final = 8
"""Shorter secrets are not searched for."""


_PIECES: Final = {ev.Cards: "cards", ev.Dice: "dice", ev.BluffHand: "cards", ev.WizardHand: "cards"}


class HandPrivacy(Oracle):
    """P1, closed world: a frame holds nothing but what its schema allows, and no faces but the receiver's own.

    Observes: every frame.
    Statement: strict decoding succeeds; private cards and dice come to seats in the match, no more than were dealt
        to the seat, and only what it may still hold.
    Alarm: a protocol that grew a field; fields are versioned with the dialect.
    Cost: O(bytes) per frame.
    """

    name = "hand_privacy"
    checks = ("P1",)

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self.frames = {
            Salvaged: self.on_undecodable,
            **dict.fromkeys(OWN, self.on_own),
            **dict.fromkeys(UNSEEN, self.on_unseen),
        }

    def on_undecodable(self, connection: Connection, saved: Salvaged, seen: Received, error: str) -> None:
        """A frame that strict decoding refused."""
        if saved.kind == "snapshot":
            return
        self.evaluated += 1
        fields = ", ".join(saved.unknown)
        what = f"a {saved.kind} carries {fields}, which nobody may see" if fields else error
        self.convict(
            "P1", hidden_rule(connection.room), what, at=seen.at, room=connection.room, connections=(connection,)
        )

    def on_unseen(self, connection: Connection, event: ev.PublicEvent, at: Instant) -> None:
        """Decoded strictly, so it has no faces."""
        self.evaluated += 1

    def on_own(self, connection: Connection, event: Own, at: Instant) -> None:
        """The receiver's own cards or dice."""
        self.evaluated += 1
        room = connection.room
        match = room.match if room is not None else None
        if room is None or match is None or match.match != event.match:
            self.undecidable += 1
            return
        if connection.player not in match.seats:
            what = f"somebody without a seat in this match gets {match.pieces}"
            self.convict("P1", match.hidden_rule, what, at=at, room=room, connections=(connection,))
            return
        seat = match.seats.index(connection.player)
        deal, own = own_deal(event)
        if not match.is_settled(seat, connection.number, room.number):
            self.undecidable += 1
            return
        known, full = match.hands.get(seat), match.full(seat) if deal == match.deal else 0
        if full and len(own) > full:
            what = f"seat {seat} is shown {len(own)} {match.pieces}, it was dealt {full}"
        elif deal == match.deal and known is not None and not known.admits(own):
            what = f"seat {seat} is shown {' '.join(own)}, which is not its hand"
        else:
            return
        self.convict("P1", match.hidden_rule, what, at=at, room=room, seats=(seat,), connections=(connection,))


class Audience(Oracle):
    """P6: who is out of the match, or not in it, sees what the public sees.

    Observes: deals, private cards and dice, and snapshots.
    Statement: nothing is dealt to a seat whose place is decided, no hand comes to its player after he was told so,
        and a snapshot for somebody who is out or has no seat holds none.
    Alarm: house rules that show hands to the dead; none here (BLF-E43).
    Cost: O(1) per frame.
    """

    name = "audience"
    checks = ("P6",)

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self.public = dict.fromkeys((ev.HandStarted, ev.RoundStarted), self.on_deal)
        self.frames = {
            **dict.fromkeys(OWN, self.on_own),
            ev.Snapshot: self.on_snapshot,
            **dict.fromkeys((ev.Eliminated, ev.LeftTable, ev.Finished), self.on_gone),
        }
        self._out: dict[str, str] = scene.memory()
        """By connection, the match that its player was told to be out of."""

    def on_deal(self, room: Room, event: ev.HandStarted | ev.RoundStarted, moment: object) -> None:
        """A seat that is out is dealt nothing (BLF-05, LDC-14)."""
        self.evaluated += 1
        match, rule = room.match, "BLF-05" if type(event) is ev.HandStarted else "LDC-14"
        assert match is not None
        for seat, place in enumerate(match.places):
            if place and event.sizes[seat]:
                what = f"seat {seat} is out, but {event.sizes[seat]} {match.pieces} are dealt to it"
                self.convict("P6", rule, what, at=self.scene.now, room=room, seats=(seat,))

    def on_gone(self, connection: Connection, event: ev.Eliminated | ev.LeftTable | ev.Finished, at: Instant) -> None:
        """Somebody is out: is it the one who is told so here?"""
        if self._seat(connection, event.match) == event.seat:
            self._out[connection.name] = event.match

    def on_own(self, connection: Connection, event: Own, at: Instant) -> None:
        """Hands go to living seats only."""
        self.evaluated += 1
        if self._out.get(connection.name) == event.match:
            seat = self._seat(connection, event.match)
            what = f"seat {seat} is out, was told so, and still gets {_PIECES[type(event)]}"
            self.convict("P6", "BLF-E43", what, at=at, room=connection.room, seats=(seat,), connections=(connection,))

    def on_snapshot(self, connection: Connection, event: ev.Snapshot, at: Instant) -> None:
        """Snapshots of those who are out hold no cards."""
        table, kind = event.table, MATCHES.get(event.game)
        if table is None or kind is None:
            return
        self.evaluated += 1
        places = getattr(table, "places", ())
        if event.seat is not None and not (places and places[event.seat]):
            return
        self._out[connection.name] = table.match
        if kind.own_of(table):
            what = f"a snapshot shows {kind.pieces} to somebody who is not in the match any more"
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
    Statement: strict decoding succeeds, and the cards or dice in it are ones that this seat may hold.
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
        self.convict("P7", hidden_rule(room), what, at=seen.at, room=room, connections=(connection,))

    def on_snapshot(self, connection: Connection, event: ev.Snapshot, at: Instant) -> None:
        """The cards in a snapshot are the receiver's own."""
        room = self.scene.rooms.get(event.room)
        match = room.match if room is not None else None
        table = event.table
        if table is None or event.seat is None:
            return
        self.evaluated += 1
        if room is None or match is None or match.match != table.match or match.deal != match.deal_of(table):
            self.undecidable += 1
            return
        known, own = match.hands.get(event.seat), match.own_of(table)
        if known is None or not known.whole or not match.is_settled(event.seat, event.number, room.number):
            self.undecidable += 1
        elif not known.had(own):
            what = f"the snapshot shows seat {event.seat} {' '.join(own)}, it was dealt {' '.join(known.dealt)}"
            self.convict(
                "P7", match.hidden_rule, what, at=at, room=room, seats=(event.seat,), connections=(connection,)
            )


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


def hidden_rule(room: Room | None) -> str:
    """The rule of this room's game by which hands are their owners' alone."""
    kind = MATCHES.get(room.game) if room is not None else None
    return kind.hidden_rule if kind is not None else "FEAT-13"
