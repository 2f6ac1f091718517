"""What is known about one match."""

from __future__ import annotations

from collections import Counter

from msgspec.structs import replace

from harness.referee.bluffers.match import BluffersMatch
from harness.referee.moment import Moment
from harness.referee.referee import Referee
from harness.wire import commands as cmd
from harness.wire import events as ev
from tests.referee.histories import (
    DIALECT,
    EXACT,
    History,
    absent,
    alone,
    drop,
    dropped,
    event_at,
    events,
    find,
    honest,
    kind,
    leavers,
    staged,
)

NOW = Moment(0, 0, 0)


def match_at(history: History, index: int) -> BluffersMatch:
    """The match as a referee knows it after the observation at this index."""
    referee = Referee(DIALECT, sandwich=EXACT, oracles=())
    for observation in history[: index + 1]:
        referee.observe(observation)
    (room,) = referee.scene.rooms.values()
    match = BluffersMatch.at(room)
    assert match is not None
    return match


def play(card: str) -> cmd.Play:
    """A play of this card."""
    return cmd.Play(id="a", turn=1, cards=(card,))


def last(history: History, wanted: type[ev.Event]) -> int:
    """The index of the last event of this type."""
    return max(index for index, _, event in events(history) if isinstance(event, wanted))


def test_fold_agrees_with_the_result() -> None:
    """Places, points and pulls add up to what the backend says in the end."""
    index = last(honest(), ev.MatchOver)
    match = match_at(honest(), index)
    result = event_at(honest(), index, ev.MatchOver).result
    assert match.over
    assert match.match == result.match
    assert [place or 1 for place in match.places] == list(result.places)
    assert len(match.order) == 3
    assert match.living() == [result.places.index(1)]
    told = [points for points in match.points if points is not None]
    assert sorted(told) == [1, 3, 6]


def test_fold_agrees_with_a_snapshot() -> None:
    """Coming in by a snapshot gives the same picture as having seen everything."""
    index = find(dropped(), kind(ev.Snapshot, "ben"), skip=1)
    table = event_at(dropped(), index, ev.Snapshot).table
    assert table is not None
    seen = match_at(dropped(), index)
    told = BluffersMatch.from_view(table, 1, NOW, 99)
    for name in ("match", "seats", "ranked", "deal", "table", "sizes", "pulls", "places", "points", "claim", "turn"):
        assert getattr(seen, name) == getattr(told, name), name
    assert (seen.seat, tuple(seen.legal)) == (told.seat, tuple(told.legal))
    assert told.hands[1].number == 99
    assert told.whole


def test_view_of_a_spectator_has_no_hands() -> None:
    """Who has no seat, or is out, sees no cards, and places are put in order of going."""
    history = staged("s13-the-dead-stay-dead")[0]
    index = next(i for i, o, e in events(history) if isinstance(e, ev.Snapshot) and e.table and any(e.table.places))
    table = event_at(history, index, ev.Snapshot).table
    assert table is not None
    match = BluffersMatch.from_view(table, None, NOW, 1)
    assert not match.hands
    assert match.order == [table.places.index(4)]
    out = BluffersMatch.from_view(table, table.places.index(4), NOW, 1)
    assert not out.hands


def test_copy_is_independent() -> None:
    """A checkpoint does not move with the match."""
    index = find(honest(), kind(ev.Played, turn=2))
    match = match_at(honest(), index)
    twin = match.copy()
    turn = event_at(honest(), find(honest(), kind(ev.TurnStarted, turn=3)), ev.TurnStarted)
    match.fold(turn, NOW)
    match.fold(ev.Pulled(number=1, group=1, match=match.match, seat=0, pulls=4, fired=False), NOW)
    assert (match.turn, match.pulls[0]) == (3, 4)
    assert (twin.turn, twin.pulls[0]) == (2, 0)
    assert twin.claim == match.claim


def test_own_cards_are_known_and_get_fewer() -> None:
    """Every seat of ours is known to the card; what is played is taken off."""
    index = find(honest(), kind(ev.TurnStarted, turn=3))
    match = match_at(honest(), index + 8)
    assert set(match.hands) == {0, 1, 2, 3}
    for seat, hand in match.hands.items():
        assert hand.whole
        assert sum(hand.cards.values()) == match.sizes[seat]
    assert match.claim is not None
    seat, count = match.claim
    assert len(match.plays[match.claimed]) == count
    assert Counter(match.hands[seat].dealt) - match.hands[seat].cards == Counter(match.plays[match.claimed])


def test_cards_that_left_unseen_are_still_counted() -> None:
    """An automatic move takes an unknown card; no face is held more often than before."""
    index = next(i for i, _, e in events(absent()) if isinstance(e, ev.Played) and e.auto == "away")
    match = match_at(absent(), index)
    hand = match.hands[event_at(absent(), index, ev.Played).seat]
    assert sum(hand.cards.values()) > match.sizes[event_at(absent(), index, ev.Played).seat]
    assert hand.admits(hand.dealt[:1])
    assert not hand.admits((*hand.dealt, "K"))


def test_hand_first_seen_after_a_play_is_not_whole() -> None:
    """Who comes in by a snapshot knows what is left, not what was dealt."""
    match = match_at(honest(), find(honest(), kind(ev.TurnStarted, turn=1)) + 6)
    match.hands.clear()
    match.learn(0, match.deal, ("K", "Q", "A", "*", "K"), number=1, current=False)
    match.learn(1, match.deal, ("K", "Q"), number=1, current=False)
    assert match.hands[0].whole
    assert not match.hands[1].whole
    history = alone(dropped(), "ben#2")
    index = find(history, kind(ev.Snapshot))
    match = match_at(history, index)
    (hand,) = match.hands.values()
    table = event_at(history, index, ev.Snapshot).table
    assert table is not None
    assert hand.dealt == table.cards


def test_cards_before_their_hand_was_announced_are_kept_for_it() -> None:
    """Cards may come to us before anybody heard of the hand."""
    match = match_at(honest(), find(honest(), kind(ev.TurnStarted, turn=1)) + 3)
    match.learn(2, match.deal + 1, ("K", "K", "K", "Q", "A"), number=40, current=False)
    assert match.hands[2].dealt != ("K", "K", "K", "Q", "A")
    started = replace(event_at(honest(), find(honest(), kind(ev.HandStarted, hand=2)), ev.HandStarted), number=41)
    match.fold(started, NOW)
    assert {seat: hand.dealt for seat, hand in match.hands.items()} == {2: ("K", "K", "K", "Q", "A")}


def test_cards_of_a_hand_that_is_over_teach_nothing() -> None:
    """Old frames, and frames for seats that are out, are left alone; a frame from before the fold changes nothing."""
    out = find(honest(), kind(ev.Eliminated))
    match = match_at(honest(), find(honest()[out:], kind(ev.TurnStarted)) + out + 6)
    seat = event_at(honest(), out, ev.Eliminated).seat
    match.learn(seat, match.deal, ("K",), number=1, current=True)
    assert seat not in match.hands
    other = match.living()[0]
    before = match.hands[other].cards.copy()
    match.learn(other, match.deal - 1, ("K",), number=1, current=True)
    match.learn(other, match.deal, ("K",), number=1, current=False)
    assert match.hands[other].cards == before
    match.learn(other, match.deal, ("K",), number=1, current=True)
    assert match.hands[other].cards == Counter(["K"])


def test_play_is_taken_off_once() -> None:
    """A play that the known hand does not hold any more, or not yet, is only noted."""
    match = match_at(honest(), find(honest(), kind(ev.TurnStarted, turn=1)) + 6)
    hand = match.hands[0]
    card = hand.dealt[0]
    before = hand.cards.copy()
    match.own_move(0, hand.number, play(card), reached=True)
    match.own_move(0, hand.number + 9, play(card), reached=False)
    assert hand.cards == before
    match.own_move(0, hand.number + 1, play(card), reached=True)
    assert hand.cards == before - Counter([card])
    match.hands.clear()
    match.own_move(0, hand.number + 2, play(card), reached=True)
    assert set(match.plays) >= {hand.number, hand.number + 1, hand.number + 2, hand.number + 9}


def test_leaver_takes_his_claim_along() -> None:
    """A withdrawn claim is no claim, and an open place is given; a decided one stays."""
    history = staged("e08-claimant-leaves")[0]
    match = match_at(history, find(history, kind(ev.LeftTable)))
    assert match.claim is None
    assert not match.claimed
    gone = match.departed[-1]
    assert match.places[gone] == 4
    match.fold(ev.LeftTable(number=1, group=1, match=match.match, seat=gone, place=1, points=9, withdrawn=False), NOW)
    assert match.places[gone] == 4
    assert match.order == [gone]


def test_void_hand_has_no_claim() -> None:
    """A hand that ends without a pull leaves nothing to call."""
    history = staged("e09-only-holder-is-the-claimant")[0]
    assert match_at(history, find(history, kind(ev.HandVoid))).claim is None


def test_legal_moves_can_change_within_a_turn() -> None:
    """A leaver may leave nothing to call."""
    history = staged("e08-claimant-leaves")[0]
    assert match_at(history, find(history, kind(ev.LegalChanged))).legal == ("play",)


def test_next_seat_wraps_around() -> None:
    """Play goes round the table; nobody is next where nobody is."""
    match = BluffersMatch("m", ("a", "b", "c", "d"), True, NOW)
    assert match.next_of(3, [0, 2]) == 0
    assert match.next_of(0, [0, 2]) == 2
    assert match.next_of(2, [2]) == 2
    assert match.next_of(2, []) == -1
    assert not match.holders()


def test_missing_events_are_remembered() -> None:
    """Where a public event was lost, the picture is not whole any more."""
    whole = match_at(honest(), last(honest(), ev.MatchOver))
    assert whole.whole
    pulled = event_at(honest(), find(honest(), kind(ev.Pulled)), ev.Pulled)
    spoilt = drop(honest(), kind(ev.Pulled, number=pulled.number))
    assert not match_at(spoilt, last(spoilt, ev.MatchOver)).whole


def test_leavers_are_in_order() -> None:
    """Seats that left are listed in the order of leaving."""
    index = find(leavers(), kind(ev.LeftTable))
    assert match_at(leavers(), index).departed == [event_at(leavers(), index, ev.LeftTable).seat]
