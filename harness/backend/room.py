"""One room: who of its members is present, what they say, and the matches that are played in it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Literal

from harness.backend.choices import chosen_of
from harness.backend.civil import iso_of, season_of
from harness.backend.gathering import Gathering
from harness.backend.house import House
from harness.backend.journal import Act, Header
from harness.backend.link import Link
from harness.backend.match import Match
from harness.backend.member import Member
from harness.backend.messages import Close, Effect
from harness.backend.sessions import Account
from harness.clock import MILLISECOND, Duration, Instant
from harness.dialects.dialect import RoomOptions
from harness.errors import CommandError, LocalError
from harness.seed import derive
from harness.wire import commands as cm
from harness.wire import events as ev
from harness.wire.options import SEATS
from harness.wire.refusals import REFUSALS, CloseCode


class Room(Gathering):
    """A room. Methods append what follows to `out`; those that refuse raise CommandError and change nothing.

    Whatever has an effect is written into the journal, once it is done.

    Args:
        house: What rooms share.
        code: The code to join by.
        key: What the room's own ids come from; differs also from earlier rooms with this code.
        options: What the creator chose, already checked.
        next_match: Gives a match id that was never used.
        closed: Called when the room is gone.
        now: The present instant.

    Attributes:
        table: The running match, None outside one.
        root: Root seed of the running match.
    """

    __slots__ = ("_closed", "_desertion_set", "_next_match", "root", "table")

    def __init__(
        self, house: House, code: str, key: bytes, options: RoomOptions, *, next_match: Callable[[], str],
        closed: Callable[[Room], None], now: Instant,
    ) -> None:  # fmt: skip
        super().__init__(house, code, key, options, now=now)
        self._next_match = next_match
        self._closed = closed
        self._desertion_set = False
        self.table: Match | None = None
        self.root = b""
        self._watch_desertion()

    def new_member(
        self, player: str, name: str, account: Account | None, *, issue: int, digest: bytes, now: Instant
    ) -> Member:
        """Somebody who is in no book yet."""
        return Member(self, player, name, account, issue=issue, digest=digest, now=now)

    # -- the lobby -------------------------------------------------------------------------------

    def join(self, account: Account, *, now: Instant, out: list[Effect], digest: bytes = b"") -> Member:
        """Take a seat, or find the one that this session has already (BLF-E38).

        Raises:
            CommandError: `tutorial`, `already_started`, `full` or `too_many_rooms`.
        """
        for member in self.members:
            if member.account is account:
                return member
        member = self.enter(account, digest, now=now, out=out)
        self._watch_absence(member)
        self.note("joined", now=now, out=out, player=member.player, digest=member.digest)
        return member

    def teach(self, account: Account, *, now: Instant, out: list[Effect]) -> Member:
        """Be the room of this player's tutorial: he sits down, and the match begins (BLF-E41)."""
        member = self.enter(account, b"", now=now, out=out)
        self._watch_absence(member)
        self.pupil = member.player
        self.broadcast.begin(out)
        self._begin_match(now=now, out=out)
        return member

    def start(self, account: Account, *, now: Instant, out: list[Effect]) -> str:
        """Start a match of all who are ready; the others leave the room (BLF-E40), bots may fill it (FEAT-10).

        An owner who starts from the results screen asks for the rematch thereby. Returns the match id.

        Raises:
            CommandError: `not_member`, `not_owner`, `already_started` or `too_few`.
        """
        owner = self.check_owner(account)
        self.check_lobby()
        seated = [member for member in self.members if member.ready or member is owner]
        if len(seated) < SEATS[self.options.game][0] and not self.options.filled:
            raise CommandError("too_few")
        self.broadcast.begin(out)
        self.make_ready(owner)
        for member in [member for member in self.members if not member.ready]:
            self.remove(member)
            self.publish_roster("left", member)
            self._part(member, CloseCode.LEFT, "the match starts without you", out)
        return self._begin_match(now=now, out=out)

    def _begin_match(self, *, now: Instant, out: list[Effect]) -> str:
        """All members play; a journal of this match begins with it."""
        while self.options.filled and len(self.members) < self.options.seats:
            self.seat_bot(now=now)
        for seat, member in enumerate(self.members):
            member.seat = seat
        self.phase = "playing"
        match = self._next_match()
        header = self.header(now=now, match=match, root=derive(self._house.root, "chance", self.code, match))
        self.open_match(header)
        self.journal.begin(header, out)
        return match

    def open_match(self, header: Header) -> None:
        """Begin the match that the header speaks of, now or once more."""
        self.broadcast.log = []
        self.root = header.root
        table = self._house.parts.table_of(self.options.game)
        self.table = table(self._house, self, header.match, self.members, self.options.chance)
        self.table.start(now=header.now)

    def leave(self, member: Member, *, now: Instant, out: list[Effect]) -> None:
        """A member leaves over HTTP, at any moment."""
        self.broadcast.begin(out)
        self._depart(member, "left", now=now, out=out)
        self.note("left", now=now, out=out, player=member.player)

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
        self.connect(member, link)
        self.broadcast.tell(link, self.snapshot_for(member, now=now))
        member.restarted = False
        self.broadcast.listeners.append(link)
        if replaced is not None:
            self._hang_up(replaced, CloseCode.REPLACED, "another connection took this seat", out)
        self.note("attached", now=now, out=out, player=member.player)

    def connect(self, member: Member, link: Link) -> None:
        """This is the member's socket now."""
        member.link = link
        link.member = member

    def is_current(self, member: Member, link: Link) -> bool:
        """This is the socket that the member sits at; an older one changes nothing any more."""
        return member.link is link

    def lost(self, member: Member, link: Link, *, now: Instant, out: list[Effect]) -> None:
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
        self.note("lost", now=now, out=out, player=member.player)

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
            restarted=member.restarted,
            game=self.options.game,
            options=chosen_of(self.options),
        )

    # -- commands over the socket ------------------------------------------------------------------

    def command(
        self, member: Member, link: Link, command: cm.Move | cm.Leave, *, now: Instant, out: list[Effect]
    ) -> None:
        """Take a command of a member; one with a known id gets its first answer again and does nothing."""
        known = member.answers.get(command.id)
        if known is not None:
            out.append(link.frame(known))
            return
        self.broadcast.begin(out)
        if isinstance(command, cm.Leave):
            self._accept(member, command.id)
            self._depart(member, "left", now=now, out=out)
        else:
            self._move(member, command, now=now, out=out)
        self.note("said", now=now, out=out, player=member.player, command=command)

    def match_decided(self, *, now: Instant, out: list[Effect]) -> None:
        """The match is over: settle it once, say so, and wait for a rematch (BLF-E45)."""
        table = self.table
        assert table is not None
        if self.journal.replaying:
            raise LocalError("the match ends, and did not")
        utc_ms = self._house.civil.utc_ms(now=now)
        result = table.result(season=season_of(utc_ms), ended=iso_of(utc_ms))
        settled = self._house.ledger.settle(result, table.awards(result))
        assert settled is not None
        out.append(settled)
        self.table, self.previous = None, table.legacy()
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
        self.journal.outdated = True
        if self.pupil:
            self._house.tutorials.over(self.pupil, seen=bool(self.broadcast.listeners), out=out)

    def write(self, act: Act, *, now: Instant, out: list[Effect], mark: int) -> None:
        """An alarm of the match has had its effect: into the journal with it."""
        self.note(act, now=now, out=out, mark=mark)

    def _move(self, member: Member, command: cm.Move, *, now: Instant, out: list[Effect]) -> None:
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

    def _close_log(self, table: Match, *, now: Instant, out: list[Effect]) -> None:
        """The match is over or stopped: its public log is kept (FEAT-54)."""
        events, self.broadcast.log = self.broadcast.log or [], None
        self._house.logs.close(table.match, table.players(), events, utc_ms=self._house.civil.utc_ms(now=now), out=out)

    def _depart(self, member: Member, cause: ev.Cause, *, now: Instant, out: list[Effect]) -> None:
        table = self.table
        self.remove(member)
        if table is not None:
            assert member.seat is not None
            table.leave(member.seat, stop=not self.owner, now=now, out=out)
        if not self.owner:
            self._close("empty", now=now, out=out)
        else:
            self.publish_roster(cause, member)
        self._part(member, CloseCode.LEFT, "left", out)

    def _close(self, reason: Literal["empty", "idle"], *, now: Instant, out: list[Effect]) -> None:
        """The room is gone with everybody in it; its code is dead."""
        if self.journal.replaying:
            raise LocalError("the room closes, and did not")
        self.broadcast.publish(ev.RoomClosed(number=self.broadcast.next(), group=self.broadcast.group, reason=reason))
        if self.table is not None:
            self._close_log(self.table, now=now, out=out)
        self.phase = "closed"
        self.table = None
        for member in [member for member in self.members if member.human]:
            self.remove(member)
        self.members.clear()
        self.journal.drop(out)
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

    # -- a new life --------------------------------------------------------------------------------

    def resume(self, *, last: Instant, now: Instant, out: list[Effect]) -> None:
        """The backend was restarted: `last` was the last instant of its life before."""
        pause = self.table.pending_pause(last=last) if self.table is not None else 0
        self.start_over(pause, now=now)
        self.note("resumed", now=now, out=out, mark=pause)

    def start_over(self, pause: Duration, *, now: Instant) -> None:
        """Nobody is connected, since now; whoever is asked for a move has one full fresh clock, after this pause."""
        self.broadcast.listeners.clear()
        self._deserted_since = now
        self._desertion_set = False
        for member in self.members:
            member.link = None
            member.absent_since = now
            member.restarted = member.human
            self._watch_absence(member)
        self._watch_desertion()
        if self.table is not None:
            self.table.set_clock(pause, now=now)

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
        self.turn_away(member, now=now, out=out)

    def turn_away(self, member: Member, *, now: Instant, out: list[Effect]) -> None:
        """A member was without connection for too long (BLF-E04)."""
        member.away = True
        self.broadcast.begin(out)
        self.broadcast.publish(ev.Away(number=self.broadcast.next(), group=self.broadcast.group, player=member.player))
        if self.table is not None and member.seat is not None:
            self.table.became_away(member.seat, now=now, out=out)
        self.note("away", now=now, out=out, player=member.player)

    def _drop_rang(self, member: Member, mark: int, now: Instant, out: list[Effect]) -> None:
        if self.is_absent(member) and self.phase != "playing" and now >= self._drop_at(member):
            self.expire(member, now=now, out=out)

    def expire(self, member: Member, *, now: Instant, out: list[Effect]) -> None:
        """A member was away from the lobby for too long (BLF-E36)."""
        self.broadcast.begin(out)
        self._depart(member, "expired", now=now, out=out)
        self.note("expired", now=now, out=out, player=member.player)

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
