"""What a backend tells its players: one frozen struct per event.

Public events go to every member of a room in one order. They carry `number`, counted room-wide
from 1 without gaps and through rematches, and `group`: the number of the first event of the
action they belong to. `seq` counts the frames of one connection from 1 without gaps.
Private events (`Snapshot`, `Cards`, `Ok`, `Refused`, `Pong`, `Ping`) go to one connection and
have no number of their own.

Seats are indices into the match's list of seats; players are public ids.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from harness.rules.cards import Face, Rank
from harness.wire.policy import Policy

Auto: TypeAlias = Literal["clock", "away", "left"]
"""Why the server moved for a seat: its time was over, it is away, or it left."""

Legal: TypeAlias = Literal["play", "call"]

Phase: TypeAlias = Literal["lobby", "playing", "results", "closed"]

Cause: TypeAlias = Literal["created", "joined", "left", "expired", "bot_added", "bot_removed", "rematch"]


class Member(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One member of a room as everybody sees him.

    Attributes:
        player: Public id.
        name: Display name; not unique (BLF-E39).
        kind: Human or bot.
        present: False from `away` to `back`. Bots are always present.
    """

    player: str
    name: str
    kind: Literal["human", "bot"]
    present: bool


class Claim(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The cards played last: who claims how many (BLF-11). The rank is the table card."""

    seat: int
    count: int


class TableView(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A match in progress as one seat may see it.

    Attributes:
        match: Match id.
        seats: Player id by seat, in playing order; fixed for the match.
        ranked: Whether points go to the boards (BLF-32).
        hand: Number of the hand, from 1.
        table: The table card of this hand.
        sizes: Cards held, by seat.
        pulls: Pulls made, by seat (BLF-18).
        places: Place by seat, None while it is open (BLF-28).
        points: Points by seat, None while the place is open.
        departed: Seats that tapped Leave Table.
        claim: The last claim, None when there is nothing to call.
        turn: Number of the turn, counted through the match from 1.
        seat: The seat to move.
        legal: What it may do.
        remaining_ms: Time left for this move.
        cards: The viewer's own cards; empty for those out of the match.
    """

    match: str
    seats: tuple[str, ...]
    ranked: bool
    hand: int
    table: Rank
    sizes: tuple[int, ...]
    pulls: tuple[int, ...]
    places: tuple[int | None, ...]
    points: tuple[int | None, ...]
    departed: tuple[int, ...]
    claim: Claim | None
    turn: int
    seat: int
    legal: tuple[Legal, ...]
    remaining_ms: int
    cards: tuple[Face, ...]


class Result(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a match ended.

    Attributes:
        match: Match id.
        seats: Player id by seat.
        places: Place by seat; a permutation of 1..n (BLF-28).
        points: Points by seat (BLF-29); 0 for leavers (BLF-26).
        ranked: Whether the points went to the boards (BLF-32).
        season: `YYYY-MM` of the end in UTC (BLF-E32), None when unranked.
        ended: The end as ISO 8601 in UTC, to the millisecond.
    """

    match: str
    seats: tuple[str, ...]
    places: tuple[int, ...]
    points: tuple[int, ...]
    ranked: bool
    season: str | None
    ended: str


class _Event(Struct, frozen=True, kw_only=True, tag_field="type", forbid_unknown_fields=True, omit_defaults=True):
    seq: int = 0


class _Public(_Event, frozen=True, kw_only=True):
    number: int
    group: int


# -- private ---------------------------------------------------------------------------------


class Snapshot(_Event, frozen=True, kw_only=True, tag="snapshot"):
    """Always the first event on a connection: everything the player may know.

    Attributes:
        number: The last public event that is already part of this picture.
        room: Room code.
        owner: Public id of the owner.
        phase: Where the room stands.
        members: In order of arrival.
        you: Public id of the receiver.
        seat: The receiver's seat in the running match, None outside one.
        turn_ms: The room's turn clock (same as in `policy`).
        policy: What this backend promises.
        table: The running match, None outside one.
        result: The last finished match, None before the first.
        restarted: The server came back from a restart since the last frame (clocks are fresh).
    """

    number: int
    room: str
    owner: str
    phase: Phase
    members: tuple[Member, ...]
    you: str
    seat: int | None
    policy: Policy
    table: TableView | None
    result: Result | None
    restarted: bool = False


class Cards(_Event, frozen=True, kw_only=True, tag="cards"):
    """The receiver's own cards: five at the start of a hand (BLF-05, BLF-08).

    Sent again after an automatic move for the receiver, so that it knows what is left.
    """

    match: str
    hand: int
    cards: tuple[Face, ...]


class Ok(_Event, frozen=True, kw_only=True, tag="ok"):
    """A command was applied. Sent before the public events that it caused.

    Attributes:
        id: The command's own id.
        number: The number of the first public event that the command caused.
    """

    id: str
    number: int


class Refused(_Event, frozen=True, kw_only=True, tag="refused"):
    """A command changed nothing.

    Attributes:
        id: The command's own id; None when it could not be read.
        code: One of `harness.wire.refusals`.
        rule: The rule behind it.
        detail: For people. Never says anything about hidden state.
    """

    id: str | None
    code: str
    rule: str
    detail: str = ""


class Pong(_Event, frozen=True, kw_only=True, tag="pong"):
    """Answer to a client's ping, in order with the events."""

    id: str


class Ping(_Event, frozen=True, kw_only=True, tag="ping"):
    """The server asks whether anybody is there; any frame answers it."""

    id: str


# -- public: the room ------------------------------------------------------------------------


class Roster(_Public, frozen=True, kw_only=True, tag="roster"):
    """The members after a change; a full state, so a missed change repairs itself.

    Attributes:
        cause: What changed.
        player: Whom it concerns.
        owner: Public id of the owner now.
        phase: Where the room stands now.
        members: All of them, in order of arrival.
    """

    cause: Cause
    player: str
    owner: str
    phase: Phase
    members: tuple[Member, ...]


class Away(_Public, frozen=True, kw_only=True, tag="away"):
    """A member has had no connection for longer than `away_ms` (BLF-E04)."""

    player: str


class Back(_Public, frozen=True, kw_only=True, tag="back"):
    """A member who was away is connected again."""

    player: str


class RoomClosed(_Public, frozen=True, kw_only=True, tag="room_closed"):
    """The room is gone; its code is dead."""

    reason: Literal["empty", "idle", "shutdown"]


# -- public: the match -----------------------------------------------------------------------


class MatchStarted(_Public, frozen=True, kw_only=True, tag="match_started"):
    """A match begins; seats are fixed now (BLF-E06, BLF-E23).

    Attributes:
        match: Match id, unique for ever.
        game: `bluffers`.
        seats: Player id by seat.
        ranked: At least two real players sit here (BLF-32, BLF-E31).
    """

    match: str
    game: str
    seats: tuple[str, ...]
    ranked: bool


class HandStarted(_Public, frozen=True, kw_only=True, tag="hand_started"):
    """A new hand is dealt (BLF-05, BLF-09). Each receiver in play also gets `Cards`, before the turn.

    Attributes:
        hand: Number of the hand, from 1.
        opener: The seat that opens (BLF-22).
        table: The table card, drawn for this hand.
        sizes: Cards dealt, by seat.
    """

    match: str
    hand: int
    opener: int
    table: Rank
    sizes: tuple[int, ...]


class TurnStarted(_Public, frozen=True, kw_only=True, tag="turn"):
    """A seat is asked to move.

    Attributes:
        turn: Number of the turn, counted through the match from 1; moves must repeat it.
        seat: Who moves.
        legal: What it may do (BLF-12, BLF-24).
        remaining_ms: Time until the automatic move (BLF-14); on the first turn of a hand the
            deal pause is included.
    """

    match: str
    turn: int
    seat: int
    legal: tuple[Legal, ...]
    remaining_ms: int


class LegalChanged(_Public, frozen=True, kw_only=True, tag="legal"):
    """A leaver changed what the seat to move may do; turn and deadline stay (BLF-E08, BLF-E11)."""

    match: str
    turn: int
    seat: int
    legal: tuple[Legal, ...]
    remaining_ms: int


class Played(_Public, frozen=True, kw_only=True, tag="played"):
    """Cards were played face down (BLF-10). The faces are nobody else's business.

    Attributes:
        turn: The turn this move belongs to.
        count: How many cards.
        rank: The rank they claim to be: the table card (BLF-11).
        left: Cards the seat still holds.
        auto: Why the server did it, None when the player did.
    """

    match: str
    turn: int
    seat: int
    count: int
    rank: Rank
    left: int
    auto: Auto | None = None


class Called(_Public, frozen=True, kw_only=True, tag="called"):
    """Call Bluff: the last played cards, and no others, are turned up (BLF-16).

    Attributes:
        seat: The caller.
        claimant: Who played the cards.
        cards: Their faces.
        truth: All of them match the table card (BLF-17).
        shooter: Who pulls the trigger.
        auto: Why the server did it, None when the player did.
    """

    match: str
    turn: int
    seat: int
    claimant: int
    cards: tuple[Face, ...]
    truth: bool
    shooter: int
    auto: Auto | None = None


class Pulled(_Public, frozen=True, kw_only=True, tag="pulled"):
    """A trigger was pulled (BLF-18): `pulls` is the number this seat has made now."""

    match: str
    seat: int
    pulls: int
    fired: bool


class Eliminated(_Public, frozen=True, kw_only=True, tag="eliminated"):
    """A seat was shot; its place is fixed now (BLF-28)."""

    match: str
    seat: int
    place: int
    points: int


class HandVoid(_Public, frozen=True, kw_only=True, tag="hand_void"):
    """A leaver made the hand unplayable; it ends without a pull (BLF-E09, BLF-E10)."""

    match: str
    hand: int
    opener: int


class LeftTable(_Public, frozen=True, kw_only=True, tag="left"):
    """A seat tapped Leave Table (BLF-26).

    Attributes:
        place: Its place, given now (BLF-E22) or before, when it was eliminated (BLF-E25).
        points: 0, or the points decided before.
        withdrawn: Its own last claim was taken back (BLF-E08).
    """

    match: str
    seat: int
    place: int
    points: int
    withdrawn: bool


class MatchOver(_Public, frozen=True, kw_only=True, tag="match_over"):
    """The match is decided and settled (BLF-27, BLF-E45)."""

    result: Result


PublicEvent: TypeAlias = (
    Roster
    | Away
    | Back
    | RoomClosed
    | MatchStarted
    | HandStarted
    | TurnStarted
    | LegalChanged
    | Played
    | Called
    | Pulled
    | Eliminated
    | HandVoid
    | LeftTable
    | MatchOver
)
PrivateEvent: TypeAlias = Snapshot | Cards | Ok | Refused | Pong | Ping
Event: TypeAlias = PublicEvent | PrivateEvent
