"""The ways to play: what a persona does with its turn, how long it thinks, and when it walks off.

A persona is data made of small functions of the `PlayerView` and one random stream. None of them
keeps anything between two calls, so one persona serves any number of players.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from msgspec import Struct

from harness.clock import MILLISECOND, SECOND, Duration
from harness.players import play_bluff, play_dice, play_wizard
from harness.players.acts import WAYS_TO_DROP, GoAway
from harness.players.odds import claim_odds, true_cards
from harness.players.temper import Temper
from harness.players.view import PlayerView
from harness.rules import bluff, liars_dice, wizard
from harness.rules.bluffers import Call, Play
from harness.rules.cards import JOKER
from harness.seed import Stream

PLAY_MAX: Final = 3
"""One, two or three cards may be played (BLF-10)."""

SUSPICION: Final = 0.2
"""Honest players call a claim that is less likely than this, if the claims before it were true."""

HESITATION_MIN: Final = 2 * MILLISECOND
HESITATION_MAX: Final = 200 * MILLISECOND
"""A hesitant player moves this long before its own idea of the deadline; at most a tenth of the time left."""

FULL_TURN_MS: Final = 30_000
FLAP_MAX: Final = 15 * SECOND
"""A flapper stays away for at most this long at a turn clock of `FULL_TURN_MS`; in proportion at others."""

Decision: TypeAlias = (
    Play | Call | liars_dice.Bid | liars_dice.Challenge | bluff.Play | bluff.Pass | bluff.Call | wizard.SeatMove
)  # fmt: skip
"""A move, in the words of the rules of its game."""

BRAINS: Final[dict[str, Callable[[PlayerView, Temper, Stream], Decision | None]]] = {
    "liars_dice": play_dice.decide, "bluff": play_bluff.decide, "wizard": play_wizard.decide,
}  # fmt: skip
"""How the games besides Bluffers are played."""

FALLBACKS: Final[dict[str, Callable[[PlayerView], Decision | None]]] = {
    "liars_dice": play_dice.fallback, "bluff": play_bluff.fallback,
}  # fmt: skip
"""A move to try when another one was refused."""


class Whim(Struct, frozen=True):
    """Something a player does besides moving.

    Attributes:
        after: How long after the beginning of the turn.
        exit: How it goes away; None taps Leave Table.
    """

    after: Duration
    exit: GoAway | None


class Persona(Struct, frozen=True, kw_only=True):
    """One way to play.

    Attributes:
        name: What scenario files call it.
        about: One line for people.
        calls: Whether to call the last claim; asked only when playing is possible, too.
        plays: Which cards to play; asked only when there are any.
        think: How long to think about the turn that has just begun; None lets the clock run out.
        whim: What else it may do, asked at the beginning of every turn of a match that it has
            not left; None for personas without whims.
        temper: How it is minded in the games besides Bluffers.
    """

    name: str
    about: str
    calls: Callable[[PlayerView, Stream], bool]
    plays: Callable[[PlayerView, Stream], tuple[str, ...]]
    think: Callable[[PlayerView, Stream], Duration | None]
    whim: Callable[[PlayerView, Stream], Whim | None] | None = None
    temper: Temper = Temper()

    def decide(self, view: PlayerView, stream: Stream) -> Decision | None:
        """The move for the present turn; None when the view offers nothing that could be done."""
        brain = BRAINS.get(view.game)
        if brain is not None:
            return brain(view, self.temper, stream) if view.known is not None else None
        may_play = "play" in view.legal and len(view.cards) > 0
        if "call" in view.legal and (not may_play or self.calls(view, stream)):
            return Call()
        return Play(self.plays(view, stream)) if may_play else None


# -- whether to call -------------------------------------------------------------------------


def _call_if_unlikely(view: PlayerView, stream: Stream) -> bool:
    return claim_odds(view, trusting=True) < SUSPICION


def _call_seldom(view: PlayerView, stream: Stream) -> bool:
    return claim_odds(view) == 0.0 or stream.chance(0.1)


def _call_mostly(view: PlayerView, stream: Stream) -> bool:
    return stream.chance(0.9)


def _call_by_coin(view: PlayerView, stream: Stream) -> bool:
    return stream.chance(0.5)


# -- which cards to play ---------------------------------------------------------------------


def _any_of(cards: tuple[str, ...], stream: Stream) -> tuple[str, ...]:
    return stream.sample(cards, stream.between(1, min(PLAY_MAX, len(cards))))


def _play_anything(view: PlayerView, stream: Stream) -> tuple[str, ...]:
    return _any_of(view.playable(), stream)


def _play_true(view: PlayerView, stream: Stream) -> tuple[str, ...]:
    true = true_cards(view)
    if not true:
        return (stream.choice(view.playable()),)
    return tuple(true[:PLAY_MAX])


def _play_lies(view: PlayerView, stream: Stream) -> tuple[str, ...]:
    false = tuple(card for card in view.playable() if card not in (view.table, JOKER))
    return _any_of(false if false and stream.chance(0.85) else view.playable(), stream)


# -- how long to think -----------------------------------------------------------------------


def _think_as_told(view: PlayerView, stream: Stream) -> Duration:
    # At short clocks half of the time left is the most that an unhurried player takes.
    return min(stream.between(*view.habit), view.remaining // 2)


def _think_to_the_last(view: PlayerView, stream: Stream) -> Duration:
    left = view.remaining
    longest = max(HESITATION_MIN, min(HESITATION_MAX, left // 10))
    return max(0, left - stream.between(HESITATION_MIN, longest))


def _fall_asleep(view: PlayerView, stream: Stream) -> Duration | None:
    return None if stream.chance(0.25) else _think_as_told(view, stream)


# -- when to walk off ------------------------------------------------------------------------


def _some_time(view: PlayerView, stream: Stream) -> Duration:
    return stream.between(0, min(max(view.habit[1], 1), view.remaining))


def _quit(view: PlayerView, stream: Stream) -> Whim | None:
    if not stream.chance(0.01):
        return None
    silent = stream.chance(0.25)
    return Whim(_some_time(view, stream), GoAway(stream.choice(WAYS_TO_DROP), None) if silent else None)


def _flap(view: PlayerView, stream: Stream) -> Whim | None:
    if not stream.chance(0.04):
        return None
    turn_ms = view.policy.turn_ms if view.policy is not None else FULL_TURN_MS
    away = stream.between(0, FLAP_MAX * turn_ms // FULL_TURN_MS)
    return Whim(_some_time(view, stream), GoAway(stream.choice(WAYS_TO_DROP), away))


def _registry(*personas: Persona) -> dict[str, Persona]:
    return {persona.name: persona for persona in personas}


PERSONAS: Final = _registry(
    Persona(
        name="honest",
        about="Plays its true cards, up to three at once, and calls only what is impossible or very unlikely.",
        calls=_call_if_unlikely,
        plays=_play_true,
        think=_think_as_told,
    ),
    Persona(
        name="bluffer",
        about="Plays false cards whenever it can and seldom calls.",
        calls=_call_seldom,
        plays=_play_lies,
        think=_think_as_told,
        temper=Temper(doubt=0.05, lies=0.6),
    ),
    Persona(
        name="caller",
        about="Calls nine times out of ten, and plays true cards otherwise.",
        calls=_call_mostly,
        plays=_play_true,
        think=_think_as_told,
        temper=Temper(coin=0.9),
    ),
    Persona(
        name="random",
        about="Tosses a coin between playing and calling, and plays any cards.",
        calls=_call_by_coin,
        plays=_play_anything,
        think=_think_as_told,
        temper=Temper(doubt=0.0, lies=0.8, coin=0.3),
    ),
    Persona(
        name="hesitant",
        about="Plays honestly, but thinks until just before the deadline.",
        calls=_call_if_unlikely,
        plays=_play_true,
        think=_think_to_the_last,
    ),
    Persona(
        name="sleepy",
        about="Plays anything, and lets the clock run out in one turn of four.",
        calls=_call_by_coin,
        plays=_play_anything,
        think=_fall_asleep,
        temper=Temper(doubt=0.1, lies=0.5, coin=0.2),
    ),
    Persona(
        name="quitter",
        about="Plays honestly until it leaves the table, or just never comes back.",
        calls=_call_if_unlikely,
        plays=_play_true,
        think=_think_as_told,
        whim=_quit,
    ),
    Persona(
        name="flapper",
        about="Plays honestly, but loses its connection in every way there is and comes back within half a turn.",
        calls=_call_if_unlikely,
        plays=_play_true,
        think=_think_as_told,
        whim=_flap,
    ),
)
"""Every persona by name, in the order in which people are shown them."""
