"""Connections and their frames: hello, limits, pings, closing."""

from __future__ import annotations

from functools import partial

from harness.backend.house import House
from harness.backend.link import Link
from harness.backend.messages import Close, Effect
from harness.clock import MILLISECOND, Duration, Instant
from harness.errors import CommandError
from harness.wire import commands as cm
from harness.wire import events as ev
from harness.wire.refusals import REFUSALS, CloseCode


class Sockets:
    """All connections of one backend, by the runtime's name for them."""

    __slots__ = ("_house", "_links")

    def __init__(self, house: House) -> None:
        self._house = house
        self._links: dict[str, Link] = {}

    def __len__(self) -> int:
        return len(self._links)

    def opened(self, connection: str, *, now: Instant) -> None:
        """A client opened a socket: it must say hello in time."""
        assert connection not in self._links
        link = Link(connection, now=now)
        self._links[connection] = link
        self._house.alarms.set(now + self._house.config.hello_ms * MILLISECOND, partial(self._hello_rang, link))

    def closed(self, connection: str, *, now: Instant, out: list[Effect]) -> None:
        """A socket is gone, whoever closed it."""
        link = self._links.pop(connection, None)
        if link is not None:
            link.open = False
            if link.member is not None:
                link.member.room.lost(link.member, link, now=now, out=out)

    def heard(self, connection: str, *, now: Instant) -> None:
        """Something came in on this connection, whatever it is: somebody is there."""
        link = self._links.get(connection)
        if link is not None:
            link.heard = now
            link.give_up = None

    def frame(self, connection: str, raw: bytes, *, text: bool, now: Instant, out: list[Effect]) -> None:
        """A frame came in. Never raises, whatever the bytes."""
        link = self._links.get(connection)
        if link is None or not link.open:
            return
        if not text:
            self._close(link, CloseCode.UNSUPPORTED, "frames are text", now, out)
        elif len(raw) > self._house.config.frame_bytes_max:
            self._close(link, CloseCode.TOO_LARGE, "the frame is too large", now, out)
        else:
            self.text(link, raw, now, out)

    def text(self, link: Link, raw: bytes, now: Instant, out: list[Effect]) -> None:
        """A text frame of a decent size: count it, decode it, and hand it on."""
        member = link.member
        in_rate = member is None or member.account is None or member.account.bucket.take(now=now)
        try:
            command = self._house.codec.decode(raw)
        except CommandError as refused:
            if in_rate:
                self.junk(link, refused, now=now, out=out)
            else:
                self._refuse(link, None, "rate", out)
            return
        if not in_rate:
            self._refuse(link, _id_of(command), "rate", out)
        elif isinstance(command, cm.Hello):
            self._hello(link, command, now, out)
        elif member is None:
            self._refuse(link, command.id, "hello_first", out)
            self._strike(link, now, out)
        elif isinstance(command, cm.PingServer):
            self._tell(link, ev.Pong(id=command.id), out)
        elif not isinstance(command, cm.PongServer):
            member.room.command(member, link, command, now=now, out=out)

    def junk(self, link: Link, refused: CommandError, *, now: Instant, out: list[Effect]) -> None:
        """Bytes that are no command: refused, counted, and nothing else (BLF-E29)."""
        self._refuse(link, None, refused.code, out, refused.detail)
        self._strike(link, now, out)

    # -- inside ------------------------------------------------------------------------------------

    def _strike(self, link: Link, now: Instant, out: list[Effect]) -> None:
        link.strikes += 1
        if link.strikes >= self._house.config.strikes_max:
            self._close(link, CloseCode.PROTOCOL, "too many frames that were no commands", now, out)

    def _hello(self, link: Link, hello: cm.Hello, now: Instant, out: list[Effect]) -> None:
        if link.member is not None:
            self._refuse(link, None, "hello_twice", out)
            return
        member = self._house.secrets.find(hello.secret)
        if member is None:
            self._refuse(link, None, "bad_secret", out)
            self._close(link, CloseCode.BAD_SECRET, "no seat belongs to this secret", now, out)
            return
        member.room.attach(member, link, now=now, out=out)
        self._watch_silence(link)

    def _refuse(self, link: Link, id_: str | None, code: str, out: list[Effect], detail: str = "") -> None:
        refusal = REFUSALS[code]
        self._tell(link, ev.Refused(id=id_, code=code, rule=refusal.rule, detail=detail or refusal.meaning), out)

    def _tell(self, link: Link, event: ev.PrivateEvent, out: list[Effect]) -> None:
        out.append(link.frame(self._house.codec.encode(event)))

    def _close(self, link: Link, code: CloseCode, reason: str, now: Instant, out: list[Effect]) -> None:
        """Close from our side: from this moment on the member has no connection."""
        link.open = False
        out.append(Close(link.connection, code, reason))
        if link.member is not None:
            link.member.room.lost(link.member, link, now=now, out=out)

    # -- what is due -------------------------------------------------------------------------------

    def _idle_time(self, link: Link) -> Duration:
        assert link.member is not None
        return link.member.room.policy.idle_ms * MILLISECOND

    def _watch_silence(self, link: Link) -> None:
        at = link.give_up or link.heard + self._idle_time(link) // 3
        self._house.alarms.set(at, partial(self._silence_rang, link))

    def _hello_rang(self, link: Link, mark: int, now: Instant, out: list[Effect]) -> None:
        if link.open and link.member is None:
            self._close(link, CloseCode.PROTOCOL, "no hello in time", now, out)

    def _silence_rang(self, link: Link, mark: int, now: Instant, out: list[Effect]) -> None:
        """Ping a silent connection once, and give it up when even that wakes nobody."""
        if not link.open:
            return
        idle = self._idle_time(link)
        if link.give_up is not None and now >= link.give_up:
            self._close(link, CloseCode.IDLE, "nothing was heard", now, out)
            return
        if link.give_up is None and now >= link.heard + idle // 3:
            # Whoever was asked late, because we slept, has as much time to answer as anybody.
            link.give_up = now + idle - idle // 3
            self._tell(link, ev.Ping(id=f"s{link.seq + 1}"), out)
        self._watch_silence(link)


def _id_of(command: cm.Command) -> str | None:
    return None if isinstance(command, cm.Hello) else command.id
