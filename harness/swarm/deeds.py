"""What each verb of a script does: one method per verb of `harness.scenario.verbs`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from functools import partial
from typing import Final

import msgspec
from msgspec.structs import replace

from harness.clock import Instant
from harness.dialects.dialect import Dialect, Session
from harness.dialects.http import HttpRequest
from harness.errors import RemoteError
from harness.players.garbage import GARBAGE
from harness.rules import bluffers
from harness.rules.cards import JOKER
from harness.scenario.model import Step, Value
from harness.swarm.desk import Desk
from harness.swarm.effects import Answered
from harness.swarm.lobby import Lobby
from harness.swarm.scene import Scene
from harness.swarm.seat import Seat
from harness.wire.commands import Call, Command, Hello, Leave, PingServer, Play


class Not(Enum):
    """Why a step was not done."""

    NOW = "now"
    """The actor cannot do it in this moment: the step waits for its next one."""
    YET = "yet"
    """It will be possible by itself before long: the actor is on its way, or its own connection is behind what the
    party knows. It is tried again with whatever happens next, as long as the moment lasts."""


Done = str | Not
"""The mark of what was done (`StepFired.mark`), or why it was not."""


class Deeds:
    """Carries out steps.

    Args:
        seats: The actors by name.
        dialect: How the backend speaks.
        desk: Takes the effects and makes the calls.
        scene: The room.
        lobby: Knows the room's code.
    """

    __slots__ = ("_desk", "_dialect", "_lobby", "_scene", "_seats")

    def __init__(self, seats: Mapping[str, Seat], dialect: Dialect, desk: Desk, scene: Scene, lobby: Lobby) -> None:
        self._seats = seats
        self._dialect = dialect
        self._desk = desk
        self._scene = scene
        self._lobby = lobby

    def do(self, step: Step, *, now: Instant) -> Done:
        """Do what a step says.

        Returns:
            The mark: the id of the command, the name of the connection, `call:N` of the HTTP call, or "". When
            the step could not be done, a `Not`, and nothing has happened.
        """
        seat = self._seats.get(step.actor)
        if seat is None or seat.session is None:
            return Not.NOW
        return VERBS_DONE[step.verb](self, seat, dict(step.args), now)

    # -- the persona -------------------------------------------------------------------------

    def _hold(self, seat: Seat, args: Mapping[str, Value], now: Instant) -> Done:
        seat.hold(True)
        return ""

    def _release(self, seat: Seat, args: Mapping[str, Value], now: Instant) -> Done:
        seat.hold(False)
        return ""

    # -- commands ----------------------------------------------------------------------------

    def _play(self, seat: Seat, args: Mapping[str, Value], now: Instant) -> Done:
        late = self._late(seat)
        if late is not None:
            return late
        if self._same(args) and "cards" not in args:
            return self._again(seat, args, Play)
        cards = _cards(seat, args.get("cards", 1))
        if cards is None:
            return self._without(seat)
        if args.get("turn", "now") == "now" and not self._same(args):
            return seat.order(bluffers.Play(cards), now=now)
        command = self._id(seat, args)
        return self._move(seat, Play(id=command, turn=self._turn(args), cards=cards)) if command else Not.NOW

    def _call(self, seat: Seat, args: Mapping[str, Value], now: Instant) -> Done:
        late = self._late(seat)
        if late is not None:
            return late
        if self._same(args):
            return self._again(seat, args, Call)
        if args.get("turn", "now") == "now":
            return seat.order(bluffers.Call(), now=now)
        return self._move(seat, Call(id=seat.new_id(), turn=self._turn(args)))

    def _absent(self, seat: Seat) -> Not | None:
        """Whether the actor can say nothing, because it is not connected, or not greeted yet."""
        if seat.live:
            return None
        return Not.NOW if seat.gone else Not.YET

    def _late(self, seat: Seat) -> Not | None:
        """Whether the actor cannot move because it is absent, or has not heard yet what the party has."""
        if not seat.live:
            return self._absent(seat)
        return Not.YET if seat.player.view.number < self._scene.number else None

    def _without(self, seat: Seat) -> Not:
        """Why there are no such cards: none are held at all, as before those of a new hand are there, or others are."""
        return Not.NOW if seat.player.view.cards else Not.YET

    def _same(self, args: Mapping[str, Value]) -> bool:
        return args.get("id", "new") == "same"

    def _id(self, seat: Seat, args: Mapping[str, Value]) -> str:
        if not self._same(args):
            return seat.new_id()
        last = self._last(seat)
        return last.id if last is not None else ""

    def _last(self, seat: Seat) -> Play | Call | None:
        last = seat.last_move if seat.last_move is not None else seat.player.memory.last_move
        return last if isinstance(last, Play | Call) else None

    def _turn(self, args: Mapping[str, Value]) -> int:
        turn = self._scene.turn
        return turn if args.get("turn", "now") == "now" else max(0, turn - 1)

    def _again(self, seat: Seat, args: Mapping[str, Value], kind: type[Play] | type[Call]) -> Done:
        """The last move again under its id: the very same frame unless it was of the other kind."""
        last = self._last(seat)
        if last is None:
            return Not.NOW
        if isinstance(last, kind) and "turn" not in args:
            return self._move(seat, last)
        turn = self._turn(args)
        if kind is Call:
            return self._move(seat, Call(id=last.id, turn=turn))
        cards = last.cards if isinstance(last, Play) else _cards(seat, 1)
        return self._move(seat, Play(id=last.id, turn=turn, cards=cards)) if cards is not None else Not.NOW

    def _move(self, seat: Seat, move: Play | Call) -> str:
        seat.last_move = move
        seat.send(self._dialect.encode(move))
        return move.id

    def _leave(self, seat: Seat, args: Mapping[str, Value], now: Instant) -> Done:
        if args.get("by", "socket") == "http":
            request = self._dialect.leave_room(_session(seat), self._lobby.code)
            return _mark(self._desk.call(seat.who, request, partial(self._left, seat)))
        absent = self._absent(seat)
        if absent is not None:
            return absent
        command = Leave(id=seat.new_id())
        seat.send(self._dialect.encode(command))
        seat.leaving = True
        return command.id

    def _left(self, seat: Seat, answer: Answered, now: Instant) -> None:
        if answer.response is not None and answer.response.status < 300:
            seat.unseated()

    def _ping(self, seat: Seat, args: Mapping[str, Value], now: Instant) -> Done:
        absent = self._absent(seat)
        if absent is not None:
            return absent
        command = PingServer(id=seat.new_id())
        seat.send(self._dialect.encode(command))
        return command.id

    # -- connections -------------------------------------------------------------------------

    def _drop(self, seat: Seat, args: Mapping[str, Value], now: Instant) -> Done:
        if seat.connection is None:
            return Not.NOW if seat.gone else Not.YET
        return seat.drop(str(args.get("how", "close")))

    def _heal(self, seat: Seat, args: Mapping[str, Value], now: Instant) -> Done:
        return seat.heal() if seat.stalled is not None else Not.NOW

    def _reconnect(self, seat: Seat, args: Mapping[str, Value], now: Instant) -> Done:
        kind = args.get("secret", "own")
        if kind != "own":
            secret = self._secret(seat, args)
            return seat.dial(secret=secret) if secret is not None else Not.YET
        if seat.member:
            return seat.dial()
        return seat.dial(secret=seat.old_secrets[-1]) if seat.old_secrets else Not.NOW

    def _takeover(self, seat: Seat, args: Mapping[str, Value], now: Instant) -> Done:
        absent = self._absent(seat)
        return absent if absent is not None else seat.dial()

    def _knock(self, seat: Seat, args: Mapping[str, Value], now: Instant) -> Done:
        secret = self._secret(seat, args)
        return seat.knock(self._dialect.encode(Hello(secret=secret))) if secret else Not.YET

    def _secret(self, seat: Seat, args: Mapping[str, Value]) -> str | None:
        """What a thief says; None when there is no such thing yet."""
        victim = self._seats.get(str(args.get("of", seat.actor)))
        if victim is None or victim.session is None:
            return None
        kind = args["secret"]
        if kind == "public_id":
            return victim.session.player
        if kind == "name":
            return victim.plan.name
        if kind == "token":
            return victim.session.token
        if kind == "old":
            return victim.old_secrets[-1] if victim.old_secrets else None
        secret = victim.seating.secret if victim.seating is not None else None
        return secret[:-1] + ("A" if secret[-1] != "A" else "B") if secret else None

    # -- bytes -------------------------------------------------------------------------------

    def _raw(self, seat: Seat, args: Mapping[str, Value], now: Instant) -> Done:
        if not seat.live or seat.connection is None:
            return Not.NOW if seat.gone else Not.YET
        if "text" in args:
            seat.send(str(args["text"]).encode())
        elif "hex" in args:
            seat.send(_bytes(str(args["hex"])), text=False)
        else:
            kind = GARBAGE[str(args.get("kind", "not_json"))]
            seat.send(kind.raw(seat.new_id(), self._scene.turn), text=kind.text)
        return seat.connection

    def _forge(self, seat: Seat, args: Mapping[str, Value], now: Instant) -> Done:
        kind = str(args["in"])
        extra = {str(args["field"]): args.get("value", 1000)}
        if kind == "http":
            request = self._dialect.join_room(_session(seat), self._lobby.code)
            return _mark(seat.ask(replace(request, body=msgspec.json.encode(extra)), signed=True))
        absent = self._absent(seat)
        if absent is not None or seat.seating is None:
            return absent or Not.NOW
        if kind == "hello":
            return seat.knock(_forged(self._dialect.encode(Hello(secret=seat.seating.secret)), extra))
        late = self._late(seat)
        if late is not None:
            return late
        command: Command
        identity = seat.new_id()
        if kind == "play":
            cards = _cards(seat, 1)
            if cards is None:
                return self._without(seat)
            command = Play(id=identity, turn=self._scene.turn, cards=cards)
            # Should a backend fall for it, these are the cards it took.
            seat.player.view.intend(identity, cards)
        elif kind == "call":
            command = Call(id=identity, turn=self._scene.turn)
        else:
            command = Leave(id=identity)
        seat.send(_forged(self._dialect.encode(command), extra))
        return identity

    # -- HTTP --------------------------------------------------------------------------------

    def _http(self, seat: Seat, args: Mapping[str, Value], now: Instant) -> Done:
        path = self._filled(str(args["path"]), seat)
        body = self._filled(str(args.get("body", "")), seat)
        request = HttpRequest(
            method=str(args.get("method", "GET")), path=path, body=body.encode(), token=self._token(seat, args)
        )
        return _mark(seat.ask(request, signed=False))

    def _token(self, seat: Seat, args: Mapping[str, Value]) -> str | None:
        name = str(args.get("token", "own"))
        if name == "none":
            return None
        owner = seat if name == "own" else self._seats.get(name)
        return owner.session.token if owner is not None and owner.session is not None else None

    def _filled(self, text: str, seat: Seat) -> str:
        # Not str.format: a body in JSON is full of braces.
        result = self._scene.result
        season = result.ended[:7] if result is not None else ""
        known = {"room": self._lobby.code, "match": self._scene.match, "season": season, "player": seat.player_id}
        known |= {f"player:{name}": other.player_id for name, other in self._seats.items()}
        for name, value in known.items():
            text = text.replace("{" + name + "}", value)
        return text

    def _start(self, seat: Seat, args: Mapping[str, Value], now: Instant) -> Done:
        request = self._dialect.start(_session(seat), self._lobby.code)
        begun = self._scene.matches

        def answered(answer: Answered, now: Instant) -> None:
            granted = answer.response is not None and answer.response.status < 300
            # On a real network the match may be heard of before its permission.
            self._lobby.started = self._lobby.started or (granted and self._scene.matches == begun)

        return _mark(self._desk.call(seat.who, request, answered))

    def _add_bot(self, seat: Seat, args: Mapping[str, Value], now: Instant) -> Done:
        return _mark(seat.ask(self._dialect.add_bot(_session(seat), self._lobby.code), signed=True))

    def _remove_bot(self, seat: Seat, args: Mapping[str, Value], now: Instant) -> Done:
        if "of" in args:
            victim = self._seats.get(str(args["of"]))
            player = victim.player_id if victim is not None else ""
        else:
            player = self._scene.bots()[-1] if self._scene.bots() else ""
        if not player:
            return Not.NOW
        return _mark(seat.ask(self._dialect.remove_bot(_session(seat), self._lobby.code, player), signed=True))

    def _rematch(self, seat: Seat, args: Mapping[str, Value], now: Instant) -> Done:
        request = self._dialect.rematch(_session(seat), self._lobby.code)
        return _mark(self._desk.call(seat.who, request, partial(self._asked, seat)))

    def _asked(self, seat: Seat, answer: Answered, now: Instant) -> None:
        if answer.response is not None and answer.response.status < 300:
            seat.asked = True

    def _join(self, seat: Seat, args: Mapping[str, Value], now: Instant) -> Done:
        request = self._dialect.join_room(_session(seat), self._lobby.code)
        return _mark(self._desk.call(seat.who, request, partial(self._joined, seat)))

    def _joined(self, seat: Seat, answer: Answered, now: Instant) -> None:
        """Take the seat if there is one. A refusal is what the script may have wanted to see."""
        if answer.response is None:
            return
        try:
            seat.seated(self._dialect.read_seating(answer.response))
        except RemoteError:
            return
        if seat.connection is None and not seat.dialing:
            seat.dial()

    def _join_as(self, seat: Seat, args: Mapping[str, Value], now: Instant) -> Done:
        namesake = self._seats.get(str(args["name_of"]))
        if namesake is None:
            return Not.NOW
        request = self._dialect.open_session(namesake.plan.name)
        joining = self._desk.reserve()
        self._desk.call(seat.who, request, partial(self._renamed, seat, joining))
        return _mark(joining)

    def _renamed(self, seat: Seat, joining: int, answer: Answered, now: Instant) -> None:
        """The new session is open: forget the old one, and join with the new one."""
        if answer.response is None:
            return
        try:
            session = self._dialect.read_session(answer.response)
        except RemoteError:
            return
        seat.walk_away()
        seat.unseated()
        seat.session = session
        request = self._dialect.join_room(session, self._lobby.code)
        self._desk.call(seat.who, request, partial(self._joined, seat), number=joining)

    def _boards(self, seat: Seat, args: Mapping[str, Value], now: Instant) -> Done:
        return _mark(self.read_boards(seat))

    def read_boards(self, seat: Seat) -> int:
        """Read the world board, the season board, result and log of the last match, as far as they are known, and
        the own profile.

        Returns:
            The number of the first call; the others follow.
        """
        dialect, result, session = self._dialect, self._scene.result, _session(seat)
        match = self._scene.match or (result.match if result is not None else "")
        calls = [dialect.world_board()]
        if result is not None:
            calls.append(dialect.season_board(result.season or result.ended[:7]))
        if match:
            calls += [dialect.match_result(match), dialect.match_log(session, match)]
        first, *_ = [seat.ask(call, signed=False) for call in (*calls, dialect.profile(session))]
        return first


VERBS_DONE: Final[Mapping[str, Callable[[Deeds, Seat, Mapping[str, Value], Instant], Done]]] = {
    "hold": Deeds._hold,
    "release": Deeds._release,
    "play": Deeds._play,
    "call": Deeds._call,
    "leave": Deeds._leave,
    "drop": Deeds._drop,
    "heal": Deeds._heal,
    "reconnect": Deeds._reconnect,
    "takeover": Deeds._takeover,
    "knock": Deeds._knock,
    "raw": Deeds._raw,
    "forge": Deeds._forge,
    "http": Deeds._http,
    "start": Deeds._start,
    "add_bot": Deeds._add_bot,
    "remove_bot": Deeds._remove_bot,
    "rematch": Deeds._rematch,
    "join": Deeds._join,
    "rejoin": Deeds._join,
    "join_as": Deeds._join_as,
    "ping": Deeds._ping,
    "boards": Deeds._boards,
}
"""How each verb of `harness.scenario.verbs` is done."""


def _session(seat: Seat) -> Session:
    assert seat.session is not None
    return seat.session


def _mark(call: int) -> str:
    return f"call:{call}"


def _cards(seat: Seat, wanted: Value) -> tuple[str, ...] | None:
    """The cards to play; None when the hand has none like these."""
    view = seat.player.view
    if isinstance(wanted, tuple):
        return tuple(str(face) for face in wanted)
    if wanted == "true" or wanted is True:
        return next(((card,) for card in view.playable() if card in (view.table, JOKER)), None)
    if wanted == "lie" or wanted is False:
        return next(((card,) for card in view.playable() if card not in (view.table, JOKER)), None)
    count = int(wanted) if isinstance(wanted, int) else 1
    return tuple(view.cards[:count]) if 0 <= count <= len(view.cards) else None


def _forged(raw: bytes, extra: Mapping[str, Value]) -> bytes:
    """A command with more fields than it has."""
    return msgspec.json.encode({**msgspec.json.decode(raw, type=dict[str, object]), **extra})


def _bytes(text: str) -> bytes:
    try:
        return bytes.fromhex(text)
    except ValueError:
        return text.encode()
