"""One member of a room: a human with a session, or a bot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from harness.backend.link import Link
from harness.backend.secrets import secret_of
from harness.clock import Instant
from harness.wire import events as ev

if TYPE_CHECKING:  # pragma: no cover
    from harness.backend.room import Room
    from harness.backend.sessions import Account


class Member:
    """A member.

    Attributes:
        room: The room.
        player: Public id.
        name: Display name.
        account: The session behind it; None for bots.
        issue: Number of the seat's secret within the room; bots have a number and no secret.
        digest: What is kept of the secret; b"" for bots.
        link: The connection, None without one.
        absent_since: When the last connection was lost (or the room was entered without one).
        away: Announced as away (BLF-E04).
        ready: Will be seated at the next Start (BLF-E40).
        restarted: No snapshot has said yet that the backend was restarted.
        seat: The seat in the running match, None outside one.
        answers: Encoded answers to the last commands by their id, oldest first.
    """

    __slots__ = (
        "absent_since",
        "account",
        "answers",
        "away",
        "digest",
        "issue",
        "link",
        "name",
        "player",
        "ready",
        "restarted",
        "room",
        "seat",
    )

    def __init__(
        self, room: Room, player: str, name: str, account: Account | None, *, issue: int, digest: bytes, now: Instant
    ) -> None:
        self.room = room
        self.player = player
        self.name = name
        self.account = account
        self.issue = issue
        self.digest = digest
        self.link: Link | None = None
        self.absent_since = now
        self.away = False
        self.ready = True
        self.restarted = False
        self.seat: int | None = None
        self.answers: dict[str, bytes] = {}

    @property
    def human(self) -> bool:
        """Not a bot."""
        return self.account is not None

    @property
    def secret(self) -> str:
        """The resume secret: only while its owner calls, as it follows from his token and is kept nowhere."""
        assert self.account is not None
        return secret_of(self.account.token, self.room.key, self.issue)

    def public(self) -> ev.Member:
        """What everybody may know about this member."""
        return ev.Member(
            player=self.player, name=self.name, kind="human" if self.human else "bot", present=not self.away
        )

    def keep_answer(self, id_: str, body: bytes, kept_max: int) -> None:
        """Remember the answer to a command, and forget the oldest when there are too many."""
        self.answers[id_] = body
        if len(self.answers) > kept_max:
            del self.answers[next(iter(self.answers))]
