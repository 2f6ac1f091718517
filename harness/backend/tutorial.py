"""The Tutorial Match: one human, two bots, everything that chance decides fixed, no points of any kind (BLF-E41)."""

from __future__ import annotations

from typing import Final

from harness.backend.messages import Effect, Keep
from harness.dialects.dialect import ChanceScript, RoomOptions
from harness.errors import CommandError

KIND: Final = "tutorial"
SEATS: Final = 3

OPTIONS: Final = RoomOptions(
    seats=SEATS,
    ai_fill=True,
    chance=ChanceScript(
        opener=0,
        tables=("K", "A", "Q", "K", "A", "Q"),
        hands=(
            ("KK*QA", "QQAAK", "KAQQA"),
            ("AAKQ*", "AKQQK", "QAKQK"),
            ("QQQKA", "KKAAQ", "A*KKQ"),
            ("KQA*K", "KQQAA", "QKAQA"),
        ),
        shots=(5, 2, 2),
    ),
)
"""First a hand to play true cards from, then one with a doubtful neighbour; the bots' bullets come early."""


class Tutorials:
    """Who has finished or skipped the tutorial, and which room of it is open for whom."""

    __slots__ = ("_over", "_rooms")

    def __init__(self) -> None:
        self._over: set[str] = set()
        self._rooms: dict[str, str] = {}

    def is_offered(self, player: str) -> bool:
        """It was neither finished nor skipped."""
        return player not in self._over

    def room_of(self, player: str) -> str | None:
        """The code of the room in which he has begun it; None when there is none.

        Raises:
            CommandError: `tutorial_over`.
        """
        if player in self._over:
            raise CommandError("tutorial_over")
        return self._rooms.get(player)

    def begin(self, player: str, code: str) -> None:
        """It can be resumed in this room."""
        self._rooms[player] = code

    def abandon(self, player: str) -> None:
        """The room is gone; whoever did not finish may begin again."""
        self._rooms.pop(player, None)

    def over(self, player: str, *, seen: bool, out: list[Effect]) -> None:
        """The match is over: that is the end of it for somebody who was there to see it."""
        if seen:
            self.end(player, out=out)
        else:
            self.abandon(player)

    def end(self, player: str, *, out: list[Effect]) -> None:
        """Finished or skipped: it is never offered again."""
        self._rooms.pop(player, None)
        if player not in self._over:
            self._over.add(player)
            out.append(Keep(KIND, player, b"over"))

    def forget(self, player: str, *, out: list[Effect]) -> None:
        """A player is gone for good."""
        if player in self._over:
            self._over.remove(player)
            out.append(Keep(KIND, player, None))

    def restore(self, player: str) -> None:
        """What a store kept."""
        self._over.add(player)
