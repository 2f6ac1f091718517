"""The people of one room: members in order of arrival, the owner, bots, and the lobby calls (BLF-E36..E40)."""

from __future__ import annotations

from abc import ABC, abstractmethod

from harness.backend.bots import NAMES
from harness.backend.choices import policy_of
from harness.backend.house import House
from harness.backend.journal import VERSION, Act, Entry, Header, Journal, KeptMember, Legacy
from harness.backend.member import Member
from harness.backend.messages import Effect
from harness.backend.secrets import digest_of, secret_of
from harness.backend.sessions import Account
from harness.clock import Instant
from harness.dialects.dialect import RoomOptions
from harness.errors import CommandError, LocalError
from harness.seed import derive
from harness.wire import commands as cm
from harness.wire import events as ev


class Gathering(ABC):
    """Who is in a room. Methods append what follows to `out`; those that refuse raise CommandError and change nothing.

    Args:
        house: What rooms share.
        code: The code to join by.
        key: What the room's own ids come from; differs also from earlier rooms with this code.
        options: What the creator chose, already checked.
        now: The present instant.

    Attributes:
        members: In order of arrival (BLF-E06).
        owner: Public id of the owner.
        phase: Where the room stands.
        broadcast: Its public stream.
        policy: What it promises.
        previous: What the match before left; None before the first.
        result: The last finished match.
        pupil: Public id of the one whose tutorial this is, "" in other rooms (BLF-E41).
        journal: Where everything that has an effect is written.
    """

    __slots__ = (
        "_deserted_since", "_house", "_issued", "_lobby_since", "broadcast", "code", "journal", "key", "members",
        "options", "owner", "phase", "policy", "previous", "pupil", "result",
    )  # fmt: skip

    def __init__(self, house: House, code: str, key: bytes, options: RoomOptions, *, now: Instant) -> None:
        self._house = house
        self._issued = 0
        self._lobby_since = now
        self._deserted_since = now
        self.key = key
        self.code = code
        self.options = options
        self.members: list[Member] = []
        self.owner = ""
        self.phase: ev.Phase = "lobby"
        self.policy = policy_of(house.config.policy(options.turn_ms), options.game)
        self.broadcast = house.parts.broadcast(house.codec)
        self.journal = Journal(house.new_journal)
        self.previous: Legacy | None = None
        self.result: ev.Result | None = None
        self.pupil = ""

    @abstractmethod
    def new_member(
        self, player: str, name: str, account: Account | None, *, issue: int, digest: bytes, now: Instant
    ) -> Member:
        """Somebody who is in no book yet."""

    # -- lobby calls -------------------------------------------------------------------------------

    def member_of(self, account: Account) -> Member:
        """The member with this session. Raises CommandError `not_member`."""
        for member in self.members:
            if member.account is account:
                return member
        raise CommandError("not_member")

    def member(self, player: str) -> Member:
        """The member with this public id; there must be one."""
        return next(member for member in self.members if member.player == player)

    def public_members(self) -> tuple[ev.Member, ...]:
        """The members as everybody sees them."""
        return tuple(member.public() for member in self.members)

    def enter(self, account: Account, digest: bytes, *, now: Instant, out: list[Effect]) -> Member:
        """A new member, whose secret has this digest; b"" issues one.

        Raises:
            CommandError: `tutorial`, `already_started`, `full` or `too_many_rooms`.
        """
        self.check_lobby()
        in_the_way = self._bot_in_the_way()
        if account.rooms >= self._house.config.rooms_per_player_max:
            raise CommandError("too_many_rooms")
        issue = self._issue()
        digest = digest or digest_of(secret_of(account.token, self.key, issue))
        member = self.new_member(account.player, account.name, account, issue=issue, digest=digest, now=now)
        self.broadcast.begin(out)
        if in_the_way is not None:
            self.members.remove(in_the_way)
            self.publish_roster("bot_removed", in_the_way)
        self.admit(member)
        cause: ev.Cause = "joined" if self.owner else "created"
        self.owner = self.owner or member.player
        self.publish_roster(cause, member)
        return member

    def add_bot(self, account: Account, *, now: Instant, out: list[Effect]) -> Member:
        """Seat a bot (BLF-E37). Raises CommandError `not_member`, `not_owner`, `already_started` or `full`."""
        self.check_owner(account)
        self.check_lobby()
        self._check_space()
        self.broadcast.begin(out)
        member = self.seat_bot(now=now)
        self.note("bot_added", now=now, out=out, player=account.player)
        return member

    def remove_bot(self, account: Account, player: str, *, now: Instant, out: list[Effect]) -> None:
        """Unseat a bot. Raises CommandError `not_member`, `not_owner`, `already_started` or `not_a_bot`."""
        self.check_owner(account)
        self.check_lobby()
        for member in self.members:
            if member.player == player and not member.human:
                self.members.remove(member)
                self.broadcast.begin(out)
                self.publish_roster("bot_removed", member)
                self.note("bot_removed", now=now, out=out, player=player)
                return
        raise CommandError("not_a_bot")

    def rematch(self, account: Account, *, now: Instant, out: list[Effect]) -> None:
        """Ask for a seat in the next match. Raises CommandError `not_member` or `already_started`."""
        member = self.member_of(account)
        self.check_lobby()
        self.broadcast.begin(out)
        if self.make_ready(member):
            self.note("rematch", now=now, out=out, player=member.player)

    # -- the books ---------------------------------------------------------------------------------

    def admit(self, member: Member) -> None:
        """Take somebody into the books."""
        self.members.append(member)
        if member.account is not None:
            member.account.rooms += 1
            self._house.secrets.add(member)

    def remove(self, member: Member) -> None:
        """Take a human out of the books; the longest-present human owns then, never a bot (BLF-E36)."""
        assert member.account is not None
        self.members.remove(member)
        member.account.rooms -= 1
        self._house.secrets.forget(member)
        if self.owner == member.player:
            self.owner = next((other.player for other in self.members if other.human), "")

    def seat_bot(self, *, now: Instant) -> Member:
        """A bot takes a seat."""
        bots = sum(not member.human for member in self.members)
        issue = self._issue()
        player = "b" + derive(self.key, "bot", issue).hex()[:12]
        member = self.new_member(player, NAMES[bots % len(NAMES)], None, issue=issue, digest=b"", now=now)
        self.admit(member)
        self.publish_roster("bot_added", member)
        return member

    def make_ready(self, member: Member) -> bool:
        """He will be seated at the next Start; False when he was to be anyhow."""
        if member.ready:
            return False
        member.ready = True
        self.phase = "lobby"
        self.publish_roster("rematch", member)
        return True

    def check_owner(self, account: Account) -> Member:
        """The member with this session, who must own the room. Raises CommandError `not_member` or `not_owner`."""
        member = self.member_of(account)
        if member.player != self.owner:
            raise CommandError("not_owner")
        return member

    def check_lobby(self) -> None:
        """No match runs. Raises CommandError `tutorial` or `already_started`."""
        if self.pupil:
            raise CommandError("tutorial")
        if self.phase == "playing":
            raise CommandError("already_started")

    def publish_roster(self, cause: ev.Cause, member: Member) -> None:
        """Say who is in the room now."""
        self.broadcast.publish(
            ev.Roster(
                number=self.broadcast.next(),
                group=self.broadcast.group,
                cause=cause,
                player=member.player,
                owner=self.owner,
                phase=self.phase,
                members=self.public_members(),
            )
        )

    def _check_space(self) -> None:
        if len(self.members) >= self.options.seats:
            raise CommandError("full")

    def _bot_in_the_way(self) -> Member | None:
        """The bot whose place a guest takes at a full table that bots fill (LDC-E21); None when a seat is free.

        Raises:
            CommandError: `full`.
        """
        if len(self.members) >= self.options.seats and self.options.filled:
            bot = next((member for member in reversed(self.members) if not member.human), None)
            if bot is not None:
                return bot
        self._check_space()
        return None

    def _issue(self) -> int:
        self._issued += 1
        return self._issued

    # -- the journal -------------------------------------------------------------------------------

    def note(
        self,
        act: Act,
        *,
        now: Instant,
        out: list[Effect],
        player: str = "",
        mark: int = 0,
        digest: bytes = b"",
        command: cm.Move | cm.Leave | None = None,
    ) -> None:
        """Something had its effect: write it down, or begin a journal with what the room is now."""
        journal = self.journal
        if journal.replaying or self.phase == "closed":
            return
        if journal.is_full(playing=self.phase == "playing"):
            journal.begin(self.header(now=now), out)
        else:
            journal.write(Entry(act, now, self.broadcast.number, player, mark, digest, command), out)

    def header(self, *, now: Instant, match: str = "", root: bytes = b"") -> Header:
        """What the room is now, and the match that it begins with this."""
        return Header(
            version=VERSION,
            now=now,
            code=self.code,
            key=self.key,
            options=self.options,
            policy=self.policy,
            owner=self.owner,
            phase=self.phase,
            members=tuple(map(_kept, self.members)),
            issued=self._issued,
            lobby_since=self._lobby_since,
            deserted_since=self._deserted_since,
            number=self.broadcast.number,
            group=self.broadcast.group,
            result=self.result,
            previous=self.previous,
            pupil=self.pupil,
            match=match,
            root=root,
        )

    def adopt(self, header: Header) -> None:
        """Be what the header says; for a room that has just been made.

        Raises:
            LocalError: The session of a member is not known.
        """
        self.policy = header.policy
        self.owner = header.owner
        self.phase = header.phase
        self.result = header.result
        self.previous = header.previous
        self.pupil = header.pupil
        self._issued = header.issued
        self._lobby_since = header.lobby_since
        self._deserted_since = header.deserted_since
        self.broadcast.goes_on(header.number, header.group, [])
        for kept in header.members:
            account = self._house.sessions.of(kept.player) if kept.human else None
            if kept.human and account is None:
                raise LocalError(f"there is no session of {kept.player}")
            member = self.new_member(
                kept.player, kept.name, account, issue=kept.issue, digest=kept.digest, now=kept.absent_since
            )
            member.away, member.ready, member.restarted = kept.away, kept.ready, kept.restarted
            member.seat = kept.seat
            member.answers = dict(kept.answers)
            self.admit(member)


def _kept(member: Member) -> KeptMember:
    return KeptMember(
        player=member.player,
        name=member.name,
        human=member.human,
        issue=member.issue,
        digest=member.digest,
        linked=member.link is not None,
        absent_since=member.absent_since,
        away=member.away,
        ready=member.ready,
        restarted=member.restarted,
        seat=member.seat,
        answers=member.answers,
    )
