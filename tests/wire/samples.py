"""One sample of every event and command, and strategies that build any of them from their types."""

from __future__ import annotations

from typing import get_args

from hypothesis import strategies as st

from harness.wire import commands as cm
from harness.wire import events as ev
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
)  # fmt: skip

ids = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=64)
turns = st.integers(0, 2**31)

commands = (
    st.builds(cm.Hello, secret=st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=128))
    | st.builds(
        cm.Play,
        id=ids,
        turn=turns,
        cards=st.lists(st.text(st.characters(exclude_categories=["Cs"]), max_size=8), max_size=64).map(tuple),
    )
    | st.builds(cm.Call, id=ids, turn=turns)
    | st.builds(cm.Leave, id=ids)
    | st.builds(cm.PingServer, id=ids)
    | st.builds(cm.PongServer, id=ids)
)
events = st.one_of([st.from_type(kind) for kind in EVENTS])
