"""Whether the suit was followed."""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from harness.history.observation import Received
from harness.wire import events as ev
from tests.referee.findings import accused
from tests.referee.histories import (
    History,
    acquitted,
    convicted,
    drop,
    edit,
    event_at,
    events,
    find,
    frame,
    insert,
    kind,
    report,
)
from tests.referee.wizard.histories import first, honest, last, refused, trick_by_trick, tricks


def blind(history: History) -> History:
    """The same with no hand known to anybody."""
    return drop(history, kind(ev.WizardHand))


@lru_cache
def revoke() -> History:
    """Ben, who holds the ace of hearts, plays the three of spades to a trick of hearts, and the ace later."""
    swap = {"HA": "S3", "S3": "HA"}
    dealt = last(trick_by_trick(), ev.RoundDealt, round=3).number
    return edit(
        trick_by_trick(),
        lambda o, e: isinstance(e, ev.CardPlayed) and e.number > dealt and e.seat == 1 and e.card in swap,
        lambda e: replace(e, card=swap[e.card]) if e.number < dealt + 40 else e,
        every=True,
    )


def test_revoke_from_a_known_hand() -> None:
    """Own hands are known at once."""
    finding = convicted(revoke(), "turn_order", "R1", "WIZ-13", says="plays S3 to a trick of H and holds HA")
    assert finding.seats == (1,)


def test_revoke_from_a_hand_that_nobody_knows() -> None:
    """The card that was denied shows up later in the round."""
    finding = convicted(blind(revoke()), "turn_order", "R1", "WIZ-13", says="plays HA and did not follow suit in turn")
    assert "when it played S3" in finding.what
    assert finding.seats == (1,)


def test_card_that_was_denied_in_another_round_proves_nothing() -> None:
    """Hands are dealt anew."""
    told = acquitted(blind(trick_by_trick()), "turn_order")
    assert told.undecidable > 0
    assert told.evaluated > acquitted(blind(honest()), "turn_order").undecidable


def test_automatic_revoke() -> None:
    """An automatic move is a legal one."""
    spoilt = edit(revoke(), kind(ev.CardPlayed, seat=1, card="S3"), lambda e: replace(e, auto="clock"), every=True)
    accused(spoilt, "turn_order", "R10", "WIZ-13", "plays S3 to a trick of H")


def test_wizards_and_jesters_need_not_follow() -> None:
    """And nothing has to be followed after a leading Wizard, or while only Jesters lie there."""
    kinds = {"".join(card.card[0] for card in trick) for trick in tricks(trick_by_trick())}
    assert {"EEE", "EWH", "HWH"} <= kinds
    acquitted(trick_by_trick(), "turn_order")


# -- cards that are refused ------------------------------------------------------------------


def test_refusals_of_illegal_cards_are_right() -> None:
    """Off suit, and cards that are not held."""
    before = acquitted(drop(refused(), kind(ev.Refused)), "turn_order").evaluated
    assert acquitted(refused(), "turn_order").evaluated == before + 3


def refuse(history: History, card: str, skip: int, code: str) -> History:
    """Of the times that this card was played one was refused before it was taken."""
    played = first(history, ev.CardPlayed, card=card, skip=skip * 3)
    who = "/" + ("ana", "ben", "cho")[played.seat]
    answer = next(i for i, seen, e in events(history) if type(e) is ev.Ok and e.number == played.number)
    seen = history[answer]
    assert isinstance(seen, Received)
    assert seen.who.endswith(who)
    said = ev.Refused(id=event_at(history, answer, ev.Ok).id, code=code, rule="WIZ-13", seq=1)
    return insert(history, answer, replace(seen, raw=frame(said)))


def test_legal_card_that_is_refused() -> None:
    """A card that is held, of the suit led, or of no suit, or when nothing is to be followed or can be."""
    for card, skip, code in (
        ("HA", 1, "must_follow"),
        ("W", 1, "must_follow"),
        ("H4", 0, "not_in_hand"),
        ("H2", 0, "must_follow"),
        ("SA", 0, "must_follow"),
    ):
        spoilt = refuse(trick_by_trick(), card, skip, code)
        accused(spoilt, "turn_order", "R1", "WIZ-14", f"may play {card} and was refused ({code})")


def test_refusals_about_turns_that_are_over_are_not_judged() -> None:
    """Only the running turn of a seat whose hand is known says what was allowed."""
    late = find(refused(), kind(ev.Refused, code="must_follow"))
    moved = refused()[late]
    assert isinstance(moved, Received)
    rest = (*refused()[:late], *refused()[late + 1 :])
    end = find(rest, kind(ev.MatchOver)) - 1
    told = report(insert(rest, end, replace(moved, at=rest[end - 1].at)), "turn_order")
    assert told.undecidable == 1
    assert not told.findings_total


def test_refusals_of_nothing_are_left_alone() -> None:
    """There is nothing to hold them against when the command is not known."""
    nobody = edit(refused(), kind(ev.Refused, code="not_in_hand"), lambda e: replace(e, id=None), every=True)
    assert acquitted(nobody, "turn_order").evaluated == acquitted(refused(), "turn_order").evaluated - 2
