"""Every documented way to say no: socket refusals, HTTP problems and close codes."""

from __future__ import annotations

from enum import IntEnum
from typing import Final

from msgspec import Struct


class Refusal(Struct, frozen=True, kw_only=True):
    """One way to say no.

    Attributes:
        code: What the wire says.
        rule: The rule or catalogue id behind it.
        status: HTTP status when it answers an HTTP call.
        meaning: One sentence for `docs/protocol.md` and for people.
    """

    code: str
    rule: str
    status: int
    meaning: str


def _table(*rows: tuple[str, str, int, str]) -> dict[str, Refusal]:
    return {code: Refusal(code=code, rule=rule, status=status, meaning=meaning) for code, rule, status, meaning in rows}


REFUSALS: Final = _table(
    ("malformed", "WIRE", 400, "The bytes are no JSON object that this protocol knows."),
    ("too_large", "WIRE", 413, "The frame or body is over the size limit."),
    ("rate", "WIRE", 429, "Too many messages from this session; wait and try again."),
    ("hello_first", "WIRE", 403, "The first frame on a socket must be hello."),
    ("hello_twice", "WIRE", 403, "This socket has already said hello."),
    ("bad_secret", "BLF-E39", 403, "No seat belongs to this secret."),
    ("bad_token", "BLF-E39", 401, "No session belongs to this token."),
    ("bad_name", "BLF-E39", 422, "A name has 1 to 40 visible characters."),
    ("no_match", "BLF-E28", 409, "No match is running in this room."),
    ("not_your_turn", "BLF-13", 409, "It is another seat's turn."),
    ("stale_turn", "BLF-E28", 409, "The turn this move was meant for is over."),
    ("out", "BLF-28", 409, "This seat is out of the match."),
    ("count", "BLF-10", 422, "So many cards cannot be played at once."),
    ("not_in_hand", "BLF-10", 422, "These cards are not all in the hand."),
    ("wrong_game", "WIRE", 422, "This move belongs to another game."),
    ("must_call", "BLF-24", 409, "The only player with cards must call."),
    ("nothing_to_call", "BLF-12", 409, "There is no claim to call."),
    ("own_claim", "BLF-E14", 409, "Nobody can call his own claim."),
    ("quantity", "LDC-07", 422, "A bid has one die or more, and no more than are in play."),
    ("face", "LDC-05", 422, "A die has the faces 1 to 6."),
    ("not_higher", "LDC-06", 422, "A bid must beat the last one."),
    ("nothing_to_challenge", "LDC-E10", 409, "There is no bid to challenge."),
    ("bad_rank", "CHT-19", 422, "To lead name one of the thirteen ranks; later the rank is that of the round."),
    ("must_lead", "CHT-E04", 409, "The leader of a round cannot pass."),
    ("suit", "WIZ-E03", 422, "Trump is one of the four suits."),
    ("bid_range", "WIZ-12", 422, "A bid is 0 to the number of cards dealt."),
    ("bid_total", "WIZ-22", 422, "The last bid may not make the total the number of tricks."),
    ("already_bid", "WIZ-E12", 409, "This seat has made its bid."),
    ("must_follow", "WIZ-13", 422, "The suit led must be followed."),
    ("must_choose", "WIZ-08", 409, "Trump must be chosen first."),
    ("must_bid", "WIZ-11", 409, "It is time to bid."),
    ("must_play", "WIZ-13", 409, "It is time to play a card."),
    ("no_room", "BLF-E38", 404, "No open room has this code."),
    ("not_member", "FEAT-04", 403, "This session is no member of the room."),
    ("full", "BLF-E37", 409, "The table is full."),
    ("already_started", "BLF-E38", 409, "The match has started."),
    ("not_owner", "FEAT-09", 403, "Only the owner of the room may do this."),
    ("too_few", "FEAT-09", 409, "There are too few at the table."),
    ("not_a_bot", "FEAT-08", 409, "Only a bot can be removed."),
    ("bad_option", "FEAT-01", 422, "An option of the room is out of range."),
    ("clock_not_allowed", "BLF-14", 403, "This server does not open rooms with a turn clock of their own."),
    ("chance_not_allowed", "BLF-E21", 403, "This server does not take scripted chance."),
    ("too_many_rooms", "FEAT-01", 429, "This session has too many open rooms."),
    ("no_route", "WIRE", 404, "There is nothing at this address."),
    ("no_result", "FEAT-27", 404, "No finished match has this id."),
    ("no_log", "FEAT-54", 404, "No log of a match with this id is kept for this session."),
    ("no_player", "FEAT-32", 404, "No other player of this id sits there with this session."),
    ("not_yourself", "FEAT-31", 422, "Nobody can block himself."),
    ("too_many_blocks", "FEAT-31", 429, "This session has blocked as many players as it can."),
    ("tutorial", "BLF-E41", 409, "A tutorial room has one match and takes nobody else."),
    ("tutorial_over", "BLF-E41", 409, "The tutorial was finished or skipped."),
)


class CloseCode(IntEnum):
    """Why the server closed a socket."""

    NORMAL = 1000
    GOING_DOWN = 1001
    UNSUPPORTED = 1003
    TOO_LARGE = 1009
    REPLACED = 4000
    """The seat was taken over by a newer socket of the same player."""
    SEAT_EXPIRED = 4001
    """The lobby seat was given up after `lobby_drop_ms` without connection."""
    ROOM_CLOSED = 4002
    PROTOCOL = 4003
    """Too many frames that were no commands, or no hello in time."""
    BAD_SECRET = 4004
    IDLE = 4005
    """Nothing was heard for `idle_ms`."""
    LEFT = 4006
    """The player left."""
