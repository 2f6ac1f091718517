"""Open rooms by their code."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from harness.backend.config import POINTS, TURN_MS_MAX, TURN_MS_MIN, BackendConfig
from harness.backend.house import House
from harness.backend.limits import Bucket
from harness.backend.member import Member
from harness.backend.messages import Effect
from harness.backend.room import Room
from harness.backend.sessions import Account
from harness.backend.tutorial import OPTIONS
from harness.clock import Instant
from harness.dialects.dialect import RoomOptions
from harness.dialects.scripted import impossible
from harness.errors import CommandError
from harness.seed import derive, stream
from harness.wire.options import SEATS

CODE_LETTERS: Final = "BCDFGHJKLMNPQRSTVWXZ"
"""Letters of room codes: no vowels, so that no code is a word."""

CODE_LENGTH: Final = 4


class Lobby:
    """All open rooms of one backend."""

    __slots__ = ("_codes", "_house", "_matches", "_opened", "_rooms", "_strays")

    def __init__(self, house: House) -> None:
        self._house = house
        self._rooms: dict[str, Room] = {}
        self._codes = stream(house.root, "codes")
        self._strays = Bucket(house.config.strays_per_s, house.config.strays_burst)
        self._opened = 0
        self._matches = 0

    def __len__(self) -> int:
        return len(self._rooms)

    def create(self, account: Account, options: RoomOptions, *, now: Instant) -> Room:
        """A new room without members.

        Raises:
            CommandError: `bad_option`, `clock_not_allowed`, `chance_not_allowed` or `too_many_rooms`.
        """
        check_options(options, self._house.config)
        return self._open(account, options, now=now)

    def tutorial(self, account: Account, *, now: Instant, out: list[Effect]) -> Member:
        """The seat in the tutorial: a match that begins now, or the one that was begun before (BLF-E41).

        Raises:
            CommandError: `tutorial_over` or `too_many_rooms`.
        """
        tutorials = self._house.tutorials
        begun = tutorials.room_of(account.player)
        if begun is not None:
            return self._rooms[begun].member_of(account)
        room = self._open(account, OPTIONS, now=now)
        room.policy = replace(room.policy, points={seats: (0,) * len(row) for seats, row in POINTS.items()})
        member = room.teach(account, now=now, out=out)
        tutorials.begin(account.player, room.code)
        return member

    def _open(self, account: Account, options: RoomOptions, *, now: Instant) -> Room:
        if account.rooms >= self._house.config.rooms_per_player_max:
            raise CommandError("too_many_rooms")
        if len(self._rooms) >= self._house.config.rooms_max:
            raise CommandError("too_many_rooms", "the server has no room left")
        code = self._codes.token(CODE_LENGTH, CODE_LETTERS)
        while code in self._rooms:
            code = self._codes.token(CODE_LENGTH, CODE_LETTERS)
        self._opened += 1
        room = self.make(code, derive(self._house.root, "room", code, self._opened), options, now=now)
        self.add(room)
        return room

    def make(self, code: str, key: bytes, options: RoomOptions, *, now: Instant) -> Room:
        """A room that nobody can find yet."""
        return self._house.parts.room(
            self._house, code, key, options, next_match=self._next_match, closed=self._closed, now=now
        )

    def add(self, room: Room) -> None:
        """From now on this room is open."""
        assert room.code not in self._rooms
        self._rooms[room.code] = room

    def rooms(self) -> tuple[Room, ...]:
        """All open rooms, oldest first."""
        return tuple(self._rooms.values())

    def find(self, code: str, account: Account | None, *, now: Instant) -> Room:
        """The open room with this code, in letters of any case.

        Whoever has got too many codes wrong of late is told nothing, not even of a right one, unless he is in the
        room; callers without a session share one such limit (FEAT-05). A room whose owner has blocked the caller
        is not there for him (BLF-E35).

        Raises:
            CommandError: `no_room`, the same for codes that never were and for those of closed rooms; or `rate`.
        """
        room = self._rooms.get(code.upper())
        if room is not None and account is not None and any(m.account is account for m in room.members):
            return room
        guesses = self._strays if account is None else account.guesses
        if not guesses.has(now=now):
            raise CommandError("rate", "too many wrong room codes")
        if room is None or (account is not None and self._house.blocks.has(room.owner, account.player)):
            guesses.take(now=now)
            raise CommandError("no_room")
        return room

    def room(self, code: str) -> Room | None:
        """The open room with exactly this code."""
        return self._rooms.get(code)

    def _next_match(self) -> str:
        self._matches += 1
        return "m" + derive(self._house.root, "match", self._matches).hex()[:16]

    def _closed(self, room: Room) -> None:
        del self._rooms[room.code]
        if room.pupil:
            self._house.tutorials.abandon(room.pupil)


def check_options(options: RoomOptions, config: BackendConfig) -> None:
    """Refuse what this backend does not offer.

    Raises:
        CommandError: `bad_option`, `clock_not_allowed` or `chance_not_allowed`.
    """
    if options.game not in SEATS:
        raise CommandError("bad_option", f"the game is {', '.join(SEATS)}")
    fewest, most = SEATS[options.game]
    if not fewest <= options.seats <= most:
        raise CommandError("bad_option", f"a table of {options.game} has {fewest} to {most} seats")
    for game in SEATS:
        if game != options.game and getattr(options, game, None) is not None:
            raise CommandError("bad_option", f"these are choices of {game}")
    if options.turn_ms is not None:
        if not config.allow_short_clocks:
            raise CommandError("clock_not_allowed")
        if not TURN_MS_MIN <= options.turn_ms <= TURN_MS_MAX:
            raise CommandError("bad_option", f"turn_ms is {TURN_MS_MIN} to {TURN_MS_MAX}")
    if options.chance is not None:
        if not config.test_chance:
            raise CommandError("chance_not_allowed")
        wrong = next(impossible(options.chance, options), None)
        if wrong is not None:
            raise CommandError("bad_option", f"`{wrong.field}` of this chance cannot be followed: {wrong.reason}")
