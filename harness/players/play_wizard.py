"""How personas play Wizard: they bid the tricks that they expect, and play for their bid."""

from __future__ import annotations

from collections import Counter

from harness.players.known_wizard import WizardKnown
from harness.players.temper import Temper
from harness.players.view import PlayerView
from harness.rules.wizard import Bid, Choose, Play, SeatMove
from harness.rules.wizard_arithmetic import allowed_bids
from harness.rules.wizard_cards import SUIT_OF, SUITS, VALUE_OF, WIZARD, Face, Suit
from harness.rules.wizard_tricks import playable, winner_of
from harness.seed import Stream


def decide(view: PlayerView, temper: Temper, stream: Stream) -> SeatMove | None:
    """The move for the present turn."""
    known = view.known
    assert isinstance(known, WizardKnown)
    if "choose_trump" in view.legal:
        held = Counter(SUIT_OF.get(card) for card in known.cards)
        return Choose(max(SUITS, key=lambda suit: held[suit]))
    if "bid" in view.legal:
        return Bid(_bid(view, known, temper, stream))
    if not known.cards:
        return None
    cards = tuple(dict.fromkeys(playable(tuple(known.cards), tuple(known.trick))))
    return Play(stream.choice(cards) if stream.chance(temper.coin) else _card(view, known, cards))


def _bid(view: PlayerView, known: WizardKnown, temper: Temper, stream: Stream) -> int:
    others = [bid for bid in known.bids if bid is not None]
    bound = known.ways == "plusminus" and len(others) == len(view.seats) - 1
    bids = allowed_bids(known.each, sum(others) if bound else None)
    if stream.chance(temper.lies):
        return stream.choice(bids)
    expected = sum(trick_chance(card, known.trump, len(view.seats)) for card in known.cards)
    return min(bids, key=lambda bid: abs(bid - expected))


def _card(view: PlayerView, known: WizardKnown, cards: tuple[Face, ...]) -> Face:
    seat = view.seat
    assert seat is not None
    bid = known.bids[seat]
    wants = bid is not None and known.won[seat] < bid
    ordered = sorted(cards, key=lambda card: (trick_chance(card, known.trump, len(view.seats)), card))
    trick = tuple(known.trick)
    if not trick:
        return ordered[-1] if wants else ordered[0]
    winning = [card for card in ordered if winner_of((*trick, card), known.trump) == len(trick)]
    if wants:
        return winning[-1] if winning else ordered[0]
    losing = [card for card in ordered if card not in winning]
    return losing[-1] if losing else ordered[0]


def trick_chance(card: Face, trump: Suit | None, seats: int) -> float:
    """About how likely a card takes a trick at a table of so many."""
    if card == WIZARD:
        return 1.0
    value = VALUE_OF[card] / 14
    if trump is not None and SUIT_OF.get(card) == trump:
        return 0.25 + 0.7 * value
    return float(value ** (seats * (1.0 if trump is None else 1.5)))
