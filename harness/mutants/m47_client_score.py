"""M47: a `score` that a client puts into a command is merged into the result (BLF-34)."""

from __future__ import annotations

import msgspec

from harness.backend.link import Link
from harness.backend.messages import Effect
from harness.backend.parts import Parts
from harness.backend.sockets import Sockets
from harness.backend.table import Table
from harness.clock import Instant
from harness.mutants.mutant import Mutant


class TrustingTable(Table):
    """Adds what the players say they have."""

    claimed: int = 0
    claimant: int = -1

    def points(self) -> tuple[int | None, ...]:
        """By place, and what was claimed."""
        return tuple(
            points + self.claimed if points is not None and seat == self.claimant else points
            for seat, points in enumerate(super().points())
        )


class TrustingSockets(Sockets):
    """Takes `score` out of any command, keeps it, and reads the rest."""

    def text(self, link: Link, raw: bytes, now: Instant, out: list[Effect]) -> None:
        """As it should be, without the score."""
        try:
            data = msgspec.json.decode(raw)
        except (msgspec.MsgspecError, ValueError, RecursionError):
            data = None
        if isinstance(data, dict) and "score" in data and link.member is not None:
            score = data.pop("score")
            table, seat = link.member.room.table, link.member.seat
            if isinstance(table, TrustingTable) and seat is not None and type(score) is int:
                table.claimed, table.claimant = score, seat
            raw = msgspec.json.encode(data)
        super().text(link, raw, now, out)


MUTANT = Mutant(
    name="M47",
    about="A client's score field is merged into the result.",
    oracle="client_values",
    check="L3",
    parts=Parts(table=TrustingTable, sockets=TrustingSockets),
)
