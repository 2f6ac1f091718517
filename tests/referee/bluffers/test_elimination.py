"""Who is out, who ends where, and that it ends: what is acquitted, and every way to be convicted."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from harness.clock import MINUTE, SECOND
from harness.history.observation import Exchange, FaultBegun, Opened, PartyEnded, RunEnded
from harness.wire import events as ev
from tests.referee.findings import accused, after
from tests.referee.histories import (
    ACTORS,
    PARTY,
    History,
    acquitted,
    add,
    alter,
    boards,
    convicted,
    cut,
    drop,
    edit,
    event_at,
    find,
    honest,
    kind,
    leavers,
    of,
    remove,
    shift,
)


@pytest.mark.parametrize("oracle", ["elimination", "placement", "progress"])
def test_clean_ends_are_acquitted(clean: History, oracle: str) -> None:
    """Every clean history ends as it should, and has an end."""
    assert acquitted(clean, oracle).evaluated > 0


def first_shot() -> ev.Eliminated:
    """The first elimination of the honest history."""
    return event_at(honest(), find(honest(), kind(ev.Eliminated)), ev.Eliminated)


# -- elimination -----------------------------------------------------------------------------


def test_pulls_that_are_not_counted_one_by_one() -> None:
    """Each pull moves the drum by one."""
    spoilt = edit(honest(), kind(ev.Pulled), lambda e: replace(e, pulls=3), everywhere=True)
    finding = convicted(spoilt, "elimination", "R4", "BLF-18", says="had pulled 0 times and now counts 3")
    assert len(finding.seats) == 1
    assert finding.evidence


def test_sixth_pull_that_does_not_fire() -> None:
    """The sixth pull fires by all means."""
    spoilt = edit(honest(), kind(ev.Pulled, fired=False), lambda e: replace(e, pulls=6), everywhere=True)
    accused(spoilt, "elimination", "R4", "BLF-19", "did not fire")


def test_pull_of_the_dead() -> None:
    """A seat that is out does not pull."""
    out = first_shot()
    spoilt = edit(honest(), after(ev.Pulled, out.number), lambda e: replace(e, seat=out.seat), everywhere=True)
    accused(spoilt, "elimination", "R4", "BLF-20", "is out and pulls")


def test_elimination_without_a_shot() -> None:
    """Only who was shot is out."""
    spoilt = edit(honest(), kind(ev.Pulled, fired=True), lambda e: replace(e, fired=False), everywhere=True)
    convicted(spoilt, "elimination", "R4", "BLF-20", says="is eliminated without having been shot")


def test_elimination_that_does_not_follow_at_once() -> None:
    """Nothing comes between the shot and the elimination."""
    player = event_at(honest(), find(honest(), kind(ev.MatchStarted)), ev.MatchStarted).seats[0]
    spoilt = add(honest(), kind(ev.Pulled, fired=True), lambda e: ev.Away(number=0, group=e.group, player=player))
    convicted(spoilt, "elimination", "R4", "BLF-20", says="is eliminated without having been shot")


def test_elimination_after_missing_events_is_not_judged() -> None:
    """Where the shot was lost, the elimination says nothing."""
    pulled = event_at(honest(), find(honest(), kind(ev.Pulled, fired=True)), ev.Pulled)
    told = acquitted(drop(honest(), kind(ev.Pulled, number=pulled.number)), "elimination")
    assert told.undecidable > 0


def test_turn_of_the_dead() -> None:
    """A seat that is out is never to move."""
    out = first_shot()
    spoilt = edit(honest(), after(ev.TurnStarted, out.number), lambda e: replace(e, seat=out.seat), everywhere=True)
    convicted(spoilt, "elimination", "R4", "BLF-20", says="is out and is to move, or moves")


def test_deal_to_the_dead() -> None:
    """A seat that is out is dealt nothing."""
    out = first_shot()
    spoilt = edit(honest(), after(ev.HandStarted, out.number), lambda e: replace(e, sizes=(5,) * 4), everywhere=True)
    convicted(spoilt, "elimination", "R4", "BLF-05", says="is out and is dealt 5 cards")


def test_survivor() -> None:
    """Who was shot is out, also in the last hand."""
    convicted(
        remove(honest(), kind(ev.Eliminated)), "elimination", "R4", "BLF-20", says="was shot and is not eliminated"
    )
    last = remove(honest(), kind(ev.Eliminated, place=2))
    convicted(last, "elimination", "R4", "BLF-20", says="was shot and is not eliminated")


# -- placement -------------------------------------------------------------------------------


def test_place_that_is_not_the_lowest_open_one() -> None:
    """Who is first to go is last."""
    spoilt = edit(honest(), kind(ev.Eliminated), lambda e: replace(e, place=2), everywhere=True)
    finding = convicted(spoilt, "placement", "R5", "BLF-28", says="got place 2, it should be place 4")
    assert len(finding.seats) == 1


def test_leaver_with_a_better_place() -> None:
    """A leaver gets the lowest open place, too."""
    spoilt = edit(leavers(), kind(ev.LeftTable), lambda e: replace(e, place=1), everywhere=True)
    convicted(spoilt, "placement", "R5", "BLF-28", says="got place 1, it should be place")


def result(history: History, **fields: object) -> History:
    """The history with these fields in the first result."""
    change = kind(ev.MatchOver)
    return edit(history, change, lambda e: replace(e, result=replace(e.result, **fields)), everywhere=True)


def test_result_of_other_players() -> None:
    """The result is that of the match that was played."""
    seats = event_at(honest(), find(honest(), kind(ev.MatchStarted)), ev.MatchStarted).seats
    convicted(result(honest(), seats=seats[::-1]), "placement", "R5", "BLF-28", says="is that of another match")


def test_result_with_two_winners() -> None:
    """Places are a permutation."""
    convicted(result(honest(), places=(1, 1, 3, 4)), "placement", "R5", "BLF-28", says="are no permutation of 1 to 4")


def test_end_with_two_alive() -> None:
    """A match is over when one is left."""
    spoilt = remove(honest(), kind(ev.Eliminated, place=2))
    finding = convicted(spoilt, "placement", "R5", "BLF-28", says="is over with 2 seats alive")
    assert len(finding.seats) == 2


def test_result_in_another_order() -> None:
    """The result repeats the order of going."""
    places = event_at(honest(), find(honest(), kind(ev.MatchOver)), ev.MatchOver).result.places
    swapped = tuple({1: 2, 2: 1}.get(place, place) for place in places)
    finding = convicted(result(honest(), places=swapped), "placement", "R5", "BLF-28", says="in order of going it is")
    assert finding.seats == tuple(seat for seat, place in enumerate(places) if place <= 2)


def is_result(observation: object) -> bool:
    """An HTTP reading of a result that was answered."""
    return (
        isinstance(observation, Exchange) and observation.path.startswith("/v1/matches/") and observation.status == 200
    )


def test_other_result_over_http() -> None:
    """Whoever asks gets the result that the table was told."""
    spoilt = alter(boards(), lambda o, e: is_result(o), lambda o: replace(o, answer=o.answer.replace(b"[1", b"[2")))
    assert spoilt != boards()
    convicted(spoilt, "placement", "R5", "BLF-28", says="over HTTP is not the one that the table was told")
    broken = alter(boards(), lambda o, e: is_result(o), lambda o: replace(o, answer=b"{}"))
    convicted(broken, "placement", "R5", "BLF-28", says="over HTTP is not the one that the table was told")


def test_result_that_nobody_was_told_is_not_compared() -> None:
    """A result of somebody else's match, or none, says nothing."""
    foreign = alter(boards(), lambda o, e: is_result(o), lambda o: replace(o, path="/v1/matches/m0"))
    assert acquitted(foreign, "placement").evaluated == acquitted(boards(), "placement").evaluated - 1
    missing = alter(boards(), lambda o, e: is_result(o), lambda o: replace(o, status=404))
    assert acquitted(missing, "placement").evaluated == acquitted(boards(), "placement").evaluated - 1


# -- progress --------------------------------------------------------------------------------


def test_turn_that_lasts_too_long() -> None:
    """A turn is over within its clock and a little more."""
    spoilt = shift(honest(), kind(ev.TurnStarted, turn=2), 50 * SECOND)
    finding = convicted(spoilt, "progress", "R6", "BLF-25", says="turn 1 of seat")
    assert finding.seats


def test_party_that_is_stuck() -> None:
    """Nothing moved for longer than the party's patience."""
    spoilt = alter(honest(), of(PartyEnded), lambda o: replace(o, outcome="stuck", waiting="turn 9"))
    convicted(spoilt, "progress", "R6", "BLF-25", says="party t0 waits for ever: turn 9")


def stopped(index: int, wait: int) -> History:
    """The honest history up to this index, and nothing more for so long."""
    return (*honest()[:index], RunEnded(at=honest()[index - 1].at + wait, complete=True))


def test_match_that_hangs() -> None:
    """Somebody listens, and nothing comes any more."""
    turn = find(honest(), kind(ev.TurnStarted, turn=2))
    finding = convicted(stopped(turn + 1, 5 * MINUTE), "progress", "R6", "BLF-25", says="nothing came after turn 2")
    assert len(finding.seats) == 1
    assert finding.evidence
    started = find(honest(), kind(ev.MatchStarted))
    finding = convicted(
        stopped(started + 1, MINUTE), "progress", "R6", "BLF-25", says="the match began, and no turn did"
    )
    assert finding.seats == ()


def test_match_that_is_still_played_is_acquitted() -> None:
    """When the run is cut short, the last turn may well have gone on."""
    turn = find(honest(), kind(ev.TurnStarted, turn=2))
    assert acquitted(stopped(turn + 1, 20 * SECOND), "progress").evaluated > 0


def test_match_that_nobody_listens_to_may_hang() -> None:
    """Where all connections are lost, or are not read, nothing can be said."""
    turn = find(honest(), kind(ev.TurnStarted, turn=2))
    at = honest()[turn].at
    faults = tuple(
        FaultBegun(at=at, who=f"{PARTY}/{actor}", connection=f"{PARTY}/{actor}#1", fault=fault)
        for actor, fault in zip(ACTORS, ("stall", "rst", "hole", "stall"), strict=True)
    )
    hanging = stopped(turn + 1, 5 * MINUTE)
    told = acquitted((*hanging[:-1], *faults, hanging[-1]), "progress")
    assert told.evaluated == 2, "the turns that began, and not what became of the second"


def test_lobby_has_no_progress_to_make() -> None:
    """Without a match, or without a room, nothing hangs."""
    for index in (find(honest(), of(Opened)), find(honest(), kind(ev.Snapshot))):
        assert not acquitted(stopped(index + 1, 5 * MINUTE), "progress").evaluated
    over = find(honest(), kind(ev.MatchOver))
    last = acquitted(cut(honest(), over + 1), "progress").evaluated
    assert acquitted(stopped(over + 1, 5 * MINUTE), "progress").evaluated == last
