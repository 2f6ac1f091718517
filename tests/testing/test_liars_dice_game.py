"""Liar's Dice as a game to be examined: broken rules are convicted, positions completed, the tale suffices."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import strategies as st
from msgspec.structs import replace

from harness.errors import LocalError
from harness.rules import liars_dice as rules
from harness.rules.liars_dice import CHANCE, Bid, Challenge, Challenged, Move, Options, Outcome, Phase, Standing, State
from harness.testing.choices import Conduct
from harness.testing.game import LawBrokenError, check_game
from harness.testing.liars_dice import (
    LiarsDiceGame,
    LiarsDiceWitness,
    Position,
    complete,
    describe,
    public_line,
    state_problems,
)

Applied = tuple[State, Sequence[Outcome]]
OPTIONS = Options(seats=3)


def sound() -> State:
    """A turn in the middle of a round."""
    return complete(Position(dice=("11345", "2226", "13466"), turn=1, bid=(0, 4, 5)), OPTIONS)


class Unlocked(LiarsDiceGame):
    """Ones stay wild after they were bid."""

    def apply(self, state: State, seat: int, move: Move) -> Applied:
        after, outcomes = super().apply(state, seat, move)
        return (replace(after, locked=False) if isinstance(move, Bid) else after), outcomes


class Careless(LiarsDiceGame):
    """A challenge costs the whole cup (against LDC-E13)."""

    def apply(self, state: State, seat: int, move: Move) -> Applied:
        after, outcomes = super().apply(state, seat, move)
        if isinstance(move, Challenge) and after.phase is Phase.ROLL and after.sizes[after.turn] > 1:
            sizes = tuple(1 if s == after.turn else size for s, size in enumerate(after.sizes))
            return replace(after, sizes=sizes), outcomes
        return after, outcomes


class Rounder(LiarsDiceGame):
    """The same bid again is taken."""

    def apply(self, state: State, seat: int, move: Move) -> Applied:
        if state.bid == Standing((seat - 1) % 3, 1, 2) and move == Bid(1, 2) and seat == rules.to_act(state):
            return state, ()
        return super().apply(state, seat, move)


class Glass(LiarsDiceGame):
    """The public sees the cup of seat 0."""

    def view(self, state: State, seat: int | None) -> rules.View:
        shown = super().view(state, seat)
        return replace(shown, dice=state.dice[0]) if seat is None else shown


@pytest.mark.parametrize(
    ("game", "law"), [(Unlocked, "own"), (Careless, "own"), (Rounder, "refusal"), (Glass, "retelling")]
)
def test_a_broken_law_is_named(game: type[LiarsDiceGame], law: str) -> None:
    """Each planted fault is convicted by the law that it breaks."""
    with pytest.raises(LawBrokenError) as caught:
        check_game(game(OPTIONS), matches=30, strategy=st.builds(Conduct, seed=st.integers(0, 19)))
    assert caught.value.law == law


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"round": 3}, "14 dice are left of 3 times five after 2 challenges"),
        ({"sizes": (6, 3, 5)}, "more than five dice"),
        ({"places": (0, 2, 0)}, "not given from the last one up"),
        ({"places": (3, 0, 0)}, "has 5 dice and place 3"),
        ({"sizes": (5, 0, 5)}, "has 0 dice and place 0"),
        ({"phase": Phase.OVER}, "the match is over"),
        ({"sizes": (0, 0, 5)}, "the match is over"),
        ({"sizes": (5, 0, 5)}, "is to move or to open, and has no dice"),
        ({"dice": ((1,), (2,), (3,))}, "dice under the cups"),
        ({"phase": Phase.ROLL, "bid": None}, "dice under the cups"),
        ({"dice": ((1, 1, 3, 4, 5), (2, 2, 2, 7), (1, 3, 4, 6, 6))}, "six faces"),
        ({"bid": None, "locked": True}, "nobody has bid"),
        ({"phase": Phase.ROLL}, "between two rounds"),
        ({"bid": Standing(0, 15, 2)}, "nobody can bid 15x2 with 14 dice"),
        ({"bid": Standing(0, 1, 7)}, "nobody can bid 1x7"),
        ({"bid": Standing(0, 3, 1)}, "not locked"),
        ({"bid": Standing(2, 3, 4)}, "cannot be before the turn of seat 1"),
    ],
)
def test_what_is_wrong_with_a_state_is_said(changes: dict[str, object], sentence: str) -> None:
    """Each impossible state is described."""
    assert not state_problems(sound())
    assert any(sentence in problem for problem in state_problems(replace(sound(), **changes)))


def test_positions_are_completed() -> None:
    """Number of the round, places of those who are out in their order, the lock, the leavers."""
    state = complete(
        Position(dice=("", "41", "", "3"), turn=3, bid=(1, 2, 1), locked=True, out=(2, 0), gone=(1,)), Options(seats=4)
    )  # fmt: skip
    assert (state.round, state.places, state.sizes) == (18, (3, 0, 4, 0), (0, 2, 0, 1))
    assert (state.dice[1], state.bid, state.locked) == ((1, 4), Standing(1, 2, 1), True)
    assert state.gone == frozenset({1})


@pytest.mark.parametrize(
    ("position", "reason"),
    [
        (Position(dice=("12", "3"), turn=0), "2 cups for 3 seats"),
        (Position(dice=("123456", "3", "4"), turn=0), "more than five dice"),
        (Position(dice=("12", "", "4"), turn=1), "has no dice"),
        (Position(dice=("12", "", ""), turn=0), "the match is over"),
        (Position(dice=("12", "5", ""), turn=0, out=(1,)), "has 1 dice and place 3"),
        (Position(dice=("12", "5", "6"), turn=0, bid=(1, 1, 2)), "cannot be before the turn"),
    ],
)
def test_an_impossible_position_is_refused(position: Position, reason: str) -> None:
    """No position is bent until it fits."""
    with pytest.raises(LocalError, match=reason):
        complete(position, OPTIONS)


class TestBroken:
    """The laws of Liar's Dice's own, on steps that its rules do not make."""

    game = LiarsDiceGame(OPTIONS)

    def broken(self, before: State, after: State, *outcomes: Outcome) -> str:
        return "; ".join(self.game.broken(before, 1, Challenge(), after, outcomes))

    def settled(self, **changes: object) -> tuple[State, State, Challenged]:
        """A fair challenge, with these fields of its outcome changed."""
        after, (outcome, *_) = rules.apply(sound(), 1, Challenge())
        assert isinstance(outcome, Challenged)
        return sound(), after, replace(outcome, **changes)

    def test_a_fair_challenge(self) -> None:
        """Four dice count for four fives: nothing to say."""
        assert not self.broken(*self.settled())

    @pytest.mark.parametrize(
        "changes", [{"quantity": 3}, {"face": 6}, {"bidder": 2}, {"locked": True}, {"dice": ((),) * 3}]
    )
    def test_another_bid_is_settled(self, changes: dict[str, object]) -> None:
        """Bid, lock and dice are those of the moment before."""
        assert "something else was settled" in self.broken(*self.settled(**changes))

    @pytest.mark.parametrize("changes", [{"count": 5}, {"loser": 0}])
    def test_dice_are_counted_wrongly(self, changes: dict[str, object]) -> None:
        """The laws count for themselves."""
        assert "4 dice count, and seat 1 loses one" in self.broken(*self.settled(**changes))

    def test_the_bidder_was_wrong(self) -> None:
        """Under the lock one five is not four, and the bidder loses."""
        before = replace(sound(), locked=True)
        after, (outcome, *_) = rules.apply(before, 1, Challenge())
        assert not self.broken(before, after, outcome)
        assert isinstance(outcome, Challenged)
        assert "1 dice count, and seat 0" in self.broken(before, after, replace(outcome, loser=1))

    def test_dice_that_nobody_lost(self) -> None:
        """A challenge without a die lost, a die lost without a challenge."""
        before, after, outcome = self.settled()
        assert "1 challenges have cost the seats [0, 0, 0] dice" in self.broken(before, before, outcome)
        assert "0 challenges have cost the seats [0, 1, 0] dice" in self.broken(before, after)

    @pytest.mark.parametrize("bid", [Standing(1, 4, 4), Standing(1, 3, 6)])
    def test_a_bid_that_does_not_rise(self, bid: Standing) -> None:
        """Fewer dice, or as many of a lower face."""
        assert "does not beat" in self.broken(sound(), replace(sound(), bid=bid, turn=2))

    def test_order_of_ones_follows_the_option(self) -> None:
        """Four ones beat four fives, or they do not."""
        after = replace(sound(), bid=Standing(1, 4, 1), turn=2, locked=True)
        assert not self.broken(sound(), after)
        low = LiarsDiceGame(replace(OPTIONS, ones="low"))
        assert any("does not beat" in sentence for sentence in low.broken(sound(), 1, Bid(4, 1), after, ()))

    def test_a_lock_that_goes(self) -> None:
        """Not in the middle of a round."""
        after = replace(sound(), bid=Standing(1, 5, 5), turn=2)
        assert "lock was taken off" in self.broken(replace(sound(), locked=True), after)

    def test_a_place_that_changes(self) -> None:
        """A place stays as it was given."""
        assert "has changed" in self.broken(replace(sound(), places=(3, 0, 0)), sound())


def test_disguise_keeps_what_the_seat_sees() -> None:
    """The own cup stays, the sizes stay, the others are shaken."""
    game, state = LiarsDiceGame(OPTIONS), sound()
    other = game.disguise(state, 1, lambda count: 0)
    assert other.dice == ((1,) * 5, state.dice[1], (1,) * 5)
    assert not state_problems(other)
    assert game.disguise(state, None, lambda count: 5).dice == ((6,) * 5, (6,) * 4, (6,) * 5)


def test_chance_rolls_every_face() -> None:
    """From one to six, for every die that is left."""
    game, state = LiarsDiceGame(OPTIONS), rules.apply(sound(), 1, Challenge())[0]
    rolled = [game.chance(state, lambda count, n=n: n) for n in range(6)]  # type: ignore[misc]
    assert rolled == [rules.Roll(((n,) * 5, (n,) * 3, (n,) * 5)) for n in range(1, 7)]


def test_everything_is_told_in_words() -> None:
    """A roll by sizes alone, a challenge with all cups."""
    game, state = LiarsDiceGame(OPTIONS), sound()
    roll = rules.Roll(((1, 5, 2), (), (6,)))
    assert public_line(roll, ()) == "rolled 3 0 1"
    assert [game.private(seat, CHANCE, roll) for seat in range(3)] == ["152", "", "6"]
    assert game.private(1, 1, Bid(2, 2)) == ""
    outcomes = rules.apply(state, 1, Challenge())[1]
    assert game.public(1, Challenge(), outcomes) == "challenged 1 0 4x5 wild 11345 2226 13466 count 4 holds 1 3"


@pytest.mark.parametrize(
    "tale",
    [
        "rolled 5 5",
        "raised 2 3x2 wild",
        "challenged 2 0 2x3 wild 33333 33333 33333 count 15 holds 2 4",
        "raised 1 3x1 wild",
        "raised 1 3x2 locked",
        "challenged 1 0 3x2 wild 33333 33333 33333 count 0 fails 0 4",
        "challenged 1 0 2x3 locked 33333 33333 33333 count 15 holds 1 4",
        "challenged 1 0 2x3 wild 22222 33333 33333 count 10 holds 1 4",
        "challenged 1 0 2x3 wild 33333 33333 33333 count 14 holds 1 4",
        "challenged 1 0 2x3 wild 33333 33333 33333 count 15 fails 0 4",
        "challenged 1 0 2x3 wild 33333 33333 33333 count 15 holds 0 4",
        "challenged 1 0 2x3 wild 33333 33333 33333 count 15 holds 1 3",
        "eliminated 1 2",
        "over 1",
    ],
)
def test_a_witness_notices_a_false_tale(tale: str) -> None:
    """Another turn, bid or lock, other own dice, a wrong count, verdict, loser, size or place do not fit."""
    witness = LiarsDiceWitness(0, OPTIONS)
    for line, private in (("opener 0", ""), ("rolled 5 5 5", "33333"), ("raised 0 2x3 wild", "")):
        witness.hear(line, private)
    with pytest.raises(AssertionError):
        witness.hear(tale, "")


def test_a_view_in_one_line() -> None:
    """Everything that a view holds."""
    state = rules.apply(replace(sound(), locked=True), 0, rules.Leave())[0]
    assert describe(rules.view(state, 1)) == (
        "  seat 1 2226  | round 2 turn 1 bid/challenge | bid 4x5 by 0 locked | dice 5 4 5 | places 0 0 0 | left 0"
    )
    assert describe(rules.view(rules.initial(OPTIONS), None)) == (
        "  public       | round 0 opener 0  | bid none | dice 5 5 5 | places 0 0 0 | left -"
    )
