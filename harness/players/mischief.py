"""The ways to cheat. Each adds bad acts at drawn moments, while its persona goes on playing legally.

A mischief is data made of small functions, like a persona. Three things can be bad: an act of its
own (`strike`), what follows a move (`echo`), and when the move is sent (`delay`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, get_args

from msgspec import Struct

from harness.clock import MILLISECOND, Duration
from harness.players import foul, tampering
from harness.players.acts import Act, Say, SayRaw
from harness.players.garbage import BORNE, CLOSING
from harness.players.memory import Memory
from harness.players.view import PlayerView
from harness.seed import Stream
from harness.wire.commands import Move
from harness.wire.options import GameName

EVERY: Final[tuple[GameName, ...]] = get_args(GameName)

_FAR_AHEAD: Final = 1_000
"""More turns than any hand has, so that a turn this far ahead cannot have begun when the command arrives."""
_OFFSETS_MS: Final = (1, 5, 20, 50)


class Mischief(Struct, frozen=True, kw_only=True):
    """One way to cheat.

    Attributes:
        name: What scenario files call it.
        about: One line for people.
        rate: How often it happens, per turn in which it fits.
        games: In which games it means something.
        fits: Whether the moment is right; asked when a turn begins and again when the act is due.
        strike: The bad acts, at a drawn moment of a turn; before the own move in an own turn.
        echo: What is sent right behind an own move.
        delay: How long after the beginning of an own turn the move is sent; it is sent even when
            the turn is over by then.
    """

    name: str
    about: str
    rate: float = 0.15
    games: tuple[GameName, ...] = EVERY
    fits: Callable[[PlayerView], bool]
    strike: Callable[[PlayerView, Memory, Stream], Sequence[Act]] | None = None
    echo: Callable[[Move, Memory, Stream], Sequence[Act]] | None = None
    delay: Callable[[PlayerView, Stream], Duration] | None = None

    def suits(self, view: PlayerView) -> bool:
        """Whether the moment is right, in a game in which it means something."""
        return view.game in self.games and self.fits(view)


# -- when ------------------------------------------------------------------------------------


def _on_my_turn(view: PlayerView) -> bool:
    return view.my_turn and view.alive


def _on_others_turn(view: PlayerView) -> bool:
    return view.alive and _somebody_is_asked(view) and not view.my_turn


def _somebody_is_asked(view: PlayerView) -> bool:
    return view.turn_seat is not None or len(view.waiting) > 0


def _when_alive(view: PlayerView) -> bool:
    return view.alive and _somebody_is_asked(view)


def _when_out(view: PlayerView) -> bool:
    return view.in_match and not view.alive


def _in_match(view: PlayerView) -> bool:
    return view.in_match


# -- what ------------------------------------------------------------------------------------


def _now(view: PlayerView, memory: Memory, chance: Stream) -> Sequence[Act]:
    return (Say(foul.some_move(view, memory, chance, view.turn)),)


def _other_turn(view: PlayerView, memory: Memory, chance: Stream) -> Sequence[Act]:
    ahead = chance.chance(0.25)
    turn = view.turn + _FAR_AHEAD if ahead else view.turn - chance.between(1, max(1, min(5, view.turn)))
    return (Say(foul.some_move(view, memory, chance, max(0, turn))),)


def _say(what: foul.Foul) -> Callable[[PlayerView, Memory, Stream], Sequence[Act]]:
    """Send what this function gives, if it gives anything."""

    def strike(view: PlayerView, memory: Memory, chance: Stream) -> Sequence[Act]:
        move = what(view, memory, chance)
        return (Say(move),) if move is not None else ()

    return strike


def _send_again(view: PlayerView, memory: Memory, chance: Stream) -> Sequence[Act]:
    # Never across matches: turn numbers begin anew, and the old move could be a good one there.
    move = memory.last_move
    return (Say(move),) if move is not None and memory.last_match == view.match else ()


def _send_twice(move: Move, memory: Memory, chance: Stream) -> Sequence[Act]:
    return (Say(move), Say(foul.again(move, memory.new_id())))


def _forge_score(view: PlayerView, memory: Memory, chance: Stream) -> Sequence[Act]:
    if chance.chance(0.6) and memory.may_spoil():
        return (tampering.forged_command(view, memory, chance, tampering.poison(view, chance)),)
    return (tampering.score_call(view, chance),)


def _forge_hand(view: PlayerView, memory: Memory, chance: Stream) -> Sequence[Act]:
    if not memory.may_spoil():
        return ()
    return (tampering.forged_command(view, memory, chance, tampering.dream_hand(view, chance)),)


def _peek(view: PlayerView, memory: Memory, chance: Stream) -> Sequence[Act]:
    return (tampering.peeking_call(view, chance),)


def _act_for_others(view: PlayerView, memory: Memory, chance: Stream) -> Sequence[Act]:
    if view.others() and chance.chance(0.4):
        return (tampering.other_player_call(view, chance),)
    if len(view.seats) > 1 and memory.may_spoil():
        return (tampering.forged_command(view, memory, chance, tampering.other_seat_fields(view, chance)),)
    return ()


def _babble(view: PlayerView, memory: Memory, chance: Stream) -> Sequence[Act]:
    if chance.chance(1 / 12):
        kind = chance.choice(CLOSING)
    elif memory.may_spoil():
        kind = chance.choice(BORNE)
    else:
        return ()
    return (SayRaw(kind.raw(memory.new_id(), view.turn), kind.text),)


def _near_the_deadline(view: PlayerView, chance: Stream) -> Duration:
    offset = chance.choice((-1, 0, 1)) * chance.choice(_OFFSETS_MS) * MILLISECOND
    return max(0, view.remaining + offset)


def _registry(*mischief: Mischief) -> dict[str, Mischief]:
    return {one.name: one for one in mischief}


MISCHIEF: Final = _registry(
    Mischief(
        name="out_of_turn",
        about="Moves in another seat's turn.",
        fits=_on_others_turn,
        strike=_now,
    ),
    Mischief(
        name="stale_turn",
        about="Repeats the number of a turn that is over, or names one that is far ahead.",
        fits=_when_alive,
        strike=_other_turn,
    ),
    Mischief(
        name="four_cards",
        about="Plays four cards at once.",
        games=("bluffers",),
        fits=_on_my_turn,
        strike=_say(foul.four_cards),
    ),
    Mischief(
        name="zero_cards",
        about="Plays no card at all.",
        games=("bluffers", "bluff"),
        fits=_on_my_turn,
        strike=_say(foul.no_card),
    ),
    Mischief(
        name="card_not_held",
        about="Plays a card that it does not hold.",
        games=("bluffers", "bluff", "wizard"),
        fits=_on_my_turn,
        strike=_say(foul.card_not_held),
    ),
    Mischief(
        name="same_card_twice",
        about="Plays more copies of a face than it holds.",
        games=("bluffers", "bluff"),
        fits=_on_my_turn,
        strike=_say(foul.card_twice),
    ),
    Mischief(
        name="over_bid",
        about="Bids more dice than are in play, or none.",
        games=("liars_dice",),
        fits=_on_my_turn,
        strike=_say(foul.over_bid),
    ),
    Mischief(
        name="low_bid",
        about="Bids what does not beat the last bid.",
        games=("liars_dice",),
        fits=_on_my_turn,
        strike=_say(foul.low_bid),
    ),
    Mischief(
        name="no_such_die",
        about="Bids a face that no die has.",
        games=("liars_dice",),
        fits=_on_my_turn,
        strike=_say(foul.no_such_die),
    ),
    Mischief(
        name="early_challenge",
        about="Challenges or calls before anybody has said anything.",
        rate=0.3,
        games=("liars_dice", "bluff"),
        fits=_on_my_turn,
        strike=_say(foul.early_challenge),
    ),
    Mischief(
        name="pass_the_lead",
        about="Passes in place of leading.",
        rate=0.3,
        games=("bluff",),
        fits=_on_my_turn,
        strike=_say(foul.pass_the_lead),
    ),
    Mischief(
        name="own_claim",
        about="Calls its own cards.",
        rate=0.3,
        games=("bluff",),
        fits=_on_my_turn,
        strike=_say(foul.own_claim),
    ),
    Mischief(
        name="wrong_rank",
        about="Leads as a joker or as nothing, or names another rank than that of the round.",
        games=("bluff",),
        fits=_on_my_turn,
        strike=_say(foul.wrong_rank),
    ),
    Mischief(
        name="off_suit",
        about="Plays another suit than the one led, which it holds.",
        rate=0.3,
        games=("wizard",),
        fits=_on_my_turn,
        strike=_say(foul.off_suit),
    ),
    Mischief(
        name="second_bid",
        about="Bids again after its bid.",
        games=("wizard",),
        fits=_when_alive,
        strike=_say(foul.second_bid),
    ),
    Mischief(
        name="bid_out_of_range",
        about="Bids fewer tricks than none, or more than there are.",
        rate=0.3,
        games=("wizard",),
        fits=_on_my_turn,
        strike=_say(foul.bid_out_of_range),
    ),
    Mischief(
        name="forbidden_total",
        about="As the last bidder under plusminus, makes the total the number of tricks.",
        rate=0.5,
        games=("wizard",),
        fits=_on_my_turn,
        strike=_say(foul.forbidden_total),
    ),
    Mischief(
        name="wrong_trump",
        about="Picks no suit as trump, or picks trump when nobody asks.",
        games=("wizard",),
        fits=_on_my_turn,
        strike=_say(foul.wrong_trump),
    ),
    Mischief(
        name="wrong_game",
        about="Sends moves of other games.",
        fits=_on_my_turn,
        strike=_say(foul.wrong_game),
    ),
    Mischief(
        name="double_send",
        about="Sends a move twice with the same id, once more with another id, and again much later.",
        fits=_in_match,
        strike=_send_again,
        echo=_send_twice,
    ),
    Mischief(
        name="forged_score",
        about="Puts score, points, place, winner or isAdmin into commands, and posts results over HTTP.",
        rate=0.1,
        fits=_in_match,
        strike=_forge_score,
    ),
    Mischief(
        name="forged_hand",
        about="Claims dice, cards or a reading of the clock of its own choosing in its commands.",
        rate=0.1,
        fits=_in_match,
        strike=_forge_hand,
    ),
    Mischief(
        name="peeking",
        about="Asks over HTTP for hands, dice and bids that are none of its business.",
        rate=0.1,
        fits=_in_match,
        strike=_peek,
    ),
    Mischief(
        name="other_seat",
        about="Names another seat or player in commands, and acts for others over HTTP.",
        rate=0.1,
        fits=_in_match,
        strike=_act_for_others,
    ),
    Mischief(
        name="other_secret",
        about="Tries public ids, names, codes and old or garbled secrets as resume secret on a socket of its own.",
        rate=0.05,
        fits=_in_match,
        strike=tampering.knock,
    ),
    Mischief(
        name="garbage",
        about="Sends frames that are no commands: broken, deep, huge, binary, wrongly typed.",
        rate=0.1,
        fits=_in_match,
        strike=_babble,
    ),
    Mischief(
        name="dead_talk",
        about="Moves on after being out.",
        fits=_when_out,
        strike=_now,
    ),
    Mischief(
        name="late_send",
        about="Sends its move just before, at, or just after the deadline.",
        rate=0.3,
        fits=_on_my_turn,
        delay=_near_the_deadline,
    ),
)
"""Every mischief by name, in the order in which people are shown them."""
