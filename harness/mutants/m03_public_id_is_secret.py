"""M03: whoever names a player's public id gets his seat (BLF-E39)."""

from __future__ import annotations

from harness.backend.member import Member
from harness.backend.parts import Parts
from harness.backend.secrets import Secrets
from harness.mutants.mutant import Mutant


class OpenSecrets(Secrets):
    """Takes the public id for a credential."""

    def find(self, secret: str) -> Member | None:
        """By secret, or by public id."""
        return super().find(secret) or next((m for m in self._members.values() if m.player == secret), None)


MUTANT = Mutant(
    name="M03",
    about="The public player id is accepted as resume secret.",
    oracle="seat_binding",
    check="C4",
    parts=Parts(secrets=OpenSecrets),
)
