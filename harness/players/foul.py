"""Moves that no rules allow, game by game: what a cheat sends besides the moves that it may make.

Each function gives one command, or None when the moment offers no such move. Ids are new, so that each is
a command of its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from harness.players.known_bluff import BluffKnown
from harness.players.known_dice import DiceKnown
from harness.players.known_wizard import WizardKnown
from harness.players.memory import Memory
from harness.players.view import PlayerView
from harness.rules import french_deck, wizard_cards
from harness.rules.cards import DECK
from harness.rules.wizard_tricks import playable
from harness.seed import Stream
from harness.wire import commands as cm

Foul: TypeAlias = Callable[[PlayerView, Memory, Stream], cm.Move | None]

_FACES: Final = tuple(dict.fromkeys(DECK))
_NO_FACE: Final = "J"
_NO_DIE: Final = (0, 7, -1, 1_000_000)
_NO_RANK: Final = ("*", "joker", "1", "", "KQ")
_NO_SUIT: Final = ("W", "N", "", "s")


def some_move(view: PlayerView, memory: Memory, chance: Stream, turn: int) -> cm.Move:
    """A move of the game that is played, as if it were asked for in this turn."""
    id_ = memory.new_id()
    known = view.known
    if isinstance(known, DiceKnown):
        if chance.chance(0.5):
            return cm.Challenge(id=id_, turn=turn)
        return cm.Bid(id=id_, turn=turn, quantity=chance.between(1, max(1, sum(view.sizes))), face=chance.between(1, 6))
    if isinstance(known, BluffKnown):
        kind = chance.below(3)
        if kind == 2:
            return cm.Lay(id=id_, turn=turn, cards=tuple(known.cards[:1]) or ("K",), named=_rank(known))
        return cm.Pass(id=id_, turn=turn) if kind else cm.Call(id=id_, turn=turn)
    if isinstance(known, WizardKnown):
        if "bid" in view.legal:
            return cm.BidTricks(id=id_, turn=turn, tricks=chance.between(0, known.each))
        if "choose_trump" in view.legal:
            return cm.ChooseTrump(id=id_, turn=turn, suit=chance.choice(wizard_cards.SUITS))
        return cm.PlayCard(id=id_, turn=turn, card=next(iter(known.cards), wizard_cards.WIZARD))
    if chance.chance(0.5):
        return cm.Call(id=id_, turn=turn)
    return cm.Play(id=id_, turn=turn, cards=view.playable()[:1] or ("K",))


def _rank(known: BluffKnown) -> str:
    """What cards can be named: the rank of the round, or to lead any."""
    return known.claim.rank if known.claim is not None else french_deck.RANKS[-1]


def again(move: cm.Move, id_: str) -> cm.Move:
    """The same move as another command."""
    fields = {name: getattr(move, name) for name in move.__struct_fields__ if name != "id"}
    return type(move)(id=id_, **fields)


# -- cards -----------------------------------------------------------------------------------


def _laid(view: PlayerView, memory: Memory, cards: tuple[str, ...]) -> cm.Move:
    """Cards face down, in the words of the game."""
    if isinstance(view.known, BluffKnown):
        return cm.Lay(id=memory.new_id(), turn=view.turn, cards=cards, named=_rank(view.known))
    return cm.Play(id=memory.new_id(), turn=view.turn, cards=cards)


def _held(view: PlayerView) -> tuple[str, ...]:
    return tuple(view.known.cards if isinstance(view.known, BluffKnown | WizardKnown) else view.cards)


def four_cards(view: PlayerView, memory: Memory, chance: Stream) -> cm.Move | None:
    """Four cards at once in Bluffers."""
    return _laid(view, memory, ((_held(view) or ("K",)) * 4)[:4])


def no_card(view: PlayerView, memory: Memory, chance: Stream) -> cm.Move | None:
    """No card at all."""
    return _laid(view, memory, ())


def card_not_held(view: PlayerView, memory: Memory, chance: Stream) -> cm.Move | None:
    """A card that is in somebody else's hand, or nowhere."""
    held = _held(view)
    if isinstance(view.known, WizardKnown):
        absent: list[str] = [face for face in wizard_cards.FACES if face not in held]
        return cm.PlayCard(id=memory.new_id(), turn=view.turn, card=chance.choice(absent))
    faces: tuple[str, ...] = _FACES if view.known is None else (*french_deck.RANKS, french_deck.JOKER)
    return _laid(view, memory, (chance.choice([face for face in faces if face not in held] or [_NO_FACE * 2]),))


def card_twice(view: PlayerView, memory: Memory, chance: Stream) -> cm.Move | None:
    """More copies of a face than are held; in Bluffers only a face held once or twice can be named once too often."""
    held = Counter(_held(view))
    few = [face for face, count in held.items() if count <= 2 or view.known is not None]
    if not few:
        return None
    face = chance.choice(few)
    return _laid(view, memory, (face,) * (held[face] + 1))


# -- Liar's Dice -----------------------------------------------------------------------------


def over_bid(view: PlayerView, memory: Memory, chance: Stream) -> cm.Move | None:
    """More dice than are in play, or none (LDC-07)."""
    quantity = chance.choice((sum(view.sizes) + 1, 0, -1, 1_000_000))
    return cm.Bid(id=memory.new_id(), turn=view.turn, quantity=quantity, face=chance.between(1, 6))


def low_bid(view: PlayerView, memory: Memory, chance: Stream) -> cm.Move | None:
    """A bid that does not beat the last one (LDC-06)."""
    last = view.known.bid if isinstance(view.known, DiceKnown) else None
    if last is None:
        return None
    less = chance.below(2) if last.quantity > 1 else 0
    return cm.Bid(id=memory.new_id(), turn=view.turn, quantity=last.quantity - less, face=last.face)


def no_such_die(view: PlayerView, memory: Memory, chance: Stream) -> cm.Move | None:
    """A face that no die has (LDC-05)."""
    return cm.Bid(id=memory.new_id(), turn=view.turn, quantity=1, face=chance.choice(_NO_DIE))


def early_challenge(view: PlayerView, memory: Memory, chance: Stream) -> cm.Move | None:
    """A challenge, or in Bluff a call, before anybody has said anything (LDC-E10)."""
    if isinstance(view.known, DiceKnown) and view.known.bid is None:
        return cm.Challenge(id=memory.new_id(), turn=view.turn)
    if isinstance(view.known, BluffKnown) and view.known.claim is None:
        return cm.Call(id=memory.new_id(), turn=view.turn)
    return None


# -- Bluff -----------------------------------------------------------------------------------


def pass_the_lead(view: PlayerView, memory: Memory, chance: Stream) -> cm.Move | None:
    """A pass in place of a lead (CHT-E04)."""
    leads = isinstance(view.known, BluffKnown) and view.known.claim is None
    return cm.Pass(id=memory.new_id(), turn=view.turn) if leads else None


def own_claim(view: PlayerView, memory: Memory, chance: Stream) -> cm.Move | None:
    """A call of the own cards (CHT-08)."""
    claim = view.known.claim if isinstance(view.known, BluffKnown) else None
    mine = claim is not None and claim.seat == view.seat
    return cm.Call(id=memory.new_id(), turn=view.turn) if mine else None


def wrong_rank(view: PlayerView, memory: Memory, chance: Stream) -> cm.Move | None:
    """To lead no rank or a joker (CHT-19); later another rank than that of the round (CHT-06)."""
    known = view.known
    if not isinstance(known, BluffKnown):
        return None
    others: list[str] = [*_NO_RANK]
    if known.claim is not None:
        others += [rank for rank in french_deck.RANKS if rank != known.claim.rank]
    named = chance.choice(others)
    return cm.Lay(id=memory.new_id(), turn=view.turn, cards=tuple(known.cards[:1]) or ("K",), named=named)


# -- Wizard ----------------------------------------------------------------------------------


def off_suit(view: PlayerView, memory: Memory, chance: Stream) -> cm.Move | None:
    """Another suit than the one led, which is held (WIZ-13)."""
    known = view.known
    if not isinstance(known, WizardKnown) or "play" not in view.legal:
        return None
    legal = playable(tuple(known.cards), tuple(known.trick))
    off = [card for card in known.cards if card not in legal]
    return cm.PlayCard(id=memory.new_id(), turn=view.turn, card=chance.choice(off)) if off else None


def second_bid(view: PlayerView, memory: Memory, chance: Stream) -> cm.Move | None:
    """Another bid after the own one: while others still bid, or when cards are played (WIZ-E12)."""
    known = view.known
    seat = view.seat
    if not isinstance(known, WizardKnown) or seat is None or not known.bids or known.bids[seat] is None:
        return None
    return cm.BidTricks(id=memory.new_id(), turn=view.turn, tricks=chance.between(0, known.each))


def bid_out_of_range(view: PlayerView, memory: Memory, chance: Stream) -> cm.Move | None:
    """Fewer tricks than none, or more than there are (WIZ-12)."""
    known = view.known
    if not isinstance(known, WizardKnown) or "bid" not in view.legal:
        return None
    return cm.BidTricks(id=memory.new_id(), turn=view.turn, tricks=chance.choice((-1, known.each + 1, 1_000_000)))


def forbidden_total(view: PlayerView, memory: Memory, chance: Stream) -> cm.Move | None:
    """As the last bidder, the one bid that would make the total the number of tricks (WIZ-22)."""
    known = view.known
    if not isinstance(known, WizardKnown) or known.ways != "plusminus" or "bid" not in view.legal:
        return None
    others = [bid for bid in known.bids if bid is not None]
    left = known.each - sum(others)
    if len(others) != len(view.seats) - 1 or left < 0:
        return None
    return cm.BidTricks(id=memory.new_id(), turn=view.turn, tricks=left)


def wrong_trump(view: PlayerView, memory: Memory, chance: Stream) -> cm.Move | None:
    """No suit when trump is asked for (WIZ-E03), or trump when nobody asks."""
    known = view.known
    if not isinstance(known, WizardKnown):
        return None
    suits = _NO_SUIT if "choose_trump" in view.legal else wizard_cards.SUITS
    return cm.ChooseTrump(id=memory.new_id(), turn=view.turn, suit=chance.choice(suits))


# -- any game --------------------------------------------------------------------------------


def wrong_game(view: PlayerView, memory: Memory, chance: Stream) -> cm.Move | None:
    """A move of another game."""
    moves: Mapping[str, tuple[cm.Move, ...]] = {
        "bluffers": (cm.Play(id="", turn=view.turn, cards=("K",)),),
        "liars_dice": (cm.Bid(id="", turn=view.turn, quantity=1, face=2), cm.Challenge(id="", turn=view.turn)),
        "bluff": (cm.Lay(id="", turn=view.turn, cards=("K",), named="K"), cm.Pass(id="", turn=view.turn)),
        "wizard": (
            cm.BidTricks(id="", turn=view.turn, tricks=0),
            cm.PlayCard(id="", turn=view.turn, card="W"),
            cm.ChooseTrump(id="", turn=view.turn, suit="S"),
        ),
    }
    foreign = [move for game, of_it in moves.items() if game != view.game for move in of_it]
    return again(chance.choice(foreign), memory.new_id())
