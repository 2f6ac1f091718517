"""Which move a step of a script means, told from what its actor holds and knows: legal or not, in any game.

Each function takes what the actor knows and the arguments of the step. It gives a move in the words of
the rules, or None when the moment offers nothing of the kind: such a card is not held.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from harness.players.known_bluff import BluffKnown
from harness.players.known_dice import DiceKnown
from harness.players.known_wizard import WizardKnown
from harness.players.personas import Decision
from harness.players.view import PlayerView
from harness.rules import bluff, bluffers, french_deck, liars_dice, wizard, wizard_cards
from harness.rules.cards import JOKER
from harness.rules.wizard_arithmetic import allowed_bids
from harness.rules.wizard_tricks import playable, winner_of
from harness.scenario.model import Value
from harness.wire.options import BluffOptions, DiceOptions, WizardOptions

Wanted: TypeAlias = Callable[[PlayerView, Mapping[str, Value]], Decision | None]


def holds_anything(view: PlayerView) -> bool:
    """Whether the actor has anything in its hand, or under its cup; before those of a new deal are there it has not."""
    known = view.known
    return bool(view.cards if known is None else known.dice if isinstance(known, DiceKnown) else known.cards)


# -- Bluffers --------------------------------------------------------------------------------


def played(view: PlayerView, args: Mapping[str, Value]) -> Decision | None:
    """Cards face down in Bluffers, or one card face up in Wizard; which game is meant, the arguments say first."""
    if "card" in args or ("cards" not in args and view.game == "wizard"):
        return _card_played(view, args.get("card", "legal"))
    cards = _cards(view, args.get("cards", 1))
    return bluffers.Play(cards) if cards is not None else None


def _cards(view: PlayerView, wanted: Value) -> tuple[str, ...] | None:
    """The cards to play; None when the hand has none like these."""
    if isinstance(wanted, tuple):
        return tuple(str(face) for face in wanted)
    if wanted == "true" or wanted is True:
        return next(((card,) for card in view.playable() if card in (view.table, JOKER)), None)
    if wanted == "lie" or wanted is False:
        return next(((card,) for card in view.playable() if card not in (view.table, JOKER)), None)
    count = int(wanted) if isinstance(wanted, int) else 1
    return tuple(view.cards[:count]) if 0 <= count <= len(view.cards) else None


def called(view: PlayerView, args: Mapping[str, Value]) -> Decision | None:
    """Call Bluff: the same command in Bluffers and Bluff."""
    return bluffers.Call()


# -- Liar's Dice and the bids of Wizard ------------------------------------------------------


def bid(view: PlayerView, args: Mapping[str, Value]) -> Decision | None:
    """A number of dice of one face, or of tricks; which game is meant, the arguments say first."""
    if "tricks" in args or (view.game == "wizard" and not {"quantity", "face"}.intersection(args)):
        return _tricks_bid(view, args.get("tricks", "legal"))
    known = view.known if isinstance(view.known, DiceKnown) else DiceKnown(DiceOptions())
    last = known.bid
    quantity, face = (last.quantity, last.face) if last is not None else (0, 2)
    quantities = {
        "more": quantity + 1, "same": max(1, quantity), "fewer": quantity - 1, "all": sum(view.sizes),
        "over": sum(view.sizes) + 1,
    }  # fmt: skip
    faces = {"same": face, "next": face + 1, "lower": face - 1}
    return liars_dice.Bid(_number(args.get("quantity", "more"), quantities), _number(args.get("face", "same"), faces))


def _number(wanted: Value, words: Mapping[str, int]) -> int:
    return wanted if isinstance(wanted, int) else words[str(wanted)]


def challenged(view: PlayerView, args: Mapping[str, Value]) -> Decision | None:
    """A challenge of the last bid."""
    return liars_dice.Challenge()


# -- Bluff -----------------------------------------------------------------------------------


def laid(view: PlayerView, args: Mapping[str, Value]) -> Decision | None:
    """Cards face down, named as the step says; a rank is said only to lead, unless the step gives one."""
    known = view.known if isinstance(view.known, BluffKnown) else BluffKnown(BluffOptions())
    rank = known.claim.rank if known.claim is not None else None
    named = str(args["rank"]) if "rank" in args else None
    cards = _laid(known, args.get("cards", 1), rank or named)
    if cards is None:
        return None
    if named is None and rank is None:
        lie = args.get("cards") in ("lie", False)
        named = _rank_for(cards, lie=lie)
    return bluff.Play(cards, named)


def _laid(known: BluffKnown, wanted: Value, rank: str | None) -> tuple[str, ...] | None:
    held = known.cards
    if isinstance(wanted, tuple):
        return tuple(str(face) for face in wanted)
    if wanted == "all":
        return tuple(held)
    if wanted == "true" or wanted is True:
        return next(((card,) for card in held if rank is None or card in (rank, french_deck.JOKER)), None)
    if wanted == "lie" or wanted is False:
        return next(((card,) for card in held if card not in (rank, french_deck.JOKER)), None)
    count = int(wanted) if isinstance(wanted, int) else 1
    return tuple(held[:count]) if 0 <= count <= len(held) else None


def _rank_for(cards: tuple[str, ...], *, lie: bool) -> str:
    """A rank to lead with: that of the first card that has one, or one that no card has."""
    if lie:
        return next(rank for rank in french_deck.RANKS if rank not in cards)
    return next((card for card in cards if card in french_deck.RANKS), french_deck.RANKS[0])


def passed(view: PlayerView, args: Mapping[str, Value]) -> Decision | None:
    """Nothing."""
    return bluff.Pass()


# -- Wizard ----------------------------------------------------------------------------------


def trump(view: PlayerView, args: Mapping[str, Value]) -> Decision | None:
    """A suit, or the one held most."""
    if "suit" in args:
        return wizard.Choose(str(args["suit"]))
    held = Counter(wizard_cards.SUIT_OF.get(card) for card in _wizard(view).cards)
    return wizard.Choose(max(wizard_cards.SUITS, key=lambda suit: held[suit]))


def _wizard(view: PlayerView) -> WizardKnown:
    return view.known if isinstance(view.known, WizardKnown) else WizardKnown(WizardOptions())


def _tricks_bid(view: PlayerView, wanted: Value) -> Decision | None:
    if isinstance(wanted, int):
        return wizard.Bid(wanted)
    known = _wizard(view)
    others = [one for one in known.bids if one is not None]
    last = len(others) == len(view.seats) - 1
    if wanted == "forbidden":
        # Whoever bids last may not make the total the number of tricks (WIZ-22).
        left = known.each - sum(others)
        return wizard.Bid(left) if last and left >= 0 else None
    if wanted == "legal":
        return wizard.Bid(allowed_bids(known.each, sum(others) if last and known.ways == "plusminus" else None)[0])
    return wizard.Bid(known.each + (wanted == "over"))


def _card_played(view: PlayerView, wanted: Value) -> Decision | None:
    known = _wizard(view)
    held, trick = tuple(known.cards), tuple(known.trick)
    legal = sorted(playable(held, trick), key=wizard_cards.VALUE_OF.__getitem__)
    if wanted == "not_held":
        found = [face for face in wizard_cards.FACES if face not in held]
    elif wanted == "off_suit":
        found = [card for card in held if card not in legal]
    elif wanted in ("winning", "losing"):
        takes = [winner_of((*trick, card), known.trump) == len(trick) for card in legal]
        found = [card for card, wins in zip(legal, takes, strict=True) if wins is (wanted == "winning")]
    elif wanted in ("legal", "lowest"):
        found = legal
    elif wanted == "highest":
        found = legal[::-1]
    else:
        return wizard.Play(str(wanted))
    return wizard.Play(found[0]) if found else None


WANTED: Final[Mapping[str, Wanted]] = {
    "play": played,
    "call": called,
    "bid": bid,
    "challenge": challenged,
    "lay": laid,
    "pass": passed,
    "trump": trump,
}
"""What each verb that is a move means."""
