"""A tiny honest table for tests: the rules turned into wire events, in virtual time, through the codec.

Run as a program it prints a digest of everything that eight personas with all mischief did.
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256

import msgspec

from harness.clock import MILLISECOND, SECOND, Instant
from harness.dialects.native import NativeDialect, decode_command, encode_event, number_frame
from harness.errors import CommandError
from harness.players.acts import Act, Ask, GoAway, Knock, Say, SayRaw
from harness.players.mischief import MISCHIEF
from harness.players.personas import PERSONAS
from harness.players.player import Player
from harness.rules import bluffers as rules
from harness.rules.cards import DECK, RANKS
from harness.seed import root_of, stream
from harness.wire import commands as cmd
from harness.wire import events as ev
from harness.wire.policy import Policy

DIALECT = NativeDialect()
ROOT = root_of(7)


def policy(turn_ms: int = 30_000) -> Policy:
    """A policy with this turn clock and nothing else of interest."""
    return Policy(
        turn_ms=turn_ms, away_ms=10_000, auto_delay_ms=2_000, deal_pause_ms=0, grace_ms=0, tick_ms=0, idle_ms=30_000,
        lobby_drop_ms=60_000, points={"2": (5, 1), "3": (8, 4, 1), "4": (10, 6, 3, 1)},
    )  # fmt: skip


class Dealer:
    """One room that plays matches between these players; no away mark, a seat without connection is timed out.

    Attributes:
        log: (instant, player, act) for everything that any player wanted.
        refused: (player, command, code) for every command that was refused.
        malformed: (player, raw) for every frame that was no command.
        borne: Frames that were no commands and did not close, by connection.
        at_deadline: Moves applied at the very deadline.
        after_turn: Called when everybody knows the new turn; for tests that compare.
        applied: (player, command) for every move that was applied.
        autos: Automatic moves made.
        results: One per match.
    """

    def __init__(self, players: Sequence[Player], *, seed: int = 1, turn_ms: int = 30_000, latency: int = 0) -> None:
        self.players = {player.memory.actor: player for player in players}
        self.names = list(self.players)
        self.chance = stream(root_of(seed), "dealer")
        self.turn_ms = turn_ms
        self.latency = latency
        self.now: Instant = 0
        self.number = 0
        self.seq = dict.fromkeys(self.names, 0)
        self.line = dict.fromkeys(self.names, 0)
        self.online = dict.fromkeys(self.names, False)
        self.answers: dict[str, ev.Ok | ev.Refused] = {}
        self.heap: list[tuple[Instant, int, str, object, int]] = []
        self.order = 0
        self.match = ""
        self.turn = 0
        self.over_at: Instant = 0
        self.state = rules.initial(rules.Options(seats=len(players)))
        self.log: list[tuple[Instant, str, Act]] = []
        self.refused: list[tuple[str, cmd.Command, str]] = []
        self.malformed: list[tuple[str, bytes]] = []
        self.borne: Counter[tuple[str, int]] = Counter()
        self.at_deadline: list[cmd.Command] = []
        self.after_turn: Callable[[], None] = lambda: None
        self.applied: list[tuple[str, cmd.Command]] = []
        self.autos = 0
        self.results: list[ev.Result] = []

    # -- running -----------------------------------------------------------------------------

    def play(self, matches: int = 1) -> Dealer:
        """Seat everybody and play so many matches to the end."""
        for name in self.names:
            self._snapshot(name)
        for _ in range(matches):
            for name in sorted(self._gone()):
                self._snapshot(name)
            self._start()
            for _ in range(200_000):
                if self.state.phase is rules.Phase.OVER and not self.heap:
                    break
                self._step()
            else:
                raise AssertionError("the match does not end")
        return self

    def _step(self) -> None:
        running = self.state.phase is not rules.Phase.OVER
        due = [player.deadline() for player in self.players.values()] if running else []
        wakes = [at for at in due if at is not None]
        clock = self.over_at if running else 1 << 62
        self.now = max(self.now, min([*wakes, clock, *([self.heap[0][0]] if self.heap else [])]))
        if self.heap and self.heap[0][0] <= self.now:
            _, _, name, what, line = heapq.heappop(self.heap)
            if isinstance(what, bytes) and line == self.line[name]:
                self._acts(name, self.players[name].receive(DIALECT.decode(what), now=self.now))
            elif isinstance(what, SayRaw) and line == self.line[name]:
                self._frame(name, what)
            elif what == "back" and name not in self._gone():
                self._snapshot(name)
            return
        self.after_turn()
        for name, player in self.players.items():
            at = player.deadline()
            if at is not None and at <= self.now:
                self._acts(name, player.wake(now=self.now))
                return
        assert running
        self._auto()

    def _gone(self) -> set[str]:
        return {self.names[seat] for seat in self.state.gone}

    def _later(self, name: str, what: object, delay: int) -> None:
        self.order += 1
        heapq.heappush(self.heap, (self.now + delay, self.order, name, what, self.line[name]))

    def _acts(self, name: str, acts: Sequence[Act]) -> None:
        for act in acts:
            self.log.append((self.now, name, act))
            if isinstance(act, Say):
                self._later(name, SayRaw(DIALECT.encode(act.command)), self.latency)
            elif isinstance(act, SayRaw):
                self._later(name, act, self.latency)
            elif isinstance(act, GoAway):
                self.line[name] += 1
                self.online[name] = False
                if act.back_after is not None:
                    self._later(name, "back", act.back_after)
            else:
                assert isinstance(act, Ask | Knock)

    # -- the server's side -------------------------------------------------------------------

    def _send(self, name: str, event: ev.Event) -> None:
        if not self.online[name]:
            return
        self.seq[name] += 1
        self._later(name, number_frame(encode_event(event), self.seq[name]), self.latency)

    def _tell(self, events: Sequence[ev.Event]) -> None:
        for event in events:
            for seat, name in enumerate(self.names):
                if name not in self._gone() or isinstance(event, ev.LeftTable):
                    self._send(name, event)
                if isinstance(event, ev.HandStarted) and self.state.hands[seat]:
                    self._send_cards(seat)

    def _send_cards(self, seat: int) -> None:
        cards = self.state.hands[seat]
        self._send(self.names[seat], ev.Cards(match=self.match, hand=self.state.hand, cards=cards))

    def _next(self) -> dict[str, int]:
        self.number += 1
        return {"number": self.number, "group": self.number}

    def _snapshot(self, name: str) -> None:
        self.line[name] += 1
        self.online[name] = True
        self.seq[name] = 0
        seat = self.names.index(name)
        running = bool(self.match) and self.state.phase is rules.Phase.TURN
        members = tuple(ev.Member(player=f"p-{n}", name=n, kind="human", present=True) for n in self.names)
        self._send(
            name,
            ev.Snapshot(
                number=self.number, room="BCDF", owner=f"p-{self.names[0]}", phase="playing" if running else "lobby",
                members=members, you=f"p-{name}", seat=seat if running else None, policy=policy(self.turn_ms),
                table=self._table(seat) if running else None, result=None,
            ),
        )  # fmt: skip

    def _table(self, seat: int) -> ev.TableView:
        view = rules.view(self.state, seat)
        assert view.table is not None
        claim = ev.Claim(seat=view.claim_seat, count=view.claim_count) if view.claim_seat is not None else None
        return ev.TableView(
            match=self.match, seats=self._seats(), ranked=True, hand=view.hand, table=view.table, sizes=view.sizes,
            pulls=view.pulls, places=tuple(place or None for place in view.places), points=rules.points(self.state),
            departed=tuple(sorted(self.state.gone)), claim=claim, turn=self.turn, seat=view.turn, legal=view.legal,
            remaining_ms=(self.over_at - self.now) // MILLISECOND, cards=view.cards,
        )  # fmt: skip

    def _seats(self) -> tuple[str, ...]:
        return tuple(f"p-{name}" for name in self.names)

    def _start(self) -> None:
        self.match = f"m{len(self.results) + 1}"
        self.turn = 0
        self.state = rules.initial(rules.Options(seats=len(self.names)))
        self.state, _ = rules.apply(self.state, rules.CHANCE, rules.Opener(self.chance.below(len(self.names))))
        started = ev.MatchStarted(match=self.match, game="bluffers", seats=self._seats(), ranked=True, **self._next())
        self._tell([started])
        self._deal()

    def _deal(self) -> None:
        deck = self.chance.sample(DECK, len(DECK))
        hands = tuple(() if p else deck[s * 5 : s * 5 + 5] for s, p in enumerate(self.state.places))
        self.state, _ = rules.apply(self.state, rules.CHANCE, rules.Deal(hands))
        rank = self.chance.choice(RANKS)
        self.state, _ = rules.apply(self.state, rules.CHANCE, rules.Table(rank))
        sizes = tuple(map(len, self.state.hands))
        hand, opener = self.state.hand, self.state.turn
        started = ev.HandStarted(match=self.match, hand=hand, opener=opener, table=rank, sizes=sizes, **self._next())
        self._tell([started])
        self._new_turn()

    def _new_turn(self) -> None:
        self.turn += 1
        self.over_at = self.now + self.turn_ms * MILLISECOND
        self._tell([self._turn_event(ev.TurnStarted)])

    def _turn_event(self, kind: type[ev.TurnStarted] | type[ev.LegalChanged]) -> ev.TurnStarted | ev.LegalChanged:
        return kind(
            match=self.match, turn=self.turn, seat=self.state.turn, legal=rules.legal(self.state),
            remaining_ms=(self.over_at - self.now) // MILLISECOND, **self._next(),
        )  # fmt: skip

    def _frame(self, name: str, frame: SayRaw) -> None:
        try:
            if not frame.text:
                raise CommandError("malformed", "binary")
            command = decode_command(frame.raw)
        except CommandError as error:
            self.malformed.append((name, frame.raw))
            if not frame.text or error.code == "too_large" or b"\xff" in frame.raw:
                self._snapshot(name)
                return
            self.borne[name, self.line[name]] += 1
            self._send(name, ev.Refused(id=None, code=error.code, rule="WIRE"))
            return
        if isinstance(command, cmd.PingServer):
            self._send(name, ev.Pong(id=command.id))
        elif isinstance(command, cmd.Play | cmd.Call | cmd.Leave):
            if command.id in self.answers:
                self._send(name, self.answers[command.id])
            else:
                self._command(name, command)

    def _command(self, name: str, command: cmd.Play | cmd.Call | cmd.Leave) -> None:
        seat = self.names.index(name)
        before = self.state
        try:
            if self.state.phase is not rules.Phase.TURN:
                raise rules.Illegal("no_match")
            if not isinstance(command, cmd.Leave):
                if self.state.places[seat]:
                    raise rules.Illegal("out")
                if command.turn != self.turn:
                    raise rules.Illegal("stale_turn")  # type: ignore[arg-type]
            self.state, outcomes = rules.apply(before, seat, _move(command))
        except rules.Illegal as error:
            self.refused.append((name, command, error.code))
            self.answers[command.id] = ev.Refused(id=command.id, code=error.code, rule="BLF")
            self._send(name, self.answers[command.id])
            return
        self.applied.append((name, command))
        if self.now == self.over_at:
            self.at_deadline.append(command)
        self.answers[command.id] = ev.Ok(id=command.id, number=self.number + 1)
        self._send(name, self.answers[command.id])
        self._outcomes(before, outcomes, None)

    def _auto(self) -> None:
        before = self.state
        held = before.hands[before.turn]
        move = rules.auto_move(before, self.chance.below(len(held)) if held else 0)
        self.autos += 1
        self.state, outcomes = rules.apply(before, before.turn, move)
        self._outcomes(before, outcomes, "clock")

    def _outcomes(self, before: rules.State, outcomes: Sequence[rules.Outcome], auto: ev.Auto | None) -> None:
        for outcome in outcomes:
            self._outcome(outcome, auto)
            if isinstance(outcome, rules.Played) and auto is not None:
                self._send_cards(outcome.seat)
            if isinstance(outcome, rules.Called) and self.state.phase is rules.Phase.PULL:
                one, of = rules.hazard(self.state)
                fired = self.chance.below(of) < one
                self.state, more = rules.apply(self.state, rules.CHANCE, rules.Pull(fired))
                for following in more:
                    self._outcome(following, auto)
        if self.state.phase is rules.Phase.DEAL:
            self._deal()
        elif self.state.phase is rules.Phase.TURN:
            if self.state.turn != before.turn or isinstance(outcomes[-1], rules.Played):
                self._new_turn()
            elif rules.legal(self.state) != rules.legal(before):
                self._tell([self._turn_event(ev.LegalChanged)])

    def _outcome(self, outcome: rules.Outcome, auto: ev.Auto | None) -> None:
        at = {"match": self.match, **self._next()}
        points = rules.points(self.state)
        event: ev.Event
        match outcome:
            case rules.Played(seat, count, left):
                assert self.state.table is not None
                event = ev.Played(
                    turn=self.turn, seat=seat, count=count, rank=self.state.table, left=left, auto=auto, **at
                )
            case rules.Called(seat, claimant, cards, truth, shooter):
                event = ev.Called(
                    turn=self.turn, seat=seat, claimant=claimant, cards=cards, truth=truth, shooter=shooter,
                    auto=auto, **at,
                )  # fmt: skip
            case rules.Pulled(seat, pulls, fired):
                event = ev.Pulled(seat=seat, pulls=pulls, fired=fired, **at)
            case rules.Eliminated(seat, place):
                event = ev.Eliminated(seat=seat, place=place, points=points[seat] or 0, **at)
            case rules.Departed(seat, place, withdrawn):
                event = ev.LeftTable(seat=seat, place=place, points=points[seat] or 0, withdrawn=withdrawn, **at)
            case rules.Voided(opener):
                event = ev.HandVoid(hand=self.state.hand, opener=opener, **at)
            case rules.Over():
                result = ev.Result(
                    match=self.match, seats=self._seats(), places=self.state.places,
                    points=tuple(p or 0 for p in points), ranked=True, season="2026-01",
                    ended="2026-01-01T00:00:00.000Z",
                )  # fmt: skip
                self.results.append(result)
                event = ev.MatchOver(result=result, number=at["number"], group=at["group"])
        self._tell([event])

    def digest(self) -> str:
        """A hash of every act and result."""
        text = "\n".join(map(str, [*self.log, *self.results]))
        return sha256(text.encode()).hexdigest()


def _move(command: cmd.Play | cmd.Call | cmd.Leave) -> rules.Play | rules.Call | rules.Leave:
    if isinstance(command, cmd.Play):
        return rules.Play(command.cards)
    return rules.Call() if isinstance(command, cmd.Call) else rules.Leave()


def players(
    personas: Sequence[str],
    *,
    mischief: Sequence[str] = (),
    think: tuple[int, int] = (SECOND, 2 * SECOND),
    seed: int = 7,
) -> list[Player]:
    """One player per persona, named `p0`, `p1`, …, each with these kinds of mischief."""
    return [
        Player(f"p{seat}", PERSONAS[name], root_of(seed), think, [MISCHIEF[one] for one in mischief])
        for seat, name in enumerate(personas)
    ]


def everything(seed: int) -> str:
    """The digest of two tables on which every persona plays with all mischief at once."""
    names = list(PERSONAS)
    digests = []
    for table in (names[:4], names[4:]):
        seated = players(table, mischief=list(MISCHIEF), seed=seed)
        for player in seated:
            player.memory.secret = f"secret-of-{player.memory.actor}"
        digests.append(Dealer(seated, seed=seed, latency=20 * MILLISECOND).play(matches=3).digest())
    return sha256("".join(digests).encode()).hexdigest()


def snapshot_of(table: Mapping[str, object] | None = None, **fields: object) -> ev.Snapshot:
    """A snapshot for one player `p-me` in seat 1 of three, with these fields changed; `table` None is the lobby."""
    names = ("ana", "me", "cho")
    members = tuple(ev.Member(player=f"p-{n}", name=n.title(), kind="human", present=True) for n in names)
    plain: dict[str, object] = {
        "seq": 1, "number": 10, "room": "BCDF", "owner": "p-ana", "phase": "lobby", "members": members, "you": "p-me",
        "seat": None, "policy": policy(), "table": None, "result": None,
    }  # fmt: skip
    if table is not None:
        running: dict[str, object] = {
            "match": "m1", "seats": ("p-ana", "p-me", "p-cho"), "ranked": True, "hand": 1, "table": "K",
            "sizes": (4, 5, 5), "pulls": (0, 0, 0), "places": (None, None, None), "points": (None, None, None),
            "departed": (), "claim": ev.Claim(seat=0, count=1), "turn": 2, "seat": 1, "legal": ("play", "call"),
            "remaining_ms": 30_000, "cards": ("K", "Q", "A", "*", "Q"),
        }  # fmt: skip
        plain |= {"phase": "playing", "seat": 1, "table": msgspec.convert({**running, **table}, ev.TableView)}
    return ev.Snapshot(**{**plain, **fields})  # type: ignore[arg-type]


if __name__ == "__main__":
    print(everything(1))
