"""What is known about one match of Bluff."""

from __future__ import annotations

from collections import Counter

import pytest

from harness.referee.bluff.match import BluffMatch
from harness.referee.moment import Moment
from harness.wire import commands as cmd
from harness.wire import events as ev
from harness.wire.options import BluffOptions
from tests.referee.bluff.histories import (
    CLEAN,
    covered,
    ended_by_a_leaver,
    first,
    joined,
    match_at,
    proved,
    reconnected,
    timed_out,
    withdrawn,
)
from tests.referee.histories import event_at, events, find, kind

NOW = Moment(0, 0, 0)


def fresh(seats: int = 3, **options: object) -> BluffMatch:
    """A match that has begun, with nothing dealt."""
    chosen = BluffOptions(**options) if options else None  # type: ignore[arg-type]
    return BluffMatch("m", tuple("abcdefgh"[:seats]), False, NOW, chosen)


def begun(*sizes: int, **options: object) -> BluffMatch:
    """A match in which so many cards were dealt; seat 0 leads."""
    match = fresh(len(sizes), **options)
    ring = tuple(range(len(sizes)))
    match.fold(ev.Dealt(number=1, group=1, match="m", dealer=len(sizes) - 1, ring=ring, leader=0, sizes=sizes), NOW)
    return match


def lay(number: int, seat: int, count: int, left: int, rank: str = "K") -> ev.Laid:
    """A claim."""
    return ev.Laid(
        number=number, group=number, match="m", turn=number, seat=seat, count=count, rank=rank, left=left  # type: ignore[arg-type]
    )  # fmt: skip


@pytest.mark.parametrize(
    ("seats", "options", "decks", "cards", "jokers"),
    [
        (4, {}, 1, 54, 2),
        (5, {}, 2, 108, 4),
        (3, {"decks": 3}, 3, 162, 6),
        (8, {"decks": 1, "jokers": "two"}, 1, 54, 2),
        (8, {"decks": 4, "jokers": "two"}, 4, 210, 2),
        (2, {"jokers": "none"}, 1, 52, 0),
    ],
)
def test_cards_of_a_match(seats: int, options: dict[str, object], decks: int, cards: int, jokers: int) -> None:
    """Decks and jokers as chosen, or by the number of seats."""
    match = fresh(seats, **options)
    assert match.decks() == decks
    assert match.all_cards().total() == cards
    assert match.all_cards()["*"] == jokers
    assert match.all_cards()["7"] == 4 * decks


def test_order_of_the_turns() -> None:
    """One way or the other."""
    assert fresh().after(1) == (2, 0, 1)
    assert fresh(direction="anticlockwise").after(1) == (0, 2, 1)


@pytest.mark.parametrize("name", ["proved", "covered", "withdrawn", "ended_by_a_leaver", "honest", "equals"])
def test_fold_agrees_with_the_result(name: str) -> None:
    """Places that were given before the end add up to what the backend says."""
    history = CLEAN[name]()
    index = find(history, kind(ev.MatchOver))
    match = match_at(history, index)
    result = event_at(history, index, ev.MatchOver).result
    assert match.over
    assert match.decided()
    assert all(place in (0, told) for place, told in zip(match.places, result.places, strict=True))
    assert sum(match.sizes) + match.pile + match.discarded == match.all_cards().total()


def test_fold_agrees_with_a_snapshot() -> None:
    """Coming in by a snapshot gives the same picture as having seen everything."""
    index = find(reconnected(), kind(ev.Snapshot, "ben"), skip=1)
    table = event_at(reconnected(), index, ev.Snapshot).table
    assert isinstance(table, ev.BluffView)
    seen, told = match_at(reconnected(), index), BluffMatch.from_view(table, 1, NOW, 99)
    assert seen.shown(table) == seen.told()
    assert {**told.told(), "end": seen.chosen.end} == seen.told()
    assert (told.round, told.pile, told.claim) == (2, 2, ev.BluffClaim(seat=0, count=2, rank="2"))
    assert told.hands[1].cards == seen.hands[1].cards
    assert not told.hands[1].whole
    assert told.full(1) == 0
    assert seen.full(1) == 20


def test_places_in_a_view() -> None:
    """Who is out has a place and no points."""
    table = ev.BluffView(
        match="m", seats=("a", "b", "c"), ranked=False, end="play_on", ring=(0, 1, 2), dealer=2, round=3,
        sizes=(0, 3, 2), pile=0, discarded=49, places=(1, None, None), departed=(), claim=None, passed=(),
        turn=9, seat=1, legal=("play",), remaining_ms=9, cards=(),
    )  # fmt: skip
    match = BluffMatch.from_view(table, None, NOW, 9)
    assert (match.places, match.points, match.order) == ([1, 0, 0], [0, None, None], [0])
    assert not match.hands


def test_pile_that_is_taken_is_known_as_far_as_we_laid_it() -> None:
    """What was turned up and what our own players laid is known, the rest by number."""
    match = begun(18, 18, 18)
    for seat in range(3):
        match.learn(seat, 1, ("K",) * 17 + ("Q",), number=1, current=True)
    match.own_move(0, 2, cmd.Lay(id="1", turn=1, cards=("Q", "K"), named="K"), reached=True)
    assert match.hands[0].cards.total() == 18
    match.fold(lay(2, 0, 2, 16), NOW)
    assert match.hands[0].cards == Counter({"K": 16})
    match.fold(lay(3, 1, 1, 17), NOW)  # By the clock: nobody knows which card.
    match.fold(lay(4, 2, 2, 16), NOW)
    match.own_move(2, 4, cmd.Lay(id="1", turn=1, cards=("Q", "K")), reached=True)
    assert match.exact(2) == Counter({"K": 16})
    assert match.exact(1) is None
    match.fold(
        ev.TurnedUp(
            number=5, group=5, match="m", turn=4, seat=0, claimant=2, rank="K", cards=("Q", "K"), truth=False, taker=2,
            taken=5,
        ), NOW,
    )  # fmt: skip
    hand = match.hands[2]
    assert (match.sizes, match.pile, match.round, match.awaited) == ([16, 17, 21], 0, 2, 0)
    assert hand.cards == Counter({"K": 18, "Q": 2})
    assert hand.unseen == 1
    assert hand.admits(("K",) * 18 + ("Q", "Q", "7"))
    assert not hand.admits(("K",) * 18 + ("7", "8"))
    assert hand.had(("Q", "Q", "Q", "7"))
    assert not hand.had(("7", "8"))
    assert match.full(2) == 23
    match.learn(2, 1, ("K",) * 18 + ("Q", "Q", "7"), number=5, current=True)
    assert match.exact(2) == Counter({"K": 18, "Q": 2, "7": 1})
    assert hand.had(("7",))
    assert not hand.had(("8",))
    assert not match.plays


def test_unseen_card_that_is_laid_is_no_longer_unseen() -> None:
    """It was one of those that nobody told us of."""
    match = begun(18, 18, 18)
    match.learn(0, 1, ("K",) * 18, number=1, current=True)
    match.hands[0].unseen = 2
    match.spend(0, 2, ("K", "7"))
    assert match.hands[0].unseen == 1
    assert match.hands[0].cards == Counter({"K": 17})


def test_frames_that_are_behind_teach_nothing() -> None:
    """A hand counts as long as nothing has changed it since; of seats that are out nothing is kept."""
    match = begun(18, 18, 18)
    match.learn(1, 1, ("K",) * 18, number=1, current=False)
    assert match.hands[1].whole
    match.fold(lay(2, 0, 1, 17), NOW)
    match.learn(0, 1, ("K",) * 18, number=1, current=False)
    assert 0 not in match.hands
    match.learn(0, 1, ("K",) * 17, number=3, current=False)
    assert 0 not in match.hands
    match.learn(0, 1, ("K",) * 17, number=2, current=False)
    assert not match.hands[0].whole
    assert match.is_settled(0, 2, 9)
    assert not match.is_settled(0, 1, 9)
    match.place(2, 1, 0)
    match.learn(2, 1, ("K",), number=2, current=True)
    assert 2 not in match.hands


def test_hand_that_was_shown_before_the_deal_was_announced() -> None:
    """It is that of the deal, unless something had happened since."""
    for number, known in ((1, True), (7, False)):
        match = fresh()
        match.learn(0, 1, ("K",) * 18, number=number, current=False)
        match.fold(ev.Dealt(number=1, group=1, match="m", dealer=2, ring=(0, 1, 2), leader=0, sizes=(18, 18, 18)), NOW)
        assert (0 in match.hands) is known


def test_ring_that_is_none_is_not_taken_in() -> None:
    """Whatever a backend says, seats are found."""
    match = fresh()
    match.fold(ev.Dealt(number=1, group=1, match="m", dealer=2, ring=(0, 0, 2), leader=0, sizes=(18, 18, 18)), NOW)
    assert match.ring == (0, 1, 2)


def test_what_is_due() -> None:
    """A finish before a pass round, both before the next turn, and neither in a match that is decided."""
    match = begun(2, 2, 2, end="play_on")
    assert (match.sweep_due(), match.finish_due(), match.decided()) == (False, -1, False)
    match.fold(lay(2, 0, 2, 0), NOW)
    assert match.finish_due() == -1
    match.fold(lay(3, 1, 2, 0), NOW)
    assert (match.sweep_due(), match.finish_due()) == (False, 0)
    match.fold(ev.Finished(number=4, group=3, match="m", seat=0, place=1), NOW)
    assert (match.sweep_due(), match.finish_due()) == (False, -1)
    match.fold(ev.Passed(number=5, group=5, match="m", turn=5, seat=2), NOW)
    assert match.sweep_due()
    match.fold(ev.Swept(number=6, group=5, match="m", count=4), NOW)
    assert (match.sweep_due(), match.finish_due(), match.discarded) == (False, 1, 4)
    match.fold(ev.Finished(number=7, group=5, match="m", seat=1, place=2), NOW)
    assert (match.finish_due(), match.decided()) == (-1, True)


def test_pile_that_is_swept_without_a_claim() -> None:
    """It counts, and who was to move leads."""
    match = begun(2, 2, 2)
    match.fold(ev.TurnStarted(number=2, group=2, match="m", turn=1, seat=0, legal=("play",), remaining_ms=9), NOW)
    match.fold(ev.Swept(number=3, group=3, match="m", count=1), NOW)
    assert (match.discarded, match.awaited) == (1, 0)


def test_nobody_with_cards_is_next() -> None:
    """Nobody."""
    assert begun(0, 0).next_holder(0) == -1


def test_leavers_take_their_cards_out_of_the_game() -> None:
    """By face, where they are known for sure."""
    index = find(withdrawn(), kind(ev.LeftTable))
    match = match_at(withdrawn(), index)
    sizes = first(withdrawn(), ev.Dealt).sizes
    assert match.discarded == sizes[0] - 3 == match.gone.total()
    assert match.sweep_due()
    match = match_at(ended_by_a_leaver(), find(ended_by_a_leaver(), kind(ev.LeftTable)))
    assert match.sweep_due()
    assert match.awaited == 1


def test_events_that_were_missed_leave_nothing_sure() -> None:
    """Hands may have grown, and the pile is unknown."""
    match = match_at(joined(), find(joined(), kind(ev.Laid, turn=5)))
    assert match.hands
    assert match.lays
    match.missed()
    assert not (match.whole or match.hands or match.lays or match.plays or any(match.given))
    assert match.exact(0) is None


def test_copy_is_independent_and_made_for_each_round() -> None:
    """A picture does not move with the match."""
    match = match_at(joined(), find(joined(), kind(ev.Laid, turn=5)))
    twin = match.copy()
    assert twin.told() == match.told()
    match.fold(ev.Passed(number=99, group=99, match=match.match, turn=6, seat=2), NOW)
    assert twin.passed != match.passed
    assert match.stage() == 1
    assert match_at(proved(), find(proved(), kind(ev.Swept))).stage() == 2


def test_moves_of_other_games_are_no_plays() -> None:
    """A pass or a call lays nothing."""
    match = begun(2, 2, 2)
    match.own_move(0, 2, cmd.Pass(id="1", turn=1), reached=True)
    assert not match.plays


def test_automatic_claims_are_remembered() -> None:
    """As long as they stand."""
    number = first(timed_out(), ev.Laid).number
    index = next(i for i, _, event in events(timed_out()) if isinstance(event, ev.Laid) and event.number == number)
    assert match_at(timed_out(), index).auto
    assert not match_at(covered(), find(covered(), kind(ev.Laid))).auto
