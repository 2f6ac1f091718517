"""What a snapshot and a result are made of: members, a match of Bluffers in progress, how a match ended."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from harness.rules.cards import Face, Rank
from harness.wire.framing import Legal, View

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


class TableView(View, frozen=True, kw_only=True, tag="bluffers"):
    """A match of Bluffers in progress as one seat may see it.

    Attributes:
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


class Result(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """How a match ended.

    Attributes:
        match: Match id.
        seats: Player id by seat.
        places: Place by seat; in Bluffers a permutation of 1..n (BLF-28), elsewhere equals may share one.
        points: Points by seat (BLF-29); 0 for leavers (BLF-26), and in every game but Bluffers.
        ranked: Whether the points went to the boards (BLF-32).
        season: `YYYY-MM` of the end in UTC (BLF-E32), None when unranked.
        ended: The end as ISO 8601 in UTC, to the millisecond.
        ai: Seats that an AI played to the end because their players left; those have lost (LDC-E15, WIZ-E20).
        totals: Wizard: points of the score sheet by seat. Empty in other games.
        halted: Bluff: the match found no end, and was ended at the limit of turns (CHT-E23).
    """

    match: str
    seats: tuple[str, ...]
    places: tuple[int, ...]
    points: tuple[int, ...]
    ranked: bool
    season: str | None
    ended: str
    ai: tuple[int, ...] = ()
    totals: tuple[int, ...] = ()
    halted: bool = False
