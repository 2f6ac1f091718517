"""What the scenario itself expects, judged from the observations like everything else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, Final

from msgspec import Struct

from harness.clock import Instant
from harness.dialects.dialect import LobbyCall
from harness.dialects.http import HttpResponse
from harness.errors import RemoteError
from harness.history.observation import Closed, Exchange, FaultBegun, PartyEnded, StepFired
from harness.referee.connection import Connection
from harness.referee.match import MOVES, MoveEvent
from harness.referee.moment import Moment
from harness.referee.oracle import Oracle
from harness.referee.resumption import Picture, changed, picture
from harness.referee.room import Room
from harness.referee.scene import Scene
from harness.referee.streams import PUBLIC
from harness.wire import commands as cmd
from harness.wire import events as ev


class Expectation(Struct, frozen=True, kw_only=True):
    """One line under `expect:` of a scenario.

    Attributes:
        party: The party that plays the script.
        line: Line of the file, for messages.
        actor: Whom it is about; "room" for the room.
        what: What is expected, see `docs/scenarios.md`.
        args: Its arguments, by name.
        labels: Index of each labelled step.
        steps: Number of steps in the script.
    """

    party: str
    line: int
    actor: str
    what: str
    args: tuple[tuple[str, Any], ...]
    labels: tuple[tuple[str, int], ...] = ()
    steps: int = 0


class Facts:
    """What happened to one party in the attempt that counts.

    Attributes:
        marks: By step index: when it fired, by whom, and the mark it left.
        answers: Answers by command id, of all connections of the party.
        calls: Exchanges by call number.
        autos: Automatic moves by actor.
        events: Public events by (type, actor or "").
        closes: (actor, code) of connections closed by the server.
        before: By actor, his situation when he was lost.
        resumed: By actor, what had changed when he came back, one set per return.
        result: Of the match in which the script ended.
        owner: Actor who owned the room before the party packed up.
        room: Where it all happened.
        seats: Player id by seat of the match; () before the first.
    """

    def __init__(self) -> None:
        self.marks: dict[int, StepFired] = {}
        self.answers: dict[str, str] = {}
        self.calls: dict[int, Exchange] = {}
        self.autos: Counter[str] = Counter()
        self.events: Counter[tuple[str, str]] = Counter()
        self.closes: set[tuple[str, int]] = set()
        self.before: dict[str, Picture] = {}
        self.resumed: dict[str, list[set[str]]] = {}
        self.result: ev.Result | None = None
        self.owner = ""
        self.frozen = False
        self.room: Room | None = None
        self.seats: tuple[str, ...] = ()


class Expectations(Oracle):
    """EXPECT: what the scenario says has to hold.

    Observes: the steps that fired with what came of them, and the public events of the script's room.
    Statement: every line under `expect:` holds in the match in which the script was played to its end.
    Alarm: a script that was not played to its end decides nothing, nor does a party that could not finish.
    Cost: O(1) per event of that room.

    Args:
        scene: What the referee knows.
        expectations: The lines.
    """

    name = "expectations"
    checks = ("EXPECT",)

    def __init__(self, scene: Scene, expectations: Sequence[Expectation] = ()) -> None:
        super().__init__(scene)
        self._lines: dict[str, list[Expectation]] = {}
        for line in expectations:
            self._lines.setdefault(line.party, []).append(line)
        self._facts: dict[str, Facts] = {party: Facts() for party in self._lines}
        self._actors: dict[str, str] = {}
        self._steps = {party: lines[0].steps for party, lines in self._lines.items()}
        if not expectations:
            return
        self.frames = {
            ev.Snapshot: self.on_snapshot,
            ev.Ok: self.on_answer,
            ev.Refused: self.on_answer,
        }
        self.public = {
            **dict.fromkeys(PUBLIC, self.on_public),
            ev.MatchStarted: self.on_match,
            **dict.fromkeys(MOVES, self.on_move),
            ev.MatchOver: self.on_over,
        }
        self.commands = {cmd.Leave: self.on_leave}
        self.calls = {"session": self.on_session}
        self.observations = {
            StepFired: self.on_step,
            Closed: self.on_closed,
            FaultBegun: self.on_fault,
            PartyEnded: self.on_party,
            Exchange: self.on_exchange,
        }

    # -- gathering facts ---------------------------------------------------------------------

    def on_step(self, step: StepFired) -> None:
        """A step fired; the mark says what to look for."""
        facts = self._facts.get(step.party)
        if facts is None:
            return
        facts.marks = {index: mark for index, mark in facts.marks.items() if mark.attempt == step.attempt}
        facts.marks[step.index] = step

    def on_session(self, call: LobbyCall, exchange: Exchange, player: str) -> None:
        """Who is who; an actor that opens a second session is known by both."""
        party, _, actor = exchange.who.partition("/")
        if party in self._facts:
            self._actors[player] = actor

    def on_match(self, room: Room, event: ev.MatchStarted, moment: Moment) -> None:
        """A new match: what happened in one with an unfinished script does not count."""
        party = self._party_of(room)
        facts = self._facts.get(party)
        if facts is not None and facts.result is not None and len(facts.marks) < self._steps[party]:
            fresh = self._facts[party] = Facts()
            fresh.room = room
        if party in self._facts:
            self._facts[party].seats = event.seats
        self.on_public(room, event, moment)

    def on_public(self, room: Room, event: ev.PublicEvent, moment: Moment) -> None:
        """Public events are counted by type, and by the actor they concern."""
        facts = self._counting(room)
        if facts is None:
            return
        facts.room = room
        kind = str(event.__struct_config__.tag)
        facts.events[kind, ""] += 1
        actor = self._actor(facts, event)
        if actor:
            facts.events[kind, actor] += 1
        if type(event) is ev.Roster:
            facts.owner = self._actors.get(event.owner, "")

    def on_move(self, room: Room, event: MoveEvent, moment: Moment) -> None:
        """Automatic moves are counted by actor."""
        self.on_public(room, event, moment)
        facts = self._counting(room)
        if facts is not None and event.auto is not None:
            facts.autos[self._actor(facts, event)] += 1

    def on_over(self, room: Room, event: ev.MatchOver, moment: Moment) -> None:
        """The match is over; if the script is, nothing that follows counts."""
        self.on_public(room, event, moment)
        facts = self._counting(room)
        if facts is not None:
            facts.result = event.result

    def on_leave(self, connection: Connection, command: cmd.Leave, at: Instant) -> None:
        """Once the script is done, players leave because the party packs up; that is no part of the story."""
        facts = self._facts.get(connection.who.partition("/")[0])
        if facts is None or any(mark.mark == command.id for mark in facts.marks.values()):
            return
        party = connection.who.partition("/")[0]
        settled = facts.result is not None or not facts.seats
        if len(facts.marks) >= self._steps[party] and settled:
            facts.frozen = True

    def on_answer(self, connection: Connection, event: ev.Ok | ev.Refused, at: Instant) -> None:
        """Answers by command id; the first one counts. A refusal of the hello answers its connection."""
        facts = self._facts.get(connection.who.partition("/")[0])
        if facts is None:
            return
        answer = event.code if isinstance(event, ev.Refused) else "ok"
        key = event.id if event.id is not None else self._unread(facts, connection)
        facts.answers.setdefault(key, answer)
        facts.answers.setdefault(connection.name, answer)

    def _unread(self, facts: Facts, connection: Connection) -> str:
        """What a refusal without an id answers: the oldest forged command that has no answer yet, or the hello."""
        marks = (facts.marks[index] for index in sorted(facts.marks))
        forged = (mark.mark for mark in marks if mark.verb == "forge" and mark.who == connection.who)
        return next((mark for mark in forged if mark and mark not in facts.answers), connection.name)

    def on_exchange(self, exchange: Exchange) -> None:
        """HTTP answers by call number."""
        facts = self._facts.get(exchange.who.partition("/")[0])
        if facts is not None and exchange.call:
            facts.calls[exchange.call] = exchange

    def on_closed(self, closed: Closed) -> None:
        """Closed by the server, with which code; and where the player stood."""
        facts = self._facts.get(closed.who.partition("/")[0])
        if facts is None:
            return
        if closed.by == "them":
            facts.closes.add((closed.who.partition("/")[2], closed.code))
        self._lost(facts, self.scene.connections[closed.connection])

    def on_fault(self, fault: FaultBegun) -> None:
        """A connection was cut by us: where did the player stand?"""
        facts = self._facts.get(fault.who.partition("/")[0])
        connection = self.scene.connections[fault.connection]
        if facts is not None and not connection.live:
            self._lost(facts, connection)

    def on_snapshot(self, connection: Connection, event: ev.Snapshot, at: Instant) -> None:
        """Somebody came back: what has changed?"""
        party, _, actor = connection.who.partition("/")
        facts = self._facts.get(party)
        if facts is None:
            return
        before = facts.before.pop(actor, None)
        if event.table is not None:
            facts.seats = event.table.seats
        if before is not None:
            # He may have been lost before his cards came: what he held then is not known.
            self.undecidable += before.own is None
            facts.resumed.setdefault(actor, []).append(
                changed(before, event, self.scene.arrival(connection, at), self.scene)
            )

    def _lost(self, facts: Facts, connection: Connection) -> None:
        actor = connection.who.partition("/")[2]
        before = picture(connection) if actor not in facts.before else None
        if before is not None:
            facts.before[actor] = before

    # -- judging -----------------------------------------------------------------------------

    def on_party(self, ended: PartyEnded) -> None:
        """The party is done: judge its lines."""
        facts = self._facts.get(ended.party)
        if facts is None:
            return
        for line in self._lines[ended.party]:
            if ended.outcome != "done" or ended.unfired or len(facts.marks) < line.steps:
                self.undecidable += 1
                continue
            self.evaluated += 1
            problem = _JUDGES[line.what](self, facts, line, dict(line.args))
            if problem:
                what = f"line {line.line} expects {line.actor}: {line.what} {_text(line.args)}; {problem}"
                self.convict("EXPECT", f"line {line.line}", what, at=ended.at, room=facts.room)

    def _resumes(self, facts: Facts, line: Expectation, args: dict[str, Any]) -> str:
        returns = facts.resumed.get(line.actor)
        if not returns:
            return "this player never came back"
        changed = sorted(set.union(*returns) & set(args["same"]))
        return f"changed were {', '.join(changed)}" if changed else ""

    def _mark(self, facts: Facts, line: Expectation, args: dict[str, Any]) -> str:
        return facts.marks[dict(line.labels)[args["step"]]].mark

    def _exchange(self, facts: Facts, mark: str) -> Exchange | None:
        return facts.calls.get(int(mark.removeprefix("call:"))) if mark.startswith("call:") else None

    def _answer(self, facts: Facts, line: Expectation, args: dict[str, Any]) -> str | None:
        mark = self._mark(facts, line, args)
        exchange = self._exchange(facts, mark)
        if exchange is not None:
            return "ok" if 0 < exchange.status < 300 else self._code(exchange)
        return facts.answers.get(mark)

    def _refused(self, facts: Facts, line: Expectation, args: dict[str, Any]) -> str:
        answer = self._answer(facts, line, args)
        return "" if answer == args["code"] else f"the answer was {answer or 'none'}"

    def _accepted(self, facts: Facts, line: Expectation, args: dict[str, Any]) -> str:
        answer = self._answer(facts, line, args)
        return "" if answer == "ok" else f"the answer was {answer or 'none'}"

    def _one_of(self, facts: Facts, line: Expectation, args: dict[str, Any]) -> str:
        answer = self._answer(facts, line, args)
        return "" if answer in args["codes"] else f"the answer was {answer or 'none'}"

    def _auto_moves(self, facts: Facts, line: Expectation, args: dict[str, Any]) -> str:
        return _count(facts.autos[line.actor], args)

    def _closed_with(self, facts: Facts, line: Expectation, args: dict[str, Any]) -> str:
        codes = sorted(code for actor, code in facts.closes if actor == line.actor)
        return "" if args["code"] in codes else f"the server closed with {codes or 'nothing'}"

    def _answered(self, facts: Facts, line: Expectation, args: dict[str, Any]) -> str:
        exchange = self._exchange(facts, self._mark(facts, line, args))
        if exchange is None:
            return "there was no such call"
        code = self._code(exchange) if exchange.status >= 300 else ""
        if exchange.status != args["status"] or args.get("code", code) != code:
            return f"the answer was {exchange.status} {code}".rstrip()
        return ""

    def _place(self, facts: Facts, line: Expectation, args: dict[str, Any]) -> str:
        return self._of_result(facts, line, args, "places")

    def _points(self, facts: Facts, line: Expectation, args: dict[str, Any]) -> str:
        return self._of_result(facts, line, args, "points")

    def _of_result(self, facts: Facts, line: Expectation, args: dict[str, Any], field: str) -> str:
        player = self.scene.book.player_of_who.get(f"{line.party}/{line.actor}", "")
        if facts.result is None or player not in facts.result.seats:
            return "there is no result for this player"
        value = getattr(facts.result, field)[facts.result.seats.index(player)]
        return "" if value == args["is"] else f"it is {value}"

    def _total(self, facts: Facts, line: Expectation, args: dict[str, Any]) -> str:
        if facts.result is not None and len(facts.result.totals) != len(facts.result.seats):
            return "there are no totals"
        return self._of_result(facts, line, args, "totals")

    def _owner(self, facts: Facts, line: Expectation, args: dict[str, Any]) -> str:
        return "" if facts.owner == line.actor else f"the owner is {facts.owner or 'nobody of ours'}"

    def _events(self, facts: Facts, line: Expectation, args: dict[str, Any]) -> str:
        return _count(facts.events[args["event"], args.get("by", "")], args)

    def _code(self, exchange: Exchange) -> str:
        try:
            return self.scene.dialect.read_problem(HttpResponse(status=exchange.status, body=exchange.answer))
        except RemoteError:
            return ""

    def _actor(self, facts: Facts, event: ev.PublicEvent) -> str:
        player = getattr(event, "player", "")
        seat = getattr(event, "seat", None)
        if seat is not None and 0 <= seat < len(facts.seats):
            player = facts.seats[seat]
        return self._actors.get(player, "")

    def _party_of(self, room: Room) -> str:
        for connection in room.connections:
            party = connection.who.partition("/")[0]
            if party in self._facts:
                return party
        return ""

    def _counting(self, room: Room) -> Facts | None:
        """The facts of the party that sits here, as long as it has not packed up."""
        facts = self._facts.get(self._party_of(room))
        return None if facts is None or facts.frozen else facts


def _count(found: int, args: dict[str, Any]) -> str:
    wanted = args.get("count")
    if wanted is not None and found != wanted:
        return f"there were {found}"
    if found < args.get("min", 0) or found > args.get("max", found):
        return f"there were {found}"
    return ""


def _text(args: tuple[tuple[str, Any], ...]) -> str:
    return ", ".join(f"{name} {value}" for name, value in args)


_JUDGES: Final[dict[str, Callable[[Expectations, Facts, Expectation, dict[str, Any]], str]]] = {
    "resumes": Expectations._resumes,
    "refused": Expectations._refused,
    "accepted": Expectations._accepted,
    "one_of": Expectations._one_of,
    "auto_moves": Expectations._auto_moves,
    "closed": Expectations._closed_with,
    "answered": Expectations._answered,
    "place": Expectations._place,
    "points": Expectations._points,
    "total": Expectations._total,
    "owner": Expectations._owner,
    "events": Expectations._events,
}
