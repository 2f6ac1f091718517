"""The ways to cheat. Each adds bad acts at drawn moments, while its persona goes on playing legally.

A mischief is data made of small functions, like a persona. Three things can be bad: an act of its
own (`strike`), what follows a move (`echo`), and when the move is sent (`delay`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, get_args

from msgspec import Struct

from harness.clock import MILLISECOND, Duration
from harness.players import tampering
from harness.players.acts import Act, Say, SayRaw
from harness.players.garbage import BORNE, CLOSING
from harness.players.memory import Memory
from harness.players.view import PlayerView
from harness.rules.cards import DECK
from harness.seed import Stream
from harness.wire.commands import Call, Move, Play
from harness.wire.options import GameName

EVERY: Final[tuple[GameName, ...]] = get_args(GameName)

_FACES: Final = tuple(dict.fromkeys(DECK))
_NO_FACE: Final = "J"
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


# -- when ------------------------------------------------------------------------------------


def _on_my_turn(view: PlayerView) -> bool:
    return view.my_turn and view.alive


def _on_others_turn(view: PlayerView) -> bool:
    return view.alive and view.turn_seat is not None and not view.my_turn


def _when_alive(view: PlayerView) -> bool:
    return view.alive and view.turn_seat is not None


def _when_out(view: PlayerView) -> bool:
    return view.in_match and not view.alive


def _in_match(view: PlayerView) -> bool:
    return view.in_match


# -- what ------------------------------------------------------------------------------------


def _some_move(view: PlayerView, memory: Memory, chance: Stream, turn: int) -> Move:
    if chance.chance(0.5):
        return Call(id=memory.new_id(), turn=turn)
    return Play(id=memory.new_id(), turn=turn, cards=view.playable()[:1] or ("K",))


def _now(view: PlayerView, memory: Memory, chance: Stream) -> Sequence[Act]:
    return (Say(_some_move(view, memory, chance, view.turn)),)


def _other_turn(view: PlayerView, memory: Memory, chance: Stream) -> Sequence[Act]:
    ahead = chance.chance(0.25)
    turn = view.turn + _FAR_AHEAD if ahead else view.turn - chance.between(1, max(1, min(5, view.turn)))
    return (Say(_some_move(view, memory, chance, max(0, turn))),)


def _bad_play(view: PlayerView, memory: Memory, cards: tuple[str, ...]) -> Sequence[Act]:
    return (Say(Play(id=memory.new_id(), turn=view.turn, cards=cards)),)


def _four_cards(view: PlayerView, memory: Memory, chance: Stream) -> Sequence[Act]:
    hand = tuple(view.cards) or ("K",)
    return _bad_play(view, memory, (hand * 4)[:4])


def _zero_cards(view: PlayerView, memory: Memory, chance: Stream) -> Sequence[Act]:
    return _bad_play(view, memory, ())


def _card_not_held(view: PlayerView, memory: Memory, chance: Stream) -> Sequence[Act]:
    absent: list[str] = [face for face in _FACES if face not in view.cards]
    return _bad_play(view, memory, (chance.choice(absent or [_NO_FACE]),))


def _same_card_twice(view: PlayerView, memory: Memory, chance: Stream) -> Sequence[Act]:
    # Three cards may be played, so only a face held once or twice can be named once too often.
    few = [face for face in _FACES if 1 <= view.cards.count(face) <= 2]
    if not few:
        return ()
    face = chance.choice(few)
    return _bad_play(view, memory, (face,) * (view.cards.count(face) + 1))


def _send_again(view: PlayerView, memory: Memory, chance: Stream) -> Sequence[Act]:
    # Never across matches: turn numbers begin anew, and the old move could be a good one there.
    move = memory.last_move
    return (Say(move),) if move is not None and memory.last_match == view.match else ()


def _send_twice(move: Move, memory: Memory, chance: Stream) -> Sequence[Act]:
    again: Move
    if isinstance(move, Play):
        again = Play(id=memory.new_id(), turn=move.turn, cards=move.cards)
    else:
        again = Call(id=memory.new_id(), turn=move.turn)
    return (Say(move), Say(again))


def _forge_score(view: PlayerView, memory: Memory, chance: Stream) -> Sequence[Act]:
    if chance.chance(0.6) and memory.may_spoil():
        return (tampering.forged_command(view, memory, chance, tampering.poison(view, chance)),)
    return (tampering.score_call(view, chance),)


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
        about="Plays or calls in another seat's turn.",
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
        fits=_on_my_turn,
        strike=_four_cards,
    ),
    Mischief(
        name="zero_cards",
        about="Plays no card at all.",
        fits=_on_my_turn,
        strike=_zero_cards,
    ),
    Mischief(
        name="card_not_held",
        about="Plays a card that it does not hold.",
        fits=_on_my_turn,
        strike=_card_not_held,
    ),
    Mischief(
        name="same_card_twice",
        about="Plays more copies of a face than it holds.",
        fits=_on_my_turn,
        strike=_same_card_twice,
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
        about="Plays and calls on after being eliminated.",
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
