"""One sample of every event and command, and strategies that build any of them from their types."""

from __future__ import annotations

from typing import get_args

from hypothesis import strategies as st

from harness.wire import commands as cm
from harness.wire import events as ev
from harness.wire.options import BluffOptions, DiceOptions, WizardOptions
from harness.wire.policy import Policy

COMMANDS = get_args(cm.Command)
EVENTS = get_args(ev.Event)
PUBLIC = get_args(ev.PublicEvent)
PRIVATE = get_args(ev.PrivateEvent)

MEMBER = ev.Member(player="p1", name="نیما", kind="human", present=True)
POLICY = Policy(
    turn_ms=30_000, away_ms=10_000, auto_delay_ms=2_000, deal_pause_ms=2_000, grace_ms=0, tick_ms=0, idle_ms=30_000,
    lobby_drop_ms=60_000, points={"2": (5, 1)},
)  # fmt: skip
RESULT = ev.Result(
    match="m1", seats=("p1", "b1"), places=(1, 2), points=(5, 1), ranked=False, season=None,
    ended="2026-01-01T00:00:00.000Z",
)  # fmt: skip
TABLE = ev.TableView(
    match="m1", seats=("p1", "b1"), ranked=False, hand=1, table="K", sizes=(5, 3), pulls=(0, 1), places=(None, None),
    points=(None, None), departed=(), claim=ev.Claim(seat=1, count=2), turn=2, seat=0, legal=("play", "call"),
    remaining_ms=12_345, cards=("K", "Q", "A", "*", "K"),
)  # fmt: skip

DICE = ev.DiceView(
    match="m1", seats=("p1", "b1"), ranked=False, ones="high", round=2, sizes=(5, 4), places=(None, None), ai=(1,),
    bid=ev.Bidding(seat=1, quantity=3, face=6), locked=True, turn=4, seat=0, legal=("bid", "challenge"),
    remaining_ms=1, dice=(1, 2, 2, 5, 6),
)  # fmt: skip
BLUFF = ev.BluffView(
    match="m1", seats=("p1", "b1"), ranked=False, end="play_on", ring=(1, 0), dealer=1, round=2, sizes=(5, 4), pile=3,
    discarded=2, places=(None, None), departed=(), claim=ev.BluffClaim(seat=1, count=2, rank="10"), passed=(0,),
    turn=4, seat=0, legal=("play", "pass", "call"), remaining_ms=1, cards=("A", "10", "*"),
)  # fmt: skip
LINE = ev.Line(round=1, bids=(0, 1, 0), won=(0, 1, 0), points=(20, 30, 20))
WIZARD = ev.WizardView(
    match="m1", seats=("p1", "b1", "b2"), ranked=False, ways="secret", round=2, phase="play", dealer=1, leader=2,
    sizes=(2, 2, 1), turned="W", trump="H", bids=(1, None, None), placed=(True, True, True), trick=("E",),
    won=(0, 0, 0), sheet=(LINE,), totals=(20, 30, 20), ai=(), turn=9, waiting=(0,), legal=("play",), remaining_ms=1,
    cards=("S10", "W"),
)  # fmt: skip
VIEWS = (TABLE, DICE, BLUFF, WIZARD)
OPTIONS = (None, DiceOptions(ones="low"), BluffOptions(decks=2), WizardOptions(bids="hidden"))

SAMPLES = (
    ev.Snapshot(
        number=4, room="BCDF", owner="p1", phase="playing", members=(MEMBER,), you="p1", seat=0, policy=POLICY,
        table=TABLE, result=RESULT, restarted=True,
    ),
    ev.Cards(match="m1", hand=1, cards=("K", "*")),
    ev.Ok(id="1", number=5),
    ev.Refused(id=None, code="malformed", rule="WIRE", detail="no"),
    ev.Pong(id="1"),
    ev.Ping(id="s1"),
    ev.Roster(
        number=1, group=1, cause="created", player="p1", owner="p1", phase="lobby", members=(MEMBER,)
    ),
    ev.Away(number=1, group=1, player="p1"),
    ev.Back(number=1, group=1, player="p1"),
    ev.RoomClosed(number=1, group=1, reason="empty"),
    ev.MatchStarted(number=1, group=1, match="m1", game="bluffers", seats=("p1", "b1"), ranked=False),
    ev.HandStarted(number=1, group=1, match="m1", hand=1, opener=0, table="Q", sizes=(5, 5)),
    ev.TurnStarted(number=1, group=1, match="m1", turn=1, seat=0, legal=("play",), remaining_ms=32_000),
    ev.LegalChanged(number=1, group=1, match="m1", turn=1, seat=0, legal=("call",), remaining_ms=1),
    ev.Played(number=1, group=1, match="m1", turn=1, seat=0, count=3, rank="A", left=2, auto="away"),
    ev.Called(
        number=1, group=1, match="m1", turn=2, seat=1, claimant=0, cards=("K", "*"), truth=True, shooter=1, auto="clock"
    ),
    ev.Pulled(number=1, group=1, match="m1", seat=1, pulls=6, fired=True),
    ev.Eliminated(number=1, group=1, match="m1", seat=1, place=2, points=1),
    ev.HandVoid(number=1, group=1, match="m1", hand=1, opener=0),
    ev.LeftTable(number=1, group=1, match="m1", seat=1, place=2, points=0, withdrawn=True),
    ev.MatchOver(number=1, group=1, result=RESULT),
    ev.TakenOver(number=1, group=1, match="m1", seat=1),
    ev.Dice(match="m1", round=1, dice=(1, 1, 3, 4, 6)),
    ev.RoundStarted(number=1, group=1, match="m1", round=1, opener=0, sizes=(5, 5)),
    ev.BidMade(number=1, group=1, match="m1", turn=1, seat=0, quantity=2, face=5, locked=False, auto="left"),
    ev.Challenged(
        number=1, group=1, match="m1", turn=2, seat=1, bidder=0, quantity=2, face=5, locked=False,
        dice=((1, 5), (2,)), count=2, holds=True, loser=1, left=0, auto="clock",
    ),
    ev.BluffHand(match="m1", cards=("A", "10", "*")),
    ev.Dealt(number=1, group=1, match="m1", dealer=0, ring=(0, 1), leader=1, sizes=(26, 26)),
    ev.Laid(number=1, group=1, match="m1", turn=1, seat=0, count=2, rank="Q", left=24, auto="away"),
    ev.Passed(number=1, group=1, match="m1", turn=2, seat=1, auto="clock"),
    ev.TurnedUp(
        number=1, group=1, match="m1", turn=2, seat=1, claimant=0, rank="Q", cards=("Q", "*"), truth=True, taker=1,
        taken=4, auto="clock",
    ),
    ev.Swept(number=1, group=1, match="m1", count=4),
    ev.Finished(number=1, group=1, match="m1", seat=0, place=1),
    ev.WizardHand(match="m1", round=2, cards=("S10", "W"), bid=1),
    ev.RoundDealt(number=1, group=1, match="m1", round=2, each=2, dealer=1, leader=2, turned="H3", trump="H"),
    ev.BiddingOpened(number=1, group=1, match="m1", turn=3, seats=(0, 2), remaining_ms=30_000),
    ev.TrumpChosen(number=1, group=1, match="m1", turn=1, seat=1, suit="D", auto="clock"),
    ev.TricksBid(number=1, group=1, match="m1", turn=1, seat=1, tricks=2, auto="clock"),
    ev.BidSealed(number=1, group=1, match="m1", turn=1, seat=1, auto="clock"),
    ev.BidsRevealed(number=1, group=1, match="m1", bids=(0, 1, 2)),
    ev.CardPlayed(number=1, group=1, match="m1", turn=1, seat=1, card="C10", auto="clock"),
    ev.TrickTaken(number=1, group=1, match="m1", seat=1),
    ev.RoundScored(number=1, group=1, match="m1", line=LINE, totals=(20, 30, 20)),
)  # fmt: skip

ids = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=64)
turns = st.integers(0, 2**31)
numbers = st.integers(-(2**31), 2**31)
words = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)

commands = (
    st.builds(cm.Hello, secret=st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=128))
    | st.builds(
        cm.Play,
        id=ids,
        turn=turns,
        cards=st.lists(st.text(st.characters(exclude_categories=["Cs"]), max_size=8), max_size=64).map(tuple),
    )
    | st.builds(cm.Call, id=ids, turn=turns)
    | st.builds(cm.Bid, id=ids, turn=turns, quantity=numbers, face=numbers)
    | st.builds(cm.Challenge, id=ids, turn=turns)
    | st.builds(cm.Lay, id=ids, turn=turns, cards=st.lists(words, max_size=256).map(tuple), named=st.none() | words)
    | st.builds(cm.Pass, id=ids, turn=turns)
    | st.builds(cm.ChooseTrump, id=ids, turn=turns, suit=words)
    | st.builds(cm.BidTricks, id=ids, turn=turns, tricks=numbers)
    | st.builds(cm.PlayCard, id=ids, turn=turns, card=words)
    | st.builds(cm.Leave, id=ids)
    | st.builds(cm.PingServer, id=ids)
    | st.builds(cm.PongServer, id=ids)
)
die = st.integers(1, 6)
cup = st.lists(die, max_size=5).map(tuple)
for kind, fields in (
    (ev.Bidding, {"face": die}),
    (ev.DiceView, {"dice": cup}),
    (ev.Dice, {"dice": cup}),
    (ev.BidMade, {"face": die}),
    (ev.Challenged, {"face": die, "dice": st.lists(cup, max_size=6).map(tuple)}),
):
    st.register_type_strategy(kind, st.builds(kind, **fields))
events = st.one_of([st.from_type(kind) for kind in EVENTS])
