"""Sessions: who called himself what, and by which token we know him again."""

from __future__ import annotations

from itertools import islice

from harness.backend.config import BackendConfig
from harness.backend.limits import Bucket
from harness.clock import MILLISECOND, Instant
from harness.errors import CommandError
from harness.seed import derive


class Account:
    """One session.

    Attributes:
        player: Public id.
        token: Bearer token, a credential.
        name: Display name.
        bucket: Its rate limit, for calls and frames together.
        used: When the last call came in.
        rooms: Rooms that it is a member of.
    """

    __slots__ = ("bucket", "name", "player", "rooms", "token", "used")

    def __init__(self, player: str, token: str, name: str, bucket: Bucket, *, now: Instant) -> None:
        self.player = player
        self.token = token
        self.name = name
        self.bucket = bucket
        self.used = now
        self.rooms = 0


class Sessions:
    """All sessions, least recently used first."""

    __slots__ = ("_by_token", "_config", "_opened", "_root")

    def __init__(self, config: BackendConfig, root: bytes) -> None:
        self._config = config
        self._root = root
        self._by_token: dict[str, Account] = {}
        self._opened = 0

    def __len__(self) -> int:
        return len(self._by_token)

    def open(self, name: str, *, now: Instant) -> Account:
        """A new session for this (clean) name.

        Raises:
            CommandError: `rate`, when there are too many sessions that may not be forgotten.
        """
        self._forget_idle(now)
        if len(self._by_token) >= self._config.sessions_max:
            raise CommandError("rate", "too many sessions")
        self._opened += 1
        key = derive(self._root, "session", self._opened).hex()
        bucket = Bucket(self._config.rate_per_s, self._config.rate_burst)
        account = Account(f"p{key[:12]}", derive(self._root, "token", self._opened).hex()[:40], name, bucket, now=now)
        self._by_token[account.token] = account
        return account

    def find(self, token: str | None, *, now: Instant) -> Account:
        """The session of this token, which thereby was used.

        Raises:
            CommandError: `bad_token`, for unknown and for forgotten ones alike.
        """
        account = self._by_token.pop(token or "", None)
        if account is None or self._idle(account, now):
            raise CommandError("bad_token")
        account.used = now
        self._by_token[account.token] = account
        return account

    def _idle(self, account: Account, now: Instant) -> bool:
        return not account.rooms and now - account.used >= self._config.session_idle_ms * MILLISECOND

    def _forget_idle(self, now: Instant) -> None:
        """Look at the two that were used longest ago: so each new session pays for its own forgetting."""
        limit = self._config.session_idle_ms * MILLISECOND
        for token in tuple(islice(self._by_token, 2)):
            account = self._by_token[token]
            if now - account.used < limit:
                return
            del self._by_token[token]
            if account.rooms:
                account.used = now
                self._by_token[token] = account
