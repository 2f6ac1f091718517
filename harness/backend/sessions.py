"""Sessions: who called himself what, and by which token we know him again."""

from __future__ import annotations

from itertools import islice
from typing import Final

import msgspec

from harness.backend.config import BackendConfig
from harness.backend.limits import Bucket
from harness.backend.secrets import digest_of
from harness.clock import MILLISECOND, Instant
from harness.errors import CommandError
from harness.seed import derive

KIND: Final = "session"


class Kept(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a store keeps of a session, by its public id.

    Attributes:
        name: Display name.
        digest: Digest of the token, in hexadecimal digits.
        token: The token itself, in records of versions that still kept it; "" now.
    """

    name: str
    digest: str = ""
    token: str = ""


class Account:
    """One session.

    Attributes:
        player: Public id.
        token: Bearer token, a credential; "" after a restart until it is used.
        digest: What is remembered of the token.
        name: Display name.
        bucket: Its rate limit, for calls and frames together.
        guesses: Room codes that it may still get wrong (FEAT-05).
        reports: Reports that it may still file (FEAT-32).
        used: When the last call came in.
        rooms: Rooms that it is a member of.
    """

    __slots__ = ("bucket", "digest", "guesses", "name", "player", "reports", "rooms", "token", "used")

    def __init__(self, player: str, digest: bytes, name: str, config: BackendConfig, *, now: Instant) -> None:
        self.player = player
        self.token = ""
        self.digest = digest
        self.name = name
        self.bucket = Bucket(config.rate_per_s, config.rate_burst)
        self.guesses = Bucket.slow(config.guess_interval_ms * MILLISECOND, config.guesses_burst)
        self.reports = Bucket.slow(config.report_interval_ms * MILLISECOND, config.reports_burst)
        self.used = now
        self.rooms = 0

    def kept(self) -> bytes:
        """What a store keeps."""
        return msgspec.json.encode(Kept(name=self.name, digest=self.digest.hex()))


class Sessions:
    """All sessions, least recently used first. Tokens are known by their digests."""

    __slots__ = ("_by_digest", "_by_player", "_config", "_forgotten", "_opened", "_root")

    def __init__(self, config: BackendConfig, root: bytes) -> None:
        self._config = config
        self._root = root
        self._by_digest: dict[bytes, Account] = {}
        self._by_player: dict[str, Account] = {}
        self._opened = 0
        self._forgotten: list[str] = []

    def __len__(self) -> int:
        return len(self._by_digest)

    def open(self, name: str, *, now: Instant) -> Account:
        """A new session for this (clean) name.

        Raises:
            CommandError: `rate`, when there are too many sessions that may not be forgotten.
        """
        self._forget_idle(now)
        if len(self._by_digest) >= self._config.sessions_max:
            raise CommandError("rate", "too many sessions")
        self._opened += 1
        key = derive(self._root, "session", self._opened).hex()
        token = derive(self._root, "token", self._opened).hex()[:40]
        account = Account(f"p{key[:12]}", digest_of(token), name, self._config, now=now)
        account.token = token
        self._add(account)
        return account

    def restore(self, player: str, body: bytes) -> None:
        """What a store kept: the session goes on."""
        kept = msgspec.json.decode(body, type=Kept)
        digest = bytes.fromhex(kept.digest) or digest_of(kept.token)
        self._add(Account(player, digest, kept.name, self._config, now=0))

    def refresh(self, *, now: Instant) -> None:
        """Nobody could use a session while the backend was down: all were used now."""
        for account in self._by_digest.values():
            account.used = now

    def of(self, player: str) -> Account | None:
        """The session of this player, None when there is none."""
        return self._by_player.get(player)

    def take_forgotten(self) -> tuple[str, ...]:
        """Public ids of the sessions that were forgotten since the last call."""
        forgotten, self._forgotten = tuple(self._forgotten), []
        return forgotten

    def find(self, token: str | None, *, now: Instant) -> Account:
        """The session of this token, which thereby was used.

        Raises:
            CommandError: `bad_token`, for unknown and for forgotten ones alike.
        """
        account = self._by_digest.pop(digest_of(token), None) if token else None
        if account is None:
            raise CommandError("bad_token")
        if self._idle(account, now):
            self._forget(account)
            raise CommandError("bad_token")
        assert token is not None
        account.token = token
        account.used = now
        self._by_digest[account.digest] = account
        return account

    def _add(self, account: Account) -> None:
        self._by_digest[account.digest] = account
        self._by_player[account.player] = account

    def _forget(self, account: Account) -> None:
        del self._by_player[account.player]
        self._forgotten.append(account.player)

    def _idle(self, account: Account, now: Instant) -> bool:
        return not account.rooms and now - account.used >= self._config.session_idle_ms * MILLISECOND

    def _forget_idle(self, now: Instant) -> None:
        """Look at the two that were used longest ago: so each new session pays for its own forgetting."""
        limit = self._config.session_idle_ms * MILLISECOND
        for digest in tuple(islice(self._by_digest, 2)):
            account = self._by_digest[digest]
            if now - account.used < limit:
                return
            del self._by_digest[digest]
            if account.rooms:
                account.used = now
                self._by_digest[digest] = account
            else:
                self._forget(account)
