"""Who blocked whom (BLF-E35). The blocked are not told, and a match knows nothing of it."""

from __future__ import annotations

from typing import Final

import msgspec

from harness.backend.config import BackendConfig
from harness.backend.messages import Effect, Keep
from harness.errors import CommandError

KIND: Final = "blocks"


class Blocks:
    """Blocked players by the one who blocked them, in the order of blocking."""

    __slots__ = ("_blocked", "_config")

    def __init__(self, config: BackendConfig) -> None:
        self._config = config
        self._blocked: dict[str, dict[str, None]] = {}

    def add(self, by: str, player: str, *, out: list[Effect]) -> None:
        """Block a player; a second time changes nothing.

        Whether there is such a player is not looked at, so that the answer says nothing about it.

        Raises:
            CommandError: `not_yourself` or `too_many_blocks`.
        """
        if player == by:
            raise CommandError("not_yourself")
        blocked = self._blocked.setdefault(by, {})
        if player in blocked:
            return
        if len(blocked) >= self._config.blocks_max:
            raise CommandError("too_many_blocks")
        blocked[player] = None
        out.append(self._record(by))

    def remove(self, by: str, player: str, *, out: list[Effect]) -> None:
        """Take a block back; without one nothing changes."""
        blocked = self._blocked.get(by, {})
        if player in blocked:
            del blocked[player]
            out.append(self._record(by))
            if not blocked:
                del self._blocked[by]

    def of(self, by: str) -> tuple[str, ...]:
        """Whom this player has blocked."""
        return tuple(self._blocked.get(by, ()))

    def has(self, by: str, player: str) -> bool:
        """Whether `by` has blocked `player`."""
        return player in self._blocked.get(by, ())

    def forget(self, by: str, *, out: list[Effect]) -> None:
        """A player is gone for good, and his blocks with him."""
        if self._blocked.pop(by, None) is not None:
            out.append(Keep(KIND, by, None))

    def restore(self, by: str, body: bytes) -> None:
        """What a store kept."""
        self._blocked[by] = dict.fromkeys(msgspec.json.decode(body, type=list[str]))

    def _record(self, by: str) -> Keep:
        blocked = self._blocked[by]
        return Keep(KIND, by, msgspec.json.encode(list(blocked)) if blocked else None)
