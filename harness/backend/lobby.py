"""Open rooms by their code."""

from __future__ import annotations

from typing import Final

from harness.backend.chance import is_playable
from harness.backend.config import TURN_MS_MAX, TURN_MS_MIN, BackendConfig
from harness.backend.house import House
from harness.backend.room import Room
from harness.backend.sessions import Account
from harness.clock import Instant
from harness.dialects.dialect import RoomOptions
from harness.errors import CommandError
from harness.seed import derive, stream
from harness.wire.options import SEATS

CODE_LETTERS: Final = "BCDFGHJKLMNPQRSTVWXZ"
"""Letters of room codes: no vowels, so that no code is a word."""

CODE_LENGTH: Final = 4


class Lobby:
    """All open rooms of one backend."""

    __slots__ = ("_codes", "_house", "_matches", "_opened", "_rooms")

    def __init__(self, house: House) -> None:
        self._house = house
        self._rooms: dict[str, Room] = {}
        self._codes = stream(house.root, "codes")
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
        if account.rooms >= self._house.config.rooms_per_player_max:
            raise CommandError("too_many_rooms")
        if len(self._rooms) >= self._house.config.rooms_max:
            raise CommandError("too_many_rooms", "the server has no room left")
        code = self._codes.token(CODE_LENGTH, CODE_LETTERS)
        while code in self._rooms:
            code = self._codes.token(CODE_LENGTH, CODE_LETTERS)
        self._opened += 1
        room = self._house.parts.room(
            self._house, code, derive(self._house.root, "room", code, self._opened), options,
            next_match=self._next_match, closed=self._closed, now=now,
        )  # fmt: skip
        self._rooms[code] = room
        return room

    def find(self, code: str) -> Room:
        """The open room with this code, in letters of any case.

        Raises:
            CommandError: `no_room`, the same for codes that never were and for those of closed rooms.
        """
        room = self._rooms.get(code.upper())
        if room is None:
            raise CommandError("no_room")
        return room

    def _next_match(self) -> str:
        self._matches += 1
        return "m" + derive(self._house.root, "match", self._matches).hex()[:16]

    def _closed(self, room: Room) -> None:
        del self._rooms[room.code]


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
        if options.game != "bluffers" or not is_playable(options.chance, options.seats):
            raise CommandError("bad_option", "this chance script cannot be followed")
