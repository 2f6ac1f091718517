"""What a seat may see: clean histories show nothing else, and every leak is named."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest
from msgspec.structs import replace

from harness.history.observation import Exchange, Observation, Received
from harness.wire import events as ev
from tests.referee.histories import (
    PARTY,
    History,
    absent,
    acquitted,
    alone,
    alter,
    both,
    convicted,
    dropped,
    edit,
    event_at,
    event_of,
    events,
    find,
    frame,
    honest,
    kind,
    of,
    report,
    timed_out,
)

ORACLES = ("hand_privacy", "resume_privacy", "audience", "credential_secrecy")


def with_field(name: str, value: object) -> Any:
    """Changes an event into bytes with a field that it should not have."""
    return lambda event: json.dumps({**json.loads(frame(event)), name: value}).encode()


def credential(history: History, who: str, kind_of_call: str) -> str:
    """The token or the resume secret that this player was given."""
    path = {"session": "/v1/sessions", "join": "/members"}[kind_of_call]
    answers = [
        json.loads(o.answer)
        for o in history
        if type(o) is Exchange and o.who == f"{PARTY}/{who}" and o.path.endswith(path) and o.method == "POST"
    ]
    return str(answers[0]["token" if kind_of_call == "session" else "secret"])


def player_of(history: History, who: str) -> str:
    """The public id of a player of ours."""
    return event_at(history, find(history, kind(ev.Snapshot, who)), ev.Snapshot).you


def seatless(history: History, who: str) -> History:
    """The same match, but somebody else than this player sits on his seat."""
    player = player_of(history, who)

    def other(event: ev.MatchStarted) -> ev.MatchStarted:
        return replace(event, seats=tuple("stranger" if seat == player else seat for seat in event.seats))

    return edit(history, kind(ev.MatchStarted), other, everywhere=True)


def after_elimination(history: History, make: Any) -> History:
    """A pong that a player who was shot receives turned into something else."""
    match = event_at(history, find(history, kind(ev.MatchStarted)), ev.MatchStarted)
    index, shot = next((i, e) for i, _, e in events(history) if type(e) is ev.Eliminated)
    player = match.seats[shot.seat]
    who = next(o.who for _, o, e in events(history) if type(e) is ev.Snapshot and e.you == player)
    late = {id(o) for o in history[index:]}
    hand = max(e.hand for i, _, e in events(history) if type(e) is ev.HandStarted and i < index) + 1

    def pick(observation: Observation, event: ev.Event | None) -> bool:
        return id(observation) in late and type(event) is ev.Pong and getattr(observation, "who", "") == who

    return edit(history, pick, lambda event: make(event, match.match, hand))


# -- all of them ------------------------------------------------------------------------------


@pytest.mark.parametrize("oracle", ["hand_privacy", "audience", "credential_secrecy"])
def test_clean_histories_tell_nobody_too_much(clean: History, oracle: str) -> None:
    """What a clean backend shows is allowed, and in every history there is something to look at."""
    assert acquitted(clean, oracle).evaluated > 0


def test_clean_snapshots_hold_what_the_seat_may_see(clean: History) -> None:
    """Whatever is in the snapshots of a clean backend, the live stream had told it."""
    acquitted(clean, "resume_privacy")


def test_everything_shown_is_counted() -> None:
    """Each frame or event that an oracle is about counts once."""
    history = dropped()
    seen = Counter(type(e) for _, _, e in events(history))
    public = Counter(
        type(e) for e in {e.number: e for _, _, e in events(history) if isinstance(e, ev.PublicEvent)}.values()
    )
    tables = sum(type(e) is ev.Snapshot and e.table is not None for _, _, e in events(history))
    told = {oracle: report(history, oracle).evaluated for oracle in ORACLES}
    assert told["hand_privacy"] == seen[ev.Played] + seen[ev.Cards] + public[ev.Called]
    assert told["audience"] == public[ev.HandStarted] + seen[ev.Cards] + tables
    assert told["resume_privacy"] == tables
    shown = public[ev.Roster] + public[ev.MatchStarted] + public[ev.MatchOver] + public[ev.Away] + public[ev.Back]
    calls = sum(type(o) is Exchange for o in history)
    credentials = 4 * 1 + 4 * 2  # A token per session, and with it a secret per seat.
    assert told["credential_secrecy"] == shown + seen[ev.Snapshot] + seen[ev.Refused] + calls + credentials


def test_frames_that_do_not_decode_are_counted() -> None:
    """A leak is something that was judged."""
    spoilt = edit(dropped(), kind(ev.Pong), with_field("bullet", 3))
    assert report(spoilt, "hand_privacy").evaluated == report(dropped(), "hand_privacy").evaluated + 1
    snapshots = edit(dropped(), kind(ev.Snapshot), with_field("bullet", 3))
    assert report(snapshots, "resume_privacy").evaluated == report(dropped(), "resume_privacy").evaluated + 1


def test_clean_snapshot_is_judged() -> None:
    """Coming back in the middle of a hand, a player's cards are compared with what he was dealt."""
    told = acquitted(dropped(), "resume_privacy")
    assert (told.evaluated, told.undecidable) == (1, 0)


# -- P1 ---------------------------------------------------------------------------------------


def test_field_that_no_schema_knows_is_a_leak() -> None:
    """The faces of cards played face down convict, and the finding shows the frame."""
    spoilt = edit(honest(), kind(ev.Played), with_field("cards", ["K"]), everywhere=True)
    finding = convicted(spoilt, "hand_privacy", "P1", "BLF-08", says="a played carries cards, which nobody may see")
    acquitted(spoilt, "resume_privacy")
    assert any('"cards":["K"]' in evidence.text.replace(" ", "") for evidence in finding.evidence)


def test_frame_that_does_not_decode_is_named() -> None:
    """A field of the wrong kind is no unknown field; the finding says what is wrong with it."""
    spoilt = edit(honest(), kind(ev.Played), with_field("count", "two"))
    convicted(spoilt, "hand_privacy", "P1", says="not a frame of the native dialect")


def test_bad_snapshots_are_left_to_the_other_oracle() -> None:
    """One leak, one finding: what a snapshot shows is judged by `resume_privacy`."""
    spoilt = edit(honest(), kind(ev.Snapshot), with_field("hands", [["K"]]))
    acquitted(spoilt, "hand_privacy")
    convicted(spoilt, "resume_privacy", "P7", "BLF-08", says="the snapshot carries hands")


def test_cards_of_somebody_else_are_a_leak() -> None:
    """Cards shown again after an automatic move must be what is left of the own hand."""
    pick = kind(ev.Cards, "ben", hand=_hand_of_automatic_move())
    again = find(timed_out(), pick, skip=1)
    cards = event_at(timed_out(), again, ev.Cards)
    absent_face = next(face for face in "KQA*" if cards.cards.count(face) < 2)
    wrong = tuple(absent_face for _ in range(5))
    spoilt = edit(timed_out(), pick, lambda e: replace(e, cards=wrong), skip=1)
    finding = convicted(spoilt, "hand_privacy", "P1", "BLF-08", says="which is not its hand")
    assert len(finding.seats) == 1


def _hand_of_automatic_move() -> int:
    hand = 0
    for _, _, event in events(timed_out()):
        if type(event) is ev.HandStarted:
            hand = event.hand
        elif type(event) is ev.Played and event.auto:
            return hand
    raise AssertionError("nobody was moved automatically")


def test_more_cards_than_a_hand_has_are_a_leak() -> None:
    """Whatever their faces: more than five are not all the receiver's own."""
    spoilt = edit(honest(), kind(ev.Cards), lambda e: replace(e, cards=(*e.cards, "K")))
    convicted(spoilt, "hand_privacy", "P1", "BLF-08", says="is shown 6 cards, it was dealt 5")


def test_cards_for_somebody_without_a_seat_are_a_leak() -> None:
    """A receiver who does not sit at the table gets none."""
    convicted(seatless(honest(), "cho"), "hand_privacy", "P1", "BLF-08", says="somebody without a seat")


def test_cards_of_an_unknown_match_are_undecidable() -> None:
    """Nothing is known about another match, so nothing can be said about its cards."""
    spoilt = edit(honest(), kind(ev.Cards), lambda e: replace(e, match="other"))
    assert acquitted(spoilt, "hand_privacy").undecidable == 1


def test_call_turns_up_as_many_cards_as_were_claimed() -> None:
    """One face more than claimed is a face too many."""
    spoilt = edit(honest(), kind(ev.Called), lambda e: replace(e, cards=(*e.cards, "Q")), everywhere=True)
    finding = convicted(spoilt, "hand_privacy", "P1", "BLF-16", says="were claimed")
    assert len(finding.seats) == 1


def test_call_without_a_claim_turns_up_nothing() -> None:
    """Where nothing is claimed, every face is one too many."""

    def unclaimed(event: ev.Snapshot) -> ev.Snapshot:
        assert event.table is not None
        return replace(event, table=replace(event.table, claim=None))

    late = edit(alone(dropped(), "ben#2"), kind(ev.Snapshot), unclaimed)
    called = event_at(late, find(late, kind(ev.TurnStarted)), ev.TurnStarted)
    faces: dict[str, Any] = {"cards": ("K",), "truth": True, "shooter": 0}
    call = ev.Called(number=1, group=1, match=called.match, turn=called.turn - 1, seat=0, claimant=1, **faces)
    spoilt = edit(late, kind(ev.Played), lambda e: replace(call, number=e.number, group=e.group, seq=e.seq))
    convicted(spoilt, "hand_privacy", "P1", "BLF-16", says="1 cards were turned up, 0 were claimed")


# -- P6 ---------------------------------------------------------------------------------------


def test_cards_dealt_to_a_seat_that_is_out_are_seen() -> None:
    """A hand that is announced to have cards for the dead convicts."""
    spoilt = edit(honest(), kind(ev.HandStarted), lambda e: replace(e, sizes=(5,) * 4), every=True)
    convicted(spoilt, "audience", "P6", "BLF-05", says="is out, but 5 cards are dealt to it")


def test_cards_for_the_dead_are_a_leak() -> None:
    """Whoever was shot gets no private cards any more."""

    def cards(event: ev.Pong, match: str, hand: int) -> ev.Event:
        return ev.Cards(seq=event.seq, match=match, hand=hand, cards=("K",))

    finding = convicted(after_elimination(honest(), cards), "audience", "P6", "BLF-E43", says="and still gets cards")
    assert len(finding.seats) == 1
    assert finding.evidence


def test_cards_after_a_return_from_the_dead_are_a_leak() -> None:
    """A snapshot tells who is out, too."""
    back = edit(dropped(), kind(ev.Snapshot, "ben", phase="playing"), buried)
    convicted(back, "audience", "P6", "BLF-E43", says="still gets cards")


def buried(event: ev.Snapshot) -> ev.Snapshot:
    """The same snapshot, in which the receiver's place is decided and he has no cards."""
    assert event.table is not None
    assert event.seat is not None
    places = tuple(4 if seat == event.seat else place for seat, place in enumerate(event.table.places))
    return replace(event, table=replace(event.table, places=places, cards=()))


def test_snapshot_with_cards_for_the_dead_is_a_leak() -> None:
    """A snapshot for somebody who is out, or has no seat, holds no cards."""

    def dead(event: ev.Snapshot) -> ev.Snapshot:
        assert event.table is not None
        shown = buried(event)
        assert shown.table is not None
        return replace(shown, table=replace(shown.table, cards=event.table.cards))

    for change in (dead, lambda event: replace(event, seat=None)):
        spoilt = edit(dropped(), kind(ev.Snapshot, phase="playing"), change)
        convicted(spoilt, "audience", "P6", "BLF-E43", says="not in the match any more")


def test_whoever_has_no_seat_is_told_of_no_end_of_his_own() -> None:
    """Seats of a match that is not known, or in which the receiver does not sit, are others'."""
    acquitted(seatless(honest(), "cho"), "audience")
    late = edit(alone(dropped(), "ben#2"), kind(ev.Snapshot), lambda e: replace(e, table=None, seat=None))
    acquitted(late, "audience")


# -- P7 ---------------------------------------------------------------------------------------


def test_snapshot_with_cards_that_were_not_dealt_is_a_leak() -> None:
    """A snapshot that shows another hand than the one that was dealt convicts."""

    def others(event: ev.Snapshot) -> ev.Snapshot:
        assert event.table is not None
        return replace(event, table=replace(event.table, cards=("*", "*", "*", "*", "*")))

    spoilt = edit(dropped(), kind(ev.Snapshot, phase="playing"), others)
    finding = convicted(spoilt, "resume_privacy", "P7", "BLF-08", says="the snapshot shows seat")
    assert len(finding.seats) == 1
    assert finding.room


def test_snapshot_that_does_not_decode_is_named() -> None:
    """Without an unknown field, the finding says what is wrong; there is no room that it is surely about."""
    spoilt = edit(dropped(), kind(ev.Snapshot, phase="playing"), with_field("seat", "first"))
    assert convicted(spoilt, "resume_privacy", "P7", says="not a frame of the native dialect").room == ""


def test_snapshot_without_known_hand_is_undecidable() -> None:
    """Dealt while nobody listened, or in another hand or match than the one that is known: nothing to compare."""
    alone_in_time = alone(dropped(), "ben#2")
    assert acquitted(alone_in_time, "resume_privacy").undecidable == 1

    def other_hand(event: ev.Snapshot) -> ev.Snapshot:
        assert event.table is not None
        return replace(event, table=replace(event.table, hand=event.table.hand + 1))

    spoilt = edit(dropped(), kind(ev.Snapshot, phase="playing"), other_hand)
    assert acquitted(spoilt, "resume_privacy").undecidable == 1
    undealt = edit(dropped(), kind(ev.Cards, "ben"), lambda e: None, every=True)
    assert acquitted(undealt, "resume_privacy").undecidable == 1
    seatless = edit(dropped(), kind(ev.Snapshot, phase="playing"), lambda e: replace(e, seat=None))
    assert acquitted(seatless, "resume_privacy").evaluated == 0


# -- P4 ---------------------------------------------------------------------------------------


def test_credential_in_a_public_event_is_a_leak() -> None:
    """A resume secret in everybody's roster convicts, wherever in it."""
    secret = credential(honest(), "ben", "join")

    def named(event: ev.Roster) -> ev.Roster:
        return replace(event, members=tuple(replace(m, name=f"x{secret}") for m in event.members))

    spoilt = edit(honest(), kind(ev.Roster, cause="left"), named)
    finding = convicted(spoilt, "credential_secrecy", "P4", "BLF-E39", says="is shown to others")
    assert player_of(honest(), "ben") in finding.what
    assert finding.room
    leaving = edit(absent(), kind(ev.Away), lambda e: replace(e, player=credential(absent(), "ana", "session")))
    convicted(leaving, "credential_secrecy", "P4", "BLF-E39", says="is shown to others")


def test_snapshot_shows_not_even_the_own_credentials() -> None:
    """A snapshot with the receiver's own secret in it convicts."""
    secret = credential(honest(), "ben", "join")
    spoilt = edit(honest(), kind(ev.Snapshot, "ben"), lambda e: replace(e, owner=secret))
    finding = convicted(spoilt, "credential_secrecy", "P4", "BLF-E39", says="is shown to others")
    assert finding.evidence


def test_refusal_repeats_no_credential_of_others() -> None:
    """An error text with another player's token convicts; with the own one it does not."""
    token = credential(honest(), "ben", "session")

    def refusal(event: ev.Pong) -> ev.Refused:
        return ev.Refused(seq=event.seq, id=event.id, code="rate", rule="WIRE", detail=f"token {token}")

    spoilt = edit(honest(), kind(ev.Pong, "ana"), refusal)
    convicted(spoilt, "credential_secrecy", "P4", "BLF-E39", says="is shown to others")
    acquitted(edit(honest(), kind(ev.Pong, "ben"), refusal), "credential_secrecy")


def test_http_answer_shows_no_credential_of_others() -> None:
    """An answer to one player with the secret of another convicts, whatever the call."""
    extra = b',"x":"%b"}' % credential(honest(), "ana", "session").encode()
    for path in ("/v1/sessions", "/v1/boards/world"):
        pick = both(of(Exchange, path=path), lambda o, e: getattr(o, "who", "") != f"{PARTY}/ana")
        spoilt = alter(honest(), pick, lambda o: replace(o, answer=o.answer.replace(b"}", extra, 1)))
        convicted(spoilt, "credential_secrecy", "P4", "BLF-E39", says="is shown to others")


def test_credential_that_holds_the_public_id_is_none() -> None:
    """Whoever knows the id must not know the secret."""
    player = player_of(honest(), "cho").encode()
    secret = credential(honest(), "cho", "join").encode()
    pick = both(of(Exchange, who=f"{PARTY}/cho"), lambda o, e: getattr(o, "path", "").endswith("/members"))
    spoilt = alter(honest(), pick, lambda o: replace(o, answer=o.answer.replace(secret, b"secret-" + player)))
    finding = convicted(spoilt, "credential_secrecy", "P4", "BLF-E39", says="can be told from the public id")
    assert finding.evidence[0].connection == "http"


@pytest.mark.parametrize("word", ["Dee", "sevener", "eightful"])
def test_short_credentials_are_not_searched_for(word: str) -> None:
    """They would be found by chance; from eight characters on they are searched for."""
    token = credential(honest(), "ben", "session")

    def shortened(observation: Any) -> Any:
        answer = observation.answer.replace(token.encode(), word.encode())
        return replace(observation, token=observation.token.replace(token, word), answer=answer)

    given = alter(honest(), of(Exchange, who=f"{PARTY}/ben"), shortened, every=True)
    spoilt = edit(given, kind(ev.Roster), lambda e: replace(e, owner=word))
    assert bool(report(spoilt, "credential_secrecy").findings) is (len(word) >= 8)


def test_exchange_of_an_unknown_party_is_searched_for_nothing() -> None:
    """A call from nowhere knows no fellow players; it is counted and nothing else."""
    call = next(o for o in honest() if type(o) is Exchange and o.path == "/v1/boards/world")
    stray = replace(call, who="t7/eve", token="")
    history = (*honest()[:-1], stray, honest()[-1])
    assert report(history, "credential_secrecy").evaluated == report(honest(), "credential_secrecy").evaluated + 1
    assert all(type(o) is Received or event_of(o) is None for o in history)
