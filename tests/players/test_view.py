"""What a player knows after each event."""

from __future__ import annotations

import msgspec
import pytest
from dealer import policy, snapshot_of

from harness.clock import MILLISECOND, SECOND
from harness.players.view import NOTES_MAX, PlayerView
from harness.wire import events as ev
from harness.wire.session import State


class Fold:
    """A view with the bookkeeping of `seq`, `number` and the match done."""

    def __init__(self, snapshot: ev.Snapshot) -> None:
        self.view = PlayerView()
        self.number = snapshot.number
        self.view.fold(snapshot, now=1 * SECOND)

    def __call__(self, kind: type[ev.Event], *, now: int = 2 * SECOND, **fields: object) -> PlayerView:
        if "number" in kind.__struct_fields__ and kind is not ev.Ok:
            self.number += 1
            fields |= {"number": self.number, "group": self.number}
        if "match" in kind.__struct_fields__:
            fields.setdefault("match", "m1")
        self.view.fold(kind(**{"seq": self.view.seq + 1, **fields}), now=now)  # type: ignore[arg-type]
        return self.view


@pytest.fixture
def lobby() -> Fold:
    return Fold(snapshot_of())


@pytest.fixture
def table() -> Fold:
    return Fold(snapshot_of({}))


def started(fold: Fold) -> PlayerView:
    return fold(ev.MatchStarted, game="bluffers", seats=("p-ana", "p-me", "p-cho"), ranked=True)


def test_a_snapshot_of_the_lobby_knows_the_room_and_no_match(lobby: Fold) -> None:
    """Room, owner and members are taken over; there is no seat, no turn and nothing to play."""
    view = lobby.view
    assert (view.room, view.owner, view.you, view.phase, view.policy) == ("BCDF", "p-ana", "p-me", "lobby", policy())
    assert (view.seat, view.match, view.turn_seat, view.remaining) == (None, "", None, 0)
    assert not (view.my_turn or view.in_match or view.alive)
    assert [m.player for m in view.others()] == ["p-ana", "p-cho"]
    assert view.state is State.LOBBY and not view.notes


def test_a_snapshot_of_a_match_knows_the_turn_its_deadline_and_the_hand(table: Fold) -> None:
    """The deadline counts from the arrival of the snapshot."""
    view = table.view
    assert (view.seat, view.turn, view.turn_seat, view.legal) == (1, 2, 1, ("play", "call"))
    assert (view.deadline, view.remaining) == (31 * SECOND, 30 * SECOND)
    assert (view.cards, view.claim_seat, view.claim_count) == (["K", "Q", "A", "*", "Q"], 0, 1)
    assert view.my_turn and view.in_match and view.alive and view.state is State.TURN


def test_a_snapshot_resets_everything(table: Fold) -> None:
    """Nothing of the connection before survives: neither laid cards, nor doubts, nor the turn."""
    table(ev.Played, turn=2, seat=1, count=1, rank="K", left=4, auto="clock")
    assert table.view.unsure == 1
    table.view.fold(snapshot_of(number=40), now=5 * SECOND)
    view = table.view
    assert (view.unsure, view.cards, view.match, view.seat, view.number, view.seq) == (0, [], "", None, 40, 1)
    assert not view.notes


def test_a_match_begins_with_a_seat_cards_and_a_turn(lobby: Fold) -> None:
    """MatchStarted gives the seat, HandStarted the table card, Cards the hand, TurnStarted the clock."""
    assert started(lobby).seat == 1
    lobby(ev.HandStarted, hand=1, opener=1, table="Q", sizes=(5, 5, 5))
    lobby(ev.Cards, hand=1, cards=("K", "Q", "A", "*", "Q"))
    view = lobby(ev.TurnStarted, turn=1, seat=1, legal=("play",), remaining_ms=32_000)
    assert (view.hand, view.table, view.sizes, view.legal) == (1, "Q", [5, 5, 5], ("play",))
    assert view.deadline == 34 * SECOND
    assert view.my_turn and view.alive and not view.notes


def test_a_member_without_a_seat_watches(lobby: Fold) -> None:
    """Who is not among the seats of a match is never to move in it."""
    view = lobby(ev.MatchStarted, game="bluffers", seats=("p-ana", "p-cho"), ranked=True)
    assert view.seat is None and not view.in_match


def test_own_cards_leave_the_hand_when_the_move_that_was_answered_ok_is_played(table: Fold) -> None:
    """Of several moves sent in a turn the one with the `ok` tells which cards are gone."""
    table.view.intend("a", ("Q", "Q"))
    table.view.intend("b", ("A", "*"))
    table(ev.Ok, id="a", number=11)
    view = table(ev.Played, turn=2, seat=1, count=2, rank="K", left=3)
    assert (view.cards, view.laid, view.unsure) == (["K", "A", "*"], ["Q", "Q"], 0)
    assert (view.claim_seat, view.claim_count, view.buried, view.turn_seat) == (1, 2, 1, None)


def test_without_an_answer_the_last_move_sent_is_taken_for_the_one_played(table: Fold) -> None:
    """Some backends acknowledge nothing."""
    table.view.intend("a", ("Q",))
    view = table(ev.Played, turn=2, seat=1, count=1, rank="K", left=4)
    assert (view.cards, view.unsure) == (["K", "A", "*", "Q"], 0)


@pytest.mark.parametrize(("auto", "sent"), [("clock", ("K",)), (None, ())])
def test_a_card_that_the_server_chose_leaves_a_doubt(table: Fold, auto: str | None, sent: tuple[str, ...]) -> None:
    """Nobody says which card an automatic move played: only a face held twice is sure then."""
    if sent:
        table.view.intend("a", sent)
    view = table(ev.Played, turn=2, seat=1, count=1, rank="K", left=4, auto=auto)
    assert (view.unsure, view.laid, view.playable()) == (1, [], ("Q",))


def test_the_hand_sent_anew_after_an_automatic_move_resolves_the_doubt(table: Fold) -> None:
    """What is missing then was laid; a new deal lays nothing."""
    table(ev.Played, turn=2, seat=1, count=1, rank="K", left=4, auto="clock")
    view = table(ev.Cards, hand=1, cards=("K", "Q", "A", "*"))
    assert (view.cards, view.laid, view.unsure, view.notes) == (["K", "Q", "A", "*"], ["Q"], 0, [])
    table(ev.HandStarted, hand=2, opener=0, table="A", sizes=(5, 5, 5))
    view = table(ev.Cards, hand=2, cards=("A",) * 5)
    assert (view.cards, view.laid) == (["A"] * 5, [])


def test_without_any_sure_card_one_guess_is_offered(table: Fold) -> None:
    """A hand of four different cards of which one is gone offers a single card."""
    table.view.fold(snapshot_of({"cards": ("K", "Q", "A", "*")}), now=0)
    view = table(ev.Played, turn=2, seat=1, count=1, rank="K", left=3, auto="away")
    assert view.playable() == ("K",)


def test_a_refusal_resolves_the_doubt(table: Fold) -> None:
    """A card refused as not in the hand is the one that is gone; without doubt a refusal teaches nothing."""
    view = table(ev.Played, turn=2, seat=1, count=1, rank="K", left=4, auto="clock")
    view.lacks("A", 1)
    assert (view.cards, view.laid, view.unsure) == (["K", "Q", "*", "Q"], ["A"], 0)
    view.lacks("K", 1)
    assert (view.cards, view.unsure) == (["K", "Q", "*", "Q"], 0)


def test_claims_of_others_are_buried_under_the_next(table: Fold) -> None:
    """Cards that others laid in this hand are counted, own ones and those of the last claim are not."""
    view = table(ev.Played, turn=2, seat=2, count=3, rank="K", left=2)
    assert (view.buried, view.claim_seat, view.claim_count, view.sizes) == (1, 2, 3, [4, 5, 2])
    view = table(ev.HandStarted, hand=2, opener=0, table="A", sizes=(5, 5, 5))
    assert (view.buried, view.claim_seat) == (0, None)


def test_an_own_claim_is_not_buried(table: Fold) -> None:
    """Own cards are known to be what they are; they are counted as laid."""
    table.view.fold(snapshot_of({"claim": ev.Claim(seat=1, count=2), "seat": 2}), now=0)
    table.number = table.view.number
    view = table(ev.Played, turn=2, seat=2, count=1, rank="K", left=4)
    assert (view.buried, view.claim_seat) == (0, 2)


def test_a_call_a_pull_and_an_elimination(table: Fold) -> None:
    """The claim is gone, the pulls are counted, and who is shot is out and holds nothing."""
    view = table(ev.Called, turn=2, seat=1, claimant=0, cards=("K",), truth=True, shooter=1)
    assert (view.claim_seat, view.turn_seat, view.deadline) == (None, None, None)
    table(ev.Pulled, seat=1, pulls=1, fired=True)
    view = table(ev.Eliminated, seat=1, place=3, points=1)
    assert (view.pulls, view.places, view.points) == ([0, 1, 0], [None, 3, None], [None, 1, None])
    assert (view.cards, view.sizes) == ([], [4, 0, 5])
    assert view.in_match and not view.alive


def test_another_elimination_leaves_the_own_hand_alone(table: Fold) -> None:
    """Only the shot seat loses its cards."""
    table(ev.Called, turn=2, seat=1, claimant=0, cards=("Q",), truth=False, shooter=0)
    table(ev.Pulled, seat=0, pulls=1, fired=True)
    view = table(ev.Eliminated, seat=0, place=3, points=1)
    assert len(view.cards) == 5 and view.alive


def test_a_leaver_takes_his_claim_with_him_and_legal_moves_change(table: Fold) -> None:
    """The claim is withdrawn; turn and deadline stay as they were, with other legal moves."""
    view = table(ev.LeftTable, seat=0, place=3, points=0, withdrawn=True)
    assert (view.claim_seat, view.departed, view.places[0], view.turn_seat) == (None, (0,), 3, 1)
    view = table(ev.LegalChanged, turn=2, seat=1, legal=("play",), remaining_ms=29_000)
    assert (view.legal, view.deadline, view.my_turn) == (("play",), 31 * SECOND, True)


def test_a_leaver_on_turn_ends_the_turn_and_older_claims_stay(table: Fold) -> None:
    """Nobody is to move until the next turn begins; leaving oneself empties the hand and the seat."""
    view = table(ev.LeftTable, seat=1, place=3, points=0, withdrawn=False)
    assert (view.turn_seat, view.cards, view.claim_seat) == (None, [], 0)
    assert not view.in_match and not view.alive


def test_a_void_hand_has_no_claim_and_no_turn(table: Fold) -> None:
    """The hand ends without a pull."""
    view = table(ev.HandVoid, hand=1, opener=2)
    assert (view.claim_seat, view.turn_seat) == (None, None)


def test_the_end_of_a_match_and_of_the_room(table: Fold) -> None:
    """The result is kept with its places and points; a closed room says why."""
    result = ev.Result(
        match="m1", seats=("p-ana", "p-me", "p-cho"), places=(1, 3, 2), points=(8, 1, 4), ranked=True,
        season=None, ended="",
    )  # fmt: skip
    view = table(ev.MatchOver, result=result)
    assert (view.phase, view.result, view.places, view.points) == ("results", result, [1, 3, 2], [8, 1, 4])
    assert not view.in_match and view.cards == []
    view = table(ev.RoomClosed, reason="empty")
    assert (view.phase, view.closed, view.state) == ("closed", "empty", State.CLOSED)


def test_the_roster_is_a_full_state_and_presence_follows_away_and_back(lobby: Fold) -> None:
    """Away and back change one member, a roster all of them."""
    view = lobby(ev.Away, player="p-ana")
    assert [m.present for m in view.members] == [False, True, True]
    view = lobby(ev.Back, player="p-ana")
    assert [m.present for m in view.members] == [True, True, True]
    members = (ev.Member(player="p-me", name="Me", kind="human", present=True),)
    view = lobby(ev.Roster, cause="left", player="p-ana", owner="p-me", phase="lobby", members=members)
    assert (view.owner, view.members, view.others()) == ("p-me", members, ())


def test_answers_and_pings_change_no_knowledge(table: Fold) -> None:
    """Refusals, pongs and pings are bookkeeping only."""
    before = table.view.cards[:]
    for kind, fields in ((ev.Refused, {"id": "a", "code": "count", "rule": "BLF-10"}), (ev.Pong, {"id": "a"})):
        table(kind, **fields)
    view = table(ev.Ping, id="s")
    assert (view.cards, view.seq, view.number, view.notes) == (before, 4, 10, [])


def test_what_is_out_of_order_is_noted_and_never_raised(lobby: Fold) -> None:
    """An illegal event, a gap in seq, a gap in number and a late snapshot each leave one note."""
    view = lobby(ev.TurnStarted, turn=1, seat=0, legal=("play",), remaining_ms=1)
    assert view.notes == ["TurnStarted is out of order in state lobby"]
    lobby(ev.Pong, id="a", seq=7)
    lobby.number += 5
    lobby(ev.Away, player="p-cho")
    assert view.notes[1:] == ["seq 7 follows 2", "number 17 follows 11"]
    view.fold(snapshot_of(seq=3), now=0)
    assert view.notes[3:] == ["a snapshot with seq 3"]


def test_notes_are_counted_beyond_the_ones_kept(lobby: Fold) -> None:
    """A backend gone mad cannot fill the memory."""
    for _ in range(NOTES_MAX + 5):
        lobby(ev.Pulled, seat=0, pulls=1, fired=False)
    # Each one is out of order and names a seat that does not exist.
    assert (len(lobby.view.notes), lobby.view.notes_total) == (NOTES_MAX, 2 * (NOTES_MAX + 5))


def test_seats_that_do_not_exist_are_noted(table: Fold) -> None:
    """Neither an event nor a snapshot with a wild seat breaks the view."""
    table(ev.Played, turn=2, seat=9, count=1, rank="K", left=4)
    assert table.view.notes == ["Played names a seat that does not exist"]
    assert table.view.claim_seat == 0
    table.view.fold(snapshot_of({"claim": ev.Claim(seat=5, count=1)}, seat=4), now=0)
    view = table.view
    assert view.notes[1:] == [
        "Snapshot names a seat that does not exist",
        "Snapshot has a claim of a seat that does not exist",
    ]
    assert (view.seat, view.claim_seat) == (None, None)


def test_time_left_runs_down_to_nothing(table: Fold) -> None:
    """`remaining` counts from the last event on and never goes below 0."""
    table.view.now = 31 * SECOND - MILLISECOND
    assert table.view.remaining == MILLISECOND
    table.view.now = 40 * SECOND
    assert table.view.remaining == 0


def test_every_event_of_the_wire_can_be_folded_in_every_state() -> None:
    """Whatever a backend sends when, the view takes it without raising."""
    samples = {
        "match": "m", "hand": 1, "cards": ("K",), "id": "a", "code": "c", "rule": "r", "number": 1, "group": 1,
        "cause": "left", "player": "p", "owner": "p", "phase": "lobby", "members": (), "reason": "empty",
        "game": "bluffers", "seats": ("p",), "ranked": False, "opener": 0, "table": "K", "sizes": (), "turn": 1,
        "seat": 3, "legal": ("play",), "remaining_ms": 1, "count": 1, "rank": "K", "left": 0, "claimant": 3,
        "truth": True, "shooter": 3, "pulls": 1, "fired": False, "place": 1, "points": 1, "withdrawn": True,
        "result": ev.Result(match="m", seats=(), places=(), points=(), ranked=False, season=None, ended=""),
        "round": 1, "dice": (1,), "quantity": 1, "face": 6, "locked": False, "bidder": 3, "holds": True, "loser": 3,
        "dealer": 3, "ring": (3,), "leader": 3, "taker": 3, "taken": 1, "each": 1, "turned": None, "trump": None,
        "suit": "S", "tricks": 1, "bids": (1,), "card": "W", "totals": (1,),
        "line": ev.Line(round=1, bids=(), won=(), points=()),
    }  # fmt: skip
    kinds = [kind for kind in ev.Event.__args__ if kind is not ev.Snapshot]
    for start in (None, snapshot_of(), snapshot_of({}), snapshot_of(phase="closed")):
        for kind in kinds:
            view = PlayerView()
            if start is not None:
                view.fold(start, now=0)
            wanted = {field.name for field in msgspec.structs.fields(kind) if field.required}
            view.fold(kind(**{name: samples[name] for name in wanted}), now=1)
            assert view.now == 1


def test_a_backend_that_takes_a_card_never_held_leaves_the_hand_alone(table: Fold) -> None:
    """The other cards of the move are gone all the same."""
    table.view.intend("a", ("J", "A"))
    table(ev.Ok, id="a", number=11)
    view = table(ev.Played, turn=2, seat=1, count=2, rank="K", left=3)
    assert (view.cards, view.laid) == (["K", "Q", "*", "Q"], ["A"])
