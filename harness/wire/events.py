"""What a backend tells its players: one frozen struct per event.

Public events go to every member of a room in one order. They carry `number`, counted room-wide
from 1 without gaps and through rematches, and `group`: the number of the first event of the
action they belong to. `seq` counts the frames of one connection from 1 without gaps.
Private events (`PrivateEvent`) go to one connection and have no number of their own.

Here are the events of the room, of every match, and of Bluffers; those that belong to one of the
other games are in `events_dice`, `events_bluff` and `events_wizard`, and can be imported from here.

Seats are indices into the match's list of seats; players are public ids.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from harness.rules.cards import Face, Rank
from harness.wire.events_bluff import (
    BluffClaim,
    BluffHand,
    BluffPrivate,
    BluffPublic,
    BluffView,
    Dealt,
    Finished,
    Laid,
    Passed,
    Swept,
    TurnedUp,
)
from harness.wire.events_dice import (
    Bidding,
    BidMade,
    Challenged,
    Dice,
    DicePrivate,
    DicePublic,
    DiceView,
    RoundStarted,
)
from harness.wire.events_wizard import (
    BiddingOpened,
    BidSealed,
    BidsRevealed,
    CardPlayed,
    Line,
    RoundDealt,
    RoundScored,
    TricksBid,
    TrickTaken,
    TrumpChosen,
    WizardHand,
    WizardPrivate,
    WizardPublic,
    WizardView,
)
from harness.wire.framing import AnyEvent, Auto, Legal, Public
from harness.wire.options import GameOptions
from harness.wire.picture import Cause, Claim, Member, Phase, Result, TableView
from harness.wire.policy import Policy

__all__ = [
    "Auto", "Away", "Back", "BidMade", "BidSealed", "Bidding", "BiddingOpened", "BidsRevealed", "BluffClaim",
    "BluffHand", "BluffView", "Called", "CardPlayed", "Cards", "Cause", "Challenged", "Claim", "Dealt", "Dice",
    "DiceView", "Eliminated", "Event", "Finished", "HandStarted", "HandVoid", "Laid", "LeftTable", "Legal",
    "LegalChanged", "Line", "MatchOver", "MatchStarted", "Member", "Ok", "Passed", "Phase", "Ping", "Played", "Pong",
    "PrivateEvent", "PublicEvent", "Pulled", "Refused", "Result", "RoomClosed", "Roster", "RoundDealt", "RoundScored",
    "RoundStarted", "Snapshot", "Swept", "TableView", "TakenOver", "TrickTaken", "TricksBid", "TrumpChosen",
    "TurnStarted", "TurnedUp", "WizardHand", "WizardView",
]  # fmt: skip

# -- private ---------------------------------------------------------------------------------


class Snapshot(AnyEvent, frozen=True, kw_only=True, tag="snapshot"):
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
        game: Which game is played in this room; left out for Bluffers.
        options: What was chosen for it; None when nothing was, which means the defaults.
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
    table: TableView | DiceView | BluffView | WizardView | None
    result: Result | None
    game: str = "bluffers"
    options: GameOptions | None = None
    restarted: bool = False

    @property
    def bluffers(self) -> TableView | None:
        """The running match, if it is one of Bluffers."""
        return self.table if isinstance(self.table, TableView) else None


class Cards(AnyEvent, frozen=True, kw_only=True, tag="cards"):
    """The receiver's own cards: five at the start of a hand (BLF-05, BLF-08).

    Sent again after an automatic move for the receiver, so that it knows what is left.
    """

    match: str
    hand: int
    cards: tuple[Face, ...]


class Ok(AnyEvent, frozen=True, kw_only=True, tag="ok"):
    """A command was applied. Sent before the public events that it caused.

    Attributes:
        id: The command's own id.
        number: The number of the first public event that the command caused.
    """

    id: str
    number: int


class Refused(AnyEvent, frozen=True, kw_only=True, tag="refused"):
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


class Pong(AnyEvent, frozen=True, kw_only=True, tag="pong"):
    """Answer to a client's ping, in order with the events."""

    id: str


class Ping(AnyEvent, frozen=True, kw_only=True, tag="ping"):
    """The server asks whether anybody is there; any frame answers it."""

    id: str


# -- public: the room ------------------------------------------------------------------------


class Roster(Public, frozen=True, kw_only=True, tag="roster"):
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


class Away(Public, frozen=True, kw_only=True, tag="away"):
    """A member has had no connection for longer than `away_ms` (BLF-E04)."""

    player: str


class Back(Public, frozen=True, kw_only=True, tag="back"):
    """A member who was away is connected again."""

    player: str


class RoomClosed(Public, frozen=True, kw_only=True, tag="room_closed"):
    """The room is gone; its code is dead."""

    reason: Literal["empty", "idle", "shutdown"]


# -- public: the match -----------------------------------------------------------------------


class MatchStarted(Public, frozen=True, kw_only=True, tag="match_started"):
    """A match begins; seats are fixed now (BLF-E06, BLF-E23).

    Attributes:
        match: Match id, unique for ever.
        game: `bluffers`, `liars_dice`, `bluff` or `wizard`.
        seats: Player id by seat.
        ranked: At least two real players sit here (BLF-32, BLF-E31); never in a game without points.
        options: What was chosen for this match; None in Bluffers, which has no choices.
    """

    match: str
    game: str
    seats: tuple[str, ...]
    ranked: bool
    options: GameOptions | None = None


class HandStarted(Public, frozen=True, kw_only=True, tag="hand_started"):
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


class TurnStarted(Public, frozen=True, kw_only=True, tag="turn"):
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


class LegalChanged(Public, frozen=True, kw_only=True, tag="legal"):
    """A leaver changed what the seat to move may do; turn and deadline stay (BLF-E08, BLF-E11)."""

    match: str
    turn: int
    seat: int
    legal: tuple[Legal, ...]
    remaining_ms: int


class Played(Public, frozen=True, kw_only=True, tag="played"):
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


class Called(Public, frozen=True, kw_only=True, tag="called"):
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


class Pulled(Public, frozen=True, kw_only=True, tag="pulled"):
    """A trigger was pulled (BLF-18): `pulls` is the number this seat has made now."""

    match: str
    seat: int
    pulls: int
    fired: bool


class Eliminated(Public, frozen=True, kw_only=True, tag="eliminated"):
    """A seat was shot; its place is fixed now (BLF-28)."""

    match: str
    seat: int
    place: int
    points: int


class HandVoid(Public, frozen=True, kw_only=True, tag="hand_void"):
    """A leaver made the hand unplayable; it ends without a pull (BLF-E09, BLF-E10)."""

    match: str
    hand: int
    opener: int


class LeftTable(Public, frozen=True, kw_only=True, tag="left"):
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


class TakenOver(Public, frozen=True, kw_only=True, tag="taken_over"):
    """A player left, and an AI plays his seat to the end (LDC-E15, WIZ-E20).

    What it does carries `auto` `left`. The player has lost; should the seat win, nobody human is first.
    """

    match: str
    seat: int


class MatchOver(Public, frozen=True, kw_only=True, tag="match_over"):
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
    | TakenOver
    | MatchOver
    | DicePublic
    | BluffPublic
    | WizardPublic
)
PrivateEvent: TypeAlias = Snapshot | Cards | Ok | Refused | Pong | Ping | DicePrivate | BluffPrivate | WizardPrivate
Event: TypeAlias = PublicEvent | PrivateEvent
