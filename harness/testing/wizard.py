"""Wizard made ready for `check_game`: what can be tried, what may vary unseen, and how it is retold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from harness.rules import wizard as rules
from harness.rules.wizard import Bid, Choose, Deal, Dealer, Leave, Move, Options, Outcome, Phase, Play, State, View
from harness.rules.wizard_cards import DECK, FACES, JESTER, SUITS, WIZARD, Face
from harness.rules.wizard_moves import TurnUp
from harness.testing.choices import Pick
from harness.testing.wizard_retelling import WizardWitness, public_line

BIDS_MAX: Final = 20
"""More cards than these nobody is dealt."""

_TRIED: Final[tuple[Move, ...]] = (
    *(Play(card) for card in (*FACES, "S1", "J", "")), *(Bid(tricks) for tricks in range(-1, BIDS_MAX + 2)),
    *(Choose(suit) for suit in (*SUITS, "W", "", "none")), Leave(), Dealer(0), TurnUp("S2"),
)  # fmt: skip
_TRIED_BY_CHANCE: Final[tuple[Move, ...]] = (
    *(Dealer(seat) for seat in range(-1, 7)), *(TurnUp(card) for card in FACES), TurnUp("X"),  # type: ignore[arg-type]
    Bid(0), Play("S2"), Choose("S"), Leave(), Deal(()),
)  # fmt: skip


def cards_of(state: State) -> Iterator[Face]:
    """Every card of the state, wherever it lies."""
    for cards in (*state.hands, state.trick, state.taken, state.undealt):
        yield from cards
    if state.turned is not None:
        yield state.turned


def state_problems(state: State) -> Sequence[str]:
    """What cannot be true of any state of a match, each as a sentence; () for a sound state.

    For constructed states, too: positions of a test that are not reachable are found out here.
    """
    found = []
    if Counter(cards_of(state)) != Counter(DECK):
        found.append(f"the cards are no longer the deck: {' '.join(sorted(cards_of(state)))}")
    between = state.phase in (Phase.DEALER, Phase.DEAL, Phase.OVER)
    if len(state.sheet) != state.round - (not between):
        found.append(f"{len(state.sheet)} rounds are scored in round {state.round}")
    for number, line in enumerate(state.sheet, 1):
        found += _line_problems(state, number, line)
    found += _bid_problems(state)
    if between:
        if state.turned or state.trump or state.trick or state.taken or any(state.hands) or any(state.won):
            found.append("something lies on the table between the rounds")
        return found
    found += _trump_problems(state)
    found += _trick_problems(state)
    return found


def _line_problems(state: State, number: int, line: rules.Scored) -> Iterator[str]:
    cards = state.options.rounds[number - 1]
    if line.round != number or sum(line.won) != cards:
        yield f"line {number} of the sheet has {sum(line.won)} tricks of round {line.round}"
    for bid, won, points in zip(line.bids, line.won, line.points, strict=True):
        made = bid == won
        if not 0 <= bid <= cards or points != (20 + 10 * won if made else -10 * max(bid - won, won - bid)):
            yield f"line {number} of the sheet gives {points} points for {won} tricks with a bid of {bid}"
    if state.options.bids == "plusminus" and sum(line.bids) == cards:
        yield f"the bids of line {number} are as many as the tricks"


def _bid_problems(state: State) -> Iterator[str]:
    seats, cards = state.options.seats, rules.cards_each(state)
    bids = [bid for bid in state.bids if bid is not None]
    if any(not 0 <= bid <= cards for bid in bids):
        yield f"somebody has bid more than {cards} or less than nothing: {state.bids}"
    if (len(bids) == seats) != (state.phase is Phase.PLAY) or (bids and state.phase not in (Phase.BID, Phase.PLAY)):
        yield f"{len(bids)} bids are made in phase {state.phase}"
    if state.options.bids in ("standard", "plusminus"):
        order = [state.bids[(state.dealer + step) % seats] for step in range(1, seats + 1)]
        if None in order[: len(bids)]:
            yield f"the bids are not made in turn: {state.bids}"
    if state.options.bids == "plusminus" and len(bids) == seats and sum(bids) == cards:
        yield f"the bids are as many as the tricks: {state.bids}"


def _trump_problems(state: State) -> Iterator[str]:
    turned = state.turned
    if (turned is None) != (not state.undealt or state.phase is Phase.TURN_UP):
        yield f"{turned} is turned up with {len(state.undealt)} cards left in phase {state.phase}"
    if turned == WIZARD:
        if (state.trump is None) != (state.phase is Phase.TRUMP):
            yield f"trump is {state.trump} in phase {state.phase}"
    elif state.trump != (None if turned in (None, JESTER) else turned[0]) or state.phase is Phase.TRUMP:
        yield f"trump is {state.trump} with {turned} turned up in phase {state.phase}"


def _trick_problems(state: State) -> Iterator[str]:
    seats, cards = state.options.seats, rules.cards_each(state)
    if len(state.trick) >= seats or len(state.taken) % seats or sum(state.won) * seats != len(state.taken):
        yield f"{state.won} tricks are won with {len(state.taken)} cards, {len(state.trick)} lie in the next"
    done = len(state.taken) // seats
    for seat, hand in enumerate(state.hands):
        has_played = (seat - state.leader) % seats < len(state.trick)
        if len(hand) != cards - done - has_played:
            yield f"seat {seat} holds {len(hand)} of {cards} cards after {done} tricks"
    if state.phase is Phase.PLAY:
        if done == cards:
            yield "a round goes on without cards"
    elif state.trick or state.taken:
        yield f"cards are played in phase {state.phase}"


class WizardGame:
    """A table of Wizard for `check_game`.

    Two of its laws know one seat to act and one winner. So the first of several bidders is the one
    to act here, and the bids of the others are asides; and equal places are told apart by seat here,
    while `broken` holds the shared ones against the score sheet.

    Args:
        options: Of the table.
    """

    illegal: type[Exception] = rules.Illegal

    def __init__(self, options: Options) -> None:
        self.options = options
        self.seats = options.seats
        # At most one choice of trump and a bid a seat in each round, and every card.
        self.turns_max = sum(1 + self.seats * (1 + cards) for cards in options.rounds)

    def initial(self) -> State:
        """See `Game.initial`."""
        return rules.initial(self.options)

    def to_act(self, state: State) -> int | None:
        """See `Game.to_act`."""
        return rules.to_act(state)

    def legal(self, state: State, seat: int) -> Sequence[Move]:
        """What the seat to act may do; of CHANCE all but the deals, of which there are too many."""
        if seat != rules.CHANCE:
            return rules.legal(state, seat) if seat == rules.to_act(state) else ()
        if state.phase is Phase.DEALER:
            return [Dealer(dealer) for dealer in range(self.seats)]
        if state.phase is Phase.TURN_UP:
            return [TurnUp(card) for card in dict.fromkeys(state.undealt)]
        return ()

    def asides(self, state: State, seat: int) -> Sequence[Move]:
        """Leaving, once; and bidding at the same time as the seat to act."""
        leave = () if seat in state.gone or state.phase is Phase.OVER else (Leave(),)
        return leave if seat == rules.to_act(state) else (*leave, *rules.legal(state, seat))

    def conceivable(self, state: State, seat: int) -> Sequence[Move]:
        """Every card, bid and suit, and what is none; for CHANCE, what has a wrong form or time."""
        if seat != rules.CHANCE:
            return _TRIED
        if state.phase is not Phase.DEAL:
            return (*_TRIED_BY_CHANCE, Deal((DECK[:1],) * self.seats))
        cards = self.options.rounds[state.round]
        short = tuple(DECK[seat * cards + 1 : (seat + 1) * cards] for seat in range(self.seats))
        full = tuple(DECK[seat * cards : (seat + 1) * cards] for seat in range(self.seats))
        doubled = (("S3", *full[0][1:]), ("S3", *full[1][1:]), *full[2:])
        alien = (("S1", *full[0][1:]), *full[1:])
        wrong = (short, (*full, ()), full[1:], doubled, alien)
        return (*_TRIED_BY_CHANCE, *(Deal(hands) for hands in wrong))  # type: ignore[arg-type]

    def chance(self, state: State, pick: Pick) -> Move:
        """The dealer, a deal or a card turned up, uniform if `pick` is."""
        if state.phase is Phase.DEALER:
            return Dealer(pick(self.seats))
        if state.phase is Phase.TURN_UP:
            return TurnUp(state.undealt[pick(len(state.undealt))])
        cards = self.options.rounds[state.round]
        drawn = _drawn(DECK, cards * self.seats, pick)
        return Deal(tuple(drawn[seat * cards : (seat + 1) * cards] for seat in range(self.seats)))

    def apply(self, state: State, seat: int, move: Move) -> tuple[State, Sequence[Outcome]]:
        """See `harness.rules.wizard.apply`."""
        return rules.apply(state, seat, move)

    def view(self, state: State, seat: int | None) -> View:
        """See `harness.rules.wizard.view`."""
        return rules.view(state, seat)

    def disguise(self, state: State, seat: int | None, pick: Pick) -> State:
        """The other hands and what was not dealt are shuffled; sealed bids of others are any numbers."""
        hidden = [hand for who, hand in enumerate(state.hands) if who != seat]
        pool = [card for cards in (*hidden, state.undealt) for card in cards]
        cards = iter(_drawn(pool, len(pool), pick))
        hands = tuple(h if who == seat else tuple(next(cards) for _ in h) for who, h in enumerate(state.hands))
        way = self.options.bids
        sealed = way == "secret" or (way == "hidden" and state.phase is Phase.BID)
        top = rules.cards_each(state) + 1
        bids = tuple(
            pick(top) if sealed and who != seat and bid is not None else bid for who, bid in enumerate(state.bids)
        )
        return replace(state, hands=hands, undealt=tuple(cards), bids=bids)

    def places(self, state: State) -> tuple[int, ...]:
        """The places with ties told apart by seat; 0 while open."""
        places = rules.places(state)
        order = sorted(range(self.seats), key=lambda seat: (places[seat], seat))
        return tuple(order.index(seat) + 1 if place else 0 for seat, place in enumerate(places))

    def broken(self, before: State, seat: int, move: Move, after: State, outcomes: Sequence[Outcome]) -> Sequence[str]:
        """Conservation, a sheet that only grows and adds up, a suit that is followed, one dealer after the other."""
        found = list(state_problems(after))
        if after.sheet[: len(before.sheet)] != before.sheet or len(after.sheet) - len(before.sheet) not in (0, 1):
            found.append("the sheet was rewritten")
        if isinstance(move, Play):
            led = next((card[0] for card in before.trick if card != JESTER), WIZARD)
            bound = led != WIZARD and any(card[0] == led for card in before.hands[seat])
            if bound and move.card[0] not in (led, WIZARD, JESTER):
                found.append(f"seat {seat} did not follow suit with {move.card}")
        scored = len(after.sheet) > len(before.sheet)
        if scored and after.phase is Phase.DEAL and after.dealer != (before.dealer + 1) % self.seats:
            found.append(f"seat {after.dealer} deals after seat {before.dealer}")
        if after.phase is Phase.OVER:
            found += self._broken_in_the_end(after)
        return found

    def _broken_in_the_end(self, after: State) -> Iterator[str]:
        if len(after.sheet) != len(self.options.rounds):
            yield f"the match is over after {len(after.sheet)} rounds"
        sums = [sum(points) for points in zip(*(line.points for line in after.sheet), strict=True)]
        if list(rules.totals(after)) != sums:
            yield f"the totals are {rules.totals(after)}, not {sums}"
        descending = sorted(sums, reverse=True)
        places = [self.seats if seat in after.gone else descending.index(total) + 1 for seat, total in enumerate(sums)]
        if list(rules.places(after)) != places:
            yield f"the places are {rules.places(after)}, not {places}"

    def public(self, seat: int, move: Move, outcomes: Sequence[Outcome]) -> str:
        """See `harness.testing.wizard_retelling.public_line`."""
        return public_line(move, outcomes)

    def private(self, viewer: int, seat: int, move: Move) -> str:
        """The own hand of a deal, and the own bid."""
        if isinstance(move, Deal):
            return " ".join(move.hands[viewer])
        return str(move.tricks) if isinstance(move, Bid) and viewer == seat else ""

    def witness(self, seat: int | None) -> WizardWitness:
        """See `Game.witness`."""
        return WizardWitness(seat, self.options)


def _drawn(cards: Sequence[Face], count: int, pick: Pick) -> tuple[Face, ...]:
    """So many cards drawn one after the other."""
    pool = list(cards)
    for at in range(count):
        other = at + pick(len(pool) - at)
        pool[at], pool[other] = pool[other], pool[at]
    return tuple(pool[:count])
