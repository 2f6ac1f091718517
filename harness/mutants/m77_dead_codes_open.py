"""M77: the code of a closed room still opens it (BLF-E38)."""

from __future__ import annotations

from harness.backend.lobby import Lobby
from harness.backend.parts import Parts
from harness.backend.room import Room
from harness.mutants.mutant import Mutant


class KeepingLobby(Lobby):
    """Forgets to forget."""

    def _closed(self, room: Room) -> None:
        """The room stays where it can be found."""


MUTANT = Mutant(
    name="M77",
    about="The code of a closed room still opens it.",
    oracle="room_codes",
    check="N1",
    parts=Parts(lobby=KeepingLobby),
)
