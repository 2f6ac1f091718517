"""Rebuilds rooms from their journals, by the code that made them what they were.

A journal that cannot be played again to its end is void, and its room with it: nobody gets points for the match,
and its members are told that there is no such seat. A match is never resumed from a part of its journal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from types import MappingProxyType
from typing import Final

from harness.backend.house import House
from harness.backend.journal import VERSION, Entry, Header, read_entry, read_header
from harness.backend.link import Link
from harness.backend.lobby import Lobby
from harness.backend.messages import Effect, Journaled
from harness.backend.room import Room
from harness.backend.sessions import Account
from harness.clock import Instant
from harness.errors import LocalError


class Rebuilt:
    """What came of all journals.

    Attributes:
        last: The last instant of the lives before, as far as journals tell; 0 without any.
        void: Why a journal could not be played again, by its id.
    """

    __slots__ = ("last", "void")

    def __init__(self) -> None:
        self.last: Instant = 0
        self.void: dict[str, str] = {}


def rebuild(house: House, lobby: Lobby, journals: Iterable[Journaled], settled: Set[str]) -> Rebuilt:
    """Open the rooms of all journals in the lobby. Nothing is due in them until they resume.

    Args:
        house: What rooms share; sessions are known already.
        lobby: Where the rooms go.
        journals: All entries, each journal in order.
        settled: Matches that were settled: one that is journaled all the same is void.
    """
    rebuilt = Rebuilt()
    bodies: dict[str, list[Journaled]] = {}
    for entry in journals:
        bodies.setdefault(entry.room, []).append(entry)
    for name, written in bodies.items():
        try:
            _check_whole(written)
            room = _played_again(house, lobby, written, settled, rebuilt)
        except Exception as error:
            # Damaged bytes can lead anywhere; whatever goes wrong, this room is void and no other.
            rebuilt.void[name] = f"{type(error).__name__}: {error}"
        else:
            room.journal.goes_on(name, len(written))
            lobby.add(room)
            if room.pupil:
                house.tutorials.begin(room.pupil, room.code)
    house.alarms.clear()
    return rebuilt


def _check_whole(written: Sequence[Journaled]) -> None:
    if [entry.ordinal for entry in written] != list(range(1, len(written) + 1)):
        raise LocalError("entries are missing")


def _played_again(
    house: House, lobby: Lobby, written: Sequence[Journaled], settled: Set[str], rebuilt: Rebuilt
) -> Room:
    header = read_header(written[0].body)
    if header.version != VERSION:
        raise LocalError(f"the journal has version {header.version}, this program plays version {VERSION}")
    entries = [read_entry(entry.body) for entry in written[1:]]
    rebuilt.last = max(rebuilt.last, header.now, *(entry.now for entry in entries))
    if header.match in settled:
        raise LocalError(f"match {header.match} was settled")
    if lobby.room(header.code) is not None:
        raise LocalError(f"there is another room {header.code}")
    room = lobby.make(header.code, header.key, header.options, now=header.now)
    room.journal.replaying = True
    try:
        _begin(room, header)
        for entry in entries:
            REPLAYED[entry.act](_Scene(house, room), entry, [])
            if room.broadcast.number != entry.number:
                raise LocalError(
                    f"after `{entry.act}` the room is at event {room.broadcast.number}, not {entry.number}"
                )
    except Exception:
        for member in [member for member in room.members if member.human]:
            room.remove(member)
        raise
    return room


def _begin(room: Room, header: Header) -> None:
    room.adopt(header)
    for kept in header.members:
        if kept.linked:
            link = Link("", now=header.now)
            room.connect(room.member(kept.player), link)
            room.broadcast.listeners.append(link)
    if header.match:
        room.open_match(header)


class _Scene:
    """The room in which entries are played again."""

    __slots__ = ("_house", "room")

    def __init__(self, house: House, room: Room) -> None:
        self._house = house
        self.room = room

    def account(self, player: str) -> Account:
        """The session of a player. Raises LocalError."""
        account = self._house.sessions.of(player)
        if account is None:
            raise LocalError(f"there is no session of {player}")
        return account


def _joined(scene: _Scene, entry: Entry, out: list[Effect]) -> None:
    scene.room.join(scene.account(entry.player), now=entry.now, out=out, digest=entry.digest)


def _bot_added(scene: _Scene, entry: Entry, out: list[Effect]) -> None:
    scene.room.add_bot(scene.account(entry.player), now=entry.now, out=out)


def _bot_removed(scene: _Scene, entry: Entry, out: list[Effect]) -> None:
    room = scene.room
    room.remove_bot(scene.account(room.owner), entry.player, now=entry.now, out=out)


def _rematch(scene: _Scene, entry: Entry, out: list[Effect]) -> None:
    scene.room.rematch(scene.account(entry.player), now=entry.now, out=out)


def _left(scene: _Scene, entry: Entry, out: list[Effect]) -> None:
    scene.room.leave(scene.room.member(entry.player), now=entry.now, out=out)


def _attached(scene: _Scene, entry: Entry, out: list[Effect]) -> None:
    scene.room.attach(scene.room.member(entry.player), Link("", now=entry.now), now=entry.now, out=out)


def _lost(scene: _Scene, entry: Entry, out: list[Effect]) -> None:
    member = scene.room.member(entry.player)
    if member.link is None:
        raise LocalError(f"{entry.player} has no connection to lose")
    scene.room.lost(member, member.link, now=entry.now, out=out)


def _said(scene: _Scene, entry: Entry, out: list[Effect]) -> None:
    member = scene.room.member(entry.player)
    if member.link is None or entry.command is None:
        raise LocalError(f"{entry.player} can say nothing")
    scene.room.command(member, member.link, entry.command, now=entry.now, out=out)


def _away(scene: _Scene, entry: Entry, out: list[Effect]) -> None:
    scene.room.turn_away(scene.room.member(entry.player), now=entry.now, out=out)


def _expired(scene: _Scene, entry: Entry, out: list[Effect]) -> None:
    scene.room.expire(scene.room.member(entry.player), now=entry.now, out=out)


def _rang(scene: _Scene, entry: Entry, out: list[Effect]) -> None:
    table = scene.room.table
    if table is None:
        raise LocalError("no match runs")
    table.rang(entry.act, entry.mark, now=entry.now, out=out)


def _resumed(scene: _Scene, entry: Entry, out: list[Effect]) -> None:
    scene.room.start_over(entry.mark, now=entry.now)


REPLAYED: Final[Mapping[str, Callable[[_Scene, Entry, list[Effect]], None]]] = MappingProxyType(
    {
        "joined": _joined,
        "bot_added": _bot_added,
        "bot_removed": _bot_removed,
        "rematch": _rematch,
        "left": _left,
        "attached": _attached,
        "lost": _lost,
        "said": _said,
        "away": _away,
        "expired": _expired,
        "clock": _rang,
        "auto": _rang,
        "bot": _rang,
        "resumed": _resumed,
    }
)
"""How each act of a journal is done again."""
