"""What a backend promises about time and points, and what it can do at all."""

from __future__ import annotations

from msgspec import Struct


class Policy(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The promises that the first frame after each connect states.

    All durations are milliseconds, whole, and not negative.

    Attributes:
        turn_ms: Time for one move (BLF-14).
        away_ms: Without connection for this long, a seat is away (BLF-E04).
        auto_delay_ms: An away seat is moved this long into its turn (BLF-E04).
        deal_pause_ms: The clock of the first turn of a hand starts this much later (BLF-E29).
        grace_ms: A move arriving up to this long after the deadline still counts.
        tick_ms: The server looks at its clocks this often; 0 means exactly.
        idle_ms: A connection silent for this long counts as lost.
        lobby_drop_ms: In the lobby, a player without connection for this long has left (BLF-E36).
        points: Points by number of seats at the start, best place first (BLF-29).
    """

    turn_ms: int
    away_ms: int
    auto_delay_ms: int
    deal_pause_ms: int
    grace_ms: int
    tick_ms: int
    idle_ms: int
    lobby_drop_ms: int
    points: dict[str, tuple[int, ...]]


class Caps(Struct, frozen=True, kw_only=True):
    """What a dialect's backend can do; an oracle that needs more is `unknown`.

    Attributes:
        acknowledges: Every command is answered, `ok` or `refused`.
        sequence: Frames carry a per-connection number without gaps.
        numbers: Public events carry a table-wide number.
        timers: There is a turn clock with automatic moves.
        resume: A dropped player can come back to the seat.
        snapshot: The first frame after a connect is a full snapshot.
        pings: An application ping is answered in order with the events.
        bots: The server can seat bots.
        boards: Points are kept on boards that can be read.
    """

    acknowledges: bool = True
    sequence: bool = True
    numbers: bool = True
    timers: bool = True
    resume: bool = True
    snapshot: bool = True
    pings: bool = True
    bots: bool = True
    boards: bool = True
