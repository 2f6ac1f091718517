"""What the referee knows: connections, players, parties and rooms."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from harness.clock import Instant
from harness.dialects.dialect import Dialect
from harness.history.recorder import Recorder
from harness.referee.connection import Connection, SentCommand
from harness.referee.moment import Sandwich
from harness.referee.outage import Outage
from harness.referee.room import Room
from harness.verdict import Evidence

CONNECTIONS_KEPT: Final = 64
"""Connections per party, the ended ones among them the latest."""


class Book:
    """Who is who, read off the lobby calls: sessions, secrets, codes. All of them credentials of our own players.

    Attributes:
        player_of_token: Public id by session token.
        player_of_who: Public id by the harness's name of the player.
        owner_of_secret: (room, public id) by resume secret.
        secrets: All credentials by public id.
    """

    __slots__ = ("owner_of_secret", "player_of_token", "player_of_who", "secrets")

    def __init__(self) -> None:
        self.player_of_token: dict[str, str] = {}
        self.player_of_who: dict[str, str] = {}
        self.owner_of_secret: dict[str, tuple[str, str]] = {}
        self.secrets: dict[str, list[str]] = {}

    def forget(self, who: str, player: str) -> None:
        """Strike out one session of one of our players."""
        self.player_of_who.pop(who, None)
        for secret in self.secrets.pop(player, ()):
            self.player_of_token.pop(secret, None)
            self.owner_of_secret.pop(secret, None)


class Party:
    """What belongs to one party of ours, so that it can be forgotten when the party has ended.

    Attributes:
        connections: By name, in order of opening; bounded by `CONNECTIONS_KEPT`.
        sent: The last commands of each of its players, by the harness's name and by id.
        sessions: (the harness's name, public id) of every session that it opened.
        rooms: The rooms in which it sat, by code.
        ended: It has noted its end.
    """

    __slots__ = ("connections", "ended", "rooms", "sent", "sessions")

    def __init__(self) -> None:
        self.connections: dict[str, Connection] = {}
        self.sent: dict[str, dict[str, SentCommand]] = {}
        self.sessions: list[tuple[str, str]] = []
        self.rooms: dict[str, Room] = {}
        self.ended = False


class Scene:
    """Everything the oracles may look at.

    Args:
        dialect: How the target speaks.
        sandwich: Bounds on delays and drift.
        recorder: Last frames per connection, for evidence.

    Attributes:
        connections: By name; those of parties that are still there, see `Party`.
        parties: By name.
        rooms: By code.
        book: Who is who.
        now: The time of the observation that is being taken in.
        outage: The last time that we ended the backend, None before the first.
    """

    def __init__(self, dialect: Dialect, sandwich: Sandwich, recorder: Recorder) -> None:
        self.dialect = dialect
        self.sandwich = sandwich
        self.recorder = recorder
        self.connections: dict[str, Connection] = {}
        self.parties: dict[str, Party] = {}
        self.rooms: dict[str, Room] = {}
        self.book = Book()
        self.now: Instant = 0
        self.outage: Outage | None = None
        self._memories: list[dict[str, Any]] = []

    def memory(self) -> dict[str, Any]:
        """A table for what an oracle notes by room code, match id, player or connection.

        Its rows go when what they are about is forgotten, so that no oracle has to know when that is.
        """
        table: dict[str, Any] = {}
        self._memories.append(table)
        return table

    def back_since(self, at: Instant) -> Instant:
        """When the backend came back from our last outage; `at` when it was restarted by somebody else."""
        return at if self.outage is None or self.outage.ended is None else self.outage.ended

    def party(self, who: str) -> Party:
        """The party of this player of ours."""
        name = who.partition("/")[0]
        found = self.parties.get(name)
        if found is None:
            found = self.parties[name] = Party()
        return found

    def open(self, name: str, who: str, at: Instant) -> Connection:
        """Make a connection known. The oldest ended one of its party makes room for it if need be."""
        party = self.party(who)
        opened = Connection(name, who, at, party.sent.setdefault(who, {}))
        self.connections[name] = party.connections[name] = opened
        if len(party.connections) > CONNECTIONS_KEPT:
            lost = next((c.name for c in party.connections.values() if not c.live), None)
            if lost is not None:
                del self.connections[lost], party.connections[lost]
                self._drop((lost,))
        return opened

    def players(self, who: str) -> list[str]:
        """Public ids of all players of the same party, in the order of their sessions."""
        party = self.parties.get(who.partition("/")[0])
        return [player for _, player in party.sessions] if party is not None else []

    def companions(self, connection: Connection) -> Iterable[Connection]:
        """All connections of the same party that are known, this one among them."""
        return self.party(connection.who).connections.values()

    def forget_if_over(self, who: str) -> None:
        """Forget a party with everything it had, once it has ended and none of its connections lives."""
        name = who.partition("/")[0]
        party = self.parties.get(name)
        if party is None or not party.ended or any(c.live for c in party.connections.values()):
            return
        del self.parties[name]
        for connection in party.connections:
            del self.connections[connection]
        for player, session in party.sessions:
            self.book.forget(player, session)
        matches: list[str] = []
        for code, room in party.rooms.items():
            matches += room.matches
            if self.rooms.get(code) is room:
                del self.rooms[code]
        self._drop((*party.connections, *(session for _, session in party.sessions), *party.rooms, *matches))

    def _drop(self, keys: Iterable[str]) -> None:
        for table in self._memories:
            for key in keys:
                table.pop(key, None)

    def evidence(self, connection: Connection) -> tuple[Evidence, ...]:
        """The last frames of a connection."""
        return self.recorder.evidence(connection.name, last=4)

    def call_evidence(self, who: str) -> tuple[Evidence, ...]:
        """The last HTTP call of one of our players."""
        return self.recorder.evidence(who, last=1)

    def room_evidence(self, room: Room) -> Sequence[Evidence]:
        """The last frames of the first live connection of a room."""
        return self.evidence(room.connections[0]) if room.connections else ()

    def arrival(self, connection: Connection, at: Instant) -> tuple[Instant, Instant]:
        """The interval in which the server sent what arrived here now."""
        sandwich = self.sandwich
        lo = connection.acked + sandwich.delay_min
        if sandwich.delay_max is not None and not connection.stalled:
            lo = max(lo, at - sandwich.delay_max)
        return lo, at - sandwich.delay_min
