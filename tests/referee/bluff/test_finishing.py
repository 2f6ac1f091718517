"""Who is out of Bluff, and where: what is acquitted, and every way to be convicted."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from harness.wire import events as ev
from tests.referee.bluff.histories import (
    caught,
    covered,
    ended_by_a_leaver,
    equals,
    first,
    joined,
    played_on,
    proved,
    withdrawn,
)
from tests.referee.findings import accused, after
from tests.referee.histories import History, acquitted, add, convicted, drop, edit, kind, remove, report


@pytest.mark.parametrize("oracle", ["elimination", "placement"])
def test_clean_matches_are_acquitted(clean: History, oracle: str) -> None:
    """Every clean history passes."""
    assert acquitted(clean, oracle).evaluated > 0


# -- out for good ----------------------------------------------------------------------------


def out(seat: int, place: int = 1) -> object:
    """Makes a finish of this seat."""
    return lambda e: ev.Finished(number=0, group=e.group, match=e.match, seat=seat, place=place)


def finished(history: History, wanted: type[ev.Event], seat: int, **fields: object) -> History:
    """The history in which this seat is out right after an event."""
    return add(history, kind(wanted, **fields), out(seat))  # type: ignore[arg-type]


def test_finish_while_the_last_cards_can_be_called() -> None:
    """Laying the last card is not enough."""
    finding = accused(
        finished(caught(), ev.Laid, 0), "elimination", "R4", "CHT-E09", "seat 0 is out, but it can still be called"
    )
    assert finding.seats == (0,)


def test_finish_with_cards_in_hand() -> None:
    """Who has cards is not out."""
    accused(
        finished(joined(), ev.Laid, 1), "elimination", "R4", "CHT-E09", "seat 1 is out, but it still holds 18 cards"
    )


def test_second_finish() -> None:
    """Nobody is out twice."""
    accused(
        finished(played_on(), ev.Finished, 0), "elimination", "R4", "CHT-E09", "seat 0 is out, but it has its place"
    )


def test_finish_that_does_not_come() -> None:
    """As soon as the last cards are proved true, or covered, or all have passed, the seat is out."""
    for history in (proved(), ended_by_a_leaver()):
        accused(
            remove(history, kind(ev.Finished)), "elimination", "R4", "CHT-E09",
            "seat 0 has no cards, cannot be called any more and is not out",
        )  # fmt: skip
    accused(remove(covered(), kind(ev.Finished, seat=0)), "elimination", "R4", "CHT-E09", "seat 0 has no cards")


def test_finish_after_missing_events_is_not_judged() -> None:
    """Whether it is due cannot be told."""
    told = acquitted(drop(proved(), kind(ev.TurnedUp)), "elimination")
    assert told.undecidable > 0


def test_turn_of_somebody_who_is_out() -> None:
    """A seat that is out is never asked and never moves."""
    number = first(played_on(), ev.Finished).number
    spoilt = edit(played_on(), after(ev.TurnStarted, number), lambda e: replace(e, seat=0), everywhere=True)
    convicted(spoilt, "elimination", "R4", "CHT-20", says="seat 0 is out and is asked, or moves")


def test_turn_of_somebody_without_cards() -> None:
    """Who has laid his last cards waits."""
    spoilt = edit(caught(), kind(ev.TurnStarted, turn=2), lambda e: replace(e, seat=0), everywhere=True)
    convicted(spoilt, "elimination", "R4", "CHT-20", says="seat 0 has no cards and is asked")


# -- places ----------------------------------------------------------------------------------


def test_finish_with_another_place_than_the_best() -> None:
    """First out is first."""
    spoilt = edit(covered(), kind(ev.Finished), lambda e: replace(e, place=2), everywhere=True)
    convicted(spoilt, "placement", "R5", "CHT-21", says="seat 0 got place 2, the best open one is [1]")


def test_finish_without_an_open_place() -> None:
    """There is none left when all are out."""
    spoilt = edit(covered(), kind(ev.Finished, seat=1), lambda e: replace(e, seat=0), everywhere=True)
    assert report(spoilt, "placement").findings_total


def test_leaver_above_those_who_stay() -> None:
    """A leaver gets the lowest open place."""
    spoilt = edit(withdrawn(), kind(ev.LeftTable), lambda e: replace(e, place=1), everywhere=True)
    convicted(spoilt, "placement", "R5", "CHT-E22", says="seat 0 left and got place 1, it should be place 4")


@pytest.mark.parametrize(("history", "own"), [(withdrawn, True), (ended_by_a_leaver, False)])
def test_claim_of_a_leaver(history: object, own: bool) -> None:
    """His own claim goes with him, that of others stays."""
    clean = withdrawn() if own else ended_by_a_leaver()
    spoilt = edit(clean, kind(ev.LeftTable), lambda e: replace(e, withdrawn=not own), everywhere=True)
    convicted(spoilt, "placement", "R5", "CHT-E22", says=f"withdrawn is {not own}, its own claim lay there: {own}")


def result(history: History, **fields: object) -> History:
    """The history with these fields in its result."""
    change = kind(ev.MatchOver)
    return edit(history, change, lambda e: replace(e, result=replace(e.result, **fields)), everywhere=True)


def test_losers_are_ranked_by_cards_left() -> None:
    """The fewest first, and equal is equal."""
    finding = convicted(
        result(equals(), places=(1, 2, 3, 4)), "placement", "R5", "CHT-E12",
        says="the result says [1, 2, 3, 4], it should be [1, 2, 2, 4]",
    )  # fmt: skip
    assert finding.seats == (2,)


def test_last_one_has_the_last_place() -> None:
    """Where all places are played for."""
    convicted(result(covered(), places=(1, 3, 2)), "placement", "R5", "CHT-E12", says="it should be [1, 2, 3]")


def test_match_that_ends_too_early() -> None:
    """It ends with the first one out, or when one is left."""
    spoilt = remove(equals(), kind(ev.Finished))
    finding = convicted(spoilt, "placement", "R5", "CHT-21", says="the match is over with 4 seats in play")
    assert finding.seats == (0, 1, 2, 3)


def test_match_without_an_end() -> None:
    """Who is still in is ranked by cards, when it is said that the match was halted."""
    spoilt = result(remove(equals(), kind(ev.Finished)), halted=True)
    assert not [finding for finding in report(spoilt, "placement").findings if finding.rule.startswith("CHT")]
    worse = result(spoilt, places=(4, 2, 2, 1))
    accused(worse, "placement", "R5", "CHT-E12", "it should be [1, 2, 2, 4]")


def test_match_that_had_an_end_was_not_halted() -> None:
    """One or the other."""
    convicted(
        result(covered(), halted=True), "placement", "R5", "CHT-21", says="is said to have found no end, and it has"
    )
