"""The adapter of Wizard: planted faults are convicted, impossible states described, secrets varied."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from harness.rules import wizard as rules
from harness.rules.wizard import (
    CHANCE,
    Bid,
    Choose,
    Deal,
    Dealer,
    Leave,
    Move,
    Options,
    Outcome,
    Phase,
    Play,
    Scored,
    State,
    TurnUp,
    View,
    apply,
)
from harness.rules.wizard_arithmetic import round_points
from harness.rules.wizard_cards import DECK
from harness.seed import root_of, stream
from harness.testing.choices import Conduct
from harness.testing.game import LawBrokenError, check_match
from harness.testing.wizard import WizardGame, cards_of, state_problems
from harness.testing.wizard_position import Position, complete

Applied = tuple[State, Sequence[Outcome]]


class Generous(WizardGame):
    """The first seat gets ten points more in every round."""

    def apply(self, state: State, seat: int, move: Move) -> Applied:
        after, outcomes = super().apply(state, seat, move)
        if isinstance(move, Play) and len(after.sheet) > len(state.sheet):
            line = after.sheet[-1]
            points = (line.points[0] + 10, *line.points[1:])
            after = replace(after, sheet=(*after.sheet[:-1], replace(line, points=points)))
        return after, outcomes


class Twice(WizardGame):
    """The points of a round are written again when somebody leaves (the fault behind WIZ-E21)."""

    def apply(self, state: State, seat: int, move: Move) -> Applied:
        after, outcomes = super().apply(state, seat, move)
        if isinstance(move, Leave) and after.sheet:
            after = replace(after, sheet=(*after.sheet, after.sheet[-1]))
        return after, outcomes


class Sticky(WizardGame):
    """The winner of the last trick deals the next round (the other reading of WIZ-E02)."""

    def apply(self, state: State, seat: int, move: Move) -> Applied:
        after, outcomes = super().apply(state, seat, move)
        taken = [outcome.seat for outcome in outcomes if isinstance(outcome, rules.Taken)]
        if after.phase is Phase.DEAL and taken:
            after = replace(after, dealer=taken[0], leader=(taken[0] + 1) % self.seats)
        return after, outcomes


class Indiscreet(WizardGame):
    """Everybody sees every bid at once."""

    def view(self, state: State, seat: int | None) -> View:
        return replace(super().view(state, seat), bids=state.bids)


class Helpful(WizardGame):
    """Everybody is shown what the seat on turn may play."""

    def view(self, state: State, seat: int | None) -> View:
        actor = rules.to_act(state)
        shown = super().view(state, seat)
        return shown if actor in (None, CHANCE) else replace(shown, legal=rules.legal(state, actor))  # type: ignore[arg-type]


class Lenient(WizardGame):
    """A sealed bid may be changed (against WIZ-E12)."""

    def apply(self, state: State, seat: int, move: Move) -> Applied:
        if isinstance(move, Bid) and seat >= 0 and state.phase is Phase.BID and state.bids[seat] is not None:
            return state, (rules.Sealed(seat),)
        return super().apply(state, seat, move)


class Thief(WizardGame):
    """The card turned up vanishes."""

    def apply(self, state: State, seat: int, move: Move) -> Applied:
        after, outcomes = super().apply(state, seat, move)
        return (replace(after, turned=None, trump=None) if isinstance(move, TurnUp) else after), outcomes


@pytest.mark.parametrize(
    ("game", "law", "word"),
    [
        (Generous, "own", "gives"),
        (Twice, "own", "rounds are scored"),
        (Sticky, "own", "deals after"),
        (Indiscreet, "retelling", "was told"),
        (Helpful, "retelling", "was told"),
        (Lenient, "refusal", "is not legal, but accepted"),
        (Thief, "own", "no longer the deck"),
    ],
)
def test_a_planted_fault_is_convicted(game: type[WizardGame], law: str, word: str) -> None:
    """Each breaks the law that it should break, and no earlier one."""
    options = Options(seats=3, bids="hidden", length="five")
    with pytest.raises(LawBrokenError, match=word) as caught:
        for seed in range(10):
            check_match(game(options), Conduct(seed=seed, aside_every=5))
    assert caught.value.law == law


@pytest.mark.parametrize("game", [Indiscreet, Helpful])
def test_a_leak_shows_under_disguise(game: type[WizardGame]) -> None:
    """What others have bid or may play differs between states that should look the same; the true view does not."""
    options = Options(seats=3, bids="secret")
    state = replace(played(bids="secret"), bids=(1, 1, 0))
    pick = stream(root_of(3), "leaks").below
    others = [game(options).disguise(state, 2, pick) for _ in range(40)]
    assert any(game(options).view(other, 2) != game(options).view(state, 2) for other in others)
    assert all(rules.view(other, 2) == rules.view(state, 2) for other in others)


# -- states that cannot be ------------------------------------------------------------------------


def played(**changes: object) -> State:
    """The third round of three in the middle of its second trick."""
    options = Options(seats=3, **changes)  # type: ignore[arg-type]
    position = Position(
        round=3, hands=("S2", "H3 H4", "D5 D6"), trick="S3", turned="C2", dealer=2, leader=0, bids=(1, 1, 0),
        won=(1, 0, 0),
    )  # fmt: skip
    return complete(position, options)


def in_phase(turned: str | None, said: tuple[int | None, ...] = (), **changes: object) -> State:
    """The second round of three before its first trick; seat 2 deals."""
    position = Position(round=2, hands=(None,) * 3, turned=turned, dealer=2, bids=said)  # type: ignore[arg-type]
    return complete(position, Options(seats=3, **changes))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("state", "changes", "sentence"),
    [
        (played(), {"undealt": DECK}, "no longer the deck"),
        (played(), {"turned": "W"}, "no longer the deck"),
        (played(), {"round": 2}, "2 rounds are scored in round 2"),
        (played(), {"sheet": ()}, "0 rounds are scored"),
        (played(), {"bids": (1, 4, 0)}, "more than 3 or less than nothing"),
        (played(), {"bids": (-1, 1, 0)}, "more than 3 or less than nothing"),
        (played(), {"bids": (1, None, 0)}, "2 bids are made in phase play"),
        (played(), {"trump": "S"}, "trump is S with C2"),
        (played(), {"trump": None}, "trump is None with C2"),
        (played(), {"won": (2, 0, 0)}, "tricks are won"),
        (played(), {"taken": played().taken[1:]}, "tricks are won"),
        (played(), {"trick": ("S3",) * 3}, "3 lie in the next"),
        (played(), {"leader": 1}, "seat 0 holds 1 of 3"),
        (in_phase("W"), {"phase": Phase.BID}, "trump is None in phase bid"),
        (in_phase("W"), {"trump": "S"}, "trump is S in phase trump"),
        (in_phase("D9"), {"phase": Phase.TRUMP}, "trump is D with D9"),
        (in_phase("D9"), {"phase": Phase.TURN_UP}, "is turned up with"),
        (in_phase("D9"), {"turned": None, "trump": None}, "None is turned up with 53 cards"),
        (in_phase("D9"), {"trick": ("S2",)}, "cards are played in phase bid"),
        (in_phase("D9"), {"phase": Phase.PLAY}, "0 bids are made in phase play"),
        (in_phase(None), {"bids": (0, None, None)}, "1 bids are made in phase turn_up"),
        (in_phase("D9"), {"bids": (None, 0, None)}, "not made in turn"),
        (in_phase("D9", bids="plusminus"), {"bids": (None, 0, None)}, "not made in turn"),
        (in_phase("D9", (1, 0, 0), bids="plusminus"), {"bids": (1, 0, 1)}, "as many as the tricks"),
        (in_phase("D9", (0, 0, 0)), {"hands": ((),) * 3}, "seat 1 holds 0 of 2"),
        (in_phase("D9"), {"phase": Phase.DEAL}, "between the rounds"),
        (in_phase("D9"), {"phase": Phase.OVER, "hands": ((),) * 3}, "between the rounds"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_state_is_said(state: State, changes: dict[str, object], sentence: str) -> None:
    """Each impossible state is described."""
    assert not state_problems(state)
    found = state_problems(replace(state, **changes))
    assert any(sentence in problem for problem in found), found


def test_any_order_of_sealed_bids_is_sound() -> None:
    """Only bids in turn have an order."""
    assert not state_problems(replace(in_phase("D9", bids="secret"), bids=(None, 0, None)))


def test_a_round_without_cards_does_not_go_on() -> None:
    """After the last trick a round is scored, not played."""
    state = played()
    cards = iter((*state.taken, *state.trick, *(card for hand in state.hands for card in hand), *state.undealt))
    taken = tuple(next(cards) for _ in range(9))
    after = replace(state, taken=taken, trick=(), hands=((),) * 3, won=(3, 0, 0), undealt=tuple(cards))
    assert state_problems(after) == ["a round goes on without cards"]


LINE = Scored(1, (1, 0, 0), (1, 0, 0), (30, 20, 20))


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (replace(LINE, round=2), "line 1 of the sheet has 1 tricks of round 2"),
        (replace(LINE, won=(1, 1, 0)), "line 1 of the sheet has 2 tricks"),
        (replace(LINE, points=(20, 20, 20)), "gives 20 points for 1 tricks with a bid of 1"),
        (replace(LINE, bids=(2, 0, 0), points=(-10, 20, 20)), "gives -10 points"),
        (replace(LINE, bids=(0, 0, 0)), "gives 30 points"),
    ],
)
def test_what_is_wrong_with_a_sheet_is_said(line: Scored, sentence: str) -> None:
    """Points that are not 20 + 10k or -10k, tricks that do not add up."""
    options = Options(seats=3)
    sound = replace(rules.initial(options), phase=Phase.DEAL, round=1, sheet=(LINE,))
    assert not state_problems(sound)
    assert any(sentence in problem for problem in state_problems(replace(sound, sheet=(line,))))
    bound = replace(sound, options=replace(options, bids="plusminus"))
    assert state_problems(bound) == ["the bids of line 1 are as many as the tricks"]


# -- laws of Wizard's own ------------------------------------------------------------------------


class TestOwnLaws:
    """What Wizard adds to the laws of a game."""

    game = WizardGame(Options(seats=3, length="five"))

    def broken(self, before: State, move: Move, after: State) -> str:
        """What the step breaks, in one text."""
        return "; ".join(self.game.broken(before, 1, move, after, ()))

    def test_suit_that_is_not_followed(self) -> None:
        """Off-suit with the suit in hand; a Wizard, a Jester, or anything when void is fine."""
        hands: Callable[[str], Position] = lambda own: Position(  # noqa: E731
            round=2, hands=("S3", own, None), trick="S2", turned="C2", dealer=2, bids=(0, 0, 0)
        )
        before = complete(hands("S4 H4"), self.game.options)
        assert "did not follow suit with H4" in self.broken(before, Play("H4"), before)
        assert not self.broken(before, Play("S4"), before)
        for own, card in (("S4 W", "W"), ("S4 E", "E"), ("D4 H4", "H4"), ("W H4", "H4")):
            before = complete(hands(own), self.game.options)
            assert not self.broken(before, Play(card), before)

    def test_a_sheet_that_is_rewritten(self) -> None:
        """A line changed, removed, or two written at once."""
        before = replace(rules.initial(self.game.options), phase=Phase.DEAL, round=1, sheet=(LINE,))
        other = Scored(1, (0, 1, 0), (0, 1, 0), (20, 30, 20))
        two = (LINE, Scored(2, (0, 0, 0), (2, 0, 0), (-20, 20, 20)))
        three = (*two, Scored(3, (0, 0, 0), (3, 0, 0), (-30, 20, 20)))
        for sheet in ((other,), (), three):
            after = replace(before, sheet=sheet, round=len(sheet))
            assert "rewritten" in self.broken(before, Leave(), after)
        assert not self.broken(before, Leave(), replace(before, sheet=two, round=2, dealer=1))

    def over(self, **changes: object) -> State:
        """The end of a match in which seat 0 took everything."""
        lines = tuple(Scored(n, (n, 0, 0), (n, 0, 0), (round_points(n, n), 20, 20)) for n in self.game.options.rounds)
        return replace(rules.initial(self.game.options), phase=Phase.OVER, round=5, sheet=lines, **changes)  # type: ignore[arg-type]

    def test_an_end_that_comes_early(self) -> None:
        """After four of five rounds."""
        early = replace(self.over(), round=4, sheet=self.over().sheet[:4])
        assert "over after 4 rounds" in self.broken(early, Leave(), early)
        assert not self.broken(self.over(), Leave(), self.over())

    def test_a_result_that_does_not_add_up(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Totals that are no sums, places that are none of the totals'."""
        over = self.over(gone=frozenset({0}))
        assert not self.broken(over, Leave(), over)
        monkeypatch.setattr(rules, "totals", lambda state: (0, 0, 0))
        assert "the totals are (0, 0, 0), not [250, 100, 100]" in self.broken(over, Leave(), over)
        monkeypatch.setattr(rules, "places", lambda state: (1, 2, 2))
        assert "the places are (1, 2, 2), not [3, 2, 2]" in self.broken(over, Leave(), over)

    def test_places_are_told_apart_by_seat(self) -> None:
        """`check_game` wants a permutation; the shared places themselves are in the rules."""
        assert (rules.places(self.over()), self.game.places(self.over())) == ((1, 2, 2), (1, 2, 3))
        left = self.over(gone=frozenset({0}))
        assert (rules.places(left), self.game.places(left)) == ((3, 2, 2), (3, 1, 2))
        assert self.game.places(played()) == (0, 0, 0)


# -- what can be done ------------------------------------------------------------------------------


def test_one_bidder_is_to_act_and_the_others_are_asides() -> None:
    """Together they are everybody's bids; nothing is offered twice."""
    game = WizardGame(Options(seats=3, bids="hidden"))
    state = in_phase("D9", (None, 1, None), bids="hidden")
    bids = [Bid(0), Bid(1), Bid(2)]
    assert [list(game.legal(state, seat)) for seat in (CHANCE, 0, 1, 2)] == [[], bids, [], []]
    assert [list(game.asides(state, seat)) for seat in range(3)] == [[Leave()], [Leave()], [Leave(), *bids]]
    assert list(game.asides(replace(state, gone=frozenset({1})), 1)) == []
    assert list(game.asides(rules.apply(state, 1, Leave())[0], 0)) == [Leave()]


def test_moves_of_chance_are_listed_but_for_deals() -> None:
    """Each dealer, and each card that can be turned up, Wizards and Jesters once."""
    game = WizardGame(Options(seats=3))
    assert game.legal(game.initial(), CHANCE) == [Dealer(0), Dealer(1), Dealer(2)]
    state = in_phase(None)
    assert Counter(game.legal(state, CHANCE)) == Counter(TurnUp(card) for card in set(state.undealt))
    assert game.legal(apply(game.initial(), CHANCE, Dealer(0))[0], CHANCE) == ()


def test_nobody_leaves_after_the_end() -> None:
    """There is nothing left to leave."""
    game = WizardGame(Options(seats=3))
    over = replace(game.initial(), phase=Phase.OVER)
    assert [list(game.asides(over, seat)) for seat in range(3)] == [[], [], []]


def test_chance_deals_the_whole_deck() -> None:
    """Over many deals every card comes to every seat; the sizes are those of the round."""
    game = WizardGame(Options(seats=6, length="five_full"))
    state, pick = apply(game.initial(), CHANCE, Dealer(0))[0], stream(root_of(1), "deals").below
    seen: list[set[str]] = [set() for _ in range(6)]
    for _ in range(60):
        deal = game.chance(state, pick)
        assert isinstance(deal, Deal)
        assert Counter(card for hand in deal.hands for card in hand) == Counter(DECK)
        for cards, hand in zip(seen, deal.hands, strict=True):
            cards |= set(hand)
    assert seen == [set(DECK)] * 6


@pytest.mark.parametrize(("way", "varied"), [("standard", 0), ("plusminus", 0), ("hidden", 0), ("secret", 2)])
def test_disguise_varies_what_is_unseen_and_nothing_else(way: str, varied: int) -> None:
    """Other hands and undealt cards move, sealed bids change; own cards, tricks and turn-up stay."""
    state = played(bids=way)
    game, pick = WizardGame(state.options), stream(root_of(2), way).below
    others = [game.disguise(state, 1, pick) for _ in range(40)]
    for other in others:
        assert Counter(cards_of(other)) == Counter(DECK)
        assert (other.hands[1], other.trick, other.taken, other.turned) == (
            state.hands[1], state.trick, state.taken, state.turned,
        )  # fmt: skip
        assert [len(hand) for hand in other.hands] == [1, 2, 2]
        assert all(bid in range(4) for bid in other.bids)
    assert len({other.hands[0] for other in others}) > 5
    seen: list[set[Any]] = [{other.bids[seat] for other in others} for seat in range(3)]
    assert [len(bids) > 1 for bids in seen].count(True) == varied
    assert seen[1] == {1}
    public = [game.disguise(state, None, pick) for _ in range(40)]
    assert len({other.hands[1] for other in public}) > 5


def test_what_is_private() -> None:
    """The own hand of a deal, the own number of a bid; a card played and a suit chosen are public."""
    game = WizardGame(Options(seats=3))
    deal = Deal((("S2",), ("W",), ("H10",)))
    assert [game.private(seat, CHANCE, deal) for seat in range(3)] == ["S2", "W", "H10"]
    assert [game.private(seat, 1, Bid(2)) for seat in range(3)] == ["", "2", ""]
    assert [game.private(1, 1, move) for move in (Play("S2"), Choose("S"), Leave())] == ["", "", ""]
