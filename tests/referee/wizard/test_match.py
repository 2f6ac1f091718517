"""What is known about one match of Wizard."""

from __future__ import annotations

from harness.referee.match import Hand
from harness.referee.moment import Moment
from harness.referee.wizard.match import WizardMatch
from harness.wire import commands as cmd
from harness.wire import events as ev
from harness.wire.options import DiceOptions, WizardOptions
from tests.referee.histories import History, events, find, kind
from tests.referee.wizard.histories import absent, first, hidden, honest, last, left, match_at, unseen

NOW = Moment(0, 0, 0)


def fresh(options: object = None, seats: int = 3) -> WizardMatch:
    """A match that has begun."""
    return WizardMatch("m", tuple("abcdef"[:seats]), False, NOW, options)


def snapshots(history: History) -> list[tuple[int, ev.Snapshot]]:
    """Snapshots with a table, with their places in the history."""
    return [(index, e) for index, _, e in events(history) if isinstance(e, ev.Snapshot) and e.table is not None]


def test_choices() -> None:
    """The defaults stand unless something else was chosen for this game."""
    for match in (fresh(), fresh(DiceOptions())):
        assert (match.ways, match.length, match.first_lead) == ("standard", "standard", "left_of_dealer")
    chosen = fresh(WizardOptions(bids="secret", length="five", first_lead="first_player"))
    assert (chosen.ways, chosen.rounds, chosen.first_lead) == ("secret", (1, 2, 3, 4, 5), "first_player")


def test_fold_agrees_with_the_result() -> None:
    """Totals and the seats that an AI played add up to what the backend says in the end."""
    for history in (honest(), left()):
        match = match_at(history, find(history, kind(ev.MatchOver)))
        result = last(history, ev.MatchOver).result
        assert match.over
        assert match.phase == "scored"
        assert match.totals == list(result.totals)
        assert sorted(match.ai) == list(result.ai)
        assert [line.round for line in match.sheet] == [1, 2, 3, 4, 5]
        assert match.points_of({}, 1) == 0


def test_fold_agrees_with_snapshots() -> None:
    """Coming in by a snapshot gives the same picture as having seen everything; with open bids and with secret ones."""
    for history in (absent(), unseen()):
        shown = snapshots(history)
        assert shown
        for index, event in shown:
            table = event.table
            assert isinstance(table, ev.WizardView)
            seen = match_at(history, index)
            told = WizardMatch.from_view(table, event.seat, NOW, 99, event.options)
            assert seen.shown(table) == seen.told() == told.told()
            assert (told.each, told.deal, told.turn) == (seen.each, seen.deal, seen.turn)
            assert event.seat is not None
            assert told.hands[event.seat].dealt == table.cards
            assert told.full(event.seat) == seen.full(event.seat)


def test_own_secret_bid_comes_with_a_snapshot() -> None:
    """Of others none is known, of the receiver the one that he made."""
    index, event = next((i, e) for i, e in snapshots(unseen()) if e.seat == 1)
    assert isinstance(event.table, ev.WizardView)
    told = WizardMatch.from_view(event.table, 1, NOW, 99, event.options)
    assert [told.bid_of(seat) for seat in range(4)] == [None, 1, None, None]
    assert match_at(unseen(), index).bid_of(1) == 1


def test_hidden_bids_are_known_as_they_become_known() -> None:
    """Own ones by their answers, automatic ones by the rule, all of them when they are shown."""
    match = fresh(WizardOptions(bids="hidden"))
    dealt = ev.RoundDealt(number=5, group=5, match="m", round=3, each=3, dealer=0, leader=1, turned="S2", trump="S")
    match.own_move(1, 8, cmd.BidTricks(id="x", turn=1, tricks=2), reached=True)
    match.own_move(1, 4, cmd.BidTricks(id="o", turn=1, tricks=1), reached=True)
    match.own_move(1, 9, cmd.PlayCard(id="y", turn=1, card="S3"), reached=True)
    match.fold(dealt, NOW)
    assert match.said == {8: 2}
    assert match.is_sealed()
    for number, seat, auto in ((7, 0, "clock"), (8, 1, None), (9, 2, "left")):
        assert match.bid_of(seat) is None
        match.fold(ev.BidSealed(number=number, group=7, match="m", turn=1, seat=seat, auto=auto), NOW)
    assert [match.bid_of(seat) for seat in range(3)] == [0, 2, None]
    assert match.phase == "play"
    assert not match.is_sealed()
    match.fold(ev.BidsRevealed(number=10, group=9, match="m", bids=(1, 3, 2)), NOW)
    assert [match.bid_of(seat) for seat in range(3)] == [1, 3, 2]


def test_cards_that_everybody_sees_leave_the_hand() -> None:
    """A known hand is known to the card all through the round; not when events were missed."""
    card = first(honest(), ev.CardPlayed)
    index = find(honest(), kind(ev.CardPlayed))
    before, after = match_at(honest(), index - 1), match_at(honest(), index)
    assert before.exact(card.seat) is not None
    assert before.hands[card.seat].cards[card.card] == 1
    known = after.exact(card.seat)
    assert known is not None
    assert known.cards.total() == after.sizes[card.seat] == 0
    after.sizes[card.seat] = 1
    assert after.exact(card.seat) is None
    before.whole = False
    assert before.exact(card.seat) is None
    before.hands[0] = Hand(("S2",), 1, whole=True)
    assert fresh().exact(0) is None


def test_phases() -> None:
    """A Wizard turned up asks for trump first; bids come before cards."""
    match = fresh()
    assert match.phase == ""
    for turned, phase in (("W", "trump"), ("E", "bid"), (None, "bid")):
        match.fold(
            ev.RoundDealt(
                number=1, group=1, match="m", round=1, each=1, dealer=0, leader=1, turned=turned, trump=None
            ),
            NOW,
        )  # fmt: skip
        assert match.phase == phase
    index = find(hidden(), kind(ev.BidsRevealed))
    assert match_at(hidden(), index).phase == "play"
    assert match_at(hidden(), index).bids == list(first(hidden(), ev.BidsRevealed).bids)
