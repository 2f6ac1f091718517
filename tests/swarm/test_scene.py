"""What a party knows of its room from events and snapshots."""

from __future__ import annotations

from typing import Any

from harness.backend.config import BackendConfig
from harness.clock import MILLISECOND
from harness.swarm.scene import FLOW, PUBLIC, Scene
from harness.wire import events as ev

ROSTER = (
    ev.Member(player="p1", name="Ana", kind="human", present=True),
    ev.Member(player="b1", name="Bot", kind="bot", present=True),
)


def snapshot(number: int, phase: ev.Phase = "lobby", **more: Any) -> ev.Snapshot:
    fields: dict[str, Any] = {"table": None, "result": None, "seat": None} | more
    return ev.Snapshot(
        seq=1, number=number, room="BCDF", owner="p1", phase=phase, members=ROSTER, you="p1",
        policy=BackendConfig().policy(), **fields,
    )  # fmt: skip


def table(match: str, turn: int, remaining_ms: int = 1000) -> ev.TableView:
    return ev.TableView(
        match=match, seats=("p1", "b1"), ranked=False, hand=3, table="K", sizes=(5, 5), pulls=(0, 0),
        places=(None, None), points=(None, None), departed=(), claim=None, turn=turn, seat=1, legal=("play",),
        remaining_ms=remaining_ms, cards=(),
    )  # fmt: skip


def turn(number: int, seat: int = 0) -> ev.TurnStarted:
    return ev.TurnStarted(
        seq=2, number=number, group=number, match="m1", turn=1, seat=seat, legal=("play",), remaining_ms=500
    )


def test_the_first_snapshot_tells_everything() -> None:
    """Members, owner, phase and policy come with the first snapshot."""
    scene = Scene()
    assert scene.snapshot(snapshot(0), now=0)
    assert (scene.owner, scene.phase, scene.members, scene.bots()) == ("p1", "lobby", ROSTER, ("b1",))
    assert scene.policy is not None and scene.mover() == "" and scene.player(None) == ""


def test_a_snapshot_that_knows_no_more_changes_nothing() -> None:
    """What the events have told already is not told again by an older picture."""
    scene = Scene()
    scene.snapshot(snapshot(7), now=0)
    assert not scene.snapshot(snapshot(7, "playing", table=table("m1", 4)), now=0)
    assert scene.phase == "lobby" and scene.match == ""


def test_a_snapshot_tells_of_a_match_that_nobody_saw_begin() -> None:
    """The match counts, and the deadline is reckoned from what remains."""
    scene = Scene()
    scene.snapshot(snapshot(7), now=0)
    assert scene.snapshot(snapshot(30, "playing", table=table("m1", 4)), now=50)
    assert (scene.match, scene.matches, scene.hand, scene.turn, scene.seat) == ("m1", 1, 3, 4, 1)
    assert scene.mover() == "b1" and scene.legal == ("play",)
    assert scene.deadline == 50 + 1000 * MILLISECOND


def test_a_later_snapshot_of_the_same_turn_keeps_the_deadline() -> None:
    """The first reckoning of a deadline stays; a new turn has a new one."""
    scene = Scene()
    scene.snapshot(snapshot(30, "playing", table=table("m1", 4)), now=0)
    scene.snapshot(snapshot(31, "playing", table=table("m1", 4, 900)), now=10)
    assert scene.deadline == 1000 * MILLISECOND and scene.matches == 1
    scene.snapshot(snapshot(32, "playing", table=table("m1", 5, 900)), now=10)
    assert scene.deadline == 10 + 900 * MILLISECOND


def test_a_snapshot_after_the_match_ends_the_turn() -> None:
    """Without a table there is no turn."""
    scene = Scene()
    scene.snapshot(snapshot(30, "playing", table=table("m1", 4)), now=0)
    scene.snapshot(snapshot(40, "results"), now=0)
    assert scene.phase == "results" and scene.seat is None and scene.deadline is None


def test_seats_that_do_not_exist_belong_to_nobody() -> None:
    """Whatever seat an event names, the scene stays whole."""
    scene = Scene()
    scene.news(turn(1, seat=9), now=0)
    assert scene.mover() == "" and scene.player(-1) == ""


def test_a_turn_ends_with_its_move() -> None:
    """Between a move and the next turn nobody is to move; a change of what is legal keeps the deadline."""
    scene = Scene()
    scene.news(turn(1), now=5)
    scene.news(
        ev.LegalChanged(number=2, group=2, match="m1", turn=1, seat=0, legal=("call",), remaining_ms=400), now=100
    )
    assert scene.deadline == 5 + 500 * MILLISECOND and scene.legal == ("call",)
    scene.news(ev.Played(number=3, group=3, match="m1", turn=1, seat=0, count=1, rank="K", left=4), now=6)
    assert scene.seat is None and scene.deadline is None and scene.number == 3


def test_a_closed_room_is_closed() -> None:
    """The room can close; forgetting it makes way for another."""
    scene = Scene()
    scene.news(ev.RoomClosed(number=9, group=9, reason="empty"), now=0)
    assert scene.phase == "closed"
    scene.clear()
    assert scene.phase is None and scene.number == 0


def test_what_can_move_a_party_is_public() -> None:
    """The events that move a party on are some of the public ones."""
    assert FLOW < PUBLIC and len(PUBLIC) == 34


def test_the_rounds_of_the_other_games_count_as_hands() -> None:
    """And while sealed bids are made nobody alone is to move; a match of Bluff is one hand."""
    scene = Scene()
    scene.snapshot(snapshot(0), now=0)
    scene.news(
        ev.RoundDealt(number=1, group=1, match="m", round=4, each=4, dealer=0, leader=1, turned=None, trump=None), now=1
    )  # fmt: skip
    assert scene.hand == 4
    scene.news(ev.BiddingOpened(number=2, group=1, match="m", turn=9, seats=(0, 1), remaining_ms=500), now=1)
    assert (scene.turn, scene.seat, scene.legal, scene.mover()) == (9, None, ("bid",), "")
    assert scene.deadline == 1 + 500 * MILLISECOND
    scene.news(ev.BidsRevealed(number=3, group=3, match="m", bids=(0, 1)), now=2)
    assert scene.deadline is None
    scene.news(ev.Dealt(number=4, group=4, match="m", dealer=0, ring=(0, 1), leader=1, sizes=(1, 1)), now=3)
    assert scene.hand == 1


def counts(scene: Scene) -> tuple[int, int, int, int, int]:
    return scene.round, scene.bids, scene.passes, scene.trick, scene.played


def test_claims_and_passes_are_counted_through_a_round_of_bluff() -> None:
    """A lay ends a row of passes; a call or a sweep begins the next round of the one deal."""
    scene = Scene()
    scene.snapshot(snapshot(0), now=0)
    scene.news(ev.Dealt(number=1, group=1, match="m", dealer=0, ring=(0, 1), leader=1, sizes=(1, 1)), now=0)
    assert counts(scene) == (1, 0, 0, 0, 0)
    laid = ev.Laid(number=2, group=2, match="m", turn=1, seat=1, count=1, rank="K", left=3)
    scene.news(laid, now=0)
    scene.news(ev.Passed(number=3, group=3, match="m", turn=2, seat=0), now=0)
    assert counts(scene) == (1, 1, 1, 0, 0)
    scene.news(ev.Laid(number=4, group=4, match="m", turn=3, seat=1, count=1, rank="K", left=2), now=0)
    assert counts(scene) == (1, 2, 0, 0, 0)
    scene.news(ev.Swept(number=5, group=5, match="m", count=2), now=0)
    assert counts(scene) == (2, 0, 0, 0, 0) and scene.hand == 1


def test_bids_tricks_and_cards_are_counted_through_a_round_of_wizard() -> None:
    """Sealed bids leave the others waiting; the first trick begins when a card can be played."""
    scene = Scene()
    scene.snapshot(snapshot(0), now=0)
    scene.seats = ("p1", "b1")
    scene.news(
        ev.RoundDealt(number=1, group=1, match="m", round=2, each=2, dealer=0, leader=1, turned=None, trump=None), now=1
    )  # fmt: skip
    scene.news(ev.BiddingOpened(number=2, group=1, match="m", turn=1, seats=(0, 1), remaining_ms=500), now=1)
    assert scene.asked() == ("p1", "b1")
    scene.news(ev.BidSealed(number=3, group=3, match="m", turn=1, seat=0), now=1)
    assert scene.asked() == ("b1",) and counts(scene) == (2, 1, 0, 0, 0)
    scene.news(ev.BidSealed(number=4, group=4, match="m", turn=1, seat=1), now=1)
    scene.news(ev.BidsRevealed(number=5, group=4, match="m", bids=(0, 1)), now=1)
    scene.news(turn(6, seat=1), now=1)
    assert scene.asked() == ("b1",) and counts(scene) == (2, 2, 0, 1, 0)
    scene.news(ev.CardPlayed(number=7, group=7, match="m", turn=2, seat=1, card="SA"), now=1)
    assert counts(scene) == (2, 2, 0, 1, 1) and scene.asked() == ()
    scene.news(turn(8), now=1)
    scene.news(ev.CardPlayed(number=9, group=9, match="m", turn=3, seat=0, card="S2"), now=1)
    scene.news(ev.TrickTaken(number=10, group=9, match="m", seat=1), now=1)
    scene.news(turn(11), now=1)
    assert counts(scene) == (2, 2, 0, 2, 0)


DICE_VIEW: dict[str, Any] = {
    "match": "m1", "seats": ("p1", "b1"), "ranked": False, "ones": "high", "round": 3, "sizes": (5, 4),
    "places": (None, None), "ai": (), "locked": False, "turn": 4, "seat": 1, "legal": ("bid",), "remaining_ms": 9,
    "dice": (),
}  # fmt: skip
WIZARD_VIEW: dict[str, Any] = {
    "match": "m1", "seats": ("p1", "b1"), "ranked": False, "ways": "hidden", "round": 5, "dealer": 0, "leader": 0,
    "sizes": (3, 3), "turned": None, "trump": None, "bids": (1, None), "placed": (True, False), "sheet": (),
    "totals": (0, 0), "ai": (), "turn": 9, "legal": ("bid",), "remaining_ms": 9, "cards": (),
}  # fmt: skip


def test_a_snapshot_tells_where_a_round_of_dice_stands() -> None:
    """How many bids there were it does not say: at least one when one stands, and as many as were heard of."""
    scene = Scene()
    bid = ev.Bidding(seat=0, quantity=3, face=2)
    scene.snapshot(snapshot(30, "playing", table=ev.DiceView(**DICE_VIEW, bid=None)), now=0)
    assert counts(scene) == (3, 0, 0, 0, 0) and scene.asked() == ("b1",)
    scene.snapshot(snapshot(31, "playing", table=ev.DiceView(**DICE_VIEW, bid=bid)), now=0)
    assert counts(scene) == (3, 1, 0, 0, 0)
    scene.bids = 4
    scene.snapshot(snapshot(32, "playing", table=ev.DiceView(**DICE_VIEW, bid=bid)), now=0)
    assert scene.bids == 4
    later = ev.DiceView(**{**DICE_VIEW, "round": 4}, bid=bid)
    scene.snapshot(snapshot(33, "playing", table=later), now=0)
    assert counts(scene) == (4, 1, 0, 0, 0)


def test_a_snapshot_tells_where_a_round_of_wizard_stands() -> None:
    """Who has bid, which trick it is, what lies in it; while bids are sealed several are asked."""
    scene = Scene()
    bidding = ev.WizardView(**WIZARD_VIEW, phase="bid", trick=(), won=(0, 0), waiting=(0, 1))
    scene.snapshot(snapshot(30, "playing", table=bidding), now=0)
    assert counts(scene) == (5, 1, 0, 0, 0) and scene.asked() == ("p1", "b1") and scene.seat is None
    playing = ev.WizardView(**WIZARD_VIEW, phase="play", trick=("SA",), won=(1, 1), waiting=(1,))
    scene.snapshot(snapshot(31, "playing", table=playing), now=0)
    assert counts(scene) == (5, 1, 0, 3, 1) and scene.asked() == ("b1",) and scene.seat == 1


def test_a_snapshot_tells_where_a_round_of_bluff_stands() -> None:
    """The round, one claim at least, and who has passed."""
    scene = Scene()
    view = ev.BluffView(
        match="m1", seats=("p1", "b1"), ranked=False, end="first_out", ring=(0, 1), dealer=0, round=7, sizes=(3, 3),
        pile=4, discarded=0, places=(None, None), departed=(), claim=ev.BluffClaim(seat=0, count=2, rank="K"),
        passed=(1,), turn=9, seat=0, legal=("play", "pass"), remaining_ms=9, cards=(),
    )  # fmt: skip
    scene.snapshot(snapshot(30, "playing", table=view), now=0)
    assert counts(scene) == (7, 1, 1, 0, 0) and scene.hand == 1
