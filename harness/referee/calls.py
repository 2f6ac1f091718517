"""What our own lobby calls told us: sessions, seats and credentials."""

from __future__ import annotations

from harness.dialects.dialect import LobbyCall
from harness.dialects.http import HttpResponse
from harness.errors import RemoteError
from harness.history.observation import Exchange
from harness.referee.room import Room
from harness.referee.scene import Scene


class Calls:
    """Reads HTTP exchanges into the scene's book.

    Args:
        scene: Whose book is kept.
    """

    def __init__(self, scene: Scene) -> None:
        self.scene = scene

    def take(self, exchange: Exchange) -> tuple[LobbyCall, str]:
        """One exchange: what it meant, and the public id of the caller ("" when unknown)."""
        call = self.scene.dialect.read_call(exchange.method, exchange.path)
        book = self.scene.book
        player = book.player_of_token.get(exchange.token, "")
        response = HttpResponse(status=exchange.status, body=exchange.answer)
        try:
            if call.kind == "session":
                session = self.scene.dialect.read_session(response)
                book.player_of_token[session.token] = session.player
                book.player_of_who[exchange.who] = session.player
                self.scene.party(exchange.who).sessions.append((exchange.who, session.player))
                book.secrets.setdefault(session.player, []).append(session.token)
                player = session.player
            elif call.kind in ("create", "join"):
                seating = self.scene.dialect.read_seating(response)
                book.owner_of_secret[seating.secret] = (seating.room, player)
                secrets = book.secrets.setdefault(player, [])
                if seating.secret not in secrets:
                    secrets.append(seating.secret)
                if call.kind == "create":
                    self._created(seating.room, exchange)
                    call = LobbyCall(kind="create", room=seating.room)
        except RemoteError:
            # Refused, or no answer of this dialect: the oracles look at the exchange themselves.
            pass
        return call, player

    def _created(self, code: str, exchange: Exchange) -> None:
        room = self.scene.rooms[code] = self.scene.party(exchange.who).rooms[code] = Room(code)
        options = self.scene.dialect.read_options(exchange.body)
        if options is not None:
            room.seats, room.turn_ms = options.seats, options.turn_ms
            room.game = options.game
