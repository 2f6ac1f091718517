"""The classes that a gate builds from, as a value: a mutant replaces one of them by a subclass."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from harness.backend.alarms import Alarms
from harness.backend.bots import Bot
from harness.backend.broadcast import Broadcast
from harness.backend.chance import Chance
from harness.backend.codec import Codec
from harness.backend.house_bluff import BluffChance
from harness.backend.house_dice import DiceChance
from harness.backend.house_wizard import WizardChance
from harness.backend.ledger import Ledger
from harness.backend.lobby import Lobby
from harness.backend.logs import Logs
from harness.backend.match import Match
from harness.backend.room import Room
from harness.backend.routes import Routes
from harness.backend.secrets import Secrets
from harness.backend.sessions import Sessions
from harness.backend.sockets import Sockets
from harness.backend.table import Table
from harness.backend.table_bluff import BluffTable
from harness.backend.table_dice import DiceTable
from harness.backend.table_wizard import WizardTable


class Parts(Struct, frozen=True, kw_only=True):
    """One class for each job; each is built with the arguments of the default one.

    Attributes:
        alarms: What is due when.
        bluff_chance: The chance seat of Bluff.
        bluff_table: One match of Bluff.
        bot: How bots play Bluffers.
        broadcast: Numbering and fan-out of public events.
        chance: The chance seat of Bluffers.
        codec: Bytes to commands, events to bytes.
        dice_chance: The chance seat of Liar's Dice.
        dice_table: One match of Liar's Dice.
        ledger: Results and boards.
        lobby: Open rooms by code.
        logs: Public logs of matches.
        room: One room.
        routes: HTTP calls.
        secrets: Which seat a resume secret opens.
        sessions: Sessions by token.
        sockets: Connections and frames.
        table: One match of Bluffers.
        wizard_chance: The chance seat of Wizard.
        wizard_table: One match of Wizard.
    """

    alarms: type[Alarms] = Alarms
    bluff_chance: type[BluffChance] = BluffChance
    bluff_table: type[BluffTable] = BluffTable
    bot: type[Bot] = Bot
    broadcast: type[Broadcast] = Broadcast
    chance: type[Chance] = Chance
    codec: type[Codec] = Codec
    dice_chance: type[DiceChance] = DiceChance
    dice_table: type[DiceTable] = DiceTable
    ledger: type[Ledger] = Ledger
    lobby: type[Lobby] = Lobby
    logs: type[Logs] = Logs
    room: type[Room] = Room
    routes: type[Routes] = Routes
    secrets: type[Secrets] = Secrets
    sessions: type[Sessions] = Sessions
    sockets: type[Sockets] = Sockets
    table: type[Table] = Table
    wizard_chance: type[WizardChance] = WizardChance
    wizard_table: type[WizardTable] = WizardTable

    def table_of(self, game: str) -> type[Match]:
        """The class of a match of this game."""
        tables: dict[str, type[Match]] = {
            "bluffers": self.table, "liars_dice": self.dice_table, "bluff": self.bluff_table,
            "wizard": self.wizard_table,
        }  # fmt: skip
        return tables[game]


CLEAN: Final = Parts()
"""The backend as it should be."""
