"""The native dialect: both directions, strict, and never an unexpected exception."""

from __future__ import annotations

import contextlib

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.dialects.dialect import ChanceScript, LobbyCall, RoomOptions, Seating, Session
from harness.dialects.http import HttpResponse
from harness.dialects.native import (
    FRAME_BYTES_MAX,
    Board,
    BoardRow,
    NativeDialect,
    Problem,
    decode_command,
    encode_event,
    number_frame,
)
from harness.dialects.personal import LogBody
from harness.dialects.standings import BoardPage, Profile, Standing
from harness.errors import CommandError, RemoteError
from harness.wire import commands as cm
from harness.wire import events as ev

DIALECT = NativeDialect()
SESSION = Session(player="p1", token="t1")
EVENT = ev.Away(number=3, group=3, player="p1")

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)


@given(st.integers(1, 2**40), texts)
def test_one_encoding_serves_a_room(seq, player):
    """Encoded once, numbered per connection, decoded to the same event with that number."""
    event = ev.Away(number=1, group=1, player=player)
    frame = number_frame(encode_event(event), seq)
    assert DIALECT.decode(frame) == msgspec.structs.replace(event, seq=seq)
    assert DIALECT.body(frame) == encode_event(event)[1:]


def test_the_body_of_a_foreign_frame_is_the_frame():
    """Only our own numbering is taken off."""
    assert DIALECT.body(b'{"type":"x"}') == b'{"type":"x"}'


@pytest.mark.parametrize(
    "raw",
    [b"", b"{", b"null", b"[]", b"\xff", b'{"type":"away"}', b'{"type":"nobody","seq":1}', b"[" * 100_000,
     encode_event(EVENT), number_frame(encode_event(EVENT), 0), number_frame(encode_event(EVENT), 1)[:-1] + b',"x":1}'],
)  # fmt: skip
def test_frames_that_are_none(raw):
    """Undecodable, unnumbered, with a field too many: RemoteError, never anything else."""
    with pytest.raises(RemoteError):
        DIALECT.decode(raw)


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=200) | texts.map(str.encode))
def test_any_bytes_from_a_server(raw):
    """An event or a RemoteError."""
    with contextlib.suppress(RemoteError):
        assert DIALECT.decode(raw).seq >= 1


@settings(max_examples=300, deadline=None)
@given(
    st.binary(max_size=200)
    | texts.map(str.encode)
    | st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | texts,
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
        max_leaves=12,
    ).map(lambda value: msgspec.json.encode({"type": "play", "id": value, "turn": value, "cards": value}))
)
def test_any_bytes_from_a_client(raw):
    """A command or a CommandError with a documented code; `read` says None then."""
    try:
        command = decode_command(raw)
    except CommandError as error:
        assert error.code == "malformed"
        assert len(error.detail) <= 120
        assert DIALECT.read(raw) is None
    else:
        assert DIALECT.read(raw) == command


def test_commands_round_trip():
    """What the client encodes the server decodes."""
    for command in (
        cm.Hello(secret="s"), cm.Play(id="1", turn=2, cards=("K", "*")), cm.Call(id="2", turn=3), cm.Leave(id="3"),
        cm.PingServer(id="4"), cm.PongServer(id="5"),
    ):  # fmt: skip
        assert decode_command(DIALECT.encode(command)) == command


def test_frame_size():
    """4,096 bytes are read, one more is too large, whatever they hold."""
    raw = DIALECT.encode(cm.Leave(id="x"))
    assert decode_command(raw.ljust(FRAME_BYTES_MAX)) == cm.Leave(id="x")
    with pytest.raises(CommandError) as caught:
        decode_command(raw.ljust(FRAME_BYTES_MAX + 1))
    assert caught.value.code == "too_large"


def test_deep_nesting_is_no_crash():
    """As deep as a frame can be."""
    with pytest.raises(CommandError, match="malformed"):
        decode_command(b'{"type":"play","cards":' + b"[" * 4_000)


def test_lobby_calls():
    """Every call has its method, address, token and body."""
    calls = [
        (DIALECT.open_session("Ana"), "POST", "/v1/sessions", None, b'{"name":"Ana"}'),
        (DIALECT.join_room(SESSION, "B/C?"), "POST", "/v1/rooms/B%2FC%3F/members", "t1", b""),
        (DIALECT.add_bot(SESSION, "BCDF"), "POST", "/v1/rooms/BCDF/bots", "t1", b""),
        (DIALECT.remove_bot(SESSION, "BCDF", "b/1"), "DELETE", "/v1/rooms/BCDF/bots/b%2F1", "t1", b""),
        (DIALECT.start(SESSION, "BCDF"), "POST", "/v1/rooms/BCDF/start", "t1", b""),
        (DIALECT.rematch(SESSION, "BCDF"), "POST", "/v1/rooms/BCDF/rematch", "t1", b""),
        (DIALECT.leave_room(SESSION, "BCDF"), "DELETE", "/v1/rooms/BCDF/members/me", "t1", b""),
        (DIALECT.world_board(), "GET", "/v1/boards/world", None, b""),
        (DIALECT.season_board("2026-01"), "GET", "/v1/boards/season/2026-01", None, b""),
        (DIALECT.world_board(2), "GET", "/v1/boards/world?from=2", None, b""),
        (DIALECT.world_board(0, 5), "GET", "/v1/boards/world?from=0&size=5", None, b""),
        (DIALECT.season_board("2026-01", 2, 5), "GET", "/v1/boards/season/2026-01?from=2&size=5", None, b""),
        (DIALECT.profile(SESSION), "GET", "/v1/players/me", "t1", b""),
        (DIALECT.match_log(SESSION, "m/1"), "GET", "/v1/matches/m%2F1/log", "t1", b""),
        (DIALECT.match_result("m/1"), "GET", "/v1/matches/m%2F1", None, b""),
    ]
    for request, method, path, token, body in calls:
        assert (request.method, request.path, request.token, request.body) == (method, path, token, body)


def test_options_round_trip():
    """The body of a creating call reads back as the options; junk reads as None."""
    options = RoomOptions(seats=3, turn_ms=3_000, chance=ChanceScript(opener=1, tables=("K",), shots=(6, 0)))
    request = DIALECT.create_room(SESSION, options)
    assert (request.method, request.path) == ("POST", "/v1/rooms")
    assert DIALECT.read_options(request.body) == options
    assert DIALECT.read_options(b'{"score":1}') is None
    assert DIALECT.read_options(b"") is None


@pytest.mark.parametrize(
    ("method", "path", "call"),
    [
        ("POST", "/v1/sessions", LobbyCall(kind="session")),
        ("POST", "/v1/rooms", LobbyCall(kind="create")),
        ("GET", "/v1/rooms/BCDF", LobbyCall(kind="room", room="BCDF")),
        ("GET", "/join/BCDF", LobbyCall(kind="invite", room="BCDF")),
        ("POST", "/v1/rooms/B%2FC/members", LobbyCall(kind="join", room="B/C")),
        ("POST", "/v1/rooms/BCDF/bots", LobbyCall(kind="add_bot", room="BCDF")),
        ("DELETE", "/v1/rooms/BCDF/bots/b1", LobbyCall(kind="remove_bot", room="BCDF", what="b1")),
        ("POST", "/v1/rooms/BCDF/start", LobbyCall(kind="start", room="BCDF")),
        ("POST", "/v1/rooms/BCDF/rematch", LobbyCall(kind="rematch", room="BCDF")),
        ("DELETE", "/v1/rooms/BCDF/members/me", LobbyCall(kind="leave", room="BCDF")),
        ("GET", "/v1/boards/world?x=1", LobbyCall(kind="world_board")),
        ("GET", "/v1/boards/season/2026-01", LobbyCall(kind="season_board", what="2026-01")),
        ("GET", "/v1/matches/m1", LobbyCall(kind="match_result", what="m1")),
        ("GET", "/v1/boards/world?from=1&size=20", LobbyCall(kind="world_board", size=20)),
        ("GET", "/v1/boards/season/2026-01?size=x", LobbyCall(kind="season_board", what="2026-01")),
        ("GET", "/v1/players/me", LobbyCall(kind="profile")),
        ("GET", "/v1/matches/m1/log", LobbyCall(kind="match_log", what="m1")),
        ("GET", "/v1/blocks", LobbyCall(kind="blocks")),
        ("POST", "/v1/blocks", LobbyCall(kind="block")),
        ("DELETE", "/v1/blocks/p%2F1", LobbyCall(kind="unblock", what="p/1")),
        ("POST", "/v1/reports", LobbyCall(kind="report")),
        ("POST", "/v1/tutorial", LobbyCall(kind="tutorial")),
        ("DELETE", "/v1/tutorial", LobbyCall(kind="skip_tutorial")),
        ("PUT", "/v1/matches/m1", LobbyCall(kind="other")),
        ("GET", "", LobbyCall(kind="other")),
    ],
)
def test_calls_are_read_back(method, path, call):
    """What the referee makes of a call in the history."""
    assert DIALECT.read_call(method, path) == call


def test_answers():
    """Sessions, seatings and problems; a wrong status or shape is a RemoteError."""
    assert DIALECT.read_session(HttpResponse(status=201, body=b'{"player":"p","token":"t"}')).token == "t"
    seating = b'{"room":"BCDF","invite":"/join/BCDF","player":"p","secret":"s"}'
    assert DIALECT.read_seating(HttpResponse(status=201, body=seating)) == Seating(room="BCDF", secret="s")
    problem = msgspec.json.encode(
        Problem(type="/problems/full", title="Full.", status=409, code="full", rule="BLF-E37")
    )
    assert DIALECT.read_problem(HttpResponse(status=409, body=problem)) == "full"
    for response in (
        HttpResponse(status=200, body=seating),
        HttpResponse(status=201, body=seating[:-1] + b',"hand":"KKKKK"}'),
        HttpResponse(status=201, body=b""),
        HttpResponse(status=201, body=b"\xff"),
        HttpResponse(status=201, body=b"[" * 100_000),
    ):
        with pytest.raises(RemoteError):
            DIALECT.read_seating(response)


def test_results_and_boards():
    """A finished match and the rows of a board, best first."""
    result = ev.Result(
        match="m1", seats=("a", "b"), places=(1, 2), points=(5, 1), ranked=True, season="2026-01",
        ended="2026-01-01T00:00:00.000Z",
    )  # fmt: skip
    assert DIALECT.read_result(HttpResponse(status=200, body=msgspec.json.encode(result))) == result
    row = BoardRow(rank=1, player="a", name="Ana", points=5, tier="gold")
    body = msgspec.json.encode(Board(board="world", start=3, total=4, version=9, rows=(row,)))
    assert DIALECT.read_board(HttpResponse(status=200, body=body)) == (("a", 5),)
    standing = Standing(rank=1, player="a", points=5, tier="gold")
    page = BoardPage(start=3, total=4, version=9, rows=(standing,))
    assert DIALECT.read_page(HttpResponse(status=200, body=body)) == page
    for response in (HttpResponse(status=404, body=b"{}"), HttpResponse(status=200, body=b"{}")):
        with pytest.raises(RemoteError):
            DIALECT.read_result(response)
        with pytest.raises(RemoteError):
            DIALECT.read_board(response)
        with pytest.raises(RemoteError):
            DIALECT.read_page(response)
        with pytest.raises(RemoteError):
            DIALECT.read_profile(response)


def test_logs():
    """Public events and nothing else."""
    body = msgspec.json.encode(LogBody(match="m1", seats=("p1",), ended="", events=(EVENT,)))
    assert DIALECT.read_log(HttpResponse(status=200, body=body)) == (EVENT,)
    private = body.replace(b'"away"', b'"cards"')
    for response in (HttpResponse(status=404, body=body), HttpResponse(status=200, body=private)):
        with pytest.raises(RemoteError):
            DIALECT.read_log(response)


def test_profiles():
    """A player's own standing, as it is on the wire."""
    profile = Profile(
        player="p1", name="Ana", season="2026-01", season_points=50, points=60, tier="silver", tutorial=True
    )
    assert DIALECT.read_profile(HttpResponse(status=200, body=msgspec.json.encode(profile))) == profile
