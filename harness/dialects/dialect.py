"""The interface between a backend's own way of speaking and our canonical messages."""

from __future__ import annotations

from typing import Protocol

from msgspec import Struct

from harness.dialects.http import HttpRequest, HttpResponse
from harness.dialects.standings import BoardPage, Profile
from harness.wire.commands import Command
from harness.wire.events import Event, PublicEvent, Result
from harness.wire.options import BluffOptions, DiceOptions, GameOptions, WizardOptions
from harness.wire.policy import Caps


class Session(Struct, frozen=True, kw_only=True):
    """An account as the backend knows it: the public id and the bearer token (a credential)."""

    player: str
    token: str


class Seating(Struct, frozen=True, kw_only=True):
    """A seat in a room: the code to share and the resume secret (a credential)."""

    room: str
    secret: str


class ChanceScript(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Chance fixed by a test; whatever is not fixed stays random. Which game takes what, and what can be followed,
    is in `harness.dialects.scripted`.

    Attributes:
        opener: First opener of the match, by seat (BLF-E18).
        dealer: Who deals the first match of Bluff (CHT-E15) or the first round of Wizard (WIZ-E02), by seat.
        ring: In Bluff with `seat_change` the seats anew, before each rematch, in the order of the turns (CHT-17).
        tables: Table cards of Bluffers, hand by hand.
        hands: Per hand, deal or round, cards by seat. In Bluffers five ("KQA**"), or "" for any; in Bluff ("A 10 *")
            and Wizard ("SA H10 W") with spaces, as many as shall be fixed.
        dice: Per round of Liar's Dice, dice by seat ("1 3 6"), as many as shall be fixed.
        turned: Cards turned up in Wizard, round by round; "" for any.
        shots: In Bluffers by seat the number of the pull that fires, 1..6; 0 leaves it random.
    """

    opener: int | None = None
    dealer: int | None = None
    ring: tuple[int, ...] = ()
    tables: tuple[str, ...] = ()
    hands: tuple[tuple[str, ...], ...] = ()
    dice: tuple[tuple[str, ...], ...] = ()
    turned: tuple[str, ...] = ()
    shots: tuple[int, ...] = ()


class RoomOptions(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What the creator of a room chooses.

    Attributes:
        game: `bluffers`, `liars_dice`, `bluff` or `wizard`.
        seats: Seats at the table: 2 to 4 (BLF-01), 2 to 6 (LDC-01), 2 to 8 (CHT-E02) or 3 to 6 (WIZ-04).
        turn_ms: Turn clock, None for the server's own; needs `--allow-short-clocks`.
        chance: Scripted chance, None for real chance; needs `--test-chance`.
        ai_fill: Bots take the seats that are empty at Start, and give way to guests before it (FEAT-10); None for what
            is usual in the game: in Liar's Dice they do (LDC-E21).
        liars_dice, bluff, wizard: Choices of that game, None for its defaults; not for another game.
    """

    game: str = "bluffers"
    seats: int = 4
    turn_ms: int | None = None
    chance: ChanceScript | None = None
    ai_fill: bool | None = None
    liars_dice: DiceOptions | None = None
    bluff: BluffOptions | None = None
    wizard: WizardOptions | None = None

    @property
    def filled(self) -> bool:
        """Whether bots take empty seats."""
        return self.game == "liars_dice" if self.ai_fill is None else self.ai_fill

    @property
    def chosen(self) -> GameOptions | None:
        """What was chosen for the game that is played here; None for its defaults."""
        choices: dict[str, GameOptions | None] = {
            "liars_dice": self.liars_dice, "bluff": self.bluff, "wizard": self.wizard,
        }  # fmt: skip
        return choices.get(self.game)


class LobbyCall(Struct, frozen=True, kw_only=True):
    """What an HTTP call of ours meant: the referee reads it off the history.

    Attributes:
        kind: `session`, `create`, `join`, `room`, `invite`, `add_bot`, `remove_bot`, `start`, `rematch`, `leave`,
            `world_board`, `season_board`, `match_result`, `match_log`, `profile`, `blocks`, `block`, `unblock`,
            `report`, `tutorial`, `skip_tutorial`, or `other` for calls that are no part of the dialect.
        room: Room code, "" where there is none.
        what: The bot, player, season or match it names, "" where there is none.
        size: Rows of a board that it asks for at most; None when it leaves that to the backend.
    """

    kind: str
    room: str = ""
    what: str = ""
    size: int | None = None


class Dialect(Protocol):
    """One backend's way of speaking. Sans-I/O; every method is pure."""

    @property
    def name(self) -> str:
        """How the command line calls it."""

    @property
    def caps(self) -> Caps:
        """What its backend can do."""

    @property
    def socket_path(self) -> str:
        """Where the socket is opened, on the host of the lobby."""

    # frames, seen from the client
    def encode(self, command: Command) -> bytes:
        """A command as the bytes of one text frame."""

    def decode(self, raw: bytes) -> Event:
        """One received text frame as an event. Raises RemoteError on anything not allowed."""

    def read(self, raw: bytes) -> Command | None:
        """A frame that a client sent, read back; None when it is no command of this dialect."""

    def body(self, raw: bytes) -> bytes:
        """A received frame without its per-connection number: equal for all receivers of one public event."""

    # lobby calls, seen from the client
    def open_session(self, name: str) -> HttpRequest: ...
    def read_session(self, response: HttpResponse) -> Session: ...
    def create_room(self, session: Session, options: RoomOptions) -> HttpRequest: ...
    def join_room(self, session: Session, code: str) -> HttpRequest: ...
    def read_seating(self, response: HttpResponse) -> Seating: ...
    def add_bot(self, session: Session, code: str) -> HttpRequest: ...
    def remove_bot(self, session: Session, code: str, player: str) -> HttpRequest: ...
    def start(self, session: Session, code: str) -> HttpRequest: ...
    def rematch(self, session: Session, code: str) -> HttpRequest: ...
    def leave_room(self, session: Session, code: str) -> HttpRequest: ...
    def world_board(self, start: int = 0, size: int | None = None) -> HttpRequest:
        """The board of all time: whole, or at most `size` rows behind the first `start`."""

    def season_board(self, season: str, start: int = 0, size: int | None = None) -> HttpRequest:
        """The board of one month, in the same way."""

    def profile(self, session: Session) -> HttpRequest: ...
    def match_result(self, match: str) -> HttpRequest: ...
    def match_log(self, session: Session, match: str) -> HttpRequest: ...
    def read_call(self, method: str, path: str) -> LobbyCall:
        """What a call meant."""

    def read_options(self, body: bytes) -> RoomOptions | None:
        """The options in the body of a call that created a room; None when they cannot be read."""

    def read_result(self, response: HttpResponse) -> Result:
        """The answer of a match_result call."""

    def read_board(self, response: HttpResponse) -> tuple[tuple[str, int], ...]:
        """The rows of a board: public id and points, best first."""

    def read_page(self, response: HttpResponse) -> BoardPage:
        """A board, whole or a page of it, with ranks and tiers."""

    def read_profile(self, response: HttpResponse) -> Profile:
        """The answer of a profile call."""

    def read_log(self, response: HttpResponse) -> tuple[PublicEvent, ...]:
        """The events in the public log of a match; RemoteError when any of them is no public event."""

    def read_problem(self, response: HttpResponse) -> str:
        """The refusal code of an HTTP problem; RemoteError when the body is none."""
