"""What follows from the game that a room was opened for."""

from __future__ import annotations

from msgspec.structs import replace

from harness.dialects.dialect import RoomOptions
from harness.wire.options import GameOptions
from harness.wire.policy import Policy


def chosen_of(options: RoomOptions) -> GameOptions | None:
    """The choices that the creator of a room made for its game, None when he made none."""
    return options.liars_dice or options.bluff or options.wizard


def policy_of(policy: Policy, game: str) -> Policy:
    """The policy of a room of this game: only Bluffers has points (BLF-29)."""
    return policy if game == "bluffers" else replace(policy, points={})
