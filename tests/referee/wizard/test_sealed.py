"""Bids that nobody else may see."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from harness.history.observation import Exchange
from harness.wire import events as ev
from tests.referee.histories import (
    History,
    acquitted,
    add,
    alter,
    convicted,
    drop,
    edit,
    event_at,
    find,
    kind,
    report,
)
from tests.referee.wizard.histories import (
    cheats,
    dropped,
    first,
    hidden,
    honest,
    logged,
    plusminus,
    secret,
    slept,
    trick_by_trick,
)

# -- at the table ----------------------------------------------------------------------------


@pytest.mark.parametrize("history", [hidden(), secret()], ids=["hidden", "secret"])
def test_unseen_bid_with_its_number(history: History) -> None:
    """Only that somebody has bid is told."""
    bid = first(honest(), ev.TricksBid)
    spoilt = edit(
        history,
        kind(ev.BidSealed),
        lambda e: replace(bid, number=e.number, group=e.group, seq=e.seq, match=e.match, turn=e.turn, seat=e.seat),
        everywhere=True,
    )
    convicted(spoilt, "hand_privacy", "P1", "WIZ-E11", says="is told to all, and bids are")


def test_hidden_bids_before_all_are_in() -> None:
    """They are shown when the last one is in."""
    shown = first(hidden(), ev.BidsRevealed)
    early = add(hidden(), kind(ev.BidSealed), lambda e: replace(shown, group=e.group))
    finding = convicted(early, "hand_privacy", "P1", "WIZ-21", says="hidden bids are shown, and not all are in")
    assert len(finding.seats) == 2


def test_bids_that_are_never_shown_at_once() -> None:
    """Secret ones are told by the score, and open ones were told before."""
    shown = first(hidden(), ev.BidsRevealed)
    secrets = add(
        secret(), kind(ev.BidSealed), lambda e: replace(shown, group=e.group, match=e.match), skip=6
    )  # fmt: skip
    convicted(secrets, "hand_privacy", "P1", "WIZ-23", says="are shown before the round is scored, and bids are secret")
    open_ = add(honest(), kind(ev.TricksBid), lambda e: replace(shown, group=e.group, match=e.match))
    convicted(open_, "hand_privacy", "P1", "WIZ-21", says="bids are standard")


def test_secret_bids_before_the_last_trick() -> None:
    """The score tells them, and it comes at the end."""
    scored = first(secret(), ev.RoundScored)
    early = add(secret(), kind(ev.CardPlayed), lambda e: replace(scored, group=e.group))
    convicted(early, "hand_privacy", "P1", "WIZ-23", says="the round is not played to its end")
    other = first(honest(), ev.RoundScored)
    late = add(honest(), kind(ev.CardPlayed), lambda e: replace(other, group=e.group))
    assert not report(late, "hand_privacy").findings_total


# -- private frames --------------------------------------------------------------------------


def test_own_bid_in_a_private_frame() -> None:
    """It is the one that was made: by the player, or by the clock for him."""
    pick = kind(ev.WizardHand, "ben", bid=0)
    assert event_at(slept("hidden"), find(slept("hidden"), pick), ev.WizardHand).round == 1
    spoilt = edit(slept("hidden"), pick, lambda e: replace(e, bid=1))
    finding = convicted(
        spoilt, "hand_privacy", "P1", "WIZ-E11", says="seat 1 is shown a bid of 1, and made one of 0"
    )  # fmt: skip
    assert finding.seats == (1,)
    spoilt = edit(slept("hidden"), pick, lambda e: replace(e, bid=None))
    convicted(spoilt, "hand_privacy", "P1", "WIZ-E11", says="seat 1 is shown no bid, and has bid")


def test_bid_before_it_was_made() -> None:
    """There is none at the deal."""
    spoilt = edit(hidden(), kind(ev.WizardHand, "cho"), lambda e: replace(e, bid=1))
    convicted(spoilt, "hand_privacy", "P1", "WIZ-E11", says="seat 2 is shown a bid of 1, and has not bid")


def test_private_frames_that_cannot_be_placed() -> None:
    """Of another match, or after a hole."""
    clean = report(hidden(), "hand_privacy")
    other = edit(hidden(), kind(ev.WizardHand, "ana"), lambda e: replace(e, match="m_other", bid=1))
    assert report(other, "hand_privacy").undecidable > clean.undecidable
    holed = drop(hidden(), kind(ev.BidSealed, number=first(hidden(), ev.BidSealed).number))
    assert report(holed, "hand_privacy").undecidable > clean.undecidable
    assert not report(holed, "hand_privacy").findings_total


# -- refusals --------------------------------------------------------------------------------


def test_refusal_that_tells_a_number() -> None:
    """A refusal says what the protocol says, and numbers in it are not those that somebody bid."""
    spoilt = edit(cheats(), lambda o, e: type(e) is ev.Refused and e.id is not None, lambda e: replace(e, detail="3"))
    convicted(spoilt, "hand_privacy", "P1", "WIZ-E11", says="tells 3, and bids are hidden")
    unknown = edit(
        cheats(),
        lambda o, e: type(e) is ev.Refused and e.id is not None,
        lambda e: replace(e, code="no_such_code", detail="cho bid 2"),
    )
    convicted(unknown, "hand_privacy", "P1", "WIZ-E11", says="tells 2")


def test_refusals_where_nothing_is_hidden() -> None:
    """Where bids are open everybody knows them; and what was no command is answered by its shape."""
    change = lambda e: replace(e, detail="you bid 3")  # noqa: E731
    open_ = edit(trick_by_trick(), kind(ev.Refused), change)
    assert not report(open_, "hand_privacy").findings_total
    garbage = edit(cheats(), kind(ev.Refused, id=None), change)
    assert not report(garbage, "hand_privacy").findings_total


# -- snapshots -------------------------------------------------------------------------------


def returned(history: History, change: Callable[[ev.WizardView], ev.WizardView]) -> History:
    """Ben comes back to a table that was changed."""
    return edit(
        history,
        lambda o, e: type(e) is ev.Snapshot and e.table is not None,
        lambda e: replace(e, table=change(e.table)),
    )


def bids(*told: int | None) -> Callable[[Any], ev.WizardView]:
    """An edit of the bids in a view."""
    return lambda view: replace(view, bids=told)


def own_bid(history: History) -> int:
    """What ben finds when he comes back, as seat 1."""
    index = find(history, lambda o, e: type(e) is ev.Snapshot and e.table is not None)
    snapshot = event_at(history, index, ev.Snapshot)
    assert isinstance(snapshot.table, ev.WizardView)
    assert snapshot.seat == 1
    bid = snapshot.table.bids[1]
    assert bid is not None
    return bid


def test_snapshot_with_the_bids_of_others() -> None:
    """Of secret bids it shows the receiver's own."""
    own = own_bid(dropped())
    finding = convicted(
        returned(dropped(), bids(2, own, None)),
        "resume_privacy",
        "P7",
        "WIZ-E11",
        says="a snapshot tells what others bid (seat 0: 2), and bids are secret",
    )
    assert finding.seats == (0,)


def test_hidden_bids_are_open_in_play() -> None:
    """And open ones always."""
    for ways in ("hidden", "standard", "plusminus"):
        assert acquitted(dropped(ways), "resume_privacy").evaluated > 0
    waiting = returned(dropped("hidden"), lambda view: replace(view, phase="bid"))
    convicted(waiting, "resume_privacy", "P7", "WIZ-E11", says="and bids are hidden")


def test_snapshot_without_the_own_bid() -> None:
    """Who has bid finds what he bid."""
    convicted(
        returned(dropped(), bids(None, None, None)),
        "resume_privacy",
        "P7",
        "WIZ-E11",
        says="seat 1 has bid, and its snapshot shows None",
    )
    spoilt = returned(dropped(), lambda view: replace(view, placed=(True, False, True)))
    convicted(spoilt, "resume_privacy", "P7", "WIZ-E11", says="seat 1 has not bid, and its snapshot shows")


def test_snapshot_with_another_bid() -> None:
    """It is the one that he made."""
    own = own_bid(dropped())
    finding = convicted(
        returned(dropped(), bids(None, own + 1, None)),
        "resume_privacy",
        "P7",
        "WIZ-E11",
        says=f"seat 1 made a bid of {own}, and its snapshot shows {own + 1}",
    )
    assert finding.seats == (1,)


def test_snapshot_for_nobody_at_the_table() -> None:
    """Who has no seat has no bid, and sees none."""
    spoilt = edit(
        dropped(), lambda o, e: type(e) is ev.Snapshot and e.table is not None, lambda e: replace(e, seat=None)
    )
    convicted(spoilt, "resume_privacy", "P7", "WIZ-E11", says="a snapshot tells what others bid (seat 1")


def test_snapshot_of_a_round_that_we_have_not_seen() -> None:
    """What he bid in another round says nothing."""
    spoilt = returned(dropped(), lambda view: replace(view, round=4))
    told = acquitted(spoilt, "resume_privacy")
    assert told.undecidable > acquitted(dropped(), "resume_privacy").undecidable


# -- logs ------------------------------------------------------------------------------------


def log(history: History, change: Callable[[list[dict[str, Any]]], object]) -> History:
    """The log that was read first, its events changed in place."""

    def pick(observation: object, event: object) -> bool:
        return type(observation) is Exchange and observation.path.endswith("/log") and observation.status == 200

    def made(exchange: Exchange) -> Exchange:
        body = msgspec.json.decode(exchange.answer)
        change(body["events"])
        return replace(exchange, answer=msgspec.json.encode(body))

    return alter(history, pick, made)


def test_log_with_the_number_of_an_unseen_bid() -> None:
    """It tells what the table was told."""

    def tell(events: list[dict[str, Any]]) -> None:
        sealed = next(event for event in events if event["type"] == "bid_sealed")
        sealed.update(type="tricks_bid", tricks=1)

    finding = convicted(log(logged(), tell), "public_log", "P10", "WIZ-E11", says="the log tells the bid of seat")
    assert finding.evidence


def test_log_that_shows_secret_bids_at_once() -> None:
    """They come with the score."""

    def tell(events: list[dict[str, Any]]) -> None:
        index = next(i for i, event in enumerate(events) if event["type"] == "bid_sealed")
        number, match = events[index]["number"], events[index]["match"]
        events[index] = {
            "type": "bids_revealed", "number": number, "group": number, "match": match, "bids": [1, 1, 1, 1]
        }  # fmt: skip

    convicted(log(logged(), tell), "public_log", "P10", "WIZ-23", says="and bids are secret")


def test_log_that_is_none_or_of_a_match_unknown() -> None:
    """What is no log at all is somebody else's finding, and of other matches nothing is known."""
    garbled = log(logged(), lambda events: events.append({"type": "no_such_event"}))
    finding = convicted(garbled, "public_log", "P10", says="holds what is no public event")
    assert report(garbled, "public_log").findings_total == 1
    assert finding.rule
    assert not report(drop(logged(), kind(ev.MatchStarted)), "public_log").findings_total


def test_plusminus_bids_are_open_in_the_log() -> None:
    """Open bids are for everybody."""
    assert acquitted(plusminus(), "public_log").evaluated > 0
