"""One room: its members, its owner, who is present, and the matches that are played in it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Literal

from harness.backend.bots import NAMES
from harness.backend.choices import chosen_of, policy_of
from harness.backend.civil import iso_of, season_of
from harness.backend.house import House
from harness.backend.link import Link
from harness.backend.match import Match
from harness.backend.member import Member
from harness.backend.messages import Close, Effect
from harness.backend.sessions import Account
from harness.clock import MILLISECOND, Duration, Instant
from harness.dialects.dialect import RoomOptions
from harness.errors import CommandError
from harness.seed import derive
from harness.wire import commands as cm
from harness.wire import events as ev
from harness.wire.options import SEATS
from harness.wire.refusals import REFUSALS, CloseCode


class Room:
    """A room. Methods append what follows to `out`; those that refuse raise CommandError and change nothing.

    Args:
        house: What rooms share.
        code: The code to join by.
        key: Root of the room's own chance; differs also from earlier rooms with this code.
        options: What the creator chose, already checked.
        next_match: Gives a match id that was never used.
        closed: Called when the room is gone.
        now: The present instant.

    Attributes:
        members: In order of arrival (BLF-E06).
        owner: Public id of the owner.
        phase: Where the room stands.
        broadcast: Its public stream.
        policy: What it promises.
        table: The running match, None outside one.
        previous: The match before it, as it ended; None before the first.
        result: The last finished match.
        pupil: Public id of the one whose tutorial this is, "" in other rooms (BLF-E41).
    """

    __slots__ = (
        "_closed", "_deserted_since", "_desertion_set", "_house", "_issued", "_key", "_lobby_since", "_next_match",
        "broadcast", "code", "members", "options", "owner", "phase", "policy", "previous", "pupil", "result", "table",
    )  # fmt: skip

    def __init__(
        self, house: House, code: str, key: bytes, options: RoomOptions, *, next_match: Callable[[], str],
        closed: Callable[[Room], None], now: Instant,
    ) -> None:  # fmt: skip
        self._house = house
        self._key = key
        self._next_match = next_match
        self._closed = closed
        self._issued = 0
        self._lobby_since = now
        self._deserted_since = now
        self._desertion_set = False
        self.code = code
        self.options = options
        self.members: list[Member] = []
        self.owner = ""
        self.phase: ev.Phase = "lobby"
        self.policy = policy_of(house.config.policy(options.turn_ms), options.game)
        self.broadcast = house.parts.broadcast(house.codec)
        self.table: Match | None = None
        self.previous: Match | None = None
        self.result: ev.Result | None = None
        self.pupil = ""
        self._watch_desertion()

    # -- the lobby -------------------------------------------------------------------------------

    def member_of(self, account: Account) -> Member:
        """The member with this session. Raises CommandError `not_member`."""
        for member in self.members:
            if member.account is account:
                return member
        raise CommandError("not_member")

    def join(self, account: Account, *, now: Instant, out: list[Effect]) -> Member:
        """Take a seat, or find the one that this session has already (BLF-E38).

        Raises:
            CommandError: `tutorial`, `already_started`, `full` or `too_many_rooms`.
        """
        for member in self.members:
            if member.account is account:
                return member
        self._check_lobby()
        self._check_space()
        if account.rooms >= self._house.config.rooms_per_player_max:
            raise CommandError("too_many_rooms")
        secret = derive(self._key, "secret", self._issue()).hex()[:40]
        member = Member(self, account.player, account.name, account, secret, now=now)
        account.rooms += 1
        self._house.secrets.add(member)
        self.members.append(member)
        cause: ev.Cause = "joined" if self.owner else "created"
        self.owner = self.owner or member.player
        self.broadcast.begin(out)
        self._publish_roster(cause, member)
        self._watch_absence(member)
        return member

    def add_bot(self, account: Account, *, now: Instant, out: list[Effect]) -> Member:
        """Seat a bot (BLF-E37). Raises CommandError `not_member`, `not_owner`, `already_started` or `full`."""
        self._check_owner(account)
        self._check_lobby()
        self._check_space()
        self.broadcast.begin(out)
        return self._seat_bot(now=now)

    def remove_bot(self, account: Account, player: str, *, out: list[Effect]) -> None:
        """Unseat a bot. Raises CommandError `not_member`, `not_owner`, `already_started` or `not_a_bot`."""
        self._check_owner(account)
        self._check_lobby()
        for member in self.members:
            if member.player == player and not member.human:
                self.members.remove(member)
                self.broadcast.begin(out)
                self._publish_roster("bot_removed", member)
                return
        raise CommandError("not_a_bot")

    def start(self, account: Account, *, now: Instant, out: list[Effect]) -> str:
        """Start a match of all who are ready; the others leave the room (BLF-E40), bots may fill it (FEAT-10).

        An owner who starts from the results screen asks for the rematch thereby. Returns the match id.

        Raises:
            CommandError: `not_member`, `not_owner`, `already_started` or `too_few`.
        """
        owner = self._check_owner(account)
        self._check_lobby()
        seated = [member for member in self.members if member.ready or member is owner]
        if len(seated) < SEATS[self.options.game][0] and not self.options.ai_fill:
            raise CommandError("too_few")
        self.broadcast.begin(out)
        self._make_ready(owner)
        for member in [member for member in self.members if not member.ready]:
            self._remove(member)
            self._publish_roster("left", member)
            self._part(member, CloseCode.LEFT, "the match starts without you", out)
        while self.options.ai_fill and len(self.members) < self.options.seats:
            self._seat_bot(now=now)
        for seat, member in enumerate(self.members):
            member.seat = seat
        self.phase = "playing"
        self.broadcast.log = []
        table = self._house.parts.table_of(self.options.game)
        self.table = table(self._house, self, self._next_match(), self.members, self.options.chance)
        self.table.start(now=now)
        return self.table.match

    def rematch(self, account: Account, *, out: list[Effect]) -> None:
        """Ask for a seat in the next match. Raises CommandError `not_member` or `already_started`."""
        member = self.member_of(account)
        self._check_lobby()
        self.broadcast.begin(out)
        self._make_ready(member)

    def leave(self, member: Member, *, id_: str | None, now: Instant, out: list[Effect]) -> None:
        """A member leaves, at any moment; `id_` names his command, None when he did it over HTTP."""
        self.broadcast.begin(out)
        if id_ is not None:
            self._accept(member, id_)
        self._depart(member, "left", now=now, out=out)

    # -- presence --------------------------------------------------------------------------------

    def attach(self, member: Member, link: Link, *, now: Instant, out: list[Effect]) -> None:
        """A good hello: the newest socket of a player is his socket, and begins with a snapshot."""
        self.broadcast.begin(out)
        if member.away:
            member.away = False
            self.broadcast.publish(
                ev.Back(number=self.broadcast.next(), group=self.broadcast.group, player=member.player)
            )
        replaced = member.link
        member.link = link
        link.member = member
        self.broadcast.tell(link, self.snapshot_for(member, now=now))
        self.broadcast.listeners.append(link)
        if replaced is not None:
            self._hang_up(replaced, CloseCode.REPLACED, "another connection took this seat", out)

    def is_current(self, member: Member, link: Link) -> bool:
        """This is the socket that the member sits at; an older one changes nothing any more."""
        return member.link is link

    def lost(self, member: Member, link: Link, *, now: Instant) -> None:
        """A socket is gone."""
        if not self.is_current(member, link):
            return
        self.broadcast.listeners.remove(link)
        member.link = None
        member.absent_since = now
        if not self.broadcast.listeners:
            self._deserted_since = now
            self._watch_desertion()
        self._watch_absence(member)

    def snapshot_for(self, member: Member, *, now: Instant) -> ev.Snapshot:
        """Everything that this member may know, built by naming (BLF-25)."""
        table = self.table
        return ev.Snapshot(
            number=self.broadcast.number,
            room=self.code,
            owner=self.owner,
            phase=self.phase,
            members=self.public_members(),
            you=member.player,
            seat=member.seat,
            policy=self.policy,
            table=None if table is None or member.seat is None else table.view_for(member.seat, now=now),
            result=self.result,
            game=self.options.game,
            options=chosen_of(self.options),
        )

    def public_members(self) -> tuple[ev.Member, ...]:
        """The members as everybody sees them."""
        return tuple(member.public() for member in self.members)

    # -- commands over the socket ------------------------------------------------------------------

    def command(
        self, member: Member, link: Link, command: cm.Move | cm.Leave, *, now: Instant, out: list[Effect]
    ) -> None:
        """Take a command of a member; one with a known id gets its first answer again and does nothing."""
        known = member.answers.get(command.id)
        if known is not None:
            out.append(link.frame(known))
        elif isinstance(command, cm.Leave):
            self.leave(member, id_=command.id, now=now, out=out)
        else:
            self._move(member, command, now=now, out=out)

    def match_decided(self, *, now: Instant, out: list[Effect]) -> None:
        """The match is over: settle it once, say so, and wait for a rematch (BLF-E45)."""
        table = self.table
        assert table is not None
        utc_ms = self._house.civil.utc_ms(now=now)
        result = table.result(season=season_of(utc_ms), ended=iso_of(utc_ms))
        settled = self._house.ledger.settle(result, table.awards(result))
        assert settled is not None
        out.append(settled)
        self.table, self.previous = None, table
        self.result = result
        self.phase = "results"
        self._lobby_since = now
        for member in self.members:
            member.seat = None
            member.ready = not member.human
            self._watch_absence(member)
        self._watch_desertion()
        self.broadcast.publish(ev.MatchOver(number=self.broadcast.next(), group=self.broadcast.group, result=result))
        self._close_log(table, now=now, out=out)
        if self.pupil:
            self._house.tutorials.over(self.pupil, seen=bool(self.broadcast.listeners), out=out)

    def _move(self, member: Member, command: cm.Move, *, now: Instant, out: list[Effect]) -> None:
        self.broadcast.begin(out)
        table = self.table
        if table is None or member.seat is None:
            self._refuse(member, command.id, "no_match")
            return
        try:
            finish = table.attempt(member.seat, command)
        except CommandError as refused:
            self._refuse(member, command.id, refused.code)
            return
        self._accept(member, command.id)
        finish(now, out)

    def _accept(self, member: Member, id_: str) -> None:
        self._answer(member, id_, ev.Ok(id=id_, number=self.broadcast.number + 1))

    def _refuse(self, member: Member, id_: str, code: str) -> None:
        refusal = REFUSALS[code]
        self._answer(member, id_, ev.Refused(id=id_, code=code, rule=refusal.rule, detail=refusal.meaning))

    def _answer(self, member: Member, id_: str, event: ev.Ok | ev.Refused) -> None:
        assert member.link is not None
        member.keep_answer(id_, self.broadcast.tell(member.link, event), self._house.config.answers_max)

    # -- inside ------------------------------------------------------------------------------------

    def _seat_bot(self, *, now: Instant) -> Member:
        bots = sum(not member.human for member in self.members)
        player = "b" + derive(self._key, "bot", self._issue()).hex()[:12]
        member = Member(self, player, NAMES[bots % len(NAMES)], None, "", now=now)
        self.members.append(member)
        self._publish_roster("bot_added", member)
        return member

    def _close_log(self, table: Match, *, now: Instant, out: list[Effect]) -> None:
        """The match is over or stopped: its public log is kept (FEAT-54)."""
        events, self.broadcast.log = self.broadcast.log or [], None
        seats = tuple(member.player for member in table.seats)
        self._house.logs.close(table.match, seats, events, utc_ms=self._house.civil.utc_ms(now=now), out=out)

    def _issue(self) -> int:
        self._issued += 1
        return self._issued

    def _check_owner(self, account: Account) -> Member:
        member = self.member_of(account)
        if member.player != self.owner:
            raise CommandError("not_owner")
        return member

    def _check_lobby(self) -> None:
        if self.pupil:
            raise CommandError("tutorial")
        if self.phase == "playing":
            raise CommandError("already_started")

    def _check_space(self) -> None:
        if len(self.members) >= self.options.seats:
            raise CommandError("full")

    def _publish_roster(self, cause: ev.Cause, member: Member) -> None:
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

    def _make_ready(self, member: Member) -> None:
        if not member.ready:
            member.ready = True
            self.phase = "lobby"
            self._publish_roster("rematch", member)

    def _remove(self, member: Member) -> None:
        """Take a human out of the books; the longest-present human owns then, never a bot (BLF-E36)."""
        assert member.account is not None
        self.members.remove(member)
        member.account.rooms -= 1
        self._house.secrets.forget(member)
        if self.owner == member.player:
            self.owner = next((other.player for other in self.members if other.human), "")

    def _depart(self, member: Member, cause: ev.Cause, *, now: Instant, out: list[Effect]) -> None:
        table = self.table
        self._remove(member)
        if table is not None:
            assert member.seat is not None
            table.leave(member.seat, stop=not self.owner, now=now, out=out)
        if not self.owner:
            self._close("empty", now=now, out=out)
        else:
            self._publish_roster(cause, member)
        self._part(member, CloseCode.LEFT, "left", out)

    def _close(self, reason: Literal["empty", "idle"], *, now: Instant, out: list[Effect]) -> None:
        """The room is gone with everybody in it; its code is dead."""
        self.broadcast.publish(ev.RoomClosed(number=self.broadcast.next(), group=self.broadcast.group, reason=reason))
        if self.table is not None:
            self._close_log(self.table, now=now, out=out)
        self.phase = "closed"
        self.table = None
        for member in [member for member in self.members if member.human]:
            self._remove(member)
        self.members.clear()
        self._closed(self)

    def _part(self, member: Member, code: CloseCode, reason: str, out: list[Effect]) -> None:
        link = member.link
        if link is not None:
            member.link = None
            self._hang_up(link, code, reason, out)

    def _hang_up(self, link: Link, code: CloseCode, reason: str, out: list[Effect]) -> None:
        self.broadcast.listeners.remove(link)
        link.open = False
        out.append(Close(link.connection, code, reason))

    # -- what is due -------------------------------------------------------------------------------

    def _watch_absence(self, member: Member) -> None:
        """See to it that a member without a connection is away, and later gone, in time."""
        if member.link is not None or not member.human:
            return
        alarms = self._house.alarms
        if not member.away:
            alarms.set(member.absent_since + self._away_time(), partial(self._away_rang, member))
        if self.phase != "playing":
            alarms.set(self._drop_at(member), partial(self._drop_rang, member))

    def _watch_desertion(self) -> None:
        if not self._desertion_set:
            self._desertion_set = True
            self._house.alarms.set(self._desertion_at(), self._desertion_rang)

    def _desertion_at(self) -> Instant:
        return max(self._deserted_since, self._lobby_since) + self._house.config.room_idle_ms * MILLISECOND

    def _away_time(self) -> Duration:
        return self.policy.away_ms * MILLISECOND

    def _drop_at(self, member: Member) -> Instant:
        return max(member.absent_since, self._lobby_since) + self.policy.lobby_drop_ms * MILLISECOND

    def is_absent(self, member: Member) -> bool:
        """A member of this room without a connection."""
        return member.link is None and member in self.members

    def _away_rang(self, member: Member, mark: int, now: Instant, out: list[Effect]) -> None:
        if not self.is_absent(member) or member.away or now < member.absent_since + self._away_time():
            return
        member.away = True
        self.broadcast.begin(out)
        self.broadcast.publish(ev.Away(number=self.broadcast.next(), group=self.broadcast.group, player=member.player))
        if self.table is not None and member.seat is not None:
            self.table.became_away(member.seat, now=now, out=out)

    def _drop_rang(self, member: Member, mark: int, now: Instant, out: list[Effect]) -> None:
        if self.is_absent(member) and self.phase != "playing" and now >= self._drop_at(member):
            self.broadcast.begin(out)
            self._depart(member, "expired", now=now, out=out)

    def _desertion_rang(self, mark: int, now: Instant, out: list[Effect]) -> None:
        """Nobody is connected and nothing is played: give the code back."""
        self._desertion_set = False
        if self.phase not in ("lobby", "results") or self.broadcast.listeners:
            return
        if now < self._desertion_at():
            self._watch_desertion()
        else:
            self.broadcast.begin(out)
            self._close("idle", now=now, out=out)
