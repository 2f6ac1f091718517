"""Each mischief strikes at its moment only, and what it does is what its name says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest
from dealer import snapshot_of

from harness.clock import MILLISECOND, SECOND
from harness.dialects.native import FRAME_BYTES_MAX, decode_command
from harness.errors import CommandError
from harness.players.acts import Act, Ask, Knock, Say, SayRaw
from harness.players.memory import MALFORMED_MAX, Memory
from harness.players.mischief import MISCHIEF, Mischief
from harness.players.view import PlayerView
from harness.rules import bluffers as rules
from harness.seed import Stream, root_of, stream
from harness.wire.commands import Call, Play

OUT = {"places": (None, 3, None), "sizes": (4, 0, 5), "cards": (), "seat": 0}


@pytest.fixture
def chance() -> Stream:
    return stream(root_of(2), "test")


@pytest.fixture
def memory() -> Memory:
    memory = Memory("ana")
    memory.secret = "Secret-1"
    return memory


def view_of(**table: object) -> PlayerView:
    view = PlayerView((1 * SECOND, 2 * SECOND))
    view.fold(snapshot_of(table), now=0)
    return view


def strikes(name: str, view: PlayerView, memory: Memory, chance: Stream, times: int = 40) -> list[Act]:
    one = MISCHIEF[name]
    assert one.strike is not None and one.fits(view)
    return [act for _ in range(times) for act in one.strike(view, memory, chance)]


def moves(acts: Sequence[Act]) -> list[Play | Call]:
    said = [act.command for act in acts if isinstance(act, Say)]
    assert len(said) == len(acts)
    assert all(isinstance(command, Play | Call) for command in said)
    return said  # type: ignore[return-value]


def code_of(cards: tuple[str, ...], hand: tuple[str, ...]) -> str:
    """What the rules say to this play of this hand by the opener."""
    state = rules.initial(rules.Options(seats=2))
    rest = Counter(rules.DECK)
    rest.subtract(hand)
    other = tuple(rest.elements())[:5]
    for move in (rules.Opener(0), rules.Deal((hand, other)), rules.Table("K")):  # type: ignore[arg-type]
        state, _ = rules.apply(state, rules.CHANCE, move)
    try:
        rules.apply(state, 0, rules.Play(cards))
    except rules.Illegal as error:
        return error.code
    return "legal"


def test_the_registry_is_keyed_by_name_and_describes_itself() -> None:
    """`harness list` prints one line each; every mischief does at least one thing."""
    assert set(MISCHIEF) == {
        "out_of_turn", "stale_turn", "four_cards", "zero_cards", "card_not_held", "same_card_twice", "over_bid",
        "low_bid", "no_such_die", "early_challenge", "pass_the_lead", "own_claim", "wrong_rank", "off_suit",
        "second_bid", "bid_out_of_range", "forbidden_total", "wrong_trump", "wrong_game", "double_send",
        "forged_score", "forged_hand", "peeking", "other_seat", "other_secret", "garbage", "dead_talk", "late_send",
    }  # fmt: skip
    for name, one in MISCHIEF.items():
        assert one.name == name and one.about.endswith(".") and "\n" not in one.about and 0 < one.rate < 1
        assert one.strike or one.echo or one.delay


@pytest.mark.parametrize("one", MISCHIEF.values(), ids=lambda one: one.name)
def test_nothing_happens_outside_a_match(one: Mischief) -> None:
    """In the lobby every command would be harmless or dangerous, but no test of the rules."""
    view = PlayerView()
    assert not one.fits(view)
    view.fold(snapshot_of(), now=0)
    assert not one.fits(view)


def test_out_of_turn_acts_with_the_right_turn_and_held_cards_when_others_are_to_move(
    memory: Memory, chance: Stream
) -> None:
    """Only the seat is wrong."""
    said = moves(strikes("out_of_turn", view_of(seat=2), memory, chance))
    assert {type(move) for move in said} == {Play, Call} and {move.turn for move in said} == {2}
    assert {move.cards for move in said if isinstance(move, Play)} == {("K",)}
    assert len({move.id for move in said}) == len(said)
    assert not MISCHIEF["out_of_turn"].fits(view_of())
    assert not MISCHIEF["out_of_turn"].fits(view_of(**OUT))


@pytest.mark.parametrize("turn", [1, 2, 30])
def test_stale_turn_never_names_the_running_turn(memory: Memory, chance: Stream, turn: int) -> None:
    """A turn that is over, or one that cannot begin soon; always one that a command can name."""
    said = moves(strikes("stale_turn", view_of(turn=turn), memory, chance))
    turns = {move.turn for move in said}
    assert turn not in turns and min(turns) >= 0 and turn + 1_000 in turns
    assert all(turn - 5 <= t < turn for t in turns - {turn + 1_000})


@pytest.mark.parametrize("hand", [("K", "Q", "A", "*", "Q"), ("K", "K", "K", "K", "Q"), ("A",), ("Q", "Q")])
def test_bad_plays_are_refused_by_the_rules_whatever_the_hand(
    memory: Memory, chance: Stream, hand: tuple[str, ...]
) -> None:
    """Four cards and no card are a wrong count; absent faces and one copy too many are not in the hand."""
    view = view_of(cards=hand)
    full = hand if len(hand) == 5 else None
    for name, code in (("four_cards", "count"), ("zero_cards", "count"), ("card_not_held", "not_in_hand"),
                       ("same_card_twice", "not_in_hand")):  # fmt: skip
        for move in moves(strikes(name, view, memory, chance, 20)):
            assert isinstance(move, Play) and move.turn == 2
            if full:
                assert code_of(move.cards, full) == code
            if code == "count":
                assert len(move.cards) == (4 if name == "four_cards" else 0)
            else:
                assert Counter(move.cards) - Counter(hand)
        assert not MISCHIEF[name].fits(view_of(seat=2))


def test_same_card_twice_has_copies_of_one_held_face(memory: Memory, chance: Stream) -> None:
    """One more than held; impossible within three cards when every face is held three times or more."""
    said = moves(strikes("same_card_twice", view_of(), memory, chance))
    assert {m.cards for m in said if isinstance(m, Play)} == {("K",) * 2, ("A",) * 2, ("*",) * 2, ("Q",) * 3}
    assert strikes("same_card_twice", view_of(cards=("K", "K", "K", "K")), memory, chance) == []


def test_double_send_repeats_a_move_under_its_id_and_under_another(memory: Memory, chance: Stream) -> None:
    """Right behind the move: the very same command, then the same move as a new command."""
    echo = MISCHIEF["double_send"].echo
    assert echo is not None
    play = Play(id="x-1", turn=2, cards=("K",))
    call = Call(id="x-1", turn=2)
    for move in (play, call):
        same, other = moves(echo(move, memory, chance))
        assert same == move and type(other) is type(move) and other.id != move.id and other.turn == 2
    assert isinstance(other := moves(echo(play, memory, chance))[1], Play) and other.cards == ("K",)


def test_double_send_repeats_the_last_move_later_but_never_in_another_match(memory: Memory, chance: Stream) -> None:
    """Turn numbers begin anew with each match, and there the old move could be a good one."""
    assert strikes("double_send", view_of(), memory, chance) == []
    memory.last_move, memory.last_match = Call(id="ana-1", turn=1), "m1"
    assert strikes("double_send", view_of(), memory, chance, 1) == [Say(memory.last_move)]
    assert strikes("double_send", view_of(match="m2"), memory, chance) == []


def test_forged_score_spoils_a_few_frames_and_goes_on_over_http(memory: Memory, chance: Stream) -> None:
    """The connection survives: after its share of malformed frames only calls follow."""
    acts = strikes("forged_score", view_of(), memory, chance)
    frames = [act for act in acts if isinstance(act, SayRaw)]
    assert len(acts) == 40 and len(frames) == MALFORMED_MAX
    assert sum(isinstance(act, Ask) for act in acts) == 40 - MALFORMED_MAX
    for frame in frames:
        with pytest.raises(CommandError, match="malformed"):
            decode_command(frame.raw)


def test_a_forged_hand_spoils_a_few_frames(memory: Memory, chance: Stream) -> None:
    """Every frame is malformed because of what it claims; within the limit of a connection."""
    acts = strikes("forged_hand", view_of(), memory, chance)
    assert len(acts) == MALFORMED_MAX
    for act in acts:
        assert isinstance(act, SayRaw)
        with pytest.raises(CommandError, match="malformed"):
            decode_command(act.raw)


def test_peeking_only_reads(memory: Memory, chance: Stream) -> None:
    """Calls for the match, the room and the players in it; nothing is written."""
    calls = [act.request for act in strikes("peeking", view_of(), memory, chance, 200) if isinstance(act, Ask)]
    assert len(calls) == 200 and {call.method for call in calls} == {"GET"}
    assert all(not call.body and call.token is None for call in calls)
    assert {call.path for call in calls} > {"/v1/matches/m1/log", "/v1/matches/m1/hands", "/v1/rooms/BCDF/table"}


def test_a_mischief_of_another_game_suits_no_moment() -> None:
    """What means nothing in a game is not tried there."""
    view = view_of()
    assert MISCHIEF["four_cards"].suits(view) and MISCHIEF["wrong_game"].suits(view)
    assert MISCHIEF["off_suit"].fits(view) and not MISCHIEF["off_suit"].suits(view)


def test_other_seat_acts_for_others_on_both_ways(memory: Memory, chance: Stream) -> None:
    """Frames within the limit, and calls as long as there is another human; nothing when alone."""
    acts = strikes("other_seat", view_of(), memory, chance)
    assert Counter(type(act) for act in acts)[SayRaw] == MALFORMED_MAX
    assert any(isinstance(act, Ask) for act in acts)
    memory.spoilt = 0
    alone = view_of(seats=("p-me",), places=(None,), seat=0)
    alone.members = ()
    alone.seat = 0
    assert strikes("other_seat", alone, memory, chance) == []


def test_other_secret_knocks(memory: Memory, chance: Stream) -> None:
    """Each time with one guess."""
    acts = strikes("other_secret", view_of(), memory, chance)
    assert len(acts) == 40 and all(isinstance(act, Knock) for act in acts)


def test_garbage_keeps_within_what_a_connection_bears(memory: Memory, chance: Stream) -> None:
    """A few malformed frames, and now and then one that closes; after that nothing until the reconnect."""
    acts = strikes("garbage", view_of(), memory, chance, 200)
    closing = [act for act in acts if isinstance(act, SayRaw) and _closes(act)]
    assert len(acts) - len(closing) == memory.spoilt == MALFORMED_MAX
    assert 5 < len(closing) < 40 and any(not act.text for act in closing)


def _closes(frame: SayRaw) -> bool:
    return not frame.text or len(frame.raw) > FRAME_BYTES_MAX or b"\xff\xfe" in frame.raw


def test_dead_talk_begins_with_the_elimination_and_ends_with_leaving(memory: Memory, chance: Stream) -> None:
    """The turn is right, and so are the cards of somebody who has none."""
    said = moves(strikes("dead_talk", view_of(**OUT), memory, chance))
    assert {type(move) for move in said} == {Play, Call} and {move.turn for move in said} == {2}
    assert not MISCHIEF["dead_talk"].fits(view_of())
    assert not MISCHIEF["dead_talk"].fits(view_of(**OUT, departed=(1,)))


def test_late_send_aims_just_before_at_and_just_after_the_deadline(chance: Stream) -> None:
    """At most 50 ms off, on both sides and exactly; never before now."""
    delay = MISCHIEF["late_send"].delay
    assert delay is not None and MISCHIEF["late_send"].fits(view_of())
    offsets = {delay(view_of(), chance) - 30 * SECOND for _ in range(200)}
    assert offsets == {sign * ms * MILLISECOND for sign in (-1, 0, 1) for ms in (1, 5, 20, 50)}
    assert min(delay(view_of(remaining_ms=1), chance) for _ in range(50)) == 0
