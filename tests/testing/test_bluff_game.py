"""Bluff as a game to be examined: broken rules are convicted, positions completed, the tale suffices."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import strategies as st
from msgspec.structs import replace

from harness.errors import LocalError
from harness.rules import bluff as rules
from harness.rules.bluff import (
    CHANCE,
    Call,
    Called,
    Claim,
    Deal,
    Dealer,
    Finished,
    Leave,
    Move,
    Options,
    Outcome,
    Pass,
    Phase,
    Play,
    Seats,
    State,
)
from harness.rules.french_deck import in_order
from harness.testing.bluff import ROUNDS_MAX, BluffGame, Position, cards_of, complete, state_problems
from harness.testing.bluff_retelling import BluffWitness, describe, public_line
from harness.testing.choices import Conduct
from harness.testing.game import LawBrokenError, check_game

Applied = tuple[State, Sequence[Outcome]]
OPTIONS = Options(seats=3, end="play_on")


def sound() -> State:
    """A turn in the middle of a round."""
    return complete(Position(hands=("2 7", "3 4", "9 9"), turn=1, pile="8 6 K", claim=(0, "K", "6 K")), OPTIONS)


class Softhearted(BluffGame):
    """Whoever calls never takes the pile."""

    def apply(self, state: State, seat: int, move: Move) -> Applied:
        after, outcomes = super().apply(state, seat, move)
        if outcomes and isinstance(called := outcomes[0], Called) and called.truth and after.phase is Phase.TURN:
            taken = in_order((Counter(after.hands[seat]) - Counter(state.hands[seat])).elements())
            hands = list(after.hands)
            hands[called.claimant] = in_order(hands[called.claimant] + taken)
            hands[seat] = state.hands[seat]
            return replace(after, hands=tuple(hands)), outcomes
        return after, outcomes


class Hasty(BluffGame):
    """Who has no cards left is out at once (against CHT-20)."""

    def apply(self, state: State, seat: int, move: Move) -> Applied:
        after, outcomes = super().apply(state, seat, move)
        if isinstance(move, Play) and not after.hands[seat] and after.phase is Phase.TURN:
            place = next(n for n in range(1, self.seats + 1) if n not in after.places)
            places = tuple(place if s == seat else was for s, was in enumerate(after.places))
            return replace(after, places=places), (*outcomes, Finished(seat, place))
        return after, outcomes


class Skinflint(BluffGame):
    """A card of every pile that is swept vanishes."""

    def apply(self, state: State, seat: int, move: Move) -> Applied:
        after, outcomes = super().apply(state, seat, move)
        return (replace(after, discarded=after.discarded[1:]) if isinstance(move, Pass) else after), outcomes


class Glass(BluffGame):
    """Everybody sees how many of the cards on the table are true."""

    def view(self, state: State, seat: int | None) -> rules.View:
        shown = super().view(state, seat)
        true = sum(card == state.rank for card in state.claim.cards) if state.claim else 0
        return replace(shown, round=shown.round + true)


class Open(BluffGame):
    """Anybody may call at any time (against CHT-16)."""

    def apply(self, state: State, seat: int, move: Move) -> Applied:
        if isinstance(move, Call) and seat not in (CHANCE, state.turn) and state.claim and state.claim.seat != seat:
            return super().apply(state, state.turn, Pass())
        return super().apply(state, seat, move)


@pytest.mark.parametrize(
    ("game", "law"), [(Softhearted, "own"), (Hasty, "own"), (Skinflint, "own"), (Glass, "retelling"), (Open, "refusal")]
)
def test_a_broken_law_is_named(game: type[BluffGame], law: str) -> None:
    """Each planted fault is convicted by the law that it breaks."""
    with pytest.raises(LawBrokenError) as caught:
        check_game(game(OPTIONS), matches=30, strategy=st.builds(Conduct, seed=st.integers(0, 19)))
    assert caught.value.law == law


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"pile": ()}, "no longer those dealt"),
        ({"round": 0}, "no longer those dealt"),
        ({"places": (0, 2, 0)}, "not given from both ends"),
        ({"places": (3, 3, 0)}, "not given from both ends"),
        ({"rank": None}, "a claim has a rank"),
        ({"claim": None, "rank": None, "passed": frozenset({1})}, "a claim has a rank"),
        ({"turn": 1, "hands": (("2",), (), ("9",))}, "seat 1 is on turn without cards"),
        ({"hands": (("2",), ("3",), ())}, "seat 2 has no cards, and is neither out"),
        ({"places": (0, 0, 3)}, "seat 2 is out and holds cards"),
        ({"claim": None, "rank": None}, "a pile lies on the table"),
        ({"places": (3, 0, 0)}, "the last claimant is out"),
        ({"passed": frozenset({0, 1, 2})}, "all have passed"),
        ({"places": (1, 0, 3)}, "the match should be over"),
        ({"places": (1, 0, 0), "options": Options(seats=3)}, "the match should be over"),
    ],
)
def test_what_is_wrong_with_a_state_is_said(changes: dict[str, object], sentence: str) -> None:
    """Each impossible state is described."""
    assert not state_problems(sound())
    assert any(sentence in problem for problem in state_problems(replace(sound(), **changes)))


def test_positions_are_completed() -> None:
    """All cards of the decks are somewhere; places from both ends."""
    position = Position(
        hands=("", "K *", "", "3 10"), turn=3, pile="2 2 5", claim=(1, "2", "5"), passed=(), finished=(0,), left=(2,)
    )  # fmt: skip
    state = complete(position, Options(seats=4, end="play_on"))
    assert Counter(cards_of(state)) == Counter(rules.all_cards(state.options))
    assert (state.pile, state.claim, len(state.discarded)) == (("2", "2"), Claim(1, ("5",)), 47)
    assert (state.places, state.departed, state.gone) == ((1, 0, 4, 0), frozenset({2}), frozenset({2}))


@pytest.mark.parametrize(
    ("position", "reason"),
    [
        (Position(hands=("2", "3"), turn=0), "2 hands for 3 seats"),
        (Position(hands=("2", "3", "* * *"), turn=0), "no deck holds"),
        (Position(hands=("2", "3", "X"), turn=0), "no deck holds"),
        (Position(hands=("2", "3", "4"), turn=0, pile="5", claim=(2, "K", "6")), "6 do not lie on the pile 5"),
        (Position(hands=("2", "3", ""), turn=0), "neither out nor the last claimant"),
        (Position(hands=("2", "3", "4"), turn=0, finished=(1,)), "is out and holds cards"),
        (Position(hands=("2", "", ""), turn=0, finished=(1,), left=(2,)), "should be over"),
    ],
)
def test_an_impossible_position_is_refused(position: Position, reason: str) -> None:
    """No position is bent until it fits."""
    with pytest.raises(LocalError, match=reason):
        complete(position, OPTIONS)


class TestBroken:
    """The laws of Bluff's own, on steps that its rules do not make."""

    game = BluffGame(OPTIONS)

    def broken(self, before: State, move: Move, after: State, *outcomes: Outcome) -> str:
        return "; ".join(self.game.broken(before, 1, move, after, outcomes))

    def called(self, honest: bool = False, **changes: object) -> str:
        """What is said about a fair call with these fields of its outcome changed."""
        before = replace(sound(), pile=("6", "8"), claim=Claim(0, ("K",))) if honest else sound()
        after, (outcome, *_) = rules.apply(before, 1, Call())
        return self.broken(before, Call(), after, replace(outcome, **changes))

    def test_fair_calls(self) -> None:
        """True or not, there is nothing to say."""
        assert not self.called()
        assert not self.called(honest=True)

    @pytest.mark.parametrize("changes", [{"claimant": 2}, {"cards": ("6",)}, {"rank": "Q"}])
    def test_another_claim_is_turned_up(self, changes: dict[str, object]) -> None:
        """Claimant, cards and rank are those of the last claim."""
        assert "something else was turned up" in self.called(**changes)
        assert "something else" in self.broken(
            replace(sound(), claim=None), Call(), sound(), Called(1, 0, "K", ("6", "K"), False, 0, 3)
        )

    @pytest.mark.parametrize("changes", [{"truth": True}, {"taker": 1}])
    def test_a_wrong_verdict(self, changes: dict[str, object]) -> None:
        """A six is no king."""
        taker = changes.get("taker", 0)
        assert f"seat {taker} takes the pile, and the claim was a lie" in self.called(**changes)

    def test_a_wrong_verdict_on_the_truth(self) -> None:
        """The caller takes it."""
        assert "seat 0 takes the pile, and the claim was true" in self.called(honest=True, taker=0)

    def test_a_pile_of_another_size(self) -> None:
        """The taker has all cards of the pile more, and nobody else any."""
        assert "seat 0 has 3 cards more, and seat 1 0, by a pile of 2" in self.called(taken=2)
        after = rules.apply(sound(), 1, Call())[0]
        kept = replace(after, hands=(after.hands[0][1:], (*after.hands[1], after.hands[0][0]), after.hands[2]))
        outcome = Called(1, 0, "K", ("6", "K"), False, 0, 3)
        assert "seat 0 has 2 cards more, and seat 1 1" in self.broken(sound(), Call(), kept, outcome)

    def test_a_place_that_changes(self) -> None:
        """A place stays as it was given."""
        assert "has changed" in self.broken(replace(sound(), places=(0, 0, 3)), Pass(), sound())

    def test_cards_that_come_back(self) -> None:
        """What has left the game has left it for good (CHT-10)."""
        before = replace(sound(), discarded=(*sound().discarded, "K"))
        assert "come back into the game" in self.broken(before, Pass(), sound())

    def test_finishes(self) -> None:
        """Covered, proved or passed by all; not by a pass alone, not with cards, not by another's claim (CHT-E09)."""
        last = complete(Position(hands=("", "3 4", "9 9"), turn=1, pile="6 K", claim=(0, "K", "6 K")), OPTIONS)
        done = Finished(0, 1)
        assert not self.broken(last, Play(("3",)), last, rules.Played(1, 1, "K", 1), done)
        assert not self.broken(last, Pass(), last, rules.Passed(1), rules.Swept(2), done)
        assert "too early" in self.broken(last, Pass(), last, rules.Passed(1), done)
        assert "too early" in self.broken(last, Play(("3",)), last, Finished(2, 1))
        assert "too early" in self.broken(sound(), Play(("3",)), sound(), done)
        assert "too early" in self.broken(replace(last, claim=None, rank=None), Play(("3",)), last, done)
        assert "too early" in self.broken(last, Call(), last, Called(1, 0, "K", ("6", "K"), False, 0, 2), done)


def test_the_tired_only_lead_and_pass() -> None:
    """So that a search ends: the whole hand is led, and nobody adds or calls."""
    game, late = BluffGame(OPTIONS), replace(sound(), round=ROUNDS_MAX + 1)
    assert game.legal(late, 1) == [Pass()]
    assert Call() not in game.conceivable(late, 1)
    assert Call() in game.conceivable(sound(), 1)
    lead = replace(complete(Position(hands=("2 7", "3 4", "9 9"), turn=1), OPTIONS), round=ROUNDS_MAX + 1)
    assert game.legal(lead, 1) == [Play(("3", "4"), "3")]
    assert Call() in game.conceivable(lead, 1)


def test_choices_of_a_turn() -> None:
    """Sets of cards, then pass and call as often as there are sets; no call of one's own claim."""
    game = BluffGame(OPTIONS)
    state = complete(Position(hands=("2 7", "3 3 *", "9 9"), turn=1, pile="6", claim=(0, "K", "6")), OPTIONS)
    plays = [Play(("3", "3")), Play(("*",)), Play(("3",)), Play(("3", "*")), Play(("3", "3", "*"))]
    assert game.legal(state, 1) == [*plays, Play(("3", "3", "*"), "K"), *[Pass(), Call()] * 3]
    assert game.legal(state, 0) == ()
    own = replace(state, claim=Claim(1, ("6",)))
    assert set(map(type, game.legal(own, 1))) == {Play, Pass}
    single = complete(Position(hands=("2", "3 4", "9 9"), turn=0), OPTIONS)
    assert game.legal(single, 0) == [Play(("2",), "2"), Play(("2",), "A")]
    joker = complete(Position(hands=("*", "3 4", "9 9"), turn=0), OPTIONS)
    assert game.legal(joker, 0) == [Play(("*",), "A"), Play(("*",), "K")]


def test_disguise_keeps_what_the_seat_sees() -> None:
    """The own hand stays, the sizes stay, and something else changes."""
    game, state = BluffGame(OPTIONS), sound()
    other = game.disguise(state, 1, lambda count: 0)
    assert other.hands[1] == state.hands[1]
    assert [len(cards) for cards in other.hands] == [2, 2, 2]
    assert other.hands[0] != state.hands[0]
    assert not state_problems(other)
    assert not state_problems(
        game.disguise(complete(Position(hands=("2", "3", "4"), turn=0), OPTIONS), None, lambda count: 0)
    )


def test_places_of_losers_who_share_one() -> None:
    """A search needs a place for everybody: equal losers in the order of the seats."""
    game = BluffGame(Options(seats=4))
    state = complete(
        Position(hands=("9", "2 2", "3 4", ""), turn=0, pile="6", claim=(3, "6", "6")), Options(seats=4)
    )  # fmt: skip
    assert game.places(state) == (0, 0, 0, 0)
    over = rules.apply(state, 0, Call())[0]
    assert rules.ranking(over) == (2, 2, 2, 1)
    assert game.places(over) == (2, 3, 4, 1)


def test_everything_is_told_in_words() -> None:
    """A deal by sizes, a play by number and rank, a call with the cards that were turned up."""
    game = BluffGame(OPTIONS)
    deal = Deal((("K", "2"), (), ("*",)))
    assert public_line(deal, ()) == "dealt 2 0 1"
    assert [game.private(seat, CHANCE, deal) for seat in range(3)] == ["K 2", "", "*"]
    assert public_line(Seats((2, 0, 1)), ()) == "seats 2 0 1"
    play = Play(("4", "3"))
    assert game.public(1, play, rules.apply(sound(), 1, play)[1]) == "played 1 2 K 0"
    assert [game.private(seat, 1, play) for seat in range(3)] == ["", "4 3", ""]
    outcomes = game.apply(sound(), 1, Call())[1]
    assert game.public(1, Call(), outcomes) == "called 1 0 K lie 0 3 6 K"
    # Only the taker learns what lay under the cards that were turned up.
    assert [game.private(seat, 1, Call()) for seat in range(3)] == ["8 6 K", "", ""]
    assert game.private(1, 1, Pass()) == ""


@pytest.mark.parametrize(
    "tale",
    [
        "dealt 18 16 20",
        "played 1 1 Q 17",
        "played 1 1 K 16",
        "played 2 1 K 17",
        "passed 2",
        "called 2 0 K lie 0 2 6 K",
        "called 1 2 K lie 2 2 6 K",
        "called 1 0 K true 1 2 6 K",
        "called 1 0 Q lie 0 2 6 K",
        "called 1 0 K lie 1 2 6 K",
        "called 1 0 K lie 0 3 6 K",
        "called 1 0 K lie 0 2 6",
        "swept 3",
        "finished 0 1",
        "departed 1 2 18",
        "departed 1 3 17",
        "over 1",
    ],
)
def test_a_witness_notices_a_false_tale(tale: str) -> None:
    """Other sizes, another turn, rank, claim, verdict, taker, pile or place do not fit what was heard before."""
    witness = BluffWitness(1, rules.initial(OPTIONS))
    for line in ("dealer 2", "dealt 18 18 18", "played 0 2 K 16"):
        witness.hear(line, "")
    with pytest.raises(AssertionError):
        witness.hear(tale, "")


def test_a_witness_notices_an_empty_seat_that_finishes() -> None:
    """A finish in another place than the best open one."""
    witness = BluffWitness(None, rules.initial(OPTIONS))
    for line in ("dealer 2", "dealt 18 18 18", "played 0 18 K 0"):
        witness.hear(line, "")
    with pytest.raises(AssertionError):
        witness.hear("passed 1; finished 0 2", "")


def retold(options: Options, *steps: tuple[int, Move]) -> list[str]:
    """Play these steps, compare every seat's view with what its witness makes of the tale; returns the tale."""
    game = BluffGame(options)
    state, lines = game.initial(), []
    witnesses = {seat: game.witness(seat) for seat in (None, *range(options.seats))}
    for seat, move in steps:
        state, outcomes = game.apply(state, seat, move)
        lines.append(game.public(seat, move, outcomes))
        for viewer, witness in witnesses.items():
            witness.hear(lines[-1], "" if viewer is None else game.private(viewer, seat, move))
            assert witness.view() == game.view(state, viewer)
    return lines


def test_leavers_are_told() -> None:
    """Before the deal, with the claim, on turn, after all others have passed, and the last but one."""
    options = replace(OPTIONS, seats=4, decks=1, jokers="none")
    cards = iter(rules.all_cards(options))
    hands = tuple(tuple(next(cards) for _ in range(13)) for _ in range(4))
    start = ((CHANCE, Dealer(3)), (CHANCE, Deal(hands)))
    assert retold(options, (1, Leave()), (CHANCE, Dealer(0)), (2, Leave()))[-1] == "departed 2 3 0"
    lines = retold(options, *start, (0, Play(hands[0], "A")), (1, Pass()), (2, Pass()), (3, Leave()), (0, Leave()))
    assert lines[-2:] == ["departed 3 4 13; swept 13; finished 0 1", "departed 0 1 0"]
    lines = retold(options, *start, (0, Play(("A",), "A")), (0, Leave()), (1, Leave()), (2, Leave()))
    assert lines[-3:] == ["departed 0 4 12; swept 1", "departed 1 3 13", "departed 2 2 13; over 3"]
    lines = retold(options, *start, (0, Play(("A",), "A")), (1, Leave()), (3, Leave()), (2, Call()))
    assert lines[-1] == "called 2 0 A true 2 1 A"


def test_every_outcome_has_a_word_of_its_own() -> None:
    """No two kinds of outcome begin alike, so that a line can be read without knowing the move."""
    outcomes = (
        rules.Played(0, 1, "K", 4), rules.Passed(1), Called(1, 0, "K", ("K",), True, 1, 1), rules.Swept(2),
        Finished(1, 1), rules.Departed(0, 4, 3), rules.Over(0),
    )  # fmt: skip
    words = [sentence.split()[0] for sentence in public_line(Call(), outcomes).split("; ")]
    assert words == ["played", "passed", "called", "swept", "finished", "departed", "over"]


def test_a_view_in_one_line() -> None:
    """Everything that a view holds."""
    assert describe(rules.view(replace(sound(), passed=frozenset({2})), 1)) == (
        "  seat 1 3 4          | round 1 turn 1 play/pass/call | claim 2xK by 0 | passed 2 | pile 3 | discarded 45"
        " | sizes 2 2 2 | places 0 0 0 | left - | ring 0 1 2 dealer 0"
    )
    assert describe(rules.view(rules.initial(OPTIONS), None)) == (
        "  public              | round 0 dealer 0  | claim none | passed - | pile 0 | discarded 0"
        " | sizes 0 0 0 | places 0 0 0 | left - | ring 0 1 2 dealer -"
    )
