"""The classes that a gate builds from, as a value: a mutant replaces one of them by a subclass."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from harness.backend.alarms import Alarms
from harness.backend.bots import Bot
from harness.backend.broadcast import Broadcast
from harness.backend.chance import Chance
from harness.backend.codec import Codec
from harness.backend.ledger import Ledger
from harness.backend.lobby import Lobby
from harness.backend.logs import Logs
from harness.backend.room import Room
from harness.backend.routes import Routes
from harness.backend.secrets import Secrets
from harness.backend.sessions import Sessions
from harness.backend.sockets import Sockets
from harness.backend.table import Table


class Parts(Struct, frozen=True, kw_only=True):
    """One class for each job; each is built with the arguments of the default one.

    Attributes:
        alarms: What is due when.
        bot: How bots play.
        broadcast: Numbering and fan-out of public events.
        chance: The chance seat of a match.
        codec: Bytes to commands, events to bytes.
        ledger: Results and boards.
        lobby: Open rooms by code.
        logs: Public logs of matches.
        room: One room.
        routes: HTTP calls.
        secrets: Which seat a resume secret opens.
        sessions: Sessions by token.
        sockets: Connections and frames.
        table: One match.
    """

    alarms: type[Alarms] = Alarms
    bot: type[Bot] = Bot
    broadcast: type[Broadcast] = Broadcast
    chance: type[Chance] = Chance
    codec: type[Codec] = Codec
    ledger: type[Ledger] = Ledger
    lobby: type[Lobby] = Lobby
    logs: type[Logs] = Logs
    room: type[Room] = Room
    routes: type[Routes] = Routes
    secrets: type[Secrets] = Secrets
    sessions: type[Sessions] = Sessions
    sockets: type[Sockets] = Sockets
    table: type[Table] = Table


CLEAN: Final = Parts()
"""The backend as it should be."""
