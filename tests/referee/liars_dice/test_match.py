"""What is known about one match of Liar's Dice."""

from __future__ import annotations

from harness.referee.liars_dice.match import DiceMatch, LastBid
from harness.referee.match import Hand
from harness.referee.moment import Moment
from harness.wire import commands as cmd
from harness.wire import events as ev
from harness.wire.options import DiceOptions
from tests.referee.histories import alone, event_at, events, find, kind
from tests.referee.liars_dice.histories import first, fixed, gone, left, match_at, ordered, reconnected

NOW = Moment(0, 0, 0)


def fresh(options: object = None) -> DiceMatch:
    """A match that has begun."""
    return DiceMatch("m", ("a", "b", "c"), False, NOW, options)


def test_choice_of_ones() -> None:
    """High unless chosen otherwise."""
    assert fresh().ones == "high"
    assert fresh(DiceOptions(ones="low")).ones == "low"


def test_fold_agrees_with_the_result() -> None:
    """Places and the seats that an AI played add up to what the backend says in the end."""
    for history in (ordered(), left(), gone()):
        index = find(history, kind(ev.MatchOver))
        match = match_at(history, index)
        result = event_at(history, index, ev.MatchOver).result
        assert match.over
        assert [place or 1 for place in match.places] == list(result.places)
        assert match.ai == list(result.ai)
        assert match.points_of({}, 1) == 0


def test_fold_agrees_with_a_snapshot() -> None:
    """Coming in by a snapshot gives the same picture as having seen everything."""
    index = find(reconnected(), kind(ev.Snapshot, "ben"), skip=1)
    table = event_at(reconnected(), index, ev.Snapshot).table
    assert isinstance(table, ev.DiceView)
    seen, told = match_at(reconnected(), index), DiceMatch.from_view(table, 1, NOW, 99)
    for name in (
        "bid",
        "dealt",
        "locked",
        "loser",
        "ones",
        "deal",
        "sizes",
        "places",
        "turn",
        "seat",
        "asked",
        "legal",
        "ai",
    ):
        assert getattr(seen, name) == getattr(told, name), name
    assert seen.shown(table) == seen.told()
    assert (told.locked, told.bid) == (True, LastBid(0, 2, 1))
    assert told.hands[1].whole
    assert told.hands[1].dealt == seen.hands[1].dealt


def test_dice_are_written_as_digits() -> None:
    """What lies under a cup, in the form of all hands."""
    match = match_at(fixed(), find(fixed(), kind(ev.TurnStarted, turn=1)) + 2)
    told = first(fixed(), ev.Dice, "ana")
    assert match.hands[0].dealt == tuple(map(str, told.dice))
    assert match.full(0) == len(told.dice) == 5


def test_view_of_somebody_who_is_out() -> None:
    """No dice, and places are put in order of going."""
    table = ev.DiceView(
        match="m", seats=("a", "b", "c"), ranked=False, ones="low", round=6, sizes=(0, 3, 2), places=(3, None, None),
        ai=(1,), bid=None, locked=False, turn=9, seat=1, legal=("bid",), remaining_ms=9, dice=(),
    )  # fmt: skip
    match = DiceMatch.from_view(table, 0, NOW, 1)
    assert not match.hands
    assert (match.order, match.ai, match.departed, match.in_play()) == ([0], [1], [1], 5)
    assert match.shown(table) == match.told()


def test_bids_take_no_dice() -> None:
    """A hand is the same all through the round."""
    match = fresh()
    match.hands[0] = Hand(("1", "2"), 1, whole=True)
    match.own_move(0, 2, cmd.Challenge(id="x", turn=1), reached=True)
    assert sum(match.hands[0].cards.values()) == 2


def test_round_begins_without_bid_and_lock() -> None:
    """A challenge takes a die, the bid and the lock."""
    match = fresh()
    match.fold(ev.RoundStarted(number=1, group=1, match="m", round=1, opener=2, sizes=(5, 5, 5)), NOW)
    match.fold(
        ev.BidMade(number=2, group=2, match="m", turn=1, seat=2, quantity=2, face=1, locked=True), NOW
    )  # fmt: skip
    assert (match.opener, match.bid, match.locked) == (2, LastBid(2, 2, 1), True)
    cups = ((2, 2, 3, 3, 4),) * 3
    match.fold(
        ev.Challenged(
            number=3, group=3, match="m", turn=2, seat=0, bidder=2, quantity=2, face=1, locked=True, dice=cups,
            count=0, holds=False, loser=2, left=4,
        ),
        NOW,
    )  # fmt: skip
    assert (match.bid, match.locked, match.loser, match.sizes, match.dealt) == (None, False, 2, [5, 5, 4], [5, 5, 5])


def test_who_comes_in_by_a_snapshot_knows_his_own_dice_only() -> None:
    """What remains when only ben's second connection was observed."""
    history = alone(reconnected(), "ben#2")
    match = match_at(history, find(history, kind(ev.Snapshot)))
    assert list(match.hands) == [1]
    assert match.loser == -1
    assert len([e for _, _, e in events(history) if isinstance(e, ev.MatchOver)]) == 1
