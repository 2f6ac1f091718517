"""What the house adds to Wizard: the chance seat, and bots that bid by what they hold and play to their bid."""

from __future__ import annotations

from collections import Counter

from harness.backend.dealing import deal
from harness.clock import Duration
from harness.dialects.dialect import ChanceScript
from harness.rules import wizard as rules
from harness.rules.wizard_cards import DECK, FACES, SUIT_OF, SUITS, VALUE_OF, WIZARD, Face, Suit
from harness.rules.wizard_tricks import winner_of
from harness.seed import Stream, stream


class WizardChance:
    """Draws for one match of Wizard.

    Args:
        root: Root of the backend's chance.
        code: Room code.
        match: Match id.
        script: What a test fixed, None for real chance.
    """

    __slots__ = ("_auto", "_dealer", "_deals", "_fixed", "_script", "_turned", "_turns")

    def __init__(self, root: bytes, code: str, match: str, script: ChanceScript | None) -> None:
        self._script = script or ChanceScript()
        self._fixed: tuple[str, ...] = ()
        self._turned: Face | None = None
        self._dealer = stream(root, "room", code, match, "dealer")
        self._deals = stream(root, "room", code, match, "deal")
        self._turns = stream(root, "room", code, match, "turn-up")
        self._auto = stream(root, "room", code, match, "auto")

    def dealer(self, seats: int) -> rules.Dealer:
        """Who deals the first round (WIZ-E02)."""
        drawn = self._dealer.below(seats)
        fixed = self._script.dealer
        return rules.Dealer(fixed if fixed is not None and fixed < seats else drawn)

    def begin_round(self, number: int) -> None:
        """What is drawn from now on belongs to this round, counted from 1."""
        script, place = self._script, number - 1
        self._fixed = script.hands[place] if place < len(script.hands) else ()
        turned = script.turned[place] if place < len(script.turned) else ""
        self._turned = next((face for face in FACES if face == turned), None)

    def deal(self, each: int, seats: int) -> rules.Deal:
        """So many cards to each seat, from all sixty (WIZ-05, WIZ-26)."""
        cards = list(DECK)
        if self._turned is not None and each * seats < len(cards):
            cards.remove(self._turned)
        return rules.Deal(deal(cards, (each,) * seats, self._fixed, self._deals))

    def turn_up(self, undealt: tuple[Face, ...]) -> rules.TurnUp:
        """The next card, turned up for trump (WIZ-06)."""
        drawn = self._turns.choice(undealt)
        return rules.TurnUp(drawn if self._turned is None else self._turned)

    def pick(self, moves: int) -> int:
        """Which of so many automatic moves is made (WIZ-E19)."""
        return self._auto.below(moves)


class WizardBot:
    """One bot in one match.

    Args:
        stream: Its own chance.
        think: Shortest and longest time for a move.
    """

    __slots__ = ("_stream", "_think")

    def __init__(self, stream: Stream, think: tuple[Duration, Duration]) -> None:
        self._stream = stream
        self._think = think

    def think(self) -> Duration:
        """How long it thinks about the next move."""
        return self._stream.between(*self._think)

    def choose(self, view: rules.View) -> rules.SeatMove:
        """A legal move: the suit it holds most of, the bid nearest to what it expects, a card that serves the bid."""
        if view.phase is rules.Phase.TRUMP:
            held = Counter(SUIT_OF.get(card) for card in view.cards)
            return rules.Choose(max(SUITS, key=lambda suit: held[suit]))
        if view.phase is rules.Phase.BID:
            expected = sum(trick_chance(card, view.trump, len(view.sizes)) for card in view.cards)
            expected += self._stream.unit() - 0.5
            bids = [move for move in view.legal if isinstance(move, rules.Bid)]
            return min(bids, key=lambda bid: abs(bid.tricks - expected))
        return rules.Play(self._card(view))

    def _card(self, view: rules.View) -> Face:
        assert view.seat is not None
        cards = [card for card in dict.fromkeys(view.cards) if rules.Play(card) in view.legal]
        bid = view.bids[view.seat]
        wants = bid is not None and view.won[view.seat] < bid
        strength = {card: trick_chance(card, view.trump, len(view.sizes)) for card in cards}
        ordered = sorted(cards, key=lambda card: (strength[card], card))
        if not view.trick:
            return ordered[-1] if wants else ordered[0]
        winning = [card for card in ordered if winner_of((*view.trick, card), view.trump) == len(view.trick)]
        losing = [card for card in ordered if card not in winning]
        if wants:
            last = len(view.trick) == len(view.sizes) - 1
            return (winning[0] if last else winning[-1]) if winning else ordered[0]
        return losing[-1] if losing else ordered[-1]


def trick_chance(card: Face, trump: Suit | None, seats: int) -> float:
    """About how likely a card takes a trick at a table of so many."""
    if card == WIZARD:
        return 1.0
    value = VALUE_OF[card] / 14
    if SUIT_OF.get(card) == trump and trump is not None:
        return 0.25 + 0.7 * value
    return float(value ** (seats * (1.0 if trump is None else 1.5)))
